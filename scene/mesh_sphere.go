package scene

import (
	"errors"
	"math"
)

// SphereOptions describes a sphere centred on the origin.
type SphereOptions struct {
	Radius   float32 // metres, > 0
	Segments int     // around, 3..1024
	Rings    int     // bands from pole to pole, 2..1024
}

// DefaultSphere is a sphere of one metre across.
func DefaultSphere() SphereOptions { return SphereOptions{Radius: 0.5, Segments: 64, Rings: 32} }

// Validate reports what SphereMesh does not accept.
func (o SphereOptions) Validate() error {
	return errors.Join(checkSize("radius", o.Radius),
		checkCount("segments", o.Segments, MinSegments, MaxSegments),
		checkCount("rings", o.Rings, 2, MaxSegments))
}

// SphereMesh makes 2·Segments·(Rings-1) triangles between meridians and parallels, with the poles
// at ±Y and the picture wrapped around once. The options must be valid.
func SphereMesh(o SphereOptions) Primitive {
	var p Primitive
	p.lathe(sphereRows(float64(o.Radius), 0, 0, o.Rings, o.Rings, 0, 1), o.Segments)
	p.Bounds = BoundsOf(p.Positions)
	return p
}

// sphereRows is the profile of a sphere around height y, of the given number of bands from pole to
// pole, from band first to band last, with v going from v0 to v1 over them.
func sphereRows(radius, y float64, first, last, bands int, v0, v1 float64) []latheRow {
	var rows []latheRow
	for j := first; j <= last; j++ {
		sin, cos := turn(j, 2*bands)
		v := v0 + (v1-v0)*float64(j-first)/float64(last-first)
		rows = append(rows, latheRow{r: radius * sin, y: y + radius*cos, nr: sin, ny: cos, v: v})
	}
	return rows
}

// CapsuleOptions describes a cylinder along Y with half spheres at its ends, centred on the origin.
type CapsuleOptions struct {
	Radius   float32 // metres, > 0
	Height   float32 // metres from end to end, ≥ 2·Radius
	Segments int     // around, 3..1024
	Rings    int     // bands of each half sphere, 1..512
}

// DefaultCapsule is two metres tall and one metre across.
func DefaultCapsule() CapsuleOptions {
	return CapsuleOptions{Radius: 0.5, Height: 2, Segments: 64, Rings: 16}
}

// Validate reports what CapsuleMesh does not accept.
func (o CapsuleOptions) Validate() error {
	err := errors.Join(checkSize("radius", o.Radius), checkSize("height", o.Height),
		checkCount("segments", o.Segments, MinSegments, MaxSegments),
		checkCount("rings", o.Rings, 1, MaxSegments/2))
	if err == nil && o.Height < 2*o.Radius {
		err = errors.New("height is less than twice the radius")
	}
	return err
}

// CapsuleMesh makes 4·Segments·Rings triangles, 2·Segments fewer where it is a ball. The picture is wrapped around once, with v in
// proportion to the length along the profile. The options must be valid.
func CapsuleMesh(o CapsuleOptions) Primitive {
	r, h := float64(o.Radius), float64(o.Height)/2-float64(o.Radius)
	arc := r * math.Pi / 2
	v := arc / (2*arc + 2*h)
	bands := 2 * o.Rings
	rows := sphereRows(r, h, 0, o.Rings, bands, 0, v)
	lower := sphereRows(r, -h, o.Rings, bands, bands, 1-v, 1)
	if h == 0 {
		lower = lower[1:] // the two equators are one
	}
	var p Primitive
	p.lathe(append(rows, lower...), o.Segments)
	p.Bounds = BoundsOf(p.Positions)
	return p
}
