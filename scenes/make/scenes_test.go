package main

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"scenerender/loader"
)

// Every scene loads without a mistake or a warning, and has the pictures that its name promises.
func TestScenesLoad(t *testing.T) {
	for _, name := range scenes(t) {
		s, warnings, err := loader.Load(name, loader.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range warnings {
			t.Error(w.String())
		}
		if len(s.Shots) == 0 || len(s.Entities) == 0 {
			t.Errorf("%s: %d shots of %d entities, want some", name, len(s.Shots), len(s.Entities))
		}
	}
}

// No file is made for nothing: a scene names it, or a model that a scene names.
func TestFilesAreUsed(t *testing.T) {
	files, err := made()
	if err != nil {
		t.Fatal(err)
	}
	var readers [][]byte
	for _, name := range scenes(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		readers = append(readers, text)
	}
	for _, f := range files {
		if ext := path.Ext(f.path); ext == ".glb" || ext == ".gltf" {
			readers = append(readers, f.data)
		}
	}
	for _, f := range files {
		if path.Dir(f.path) == "." { // a scene
			continue
		}
		named := []byte(path.Base(f.path) + `"`)
		if !slices.ContainsFunc(readers, func(text []byte) bool { return bytes.Contains(text, named) }) {
			t.Errorf("scenes/%s is used by no scene", f.path)
		}
	}
}

// scenes are the paths of all scene files.
func scenes(t *testing.T) []string {
	var all []string
	for _, pattern := range []string{"../*.toml", "../*.json"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	if len(all) < 20 {
		t.Fatalf("found %d scenes, want the folder above to have at least 20", len(all))
	}
	return all
}
