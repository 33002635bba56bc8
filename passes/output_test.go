package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// aovStage is a square before a sky, with a value for each output, and a sun.
func aovStage() *scene.Scene {
	sc := front(model(quadMesh, mgl32.Translate3D(-1, 0, 0)))
	m := &sc.Materials[0]
	m.BaseColor, m.Metallic, m.Roughness, m.Emissive = vec4{0.25, 0.5, 0.75, 1}, 0.5, 0.375, vec3{100, 200, 0}
	m.Specular = 1
	sc.Sun.Shadows = true
	sc.Sky.Color = vec3{1e5, 1e5, 1e5} // not to be seen
	return sc
}

// Every output holds its value on a surface and nothing of the sky beside it, in float files as
// it is and in pictures as something to look at, whatever the number of samples.
func TestOutputs(t *testing.T) {
	sc := aovStage()
	r := newTestRenderer(t, sc)
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		output     Output
		raw        vec3
		shown      vec3 // 0..1
		background vec3 // raw
	}{
		{OutputDepth, vec3{5, 5, 5}, vec3{1, 1, 1}, vec3{inf, inf, inf}},
		{OutputNormal, vec3{0, 0, 1}, vec3{0.5, 0.5, 1}, vec3{}},
		{OutputAlbedo, vec3{0.25, 0.5, 0.75}, vec3{scene.SRGBFromLinear(0.25), scene.SRGBFromLinear(0.5), scene.SRGBFromLinear(0.75)}, vec3{}},
		{OutputRoughness, vec3{0.375, 0.375, 0.375}, vec3{0.375, 0.375, 0.375}, vec3{}},
		{OutputMetallic, vec3{0.5, 0.5, 0.5}, vec3{0.5, 0.5, 0.5}, vec3{}},
		{OutputEmissive, vec3{100, 200, 0}, vec3{scene.SRGBFromLinear(100 * exposureOf(sc)), scene.SRGBFromLinear(200 * exposureOf(sc)), 0}, vec3{}},
		{OutputShadow, vec3{1, 1, 1}, vec3{1, 1, 1}, vec3{}},
		{OutputMotion, vec3{0, 0, 0}, vec3{0.5, 0.5, 0.5}, vec3{}},
		{OutputLamps, vec3{}, vec3{}, vec3{}},
	} {
		q := linear(8, 16)
		q.Output = c.output
		p := shoot(t, r, q)
		if got := p.at(2, 4); got.Sub(c.raw).Len() > 1e-3*max(1, c.raw.Len()) {
			t.Errorf("%v: %v, want %v", c.output, got, c.raw)
		}
		if got := p.at(6, 4); got != c.background {
			t.Errorf("%v of the background: %v, want %v", c.output, got, c.background)
		}
		if a := p.alpha(6, 4); a != 1 {
			t.Errorf("%v of the background: alpha %v", c.output, a)
		}
		q.Shot.Transparent = true
		if a := shoot(t, r, q).alpha(6, 4); a != 0 {
			t.Errorf("%v of a transparent background: alpha %v", c.output, a)
		}
		q = Request{Shot: scene.Shot{Width: 8, Height: 8}, Output: c.output, Deep: true}
		deep := shoot(t, r, q).Display16
		q.Deep = false
		eight := shoot(t, r, q).Display
		for k := range 3 {
			i := 4*(4*8+2) + k
			if got := float64(deep[i]) / 65535; math.Abs(got-float64(c.shown[k])) > 1e-3 {
				t.Errorf("%v channel %d shows %.4f, want %.4f", c.output, k, got, c.shown[k])
			}
			if got := float64(eight[i]) / 255; math.Abs(got-float64(c.shown[k])) > 1.01/255 {
				t.Errorf("%v channel %d shows %.4f in 8 bits, want %.4f", c.output, k, got, c.shown[k])
			}
			if deep[4*(4*8+6)+k] != 0 {
				t.Errorf("%v shows %d in the background", c.output, deep[4*(4*8+6)+k])
			}
		}
	}
}

// Names and values go both ways.
func TestParseOutput(t *testing.T) {
	for i, name := range Outputs() {
		o, err := ParseOutput(name)
		if err != nil || int(o) != i || o.String() != name {
			t.Errorf("%q gives %v, %v", name, o, err)
		}
	}
	if _, err := ParseOutput("colour"); err == nil {
		t.Error("an unknown name is taken")
	}
}

// An orthographic camera and a perspective one, with a far plane and without, see points where
// scene.View puts them, at the depth that it says.
func TestDepthOfCameras(t *testing.T) {
	world := mgl32.LookAtV(vec3{1, 3, 4}, vec3{0, 0, -1}, vec3{0, 1, 0}).Inv()
	for i, c := range []scene.Camera{
		{WorldFromCamera: world, FovY: 1, Near: 0.1},
		{WorldFromCamera: world, FovY: 1, Near: 2, Far: 30},
		{WorldFromCamera: world, Height: 4, Near: 0.1, Far: 30},
		{WorldFromCamera: world, Height: 4, Near: -10, Far: 30},
	} {
		sc := stage(model(planeMesh, mgl32.Ident4()))
		sc.Cameras[0] = c
		r := newTestRenderer(t, sc)
		q := linear(24, 1)
		q.Shot.Height = 16
		hits := 0
		for k, s := range surfels(t, r, q) {
			if !s.hit {
				continue
			}
			hits++
			// Devices place vertices on 1/256 of a pixel; half of that may be off.
			view := c.View(24, 16, vec2{})
			e := max(2e-3, view.Footprint(view.Depth(s.position))/512)
			if s.position[1] > e || s.position[1] < -e {
				t.Fatalf("camera %d: pixel %d,%d of the floor is at %v", i, k%24, k/24, s.position)
			}
			x, y, _ := view.Pixel(s.position)
			if math.Abs(float64(x)-float64(k%24)-0.5) > 0.01 || math.Abs(float64(y)-float64(k/24)-0.5) > 0.01 {
				t.Fatalf("camera %d: pixel %d,%d is the rule's %v,%v", i, k%24, k/24, x, y)
			}
		}
		if hits < 100 {
			t.Errorf("camera %d sees %d pixels of floor", i, hits)
		}
	}
}

// An orthographic camera sees the sky of one direction, and lights as every camera does.
func TestOrthographicSky(t *testing.T) {
	sc := stage()
	sc.Sky = gradientSky
	sc.Cameras[0] = scene.Camera{WorldFromCamera: mgl32.HomogRotate3DX(0.5), Height: 3, Near: 0.1, Far: 10}
	want := sc.Sky.Radiance(sc.Cameras[0].View(8, 8, vec2{}).Forward())
	p := render(t, sc, linear(8, 1))
	for i := range 64 {
		if got := p.at(i%8, i/8); far(got, want, 0.001, 0) {
			t.Fatalf("pixel %d: %v, want %v", i, got, want)
		}
	}
}
