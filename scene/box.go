package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// EmptyBox contains nothing: its union with a box is that box.
func EmptyBox() Box {
	inf := float32(math.Inf(1))
	return Box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
}

// BoundsOf returns the smallest box around points; without points it is empty.
func BoundsOf(points []mgl32.Vec3) Box {
	b := EmptyBox()
	for _, p := range points {
		b = b.Add(p)
	}
	return b
}

// Empty says whether the box contains no point.
func (b Box) Empty() bool {
	return !(b.Min[0] <= b.Max[0] && b.Min[1] <= b.Max[1] && b.Min[2] <= b.Max[2])
}

// Add returns the smallest box around b and a point.
func (b Box) Add(p mgl32.Vec3) Box {
	for i := range 3 {
		b.Min[i] = min(b.Min[i], p[i])
		b.Max[i] = max(b.Max[i], p[i])
	}
	return b
}

// Union returns the smallest box around both.
func (b Box) Union(c Box) Box {
	if c.Empty() {
		return b
	}
	if b.Empty() {
		return c
	}
	return b.Add(c.Min).Add(c.Max)
}

// Contains says whether p is in the box or on its surface.
func (b Box) Contains(p mgl32.Vec3) bool {
	for i := range 3 {
		if !(b.Min[i] <= p[i] && p[i] <= b.Max[i]) {
			return false
		}
	}
	return true
}

// Center returns the middle, and the origin for an empty box.
func (b Box) Center() mgl32.Vec3 {
	if b.Empty() {
		return mgl32.Vec3{}
	}
	return b.Min.Mul(0.5).Add(b.Max.Mul(0.5))
}

// Size returns the edge lengths, all 0 for an empty box.
func (b Box) Size() mgl32.Vec3 {
	if b.Empty() {
		return mgl32.Vec3{}
	}
	return b.Max.Sub(b.Min)
}

// Radius returns half the diagonal: the radius of the sphere around Center.
func (b Box) Radius() float32 { return b.Size().Len() / 2 }

// Corner returns one of the eight corners; bit k of i picks Max on axis k.
func (b Box) Corner(i int) mgl32.Vec3 {
	p := b.Min
	for k := range 3 {
		if i>>k&1 != 0 {
			p[k] = b.Max[k]
		}
	}
	return p
}

// Transform returns the box around b after an affine transform (Arvo, "Transforming Axis-Aligned
// Bounding Boxes", Graphics Gems, 1990). It is rounded outward by a few units in the last place.
func (b Box) Transform(m mgl32.Mat4) Box {
	if b.Empty() {
		return b
	}
	var out Box
	for i := range 3 {
		lo, hi := float64(m.At(i, 3)), float64(m.At(i, 3))
		for k := range 3 {
			x, y := float64(m.At(i, k))*float64(b.Min[k]), float64(m.At(i, k))*float64(b.Max[k])
			lo += min(x, y)
			hi += max(x, y)
		}
		out.Min[i], out.Max[i] = roundDown(lo), roundUp(hi)
	}
	return out
}

func roundDown(x float64) float32 {
	f := float32(x)
	if float64(f) > x {
		f = math.Nextafter32(f, float32(math.Inf(-1)))
	}
	return f
}

func roundUp(x float64) float32 {
	f := float32(x)
	if float64(f) < x {
		f = math.Nextafter32(f, float32(math.Inf(1)))
	}
	return f
}
