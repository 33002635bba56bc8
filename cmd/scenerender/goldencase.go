package main

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"scenerender/golden"
	"scenerender/scene"
)

// A goldenCase is what became of one picture.
type goldenCase struct {
	Scene   string   `json:"scene"`
	Shot    string   `json:"shot,omitempty"`
	Golden  string   `json:"golden,omitempty"` // file of the approved picture
	Passed  bool     `json:"passed"`
	Verdict string   `json:"verdict"` // golden.Verdict, missing, unreadable, not drawn, not reproducible, new, replaced
	Detail  string   `json:"detail,omitempty"`
	Diff    *diff    `json:"difference,omitempty"`
	Files   []string `json:"artifacts,omitempty"`
}

// diff is what was measured, where both pictures are there and have one size.
type diff struct {
	MaxDiff  float64  `json:"max_diff"` // 8-bit steps
	Share    float64  `json:"pixel_share"`
	Drift    float64  `json:"drift"` // 8-bit steps
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
		c.Detail = fmt.Sprintf("nobody approved this picture for %s yet; look at it, then run: %s", d.device.Family, g.updateCommand(d.scene.Path))
		return g.leave(c, d, got, nil, nil)
	case err != nil:
		// Damaged by a merge or a missing Git LFS, say: this picture fails and the others go on.
		c.Verdict = "unreadable"
		c.Detail = fmt.Sprintf("%s; restore it, or run: %s", strings.TrimPrefix(plainError(err), "golden: load "), g.updateCommand(d.scene.Path))
		return g.leave(c, d, got, nil, nil)
	}
	r := golden.Compare(got, want, toleranceOf(d.shot.Golden))
	c.Verdict, c.Passed, c.Detail, c.Diff = r.Verdict.String(), r.Pass(), r.String()+exceeded(r), diffOf(r)
	if c.Passed {
		return g.leave(c, d, nil, nil, nil)
	}
	var heat image.Image
	if r.FLIP != nil {
		heat = r.FLIP.Heat()
	}
	return g.leave(c, d, got, want, heat)
}

// exceeded names the FLIP limits that a failing picture is above, with as many digits as tell the
// two apart.
func exceeded(r golden.Result) string {
	if r.Pass() || r.FLIP == nil || r.Tolerance.FLIPMean == 0 || r.Tolerance.FLIP99 == 0 {
		return ""
	}
	var above []string
	for _, l := range []struct {
		name         string
		value, limit float64
	}{
		{"FLIP mean", r.FLIP.Mean(), r.Tolerance.FLIPMean},
		{"FLIP 99th percentile", r.FLIP.Percentile(99), r.Tolerance.FLIP99},
	} {
		if l.value > l.limit {
			above = append(above, l.name+" "+greater(l.value, l.limit))
		}
	}
	return "; too much: " + strings.Join(above, ", ")
}

// greater is "a > b", in 4 digits or as many as show it.
func greater(a, b float64) string {
	for digits := 4; ; digits++ {
		x, y := strconv.FormatFloat(a, 'g', digits, 64), strconv.FormatFloat(b, 'g', digits, 64)
		if x != y || digits == 17 {
			return x + " > " + y
		}
	}
}

// updateCommand is what approves a scene's pictures with the flags that this run has.
func (g *goldenRun) updateCommand(scenePath string) string {
	words := []string{"scenerender golden update", quoted(scenePath)}
	for _, name := range []string{"dir", "artifacts", "asset-root", "device"} {
		if f := g.flags.Lookup(name); f.Changed {
			words = append(words, "--"+name, quoted(f.Value.String()))
		}
	}
	return strings.Join(words, " ")
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./,:=@%+", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// artifactSuffixes are those of golden.WriteFailure: drawn, wanted, and the heat map.
var artifactSuffixes = []string{".got.png", ".want.png", ".flip.png"}

// leave writes the artifacts of a failure, or removes those of an earlier one.
func (g *goldenRun) leave(c goldenCase, d drawn, got, want, heat image.Image) (goldenCase, error) {
	name := d.device.Family + "/" + baselineName(d.scene.Path, d.shot.Name)
	if err := golden.WriteFailure(g.artifacts, name, got, want, heat); err != nil {
		return c, err
	}
	base := filepath.Join(g.artifacts, filepath.FromSlash(name))
	for i, img := range []image.Image{got, want, heat} {
		if img != nil {
			c.Files = append(c.Files, base+artifactSuffixes[i])
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
	if isFolder(c.Golden) {
		return c, &fs.PathError{Op: "write", Path: c.Golden, Err: errors.New("is a folder")}
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
		MaxDiff: t.MaxDiff, PixelShare: t.PixelShare, Drift: t.Drift, FLIPMean: t.FLIPMean, FLIP99: t.FLIP99, Reason: t.Reason,
	}
}

func diffOf(r golden.Result) *diff {
	if r.Verdict == golden.Equal || r.Verdict == golden.SizeDiffers {
		return nil
	}
	d := &diff{MaxDiff: r.MaxDiff, Share: r.Share(), Drift: r.Drift}
	if r.FLIP != nil {
		mean, p99 := r.FLIP.Mean(), r.FLIP.Percentile(99)
		d.FLIPMean, d.FLIP99 = &mean, &p99
	}
	return d
}
