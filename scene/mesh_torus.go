package scene

import "errors"

// TorusOptions describes a ring around Y, centred on the origin.
type TorusOptions struct {
	Radius   float32 // metres from the centre to the middle of the tube, > 0
	Tube     float32 // metres, radius of the tube, > 0 and < Radius
	Segments int     // around the ring, 3..1024
	Sides    int     // around the tube, 3..1024
}

// DefaultTorus is one metre across.
func DefaultTorus() TorusOptions {
	return TorusOptions{Radius: 0.35, Tube: 0.15, Segments: 64, Sides: 32}
}

// Validate reports what TorusMesh does not accept.
func (o TorusOptions) Validate() error {
	err := errors.Join(checkSize("radius", o.Radius), checkSize("tube", o.Tube),
		checkCount("segments", o.Segments, MinSegments, MaxSegments),
		checkCount("sides", o.Sides, MinSegments, MaxSegments))
	if err == nil && o.Tube >= o.Radius {
		err = errors.New("tube is not smaller than the radius")
	}
	return err
}

// TorusMesh makes 2·Segments·Sides triangles. u runs around the ring and v around the tube, from
// its inner equator over the top, so that the outside shows the picture's middle. The options
// must be valid.
func TorusMesh(o TorusOptions) Primitive {
	var p Primitive
	rows := make([]latheRow, o.Sides+1)
	for j := range rows {
		sin, cos := turn(j, o.Sides)
		rows[j] = latheRow{
			r: float64(o.Radius) - float64(o.Tube)*cos, y: float64(o.Tube) * sin,
			nr: -cos, ny: sin, v: float64(j) / float64(o.Sides),
		}
	}
	p.lathe(rows, o.Segments)
	p.Bounds = BoundsOf(p.Positions)
	return p
}
