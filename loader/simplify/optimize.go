package simplify

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// overdrawCost is how much worse the vertex cache may be used for less overdraw: meshoptimizer's
// own recommendation.
const overdrawCost = 1.05

// Optimize reorders the triangles and vertices of p for the GPU: vertices are shaded about once,
// outer triangles come early, and vertices lie in the order of use. Equal vertices become one and unused
// ones go. What is drawn stays the same, apart from the order of triangles. p's slices are replaced, not
// written to.
//
// Vertices shaded for each triangle of a torus of 20,000, with a first-in, first-out cache of 16: 1.01 before
// and 0.65 after where the triangles came row by row, 3.00 and 0.67 where they came in any order.
func Optimize(p *scene.Primitive) error {
	if _, err := library(); err != nil {
		return err
	}
	if err := checkPrimitive(p); err != nil {
		return err
	}
	same, unique := meshoptRemap(p)
	first := make([]uint32, unique)
	for v := len(same) - 1; v >= 0; v-- {
		if same[v] != unused {
			first[same[v]] = uint32(v)
		}
	}
	all := part{vertices: first, indices: make([]uint32, len(p.Indices))}
	for i, v := range p.Indices {
		all.indices[i] = same[v]
	}
	*p = all.order(p.Positions).take(p)
	return nil
}

// order sorts triangles for the vertex cache and little overdraw, and vertices by first use.
func (l part) order(positions []mgl32.Vec3) part {
	if len(l.indices) == 0 {
		return part{}
	}
	at := make([]mgl32.Vec3, len(l.vertices))
	for i, v := range l.vertices {
		at[i] = positions[v]
	}
	indices := meshoptOverdraw(meshoptVertexCache(l.indices, len(at)), at, overdrawCost)
	number := make([]uint32, len(at)) // plus one
	var used []uint32
	for i, v := range indices {
		if number[v] == 0 {
			used = append(used, l.vertices[v])
			number[v] = uint32(len(used))
		}
		indices[i] = number[v] - 1
	}
	return part{used, indices}
}

// take copies a part out of its primitive.
func (l part) take(p *scene.Primitive) scene.Primitive {
	q := scene.Primitive{
		Positions: pick(p.Positions, l.vertices), Normals: pick(p.Normals, l.vertices), Tangents: pick(p.Tangents, l.vertices),
		UV0: pick(p.UV0, l.vertices), UV1: pick(p.UV1, l.vertices), Colors: pick(p.Colors, l.vertices),
		Indices: l.indices, Material: p.Material,
	}
	q.Bounds = scene.BoundsOf(q.Positions)
	return q
}

// pick is an attribute of some vertices, nil where there is none.
func pick[T any](attribute []T, vertices []uint32) []T {
	if attribute == nil {
		return nil
	}
	list := make([]T, len(vertices))
	for i, v := range vertices {
		list[i] = attribute[v]
	}
	return list
}
