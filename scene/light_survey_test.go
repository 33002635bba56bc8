package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// litScene is a floor at height 0, seen from 3 m above by a camera that looks straight down.
func litScene(entities ...Entity) *Scene {
	s := tracedScene(append([]Entity{drawn(1, -1, mgl32.Scale3D(50, 1, 50))}, entities...)...)
	s.Cameras[0].WorldFromCamera = mgl32.Translate3D(0, 3, 0).Mul4(mgl32.HomogRotate3DX(-math.Pi / 2))
	s.Exposure = FixedExposure(4)
	s.Shots = []Shot{{Width: 40, Height: 30, Samples: 1, Tonemap: TonemapNone}}
	return s
}

func (s *Scene) surveyor() *LightSurveyor { return NewLightSurveyor(s, s.Shots[0]) }

func lampEntity(at mgl32.Mat4, p PointLight) Entity {
	if p.Color == (mgl32.Vec3{}) {
		p.Color = mgl32.Vec3{1, 1, 1}
	}
	p.Shadows = true
	return Entity{Name: "lamp", Parent: -1, ParentFromLocal: at, Point: &p}
}

func TestLightSurveyMiddle(t *testing.T) {
	l := litScene().surveyor()
	p, ok := l.Middle()
	if !ok || p.Point.Len() > 1e-5 || p.Normal.Sub(mgl32.Vec3{0, 1, 0}).Len() > 1e-6 || p.Entity != 0 || !near(p.Camera, 3, 1e-5) || p.Pixel != (mgl32.Vec2{20, 15}) {
		t.Errorf("the middle is %+v, %v", p, ok)
	}
	// A pixel right and down of the middle is +X and +Z on the floor.
	tan := math.Tan(0.5)
	if p, _ := l.Pixel(mgl32.Vec2{30, 30}); !near(p.Point[0], 3*tan*(4.0/3)/2, 1e-5) || !near(p.Point[2], 3*tan, 1e-5) {
		t.Errorf("pixel 30, 30 sees %v", p.Point)
	}
	// What stands beside the middle is found where that is empty.
	aside := tracedScene(drawn(0, -1, mgl32.Translate3D(1, 0, -5)))
	aside.Shots = []Shot{{Width: 40, Height: 40}}
	if p, ok := aside.surveyor().Middle(); !ok || p.Entity != 0 || p.Point[0] < 0.4 || p.Point[0] > 0.8 {
		t.Errorf("beside the middle: %+v, %v", p, ok)
	}
	empty := tracedScene()
	empty.Shots = []Shot{{Width: 40, Height: 40}}
	if p, ok := empty.surveyor().Middle(); ok {
		t.Errorf("nothing is there, but %+v", p)
	}
}

// An orthographic camera's rays are parallel.
func TestLightSurveyOrthographic(t *testing.T) {
	s := litScene()
	s.Cameras[0].FovY, s.Cameras[0].Height, s.Cameras[0].Far = 0, 6, 10
	if p, ok := s.surveyor().Pixel(mgl32.Vec2{40, 0}); !ok || p.Point.Sub(mgl32.Vec3{4, 0, -3}).Len() > 1e-5 || !near(p.Camera, 3, 1e-5) {
		t.Errorf("the corner sees %+v, %v", p, ok)
	}
}

// rectEntity is a panel of 1 x 0.5 m, 2 m up, that is turned.
func rectEntity(turn mgl32.Mat4, power Lumen) Entity {
	return Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 2, 0).Mul4(turn),
		Rect: &RectLight{Width: 1, Height: 0.5, Luminance: power.Luminance(0.5), Color: mgl32.Vec3{1, 1, 1}, Shadows: true}}
}

// Each light by the closed form, at the point below the camera.
func TestLightSurveyLights(t *testing.T) {
	white := mgl32.Vec3{1, 1, 1}
	const power = 1600
	lamp := PointLight{Intensity: Lumen(power).PointIntensity()}
	side := mgl32.Translate3D(3, 4, 0) // 5 m away, cos 0.8
	half := math.Sqrt(0.5)
	spot := SpotLight{PointLight: lamp, Inner: 0.2, Outer: 0.4}
	spot.Color = white
	spotAt := func(turn float32) Entity {
		return Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 2, 0).Mul4(mgl32.HomogRotate3DX(turn - math.Pi/2)), Spot: &spot}
	}
	panel := 4 * parallelFactor(0.5, 0.25, 2) / 0.5 // lux of a lumen: πLF of Φ = πLA
	roof := drawn(0, -1, mgl32.Translate3D(0, 2.2, 0).Mul4(mgl32.Scale3D(40, 0.1, 40)))
	roof.Name = "roof"
	sun := &Sun{Direction: mgl32.Vec3{float32(half), -float32(half), 0}, Illuminance: 1000, Color: white, Shadows: true}
	for _, c := range []struct {
		name                 string
		s                    *Scene
		facing, surface, lit float64
		here                 LightHere
	}{
		{"lamp", litScene(lampEntity(side, lamp)), power / (4 * math.Pi * 25), 0.8 * power / (4 * math.Pi * 25), 0.8 * power / (4 * math.Pi * 25), LightReaches},
		{"lamp below", litScene(lampEntity(mgl32.Translate3D(0, -2, 0), lamp)), power / (4 * math.Pi * 4), 0, 0, LightBehind},
		{"lamp behind a roof", litScene(roof, lampEntity(mgl32.Translate3D(0, 2.5, 0), lamp)), power / (4 * math.Pi * 6.25), power / (4 * math.Pi * 6.25), 0, LightShadowed},
		{"lamp before a roof", litScene(roof, lampEntity(mgl32.Translate3D(0, 2, 0), lamp)), power / (4 * math.Pi * 4), power / (4 * math.Pi * 4), power / (4 * math.Pi * 4), LightReaches},
		{"lamp out of range", litScene(lampEntity(side, PointLight{Intensity: 100, Range: 4})), 0, 0, 0, LightOutside},
		{"lamp off", litScene(lampEntity(side, PointLight{})), 0, 0, 0, LightOff},
		{"lamp at the point", litScene(lampEntity(mgl32.Ident4(), lamp)), 0, 0, 0, LightOutside},
		{"spot", litScene(spotAt(0)), power / (4 * math.Pi * 4), power / (4 * math.Pi * 4), power / (4 * math.Pi * 4), LightReaches},
		{"panel", litScene(rectEntity(mgl32.HomogRotate3DX(-math.Pi/2), power)), power * panel, power * panel, power * panel, LightReaches},
		{"panel from behind", litScene(rectEntity(mgl32.HomogRotate3DX(math.Pi/2), power)), 0, 0, 0, LightOutside},
		{"spot aside", litScene(spotAt(0.5)), 0, 0, 0, LightOutside},
		{"sun", func() *Scene { s := litScene(); s.Sun = sun; return s }(), 1000, 1000 * half, 1000 * half, LightReaches},
		{"sun behind a roof", func() *Scene { s := litScene(roof); s.Sun = sun; return s }(), 1000, 1000 * half, 0, LightShadowed},
		{"sky", func() *Scene { s := litScene(roof); s.Sky.Color = white.Mul(10); return s }(), 10 * math.Pi, 10 * math.Pi, 10 * math.Pi, LightReaches},
	} {
		l := c.s.surveyor()
		// By name, since a roof hides the floor from the camera.
		p := l.Point(mgl32.Vec3{}, mgl32.Vec3{0, 2, 0})
		got := l.At(p, 4)
		if len(got.Lights) != 1 {
			t.Errorf("%s: %d lights", c.name, len(got.Lights))
			continue
		}
		x := got.Lights[0]
		if !near(float32(x.Facing), c.facing, 1e-5) || !near(float32(x.Surface), c.surface, 1e-5) || !near(float32(x.Lit), c.lit, 1e-5) || x.Here != c.here || (x.Blocker >= 0) != (c.here == LightShadowed) {
			t.Errorf("%s: %+v; want %g, %g, %g lx and %v", c.name, x, c.facing, c.surface, c.lit, c.here)
		}
		if x.Blocker >= 0 && c.s.Entities[x.Blocker].Name != "roof" {
			t.Errorf("%s: shadowed by entity %d", c.name, x.Blocker)
		}
		if got.Total != x.Lit {
			t.Errorf("%s: %g lx in all, want %g", c.name, got.Total, x.Lit)
		}
		// The same lamp with the power that is needed reads as middle grey, and so does one that was off.
		if x.Needed > 0 {
			if again := c.s.withAmount(x.Needed).surveyor(); !near(again.At(p, 4).Lights[0].Grey.Value, MidGrey, 1e-4) {
				t.Errorf("%s: with %g %s it reads as %g", c.name, x.Needed, x.Unit, again.At(p, 4).Lights[0].Grey.Value)
			}
		} else if c.here != LightOutside {
			t.Errorf("%s: no amount would do", c.name)
		}
	}
}

// Where the moon gives more than the sun, it has the row.
func TestLightSurveyMoon(t *testing.T) {
	s := litScene()
	s.Sun = &Sun{Direction: mgl32.Vec3{0, 1, 0}, Illuminance: 100_000, Color: mgl32.Vec3{1, 1, 1}}
	plan := DefaultMoon()
	plan.Direction = mgl32.Vec3{0, -1, 0}
	s.Moon = &plan
	l := s.surveyor()
	got := l.At(l.Point(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), 0).Lights[0]
	if got.Kind != "moon" || got.Entity != -1 || !(got.Lit > 0 && got.Lit < 0.1) {
		t.Errorf("at night %+v", got)
	}
	s.Sun.Direction = mgl32.Vec3{0, -1, 0}
	if got := s.surveyor().At(l.Point(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), 0).Lights[0]; got.Kind != "sun" || !(got.Lit > 1e4) {
		t.Errorf("by day %+v", got)
	}
}

// withAmount gives the scene's one light another amount.
func (s *Scene) withAmount(x float32) *Scene {
	switch {
	case s.Sun != nil:
		sun := *s.Sun
		sun.Illuminance, s.Sun = Lux(x), &sun
	case s.Sky != (Sky{}):
		s.Sky.Color = mgl32.Vec3{x, x, x}
	}
	for i := range s.Entities {
		e := &s.Entities[i]
		if e.Point != nil {
			p := *e.Point
			p.Intensity, e.Point = Lumen(x).PointIntensity(), &p
		}
		if e.Rect != nil {
			r := *e.Rect
			r.Luminance, e.Rect = Lumen(x).Luminance(r.Width*r.Height), &r
		}
		if e.Spot != nil {
			p := *e.Spot
			p.Intensity, e.Spot = Lumen(x).PointIntensity(), &p
		}
	}
	return s
}

// A shadow's ray ends at the lamp and does not begin in the surface, with or without smooth normals, and lamps
// that cast none pass through.
func TestLightSurveyShadows(t *testing.T) {
	lamp := PointLight{Intensity: 100}
	s := litScene(lampEntity(mgl32.Translate3D(0, 2, 0), lamp), drawn(0, -1, mgl32.Translate3D(0, 2.6, 0)))
	l := s.surveyor()
	if x := l.At(l.Point(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), 4).Lights[0]; x.Here != LightReaches {
		t.Errorf("a box beyond the lamp: %v", x.Here)
	}
	s = litScene(lampEntity(mgl32.Translate3D(0, 2, 0), lamp), drawn(0, -1, mgl32.Translate3D(0, 1, 0)))
	s.Entities[1].Point.Shadows = false
	l = s.surveyor()
	if x := l.At(l.Point(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), 4).Lights[0]; x.Here != LightReaches || x.Lit == 0 {
		t.Errorf("a lamp without shadows behind a box: %v", x.Here)
	}
	// All over a ball whatever faces the lamp is lit.
	ball := ballOf(1, 8)
	s = tracedScene(drawn(0, -1, mgl32.Ident4()), lampEntity(mgl32.Translate3D(0, 9, 9), lamp))
	s.Meshes[0].Primitives[0] = ball
	s.Cameras[0].WorldFromCamera = mgl32.Translate3D(0, 0, 4)
	s.Shots = []Shot{{Width: 64, Height: 64}}
	l = s.surveyor()
	seen := 0
	for i := range 64 * 64 {
		p, ok := l.Pixel(mgl32.Vec2{float32(i%64) + 0.5, float32(i/64) + 0.5})
		if !ok {
			continue
		}
		seen++
		if x := l.At(p, 4).Lights[0]; x.Here != LightReaches && x.Here != LightBehind {
			t.Errorf("pixel %v: %v", p.Pixel, x.Here)
		}
	}
	if seen < 500 {
		t.Errorf("the ball has %d pixels", seen)
	}
}

func TestLightVerdict(t *testing.T) {
	for _, c := range []struct {
		tonemap Tonemap
		cd      float32 // of a lamp 1 m above the floor, at EV100 0
		want    LightVerdict
	}{
		{TonemapNone, 1e-3, LightInvisible}, {TonemapNone, 1, LightVisible}, {TonemapNone, 1.2 * math.Pi / 0.18 * 0.98, LightVisible},
		{TonemapNone, 1.2 * math.Pi / 0.18 * 1.01, LightClips},
		{TonemapAgX, 1e-3, LightInvisible}, {TonemapAgX, 100, LightVisible}, {TonemapAgX, 1e4, LightClips},
		{TonemapACES, 1e5, LightClips}, {TonemapKhronosNeutral, 1e5, LightClips}, {TonemapReinhard, 100, LightVisible}, {TonemapReinhard, 1e6, LightClips},
	} {
		s := litScene(lampEntity(mgl32.Translate3D(0, 1, 0), PointLight{Intensity: Candela(c.cd)}))
		s.Shots[0].Tonemap = c.tonemap
		l := s.surveyor()
		p, _ := l.Middle()
		got := l.At(p, 0)
		if x := got.Lights[0]; x.Verdict != c.want {
			t.Errorf("curve %d, %g cd: %v at %g, shown as %g; want %v", c.tonemap, c.cd, x.Verdict, x.Grey.Value, x.Grey.Shown, c.want)
		}
	}
}

func TestLightSurveyExposure(t *testing.T) {
	s := litScene()
	s.Sun = &Sun{Direction: mgl32.Vec3{0, -1, 0}, Illuminance: 640, Color: mgl32.Vec3{1, 1, 1}, Shadows: true}
	if got := s.surveyor().Exposure(); got != 4 {
		t.Errorf("fixed: EV %g", got)
	}
	s.Exposure = MeteredExposure()
	s.Exposure.Compensation = 1
	if got := s.surveyor().Exposure(); !near(float32(got), 8-1, 1e-5) {
		t.Errorf("in 640 lx, a stop brighter: EV %g, want 7", got)
	}
	if got := s.surveyor().At(s.surveyor().Point(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), 4).Meter; !near(float32(got), 8, 1e-5) {
		t.Errorf("the meter says EV %g, want 8", got)
	}
	// Nothing in view: the open sky.
	empty := tracedScene()
	empty.Shots, empty.Exposure = []Shot{{Width: 8, Height: 8}}, MeteredExposure()
	empty.Sky.Color = mgl32.Vec3{10, 10, 10}
	if got := empty.surveyor().Exposure(); !near(float32(got), math.Log2(10*math.Pi/2.5), 1e-5) {
		t.Errorf("under 10 cd/m² with nothing in view: EV %g", got)
	}
}

// Whatever a scene says, the survey has numbers.
func TestLightSurveyExtremes(t *testing.T) {
	for _, lamp := range []PointLight{{Intensity: 1e30}, {Intensity: 1e-30}, {Intensity: 5, Color: mgl32.Vec3{0, 0, 1e30}}, {Intensity: 5, Range: 1e-20}} {
		for _, at := range []float32{0, 1e-30, 1e-3, 1, 1e18, 3e38} {
			s := litScene(lampEntity(mgl32.Translate3D(0, at, 0), lamp))
			s.Sky.Color = mgl32.Vec3{1e30, 0, 1e30}
			l := s.surveyor()
			for _, ev := range []EV{-20, 0, 30} {
				got := l.At(l.Point(mgl32.Vec3{}, mgl32.Vec3{}), ev)
				numbers := []float32{float32(got.Total), got.Factor, got.Grey.Value, got.Grey.Shown, float32(got.Meter)}
				for _, x := range got.Lights {
					numbers = append(numbers, x.Amount, float32(x.Facing), float32(x.Surface), float32(x.Lit), x.Grey.Value, x.Grey.Shown, x.Needed)
				}
				for i, x := range numbers {
					if x-x != 0 {
						t.Fatalf("%+v at %g m, EV %g: number %d is %g", lamp, at, ev, i, x)
					}
				}
			}
		}
	}
}
