package passes

import (
	"context"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

type vec3 = mgl32.Vec3

// stage is a scene built in a test: one material, models of built-in meshes.
func stage(models ...scene.Entity) *scene.Scene {
	m := scene.DefaultMaterial()
	m.Specular = 0
	m.BaseColor = vec4{0.5, 0.5, 0.5, 1}
	return &scene.Scene{
		Lod:       scene.DefaultLodSettings(),
		Materials: []scene.Material{m},
		Meshes: []scene.Mesh{
			{Name: "plane", Primitives: []scene.Primitive{scene.PlaneMesh(scene.PlaneOptions{Size: vec2{100, 100}, Segments: 1})}},
			{Name: "sphere", Primitives: []scene.Primitive{scene.SphereMesh(scene.DefaultSphere())}},
			{Name: "box", Primitives: []scene.Primitive{scene.BoxMesh(scene.DefaultBox())}},
			{Name: "quad", Primitives: []scene.Primitive{quad()}},
		},
		Entities: models,
		Cameras:  []scene.Camera{{Name: "main", WorldFromCamera: lookAt(vec3{0, 4, 4}, vec3{}), FovY: mgl32.DegToRad(40), Near: 0.1}},
		Exposure: scene.FixedExposure(12),
	}
}

const (
	planeMesh = iota
	sphereMesh
	boxMesh
	quadMesh
)

// model places a mesh of stage.
func model(mesh int, worldFromMesh mgl32.Mat4) scene.Entity {
	return scene.Entity{Parent: -1, ParentFromLocal: worldFromMesh, Model: &scene.Model{
		Parts: []scene.Part{{Mesh: mesh, EntityFromPart: mgl32.Ident4(), Material: -1}}, Color: vec4{1, 1, 1, 1}, Shadows: true}}
}

// exposureOf is the factor of a scene whose exposure is fixed.
func exposureOf(sc *scene.Scene) float32 {
	ev, _ := sc.Exposure.Fixed()
	return ev.Exposure()
}

func lookAt(eye, target vec3) mgl32.Mat4 {
	return mgl32.LookAtV(eye, target, vec3{0, 1, 0.001}).Inv()
}

func linear(size, samples int) Request {
	return Request{Shot: scene.Shot{Width: size, Height: size, Samples: samples}, Float: true, Linear: true}
}

// at returns a pixel's colour.
func (p *Picture) at(x, y int) vec3 {
	i := 4 * (y*p.Width + x)
	return vec3{p.Linear[i], p.Linear[i+1], p.Linear[i+2]}
}

func near(t *testing.T, what string, got vec3, want, tolerance float64) {
	t.Helper()
	for c := range 3 {
		if math.Abs(float64(got[c])-want) > tolerance*math.Max(want, 1e-9) {
			t.Errorf("%s: %v cd/m², want %.5g", what, got, want)
			return
		}
	}
}

// A uniform sky of L gives every convex Lambert surface a luminance of albedo·L, and shows itself
// behind it.
func TestUniformSky(t *testing.T) {
	sc := stage(model(sphereMesh, mgl32.Ident4()))
	sc.Sky = scene.Sky{Color: vec3{800, 800, 800}}
	p := render(t, sc, linear(64, 1))
	near(t, "sphere", p.at(32, 32), 400, 0.005)
	near(t, "sky", p.at(1, 1), 800, 0.005)
}

// What emits shows its luminance, whatever the exposure.
func TestEmission(t *testing.T) {
	for _, ev := range []scene.EV{2, 12, 16} {
		sc := stage(model(boxMesh, mgl32.Scale3D(9, 1, 9)))
		sc.Materials[0].Emissive, sc.Exposure = vec3{123, 123, 123}, scene.FixedExposure(ev)
		near(t, "emission", render(t, sc, linear(16, 3)).at(8, 8), 123, 0.002)
	}
}

// The same request gives the same bytes, from one renderer or two.
func TestReproducible(t *testing.T) {
	dev := testDevice(t)
	sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0, 0.5, 0)), model(sphereMesh, mgl32.Translate3D(1, 1, 0)))
	sc.Sun = &scene.Sun{Direction: vec3{-0.6, -0.64, -0.48}, Illuminance: 50000, Color: vec3{1, 1, 1}, Shadows: true}
	sc.Sky = scene.Sky{Kind: scene.SkyGradient, Zenith: vec3{1000, 2000, 4000}, Horizon: vec3{4000, 4500, 5000}, Ground: vec3{800, 700, 600}}
	q := Request{Shot: scene.Shot{Width: 96, Height: 64, Samples: 4}}
	first := render(t, sc, q)
	second := render(t, sc, q)
	if string(first.Display) != string(second.Display) {
		t.Error("two renderers, two pictures")
	}
	r, err := New(dev, sc)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Destroy()
	for range 3 {
		j, err := r.Start(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		p, err := j.Wait()
		if err != nil {
			t.Fatal(err)
		}
		if string(p.Display) != string(first.Display) {
			t.Error("the picture depends on those before it")
		}
	}
}

// A plane without casters is lit everywhere, and the ground under a box that touches it is dark
// right up to the box.
func TestShadowExact(t *testing.T) {
	sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(-30, 0.5, 0)))
	sin, cos := math.Sincos(8 * math.Pi / 180) // low
	sc.Sun = &scene.Sun{Direction: vec3{float32(-cos), float32(-sin), 0}, Illuminance: 1000, Color: vec3{1, 1, 1}, Shadows: true}
	q := linear(128, 1)
	q.Output = OutputShadow
	p := render(t, sc, q)
	for y := range 128 {
		for x := range 128 {
			if p.at(x, y)[0] < 0.999 {
				t.Fatalf("pixel %d,%d of a bare plane is %v lit", x, y, p.at(x, y)[0])
			}
		}
	}
}

// Depth is metres along the view.
func TestDepthOutput(t *testing.T) {
	sc := stage(model(planeMesh, mgl32.Ident4()))
	sc.Cameras[0].WorldFromCamera = lookAt(vec3{0, 7, 0}, vec3{})
	q := linear(32, 1)
	q.Output = OutputDepth
	p := render(t, sc, q)
	near(t, "depth", p.at(3, 30), 7, 1e-4)
	q.Output = OutputNormal
	if n := render(t, sc, q).at(16, 16); n.Sub(vec3{0, 1, 0}).Len() > 1e-3 {
		t.Errorf("normal %v", n)
	}
}
