package passes

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader"
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
func closedForms(t *testing.T) []closedForm {
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

	// E = πLF with the form factor of an element below a corner of a rectangle a x b at height h, and
	// before a corner of one that stands on its plane (Howell, "A Catalog of Radiation Heat Transfer
	// Configuration Factors", B-3 and B-4).
	rect := func(place mgl32.Mat4, w, h float32) scene.Entity {
		return rectAt(place, scene.RectLight{Width: w, Height: h, Luminance: 1000, Color: vec3{1, 1, 1}})
	}
	for _, c := range []struct{ a, b, h float64 }{{1, 1, 1}, {2, 0.5, 0.25}, {0.3, 0.2, 8}} {
		x, y := c.a/c.h, c.b/c.h
		p, q := math.Sqrt(1+x*x), math.Sqrt(1+y*y)
		factor := (x/p*math.Atan(y/p) + y/q*math.Atan(x/q)) / (2 * math.Pi)
		place := mgl32.Translate3D(float32(c.a/2), float32(c.h), -float32(c.b/2)).Mul4(downwards)
		add(fmt.Sprintf("rect %g x %g m, %g m above a corner", c.a, c.b, c.h), plateAt(0, 0, rect(place, float32(c.a), float32(c.b))), cardAlbedo*1000*factor)
	}
	for _, c := range []struct{ a, b, d float64 }{{1, 1, 1}, {3, 0.5, 0.1}} {
		s := math.Sqrt(c.b*c.b + c.d*c.d)
		factor := (math.Atan(c.a/c.d) - c.d/s*math.Atan(c.a/s)) / (2 * math.Pi)
		for _, deep := range []float64{0, 2} { // what reaches below the plate does not count
			place := mgl32.Translate3D(float32(c.a/2), float32((c.b-deep)/2), -float32(c.d)).Mul4(mgl32.HomogRotate3DY(math.Pi))
			add(fmt.Sprintf("rect %g x %g m on end, %g deep, %g m off", c.a, c.b, deep, c.d),
				plateAt(0, 0, rect(place, float32(c.a), float32(c.b+deep))), cardAlbedo*1000*factor)
		}
	}
	add("rect from behind", plateAt(0, 0, rect(mgl32.Translate3D(0, 1, 0).Mul4(mgl32.HomogRotate3DX(math.Pi/2)), 1, 1)), 0)
	add("rect at the end of its range", plateAt(0, 0, rectAt(mgl32.Translate3D(0, 2, 0).Mul4(downwards),
		scene.RectLight{Width: 1, Height: 1, Luminance: 1000, Color: vec3{1, 1, 1}, Range: 2})), 0)

	// E = I cos θ/d² of a ball above the horizon, L(σ - sin σ cos σ) of one that is half set, where
	// sin σ = r/d and L = I/πr².
	for _, c := range []struct{ r, d, angle float64 }{{0.5, 1, 0}, {0.5, 3, 60}, {0.1, 5, 80}} {
		ball := lamp
		ball.Radius = float32(c.r)
		sin, cos := math.Sincos(c.angle * math.Pi / 180)
		add(fmt.Sprintf("ball r %g m, %g m away at %g°", c.r, c.d, c.angle), plateAt(float32(c.d*sin), 0, pointAt(vec3{0, float32(c.d * cos), 0}, ball)),
			lambert(intensity*cos/(c.d*c.d)))
	}
	for _, r := range []float64{0.1, 0.6} {
		ball := lamp
		ball.Radius = float32(r)
		sigma := math.Asin(r)
		add(fmt.Sprintf("ball r %g m, half set, 1 m away", r), plateAt(1, 0, pointAt(vec3{}, ball)),
			lambert(intensity/(math.Pi*r*r)*(sigma-math.Sin(sigma)*math.Cos(sigma))))
	}

	// E = I cos³θ/h² below a luminaire, by the intensities of its file, multiplied by its factors and interpolated:
	// 1800, 1440, 540 and 0 cd at 0, 30, 60 and 90 degrees, and 90 degrees around the half of it but straight down.
	for _, c := range []struct {
		name          string
		lamp          string
		aside, around float64 // degrees
		candela       float64
	}{
		{"straight down", `PointLight3D = { profile = "p.ies" }`, 0, 0, 1800},
		{"45° aside", `PointLight3D = { profile = "p.ies" }`, 45, 0, 990},
		{"45° aside, 90° around", `PointLight3D = { profile = "p.ies" }`, 45, 90, 495},
		{"45° aside, 150° around", `PointLight3D = { profile = "p.ies" }`, 45, 150, 990 * 5 / 6.0},
		{"15° aside, of 1000 lm", `PointLight3D = { profile = "p.ies", power = 1000 }`, 15, 0, 1620 * 1000 / (1800 * filedFlux)},
		{"15° aside, of 50 cd at most", `PointLight3D = { profile = "p.ies", intensity = 50 }`, 15, 0, 45},
		{"as a spot, 50° aside, 30° around", `SpotLight3D = { profile = "p.ies" }`, 50, 30, 840 * 5 / 6.0},
	} {
		sc := luminaire(t, c.lamp)
		sin, cos := math.Sincos(c.aside * math.Pi / 180)
		around, across := math.Sincos(c.around * math.Pi / 180)
		plate := plateAt(float32(2*sin/cos*across), -float32(2*sin/cos*around), sc.Entities...)
		add("IES, "+c.name, plate, lambert(c.candela*cos*cos*cos/4))
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

// filedFlux is the flux of luminaire's file for each candela of its peak. Planes go from the shares 1, 0.8, 0.3
// and 0 at 0, 30, 60 and 90 degrees to 1, 0.4, 0.15 and 0 and back, so it is 2π times the mean of both integrals over
// sin θ. That of a + b·θ is b·sin θ - (a + b·θ)·cos θ, of which the second terms leave the 1 at the start.
var filedFlux = func() float64 {
	sum, step := 2.0, math.Pi/6
	for i, b := range []float64{-0.2 - 0.6, -0.5 - 0.25, -0.3 - 0.15} {
		sum += b / step * (math.Sin(float64(i+1)*step) - math.Sin(float64(i)*step))
	}
	return math.Pi * sum
}()

// luminaire loads a scene with a lamp that hangs 2 m up, shines down and has a profile.
func luminaire(t *testing.T, lamp string) *scene.Scene {
	t.Helper()
	dir := t.TempDir()
	turn := ""
	if strings.HasPrefix(lamp, "Spot") {
		turn = ", rotation = [-90, 0, 0]"
	}
	for name, text := range map[string]string{
		"p.ies":  "IESNA91\n[TEST] none\nTILT=NONE\n1 -1 2 4 2 1 2 0 0 0\n0.9 1 0\n0 30 60 90\n0 90\n1000 800 300 0\n1000 400 150 0\n",
		"s.toml": "format = \"scenerender\"\nversion = 1\n[[entities]]\nTransform3D = { position = [0, 2, 0]" + turn + " }\n" + lamp + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sc, _, err := loader.Load(filepath.Join(dir, "s.toml"), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return sc
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
	t.Logf("%-42s %12s %12s %8s", "cd/m² (or exposed)", "formula", "picture", "error")
	for _, c := range closedForms(t) {
		q := linear(8, 1)
		q.Linear = !c.exposed
		p := render(t, c.scene, q)
		got := float64(p.at(4, 4)[1])
		if c.want == 0 {
			t.Logf("%-42s %12.6g %12.6g", c.name, c.want, got)
			if got != 0 {
				t.Errorf("%s: %g, want none", c.name, got)
			}
			continue
		}
		off := got/c.want - 1
		t.Logf("%-42s %12.6g %12.6g %+7.3f%%", c.name, c.want, got, 100*off)
		if !(math.Abs(off) <= 0.01) {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}
