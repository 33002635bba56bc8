package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// metered is the exposure value that a picture of a scene settles at.
func metered(t *testing.T, sc *scene.Scene, q Request) float64 {
	t.Helper()
	sc.Exposure = scene.MeteredExposure()
	return render(t, sc, q).Stats.EV100
}

// A meter reads what falls on a plane: the sun by its elevation, a uniform sky as πL, a lamp by the
// distance, and where nothing stands the light in the open.
func TestMeterReadsLight(t *testing.T) {
	floor := func() *scene.Scene {
		sc := stage(model(planeMesh, mgl32.Scale3D(0.1, 1, 0.1)))
		sc.Cameras[0] = above(5, 0.5)
		return sc
	}
	const lux = 20000
	sun := func(elevation float64) *scene.Scene {
		sc := floor()
		sin, cos := math.Sincos(elevation * math.Pi / 180)
		sc.Sun = &scene.Sun{Direction: vec3{float32(-cos), float32(-sin), 0}, Illuminance: lux, Color: vec3{1, 1, 1}}
		return sc
	}
	sky := floor()
	sky.Sky.Color = vec3{5000, 5000, 5000}
	lamp := floor()
	lamp.Entities = append(lamp.Entities, pointAt(vec3{0, 4, 0}, scene.PointLight{Intensity: 800, Color: vec3{1, 1, 1}}))
	nothing := stage()
	nothing.Sky.Color = vec3{100, 100, 100}
	for _, c := range []struct {
		name string
		sc   *scene.Scene
		want float64 // lx
	}{
		{"sun overhead", sun(90), lux},
		{"sun at 30 degrees", sun(30), lux / 2},
		{"sky", sky, math.Pi * 5000},
		{"lamp", lamp, 800.0 / 16},
		{"nothing", nothing, math.Pi * 100},
	} {
		got := metered(t, c.sc, linear(64, 1))
		if want := math.Log2(c.want / 2.5); math.Abs(got-want) > 0.02 {
			t.Errorf("%s: EV100 %.3f, want %.3f", c.name, got, want)
		}
	}
}

// A white and a black room under the same lamp meter the same, and a mirror too.
func TestMeterIgnoresMaterials(t *testing.T) {
	room := func(change func(*scene.Material)) *scene.Scene {
		sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0.5, 0.5, 0)), model(sphereMesh, mgl32.Translate3D(-0.8, 0.5, 0.3)))
		sc.Sun = &scene.Sun{Direction: vec3{-0.48, -0.6, -0.64}, Illuminance: 1000, Color: vec3{1, 0.9, 0.7}, Shadows: true}
		sc.Sky.Color = vec3{20, 30, 50}
		sc.Entities = append(sc.Entities, pointAt(vec3{0, 2, 1}, scene.PointLight{Intensity: 300, Color: vec3{1, 0.8, 0.5}}))
		change(&sc.Materials[0])
		return sc
	}
	q := linear(64, 1)
	white := metered(t, room(func(m *scene.Material) { m.BaseColor = vec4{1, 1, 1, 1} }), q)
	if white < 4 || white > 9 {
		t.Errorf("EV100 %v in a room", white)
	}
	for name, change := range map[string]func(*scene.Material){
		"black":    func(m *scene.Material) { m.BaseColor = vec4{0, 0, 0, 1} },
		"mirror":   func(m *scene.Material) { m.Metallic, m.Roughness = 1, 0.05 },
		"emissive": func(m *scene.Material) { m.Emissive = vec3{1e6, 1e6, 1e6} },
	} {
		if got := metered(t, room(change), q); math.Abs(got-white) > 1e-3 {
			t.Errorf("%s: EV100 %v, white has %v", name, got, white)
		}
	}
}

// Size and samples of a picture do not matter, nor does what was drawn before; compensation and
// limits do.
func TestMeterSettles(t *testing.T) {
	sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0.5, 0.5, 0)))
	sc.Sun = &scene.Sun{Direction: vec3{-0.48, -0.6, -0.64}, Illuminance: 1000, Color: vec3{1, 1, 1}, Shadows: true}
	first := metered(t, sc, linear(64, 1))
	for _, q := range []Request{linear(32, 1), linear(129, 1), linear(64, 3)} {
		if got := metered(t, sc, q); math.Abs(got-first) > 0.05 {
			t.Errorf("%d pixels, %d samples: EV100 %v after %v", q.Shot.Width, q.Shot.Samples, got, first)
		}
	}
	r := newTestRenderer(t, sc)
	a := shoot(t, r, linear(64, 2))
	b := shoot(t, r, linear(64, 2))
	if a.Stats.EV100 != first || b.Stats.EV100 != first {
		t.Errorf("EV100 %v, then %v, then %v of one picture", first, a.Stats.EV100, b.Stats.EV100)
	}
	sc.Exposure = scene.MeteredExposure()
	sc.Exposure.Compensation = 1.5
	if got := render(t, sc, linear(64, 1)).Stats.EV100; math.Abs(got-(first-1.5)) > 1e-5 {
		t.Errorf("EV100 %v with 1.5 stops more light, without %v", got, first)
	}
	sc.Exposure = scene.MeteredExposure()
	sc.Exposure.Min = 12
	if got := render(t, sc, linear(64, 1)).Stats.EV100; got != 12 {
		t.Errorf("EV100 %v with 12 at least", got)
	}
}

// Shots of one scene may be exposed each in its own way, whatever the order.
func TestShotsHaveTheirOwnExposure(t *testing.T) {
	sc := stage(model(planeMesh, mgl32.Ident4()))
	sc.Cameras[0] = above(5, 2)
	sc.Sky.Color = vec3{100, 100, 100}
	r := newTestRenderer(t, sc)
	meter, fixed := scene.MeteredExposure(), scene.FixedExposure(3)
	for _, c := range []struct {
		exposure *scene.Exposure
		want     float64
	}{{nil, float64(sc.Exposure.EV100)}, {&meter, math.Log2(math.Pi * 100 / 2.5)}, {&fixed, 3}, {&meter, math.Log2(math.Pi * 100 / 2.5)}, {nil, float64(sc.Exposure.EV100)}} {
		q := linear(32, 1)
		q.Shot.Exposure = c.exposure
		p := shoot(t, r, q)
		if got := p.Stats.EV100; math.Abs(got-c.want) > 0.01 {
			t.Errorf("EV100 %v, want %v", got, c.want)
		}
		// In cd/m² the exposure does not show.
		if got, want := p.at(16, 16)[0], sc.Materials[0].BaseColor[0]*100; math.Abs(float64(got-want)) > 0.01*float64(want) {
			t.Errorf("EV100 %v: %v cd/m², want %v", c.want, got, want)
		}
	}
}

// A sequence gets used to another light as scene.Exposure.Adapt says, from the frame on that knows of it, and no
// number of frames in the same time makes a difference. The compensation, a cut and a still are at once.
func TestSequenceAdapts(t *testing.T) {
	sc := stage(model(planeMesh, mgl32.Ident4()))
	sc.Cameras[0] = above(5, 2)
	sc.Exposure = scene.MeteredExposure()
	sun := func(lux scene.Lux) *scene.Sun {
		return &scene.Sun{Direction: vec3{0, -1, 0}, Illuminance: lux, Color: vec3{1, 1, 1}}
	}
	sc.Sun = sun(1)
	r := newTestRenderer(t, sc)
	exposure := sc.Exposure
	frame := func(lux scene.Lux, seconds float64, change func(*Request)) float64 {
		t.Helper()
		q := linear(16, 1)
		q.Shot.Sun, q.Shot.Exposure, q.Sequence, q.Seconds = sun(lux), &exposure, true, seconds
		if change != nil {
			change(&q)
		}
		p := shoot(t, r, q)
		if got, want := p.at(8, 8)[0], float64(sc.Materials[0].BaseColor[0])*float64(lux)/math.Pi; math.Abs(float64(got)-want) > 0.01*want {
			t.Errorf("%v lx at EV100 %v: %v cd/m², want %v", lux, p.Stats.EV100, got, want)
		}
		return p.Stats.EV100
	}
	const dark, bright = 40, 20000
	ev := func(lux float64) float64 { return math.Log2(lux / 2.5) }
	want := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 2e-3 {
			t.Errorf("%s: EV100 %.4f, want %.4f", what, got, want)
		}
	}
	for range 4 {
		want("bright", frame(bright, 0.1, nil), ev(bright))
	}
	towards := func(from, to, seconds, constant float64) float64 { return to + (from-to)*math.Exp(-seconds/constant) }
	// Two frames that do not know yet, and then one after the other.
	want("just dark", frame(dark, 0.1, nil), ev(bright))
	want("just dark", frame(dark, 0.1, nil), ev(bright))
	seconds := 0.0
	for _, step := range []float64{0.1, 0.05, 0.05, 0, 0.3, 1} {
		seconds += step
		want("getting dark", frame(dark, step, nil), towards(ev(bright), ev(dark), seconds, 1.2))
		if !r.sequence.settling {
			t.Errorf("settled after %g s", seconds)
		}
	}
	want("compensated", frame(dark, 0, func(q *Request) { x := exposure; x.Compensation = 2; q.Shot.Exposure = &x }), towards(ev(bright), ev(dark), seconds, 1.2)-2)
	want("dark", frame(dark, 100, nil), ev(dark))
	if r.sequence.settling {
		t.Error("not settled after 100 s")
	}
	frame(bright, 0, nil)
	frame(bright, 0, nil)
	want("getting light", frame(bright, 0.2, nil), towards(ev(dark), ev(bright), 0.2, 0.4))
	want("a cut", frame(dark, 0, func(q *Request) { q.Cut = true }), ev(dark))
	want("after it", frame(dark, 0.1, nil), ev(dark))
	want("a still", frame(bright, 0, func(q *Request) { q.Sequence = false }), ev(bright))
	want("after it", frame(dark, 0, nil), ev(dark))
	want("fixed", frame(bright, 0, func(q *Request) { x := scene.FixedExposure(3); q.Shot.Exposure = &x }), 3)
}
