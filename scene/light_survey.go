package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// What each light of a scene does at a point, and how that comes out in a picture.

// A LightSurvey is the outcome of a LightSurveyor at a point.
type LightSurvey struct {
	Place  LightPlace
	EV100  EV      // of the picture
	Factor float32 // EV100.Exposure: from cd/m² to display values
	Meter  EV      // what an incident-light meter at the point says; -Inf without light

	Lights []LightAt // the sun or the moon, the sky, and lamps in the order of their entities
	Total  Lux       // on the surface, with shadows
	Grey   GreyCard  // lit by all of them
}

// A LightAt is one light at the point. Illuminances are luminances of their colours, in lux.
type LightAt struct {
	Entity int     // -1: sun, moon and sky
	Name   string  // of the entity; sun, moon and sky are called that
	Kind   string  // sun, moon, sky, point, spot or rectangle
	Amount float32 // how much light it has
	Unit   string  // of that: lm of a lamp, lx of a sun or moon facing it, cd/m² of the sky on average

	Distance float32 // metres; +Inf of sun, moon and sky

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
		r.far = max(r.far-MinLightDistance, 0) // the lamp itself is there
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
// grid of places that the camera sees, coarser than what a picture measures: a tenth of a stop from it, or less.
func (l *LightSurveyor) Exposure() EV {
	x := l.scene.ExposureOf(&l.shot)
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
