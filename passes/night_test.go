package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// nightStage is an empty world at night.
func nightStage() *scene.Scene {
	sc := stage()
	n := scene.DefaultNight()
	n.Turn = scene.Moment{JulianDay: scene.JulianDay(2026, 8, 12.9), Latitude: 0.8, Longitude: 0.2}.WorldFromEquatorial()
	sc.Night, sc.Exposure = &n, scene.FixedExposure(-10)
	return sc
}

// through is the share of light that comes through the air from a direction, where the world's Y is at.
func through(l *scene.Lighting, d vec3, at float32) vec3 {
	if l.Sky.Kind != scene.SkyAtmosphere {
		return vec3{1, 1, 1}.Mul(float32(scene.ClearAir(float64(d[1]))))
	}
	height := l.Sky.Air.Height(at)
	if math.Asin(float64(d[1])) < scene.HorizonElevation(height) {
		return vec3{}
	}
	t := l.Sky.Air.Transmittance(height, float64(d[1]))
	return vec3{float32(t[0]), float32(t[1]), float32(t[2])}
}

// nightRule is what a pixel of a night shows, in cd/m².
func nightRule(l *scene.Lighting, stars *scene.StarMap, d vec3, pixel float32) vec3 {
	n, sum := l.Night, vec3{}
	if l.Sky.Kind != scene.SkyAtmosphere {
		sum = l.Sky.Radiance(d) // that of a moonless Earth at night is black
	}
	n.Glow = l.Night.Backdrop()
	sum = sum.Add(n.GlowTowards(d))
	air := through(l, d, 2)
	if moon, there := l.Moon.Towards(d, l.Moon.Disc(pixel)); there {
		return sum.Add(air.Mul(float32(moon)))
	}
	if !l.Night.Starry() {
		return sum
	}
	e := n.Turn.Transpose().Mul3x1(d)
	light := stars.Towards(e, scene.StarRadius(pixel)).Mul(n.Stars).Add(scene.NightColor.Mul(float32(scene.MilkyWayTowards(e)) * n.MilkyWay))
	for k := range sum {
		sum[k] += light[k] * air[k]
	}
	return sum
}

// What a camera sees of a night is the rule, all around: glow, stars, the Milky Way and nothing of them
// below the horizon.
func TestNightFollowsTheRule(t *testing.T) {
	testNight(t, nightStage(), 0.004)
}

// Through the air of an atmosphere the stars are redder and fewer near the horizon.
func TestNightInAnAtmosphere(t *testing.T) {
	sc := nightStage()
	sc.Sky = scene.Sky{Kind: scene.SkyAtmosphere, Air: airOf(scene.DefaultAtmosphere())}
	sc.Sun = sunAt(-80, 0)
	testNight(t, sc, 0.01)
}

func testNight(t *testing.T, sc *scene.Scene, share float32) {
	sc.Night.Seed = 5
	sc.Cameras = sixWays()
	l := sc.LightingOf(&scene.Shot{})
	stars := scene.NewStarMap(scene.Stars(5))
	const size = 97
	pixel := pixelAngle(sc.Cameras[0].View(size, size, vec2{}))
	lit, dark := 0, 0
	for d, got := range around(t, sc, size, 1) {
		if math.Abs(float64(d[1])) < 1e-3 {
			continue // the horizon itself
		}
		want := nightRule(&l, &stars, d, pixel)
		if d[1] > 0 && want[1] > 3e-4 {
			lit++
		} else {
			dark++
		}
		// Half floats, twice; a star's rim is a difference of near numbers.
		if far(got, want, share, 4e-6) {
			t.Fatalf("in direction %v: %v, want %v", d, got, want)
		}
	}
	if lit < 500 || dark < 10000 {
		t.Errorf("%d pixels with stars and %d without", lit, dark)
	}
}

// The moon is lit where the sun's light falls on it, in front of the stars.
func TestMoonFollowsTheRule(t *testing.T) {
	for _, sunward := range []vec3{{0, 0, 1}, {1, 0, 0}, {-0.6, 0.64, 0.48}, {0.1, -0.2, -1}} {
		sc := nightStage()
		towards := vec3{0.36, 0.48, -0.8}
		sc.Moon = &scene.MoonPlan{Direction: towards.Mul(-1), Full: 0.05, Color: vec3{1, 1, 1}}
		sc.Sun = &scene.Sun{Direction: sunward.Normalize().Mul(-1), Illuminance: 1e-9, Color: vec3{1, 1, 1}}
		sc.Exposure = scene.FixedExposure(3)
		sc.Cameras = []scene.Camera{looking(towards, vec3{0, 1, 0})}
		sc.Cameras[0].FovY = 0.02
		l := sc.LightingOf(&scene.Shot{})
		if !l.Moon.Shines() {
			t.Fatal("no moon")
		}
		const size = 64
		stars := scene.NewStarMap(scene.Stars(0))
		bright, wrong := 0, 0
		for d, got := range around(t, sc, size, 1) {
			want := nightRule(&l, &stars, d, 0.02/size)
			if want[1] > 1 {
				bright++
			}
			if far(got, want, 0.01, 1e-3*600) {
				wrong++
			}
		}
		if wrong > 12 { // on the rim and the terminator
			t.Errorf("lit from %v: %d pixels are wrong", sunward, wrong)
		}
		if share := l.Moon.IlluminatedShare(); math.Abs(float64(bright)-share*math.Pi*math.Pow(size*0.00904/0.02/2, 2)) > 80 {
			t.Errorf("lit from %v: %d pixels are bright, %v of the disc", sunward, bright, share)
		}
	}
}

// Stars give as much light in a large picture as in a small one, and with any number of samples.
func TestStarsAtAnySize(t *testing.T) {
	light := func(size, samples int) float64 {
		sc := nightStage()
		sc.Night.Glow, sc.Night.MilkyWay = 0, 0
		sc.Cameras = []scene.Camera{looking(vec3{0, 1, 0}, vec3{0, 0, 1})}
		sc.Cameras[0].FovY = 1
		var sum float64
		for d, got := range around(t, sc, size, samples) {
			sum += float64(got[1]) * math.Pow(float64(d[1]), 3) // a pixel's share of the sphere
		}
		return sum * math.Pow(2*math.Tan(0.5)/float64(size), 2)
	}
	want := light(384, 1)
	// The stars within half a radian of the zenith: about 6 % of all light, 2.3e-4 lx.
	if want < 0.5*0.05*2.3e-4 || want > 2*0.08*2.3e-4 {
		t.Errorf("%v lx", want)
	}
	for _, c := range []struct{ size, samples int }{{192, 1}, {96, 1}, {96, 8}, {48, 4}} {
		if got := light(c.size, c.samples); math.Abs(got/want-1) > 0.06 {
			t.Errorf("%d pixels, %d samples: %v of the light", c.size, c.samples, got/want)
		}
	}
}

// A ball in the dark is lit by the glow, and a mirror shows it.
func TestNightLightsTheScene(t *testing.T) {
	dark := nightStage()
	sc := ballStage(scene.Sky{})
	sc.Night, sc.Exposure = dark.Night, dark.Exposure
	r := newTestRenderer(t, sc)
	q := linear(48, 1)
	where := surfels(t, r, q)
	p := shoot(t, r, q)
	l := sc.LightingOf(&scene.Shot{})
	sh := l.Irradiance()
	for i, s := range where {
		if s.hit {
			if got, want := p.at(i%48, i/48), sh.At(s.normal).Mul(0.5/math.Pi); far(got, want, 0.003, 1e-8) {
				t.Fatalf("facing %v: %v, want %v", s.normal, got, want)
			}
		}
	}
	sc.Materials[0].BaseColor, sc.Materials[0].Metallic, sc.Materials[0].Roughness = vec4{1, 1, 1, 1}, 1, 0
	p = render(t, sc, q)
	along := sc.Cameras[0].View(48, 48, vec2{}).Forward()
	tested := 0
	for i, s := range where {
		if !s.hit || s.normal.Dot(along) > -0.3 {
			continue
		}
		reflected := along.Sub(s.normal.Mul(2 * s.normal.Dot(along)))
		if math.Abs(float64(reflected[1])) < 0.1 {
			continue // the horizon, which a texel of the cube blurs
		}
		tested++
		if got, want := p.at(i%48, i/48), l.Radiance(reflected); far(got, want, 0.03, 0) {
			t.Fatalf("%v reflected at %v, want %v", got, reflected, want)
		}
	}
	if tested < 200 {
		t.Errorf("%d pixels tested", tested)
	}
}

// Extremes of a night give numbers.
func TestNightExtremes(t *testing.T) {
	for _, c := range []scene.Night{
		{Glow: 1e9, Stars: 1e6, MilkyWay: 1e6, Turn: mgl32.Ident3()}, {Stars: 1, Turn: mgl32.Ident3()}, {MilkyWay: 1, Turn: mgl32.Ident3()}, {Glow: 1e-30},
	} {
		sc := nightStage()
		sc.Night = &c
		sc.Cameras = append(sixWays()[4:5], scene.Camera{Name: "flat", WorldFromCamera: mgl32.HomogRotate3DX(0.7), Height: 3, Near: 0.1, Far: 10},
			scene.Camera{Name: "long", WorldFromCamera: mgl32.HomogRotate3DX(0.7), FovY: 1e-4, Near: 0.1})
		r := newTestRenderer(t, sc)
		for i := range sc.Cameras {
			for _, ev := range []scene.EV{-20, 30} {
				exposure := scene.FixedExposure(ev)
				q := linear(16, 1)
				q.Shot.Camera, q.Shot.Exposure = i, &exposure
				for k, x := range shoot(t, r, q).Linear {
					if x-x != 0 || x < 0 {
						t.Fatalf("%+v, camera %d, EV %v: number %d is %v", c, i, ev, k, x)
					}
				}
			}
		}
	}
}
