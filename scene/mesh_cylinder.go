package scene

import (
	"errors"
	"math"
)

// CylinderOptions describes a cylinder along Y, centred on the origin.
type CylinderOptions struct {
	Radius   float32 // metres, > 0
	Height   float32 // metres, > 0
	Segments int     // around, 3..1024
	Rings    int     // bands along the height, 1..1024
	Open     bool    // without caps
}

// DefaultCylinder is one metre tall and one metre across, with caps.
func DefaultCylinder() CylinderOptions {
	return CylinderOptions{Radius: 0.5, Height: 1, Segments: 64, Rings: 1}
}

// Validate reports what CylinderMesh does not accept.
func (o CylinderOptions) Validate() error {
	return errors.Join(checkSize("radius", o.Radius), checkSize("height", o.Height),
		checkCount("segments", o.Segments, MinSegments, MaxSegments),
		checkCount("rings", o.Rings, 1, MaxSegments))
}

// CylinderMesh makes 2·Segments·Rings triangles for the side and Segments for each cap. The
// picture is wrapped around the side once, and each cap shows the disc inscribed in it. The
// options must be valid.
func CylinderMesh(o CylinderOptions) Primitive {
	var p Primitive
	r, h := float64(o.Radius), float64(o.Height)
	rows := make([]latheRow, o.Rings+1)
	for j := range rows {
		v := float64(j) / float64(o.Rings)
		rows[j] = latheRow{r: r, y: h * (0.5 - v), nr: 1, v: v}
	}
	p.lathe(rows, o.Segments)
	if !o.Open {
		p.disc(r, h/2, o.Segments, true)
		p.disc(r, -h/2, o.Segments, false)
	}
	p.Bounds = BoundsOf(p.Positions)
	return p
}

// ConeOptions describes a cone along Y with its apex up; half its height is below the origin.
type ConeOptions struct {
	Radius   float32 // metres at the base, > 0
	Height   float32 // metres, > 0
	Segments int     // around, 3..1024
	Rings    int     // bands along the height, 1..1024
	Open     bool    // without its base
}

// DefaultCone is one metre tall and one metre across, with a base.
func DefaultCone() ConeOptions { return ConeOptions{Radius: 0.5, Height: 1, Segments: 64, Rings: 1} }

// Validate reports what ConeMesh does not accept.
func (o ConeOptions) Validate() error {
	return errors.Join(checkSize("radius", o.Radius), checkSize("height", o.Height),
		checkCount("segments", o.Segments, MinSegments, MaxSegments),
		checkCount("rings", o.Rings, 1, MaxSegments))
}

// ConeMesh makes Segments·(2·Rings-1) triangles for the side and Segments for the base. The apex
// has a vertex per segment, each with the normal of its own side. The options must be valid.
func ConeMesh(o ConeOptions) Primitive {
	var p Primitive
	r, h := float64(o.Radius), float64(o.Height)
	slope := math.Hypot(r, h)
	rows := make([]latheRow, o.Rings+1)
	for j := range rows {
		v := float64(j) / float64(o.Rings)
		rows[j] = latheRow{r: r * v, y: h * (0.5 - v), nr: h / slope, ny: r / slope, v: v}
	}
	p.lathe(rows, o.Segments)
	if !o.Open {
		p.disc(r, -h/2, o.Segments, false)
	}
	p.Bounds = BoundsOf(p.Positions)
	return p
}
