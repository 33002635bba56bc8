package main

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// made are all files, made once for all tests.
var made = sync.OnceValues(everything)

// The committed files are those that the source makes. Pictures are compared by their pixels, since
// a newer compressor may pack them otherwise.
func TestFilesAreFresh(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("made on amd64: other processors fuse multiplications and additions, and round otherwise")
	}
	files, err := made()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	total := 0
	for _, f := range files {
		if known[f.path] {
			t.Errorf("%s is made twice", f.path)
		}
		known[f.path] = true
		total += len(f.data)
		committed, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(f.path)))
		if err != nil {
			t.Errorf("%v: run go run ./scenes/make", err)
			continue
		}
		if !same(t, f.path, committed, f.data) {
			t.Errorf("scenes/%s is not what the source makes: run go run ./scenes/make and look at the difference", f.path)
		}
	}
	if most := 1500 << 10; total > most {
		t.Errorf("the files have %d bytes together, want at most %d: everyone who clones the repository waits for them", total, most)
	}
	for _, folder := range []string{"models", "profiles", "textures"} {
		list, err := os.ReadDir(filepath.Join("..", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range list {
			if path := folder + "/" + entry.Name(); !known[path] {
				t.Errorf("scenes/%s is not made by anything", path)
			}
		}
	}
}

func same(t *testing.T, path string, a, b []byte) bool {
	if bytes.Equal(a, b) || !strings.HasSuffix(path, ".png") {
		return bytes.Equal(a, b)
	}
	x, y := pixels(t, path, a), pixels(t, path, b)
	return x.Rect == y.Rect && bytes.Equal(x.Pix, y.Pix)
}

func pixels(t *testing.T, path string, data []byte) *image.NRGBA {
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	out := image.NewNRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// Normals point away from where their triangles' corners turn clockwise.
func TestFrontFacesAgreeWithNormals(t *testing.T) {
	square := profile{{0, 1}, {1, 1}, {1, 1}, {1, 0}, {1, 0}, {0, 0}}
	var box shape
	box.box(vec3{-1, -2, -3}, vec3{1, 2, 3}, plain)
	for name, s := range map[string]shape{
		"lathe": lathe(square, 12),
		"spun":  lathe(profile{{0, 0.2}, {0.5, 0.4}, {0.6, 1}, {0.7, 1}, {0.6, 0}, {0, 0}}.smooth(5), 9),
		"box":   box,
		"ring":  ring(vec3{1, 2, 3}, 1, 0.3, 12, 8),
	} {
		for i := 0; i < len(s.indices); i += 3 {
			var p, n [3]vec3
			for k := range 3 {
				at := s.indices[i+k]
				for c := range 3 {
					p[k][c], n[k][c] = float64(s.positions[at][c]), float64(s.normals[at][c])
				}
			}
			face := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
			if face.Len() < 1e-9 {
				t.Errorf("%s: triangle %d has no area", name, i/3)
			} else if face.Dot(n[0].Add(n[1]).Add(n[2])) <= 0 {
				t.Errorf("%s: triangle %d faces away from its normals", name, i/3)
			}
		}
	}
}
