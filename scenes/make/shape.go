package main

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"
)

type (
	vec2 = mgl64.Vec2
	vec3 = mgl64.Vec3
)

// A shape is a triangle list being built. Lengths are metres, and uv has its origin at the top left.
type shape struct {
	positions [][3]float32
	normals   [][3]float32
	uvs       [][2]float32
	indices   []uint16
}

func (s *shape) vertex(p, n vec3, uv vec2) uint16 {
	s.positions = append(s.positions, single(p))
	s.normals = append(s.normals, single(n.Normalize()))
	s.uvs = append(s.uvs, [2]float32{float32(uv[0]), float32(uv[1])})
	return uint16(len(s.positions) - 1)
}

func single(v vec3) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// quad adds a flat rectangle from its corners, counter-clockwise from the bottom left. uv maps a
// corner.
func (s *shape) quad(a, b, c, d vec3, uv func(vec3) vec2) {
	n := b.Sub(a).Cross(d.Sub(a))
	if n.Len() < 1e-12 {
		n = c.Sub(b).Cross(d.Sub(b))
	}
	i := s.vertex(a, n, uv(a))
	s.vertex(b, n, uv(b))
	s.vertex(c, n, uv(c))
	s.vertex(d, n, uv(d))
	s.indices = append(s.indices, i, i+1, i+2, i, i+2, i+3)
}

// box adds six faces. uv gets a point and its face's axis: 0 for X, 1 for Y, 2 for Z.
func (s *shape) box(low, high vec3, uv func(p vec3, axis int) vec2) {
	at := func(x, y, z int) vec3 {
		p := low
		for k, side := range [3]int{x, y, z} {
			if side == 1 {
				p[k] = high[k]
			}
		}
		return p
	}
	on := func(axis int) func(vec3) vec2 { return func(p vec3) vec2 { return uv(p, axis) } }
	s.quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1), on(2))
	s.quad(at(1, 0, 0), at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), on(2))
	s.quad(at(1, 0, 1), at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), on(0))
	s.quad(at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0), on(0))
	s.quad(at(0, 1, 1), at(1, 1, 1), at(1, 1, 0), at(0, 1, 0), on(1))
	s.quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1), on(1))
}

// plain is a box's uv where no texture is.
func plain(vec3, int) vec2 { return vec2{} }

// add appends another shape.
func (s *shape) add(o shape) {
	first := uint16(len(s.positions))
	s.positions = append(s.positions, o.positions...)
	s.normals = append(s.normals, o.normals...)
	s.uvs = append(s.uvs, o.uvs...)
	for _, i := range o.indices {
		s.indices = append(s.indices, first+i)
	}
}

// A profile is a curve that is turned about +Y: points are (distance from the axis, height), in the
// order that has the outside on the left: up the inside, over the rim, down the outside.
type profile []vec2

// smooth puts a Catmull-Rom spline through the points, with steps pieces between two of them. A
// point that is there twice is a hard edge.
func (p profile) smooth(steps int) profile {
	var out profile
	for i := range len(p) - 1 {
		a, b := p[i], p[i+1]
		if a == b {
			out = append(out, a)
			continue
		}
		before, after := a, b // at an end or a hard edge
		if i > 0 {
			before = p[i-1]
		}
		if i+2 < len(p) {
			after = p[i+2]
		}
		for k := range steps {
			t := float64(k) / float64(steps)
			q := b.Sub(before).Mul(t / 2).Add(before.Sub(a.Mul(2.5)).Add(b.Mul(2)).Sub(after.Mul(0.5)).Mul(t * t)).
				Add(a.Sub(b).Mul(1.5).Add(after.Sub(before).Mul(0.5)).Mul(t * t * t)).Add(a)
			out = append(out, vec2{max(q[0], 0), q[1]})
		}
	}
	return append(out, p[len(p)-1])
}

// lengths are the running lengths of the curve, as a share of the whole: the texture's v.
func (p profile) lengths() []float64 {
	v := make([]float64, len(p))
	for i := 1; i < len(p); i++ {
		v[i] = v[i-1] + p[i].Sub(p[i-1]).Len()
	}
	for i := range v {
		v[i] /= v[len(v)-1]
	}
	return v
}

// places is where the texture's v is on the curve, for v in 0..1.
func (p profile) places() func(v float64) vec2 {
	lengths := p.lengths()
	return func(v float64) vec2 {
		i := sort.SearchFloat64s(lengths, v)
		if i == 0 || i == len(p) {
			return p[min(i, len(p)-1)]
		}
		t := (v - lengths[i-1]) / (lengths[i] - lengths[i-1])
		return p[i-1].Mul(1 - t).Add(p[i].Mul(t))
	}
}

// lathe turns a profile. Seen from outside, u runs to the right, and its seam is at the back (-Z).
func lathe(p profile, segments int) shape {
	var s shape
	v := p.lengths()
	for j, point := range p {
		normal := vec2{}
		for k := max(j-1, 0); k < min(j+1, len(p)-1); k++ {
			d := p[k+1].Sub(p[k])
			if d.Len() > 0 {
				normal = normal.Add(vec2{-d[1], d[0]}.Normalize())
			}
		}
		// A point that is there twice has a normal of either side.
		if j > 0 && p[j-1] == point && j+1 < len(p) {
			d := p[j+1].Sub(point)
			normal = vec2{-d[1], d[0]}
		} else if j+1 < len(p) && p[j+1] == point && j > 0 {
			d := point.Sub(p[j-1])
			normal = vec2{-d[1], d[0]}
		}
		for i := range segments + 1 {
			u := float64(i) / float64(segments)
			sin, cos := math.Sincos(2 * math.Pi * u)
			if i == segments {
				sin, cos = 0, 1
			}
			s.vertex(vec3{-point[0] * sin, point[1], -point[0] * cos}, vec3{-normal[0] * sin, normal[1], -normal[0] * cos}, vec2{u, v[j]})
		}
	}
	ring := uint16(segments + 1)
	for j := range uint16(len(p) - 1) {
		if p[j] == p[j+1] {
			continue
		}
		for i := range uint16(segments) {
			a, b := j*ring+i, (j+1)*ring+i
			if p[j+1][0] > 0 {
				s.indices = append(s.indices, a, b, b+1)
			}
			if p[j][0] > 0 {
				s.indices = append(s.indices, a, b+1, a+1)
			}
		}
	}
	return s
}
