package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// The design's anchors, by what a camera sees of the whole sky of an atmosphere and of level ground below it: a noon sky
// of 5000 cd/m² on the mean and a direct sun of 100,000 lx, a full moon of 0.05 lx, and a moonless night of 0.00016 cd/m², straight up
// and on the mean. The ground is lit by what is seen: nothing of sun, moon, air, glow and stars is missing or counted twice. By
// night blue is above green above red.
func TestAnchors(t *testing.T) {
	down := func(elevation float64) vec3 {
		sin, cos := math.Sincos(elevation * math.Pi / 180)
		return vec3{float32(-cos), float32(-sin), 0}
	}
	for _, c := range []struct {
		name             string
		sun              float64 // its elevation, degrees
		moon             bool    // a full one at 60°
		ev               scene.EV
		direct           float64 // lux on what faces it; 0: nothing shines
		zenith, mean     float64 // cd/m²; 0: not an anchor
		directBy, meanBy float64 // factors
	}{
		{"noon", 60, false, 14, 100_000, 0, 5000, 1.05, 1.25},
		{"full moon", -60, true, -6, 0.05, 0, 0, 1.2, 0},
		{"midnight", -90, false, -10, 0, float64(scene.NightSky), float64(scene.NightSky), 0, 1.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			within := func(what string, got, want, factor float64) {
				t.Helper()
				t.Logf("%s: %.4g", what, got)
				if !(got > want/factor && got < want*factor) {
					t.Errorf("%s: %.4g, want %.4g within a factor of %g", what, got, want, factor)
				}
			}
			sc := stage(model(planeMesh, mgl32.Ident4()))
			sc.Sky = scene.Sky{Kind: scene.SkyAtmosphere, Air: scene.NewAir(scene.DefaultAtmosphere())}
			night := scene.DefaultNight()
			sc.Night, sc.Exposure = &night, scene.FixedExposure(c.ev)
			sc.Sun = &scene.Sun{Direction: down(c.sun), Color: vec3{1, 1, 1}, Natural: true}
			shines := down(c.sun)
			if c.moon {
				moon := scene.DefaultMoon()
				shines = down(60)
				moon.Direction, moon.Lit, moon.Share = shines, true, 1
				sc.Moon = &moon
			}
			sc.Cameras = sixWays()
			r := newTestRenderer(t, sc)
			const size = 96
			var zenith, part, whole float64
			var up vec3 // light of the sky on level ground, lux per channel
			for i := range sc.Cameras[:5] {
				q := linear(size, 4)
				q.Shot.Camera = i
				p := shoot(t, r, q)
				for y := range size {
					for x := range size {
						d := direction(sc.Cameras[i], size, size, x, y)
						if d[1] <= 0 {
							continue
						}
						u, v := (float64(x)+0.5)/size*2-1, (float64(y)+0.5)/size*2-1
						solid := 4.0 / (size * size) / math.Pow(1+u*u+v*v, 1.5)
						whole += solid
						if d.Dot(shines) < -0.9995 {
							continue // the disc
						}
						up = up.Add(p.at(x, y).Mul(d[1] * float32(solid)))
						if d[1] > 0.94 { // within 20°
							zenith, part = zenith+float64(scene.Luminance(p.at(x, y)))*solid, part+solid
						}
					}
				}
			}
			lux := float64(scene.Luminance(up))
			within("solid angle of the sky", whole, 2*math.Pi, 1.001)
			if c.zenith > 0 {
				within("luminance straight up, cd/m²", zenith/part, c.zenith, 1.2)
			}
			if c.mean > 0 {
				within("mean luminance, cd/m²", lux/math.Pi, c.mean, c.meanBy)
			}
			if c.sun < 0 && !(up[2] > 1.5*up[1] && up[1] > 1.2*up[0]) {
				t.Errorf("the sky's light is %v", up)
			}
			q := linear(size, 1)
			q.Shot.Camera = 5
			// It reflects half. The Milky Way does not light, and stars lose light in the air that the glow does not.
			ground := float64(scene.Luminance(shoot(t, r, q).at(size/2, size/2))) * 2 * math.Pi
			if c.direct == 0 {
				within("light on the ground, lx", ground, lux, 1.06)
			} else {
				within("direct light, lx", (ground-lux)/math.Sin(math.Pi/3), c.direct, c.directBy)
			}
		})
	}
}
