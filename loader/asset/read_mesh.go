package asset

import (
	"strconv"

	"github.com/qmuntal/gltf"
)

func (r *reader) readMesh(e *element) *gltf.Mesh {
	m := &gltf.Mesh{Name: e.string("name"), Weights: e.numbers("weights")}
	if !e.require("primitives") {
		return nil
	}
	m.Primitives = make([]*gltf.Primitive, 0, 1)
	e.objects("primitives", func(i int, p *element) {
		for len(m.Primitives) < i {
			m.Primitives = append(m.Primitives, nil)
		}
		m.Primitives = append(m.Primitives, r.readPrimitive(p))
	})
	targets := -1
	for i, p := range m.Primitives {
		if p == nil {
			continue
		}
		if targets < 0 {
			targets = len(p.Targets)
		}
		if len(p.Targets) != targets {
			r.fail(e.at("primitives["+strconv.Itoa(i)+"].targets"), "has %d morph targets, the primitives before it have %d", len(p.Targets), targets)
		}
	}
	if m.Weights != nil && targets >= 0 && len(m.Weights) != targets {
		e.fail("weights", "has %d weights for %d morph targets", len(m.Weights), targets)
	}
	return m
}

func (r *reader) readPrimitive(e *element) *gltf.Primitive {
	if !e.require("attributes") {
		return nil
	}
	p := &gltf.Primitive{}
	ok := true
	if p.Attributes, ok = r.readAttributes(e.object("attributes")); !ok {
		p = nil
	}
	indices, material := e.reference("indices", "accessors"), e.reference("material", "materials")
	mode := e.int("mode", 4, 0, 6)
	var targets []gltf.PrimitiveAttributes
	e.objects("targets", func(i int, t *element) {
		attributes, ok := r.readAttributes(t)
		if !ok {
			p = nil
		}
		targets = append(targets, attributes)
	})
	if p == nil || (e.has("indices") && indices < 0) || (e.has("material") && material < 0) {
		return nil
	}
	if indices >= 0 {
		p.Indices = &indices
	}
	if material >= 0 {
		p.Material = &material
	}
	p.Targets = targets
	p.Mode = [...]gltf.PrimitiveMode{gltf.PrimitivePoints, gltf.PrimitiveLines, gltf.PrimitiveLineLoop,
		gltf.PrimitiveLineStrip, gltf.PrimitiveTriangles, gltf.PrimitiveTriangleStrip, gltf.PrimitiveTriangleFan}[mode]
	return p
}

func (r *reader) readAttributes(e *element) (gltf.PrimitiveAttributes, bool) {
	if e == nil {
		return nil, false
	}
	if len(e.v.keys) == 0 {
		r.fail(e.path(), "must not be empty")
		return nil, false
	}
	ok := true
	list := make(gltf.PrimitiveAttributes, len(e.v.keys))
	for i, name := range e.v.keys {
		n := e.resolve(name, &e.v.items[i], "accessors")
		if n < 0 {
			ok = false
			continue
		}
		list[name] = n
	}
	return list, ok
}

func (r *reader) readSkin(e *element) *gltf.Skin {
	if !e.require("joints") {
		return nil
	}
	s := &gltf.Skin{Joints: e.references("joints", "nodes")}
	if e.has("inverseBindMatrices") {
		n := e.reference("inverseBindMatrices", "accessors")
		if n < 0 {
			return nil
		}
		s.InverseBindMatrices = &n
	}
	e.reference("skeleton", "nodes")
	if len(s.Joints) == 0 {
		return nil
	}
	return s
}
