package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// Nothing that a scene may say makes a pixel infinite, negative or no number: lamps in surfaces, mirrors
// in the sun, normal maps that turn away, spikes in the sky, any exposure.
func TestExtremesStayFinite(t *testing.T) {
	spiky := smoothPanorama(32, 16)
	for i := range 3 {
		spiky.Pix[3*(5*32+9)+i] = 3e7
	}
	for _, c := range []struct {
		ev  scene.EV
		sky scene.Sky
	}{
		{-20, scene.Sky{Kind: scene.SkyHDRI, HDRI: spiky, Scale: 1e5}},
		{0, scene.Sky{Kind: scene.SkyGradient, Ground: vec3{1e9, 0, 0}}},
		{15, scene.Sky{Kind: scene.SkyHDRI, HDRI: spiky, Scale: 1}},
		{40, scene.Sky{}},
	} {
		ev, sky := c.ev, c.sky
		sc := stage(model(planeMesh, mgl32.Ident4()))
		sc.Exposure, sc.Sky = scene.FixedExposure(ev), sky
		tilted := textured(sc, flat(0, 128, 128, 255), scene.Sampler{})
		for i := range 16 {
			m := scene.DefaultMaterial()
			m.Roughness, m.Metallic = float32(i%4)/3, float32(i/4%2)
			if i >= 8 {
				m.NormalTexture, m.IOR, m.SpecularColor = tilted, 0, vec3{1e6, 0, 1}
			}
			if i%5 == 0 {
				m.Emissive = vec3{1e30, 0, 1e-30}
			}
			if i%7 == 0 {
				m.AlphaMode, m.BaseColor[3] = scene.AlphaBlend, 0.5
			}
			sc.Materials = append(sc.Materials, m)
			mesh := []int{sphereMesh, boxMesh, quadMesh}[i%3]
			sc.Entities = append(sc.Entities, withMaterial(model(mesh, mgl32.Translate3D(float32(i%4)-1.5, 0.5, float32(i/4)-1.5)), i+1))
		}
		sc.Entities = append(sc.Entities,
			pointAt(vec3{-1.5, 0.5, -1.5}, scene.PointLight{Intensity: 1e30, Color: vec3{1, 1, 1}}),
			pointAt(vec3{0, 0, 0}, scene.PointLight{Intensity: 1e4, Color: vec3{1, 0, 1}, Range: 1e-6}),
			rectAt(mgl32.Translate3D(0, 0.5, 0), scene.RectLight{Width: 1e4, Height: 1e-3, Luminance: 1e30, Color: vec3{1, 0, 1}, TwoSided: true}),
			rectAt(mgl32.HomogRotate3DX(-math.Pi/2), scene.RectLight{Width: 3, Height: 3, Luminance: 1e5, Color: vec3{1, 1, 1}}),
			rectAt(mgl32.HomogRotate3DX(math.Pi/2), scene.RectLight{Width: 3, Height: 3, Luminance: 1e5, Color: vec3{1, 1, 1}, Range: 1e-6}),
			rectAt(mgl32.Translate3D(1, 0, 1).Mul4(mgl32.Scale3D(0, 1, 0)), scene.RectLight{Width: 1, Height: 1, Luminance: 1e5, Color: vec3{1, 1, 1}}),
			pointAt(vec3{1.5, 0.5, 1.5}, scene.PointLight{Intensity: 1e30, Color: vec3{1, 1, 1}, Radius: 5}),
			pointAt(vec3{0, 1e-4, 0}, scene.PointLight{Intensity: 100, Color: vec3{1, 1, 1}, Radius: scene.MinBallRadius}),
			pointAt(vec3{0.5, 0.5, 0.5}, scene.PointLight{Intensity: 1e20, Color: vec3{1, 1, 1}, Profile: &scene.Profile{
				Vertical: []float64{0, math.Pi}, Planes: []float64{0, 2 * math.Pi}, Candela: []float64{1e12, 0, 1e12, 0}}}),
			model(sphereMesh, mgl32.Scale3D(0, 0, 0)), model(boxMesh, mgl32.Scale3D(1, 1e-20, 1)))
		sc.Sun = sunAt(1, 20)
		sc.Sun.Illuminance = 1e9
		q := linear(48, 2)
		q.Linear = false
		smooth := q
		smooth.Shot.AntiAliasing = scene.AATAA
		r := newTestRenderer(t, sc)
		for i, v := range shoot(t, r, smooth).Linear {
			if !(v >= 0 && v <= scene.DisplayMax) {
				t.Fatalf("EV %v, sky %d, TAA: pixel %d,%d channel %d is %v", ev, sky.Kind, i/4%48, i/4/48, i%4, v)
			}
		}
		p := shoot(t, r, q)
		for i, v := range p.Linear {
			if !(v >= 0 && v <= scene.DisplayMax) {
				t.Fatalf("EV %v, sky %d: pixel %d,%d channel %d is %v", ev, sky.Kind, i/4%48, i/4/48, i%4, v)
			}
		}
		if a := p.alpha(24, 24); math.Abs(float64(a)-1) > 1e-3 {
			t.Fatalf("EV %v, sky %d: alpha %v", ev, sky.Kind, a)
		}
	}
}

// Looking straight into the sun with parallel rays, there is no half vector between view and light.
// The rim of a ball, whose normals lean away from the camera, still shows numbers.
func TestViewAgainstTheSun(t *testing.T) {
	sc := front(model(sphereMesh, mgl32.HomogRotate3DX(0.3).Mul4(mgl32.HomogRotate3DY(0.1))))
	sc.Sun.Direction, sc.Materials[0].Specular = vec3{0, 0, 1}, 1
	for i, v := range render(t, sc, linear(256, 1)).Linear {
		if !(v >= 0 && v <= 1000) {
			t.Fatalf("pixel %d,%d channel %d is %v", i/4%256, i/4/256, i%4, v)
		}
	}
}
