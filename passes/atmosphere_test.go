package passes

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// airOf is scene.NewAir, once for each atmosphere: its tables take a while.
func airOf(a scene.Atmosphere) *scene.Air {
	air := airs[a]
	if air == nil {
		air = scene.NewAir(a)
		airs[a] = air
	}
	return air
}

var airs = map[scene.Atmosphere]*scene.Air{}

// airStage is a stage under an atmosphere with a natural sun in the east.
func airStage(a scene.Atmosphere, elevation float64, models ...scene.Entity) *scene.Scene {
	sc := stage(models...)
	sc.Sky = scene.Sky{Kind: scene.SkyAtmosphere, Air: airOf(a)}
	sin, cos := math.Sincos(elevation * math.Pi / 180)
	sc.Sun = &scene.Sun{Direction: vec3{float32(-cos), float32(-sin), 0}, Color: vec3{1, 1, 1}, Natural: true, Shadows: true}
	return sc
}

func wide(v vec3) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }

// What a camera sees of the air is what scene.Air integrates, from any height: within 2 %, and 4 % next to the
// horizon and in deep twilight. Two lights add up.
func TestAtmosphereFollowsTheRule(t *testing.T) {
	for _, c := range []struct {
		elevation       float64
		height          float32 // of the camera
		altitude, share float32
		moon            bool
	}{{60, 2, 0, 0.02, false}, {90, 2, 0, 0.02, false}, {4, 500, 1500, 0.02, false}, {-5, 2, 0, 0.04, true}, {20, 9000, 0, 0.02, false}, {-60, 2, 0, 0.02, true}} {
		a := scene.DefaultAtmosphere()
		a.Altitude = c.altitude
		sc := airStage(a, c.elevation)
		sc.Exposure.EV100 = 20 // twilight included: nothing of the sky is clamped
		if c.elevation < 0 {
			sc.Exposure.EV100 = 3
		}
		if c.elevation < -10 {
			sc.Exposure.EV100 = -8
		}
		if c.moon {
			m := scene.DefaultMoon()
			m.Direction, m.Full = vec3{0, -0.8, 0.6}, 3
			sc.Moon = &m
		}
		sc.Cameras = sixWays()
		for i := range sc.Cameras {
			sc.Cameras[i].WorldFromCamera.SetCol(3, vec4{5, c.height, 7, 1})
		}
		l := sc.LightingOf(&scene.Shot{})
		height := sc.Sky.Air.Height(c.height)
		horizon := scene.HorizonElevation(height)
		for d, got := range around(t, sc, 17, 1) {
			above := math.Asin(min(max(float64(d[1]), -1), 1)) - horizon
			if math.Abs(above) < 0.01 || d.Dot(l.Sky.Lights[0].Towards) > 0.98 || d.Dot(l.Sky.Lights[1].Towards) > 0.98 {
				continue // the horizon between two rows, a disc
			}
			var want vec3
			for _, light := range l.Sky.Lights {
				if light.View == nil {
					continue
				}
				shine := sc.Sky.Air.Radiance(height, wide(d), wide(light.Towards), 64)
				for k := range 3 {
					want[k] += float32(shine[k]) * light.Outside[k]
				}
			}
			share := c.share
			if math.Abs(above) < 0.05 {
				share = max(share, 0.04)
			}
			if far(got, want, share, 0.002*want[1]) {
				t.Fatalf("sun at %v°, from %v m, towards %v: %v, want %v", c.elevation, c.height, d, got, want)
			}
		}
	}
}

// The sun's disc gives what arrives of the sun, whether it is many pixels or less than one.
func TestSunDisc(t *testing.T) {
	for _, c := range []struct {
		fov       float32
		elevation float64
		share     float64
	}{{0.03, 40, 0.01}, {0.03, 6, 0.02}, {0.3, 40, 0.02}, {1.2, 40, 0.08}} {
		sc := airStage(scene.DefaultAtmosphere(), c.elevation)
		sc.Exposure.EV100 = 22
		towards := sc.Sun.Direction.Mul(-1)
		sc.Cameras[0] = looking(towards, vec3{0, 1, 0})
		sc.Cameras[0].FovY = c.fov
		sc.Cameras[0].WorldFromCamera.SetCol(3, vec4{0, 1, 0, 1})
		const size = 96
		p := render(t, sc, linear(size, 8))
		var sum float64
		background := scene.Luminance(p.at(2, size/2))
		view := sc.Cameras[0].View(size, size, vec2{})
		for y := range size {
			for x := range size {
				if l := scene.Luminance(p.at(x, y)); l > 3*background {
					tan := func(i int) float64 { return ((float64(i)+0.5)/size*2 - 1) * float64(view.HalfY) }
					cos := 1 / math.Sqrt(1+tan(x)*tan(x)+tan(y)*tan(y))
					sum += float64(l-background) * cos * cos * cos * math.Pow(2*float64(view.HalfY)/size, 2)
				}
			}
		}
		l := sc.LightingOf(&scene.Shot{})
		if want := float64(l.Light.Illuminance); math.Abs(sum-want) > c.share*want {
			t.Errorf("%v rad of view, sun at %v°: the disc gives %.5g lx, want %.5g", c.fov, c.elevation, sum, want)
		}
	}
}

// curtain is a camera before a wide black curtain, so many metres away in a direction; what it shows is what is between.
func curtain(sc *scene.Scene, height float32, dir vec3, metres float32) {
	up := vec3{0, 1, 0}
	c := looking(dir, up)
	c.FovY = 0.02
	c.WorldFromCamera.SetCol(3, vec4{0, height, 0, 1})
	sc.Cameras[0] = c
	m := c.WorldFromCamera.Mul4(mgl32.Translate3D(0, 0, -metres)).Mul4(mgl32.Scale3D(metres, metres, 1))
	sc.Entities = append(sc.Entities, model(quadMesh, m))
	sc.Materials[0].BaseColor, sc.Materials[0].Specular = vec4{0, 0, 0, 1}, 0
}

// Things look as far away as scene.Air.Between says, opaque or blended, and so do parallel views.
func TestAerialPerspective(t *testing.T) {
	for _, c := range []struct {
		elevation float64
		height    float32
		dir       vec3
		metres    float32
	}{
		{50, 2, vec3{0, 0, -1}, 30}, {50, 2, vec3{0, 0.02, -1}, 1000}, {50, 2, vec3{1, 0.1, -1}, 12_000}, {50, 2, vec3{-1, 0.01, 0}, 60_000},
		{5, 2, vec3{1, 0.02, 0.2}, 4000}, {5, 800, vec3{1, -0.03, 0.5}, 20_000}, {50, 10_000, vec3{0.1, -1, 0}, 9900}, {-3, 2, vec3{1, 0.02, 0}, 15_000},
	} {
		dir := c.dir.Normalize()
		sc := airStage(scene.DefaultAtmosphere(), c.elevation)
		sc.Exposure.EV100 = 16
		if c.elevation < 0 {
			sc.Exposure.EV100 = 3
		}
		curtain(sc, c.height, dir, c.metres)
		sc.Entities[0].Model.Shadows = false
		sc.Materials[0].Emissive = vec3{300, 200, 100}
		l := sc.LightingOf(&scene.Shot{})
		light := &l.Sky.Lights[0]
		through, added := sc.Sky.Air.Between(sc.Sky.Air.Height(c.height), wide(dir), wide(light.Towards), float64(c.metres), 300)
		var want vec3
		for k := range 3 {
			want[k] = sc.Materials[0].Emissive[k]*float32(through[k]) + float32(added[k])*light.Outside[k]
		}
		parallel := sc.Cameras[0]
		parallel.FovY, parallel.Height, parallel.Near, parallel.Far = 0, 0.1, 0, 2*c.metres
		sc.Cameras = append(sc.Cameras[:1], parallel)
		pictures := func(what string) {
			t.Helper()
			r := open(t, sc)
			defer r.Destroy()
			for camera := range sc.Cameras {
				q := linear(9, 1)
				q.Shot.Camera = camera
				if got := shoot(t, r, q).at(4, 4); far(got, want, 0.02, 0.002*want[1]) {
					t.Errorf("%s, camera %d, sun at %v°, %v m towards %v: %v, want %v", what, camera, c.elevation, c.metres, c.dir, got, want)
				}
			}
		}
		pictures("opaque")
		sc.Materials[0].AlphaMode = scene.AlphaBlend
		pictures("blended")
		sc.Materials[0].AlphaMode = scene.AlphaOpaque
		clear := scene.DefaultAtmosphere()
		clear.Aerial = false
		sc.Sky.Air = airOf(clear)
		want = sc.Materials[0].Emissive
		pictures("without")
	}
}

// Fog hides things and the sky as scene.Fog.Veil says.
func TestFogFollowsTheRule(t *testing.T) {
	for _, fog := range []scene.Fog{
		{Density: 0.02, Height: 3, Falloff: 10, Color: vec3{1, 1, 1}, Anisotropy: 0.6, Opacity: 1},
		{Density: 0.1, Height: 1, Color: vec3{0.9, 0.5, 0.2}, Anisotropy: -0.3, Start: 5, Opacity: 0.8},
		{Density: 3e-5, Height: 1e6, Falloff: 1, Color: vec3{1, 1, 1}, Opacity: 1},
	} {
		for _, dir := range []vec3{{0, 0, -1}, {1, 0.3, 0}, {0.2, 1, 0}, {0, -0.1, 1}} {
			dir = dir.Normalize()
			for _, metres := range []float32{4, 40, 900, 1e9} {
				sc := stage()
				sc.Fog, sc.Sky = &fog, scene.Sky{Color: vec3{2000, 3000, 5000}}
				sc.Sun = sunAt(35, 70)
				curtain(sc, 2, dir, min(metres, 1000))
				sc.Materials[0].Emissive = vec3{3000, 2000, 1000}
				behind := sc.Materials[0].Emissive
				if metres > 1000 {
					sc.Entities, behind = nil, sc.Sky.Color
				}
				through, added := fog.Veil(vec3{0, 2, 0}, dir, float64(metres), sc.Sun.Direction.Mul(-1), sc.Sun.Color.Mul(float32(sc.Sun.Illuminance)), sc.Sky.Color)
				want := behind.Mul(float32(through)).Add(added)
				if got := render(t, sc, linear(9, 1)).at(4, 4); far(got, want, 0.003, 1) {
					t.Errorf("fog %+v, %v m towards %v: %v, want %v", fog, metres, dir, got, want)
				}
			}
		}
	}
}

// A slab above the way keeps the sun off a part of the fog, before opaque things and blended ones.
func TestFogShadows(t *testing.T) {
	for _, metres := range []float32{18, 60} {
		sc := stage()
		fog := scene.DefaultFog()
		fog.Density, fog.Height, fog.Falloff = 0.03, 25, 0
		sc.Fog, sc.Sky = &fog, scene.Sky{Color: vec3{200, 300, 500}}
		sc.Sun = &scene.Sun{Direction: vec3{0, -1, 0}, Illuminance: 50_000, Color: vec3{1, 1, 1}, Shadows: true}
		curtain(sc, 2, vec3{0, 0, -1}, metres)
		slab := model(boxMesh, mgl32.Translate3D(0, 20, -20).Mul4(mgl32.Scale3D(100, 1, 20))) // from 10 to 30 m
		sc.Entities = append(sc.Entities, slab)
		visible := func(t float64) float64 {
			if t > 10 && t < 30 {
				return 0
			}
			return 1
		}
		sunlit := 0.0
		for i := range 200 {
			sunlit += fog.Sunlit(vec3{0, 2, 0}, vec3{0, 0, -1}, float64(metres), 1e9, (float64(i)+0.5)/200, visible) / 200
		}
		if sunlit > 0.8 {
			t.Fatalf("%v of the light is left", sunlit)
		}
		lit := func(share float64) vec3 {
			_, added := fog.Veil(vec3{0, 2, 0}, vec3{0, 0, -1}, float64(metres), vec3{0, 1, 0}, sc.Sun.Color.Mul(float32(share)*50_000), sc.Sky.Color)
			return added
		}
		want := lit(sunlit)
		for _, mode := range []scene.AlphaMode{scene.AlphaOpaque, scene.AlphaBlend} {
			sc.Materials[0].AlphaMode = scene.AlphaOpaque
			sc.Materials = append(sc.Materials[:1], sc.Materials[0])
			sc.Materials[1].AlphaMode = mode
			sc.Entities[0] = withMaterial(sc.Entities[0], 1)
			p := render(t, sc, linear(9, 64))
			if got := p.at(4, 4); far(got, want, 0.015, 1) {
				t.Errorf("alpha mode %v, %v m: %v, want %v", mode, metres, got, want)
			}
		}
		fog.Shadows = false
		if got, want := render(t, sc, linear(9, 1)).at(4, 4), lit(1); far(got, want, 0.005, 1) {
			t.Errorf("%v m without shadows: %v, want %v", metres, got, want)
		}
	}
}

// A transparent background is as opaque as the fog before it.
func TestFogOverNothing(t *testing.T) {
	sc := stage()
	sc.Fog = &scene.Fog{Density: 1e-9, Height: 1e6, Color: vec3{1, 1, 1}, Opacity: 1} // the sky is 10⁹ m away
	sc.Sky.Color = vec3{1000, 1000, 1000}
	q := linear(9, 1)
	q.Shot.Transparent = true
	p := render(t, sc, q)
	if got, want := p.alpha(4, 4), 1-math.Exp(-1); math.Abs(float64(got)-want) > 0.002 {
		t.Errorf("alpha %v, want %v", got, want)
	}
	near(t, "fog before nothing", p.at(4, 4), 1000*(1-math.Exp(-1)), 0.003)
}

// Tables are made once, and again when what they are made of changes.
func TestAtmosphereIsKept(t *testing.T) {
	sc := airStage(scene.DefaultAtmosphere(), 30)
	sc.Cameras = append(sc.Cameras, sc.Cameras[0], sc.Cameras[0])
	sc.Cameras[1].WorldFromCamera.SetCol(3, vec4{500, sc.Cameras[0].WorldFromCamera[13], -9, 1})
	sc.Cameras[2].WorldFromCamera.SetCol(3, vec4{0, 700, 0, 1})
	other := *sc.Sun
	other.Direction = vec3{0, -1, 0}
	r := newTestRenderer(t, sc)
	for _, c := range []struct {
		camera int
		sun    *scene.Sun
		want   string
	}{
		{0, nil, "transmittance multiple sky aerial"}, {0, nil, ""}, {1, nil, ""}, {2, nil, "sky aerial"}, {0, &other, "sky aerial"}, {0, nil, "sky aerial"},
	} {
		q := linear(8, 1)
		q.Shot.Camera, q.Shot.Sun = c.camera, c.sun
		var made []string
		for _, pass := range shoot(t, r, q).Stats.Passes {
			if name, ok := strings.CutPrefix(pass.Name, "atmosphere."); ok {
				made = append(made, name)
			}
		}
		if got := strings.Join(made, " "); got != c.want {
			t.Errorf("camera %d, sun %v: made %q, want %q", c.camera, c.sun, got, c.want)
		}
	}
}

// Nothing that an atmosphere or fog may be gives a pixel that is no number: cameras underground and in space, parallel
// views, suns straight above and below, no air, no haze, far too much of both.
func TestAtmosphereExtremes(t *testing.T) {
	ball := model(sphereMesh, mgl32.Translate3D(0, 1, -4))
	glass := model(sphereMesh, mgl32.Translate3D(2, 1, -4))
	for i, a := range []scene.Atmosphere{
		{}, scene.DefaultAtmosphere(), {Air: 1, Aerial: true, GroundAlbedo: vec3{1, 1, 1}},
		{Air: 100, Haze: 100, Ozone: 100, Anisotropy: 0.95, GroundAlbedo: vec3{1, 0, 1}, Aerial: true},
		{Air: 1, Haze: 1, Anisotropy: -0.95, Altitude: 1e6, Aerial: true},
	} {
		for _, elevation := range []float64{90, 0, -90} {
			sc := airStage(a, elevation, ball, withMaterial(glass, 1))
			sc.Materials = append(sc.Materials, sc.Materials[0])
			sc.Materials[1].AlphaMode, sc.Materials[1].BaseColor[3] = scene.AlphaBlend, 0.5
			fog := scene.Fog{Density: []float32{0, 1e3, 1e-3}[i%3], Height: -1e6, Falloff: float32(i), Color: vec3{1, 1, 1}, Anisotropy: 0.95, Opacity: 1, Shadows: true}
			sc.Fog = &fog
			sc.Cameras = nil
			for _, y := range []float32{-1e5, -1, 0, 1, 5e4, 99_999, 100_001, 4e5, 1e7} {
				for _, dir := range []vec3{{0, 0, -1}, {0.1, 1, 0}, {0.1, -1, 0}} {
					c := looking(dir.Normalize(), vec3{0, 1, 0})
					c.FovY = 2
					c.WorldFromCamera.SetCol(3, vec4{0, y, 0, 1})
					sc.Cameras = append(sc.Cameras, c)
				}
			}
			flat := sc.Cameras[3]
			flat.FovY, flat.Height, flat.Near, flat.Far = 0, 20, 0, 1e5
			sc.Cameras = append(sc.Cameras, flat)
			r := newTestRenderer(t, sc)
			for camera := range sc.Cameras {
				q := linear(12, 1)
				q.Shot.Camera, q.Linear = camera, false
				p := shoot(t, r, q)
				for k, v := range p.Linear {
					if !(v >= 0 && v <= scene.DisplayMax) {
						t.Fatalf("%+v, fog %+v, sun at %v°, camera %d: pixel %d,%d channel %d is %v", a, fog, elevation, camera, k/4%12, k/4/12, k%4, v)
					}
				}
			}
		}
	}
}
