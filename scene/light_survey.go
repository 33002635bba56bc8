package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// What each light of a scene does at a point, and how that comes out in a picture.

// A LightSurvey is the outcome of a LightSurveyor at a point.
type LightSurvey struct {
	Place  LightPlace
	EV100  EV      // of the picture
	Factor float32 // EV100.Exposure: from cd/m² to display values
	Meter  EV      // what an incident-light meter at the point says; -Inf without light

	Lights []LightAt // the sun, the sky, and lamps in the order of their entities
	Total  Lux       // on the surface, with shadows
	Grey   GreyCard  // lit by all of them
}

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

// A LightAt is one light at the point. Illuminances are luminances of their colours, in lux.
type LightAt struct {
	Entity int     // -1: sun and sky
	Name   string  // of the entity; sun and sky are called that
	Kind   string  // sun, sky, point or spot
	Amount float32 // how much light it has
	Unit   string  // of that: lm of a lamp, lx of the sun facing it, cd/m² of the sky on average

	Distance float32 // metres; +Inf of sun and sky

	Facing  Lux // what it gives a card that is held towards it, with nothing between; of the sky: that has the normal
	Surface Lux // what it gives the surface, with nothing between
	Lit     Lux // what it gives the surface behind what casts shadows
	Here    LightHere
	Blocker int // the entity that shadows the point; -1: none

	Grey    GreyCard // a card that is held towards it
	Verdict LightVerdict
	Needed  float32 // the Amount with which that card reads as MidGrey; 0: none does
}

// MidGrey is the reflectance of a grey card, and the display value that it should have.
const MidGrey = 0.18

// A GreyCard is a Lambert surface of MidGrey as it comes out in a picture.
type GreyCard struct {
	Value float32 // before the tone curve, 0..DisplayMax
	Shown float32 // what the file holds: after the curve and the display's transfer function, 0..1
}

// LightHere says why light reaches a surface, or does not.
type LightHere uint8

// What may keep light from a surface.
const (
	LightReaches  LightHere = iota
	LightShadowed           // something is between
	LightBehind             // the surface faces away
	LightOutside            // beyond the light's range or outside of its cone
	LightOff                // it has no power
)

func (h LightHere) String() string {
	return [...]string{"lit", "in shadow", "faces away", "out of reach", "off"}[h]
}

// LightVerdict says what a light makes of a grey card.
type LightVerdict uint8

// A card that a light makes darker than 1 of 255 steps is invisible, and one as bright as the tone curve gets is clipped.
const (
	LightInvisible LightVerdict = iota
	LightVisible
	LightClips
)

func (v LightVerdict) String() string { return [...]string{"invisible", "visible", "clips"}[v] }

// A LightSurveyor answers for one shot of a scene.
type LightSurveyor struct {
	scene    *Scene
	shot     Shot
	lighting Lighting
	view     View
	tracer   *tracer
	lights   []lightSource
}

// NewLightSurveyor prepares for questions: a moment for most scenes, two seconds for a million placements.
func NewLightSurveyor(s *Scene, shot Shot) *LightSurveyor {
	view := s.Cameras[shot.Camera].View(shot.Width, shot.Height, mgl32.Vec2{})
	l := &LightSurveyor{scene: s, shot: shot, lighting: s.LightingOf(&shot), view: view, tracer: newTracer(s, view)}
	l.lights = s.lightSources(&l.lighting)
	return l
}

// At surveys the light at a place, in a picture of an exposure value. Each light that casts shadows takes a ray.
func (l *LightSurveyor) At(p LightPlace, ev EV) LightSurvey {
	out := LightSurvey{Place: p, EV100: ev, Factor: ev.Exposure(), Lights: make([]LightAt, len(l.lights))}
	for i, light := range l.lights {
		out.Lights[i] = l.light(light, &p, out.Factor)
		out.Total += out.Lights[i].Lit
	}
	out.Total = Lux(clampedTo32(float64(out.Total)))
	out.Meter, out.Grey = MeterEV(out.Total), l.grey(out.Total, out.Factor)
	return out
}

func (l *LightSurveyor) light(source lightSource, p *LightPlace, factor float32) LightAt {
	out := source.describe()
	out.Blocker = -1
	lux := func(normal mgl32.Vec3) (perUnit float64, sum Lux) {
		perUnit = float64(Luminance(source.illuminance(p.Point, normal)))
		return perUnit, Lux(clampedTo32(perUnit * float64(out.Amount)))
	}
	way, distance := source.towards(p.Point)
	held := way
	if way == (mgl32.Vec3{}) {
		held = p.Normal
	}
	var perUnit float64
	perUnit, out.Facing = lux(held)
	out.Distance = distance
	if held != way || way.Dot(p.facet) > 0 {
		_, out.Surface = lux(p.Normal)
	}
	out.Lit = out.Surface
	switch {
	case !(out.Amount > 0):
		out.Here = LightOff
	case !(perUnit > 0):
		out.Here = LightOutside
	case !(out.Surface > 0):
		out.Here = LightBehind
	case source.casts():
		if blocker := l.blocker(p, way, distance); blocker >= 0 {
			out.Here, out.Blocker, out.Lit = LightShadowed, blocker, 0
		}
	}
	out.Grey = l.grey(out.Facing, factor)
	out.Verdict = l.verdict(out.Grey)
	if perUnit > 0 {
		illuminance := float64(LuminanceForDisplay(MidGrey, factor)) * math.Pi / MidGrey
		out.Needed = clampedTo32(illuminance / perUnit)
	}
	return out
}

// blocker is the entity that stands between a place and a light, or -1.
func (l *LightSurveyor) blocker(p *LightPlace, way mgl32.Vec3, distance float32) int {
	// A little off the surface, as far as a hundredth of a pixel, so that it does not shadow itself.
	off := 1e-4 * float64(p.Camera)
	r := ray{origin: vec64(p.Point).Add(vec64(p.facet).Mul(off)), way: vec64(way), near: 0, far: float64(distance)}
	if !math.IsInf(r.far, 1) {
		r.far -= min(off, r.far/2)
	}
	if h, ok := l.tracer.shadow(r); ok {
		return h.entity
	}
	return -1
}

// grey is the card in an illuminance.
func (l *LightSurveyor) grey(e Lux, factor float32) GreyCard {
	value := DisplayValue(e.Reflected(MidGrey), factor)
	return GreyCard{Value: value, Shown: l.shown(value)}
}

// shown is what the picture's file holds for a display value.
func (l *LightSurveyor) shown(value float32) float32 {
	c := l.shot.Tonemap.Apply(mgl32.Vec3{value, value, value})
	return SRGBFromLinear(Luminance(c))
}

func (l *LightSurveyor) verdict(g GreyCard) LightVerdict {
	const step = 1.0 / 255
	switch top := l.shown(DisplayMax); {
	case g.Shown < step:
		return LightInvisible
	case g.Shown > top-step/2:
		return LightClips
	}
	return LightVisible
}

// Exposure returns the exposure value of the shot, compensation included. Where it is metered, the meter looks at a
// grid of places that the camera sees, coarser than what a picture measures: 1/20 EV from it on smooth scenes.
func (l *LightSurveyor) Exposure() EV {
	x := &l.scene.Exposure
	if ev, fixed := x.Fixed(); fixed {
		return ev
	}
	const columns, rows = 24, 16
	var lux []float32
	for i := range columns * rows {
		at := mgl32.Vec2{
			(float32(i%columns) + 0.5) / columns * float32(l.view.Width),
			(float32(i/columns) + 0.5) / rows * float32(l.view.Height)}
		if p, ok := l.Pixel(at); ok {
			lux = append(lux, float32(l.At(p, 0).Total))
		}
	}
	sky := l.lighting.Irradiance()
	return x.Settled(MeterIlluminance(lux, l.lighting.OpenIlluminance(&sky)))
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

func vec32(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}
