package asset

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// lenient lists files of the validator's corpus that have errors and are loaded all the same.
// Data that can be repaired is a warning, and so is what concerns features that are not drawn.
var lenient = map[string]string{
	"accessor_data/out_of_range_elements_sint8.gltf":        "min and max that do not match are not used",
	"accessor_data/out_of_range_elements_uint16.gltf":       "min and max that do not match are not used",
	"animation/sampler_bufferview_bytestride.gltf":          "well-known models do it, and nothing is lost",
	"animation_data/invalid_input_values.gltf":              "animations are not drawn: their data is not read",
	"animation_data/quaternion_cubic_non_unit_values.gltf":  "animations are not drawn: their data is not read",
	"animation_data/quaternion_non_unit_values.gltf":        "animations are not drawn: their data is not read",
	"buffer_view/zero_bytelength.gltf":                      "an empty view harms nobody, and well-known models have one",
	"image/invalid_image_data.gltf":                         "the broken image is outside and no material uses it",
	"image/png_eos.gltf":                                    "the broken image is outside and no material uses it",
	"mesh_data/normals_tangents_non_unit_invalid_sign.gltf": "lengths and signs are repaired, with a warning",
	"skin/no_common_root.gltf":                              "skins are not drawn",
	"skin/no_joints_in_scene.gltf":                          "skins are not drawn",
	"skin_data/invalid_ibm.gltf":                            "skins are not drawn",
}

// TestCorpus holds every file of the Khronos validator's test data against its report.
func TestCorpus(t *testing.T) {
	const dir = "../../../shared/assets/malformed"
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Skip("the corpus of malformed files is not here: ", err)
	}
	defer root.Close()
	agree, seen := 0, map[string]bool{}
	for _, name := range modelsBelow(t, dir) {
		wanted := expectedErrors(t, filepath.Join(dir, name+".report.json"))
		start := time.Now()
		a, err := Open(root, name)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		var invalid *Invalid
		if err != nil && !errors.As(err, &invalid) {
			t.Errorf("%s: %v is not an *Invalid", name, err)
		}
		verdict := "loads"
		if err != nil {
			verdict = strings.ReplaceAll(err.Error(), "\n", " | ")
		} else if len(a.Warnings) > 0 {
			verdict += ", warns: " + a.Warnings[0].Element + ": " + a.Warnings[0].Message
		}
		t.Logf("%-52s %3d errors  %s", name, wanted, verdict)
		reason, excused := lenient[name]
		seen[name] = true
		switch {
		case wanted == 0 && err != nil:
			t.Errorf("%s: is valid, but: %v", name, err)
		case wanted > 0 && err == nil && !excused:
			t.Errorf("%s: has %d errors, but loads", name, wanted)
		case excused && err != nil:
			t.Errorf("%s: is excused (%s) without need", name, reason)
		case excused:
		default:
			agree++
		}
	}
	t.Logf("%d of %d files as in their report, %d lenient on purpose", agree, len(seen), len(lenient))
	for name := range lenient {
		if !seen[name] {
			t.Errorf("%s: is excused but not there", name)
		}
	}
}

func modelsBelow(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); ext == ".gltf" || ext == ".glb" {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func expectedErrors(t *testing.T, report string) int {
	t.Helper()
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Issues struct {
			NumErrors int `json:"numErrors"`
		} `json:"issues"`
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r.Issues.NumErrors
}

// TestModels loads every sample model and checks what a renderer relies on.
func TestModels(t *testing.T) {
	const dir = "../../../shared/assets/models"
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Skip("the sample models are not here: ", err)
	}
	defer root.Close()
	for _, name := range modelsBelow(t, dir) {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			a, err := Open(root, name)
			if strings.Contains(name, "Draco") {
				if err == nil || !strings.Contains(err.Error(), "KHR_draco_mesh_compression") {
					t.Errorf("requires Draco, got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			triangles := 0
			for i := range a.Meshes {
				for k := range a.Meshes[i].Primitives {
					triangles += len(a.Meshes[i].Primitives[k].Indices) / 3
				}
			}
			t.Logf("%6d triangles, %d images, %d nodes, %v, warnings %v", triangles, len(a.Images), len(a.Nodes), time.Since(start).Round(time.Millisecond), a.Warnings)
			if triangles == 0 {
				t.Error("no triangles")
			}
			checkInvariants(t, a)
		})
	}
}
