package scene

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
)

// leaves hangs count leaves on the twigs and the ends of the branches.
func (g *treeGrower) leaves(count int) Primitive {
	r := &g.random
	var ends []float64 // running sum of lengths
	var bearing []*stem
	total := 0.0
	crown := EmptyBox()
	for i := range g.stems {
		s := &g.stems[i]
		if s.level == 0 {
			continue
		}
		weight := s.length
		if s.level == 1 {
			weight *= 0.25
		}
		total += weight
		ends = append(ends, total)
		bearing = append(bearing, s)
		crown = crown.Add(s.points[len(s.points)-1])
	}
	centre := crown.Center()
	centre[1] = crown.Min[1] + 0.35*crown.Size()[1]
	var p Primitive
	size := 3.1 / math.Sqrt(float64(count)+400)
	for i := range count {
		// Evenly along all wood that bears leaves, with a little disorder.
		at := total * (float64(i) + r.unit()) / float64(count)
		k := min(sort.SearchFloat64s(ends, at), len(bearing)-1)
		s := bearing[k]
		t := 0.15 + 0.85*math.Sqrt(r.unit())
		if s.level == 1 {
			t = 0.6 + 0.4*r.unit()
		}
		base, dir, _ := s.at(t)
		way := leaning(dir, goldenAngle*float64(i)+r.within(-0.5, 0.5), r.within(0.5, 1.3))
		way = way.Add(mgl32.Vec3{0, float32(r.within(-0.5, 0.25)), 0}).Normalize()
		out := base.Sub(centre)
		out = out.Mul(1 / max(out.Len(), 1e-6))
		x, y, z := r.direction()
		face := mgl32.Vec3{0, 0.9, 0}.Add(out.Mul(0.6)).Add(vec3(x, y, z).Mul(0.55))
		depth := float64(base.Sub(centre).Len() / max(crown.Radius(), 1e-6))
		tone := (0.62 + 0.55*math.Min(depth, 1)) * r.within(0.75, 1.25)
		yellow := r.within(0.8, 1.35)
		color := vec3(0.050*tone*yellow, 0.125*tone, 0.022*tone).Vec4(1)
		p.leaf(base, way, face, out, float32(size*r.within(0.7, 1.25)), color)
	}
	return p
}

// leaf adds both faces of a leaf from its base along way; face is roughly where its upper side looks.
func (p *Primitive) leaf(base, way, face, out mgl32.Vec3, length float32, color mgl32.Vec4) {
	side := way.Cross(face)
	if side.Len() < 1e-3 {
		side, _ = across(way)
	}
	side = side.Normalize()
	up := side.Cross(way)
	middle := base.Add(way.Mul(0.45 * length))
	rise := up.Mul(0.10 * length)
	corner := [4]mgl32.Vec3{
		base,
		middle.Add(side.Mul(0.30 * length)).Add(rise),
		base.Add(way.Mul(length)).Sub(up.Mul(0.06 * length)),
		middle.Sub(side.Mul(0.30 * length)).Add(rise),
	}
	uv := [4]mgl32.Vec2{{0.5, 1}, {1, 0.55}, {0.5, 0}, {0, 0.55}}
	for _, f := range [4]struct {
		a, b, c int
	}{{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}} {
		first := uint32(len(p.Positions))
		a, b, c := corner[f.a], corner[f.b], corner[f.c]
		n := b.Sub(a).Cross(c.Sub(a)).Normalize()
		n = n.Add(out.Mul(0.85)).Normalize() // still on the triangle's own side
		for _, k := range [3]int{f.a, f.b, f.c} {
			p.Positions = append(p.Positions, corner[k])
			p.Normals = append(p.Normals, n)
			p.UV0 = append(p.UV0, uv[k])
			p.Colors = append(p.Colors, color)
		}
		p.Indices = append(p.Indices, first, first+1, first+2)
	}
}
