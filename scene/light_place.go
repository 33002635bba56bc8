package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A LightPlace is where light is looked at.
type LightPlace struct {
	Point  mgl32.Vec3 // world
	Normal mgl32.Vec3 // unit; light from behind it does not count
	Camera float32    // metres from the camera

	Entity int        // whose surface it is; -1: a point that was given
	Pixel  mgl32.Vec2 // in the picture, from its top left; of a point that was given only where the camera can see it
	Seen   bool       // whether Pixel means something

	facet mgl32.Vec3 // the triangle's normal
}

// Pixel returns the surface that is seen at a place of the picture, in pixels from its top left.
func (l *LightSurveyor) Pixel(at mgl32.Vec2) (LightPlace, bool) {
	v := &l.view
	x := float64(v.HalfX) * (2*float64(at[0])/float64(v.Width) - 1)
	y := float64(v.HalfY) * (1 - 2*float64(at[1])/float64(v.Height))
	in := ray{way: mgl64.Vec3{x, y, -1}, near: float64(v.Near), far: float64(v.Far)}
	if v.Orthographic {
		in.origin, in.way = mgl64.Vec3{x, y, 0}, mgl64.Vec3{0, 0, -1}
	}
	worldFromView := mat64(v.WorldFromView)
	r := in.transform(&worldFromView)
	h, ok := l.tracer.look(r)
	if !ok {
		return LightPlace{}, false
	}
	return LightPlace{Point: vec32(h.point), Normal: vec32(h.normal), facet: vec32(h.facet), Entity: h.entity,
		Camera: float32(h.distance * r.way.Len()), Pixel: at, Seen: true}, true
}

// Middle returns the surface in the middle of the picture, or where there is none, the nearest to the middle of a
// grid of 15 x 15.
func (l *LightSurveyor) Middle() (best LightPlace, ok bool) {
	const n = 15
	nearest := math.Inf(1)
	for i := range n * n {
		// From the middle out, so that the first one is usually the last.
		k := (i + n*n/2) % (n * n)
		x, y := (float64(k%n)+0.5)/n, (float64(k/n)+0.5)/n
		d := math.Hypot(x-0.5, y-0.5)
		if d >= nearest {
			continue
		}
		p, met := l.Pixel(mgl32.Vec2{float32(x) * float32(l.view.Width), float32(y) * float32(l.view.Height)})
		if met {
			best, nearest, ok = p, d, true
		}
	}
	return best, ok
}

// Point returns a place that need not be on a surface. The normal has any length but 0.
func (l *LightSurveyor) Point(at, normal mgl32.Vec3) LightPlace {
	n := vec32(unit64(vec64(normal), mgl64.Vec3{0, 1, 0}))
	p := LightPlace{Point: at, Normal: n, facet: n, Entity: -1, Camera: at.Sub(l.view.Position).Len()}
	if depth := l.view.Depth(at); depth > 0 {
		x, y, _ := l.view.Pixel(at)
		p.Pixel = mgl32.Vec2{x, y}
		p.Seen = x >= 0 && y >= 0 && x <= float32(l.view.Width) && y <= float32(l.view.Height)
	}
	return p
}
