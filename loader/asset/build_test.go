package asset

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// pack writes numbers one after another, little-endian.
func pack(t testing.TB, parts ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, p := range parts {
		if err := binary.Write(&b, binary.LittleEndian, p); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func dataURI(mime string, data []byte) string {
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// folder writes files and opens a root over them.
func folder(t testing.TB, files map[string][]byte) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// openJSON opens a file with this JSON, to which the asset object is added, in a folder with
// other files.
func openJSON(t testing.TB, json string, others map[string][]byte) (*Asset, error) {
	t.Helper()
	files := map[string][]byte{"a.gltf": []byte(`{"asset": {"version": "2.0"}, ` + json + `}`)}
	for name, data := range others {
		files[name] = data
	}
	return Open(folder(t, files), "a.gltf")
}

func mustOpen(t testing.TB, json string, others map[string][]byte) *Asset {
	t.Helper()
	a, err := openJSON(t, json, others)
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, a)
	return a
}

// wantProblem checks that err is an *Invalid with a problem at this element, whose message has
// these words in it.
func wantProblem(t testing.TB, err error, element, words string) {
	t.Helper()
	var invalid *Invalid
	if !errors.As(err, &invalid) {
		t.Errorf("want a problem at %s, got %v", element, err)
		return
	}
	for _, p := range invalid.Problems {
		if p.Element == element && strings.Contains(p.Message, words) {
			return
		}
	}
	t.Errorf("no problem at %q with %q in:\n%v", element, words, err)
}

func wantWarning(t testing.TB, a *Asset, element, words string) {
	t.Helper()
	for _, w := range a.Warnings {
		if w.Element == element && strings.Contains(w.Message, words) {
			return
		}
	}
	t.Errorf("no warning at %q with %q in %v", element, words, a.Warnings)
}

// gridGLB is a grid of 2·n² triangles, written by another library.
func gridGLB(t testing.TB, n int, normalTexture bool) []byte {
	t.Helper()
	var positions, normals [][3]float32
	var uvs [][2]float32
	var indices []uint32
	for j := range n + 1 {
		for i := range n + 1 {
			x, y := float32(i)/float32(n), float32(j)/float32(n)
			positions = append(positions, [3]float32{x, x * y, y})
			normals = append(normals, [3]float32{0, 1, 0})
			uvs = append(uvs, [2]float32{x, y})
		}
	}
	for j := range n {
		for i := range n {
			a := uint32(j*(n+1) + i)
			b, c, d := a+1, a+uint32(n)+1, a+uint32(n)+2
			indices = append(indices, a, c, b, b, c, d)
		}
	}
	doc := gltf.NewDocument()
	p := &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION:   modeler.WritePosition(doc, positions),
			gltf.NORMAL:     modeler.WriteNormal(doc, normals),
			gltf.TEXCOORD_0: modeler.WriteTextureCoord(doc, uvs),
		},
		Indices: gltf.Index(modeler.WriteIndices(doc, indices)),
	}
	if normalTexture {
		doc.Images = []*gltf.Image{{URI: dataURI("image/png", tinyPNG(t))}}
		doc.Textures = []*gltf.Texture{{Source: gltf.Index(0)}}
		doc.Materials = []*gltf.Material{{NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}}}
		p.Material = gltf.Index(0)
	}
	doc.Meshes = []*gltf.Mesh{{Name: "grid", Primitives: []*gltf.Primitive{p}}}
	doc.Nodes = []*gltf.Node{{Name: "grid", Mesh: gltf.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	var b bytes.Buffer
	e := gltf.NewEncoder(&b)
	e.AsBinary = true
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOtherWriter reads what another library writes.
func TestOtherWriter(t *testing.T) {
	root := folder(t, map[string][]byte{"grid.glb": gridGLB(t, 3, true)})
	a, err := Open(root, "grid.glb")
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, a)
	p := a.Meshes[0].Primitives[0]
	if len(p.Indices) != 54 || len(p.Positions) != 16 || p.Positions[13] != [3]float32{1. / 3, 1. / 3, 1} || p.UV0[15] != [2]float32{1, 1} {
		t.Errorf("got %+v", p)
	}
	if len(a.Warnings) > 0 {
		t.Errorf("warns %v", a.Warnings)
	}
	// u runs along +X and the picture's up, -v, along -Z: right-handed with the normal +Y.
	for i, tangent := range p.Tangents {
		if tangent != [4]float32{1, 0, 0, 1} {
			t.Errorf("tangent %d is %v", i, tangent)
		}
	}
}

func BenchmarkOpen925kTriangles(b *testing.B) {
	benchmarkOpen(b, gridGLB(b, 680, false))
}

func BenchmarkOpen925kTrianglesTangents(b *testing.B) {
	benchmarkOpen(b, gridGLB(b, 680, true))
}

func benchmarkOpen(b *testing.B, glb []byte) {
	root := folder(b, map[string][]byte{"grid.glb": glb})
	b.SetBytes(int64(len(glb)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(root, "grid.glb"); err != nil {
			b.Fatal(err)
		}
	}
}
