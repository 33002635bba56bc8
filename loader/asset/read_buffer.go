package asset

import (
	"github.com/qmuntal/gltf"
)

// Where data lies: buffers, views of them, and accessors as their JSON has them.

func (r *reader) readBuffer(e *element) *gltf.Buffer {
	b := &gltf.Buffer{URI: e.string("uri"), ByteLength: e.int("byteLength", 0, 1, maxInt)}
	if !e.require("byteLength") || b.ByteLength == 0 {
		return nil
	}
	return b
}

func (r *reader) readView(e *element) *gltf.BufferView {
	ok := e.require("buffer")
	ok = e.require("byteLength") && ok
	v := &gltf.BufferView{
		Buffer:     e.reference("buffer", "buffers"),
		ByteOffset: e.int("byteOffset", 0, 0, maxInt),
		ByteLength: e.int("byteLength", -1, 0, maxInt),
		ByteStride: e.int("byteStride", 0, 4, 252),
	}
	if v.ByteLength == 0 {
		r.warn(e.at("byteLength"), "is 0, the specification asks for at least 1")
	}
	if v.ByteStride%4 != 0 {
		e.fail("byteStride", "is %d, must be a multiple of 4", v.ByteStride)
		ok = false
	}
	switch e.enum("target", 0, 34962, 34963) {
	case 34962:
		v.Target = gltf.TargetArrayBuffer
	case 34963:
		v.Target = gltf.TargetElementArrayBuffer
		if v.ByteStride != 0 {
			e.fail("byteStride", "is not allowed in a view of indices (target 34963)")
		}
	}
	if !ok || v.Buffer < 0 || v.ByteLength < 0 {
		return nil
	}
	return v
}

var componentTypes = map[int]gltf.ComponentType{
	5120: gltf.ComponentByte, 5121: gltf.ComponentUbyte, 5122: gltf.ComponentShort,
	5123: gltf.ComponentUshort, 5125: gltf.ComponentUint, 5126: gltf.ComponentFloat,
}

var accessorTypes = map[string]gltf.AccessorType{
	"SCALAR": gltf.AccessorScalar, "VEC2": gltf.AccessorVec2, "VEC3": gltf.AccessorVec3,
	"VEC4": gltf.AccessorVec4, "MAT2": gltf.AccessorMat2, "MAT3": gltf.AccessorMat3, "MAT4": gltf.AccessorMat4,
}

func (r *reader) readAccessor(e *element) *gltf.Accessor {
	ok := e.require("componentType")
	ok = e.require("count") && ok
	ok = e.require("type") && ok
	component, known := componentTypes[e.enum("componentType", 0, 5120, 5121, 5122, 5123, 5125, 5126)]
	kind, knownType := accessorTypes[e.string("type")]
	if !knownType && e.string("type") != "" {
		r.warn(e.at("type"), "%q is unknown", e.string("type"))
	}
	a := &gltf.Accessor{
		ByteOffset:    e.int("byteOffset", 0, 0, maxInt),
		ComponentType: component,
		Normalized:    e.bool("normalized"),
		Count:         e.int("count", 0, 1, maxInt),
		Type:          kind,
	}
	if !ok || !known || !knownType || a.Count == 0 {
		return nil
	}
	if e.has("bufferView") {
		view := e.reference("bufferView", "bufferViews")
		if view < 0 {
			ok = false
		}
		a.BufferView = &view
	} else if e.has("byteOffset") {
		e.fail("byteOffset", "needs a bufferView")
		ok = false
	}
	if a.Normalized && (component == gltf.ComponentFloat || component == gltf.ComponentUint) {
		e.fail("normalized", "is only for 8 and 16-bit integers")
		ok = false
	}
	if a.ByteOffset%componentSize(component) != 0 {
		e.fail("byteOffset", "is %d, must be a multiple of the component size, %d", a.ByteOffset, componentSize(component))
		ok = false
	}
	for _, bound := range []struct {
		key  string
		list *[]float64
	}{{"min", &a.Min}, {"max", &a.Max}} {
		*bound.list = e.numbers(bound.key)
		if n := len(*bound.list); n != 0 && n != components(kind) {
			e.fail(bound.key, "must have %d numbers, not %d", components(kind), n)
			*bound.list = nil
		}
	}
	if s := e.object("sparse"); s != nil {
		if a.Sparse = r.readSparse(s, a); a.Sparse == nil {
			ok = false
		}
	} else if e.has("sparse") {
		ok = false
	}
	if !ok {
		return nil
	}
	return a
}

func (r *reader) readSparse(e *element, a *gltf.Accessor) *gltf.Sparse {
	ok := e.require("count")
	ok = e.require("indices") && ok
	ok = e.require("values") && ok
	s := &gltf.Sparse{Count: e.int("count", 0, 1, maxInt)}
	if s.Count > a.Count {
		e.fail("count", "is %d, but the accessor has %d elements", s.Count, a.Count)
		ok = false
	}
	indices, values := e.object("indices"), e.object("values")
	if indices == nil || values == nil || !ok {
		return nil
	}
	ok = indices.require("bufferView")
	ok = indices.require("componentType") && ok
	ok = values.require("bufferView") && ok
	s.Indices.BufferView = indices.reference("bufferView", "bufferViews")
	s.Indices.ByteOffset = indices.int("byteOffset", 0, 0, maxInt)
	s.Values.BufferView = values.reference("bufferView", "bufferViews")
	s.Values.ByteOffset = values.int("byteOffset", 0, 0, maxInt)
	component, known := componentTypes[indices.enum("componentType", 0, 5121, 5123, 5125)]
	s.Indices.ComponentType = component
	if !ok || !known || s.Indices.BufferView < 0 || s.Values.BufferView < 0 || s.Count == 0 {
		return nil
	}
	return s
}
