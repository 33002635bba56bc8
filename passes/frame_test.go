package passes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenerender/scene"
)

// The compiled frame of a scene with something for every pass, as a golden text, and what a plain
// scene goes without. On every device the text is that of software devices.
func TestFrameGraph(t *testing.T) {
	r := newSpelledRenderer(t, richScene(), true)
	for _, c := range []struct {
		file   string
		output Output
		shot   scene.Shot
	}{
		{"frame-rich.txt", OutputColor, scene.Shot{Samples: 4}},
		{"frame-albedo.txt", OutputAlbedo, scene.Shot{Samples: 4}},
		{"frame-post.txt", OutputColor, scene.Shot{AntiAliasing: scene.AAFXAA, Post: scene.Post{Bloom: scene.Bloom{Strength: 0.1, Radius: 0.02}, LocalContrast: 1}}},
		{"frame-taa.txt", OutputColor, scene.Shot{AntiAliasing: scene.AATAA}},
	} {
		c.shot.Width, c.shot.Height = 320, 180
		plan, err := r.Graph(c.shot, c.output)
		if err != nil {
			t.Fatal(err)
		}
		compareText(t, filepath.Join("testdata", c.file), plan.Text())
	}
	// Declaring a frame leaves the renderer fit to draw it.
	q := Request{Shot: scene.Shot{Width: 24, Height: 24}}
	if string(shoot(t, r, q).Display) != string(render(t, richScene(), q).Display) {
		t.Error("asking for the graph changes the next picture")
	}

	plan, err := newSpelledRenderer(t, stage(), true).Graph(scene.Shot{Width: 320, Height: 180}, OutputColor)
	if err != nil {
		t.Fatal(err)
	}
	compareText(t, filepath.Join("testdata", "frame-plain.txt"), plan.Text())
	for _, absent := range []string{"shadow", "environment", "transparent", "accumulate"} {
		if strings.Contains(plan.Text(), absent) {
			t.Errorf("a scene that has no use for %s has it in its frame", absent)
		}
	}
}

func compareText(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; with -update it is written anew:\n%s", path, got)
	}
}
