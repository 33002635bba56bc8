package loader

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// triangles is a glTF file with meshes that are triangles of the sizes 1, 2, 3, and these nodes.
func triangles(nodes string) string {
	var data []byte
	for _, x := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	mesh := `{"primitives": [{"attributes": {"POSITION": 0}}]}`
	return `{"asset": {"version": "2.0"}, "extensionsUsed": ["MSFT_lod", "KHR_lights_punctual"], "scene": 0,
		"extensions": {"KHR_lights_punctual": {"lights": [{"type": "point"}]}},
		"buffers": [{"byteLength": 36, "uri": "data:;base64,` + base64.StdEncoding.EncodeToString(data) + `"}],
		"bufferViews": [{"buffer": 0, "byteLength": 36}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
		"meshes": [` + mesh + `, ` + mesh + `, ` + mesh + `], ` + nodes + `}`
}

// loadModel loads a scene with a model, which is in the file m.gltf beside it.
func loadModel(t *testing.T, model string, lines ...string) (*scene.Scene, []Problem) {
	t.Helper()
	path := write(t, "x.toml", small(lines...))
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "m.gltf"), []byte(model), 0o644); err != nil {
		t.Fatal(err)
	}
	s, warnings, err := Load(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkScene(t, s)
	return s, warnings
}

const threeLevels = `"scenes": [{"nodes": [3]}], "nodes": [
	{"name": "high", "mesh": 0, "translation": [1, 0, 0], "extensions": {"MSFT_lod": {"ids": [1, 2]}}, "extras": {"MSFT_screencoverage": [0.25, 0.04, 0.01]}},
	{"name": "middle", "mesh": 1, "translation": [2, 0, 0]},
	{"name": "low", "mesh": 2, "extensions": {"KHR_lights_punctual": {"light": 0}}},
	{"name": "root", "children": [0], "translation": [0, 10, 0]}]`

func TestLodOfFile(t *testing.T) {
	s, warnings := loadModel(t, triangles(threeLevels), "[[entities]]", "name = 'oak'", "Model = { mesh = 'm.gltf', color = [1, 0.5, 0], shadows = false }")
	if len(warnings) != 1 || !strings.Contains(warnings[0].Message, "of lower levels of detail are left out") {
		t.Error(warnings)
	}
	e := s.Entities[0]
	if len(s.Entities) != 1 || e.Model != nil || e.Lod == nil || len(e.Lod.Levels) != 3 {
		t.Fatalf("%+v", s.Entities)
	}
	// Levels stand beside each other, all below the root. A quarter of the screen is half as high.
	for i, want := range []struct{ x, height float32 }{{1, 0.5}, {2, 0.2}, {0, 0.1}} {
		l := e.Lod.Levels[i]
		if len(l.Parts) != 1 {
			t.Fatalf("level %d has %d parts", i, len(l.Parts))
		}
		if at := l.Parts[0].EntityFromPart.Col(3).Vec3(); at != (mgl32.Vec3{want.x, 10, 0}) || l.Parts[0].Color != (mgl32.Vec4{1, 0.5, 0, 1}) {
			t.Errorf("level %d: %+v", i, l.Parts[0])
		}
		if math.Abs(float64(l.ScreenHeight-want.height)) > 1e-6 || l.Shadow != scene.LodShadowNone {
			t.Errorf("level %d: %+v", i, l)
		}
	}
	// From the low one at 0 to the middle one's edge at 3.
	if e.Lod.Size != 3 || e.Lod.Center != (mgl32.Vec3{1.5, 10.5, 0}) {
		t.Errorf("size %v, centre %v", e.Lod.Size, e.Lod.Center)
	}
}

func TestLodOfFileBesideOthers(t *testing.T) {
	nodes := strings.Replace(threeLevels, `"children": [0]`, `"children": [0, 4], "mesh": 0`, 1)
	nodes = strings.TrimSuffix(nodes, "]") + `, {"name": "second", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [1]}}, "extras": {"MSFT_screencoverage": [0.5]}}]`
	s, _ := loadModel(t, triangles(nodes), "[[entities]]", "name = 'oak'", "Model.mesh = 'm.gltf'",
		"DitherFade.coverage = 0.5", "Scatter = { count = 3, disc = 5 }")
	var names []string
	for _, e := range s.Entities {
		names = append(names, e.Name)
		if e.Fade == nil || e.Fade.Coverage != 0.5 || len(e.Placements) != 3 || &e.Placements[0] != &s.Entities[0].Placements[0] {
			t.Errorf("%s has fade %v and %d placements", e.Name, e.Fade, len(e.Placements))
		}
	}
	if strings.Join(names, " ") != "oak oak/high oak/second" || s.Entities[0].Model == nil || s.Entities[0].Lod != nil {
		t.Fatalf("entities %v", names)
	}
	second := s.Entities[2].Lod
	if len(second.Levels) != 2 || second.Levels[1].ScreenHeight != 0 || second.Levels[1].Parts[0].EntityFromPart.Col(3).Vec3() != (mgl32.Vec3{2, 10, 0}) {
		t.Errorf("the second group is %+v", second)
	}
}

// TestLodNode takes a group out of a file by its node, with its levels.
func TestLodNode(t *testing.T) {
	lines := []string{"meshes.tree = { file = 'm.gltf', node = 'high' }", "[[entities]]", "Model.mesh = 'tree'"}
	text := append([]string{""}, lines...)
	path := write(t, "x.toml", "format = 'scenerender'\nversion = 1\nsun = {}"+strings.Join(text, "\n"))
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "m.gltf"), []byte(triangles(threeLevels)), 0o644); err != nil {
		t.Fatal(err)
	}
	s, _, err := Load(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := s.Entities[0].Lod
	if g == nil || len(g.Levels) != 3 {
		t.Fatalf("%+v", g)
	}
	// The node's origin is the entity's, and the others keep their places beside it.
	for i, x := range []float32{0, 1, -1} {
		if at := g.Levels[i].Parts[0].EntityFromPart.Col(3).Vec3(); at != (mgl32.Vec3{x, 0, 0}) {
			t.Errorf("level %d stands at %v", i, at)
		}
	}
}

func TestLodOfFileInGroup(t *testing.T) {
	s, warnings := loadModel(t, triangles(threeLevels), "[[entities]]", "LodGroup.levels = [{ renderers = [{ mesh = 'm.gltf' }] }]")
	var said []string
	for _, w := range warnings {
		said = append(said, w.Message)
	}
	if !strings.Contains(strings.Join(said, "\n"), "m.gltf has levels of its own, of which only the most detailed is drawn") {
		t.Error(said)
	}
	if g := s.Entities[0].Lod; len(g.Levels) != 1 || len(g.Levels[0].Parts) != 1 || g.Levels[0].Parts[0].EntityFromPart.Col(3).Vec3() != (mgl32.Vec3{1, 10, 0}) {
		t.Errorf("%+v", g)
	}
}
