package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A moonless midnight under an atmosphere, by what a camera sees of the whole sky: straight up and on the mean it has the
// 0.00016 cd/m² of a natural night within a factor of 1.5. Stars, glow and what is left of the sun are counted once: the mean
// is what a surface is lit by. Blue is above green above red.
func TestNightAnchors(t *testing.T) {
	sc := nightStage(model(planeMesh, mgl32.Ident4()))
	sc.Sky = scene.Sky{Kind: scene.SkyAtmosphere, Air: scene.NewAir(scene.DefaultAtmosphere())}
	sc.Sun = &scene.Sun{Direction: vec3{0, 1, 0}, Color: vec3{1, 1, 1}, Natural: true}
	sc.Cameras = sixWays()
	r := newTestRenderer(t, sc)
	const size = 96
	var zenith, part, whole float64
	var up vec3 // light on level ground, lux per channel
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
				up, whole = up.Add(p.at(x, y).Mul(d[1]*float32(solid))), whole+solid
				if d[1] > 0.94 { // within 20°
					zenith, part = zenith+float64(scene.Luminance(p.at(x, y)))*solid, part+solid
				}
			}
		}
	}
	within := func(what string, got, want, factor float64) {
		t.Helper()
		t.Logf("%s: %.3g", what, got)
		if !(got > want/factor && got < want*factor) {
			t.Errorf("%s: %.3g, want %.3g within a factor of %g", what, got, want, factor)
		}
	}
	lux := float64(scene.Luminance(up))
	within("solid angle of the sky", whole, 2*math.Pi, 1.001)
	within("luminance straight up, cd/m²", zenith/part, float64(scene.NightSky), 1.2)
	within("mean luminance, cd/m²", lux/math.Pi, float64(scene.NightSky), 1.5)
	if !(up[2] > 1.5*up[1] && up[1] > 1.2*up[0]) {
		t.Errorf("the sky's light is %v", up)
	}
	// The ground has half of what it gets. The Milky Way does not light, and stars lose light that the glow does not.
	q := linear(size, 1)
	q.Shot.Camera = 5
	within("light on the ground, lx", float64(scene.Luminance(shoot(t, r, q).at(size/2, size/2)))*2*math.Pi, lux, 1.06)
}
