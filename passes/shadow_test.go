package passes

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// sunAt is a sun of an elevation and azimuth in degrees; azimuth 0 shines towards -X.
func sunAt(elevation, azimuth float64) *scene.Sun {
	se, ce := math.Sincos(elevation * math.Pi / 180)
	sa, ca := math.Sincos(azimuth * math.Pi / 180)
	return &scene.Sun{Direction: vec3{float32(-ce * ca), float32(-se), float32(-ce * sa)}, Illuminance: 1000, Color: vec3{1, 1, 1}, Shadows: true}
}

// checkShadows compares every pixel with a ray to the sun, and returns how many are lit and dark for sure.
func checkShadows(t *testing.T, what string, sc *scene.Scene, casters []caster, width, height int) (light, dark int) {
	t.Helper()
	r := newTestRenderer(t, sc)
	q := Request{Shot: scene.Shot{Width: width, Height: height, Samples: 1}, Float: true, Linear: true}
	where := surfels(t, r, q)
	q.Output = OutputShadow
	p := shoot(t, r, q)
	view := sc.Cameras[0].View(width, height, vec2{})
	cascades := scene.PlanCascades(view, *sc.Sun, sc.Bounds(), shadowSize, maxCascades)
	towards := sc.Sun.Direction.Mul(-1)
	check := shadowCheck{what: what, casters: casters}
	for i, s := range where {
		if !s.hit {
			continue
		}
		got := p.at(i%width, i/width)[0]
		if s.normal.Dot(towards) < -0.02 {
			if check.dark++; got != 0 {
				t.Fatalf("%s: %v of the sun at %v, which faces away", what, got, s.position)
			}
			continue
		}
		depth := view.Depth(s.position)
		texel := float32(0)
		for _, c := range cascades {
			if c.TexelSize > texel && depth >= c.SplitNear-0.01 {
				texel = c.TexelSize
			}
		}
		check.pixel(t, i, s, got, towards, float32(math.Inf(1)), texel)
	}
	return check.counts(t)
}

func shadowStage(sun *scene.Sun, floor vec2, casters []caster) *scene.Scene {
	sc := stage(model(planeMesh, mgl32.Ident4()))
	sc.Meshes[planeMesh].Primitives[0] = scene.PlaneMesh(scene.PlaneOptions{Size: floor, Segments: 1})
	sc.Meshes[sphereMesh].Primitives[0] = scene.SphereMesh(scene.SphereOptions{Radius: 0.5, Segments: 96, Rings: 48})
	sc.Sun = sun
	for i := range casters {
		sc.Entities = append(sc.Entities, casters[i].entity())
	}
	return sc
}

// Shadows of a box, a ball on the floor and a thin plate lie where rays say, from near and from above,
// at every height of the sun.
func TestShadowsLieWhereRaysSay(t *testing.T) {
	casters, cameras := stillLife()
	for i, camera := range cameras {
		for _, at := range [][2]float64{{6, 30}, {20, 200}, {45, 75}, {70, 310}, {90, 0}} {
			sc := shadowStage(sunAt(at[0], at[1]), vec2{14, 14}, casters)
			sc.Cameras[0] = camera
			light, dark := checkShadows(t, fmt.Sprintf("camera %d, sun %v", i, at), sc, casters, 128, 96)
			if light < 1000 || dark < 20 && at[0] < 90 {
				t.Errorf("camera %d, sun %v: only %d lit and %d dark pixels tested", i, at, light, dark)
			}
		}
	}
}

// A 200 m road seen along its length needs all cascades; nothing on it flickers, nothing leaks, and a
// floor without casters is lit across every seam.
func TestFarCascades(t *testing.T) {
	var casters []caster
	for z := float32(5); z > -150; z -= 12 {
		casters = append(casters, caster{center: vec3{-3, 1, z}, half: vec3{1, 1, 1}}, caster{center: vec3{3, 1.5, z - 5}, radius: 1.5})
	}
	camera := scene.Camera{Name: "eye", WorldFromCamera: lookAt(vec3{0, 3, 12}, vec3{0, 0, -20}), FovY: mgl32.DegToRad(50), Near: 0.1}
	lonely := []caster{{center: vec3{-90, 1, 0}, half: vec3{1, 1, 1}}}
	for _, c := range []struct {
		elevation float64
		list      []caster
	}{{10, casters}, {50, casters}, {10, lonely}} {
		elevation, list := c.elevation, c.list
		sc := shadowStage(sunAt(elevation, 160), vec2{200, 200}, list)
		sc.Cameras[0] = camera
		view := camera.View(512, 256, vec2{})
		if n := len(scene.PlanCascades(view, *sc.Sun, sc.Bounds(), shadowSize, maxCascades)); n < 3 {
			t.Fatalf("%d cascades: the scene does not test what it should", n)
		}
		light, dark := checkShadows(t, fmt.Sprintf("sun at %v, %d casters", elevation, len(list)), sc, list, 512, 256)
		if light < 10000 || len(list) > 1 && dark < 1000 {
			t.Errorf("sun at %v: only %d lit and %d dark pixels tested", elevation, light, dark)
		}
	}
}

// Where a box stands the shadow begins within a pixel and a texel: no light creeps under it, also
// where it is no thicker than a few texels.
func TestContactShadow(t *testing.T) {
	for _, c := range []struct {
		elevation float64
		height    float32
	}{{15, 1}, {35, 1}, {60, 1}, {80, 1}, {15, 0.03}, {35, 0.03}} {
		box := caster{center: vec3{0, c.height / 2, 0}, half: vec3{0.5, c.height / 2, 0.5}}
		sc := shadowStage(sunAt(c.elevation, 0), vec2{8, 8}, []caster{box})
		sc.Cameras[0] = above(5, 2) // a pixel is 1/64 m
		q := linear(128, 1)
		q.Output = OutputShadow
		p := render(t, sc, q)
		texel := scene.PlanCascades(sc.Cameras[0].View(128, 128, vec2{}), *sc.Sun, sc.Bounds(), shadowSize, maxCascades)[0].TexelSize
		// The side away from the sun is at x = -0.5: pixel 32 is the box's last, 31 the floor's first.
		for y := 40; y < 88; y++ {
			if lit := p.at(31, y)[0]; lit > 0.01 {
				t.Fatalf("sun at %v: %v of it on the floor 8 mm behind %v m of box (texel %v m)", c.elevation, lit, c.height, texel)
			}
		}
		// The sunny side is lit up to the box, but for the filter's width.
		texels := int(math.Ceil(float64(3*texel*64))) + 1
		for y := 40; y < 88; y++ {
			if lit := p.at(95+texels, y)[0]; lit < 0.99 {
				t.Fatalf("sun at %v: only %v of it %d pixels before %v m of box", c.elevation, lit, texels, c.height)
			}
		}
	}
}

// A sheet that hovers over the floor at a few texels' height darkens it: biases are no larger than
// what the filter needs. The camera is between the two.
func TestNearCaster(t *testing.T) {
	const height = 0.01
	for _, elevation := range []float64{20, 45, 70, 90} {
		sc := shadowStage(sunAt(elevation, 0), vec2{8, 8}, nil)
		sc.Entities = append(sc.Entities, model(quadMesh, mgl32.Translate3D(0, height, 0).Mul4(mgl32.HomogRotate3DX(-math.Pi/2)).Mul4(mgl32.Scale3D(0.5, 0.5, 1))))
		sc.Cameras[0] = above(height/2, 2)
		sc.Cameras[0].Near = height / 10
		texel := scene.PlanCascades(sc.Cameras[0].View(64, 64, vec2{}), *sc.Sun, sc.Bounds(), shadowSize, maxCascades)[0].TexelSize
		if height > 8*texel {
			t.Fatalf("a texel is %v m: the sheet is too high to tell anything", texel)
		}
		q := linear(64, 1)
		q.Output = OutputShadow
		p := render(t, sc, q)
		for y := 20; y < 44; y++ {
			for x := 20; x < 44; x++ {
				if lit := p.at(x, y)[0]; lit > 0.01 {
					t.Fatalf("sun at %v: %v of it %.1f texels under a sheet", elevation, lit, height/texel)
				}
			}
		}
	}
}

// Without casters, and under a sun that throws no shadows, everything that faces it is lit.
func TestNoShadows(t *testing.T) {
	for _, casts := range []bool{false, true} {
		silent := model(boxMesh, mgl32.Translate3D(0, 1, 0))
		silent.Model.Shadows = casts
		floor := model(planeMesh, mgl32.Ident4())
		floor.Model.Shadows = casts
		sc := stage(floor, silent)
		sc.Sun = sunAt(30, 0)
		sc.Sun.Shadows = !casts
		sc.Cameras[0] = above(10, 6)
		q := linear(32, 1)
		q.Output = OutputShadow
		p := render(t, sc, q)
		for i := range 32 * 32 {
			if lit := p.at(i%32, i/32)[0]; lit != 1 {
				t.Fatalf("casters %v: pixel %d is %v lit", casts, i, lit)
			}
		}
	}
}

// A masked caster throws the shadow of what its mask leaves; what casts none throws none, also
// where another instance of its mesh does.
func TestWhoCastsShadows(t *testing.T) {
	sc := castersStage()
	sc.Sun = sunAt(45, 0)
	sc.Cameras[0] = above(0.9, 12) // below the quads
	sc.Cameras[0].Near = 0.05
	q := linear(96, 1) // 8 pixels a metre
	q.Output = OutputShadow
	p := render(t, sc, q)
	at := func(x, z float32) float32 { return p.at(int((x+6)*8), int((z+6)*8))[0] }
	for _, c := range castersShadows {
		if got := at(c.x, c.z); max(got-c.lit, c.lit-got) > 0.001 {
			t.Errorf("%s, at %v, %v: %v of the sun, want %v", c.what, c.x, c.z, got, c.lit)
		}
	}
}
