package main

import (
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"scenerender/loader"
)

func TestInfoOfScene(t *testing.T) {
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020")+`
[[entities]]
Transform3D = { position = [0, 5, 0] }
Model = { mesh = "box" }
[[entities]]
PointLight3D = { power = 800 }
`)
	code, stdout, stderr := invoke(t, "info", scene, "--json")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var i fileInfo
	if err := json.Unmarshal([]byte(stdout), &i); err != nil {
		t.Fatal(err)
	}
	w := i.World
	if i.Kind != "scene" || w.Entities != 3 || w.Materials != 0 || w.Meshes != 2 || w.Lights != (lightCount{Suns: 1, Points: 1}) || len(i.Hash) != 64 {
		t.Errorf("got %s", stdout)
	}
	if w.Bounds == nil || w.Bounds.Min != [3]float32{-0.5, -0.5, -0.5} || w.Bounds.Max != [3]float32{0.5, 5.5, 0.5} {
		t.Errorf("bounds %+v", w.Bounds)
	}
	if len(i.Shots) != 2 || i.Shots[1] != (shotInfo{Name: "small", Camera: "front", Size: [2]int{32, 32}, Samples: 1}) {
		t.Errorf("shots %+v", i.Shots)
	}
	if _, text, _ := invoke(t, "info", scene); !strings.Contains(text, "bounds     -0.5 -0.5 -0.5 to 0.5 5.5 0.5 m") {
		t.Errorf("got %s", text)
	}
}

// triangleModel is a triangle under a scaled node: three positions in a data URI.
const triangleModel = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
		"nodes": [{"scale": [2, 2, 2], "children": [1]}, {"mesh": 0, "translation": [1, 0, 0]}],
		"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
		"bufferViews": [{"buffer": 0, "byteLength": 36}],
		"buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}`

func TestInfoOfModel(t *testing.T) {
	dir := t.TempDir()
	model := write(t, dir, "triangle.gltf", triangleModel)
	code, stdout, stderr := invoke(t, "info", model, "--json")
	var i fileInfo
	if err := json.Unmarshal([]byte(stdout), &i); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	if i.Kind != "gltf" || i.World.Triangles != 1 || i.World.Drawn != 1 || i.World.Vertices != 3 || i.World.Materials != 0 || i.World.Entities != 2 {
		t.Errorf("got %s", stdout)
	}
	if b := i.World.Bounds; b == nil || b.Min != [3]float32{2, 0, 0} || b.Max != [3]float32{4, 2, 0} {
		t.Errorf("bounds %+v", b)
	}
}

// TestInfoOfCameras: info names a model's cameras as --camera takes them.
func TestInfoOfCameras(t *testing.T) {
	lens := `{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}`
	model := write(t, t.TempDir(), "cameras.gltf", `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1, 2, 3, 4]}],
		"nodes": [{"camera": 0, "name": "side"}, {"camera": 1}, {"camera": 0, "name": "main"}, {"camera": 1, "name": "side"}, {"camera": 0}],
		"cameras": [`+lens+`, {"name": "lens", `+lens[1:]+`]}`)
	i, err := describeFile(model, loadFlags{})
	if err != nil {
		t.Fatal(err)
	}
	sc, _, err := loader.Load(model, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, c := range i.World.Cameras {
		got = append(got, c.Name)
	}
	for _, c := range sc.Cameras[1:] { // after the one that the loader adds
		want = append(want, c.Name)
	}
	if !slices.Equal(got, want) || len(got) != 5 {
		t.Errorf("info has %q, --camera takes %q", got, want)
	}
}

func TestValidate(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.toml", ballScene("#c04020"))
	bad := write(t, dir, "bad.toml", ballScene("#c04020")+"[[entities]]\nModel = { mesh = \"sphre\" }\n[[entities]]\nmodel = 1\n")
	if code, stdout, stderr := invoke(t, "validate", good); code != 0 || stderr != "" || stdout != "1 file, 0 problems\n" {
		t.Errorf("a good scene: exit code %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, stderr := invoke(t, "validate", dir)
	if code != exitInvalid || stderr != "" {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	for _, want := range []string{bad + ":24:18: entities[1].Model.mesh:", bad + ":26:1: entities[2].model:", `did you mean "sphere"`, "2 files, 3 problems\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in %s", want, stdout)
		}
	}
	code, stdout, _ = invoke(t, "validate", dir, "--json")
	var r struct {
		Files []validation `json:"files"`
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitInvalid {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if len(r.Files) != 2 || r.Files[0].Valid || len(r.Files[0].Problems) != 3 || !r.Files[1].Valid {
		t.Errorf("got %s", stdout)
	}

	// A file that is not there hides none of the others' mistakes; the code is the first one's.
	gone := filepath.Join(dir, "gone.toml")
	for _, c := range []struct {
		files []string
		code  int
	}{{[]string{gone, bad, good}, exitIO}, {[]string{good, bad, gone}, exitInvalid}} {
		code, stdout, stderr := invoke(t, append([]string{"validate"}, c.files...)...)
		if code != c.code || stderr != "" || !strings.Contains(stdout, gone+": no such file or directory\n") ||
			!strings.Contains(stdout, bad+":26:1:") || !strings.HasSuffix(stdout, "3 files, 4 problems\n") {
			t.Errorf("%q: exit code %d, %q, %q", c.files, code, stderr, stdout)
		}
	}
}

func TestSchema(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	code, stdout, stderr := invoke(t, "schema")
	if code != 0 || !json.Valid([]byte(stdout)) {
		t.Errorf("exit code %d, %d bytes: %s", code, len(stdout), stderr)
	}
	if code, _, stderr := invoke(t, "schema", "-o", file); code != 0 {
		t.Errorf("-o: exit code %d: %s", code, stderr)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != stdout {
		t.Errorf("-o wrote %d bytes, %v", len(text), err)
	}
}

// TestMalformed: whatever a file holds, info answers 0 or 3, and soon.
func TestMalformed(t *testing.T) {
	folder := filepath.Join(moduleRoot, "..", "shared", "assets", "malformed")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the malformed files are not here: %v", err)
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch filepath.Ext(path) {
		case ".gltf", ".glb", ".json":
		default:
			return err
		}
		began := time.Now()
		code, stdout, stderr := invoke(t, "info", path)
		if code != exitOK && code != exitInvalid {
			t.Errorf("%s: exit code %d: %s", path, code, stderr)
		}
		if (code == exitOK) != (stdout != "") || (code == exitOK) != (stderr == "") {
			t.Errorf("%s: exit code %d with %q and %q", path, code, stdout, stderr)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s took %v", path, took)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestInfoOfSky: where sun and moon stand at the date of each shot. At the June solstice the sun over Greenwich culminates at
// 90 - 51.48 + 23.44 degrees, two minutes past noon; the moon was full a day later, low in the south that midnight.
func TestInfoOfSky(t *testing.T) {
	path := write(t, t.TempDir(), "sky.toml", `format = "scenerender"
version = 1
sun = { date = "2024-06-20", time = "12:02", latitude = 51.48, longitude = 0 }
moon = {}
shots = [{ name = "noon" }, { name = "midnight", sun = { date = "2024-06-22", time = "00:30" } }]
`)
	code, stdout, stderr := invoke(t, "info", path, "--json")
	var i fileInfo
	if err := json.Unmarshal([]byte(stdout), &i); err != nil || code != 0 || len(i.Shots) != 2 {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	noon, midnight := i.Shots[0], i.Shots[1]
	if s := noon.Sun; s == nil || math.Abs(s.Elevation-61.96) > 0.02 || math.Abs(s.Azimuth-180) > 0.6 {
		t.Errorf("sun at noon %+v", s)
	}
	if m := midnight.Moon; m == nil || m.Lit < 0.99 || m.Elevation < 5 || m.Elevation > 12 || m.Azimuth < 165 || m.Azimuth > 195 {
		t.Errorf("moon at midnight %+v", m)
	}
	if _, text, _ := invoke(t, "info", path); !strings.Contains(text, "sun 61.9") || !strings.Contains(text, "% lit") {
		t.Errorf("got %s", text)
	}
}
