package loader

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenerender/loader/simplify"
	"scenerender/scene"
)

// TestSpread holds where levels go that begin at given heights, with levels of a file before them.
func TestSpread(t *testing.T) {
	type level = scene.LodLevel
	for _, test := range []struct {
		name     string
		authored []float32 // ends
		begins   []float32 // of the levels made
		want     []float32 // ends
	}{
		{"one that never ends", []float32{0}, []float32{0.2, 0.1}, []float32{0.2, 0.1, 0}},
		{"below others", []float32{0.5, 0.01}, []float32{0.2, 0.1}, []float32{0.5, 0.2, 0.1, 0.01}},
		{"past the end", []float32{0.15}, []float32{0.2, 0.1}, []float32{0.2, 0.15}},
		{"nothing in the range", []float32{0.5}, []float32{0.4, 0.3}, []float32{0.5}},
		{"nothing made", []float32{0.5, 0.1}, nil, []float32{0.5, 0.1}},
		{"the second as good as the first", []float32{0}, []float32{0.2, 0.2, 0.1}, []float32{0.2, 0.1, 0}},
		{"good enough from the start", []float32{0.5, 0}, []float32{0.9, 0.8, 0.1}, []float32{0.5, 0.495, 0.1, 0}},
	} {
		g := &scene.LodGroup{Size: 1}
		for _, end := range test.authored {
			g.Levels = append(g.Levels, level{ScreenHeight: end})
		}
		var made []level
		for _, begin := range test.begins {
			made = append(made, level{Auto: true, Error: 1 / begin})
		}
		spread(g, made, func(l level) float32 { return 1 / l.Error })
		if len(g.Levels) != len(test.want) {
			t.Errorf("%s: levels %+v, want ends %v", test.name, g.Levels, test.want)
			continue
		}
		for i, want := range test.want {
			if got := g.Levels[i].ScreenHeight; math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("%s: level %d ends at %v, want %v", test.name, i, got, want)
			}
			if auto := i >= len(test.authored)-1 && len(test.want) > len(test.authored); g.Levels[i].Auto != auto {
				t.Errorf("%s: level %d: auto is %v", test.name, i, g.Levels[i].Auto)
			}
		}
	}
	// The same by distance: less than 20 is too near.
	g := &scene.LodGroup{Size: 1, ByDistance: true, Levels: []level{{Distance: 20}, {Distance: 100}}}
	spread(g, []level{{Error: 5}, {Error: 60}, {Error: 120}}, func(l level) float32 { return -l.Error })
	for i, want := range []float32{20, 20.2, 60, 100} {
		if got := g.Levels[i].Distance; math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("level %d ends at %v m, want %v", i, got, want)
		}
	}
}

func needSimplify(t *testing.T) {
	t.Helper()
	p := scene.BoxMesh(scene.DefaultBox())
	if _, err := simplify.Levels(&p, simplify.DefaultOptions()); errors.Is(err, simplify.ErrNoLibrary) {
		t.Skip("meshoptimizer is not installed:", err)
	}
}

// TestAutoLevels holds that levels of a sphere get fewer triangles, and begin where their error is
// as high as the pixels asked for.
func TestAutoLevels(t *testing.T) {
	needSimplify(t)
	for _, pixels := range []float32{1, 3} {
		auto := "error_px = 1"
		if pixels == 3 {
			auto = "error_px = 3"
		}
		s, g := one(t, "LodGroup.auto = { levels = 3, "+auto+" }", `LodGroup.levels = [{ screen_height = 0.001, renderers = [{ mesh = "sphere" }] }]`)
		if len(g.Levels) < 3 || g.Auto == nil || g.Auto.ErrorPixels != pixels {
			t.Fatalf("%d levels, request %+v", len(g.Levels), g.Auto)
		}
		triangles := math.MaxInt
		for i, level := range g.Levels {
			n := 0
			for _, p := range s.Meshes[level.Parts[0].Mesh].Primitives {
				n += len(p.Indices) / 3
			}
			if n > triangles*3/4 {
				t.Errorf("level %d has %d triangles, the one before %d", i, n, triangles)
			}
			triangles = n
			if (level.Error > 0) != (i > 0) {
				t.Errorf("level %d has an error of %v m", i, level.Error)
			}
			if i == 0 {
				continue
			}
			if got := scene.ErrorOfHeight(g.Size, level.Error, g.Levels[i-1].ScreenHeight, scene.LodPictureHeight); math.Abs(float64(got-pixels)) > 1e-3 {
				t.Errorf("level %d begins with an error of %v pixels, want %v", i, got, pixels)
			}
		}
		if end := g.Levels[len(g.Levels)-1].ScreenHeight; end != 0.001 {
			t.Errorf("the last level ends at %v", end)
		}
	}
	// By distance the same error counts at a larger scale farther away.
	_, small := one(t, "LodGroup = { auto = { ratio = 0.5 }, levels = [{ distance = 1e6, renderers = [{ mesh = 'sphere' }] }] }")
	_, large := one(t, "Transform3D.scale = 3\nLodGroup = { auto = { ratio = 0.5 }, levels = [{ distance = 1e6, renderers = [{ mesh = 'sphere' }] }] }")
	if a, b := small.Levels[0].Distance, large.Levels[0].Distance; len(small.Levels) < 3 || math.Abs(float64(b/a)-3) > 1e-4 {
		t.Errorf("%d levels; the second begins at %v and %v m", len(small.Levels), a, b)
	}
}

// TestLodCache holds that levels come out of the cache as they went in, and that a folder that
// cannot be written to is no more than a warning.
func TestLodCache(t *testing.T) {
	needSimplify(t)
	path := write(t, "x.toml", small("[[entities]]", "LodGroup = { auto = { error_px = 1 }, levels = [{ renderers = [{ mesh = 'sphere' }] }] }"))
	dir := filepath.Join(t.TempDir(), "levels")
	var scenes [3]*scene.Scene
	for i, o := range []Options{{}, {LodCache: dir}, {LodCache: dir}} {
		s, warnings, err := Load(path, o)
		if err != nil || len(warnings) > 0 {
			t.Fatal(warnings, err)
		}
		scenes[i] = s
		kept, _ := os.ReadDir(dir)
		if want := min(i, 1); len(kept) != want {
			t.Errorf("after %d loads with a cache it has %d files", i, len(kept))
		}
	}
	for _, s := range scenes[1:] {
		if diff := cmp.Diff(scenes[0], s); diff != "" {
			t.Error(diff)
		}
	}
	s, warnings, err := Load(path, Options{LodCache: path})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Message, "are not kept for the next time") {
		t.Fatal(warnings, err)
	}
	if diff := cmp.Diff(scenes[0], s); diff != "" {
		t.Error(diff)
	}
}
