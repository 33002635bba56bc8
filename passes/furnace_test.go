package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A white metal and a white dielectric reflect all the light of an even sky, at every roughness and
// angle, whether the sky is one colour or a cube that is blurred for each roughness.
func TestWhiteFurnace(t *testing.T) {
	const l = 500
	for _, sky := range []struct {
		name string
		sky  scene.Sky
	}{
		{"colour", scene.Sky{Color: vec3{l, l, l}}},
		{"panorama", scene.Sky{Kind: scene.SkyHDRI, HDRI: evenPanorama(), Scale: l}},
	} {
		sc := stage()
		sc.Sky, sc.Cameras = sky.sky, nil
		var names []string
		for i := range 22 {
			m := sc.Materials[0]
			m.BaseColor, m.Roughness, m.Metallic, m.Specular = vec4{1, 1, 1, 1}, float32(i%11)/10, float32(i/11), 1
			sc.Materials = append(sc.Materials, m)
			sc.Entities = append(sc.Entities, withMaterial(model(sphereMesh, mgl32.Translate3D(float32(i)*10, 0, 0)), i+1))
			c := above(20, 1.2)
			c.WorldFromCamera.SetCol(3, vec4{float32(i) * 10, 20, 0, 1})
			sc.Cameras = append(sc.Cameras, c)
			names = append(names, map[bool]string{false: "dielectric", true: "metal"}[i >= 11])
		}
		r := newTestRenderer(t, sc)
		worst := 0.0
		for i := range sc.Cameras {
			q := linear(48, 1)
			q.Shot.Camera = i
			p := shoot(t, r, q)
			for x := range 48 * 48 {
				got := float64(p.Linear[4*x])
				worst = max(worst, math.Abs(got/l-1))
				if math.Abs(got/l-1) > 0.01 {
					t.Errorf("%s, %s of roughness %g: %g of %d cd/m²", sky.name, names[i], sc.Materials[i+1].Roughness, got, l)
					break
				}
			}
		}
		t.Logf("%s: off by %.3f%% at most", sky.name, 100*worst)
	}
}

// A white metal and a white dielectric reflect all the light that comes from single directions,
// summed over the hemisphere, and no more. The directions are those to one lamp from all over a
// plate: at distance d they are cos θ/d² apart, so that the share that is reflected towards a viewer
// is the sum of luminance·cos θ/intensity over the plate's area. The plate is seen in nested
// pictures around the place that mirrors the lamp, each four times as large as the one before.
func TestWhiteFurnaceOfDirections(t *testing.T) {
	const size, far = 96, 200
	cosines := []float64{1, 0.6, 0.2}
	for _, metallic := range []float32{0, 1} {
		for _, roughness := range []float64{0.05, 0.25, 0.5, 0.75, 1} {
			alpha := roughness * roughness
			lamp := scene.PointLight{Intensity: scene.Candela(min(2000*alpha*alpha, 20)), Color: vec3{1, 1, 1}}
			sc := stage(model(planeMesh, mgl32.Scale3D(1000, 1, 1000)), pointAt(vec3{0, 1, 0}, lamp))
			m := &sc.Materials[0]
			m.BaseColor, m.Metallic, m.Specular, m.Roughness = vec4{1, 1, 1, 1}, metallic, 1, float32(roughness)
			sc.Exposure, sc.Cameras = scene.FixedExposure(0), nil
			type level struct {
				camera  int
				extent  float64 // of the picture's height, metres
				nDotV   float64
				smaller bool // there is one within
			}
			var levels []level
			for _, nDotV := range cosines {
				sine := math.Sqrt(1 - nDotV*nDotV)
				for extent := 12 * alpha; extent < far*4; extent *= 4 {
					away := float32(4 * extent / nDotV)
					target := vec3{float32(sine / nDotV), 0, 0}
					eye := target.Add(vec3{float32(sine), float32(nDotV), 0}.Mul(away))
					levels = append(levels, level{len(sc.Cameras), extent, nDotV, extent > 12*alpha})
					sc.Cameras = append(sc.Cameras, scene.Camera{Name: "main", WorldFromCamera: mgl32.LookAtV(eye, target, vec3{0, 0, 1}).Inv(),
						Height: float32(extent), Near: away / 100, Far: 3 * away})
				}
			}
			r := newTestRenderer(t, sc)
			sums := map[float64]float64{}
			for _, l := range levels {
				q := linear(size, 1)
				q.Shot.Camera = l.camera
				p := shoot(t, r, q)
				right := sc.Cameras[l.camera].WorldFromCamera.Col(0)
				pixel := l.extent / size
				for i := range size * size {
					x, y := i%size, i/size
					if l.smaller && x >= size*3/8 && x < size*5/8 && y >= size*3/8 && y < size*5/8 {
						continue
					}
					a := (float64(x) + 0.5 - size/2) * pixel / l.nDotV * math.Copysign(1, float64(right[0]))
					b := (float64(y) + 0.5 - size/2) * pixel
					px := math.Sqrt(1-l.nDotV*l.nDotV)/l.nDotV + a
					cos := 1 / math.Sqrt(1+px*px+b*b)
					sums[l.nDotV] += float64(p.Linear[4*i]) * cos / float64(lamp.Intensity) * pixel * pixel / l.nDotV
				}
			}
			for _, nDotV := range cosines {
				sum := sums[nDotV]
				t.Logf("metallic %g, roughness %.2f, n·v %g: %.4f", metallic, roughness, nDotV, sum)
				if math.Abs(sum-1) > 0.01 {
					t.Errorf("metallic %g, roughness %g, n·v %g: %.4f of the light is reflected", metallic, roughness, nDotV, sum)
				}
			}
		}
	}
}

// A panel from horizon to horizon is half a furnace: what lies under it cannot be told from it.
func TestWhiteFurnaceOfPanel(t *testing.T) {
	const l = 500
	sc := stage()
	sc.Cameras = nil
	sc.Entities = append(sc.Entities, rectAt(mgl32.Translate3D(0, 1, 0).Mul4(downwards), scene.RectLight{Width: 1e4, Height: 1e4, Luminance: l, Color: vec3{1, 1, 1}}))
	type view struct {
		metallic, roughness float32
		nDotV               float64
	}
	var views []view
	for i := range 12 {
		m := sc.Materials[0]
		m.BaseColor, m.Roughness, m.Metallic, m.Specular = vec4{1, 1, 1, 1}, float32(i%6)/5, float32(i/6), 1
		sc.Materials = append(sc.Materials, m)
		place := vec3{float32(i) * 10, 0, 0}
		sc.Entities = append(sc.Entities, withMaterial(model(planeMesh, mgl32.Translate3D(place[0], 0, 0).Mul4(mgl32.Scale3D(0.02, 1, 0.02))), i+1))
		for _, nDotV := range []float64{1, 0.6, 0.2} {
			eye := place.Add(vec3{float32(math.Sqrt(1 - nDotV*nDotV)), float32(nDotV), 0}.Mul(0.5))
			sc.Cameras = append(sc.Cameras, scene.Camera{Name: "main", WorldFromCamera: mgl32.LookAtV(eye, place, vec3{0, 0, 1}).Inv(), FovY: 0.01, Near: 0.01})
			views = append(views, view{m.Metallic, m.Roughness, nDotV})
		}
	}
	r := newTestRenderer(t, sc)
	for i, v := range views {
		q := linear(4, 1)
		q.Shot.Camera = i
		got := float64(shoot(t, r, q).at(2, 2)[1]) / l
		t.Logf("metallic %g, roughness %.1f, n·v %g: %.4f", v.metallic, v.roughness, v.nDotV, got)
		if math.Abs(got-1) > 0.005 {
			t.Errorf("metallic %g, roughness %g, n·v %g: %.4f of the panel's luminance", v.metallic, v.roughness, v.nDotV, got)
		}
	}
}

// Coarse things with smooth normals, which at their edges turn from the viewer, against a low sun: at roughness 1 no
// point reflects more than diffusely all and half of that in its highlight, which is the most that GGX has there.
func TestNormalsTurnedAway(t *testing.T) {
	const lux = 100_000
	o := scene.DefaultSphere()
	o.Segments, o.Rings = 6, 4
	sc := stage()
	sc.Materials[0].BaseColor, sc.Materials[0].Specular, sc.Materials[0].Roughness = vec4{1, 1, 1, 1}, 1, 1
	sc.Meshes = append(sc.Meshes, scene.Mesh{Name: "coarse", Primitives: []scene.Primitive{scene.SphereMesh(o)}})
	sc.Entities = []scene.Entity{model(len(sc.Meshes)-1, mgl32.Ident4())}
	sc.Cameras[0] = scene.Camera{Name: "main", WorldFromCamera: lookAt(vec3{0, 0, 5}, vec3{}), FovY: mgl32.DegToRad(16), Near: 0.1}
	for _, elevation := range []float64{1, 2, 5, 15} {
		sin, cos := math.Sincos(elevation * math.Pi / 180)
		sc.Sun = &scene.Sun{Direction: vec3{0, float32(-sin), float32(cos)}, Illuminance: lux, Color: vec3{1, 1, 1}}
		p := render(t, sc, linear(160, 1))
		for i := range 160 * 160 {
			if l := p.Linear[4*i]; !(l <= 1.5*lux/math.Pi) {
				t.Fatalf("sun at %g°: %g cd/m² at %d,%d", elevation, l, i%160, i/160)
			}
		}
	}
}
