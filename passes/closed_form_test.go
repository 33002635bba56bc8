package passes

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A closedForm is a picture of one spot on a surface whose luminance a formula gives.
type closedForm struct {
	name    string
	scene   *scene.Scene
	want    float64
	exposed bool // read as exposed light, not in cd/m²
}

// albedo of the plates that the forms are told by: the grey card's.
const cardAlbedo = 0.18

// plateAt is a level Lambert plate in the origin's plane, seen from above at one place, and the
// lamps that light it.
func plateAt(x, z float32, lamps ...scene.Entity) *scene.Scene {
	sc := stage(append([]scene.Entity{model(planeMesh, mgl32.Ident4())}, lamps...)...)
	sc.Materials[0].BaseColor = vec4{cardAlbedo, cardAlbedo, cardAlbedo, 1}
	sc.Cameras[0] = above(50, 1e-3)
	sc.Cameras[0].WorldFromCamera = mgl32.Translate3D(x, 0, z).Mul4(sc.Cameras[0].WorldFromCamera)
	sc.Exposure = scene.FixedExposure(4)
	return sc
}

// downwards turns a lamp's -Z to the ground.
var downwards = mgl32.HomogRotate3DX(-math.Pi / 2)

// closedForms is the table.
func closedForms() []closedForm {
	const lumens = 1200.0
	intensity := lumens / (4 * math.Pi)
	lamp := scene.PointLight{Intensity: scene.Lumen(lumens).PointIntensity(), Color: vec3{1, 1, 1}}
	lambert := func(lux float64) float64 { return cardAlbedo * lux / math.Pi }
	var out []closedForm
	add := func(name string, sc *scene.Scene, want float64) {
		out = append(out, closedForm{name: name, scene: sc, want: want})
	}

	// E = I cos θ/d².
	for _, d := range []float64{0.5, 2, 10} {
		add(fmt.Sprintf("point light, %g m above", d), plateAt(0, 0, pointAt(vec3{0, float32(d), 0}, lamp)), lambert(intensity/(d*d)))
	}
	add("point light, 60° aside", plateAt(2*float32(math.Sqrt(3)), 0, pointAt(vec3{0, 2, 0}, lamp)), lambert(intensity*0.5/16))

	// E = I cos³θ/h² below a spot, times ((cos θ - cos outer)/(cos inner - cos outer))².
	inner, outer := 20*math.Pi/180, 40*math.Pi/180
	for _, c := range []struct {
		name  string
		angle float64 // degrees
	}{{"axis", 0}, {"within the inner edge", 19.5}, {"half way to the outer edge", 30}, {"outside", 41}} {
		a := c.angle * math.Pi / 180
		spot := scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 3, 0).Mul4(downwards),
			Spot: &scene.SpotLight{PointLight: lamp, Inner: float32(inner), Outer: float32(outer)}}
		share := min(max((math.Cos(a)-math.Cos(outer))/(math.Cos(inner)-math.Cos(outer)), 0), 1)
		add("spot, "+c.name, plateAt(float32(3*math.Tan(a)), 0, spot), lambert(intensity*math.Pow(math.Cos(a), 3)/9*share*share))
	}

	// E = E0 sin(elevation).
	for _, elevation := range []float64{10, 35, 90} {
		sin, cos := math.Sincos(elevation * math.Pi / 180)
		sc := plateAt(0, 0)
		sc.Sun = &scene.Sun{Direction: vec3{float32(-cos), float32(-sin), 0}, Illuminance: 100000, Color: vec3{1, 1, 1}, Shadows: true}
		sc.Exposure = scene.FixedExposure(15)
		add(fmt.Sprintf("sun, %g° high", elevation), sc, lambert(100000*sin))
	}

	// E = πL.
	for _, c := range []struct {
		name string
		sky  scene.Sky
	}{
		{"colour", scene.Sky{Color: vec3{800, 800, 800}}},
		{"gradient", scene.Sky{Kind: scene.SkyGradient, Zenith: vec3{800, 800, 800}, Horizon: vec3{800, 800, 800}, Ground: vec3{800, 800, 800}}},
		{"panorama", scene.Sky{Kind: scene.SkyHDRI, HDRI: evenPanorama(), Scale: 800}},
	} {
		sc := plateAt(0, 0)
		sc.Sky = c.sky
		add("uniform sky, "+c.name, sc, cardAlbedo*800)
	}

	// A grey card in the sun at EV100 15: 0.18·100000/π cd/m² times 2^-15/1.2.
	sc := plateAt(0, 0)
	sc.Sun = &scene.Sun{Direction: vec3{0, -1, 0}, Illuminance: 100000, Color: vec3{1, 1, 1}, Shadows: true}
	sc.Exposure = scene.FixedExposure(15)
	out = append(out, closedForm{name: "sunny-16, exposed grey card", scene: sc, want: 0.18 * 100000 / math.Pi * math.Exp2(-15) / 1.2, exposed: true})
	return out
}

// evenPanorama is 1 everywhere.
func evenPanorama() *scene.Panorama {
	p := &scene.Panorama{Name: "even", Width: 16, Height: 8, Pix: make([]float32, 3*16*8)}
	for i := range p.Pix {
		p.Pix[i] = 1
	}
	return p
}

// Light arrives as its formula says, within 1 %. With -v the table is printed.
func TestClosedForms(t *testing.T) {
	t.Logf("%-36s %12s %12s %8s", "cd/m² (or exposed)", "formula", "picture", "error")
	for _, c := range closedForms() {
		q := linear(8, 1)
		q.Linear = !c.exposed
		p := render(t, c.scene, q)
		got := float64(p.at(4, 4)[1])
		if c.want == 0 {
			t.Logf("%-36s %12.6g %12.6g", c.name, c.want, got)
			if got != 0 {
				t.Errorf("%s: %g, want none", c.name, got)
			}
			continue
		}
		off := got/c.want - 1
		t.Logf("%-36s %12.6g %12.6g %+7.3f%%", c.name, c.want, got, 100*off)
		if !(math.Abs(off) <= 0.01) {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}
