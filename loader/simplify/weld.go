package simplify

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A surface is primitives put together for the simplifier: vertices that are equal in all
// attributes are one, and those equal in position alone have the very same position, which is how
// the simplifier knows seams. Every vertex is used.
type surface struct {
	primitives []*scene.Primitive
	positions  []mgl32.Vec3 // 0 to 1: relative to the smallest coordinates, over extent
	origin     []origin
	indices    []uint32 // three a triangle, never twice the same position
	extent     float32  // the largest, metres
}

// An origin says where a vertex of a surface comes from.
type origin struct{ primitive, vertex uint32 }

// farthest bounds coordinates so that squares of distances stay finite.
const farthest = 1e15

// weld checks primitives and puts them together.
func weld(primitives []*scene.Primitive) (*surface, error) {
	lowest, highest := mgl32.Vec3{farthest, farthest, farthest}, mgl32.Vec3{-farthest, -farthest, -farthest}
	corners := 0
	for i, p := range primitives {
		if err := checkPrimitive(p); err != nil {
			return nil, fmt.Errorf("simplify: primitive %d: %w", i, err)
		}
		corners += len(p.Indices)
		for _, v := range p.Indices {
			for k, x := range p.Positions[v] {
				lowest[k], highest[k] = min(lowest[k], x), max(highest[k], x)
			}
		}
	}
	s := &surface{primitives: primitives}
	if corners == 0 {
		return s, nil
	}
	for k := range 3 {
		s.extent = max(s.extent, highest[k]-lowest[k])
	}
	if s.extent == 0 {
		return s, nil // a point has no triangles
	}
	s.indices = make([]uint32, 0, corners)
	for i, p := range primitives {
		s.add(uint32(i), p, lowest)
	}
	return s, nil
}

// add appends a primitive's triangles, less those without an area to speak of.
func (s *surface) add(number uint32, p *scene.Primitive, lowest mgl32.Vec3) {
	same, unique := meshoptRemap(p)
	of := make([]uint32, unique) // vertex of the surface
	for i := range of {
		of[i] = unused
	}
	at := func(v uint32) mgl32.Vec3 {
		var q mgl32.Vec3
		for k, x := range p.Positions[v] {
			// Never -0, which differs from 0 in its bits.
			if d := float32(float64(x-lowest[k]) / float64(s.extent)); d != 0 {
				q[k] = d
			}
		}
		return q
	}
	for t := 0; t < len(p.Indices); t += 3 {
		v := [3]uint32(p.Indices[t : t+3])
		q := [3]mgl32.Vec3{at(v[0]), at(v[1]), at(v[2])}
		if q[0] == q[1] || q[1] == q[2] || q[2] == q[0] {
			continue
		}
		for k := range v {
			w := &of[same[v[k]]]
			if *w == unused {
				*w = uint32(len(s.positions))
				s.positions = append(s.positions, q[k])
				s.origin = append(s.origin, origin{number, v[k]})
			}
			s.indices = append(s.indices, *w)
		}
	}
}

// checkPrimitive says what keeps a primitive from being simplified.
func checkPrimitive(p *scene.Primitive) error {
	n := len(p.Positions)
	if len(p.Indices)%3 != 0 {
		return fmt.Errorf("%d indices are no triangles", len(p.Indices))
	}
	if n > math.MaxInt32 || len(p.Indices) > math.MaxInt32 {
		return fmt.Errorf("%d vertices and %d indices are too many", n, len(p.Indices))
	}
	for _, a := range []struct {
		what     string
		n        int
		optional bool
	}{
		{"normals", len(p.Normals), p.Normals == nil}, {"tangents", len(p.Tangents), p.Tangents == nil},
		{"UV0", len(p.UV0), p.UV0 == nil}, {"UV1", len(p.UV1), p.UV1 == nil}, {"colors", len(p.Colors), p.Colors == nil},
	} {
		if a.n != n && !a.optional {
			return fmt.Errorf("%d positions but %d %s", n, a.n, a.what)
		}
	}
	for _, v := range p.Indices {
		if int(v) >= n {
			return fmt.Errorf("index %d of %d vertices", v, n)
		}
	}
	for i, q := range p.Positions {
		for _, x := range q {
			if !(x >= -farthest && x <= farthest) {
				return fmt.Errorf("position %d is %v; coordinates are numbers within ±%g", i, q, float64(farthest))
			}
		}
	}
	for i := range n {
		if bad := p.Normals != nil && !finite(p.Normals[i][:]...) || p.Tangents != nil && !finite(p.Tangents[i][:]...) ||
			p.UV0 != nil && !finite(p.UV0[i][:]...) || p.UV1 != nil && !finite(p.UV1[i][:]...) ||
			p.Colors != nil && !finite(p.Colors[i][:]...); bad {
			return fmt.Errorf("vertex %d has an attribute that is no finite number", i)
		}
	}
	return nil
}

func finite(list ...float32) bool {
	for _, x := range list {
		if d := x - x; d != 0 { // neither infinite nor NaN
			return false
		}
	}
	return true
}
