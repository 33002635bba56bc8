package asset

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

func sincos(angle float32) (sin, cos float32) {
	s, c := math.Sincos(float64(angle))
	return float32(s), float32(c)
}

// lightOfNode is where readNode leaves the index of the node's light.
const lightOfNode = "KHR_lights_punctual"

func (r *reader) readNode(e *element) *gltf.Node {
	n := &gltf.Node{
		Name:     e.string("name"),
		Children: e.references("children", "nodes"),
		Scale:    gltf.DefaultScale, Rotation: gltf.DefaultRotation,
	}
	n.Mesh = e.optional("mesh", "meshes")
	n.Camera = e.optional("camera", "cameras")
	n.Skin = e.optional("skin", "skins")
	n.Weights = e.numbers("weights")
	read := func(key string, into []float64, lo, hi float64) {
		list := make([]float32, len(into))
		for i := range into {
			list[i] = float32(into[i])
		}
		for i, f := range e.floats(key, list, lo, hi) {
			into[i] = float64(f)
		}
	}
	read("translation", n.Translation[:], -inf, inf)
	read("rotation", n.Rotation[:], -1, 1)
	read("scale", n.Scale[:], -inf, inf)
	if q := n.Rotation; e.has("rotation") {
		length := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		switch {
		case length < 1e-6:
			e.fail("rotation", "is zero, must be a unit quaternion")
		case math.Abs(length-1) > 0.005:
			e.fail("rotation", "has the length %.4g, must be a unit quaternion", length)
		default:
			for i := range q {
				n.Rotation[i] = q[i] / length
			}
		}
	}
	if e.has("matrix") {
		if e.has("translation") || e.has("rotation") || e.has("scale") {
			e.fail("matrix", "excludes translation, rotation and scale")
		}
		copy(n.Matrix[:], gltf.DefaultMatrix[:])
		read("matrix", n.Matrix[:], -inf, inf)
		if m := n.Matrix; m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
			e.fail("matrix", "is not affine: its fourth row must be 0 0 0 1")
		}
	}
	if n.Weights != nil && n.Mesh == nil && !e.has("mesh") {
		e.fail("weights", "needs a mesh")
	}
	if n.Weights != nil && n.Mesh != nil {
		if m := r.doc.meshes[*n.Mesh]; m != nil && len(m.Primitives) > 0 && m.Primitives[0] != nil && len(m.Primitives[0].Targets) != len(n.Weights) {
			e.fail("weights", "has %d weights for %d morph targets", len(n.Weights), len(m.Primitives[0].Targets))
		}
	}
	if e.has("skin") && !e.has("mesh") {
		e.fail("skin", "needs a mesh")
	}
	if x := e.extension(lightOfNode); x != nil && x.require("light") {
		v := x.v.get("light")
		if i, ok := x.integer("light", v, 0, maxInt); ok {
			if i >= len(r.doc.lights) {
				x.fail("light", "refers to light %d, but there %s", i, areThere(len(r.doc.lights)))
			} else {
				n.Extensions = gltf.Extensions{lightOfNode: i}
			}
		}
	}
	if l := r.readLod(e); l != nil {
		if n.Extensions == nil {
			n.Extensions = gltf.Extensions{}
		}
		n.Extensions[lodExtension] = l
	}
	return n
}

func (e *element) optional(key, collection string) *int {
	if n := e.reference(key, collection); n >= 0 {
		return &n
	}
	return nil
}

// localMatrix returns the node's parentFromLocal.
func localMatrix(n *gltf.Node) mgl32.Mat4 {
	if n.Matrix != [16]float64{} {
		var m mgl32.Mat4
		for i, f := range n.Matrix {
			m[i] = float32(f)
		}
		return m
	}
	q := mgl32.Quat{
		V: mgl32.Vec3{float32(n.Rotation[0]), float32(n.Rotation[1]), float32(n.Rotation[2])},
		W: float32(n.Rotation[3]),
	}
	m := q.Mat4()
	for c := range 3 {
		for row := range 3 {
			m[4*c+row] *= float32(n.Scale[c])
		}
		m[12+c] = float32(n.Translation[c])
	}
	return m
}
