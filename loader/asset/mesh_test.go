package asset

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"scenerender/scene"
)

// square is four corners, counter-clockwise seen from +Z.
var square = []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}

const squareBounds = `"min": [0, 0, 0], "max": [1, 1, 0]`

// meshJSON is a file with one buffer, whose views and accessors are given, and one primitive.
func meshJSON(data []byte, views, accessors, primitive, rest string) string {
	return fmt.Sprintf(`"buffers": [{"byteLength": %d, "uri": %q}], "bufferViews": [%s], "accessors": [%s],
		"meshes": [{"primitives": [{%s}]}]%s`, len(data), dataURI("application/octet-stream", data), views, accessors, primitive, rest)
}

func TestModes(t *testing.T) {
	for _, c := range []struct {
		mode    int
		indices []byte
		want    []uint32
		warns   string
	}{
		{4, []byte{0, 1, 2, 0, 2, 3}, []uint32{0, 1, 2, 0, 2, 3}, ""},
		{4, []byte{0, 1, 2, 0, 2}, []uint32{0, 1, 2}, "whole triangles"},
		{4, nil, []uint32{0, 1, 2}, "whole triangles"},
		{5, []byte{0, 1, 3, 2}, []uint32{0, 1, 3, 1, 2, 3}, ""},
		{5, []byte{0, 1, 3, 3, 2}, []uint32{0, 1, 3}, ""},
		{6, []byte{0, 1, 2, 3}, []uint32{1, 2, 0, 2, 3, 0}, ""},
		{6, nil, []uint32{1, 2, 0, 2, 3, 0}, ""},
		{0, nil, nil, "points and lines"},
		{3, []byte{0, 1}, nil, "points and lines"},
		{4, []byte{0, 1}, nil, "whole triangle"},
	} {
		data := pack(t, square, square, c.indices)
		primitive := fmt.Sprintf(`"mode": %d, "attributes": {"POSITION": 0, "NORMAL": 1}`, c.mode)
		accessors := `{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", ` + squareBounds + `},
			{"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"}`
		views := `{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteLength": 48, "byteOffset": 48}`
		if c.indices != nil {
			primitive += `, "indices": 2`
			accessors += fmt.Sprintf(`, {"bufferView": 2, "componentType": 5121, "count": %d, "type": "SCALAR"}`, len(c.indices))
			views += fmt.Sprintf(`, {"buffer": 0, "byteOffset": 96, "byteLength": %d}`, len(c.indices))
		}
		a := mustOpen(t, meshJSON(data, views, accessors, primitive, ""), nil)
		var got []uint32
		if p := a.Meshes[0].Primitives; len(p) > 0 {
			got = p[0].Indices
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("mode %d of %v: %v, want %v", c.mode, c.indices, got, c.want)
		}
		if words := fmt.Sprint(a.Warnings); !strings.Contains(words, c.warns) {
			t.Errorf("mode %d of %v warns %s, want %q", c.mode, c.indices, words, c.warns)
		}
	}
}

func TestIndexTypesAndRange(t *testing.T) {
	// Vertex 0 is far away and not used; indices count from 1.
	positions := append([]float32{9, 9, 9}, square...)
	for _, c := range []struct {
		component int
		indices   any
	}{
		{5121, []uint8{1, 2, 3, 1, 3, 4}}, {5123, []uint16{1, 2, 3, 1, 3, 4}}, {5125, []uint32{1, 2, 3, 1, 3, 4}},
	} {
		data := pack(t, positions, c.indices)
		a := mustOpen(t, meshJSON(data,
			fmt.Sprintf(`{"buffer": 0, "byteLength": 60}, {"buffer": 0, "byteOffset": 60, "byteLength": %d, "target": 34963}`, len(data)-60),
			fmt.Sprintf(`{"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3", "min": [0,0,0], "max": [9,9,9]},
				{"bufferView": 1, "componentType": %d, "count": 6, "type": "SCALAR"}`, c.component),
			`"attributes": {"POSITION": 0}, "indices": 1`, ""), nil)
		p := a.Meshes[0].Primitives[0]
		if p.Bounds != (scene.Box{Max: mgl32.Vec3{1, 1, 0}}) {
			t.Errorf("component type %d: bounds %v", c.component, p.Bounds)
		}
		// Without normals each triangle has its own.
		if len(p.Positions) != 6 || p.Normals[5] != (mgl32.Vec3{0, 0, 1}) || p.Positions[5] != (mgl32.Vec3{0, 1, 0}) {
			t.Errorf("component type %d: %+v", c.component, p)
		}
	}
}

func TestIndexOutOfRange(t *testing.T) {
	data := pack(t, square, []uint16{0, 1, 4, 0})
	_, err := openJSON(t, meshJSON(data,
		`{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 8}`,
		`{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", `+squareBounds+`},
		 {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}`,
		`"attributes": {"POSITION": 0}, "indices": 1`, ""), nil)
	wantProblem(t, err, "meshes[0].primitives[0].indices", "element 2 is 4, but there are only 4 vertices")
}

func TestNotFinite(t *testing.T) {
	bad := slices.Clone(square)
	bad[7] = float32(math.NaN())
	_, err := openJSON(t, meshJSON(pack(t, bad), `{"buffer": 0, "byteLength": 48}`,
		`{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", `+squareBounds+`}`,
		`"attributes": {"POSITION": 0}`, ""), nil)
	wantProblem(t, err, "meshes[0].primitives[0].attributes.POSITION", "element 2 is not finite")
}

// TestFormats reads one element of every component type, normalised and not, tight and
// strided, by the specification's formulas (glTF 2.0, section 3.11).
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		component  gltf.ComponentType
		normalized bool
		data       any
		want       []float32
	}{
		{gltf.ComponentByte, false, []int8{-128, 0, 127, 5}, []float32{-128, 0, 127, 5}},
		{gltf.ComponentByte, true, []int8{-128, -127, 127, 0}, []float32{-1, -1, 1, 0}},
		{gltf.ComponentUbyte, false, []uint8{0, 1, 254, 255}, []float32{0, 1, 254, 255}},
		{gltf.ComponentUbyte, true, []uint8{0, 51, 255, 1}, []float32{0, 0.2, 1, 1. / 255}},
		{gltf.ComponentShort, false, []int16{-32768, 0, 32767, 7}, []float32{-32768, 0, 32767, 7}},
		{gltf.ComponentShort, true, []int16{-32768, -32767, 32767, 0}, []float32{-1, -1, 1, 0}},
		{gltf.ComponentUshort, false, []uint16{0, 1, 65535, 7}, []float32{0, 1, 65535, 7}},
		{gltf.ComponentUshort, true, []uint16{0, 13107, 65535, 0}, []float32{0, 0.2, 1, 0}},
		{gltf.ComponentUint, false, []uint32{0, 1, 1 << 24, 7}, []float32{0, 1, 1 << 24, 7}},
		{gltf.ComponentFloat, false, []float32{-1.5, 0, 2, 1e30}, []float32{-1.5, 0, 2, 1e30}},
	} {
		element := pack(t, c.data)
		for _, gap := range []int{0, 4, 12} {
			raw := append(append(make([]byte, 8), element...), make([]byte, gap)...)
			raw = append(raw, element...)
			a := &gltf.Accessor{BufferView: gltf.Index(0), ByteOffset: 8, ComponentType: c.component, Normalized: c.normalized, Count: 2, Type: gltf.AccessorVec4}
			doc := &document{accessors: []*gltf.Accessor{a}, buffers: []*gltf.Buffer{{ByteLength: len(raw)}},
				views: []*gltf.BufferView{{ByteLength: len(raw), ByteStride: len(element) + gap}}}
			b := &buffers{doc: doc, data: [][]byte{raw}, lim: defaultLimits}
			want := slices.Concat(c.want, c.want)
			if got, err := b.floats(a, 0, 2); err != nil || !slices.Equal(got, want) {
				t.Errorf("%v: got %v, %v, want %v", formatOf(a), got, err, want)
			}
			vecs, err := b.vec4s(a, 1, 2)
			if err != nil || len(vecs) != 1 || vecs[0] != mgl32.Vec4(c.want) {
				t.Errorf("%v as vectors: got %v, %v", formatOf(a), vecs, err)
			}
		}
	}
}

func TestInterleavedSparseAndQuantized(t *testing.T) {
	var data []byte
	for i := range 4 {
		data = append(data, pack(t, square[3*i:3*i+3], []uint8{255, 0, 51, 0}, []uint16{uint16(i * 21845), 0})...)
	}
	data = append(data, pack(t, []uint16{1, 3}, []float32{5, 0, 0, 0, 5, 0})...)
	a := mustOpen(t, meshJSON(data,
		`{"buffer": 0, "byteLength": 80, "byteStride": 20}, {"buffer": 0, "byteOffset": 80, "byteLength": 28}`,
		`{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0,0,0], "max": [5,5,0],
		  "sparse": {"count": 2, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 1, "byteOffset": 4}}},
		 {"bufferView": 0, "byteOffset": 12, "componentType": 5121, "normalized": true, "count": 4, "type": "VEC3"},
		 {"bufferView": 0, "byteOffset": 16, "componentType": 5123, "normalized": true, "count": 4, "type": "VEC2"},
		 {"componentType": 5126, "count": 4, "type": "VEC2",
		  "sparse": {"count": 1, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 1, "byteOffset": 4}}}`,
		`"mode": 6, "attributes": {"POSITION": 0, "COLOR_0": 1, "TEXCOORD_0": 2, "TEXCOORD_1": 3}`, ""), nil)
	p := a.Meshes[0].Primitives[0]
	// A fan without normals: vertices 1 2 0, 2 3 0.
	if want := []mgl32.Vec3{{5, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 5, 0}, {0, 0, 0}}; !slices.Equal(p.Positions, want) {
		t.Errorf("positions %v, want %v", p.Positions, want)
	}
	if p.Colors[0] != (mgl32.Vec4{1, 0, 0.2, 1}) || p.UV0[0] != (mgl32.Vec2{1. / 3, 0}) || p.UV0[4] != (mgl32.Vec2{1, 0}) {
		t.Errorf("colours %v, uv %v", p.Colors, p.UV0)
	}
	if p.UV1[0] != (mgl32.Vec2{5, 0}) || p.UV1[1] != (mgl32.Vec2{}) {
		t.Errorf("second uv %v", p.UV1)
	}
	if len(a.Warnings) != 0 {
		t.Errorf("warns %v", a.Warnings)
	}

	short := pack(t, []int16{0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0})
	quantized := meshJSON(short, `{"buffer": 0, "byteLength": 24, "byteStride": 8}`,
		`{"bufferView": 0, "componentType": 5122, "count": 3, "type": "VEC3", "min": [0,0,0], "max": [100,100,0]}`, `"attributes": {"POSITION": 0}`, "")
	_, err := openJSON(t, quantized, nil)
	wantProblem(t, err, "meshes[0].primitives[0].attributes.POSITION", "is VEC3 of SHORT")
	a = mustOpen(t, quantized+`, "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"]`, nil)
	if got := a.Meshes[0].Primitives[0].Bounds.Max; got != (mgl32.Vec3{100, 100, 0}) {
		t.Errorf("quantised bounds %v", got)
	}
}

func TestSparseIndicesAreChecked(t *testing.T) {
	for words, indices := range map[string][]uint16{"sparse index 1 is 9": {1, 9}, "must be more than the one before": {2, 2}} {
		data := pack(t, square, indices, square[:6])
		_, err := openJSON(t, meshJSON(data, `{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 28}`,
			`{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", `+squareBounds+`,
			  "sparse": {"count": 2, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 1, "byteOffset": 4}}}`,
			`"attributes": {"POSITION": 0}`, ""), nil)
		wantProblem(t, err, "meshes[0].primitives[0].attributes.POSITION", words)
	}
}

func TestRepairs(t *testing.T) {
	normals := []float32{0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 1}
	data := pack(t, square, normals)
	a := mustOpen(t, meshJSON(data, `{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 48}`,
		`{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [2, 2, 2]},
		 {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"}`,
		`"mode": 6, "attributes": {"POSITION": 0, "NORMAL": 1}`, ""), nil)
	for i, n := range a.Meshes[0].Primitives[0].Normals {
		if n != (mgl32.Vec3{0, 0, 1}) {
			t.Errorf("normal %d is %v", i, n)
		}
	}
	wantWarning(t, a, "meshes[0].primitives[0].attributes.NORMAL", "not of unit length")
	wantWarning(t, a, "meshes[0].primitives[0].attributes.NORMAL", "some are zero")
	wantWarning(t, a, "meshes[0].primitives[0].attributes.POSITION", "min and max")
}

// TestGreed checks that what a few bytes ask for is refused before it is allocated.
func TestGreed(t *testing.T) {
	position := func(count string) string {
		return `"accessors": [{"componentType": 5126, "count": ` + count + `, "type": "VEC3", "min": [0,0,0], "max": [0,0,0]}],
			"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]`
	}
	for name, c := range map[string]struct{ json, element, words string }{
		"count without data":   {position("50000000"), "meshes[0].primitives[0].attributes.POSITION", "no data"},
		"more than can be":     {position("9007199254740991"), "meshes[0].primitives[0]", "more geometry"},
		"negative count":       {position("-1"), "accessors[0].count", "at least 1"},
		"beyond integers":      {position("1e300"), "accessors[0].count", "at least 1"},
		"length of the buffer": {`"buffers": [{"byteLength": 900000000000, "uri": "data:,abc"}]`, "buffers[0]", "but there are 3"},
		"view beyond 64 bits": {`"buffers": [{"byteLength": 3, "uri": "data:,abc"}],
			"bufferViews": [{"buffer": 0, "byteOffset": 9007199254740991, "byteLength": 9007199254740991}]`, "bufferViews[0]", "are not in"},
		"accessor beyond 64 bits": {`"buffers": [{"byteLength": 4, "uri": "data:,abcd"}], "bufferViews": [{"buffer": 0, "byteLength": 4}],
			"accessors": [{"bufferView": 0, "componentType": 5121, "count": 9007199254740991, "type": "SCALAR"}]`, "accessors[0]", "has only 4 bytes"},
	} {
		_, err := openJSON(t, c.json, nil)
		if err == nil {
			t.Errorf("%s: loads", name)
			continue
		}
		wantProblem(t, err, c.element, c.words)
	}
}

func TestDeepNesting(t *testing.T) {
	_, err := openJSON(t, `"extras": `+strings.Repeat("[", 100_000), nil)
	wantProblem(t, err, "", "nested deeper")
}

// TestAllProblems checks that one run names what is wrong in several places.
func TestAllProblems(t *testing.T) {
	_, err := openJSON(t, `"nodes": [{"mesh": 7}, {"scale": [1, 2]}], "scene": 1, "cameras": [{"type": "perspective", "perspective": {"yfov": true}}],
		"buffers": [{"byteLength": 1.5}], "images": [{"uri": "none.png"}, {"uri": "data:image/png;base64,AAAA"}], "textures": [{"source": 0}],
		"materials": [{"emissiveTexture": {"index": 0}}]`, nil)
	for element, words := range map[string]string{
		"nodes[0].mesh": "there are none", "nodes[1].scale": "must have 3 numbers", "scene": "there are none",
		"cameras[0].perspective.yfov": "must be a number, not a boolean", "cameras[0].perspective.znear": "is required",
		"buffers[0].byteLength": "must be an integer, not 1.5", "images[0].uri": "no such file", "images[1]": "PNG, JPEG or WebP",
	} {
		wantProblem(t, err, element, words)
	}
}
