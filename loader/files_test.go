package loader

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFiles: a scene knows what it was read from, and Uses knows what its text names, without
// reading that.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"scenes/s.toml": `format = "scenerender"
version = 1
[[entities]]
Model = { mesh = "../models/m.gltf" }
[[entities]]
Model = { mesh = "../models/m.gltf", color = "#ff0000" }
`,
		"models/m.gltf": `{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}],
			"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
			"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
			"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "m.bin"}]}`,
		"models/m.bin": string(make([]byte, 36)),
		"bad.toml":     "format",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file, model := filepath.Join(dir, "scenes", "s.toml"), filepath.Join(dir, "models", "m.gltf")
	o := Options{AssetRoot: dir}
	s, _, err := Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{file, filepath.Join(dir, "models", "m.bin"), model}; !slices.Equal(s.Files, want) {
		t.Errorf("files %q, want %q", s.Files, want)
	}
	// Also with mistakes: of a file that is named and of one that it names in turn.
	for _, gone := range []string{filepath.Join(dir, "models", "m.bin"), model} {
		if err := os.Remove(gone); err != nil {
			t.Fatal(err)
		}
		var invalid *Invalid
		if _, _, err := Load(file, o); !errors.As(err, &invalid) || invalid.Files[0] != file || !slices.Contains(invalid.Files, gone) {
			t.Errorf("without %s: %v of %q", gone, err, invalid.Files)
		}
	}
	if got := Uses(file, o); !slices.Equal(got, []string{model}) {
		t.Errorf("uses %q, want %q", got, model)
	}
	for _, path := range []string{filepath.Join(dir, "bad.toml"), filepath.Join(dir, "gone.toml"), dir, model} {
		if got := Uses(path, Options{}); got != nil {
			t.Errorf("%s uses %q", path, got)
		}
	}
}
