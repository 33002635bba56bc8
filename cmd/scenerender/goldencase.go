package main

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"

	"scenerender/golden"
	"scenerender/scene"
)

// A goldenCase is what became of one picture.
type goldenCase struct {
	Scene   string   `json:"scene"`
	Shot    string   `json:"shot,omitempty"`
	Golden  string   `json:"golden,omitempty"` // file of the approved picture
	Passed  bool     `json:"passed"`
	Verdict string   `json:"verdict"` // golden.Verdict, missing, not drawn, not reproducible, new, replaced
	Detail  string   `json:"detail,omitempty"`
	Diff    *diff    `json:"difference,omitempty"`
	Files   []string `json:"artifacts,omitempty"`
}

// diff is what was measured, where both pictures are there and have one size.
type diff struct {
	MaxDiff  float64  `json:"max_diff"` // 8-bit steps
	Share    float64  `json:"pixel_share"`
	FLIPMean *float64 `json:"flip_mean,omitempty"`
	FLIP99   *float64 `json:"flip_p99,omitempty"`
}

// baseline is the file of a picture's approved form. Families of drivers have their own, because
// pictures are equal to the bit only within one.
func (g *goldenRun) baseline(d drawn) string {
	return filepath.Join(g.dir, d.device.Family, baselineName(d.scene.Path, d.shot.Name)+".png")
}

func baselineName(scenePath, shot string) string {
	return fileSafe(stem(scenePath)) + "-" + fileSafe(shot)
}

// compare judges a picture for `golden test`.
func (g *goldenRun) compare(d drawn) (goldenCase, error) {
	c := goldenCase{Scene: d.scene.Path, Shot: d.shot.Name, Golden: g.baseline(d)}
	got := imageOf(d)
	want, err := golden.Load(c.Golden)
	switch {
	case errors.Is(err, golden.ErrMissing):
		c.Verdict = "missing"
		c.Detail = fmt.Sprintf("nobody approved this picture for %s yet; look at it, then run: scenerender golden update %s", d.device.Family, d.scene.Path)
		return g.leave(c, d, got, nil, nil)
	case err != nil:
		return c, err
	}
	r := golden.Compare(got, want, toleranceOf(d.shot.Golden))
	c.Verdict, c.Passed, c.Detail, c.Diff = r.Verdict.String(), r.Pass(), r.String(), diffOf(r)
	if c.Passed {
		return g.leave(c, d, nil, nil, nil)
	}
	var heat image.Image
	if r.FLIP != nil {
		heat = r.FLIP.Heat()
	}
	return g.leave(c, d, got, want, heat)
}

// leave writes the artifacts of a failure, or removes those of an earlier one.
func (g *goldenRun) leave(c goldenCase, d drawn, got, want, heat image.Image) (goldenCase, error) {
	name := d.device.Family + "/" + baselineName(d.scene.Path, d.shot.Name)
	if err := golden.WriteFailure(g.artifacts, name, got, want, heat); err != nil {
		return c, err
	}
	base := filepath.Join(g.artifacts, filepath.FromSlash(name))
	for _, f := range []struct {
		image  image.Image
		suffix string
	}{{got, ".got.png"}, {want, ".want.png"}, {heat, ".flip.png"}} {
		if f.image != nil {
			c.Files = append(c.Files, base+f.suffix)
		}
	}
	return c, nil
}

// approve stores a picture for `golden update`, unless its pixels are those stored already.
func (g *goldenRun) approve(d drawn) (goldenCase, error) {
	c := goldenCase{Scene: d.scene.Path, Shot: d.shot.Name, Golden: g.baseline(d), Passed: true}
	if !g.first.same {
		return c, nil // take says what is wrong; such a picture is never approved
	}
	want, err := golden.Load(c.Golden)
	switch {
	case errors.Is(err, golden.ErrMissing):
		c.Verdict = "new"
	case err != nil:
		c.Verdict, c.Detail = "replaced", "the old file could not be read: "+oneLine(err.Error())
	default:
		r := golden.Compare(imageOf(d), want, golden.Tolerance{})
		if r.Verdict == golden.Equal {
			c.Verdict = "equal"
			return g.leave(c, d, nil, nil, nil)
		}
		c.Verdict, c.Detail, c.Diff = "replaced", r.String(), diffOf(r)
	}
	if err := os.MkdirAll(filepath.Dir(c.Golden), 0o777); err != nil {
		return c, err
	}
	if err := writePicture(c.Golden, d, pictureForm{}); err != nil {
		return c, err
	}
	return g.leave(c, d, nil, nil, nil)
}

func toleranceOf(t scene.Tolerance) golden.Tolerance {
	return golden.Tolerance{
		MaxDiff: t.MaxDiff, PixelShare: t.PixelShare, TotalShare: t.TotalShare, FLIPMean: t.FLIPMean, FLIP99: t.FLIP99, Reason: t.Reason,
	}
}

func diffOf(r golden.Result) *diff {
	if r.Verdict == golden.Equal || r.Verdict == golden.SizeDiffers {
		return nil
	}
	d := &diff{MaxDiff: r.MaxDiff, Share: r.Share()}
	if r.FLIP != nil {
		mean, p99 := r.FLIP.Mean(), r.FLIP.Percentile(99)
		d.FLIPMean, d.FLIP99 = &mean, &p99
	}
	return d
}
