package loader

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTypical holds what people are told about the mistakes they really make. Each case of
// testdata/typical.txt is a line "=== name.toml", the scene, a line "---" and the messages.
// A scene starts with its format and version unless it has a first line "bare".
func TestTypical(t *testing.T) {
	text, err := os.ReadFile("testdata/typical.txt")
	if err != nil {
		t.Fatal(err)
	}
	preface, rest, _ := strings.Cut(string(text), "=== ")
	var got strings.Builder
	got.WriteString(preface)
	for _, section := range strings.Split(rest, "\n=== ") {
		name, body, _ := strings.Cut(section, "\n")
		body, want, _ := strings.Cut(body, "---\n")
		want = strings.TrimSpace(want)
		scene := body
		if bare, ok := strings.CutPrefix(body, "bare\n"); ok {
			scene = bare
		} else if strings.HasSuffix(name, ".toml") {
			scene = "format = \"scenerender\"\nversion = 1\n" + body
		}
		said := messages(t, write(t, name, scene))
		if said == "" {
			t.Errorf("%s is a good scene", name)
		}
		if diff := cmp.Diff(want, said); diff != "" && !*update {
			t.Errorf("%s: %s", name, diff)
		}
		got.WriteString("=== " + name + "\n" + body + "---\n" + said + "\n\n")
	}
	if *update {
		out := strings.TrimSuffix(got.String(), "\n")
		if err := os.WriteFile("testdata/typical.txt", []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// messages returns the problems of a file without its folder, a line each.
func messages(t *testing.T, path string) string {
	t.Helper()
	_, _, err := Load(path, Options{})
	if err == nil {
		return ""
	}
	var invalid *Invalid
	if !errors.As(err, &invalid) {
		t.Errorf("%s: %v is not an *Invalid", filepath.Base(path), err)
		return err.Error()
	}
	return strings.ReplaceAll(invalid.Error(), filepath.Dir(path)+string(filepath.Separator), "")
}

// TestBytes holds the places of mistakes in files whose bytes are odd.
func TestBytes(t *testing.T) {
	const bom = "\xef\xbb\xbf"
	tests := []struct{ name, text, want string }{
		{"bom.toml", bom + "format = 1\nversion = 1\n", `bom.toml:1:10: format: want "scenerender", found 1`},
		{"bom.json", bom + `{"format": 1, "version": 1}`, `bom.json:1:12: format: want "scenerender", found 1`},
		{"crlf.toml", "format = \"scenerender\"\r\nversion = 1\r\n[sun]\r\nluxx = 3\r\n", `crlf.toml:4:1: sun.luxx: unknown key "luxx"; did you mean "lux"? (accepted here: lux, direction, azimuth, elevation, date, time, utc_offset, latitude, longitude, color, temperature, angular_diameter, shadows)`},
		{"crlf.json", "{\"format\": \"scenerender\",\r\n\"version\": 1,\r\n\t\"sun\": {\"lux\": -1}}", `crlf.json:3:17: sun.lux: want a number from 0 to 1e9 lx, found -1`},
		{"tabs.toml", "format = \"scenerender\"\nversion = 1\n\t[sun]\n\t\tlux\t=\t-1\n", `tabs.toml:4:9: sun.lux: want a number from 0 to 1e9 lx, found -1`},
		{"latin1.toml", "format = \"scenerender\"\nversion = 1\n[[entities]]\nname = \"gr\xfcn\"\n", `latin1.toml:4:11: the byte 0xFC is not valid UTF-8`},
		{"utf16.json", "\xff\xfe{\x00", `utf16.json:1:1: the byte 0xFF is not valid UTF-8`},
		{"spaces.json", " \n\t\n", `spaces.json:3:1: the file ends in the middle of the document`},
		{"scene.yaml", "a: 1", `scene.yaml: unknown kind of file ".yaml"; want a scene (.toml or .json) or a model (.gltf or .glb)`},
		{"scene", "", `scene: unknown kind of file ""; want a scene (.toml or .json) or a model (.gltf or .glb)`},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, messages(t, write(t, test.name, test.text))); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// TestBrokenAssets holds that a broken file is told about where the scene names it, with what is
// wrong in it.
func TestBrokenAssets(t *testing.T) {
	path := write(t, "x.toml", small(
		"[meshes.gltf]", `file = "a.gltf"`,
		"[meshes.folder]", `file = "folder.glb"`,
		"[meshes.empty]", `file = "empty.glb"`,
		"[materials.m]", `base_color_texture = "a.gltf"`, `normal_texture = "folder.glb"`, `emissive_texture = "empty.glb"`,
		"[sky.hdri]", `file = "a.gltf"`,
	))
	dir := filepath.Dir(path)
	for name, text := range map[string]string{
		"a.gltf":    `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 3}]}`,
		"empty.glb": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.glb"), 0o755); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(`
x.toml:5:8: meshes.gltf.file: a.gltf: nodes[0].mesh: refers to meshes[3], but there are none
x.toml:7:8: meshes.folder.file: folder.glb: not a regular file
x.toml:9:8: meshes.empty.file: empty.glb: the GLB header is cut off: 0 of 12 bytes
x.toml:11:22: materials.m.base_color_texture: a.gltf: is not a PNG, JPEG or WebP picture
x.toml:12:18: materials.m.normal_texture: folder.glb: not a regular file
x.toml:13:20: materials.m.emissive_texture: empty.glb: is not a PNG, JPEG or WebP picture
x.toml:15:8: sky.hdri.file: a.gltf: radiance: header ends early: unexpected EOF
`)
	if diff := cmp.Diff(want, messages(t, path)); diff != "" {
		t.Error(diff)
	}
	_, _, err := Load(path, Options{})
	var invalid *Invalid
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	p := invalid.Problems[0]
	if p.File != path || p.Line != 5 || p.Path != "meshes.gltf.file" || p.Asset != filepath.Join(dir, "a.gltf") || p.Element != "nodes[0].mesh" {
		t.Errorf("%+v", p)
	}
}

func TestShots(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"a.toml", small("[[shots]]\nname = 'a'\n[[shots]]\nname = 'b'\nsize = 3\n[[shots]]\nname = 1\n"), []string{"a", "b"}},
		{"b.toml", small(), []string{"main"}},
		{"c.json", `{"shots": [{"name": "x"}, 3, {}], "meshes": {"m": {"file": "missing.glb"}}}`, []string{"x"}},
		{"d.glb", "", []string{"main"}},
	} {
		got, err := Shots(write(t, test.name, test.text))
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", test.name, err, diff)
		}
	}
	var invalid *Invalid
	for _, name := range []string{"x.toml", "x.txt"} {
		if got, err := Shots(write(t, name, "[")); !errors.As(err, &invalid) {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	if _, err := Shots(t.TempDir()); err == nil {
		t.Error("a folder has shots")
	}
}

func TestRadians(t *testing.T) {
	_, warnings, err := Load(write(t, "x.toml", small("[camera]\nfov_y = 0.8727")), Options{})
	if err != nil || len(warnings) != 1 || warnings[0].Line != 5 || !strings.HasSuffix(warnings[0].String(), "if they are radians, write 50") {
		t.Errorf("got %v, %v", warnings, err)
	}
}
