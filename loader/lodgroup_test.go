package loader

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"scenerender/scene"
)

// one is the group of levels that the only entity of a scene has.
func one(t *testing.T, lines ...string) (*scene.Scene, *scene.LodGroup) {
	t.Helper()
	s := load(t, write(t, "x.toml", small(append([]string{"[[entities]]"}, lines...)...)))
	if s.Entities[0].Lod == nil {
		t.Fatal("the entity has no levels")
	}
	return s, s.Entities[0].Lod
}

func TestLodFile(t *testing.T) {
	s := load(t, "testdata/lod.toml")
	if s.Lod != (scene.LodSettings{Bias: 1.5}) {
		t.Errorf("settings %+v", s.Lod)
	}
	white, identity := mgl32.Vec4{1, 1, 1, 1}, mgl32.Ident4()
	mesh := map[string]int{}
	for i, m := range s.Meshes {
		mesh[m.Name] = i
	}
	part := func(name string, place mgl32.Mat4, material int, color mgl32.Vec4) scene.LodPart {
		return scene.LodPart{Part: scene.Part{Mesh: mesh[name], EntityFromPart: place, Material: material}, Color: color}
	}
	// A quarter turn around Y after the scale, then a step to the right.
	turned := mgl32.Translate3D(1, 0, 0).Mul4(mgl32.HomogRotate3DY(math.Pi / 2)).Mul4(mgl32.Scale3D(1, 2, 3))
	near := cmp.Comparer(func(a, b mgl32.Mat4) bool {
		difference := a.Sub(b)
		return slices.IndexFunc(difference[:], func(x float32) bool { return abs(x) > 1e-6 }) < 0
	})
	byHeight := &scene.LodGroup{
		Size: 3, Center: mgl32.Vec3{0, 0.5, 0},
		Levels: []scene.LodLevel{
			{ScreenHeight: 0.25, FadeWidth: 0.5, Parts: []scene.LodPart{
				part("fine", identity, -1, mgl32.Vec4{1, 0, 0, 1}), part("box", mgl32.Translate3D(0, 1, 0), 0, white),
			}},
			{ScreenHeight: 0.1, Shadow: scene.LodShadowNone, Parts: []scene.LodPart{part("coarse", identity, -1, white)}},
			{Shadow: scene.LodShadowOwn, Parts: []scene.LodPart{part("coarse", identity, -1, mgl32.Vec4{1, 1, 1, 0.5})},
				ShadowParts: []scene.LodPart{part("box", turned, -1, white)}},
		},
	}
	if diff := cmp.Diff(byHeight, s.Entities[0].Lod, near); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&scene.DitherFade{Coverage: 0.75, Full: 50, Gone: 80}, s.Entities[0].Fade); diff != "" {
		t.Error(diff)
	}
	byDistance := &scene.LodGroup{
		Size: 1, ByDistance: true, Transition: 4, Hysteresis: 0.2, // the sphere is a metre wide
		Levels: []scene.LodLevel{
			{Distance: 20, Parts: []scene.LodPart{part("fine", identity, -1, white)}},
			{Distance: float32(math.Inf(1)), Parts: []scene.LodPart{part("coarse", identity, -1, white)}},
		},
	}
	if diff := cmp.Diff(byDistance, s.Entities[1].Lod); diff != "" {
		t.Error(diff)
	}
	scatter := scene.DefaultScatter()
	scatter.Count, scatter.Seed, scatter.Disc, scatter.Area = 5, 7, true, mgl32.Vec2{40, 40}
	scatter.Scale, scatter.MinDistance = [2]float32{0.5, 2}, 1
	scatter.Yaw = [2]float32{-math.Pi / 2, math.Pi / 2}
	scatter.Tint = [2]mgl32.Vec3{{1, 1, 1}, {0.5, 0.25, 0}}
	if diff := cmp.Diff(&scatter, s.Entities[1].Scatter); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(scatter.Place(nil), s.Entities[1].Placements); diff != "" || len(s.Entities[1].Placements) != 5 {
		t.Error(diff)
	}
	boxes := s.Entities[2]
	if boxes.Model == nil || len(boxes.Placements) != 3 || boxes.Placements[0].Scale != 2 || boxes.Scatter.Area != (mgl32.Vec2{4, 8}) {
		t.Errorf("boxes %+v", boxes)
	}
}

// TestPonko loads a block that was written for another program as it is there.
func TestPonko(t *testing.T) {
	glb, err := os.ReadFile("testdata/mistakes/box.glb")
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "x.json", `{"format": "scenerender", "version": 1, "sun": {}, "entities": [
    {"name": "oak", "Transform3D": {"position": [10, 0, -20]},
     "LodGroup": {"size": 8, "levels": [{"screen_height": 0.3, "renderers": [{"mesh": "tree_high.glb"}]}]}}
	]}`)
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "tree_high.glb"), glb, 0o644); err != nil {
		t.Fatal(err)
	}
	s := load(t, path)
	oak := s.Entities[0]
	if at := oak.ParentFromLocal.Col(3).Vec3(); oak.Name != "oak" || at != (mgl32.Vec3{10, 0, -20}) {
		t.Errorf("%s stands at %v", oak.Name, at)
	}
	g := oak.Lod
	if g == nil || g.Size != 8 || g.Center != (mgl32.Vec3{}) || g.Hysteresis != 0 || len(g.Levels) != 1 || g.Levels[0].ScreenHeight != 0.3 || len(g.Levels[0].Parts) == 0 {
		t.Fatalf("group %+v", g)
	}
	// 8 m fill 0.3 of a picture with a field of view of 50 degrees from 8 / (2 · 0.3 · tan 25°) m on.
	end := float32(8 / (2 * 0.3 * math.Tan(25*math.Pi/180)))
	for _, d := range []float32{end * 0.999, end * 1.001} {
		view := scene.LodViewAt(mgl32.Vec3{10, 0, d - 20}, float32(math.Tan(25*math.Pi/180)), s.Lod)
		pick, _ := g.Pick(g.At(s.WorldFromEntity()[0]), view, s.Lod, 0)
		if pick.Culled() != (d > end) {
			t.Errorf("at %g m the pick is %+v", d, pick)
		}
	}
}

func TestLodSizeOfBounds(t *testing.T) {
	_, g := one(t, `LodGroup.levels = [{ screen_height = 0.1, renderers = [{ mesh = "box" }] },
		{ renderers = [{ mesh = "box", offset = { position = [0, 3, 0], scale = [1, 4, 1] } }] }]`)
	// From the first box's foot at -0.5 to the second one's top at 3 + 2.
	if g.Size != 5.5 || g.Center != (mgl32.Vec3{}) {
		t.Errorf("size %v, centre %v", g.Size, g.Center)
	}
}

func TestLodWithoutLevels(t *testing.T) {
	s, warnings, err := Load(write(t, "x.toml", small("[[entities]]\nLodGroup.size = 2")), Options{})
	if err != nil || len(warnings) != 1 || !strings.HasSuffix(warnings[0].String(), "a LodGroup without levels draws nothing") {
		t.Fatal(warnings, err)
	}
	if g := s.Entities[0].Lod; g == nil || len(g.Levels) > 0 {
		t.Errorf("group %+v", g)
	}
}

// TestLodNumbers holds that numbers that no rule could use are refused where they stand.
func TestLodNumbers(t *testing.T) {
	level := `levels = [{ screen_height = 0.1, renderers = [{ mesh = "box" }] }]`
	for _, line := range []string{
		"lod.bias = nan", "lod.bias = -0.5", "lod.bias = inf",
		"[[entities]]\nLodGroup = { size = nan, " + level + " }",
		"[[entities]]\nLodGroup = { size = -1, " + level + " }",
		"[[entities]]\nLodGroup = { size = inf, " + level + " }",
		"[[entities]]\nLodGroup = { hysteresis = 1.5, " + level + " }",
		"[[entities]]\nLodGroup = { center = [0, nan, 0], " + level + " }",
		"[[entities]]\nLodGroup = { auto = { error_px = 0 }, " + level + " }",
		"[[entities]]\nLodGroup = { auto = { ratio = 1 }, " + level + " }",
		"[[entities]]\nLodGroup = { levels = [{ screen_height = nan, renderers = [{ mesh = 'box' }] }] }",
		"[[entities]]\nLodGroup = { levels = [{ screen_height = -0.1, renderers = [{ mesh = 'box' }] }] }",
		"[[entities]]\nLodGroup = { levels = [{ fade_width = 1.5, renderers = [{ mesh = 'box' }] }] }",
		"[[entities]]\nLodGroup = { levels = [{ distance = 0, renderers = [{ mesh = 'box' }] }] }",
		"[[entities]]\nDitherFade.coverage = nan\nModel.mesh = 'box'",
		"[[entities]]\nScatter = { count = 10_000_001, disc = 1 }\nModel.mesh = 'box'",
		"[[entities]]\nScatter = { count = 1, disc = 0 }\nModel.mesh = 'box'",
		"[[entities]]\nScatter = { count = 1, disc = 1, scale = [0, 1] }\nModel.mesh = 'box'",
	} {
		text := "format = 'scenerender'\nversion = 1\nsun = {}\n" + line
		said := messages(t, write(t, "x.toml", text))
		at := "x.toml:4:"
		if strings.HasPrefix(line, "[[") {
			at = "x.toml:5:"
		}
		if strings.Count(said, "\n") != 0 || !strings.Contains(said, ": want ") || !strings.HasPrefix(said, at) {
			t.Errorf("%q: %s", line, said)
		}
	}
	levels := strings.Repeat(`{ screen_height = 1, renderers = [{ mesh = "box" }] },`, 17)
	for i := range 17 {
		levels = strings.Replace(levels, "= 1,", fmt.Sprintf("= 0.%03d,", 900-i), 1)
	}
	if said := messages(t, write(t, "x.toml", small("[[entities]]\nLodGroup.levels = ["+levels+"]"))); !strings.Contains(said, "LodGroup.levels: want at most 16 levels together with those of auto, found 17") {
		t.Error(said)
	}
}

// TestScatterOfAMillion holds the time that a forest takes, with room for a slow machine, and its bounds.
func TestScatterOfAMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("places a million things")
	}
	path := write(t, "x.toml", small(`[[entities]]
Transform3D = { position = [100, 2, 0] }
Scatter = { count = 1_000_000, box = [1000, 400], scale = [1, 2] }
LodGroup.levels = [
	{ distance = 25, renderers = [{ mesh = "box", offset = [0, 0.5, 0] }] },
	{ distance = 60, renderers = [{ mesh = "box" , offset = [0, 0.5, 0] }] },
	{ renderers = [{ mesh = "box", offset = [0, 0.5, 0] }] },
]`))
	start := time.Now()
	s, _, err := Load(path, Options{})
	took := time.Since(start)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Entities[0].Placements); n != 1_000_000 {
		t.Errorf("%d placements", n)
	}
	if took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	box := s.Bounds()
	// Boxes of up to 2 m that are turned reach √2 m from where they stand; a million come close to all edges.
	want := scene.Box{Min: mgl32.Vec3{-400 - 1.4143, 2, -200 - 1.4143}, Max: mgl32.Vec3{600 + 1.4143, 4, 200 + 1.4143}}
	for k := range 3 {
		if box.Min[k] < want.Min[k]-0.01 || box.Min[k] > want.Min[k]+1 || box.Max[k] > want.Max[k]+0.01 || box.Max[k] < want.Max[k]-1 {
			t.Errorf("bounds %v, want about %v", box, want)
		}
	}
}

func TestScatterWarns(t *testing.T) {
	_, warnings, err := Load(write(t, "x.toml", small("[[entities]]\nScatter = { count = 1000, disc = 2, min_distance = 1 }\nModel.mesh = 'box'")), Options{})
	if err != nil || len(warnings) != 1 || warnings[0].Path != "entities[0].Scatter.count" || !strings.Contains(warnings[0].Message, "of 1000 found a place 1 m away") {
		t.Error(warnings, err)
	}
	line := "[[entities]]\nScatter = { count = 9_999_999, disc = 2 }\nModel.mesh = 'box'\n"
	said := messages(t, write(t, "x.toml", small(line+"[[entities]]\nModel.mesh='bax'\n"+line+line)))
	if !strings.Contains(said, "entities[3].Scatter.count: the scene places more than 20000000 things together; want fewer") {
		t.Error(said)
	}
}

// TestScatterLamp holds that lamps stand wherever what they belong to does, those of a model where its file has them.
func TestScatterLamp(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "x.toml")
	text := "[[entities]]\nname = 'posts'\nModel.mesh = 'assets/lamp.gltf'\nTransform3D.position = [5, 0, 0]\nScatter = { count = 4, box = [9, 9] }\n" +
		"[[entities]]\nname = 'flies'\nPointLight3D = { intensity = 2, shadows = false }\nScatter = { count = 3, disc = 2 }"
	if err := os.WriteFile(path, []byte(small(text)), 0o644); err != nil {
		t.Fatal(err)
	}
	s, warnings, err := Load(path, Options{})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Message, "cameras and directional lights of assets/lamp.gltf are left out") {
		t.Fatal(warnings, err)
	}
	alone, _, err := Load(filepath.Join(dir, "assets/lamp.gltf"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	worlds := s.WorldFromEntity()
	lamps := map[string]int{}
	for i, e := range s.Entities {
		if e.Point == nil && e.Spot == nil {
			continue
		}
		parent := s.Entities[e.Parent].Name
		k := lamps[parent]
		lamps[parent]++
		if parent == "flies" {
			at := worlds[i].Col(3).Vec3()
			if e.Point.Shadows || e.Point.Intensity != 2 || at.Len() > 2 || at[1] != 0 {
				t.Errorf("%s: %+v at %v", e.Name, e.Point, at)
			}
			continue
		}
		// The model's own lamps, one after the other, each at all placements.
		var own []scene.Entity
		for _, x := range alone.Entities {
			if x.Point != nil || x.Spot != nil {
				own = append(own, x)
			}
		}
		post := worlds[e.Parent].Mul4(s.Entities[e.Parent].Placements[k%4].EntityFromPlaced())
		want := mgl32.TransformCoordinate(own[k/4].ParentFromLocal.Col(3).Vec3(), post)
		if got := worlds[i].Col(3).Vec3(); got.Sub(want).Len() > 1e-4 {
			t.Errorf("%s is at %v, want %v", e.Name, got, want)
		}
	}
	if lamps["posts"] == 0 || lamps["posts"]%4 != 0 || lamps["flies"] != 3 || len(s.Cameras) != 1 {
		t.Errorf("%v, %d cameras", lamps, len(s.Cameras))
	}
	for _, e := range s.Entities {
		if (e.Scatter != nil) != (e.Name == "posts") {
			t.Errorf("%s is drawn many times: %v", e.Name, e.Scatter != nil)
		}
	}
	said := messages(t, write(t, "x.toml", small("[[entities]]\nPointLight3D = {}\nScatter = { count = 70_000, disc = 20 }")))
	if !strings.Contains(said, "entities[0].Scatter: want at most 65536 lamps, found 70000") {
		t.Error(said)
	}
}
