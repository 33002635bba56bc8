package asset

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"
)

// checkAccessors compares accessors with their views. Those that do not fit are reported and
// become nil.
func checkAccessors(doc *document, data *buffers, r *report) {
	for i, a := range doc.accessors {
		if a != nil && !checkAccessor(doc, a, "accessors["+strconv.Itoa(i)+"]", r) {
			doc.accessors[i] = nil
		}
	}
}

func checkAccessor(doc *document, a *gltf.Accessor, place string, r *report) bool {
	ok := true
	size := elementSize(a)
	if a.BufferView != nil {
		v := doc.views[*a.BufferView]
		if v == nil {
			return false
		}
		stride := doc.stride(a)
		if stride < size {
			r.fail(place, "has elements of %d bytes, more than the byteStride of %d", size, stride)
			return false
		}
		isMatrix := a.Type >= gltf.AccessorMat2
		if isMatrix && a.ByteOffset%4 != 0 {
			r.fail(place+".byteOffset", "matrices must start at a multiple of 4")
			ok = false
		}
		if align := componentSize(a.ComponentType); (v.ByteOffset+a.ByteOffset)%align != 0 || stride%align != 0 {
			r.fail(place, "is not aligned to its component size, %d", align)
			ok = false
		}
		if !fits(a.Count, a.ByteOffset, stride, size-padding(a), v.ByteLength) {
			r.fail(place, "has %d elements of %d bytes from byte %d on, but bufferViews[%d] has only %d bytes",
				a.Count, stride, a.ByteOffset, *a.BufferView, v.ByteLength)
			ok = false
		}
	}
	if s := a.Sparse; s != nil {
		indexSize := componentSize(s.Indices.ComponentType)
		ok = checkSparseView(doc, s.Indices.BufferView, s.Count, s.Indices.ByteOffset, indexSize, indexSize, place+".sparse.indices", r) && ok
		ok = checkSparseView(doc, s.Values.BufferView, s.Count, s.Values.ByteOffset, size, componentSize(a.ComponentType), place+".sparse.values", r) && ok
	}
	return ok
}

func checkSparseView(doc *document, view, count, offset, size, align int, place string, r *report) bool {
	v := doc.views[view]
	if v == nil {
		return false
	}
	ok := true
	if v.ByteStride != 0 || v.Target != gltf.TargetNone {
		r.fail(place+".bufferView", "bufferViews[%d] has a byteStride or target, which sparse data may not have", view)
		ok = false
	}
	if (v.ByteOffset+offset)%align != 0 {
		r.fail(place, "is not aligned to its component size, %d", align)
		ok = false
	}
	if !fits(count, offset, size, size, v.ByteLength) {
		r.fail(place, "has %d elements of %d bytes from byte %d on, but bufferViews[%d] has only %d bytes", count, size, offset, view, v.ByteLength)
		ok = false
	}
	return ok
}

// fits says whether elements lie inside a view. No product here can overflow.
func fits(count, offset, stride, size, length int) bool {
	return offset <= length && size <= length-offset && (count-1) <= (length-offset-size)/stride
}

// A meshChecker compares primitives with accessors.
type meshChecker struct {
	doc *document
	r   *report

	target    []gltf.Target // of views, as used so far
	attribute []int         // accessor that uses the view as an attribute, or -1
}

// checkMeshes reports primitives whose accessors do not suit. A primitive that cannot be
// drawn for a reason already reported becomes nil.
func checkMeshes(doc *document, r *report) {
	c := &meshChecker{doc: doc, r: r, target: make([]gltf.Target, len(doc.views)), attribute: make([]int, len(doc.views))}
	for i := range c.attribute {
		c.attribute[i] = -1
	}
	for i, m := range doc.meshes {
		if m == nil {
			continue
		}
		for k, p := range m.Primitives {
			if p == nil {
				continue
			}
			place := primitivePath(i, k)
			c.checkAttributes(p.Attributes, nil, place+".attributes.")
			c.checkIndices(p, place+".indices")
			for t, target := range p.Targets {
				c.checkAttributes(target, p.Attributes, fmt.Sprintf("%s.targets[%d].", place, t))
			}
		}
	}
}

func primitivePath(mesh, primitive int) string {
	return "meshes[" + strconv.Itoa(mesh) + "].primitives[" + strconv.Itoa(primitive) + "]"
}

// checkAttributes checks the attributes of a primitive, or of a morph target of one with the
// attributes base.
func (c *meshChecker) checkAttributes(attributes, base gltf.PrimitiveAttributes, place string) {
	morph := base != nil
	count, counted := 0, ""
	if morph {
		for _, name := range slices.Sorted(maps.Keys(base)) {
			if a := c.doc.accessors[base[name]]; a != nil {
				count, counted = a.Count, name
				break
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		a := c.accessor(attributes[name], place+name)
		if a == nil {
			continue
		}
		if morph {
			if _, ok := base[name]; !ok {
				c.r.fail(place+name, "morphs an attribute that the primitive does not have")
			}
		}
		c.checkFormat(name, a, morph, place+name)
		c.useView(attributes[name], a, gltf.TargetArrayBuffer, place+name)
		switch {
		case counted == "":
			count, counted = a.Count, name
		case a.Count != count:
			c.r.fail(place+name, "has %d elements, but %s has %d", a.Count, counted, count)
		}
		if size := elementSize(a); a.BufferView != nil && (a.ByteOffset%4 != 0 || c.doc.stride(a)%4 != 0) {
			c.r.fail(place+name, "has elements of %d bytes at offset %d and stride %d; vertex attributes must be aligned to 4",
				size, a.ByteOffset, c.doc.stride(a))
		}
	}
	names := map[string]int{}
	for name := range attributes {
		base, _ := splitSemantic(name)
		names[base]++
	}
	if !morph && names["JOINTS"] != names["WEIGHTS"] {
		c.r.fail(strings.TrimSuffix(place, "."), "has %d JOINTS but %d WEIGHTS", names["JOINTS"], names["WEIGHTS"])
	}
}

func (c *meshChecker) checkFormat(name string, a *gltf.Accessor, morph bool, place string) {
	if strings.HasPrefix(name, "_") {
		if a.ComponentType == gltf.ComponentUint {
			c.r.fail(place, "may not be of UNSIGNED_INT")
		}
		return
	}
	base, ok := splitSemantic(name)
	formats, known := allowed(base, c.doc.quantized, morph)
	if !ok || !known {
		c.r.fail(place, "is not an attribute of glTF; others must start with an underscore")
		return
	}
	if !slices.Contains(formats, formatOf(a)) {
		c.r.fail(place, "is %v, must be %s", formatOf(a), oneOf(formats))
		return
	}
	if base == "POSITION" && (a.Min == nil || a.Max == nil) {
		c.r.fail(place, "the accessor must have min and max")
	}
}

func oneOf(formats []format) string {
	words := make([]string, len(formats))
	for i, f := range formats {
		words[i] = f.String()
	}
	return strings.Join(words, ", or ")
}

func (c *meshChecker) checkIndices(p *gltf.Primitive, place string) {
	if p.Indices == nil {
		return
	}
	a := c.accessor(*p.Indices, place)
	if a == nil {
		return
	}
	f := formatOf(a)
	if f.kind != gltf.AccessorScalar || f.normalized || f.component == float || f.component == sbyte || f.component == short {
		c.r.fail(place, "is %v, must be SCALAR of UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT", f)
		return
	}
	if a.BufferView != nil && c.doc.views[*a.BufferView].ByteStride != 0 {
		c.r.fail(place, "bufferViews[%d] has a byteStride, which indices may not have", *a.BufferView)
	}
	c.useView(*p.Indices, a, gltf.TargetElementArrayBuffer, place)
}

// accessor returns an accessor, or nil: where it is of an unknown kind, that is reported here.
func (c *meshChecker) accessor(i int, place string) *gltf.Accessor {
	a := c.doc.accessors[i]
	if a == nil && !c.r.failed() {
		c.r.fail(place, "needs accessors[%d], which is of an unknown kind", i)
	}
	return a
}

// useView notes that a view serves as vertices or indices; it cannot serve as both.
func (c *meshChecker) useView(index int, a *gltf.Accessor, as gltf.Target, place string) {
	if a.BufferView == nil {
		return
	}
	i := *a.BufferView
	v := c.doc.views[i]
	if c.target[i] == gltf.TargetNone {
		c.target[i] = v.Target
	}
	switch c.target[i] {
	case as:
	case gltf.TargetNone:
		c.target[i] = as
	default:
		c.r.fail(place, "uses bufferViews[%d] as %s, but it is for %s", i, targetName(as), targetName(c.target[i]))
	}
	if as != gltf.TargetArrayBuffer {
		return
	}
	if first := c.attribute[i]; first >= 0 && first != index && v.ByteStride == 0 {
		c.r.fail(place, "shares bufferViews[%d] with accessors[%d], which needs a byteStride there", i, first)
	}
	c.attribute[i] = index
}

func targetName(t gltf.Target) string {
	if t == gltf.TargetElementArrayBuffer {
		return "indices"
	}
	return "vertices"
}
