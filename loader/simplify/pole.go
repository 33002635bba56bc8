package simplify

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// poleSides is from how many vertices of one sheet at one position on that is a pole. Four meet where
// the two seams of a torus cross.
const poleSides = 5

// A pole is where a texture's rows shrink to a point, or normals turn around one: at the ends of a sphere, at
// the tip of a cone. Each triangle there has a vertex of its own at the pole, so that every edge
// into it is a seam, and the simplifier would keep them all. Therefore it sees one vertex, which
// stays, and each triangle that is left then takes the one that suits it best.
type poles struct {
	one     []uint32            // by vertex: the one that stands for its pole, else the vertex
	members map[uint32][]uint32 // by the one
}

func findPoles(s *surface, sheet []uint32) poles {
	p := poles{one: make([]uint32, len(s.positions)), members: map[uint32][]uint32{}}
	place, places := meshoptRemapPositions(s.indices, s.positions)
	count := make([]uint32, places)
	for i := range p.one {
		p.one[i] = uint32(i)
		count[place[i]]++
	}
	type side struct{ place, sheet uint32 }
	first := map[side]uint32{}
	for v := range p.one {
		if count[place[v]] < poleSides {
			continue
		}
		k := side{place[v], sheet[v]}
		one, ok := first[k]
		if !ok {
			one = uint32(v)
			first[k] = one
		}
		p.members[one] = append(p.members[one], uint32(v))
	}
	for one, list := range p.members {
		if len(list) < poleSides {
			delete(p.members, one)
			continue
		}
		for _, v := range list {
			p.one[v] = one
		}
	}
	return p
}

// suit replaces the ones of poles by what suits each triangle.
func (p poles) suit(s *surface, indices []uint32) {
	if len(p.members) == 0 {
		return
	}
	for t := 0; t < len(indices); t += 3 {
		for k := range 3 {
			if list, ok := p.members[indices[t+k]]; ok {
				indices[t+k] = s.best(list, indices[t+(k+1)%3], indices[t+(k+2)%3])
			}
		}
	}
}

// best is the vertex whose texture coordinate and normal are nearest to the mean of two others'.
func (s *surface) best(list []uint32, a, b uint32) uint32 {
	nearest, best := float32(math.Inf(1)), list[0]
	uv, normal := s.look(a)
	uvB, normalB := s.look(b)
	uv, normal = uv.Add(uvB).Mul(0.5), normal.Add(normalB).Mul(0.5)
	for _, v := range list {
		uvV, normalV := s.look(v)
		du, dn := uvV.Sub(uv), normalV.Sub(normal)
		if d := du.Dot(du) + dn.Dot(dn); d < nearest {
			nearest, best = d, v
		}
	}
	return best
}

// look is a vertex's texture coordinate and normal, zero where there is none.
func (s *surface) look(v uint32) (uv mgl32.Vec2, normal mgl32.Vec3) {
	o := s.origin[v]
	p := s.primitives[o.primitive]
	if p.UV0 != nil {
		uv = p.UV0[o.vertex]
	}
	if p.Normals != nil {
		normal = p.Normals[o.vertex]
	}
	return uv, normal
}
