package passes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// rectAt is an entity with a rectangle that shines.
func rectAt(worldFromLight mgl32.Mat4, r scene.RectLight) scene.Entity {
	return scene.Entity{Parent: -1, ParentFromLocal: worldFromLight, Rect: &r}
}

// Rectangles and balls light a Lambert floor and a ball as the rules say, wherever they stand.
func TestAreaLightsFollowTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	number := func(low, high float32) float32 { return low + (high-low)*random.Float32() }
	for lamps := range 3 {
		sc := stage(model(planeMesh, mgl32.Ident4()), model(sphereMesh, mgl32.Translate3D(0.3, 0.8, -0.2).Mul4(mgl32.Scale3D(1.6, 1.6, 1.6))))
		sc.Cameras[0] = above(20, 6)
		sc.Exposure = scene.FixedExposure(6)
		for i := range 3 + 10*lamps {
			at := mgl32.Translate3D(number(-3, 3), number(-0.3, 3), number(-3, 3))
			color := vec3{number(0.1, 1), number(0.1, 1), number(0.1, 1)}
			reach := number(2, 6) * float32(i%2)
			if i%3 == 0 {
				p := scene.PointLight{Intensity: scene.Candela(number(5, 60)), Color: color, Range: reach, Radius: number(0.05, 0.8)}
				sc.Entities = append(sc.Entities, pointAt(at.Col(3).Vec3(), p))
				continue
			}
			turn := mgl32.HomogRotate3DY(number(0, 7)).Mul4(mgl32.HomogRotate3DX(number(-3, 3))).Mul4(mgl32.HomogRotate3DZ(number(0, 7)))
			sc.Entities = append(sc.Entities, rectAt(at.Mul4(turn).Mul4(mgl32.Scale3D(2, 1, 0.3)), scene.RectLight{Width: number(0.1, 2), Height: number(0.1, 2),
				Luminance: scene.Nit(number(5, 100)), Color: color, TwoSided: i%4 == 1, Range: reach}))
		}
		if compareLit(t, fmt.Sprintf("%d area lights", 3+10*lamps), sc, 64) < 1 {
			t.Error("the scene is dark")
		}
	}
}

// A white metal shows of a light of unit luminance the share that the rule says, for every
// roughness and angle.
func TestAreaReflectionsFollowTheRules(t *testing.T) {
	lights := []scene.Entity{
		rectAt(mgl32.Translate3D(-1, 1.2, 0).Mul4(mgl32.HomogRotate3DY(-1.2)), scene.RectLight{Width: 1, Height: 2, Luminance: 100, Color: vec3{1, 1, 1}}),
		rectAt(mgl32.Translate3D(0.5, 0.4, -1).Mul4(mgl32.HomogRotate3DX(0.3)), scene.RectLight{Width: 2, Height: 1.2, Luminance: 100, Color: vec3{1, 1, 1}, TwoSided: true, Range: 5}),
		pointAt(vec3{-0.4, 0.5, 0.3}, scene.PointLight{Intensity: 100 * math.Pi * 0.3 * 0.3, Color: vec3{1, 1, 1}, Radius: 0.3}),
		pointAt(vec3{-0.8, 0.15, 0.1}, scene.PointLight{Intensity: 100 * math.Pi * 0.3 * 0.3, Color: vec3{1, 1, 1}, Radius: 0.3, Range: 4}),
	}
	const size = 40
	for k, light := range lights {
		for _, roughness := range []float32{0.1, 0.35, 0.7, 1} {
			sc := stage(model(planeMesh, mgl32.Ident4()), model(sphereMesh, mgl32.Translate3D(0.4, 0.5, 0.2)), light)
			m := &sc.Materials[0]
			m.BaseColor, m.Metallic, m.Roughness = vec4{1, 1, 1, 1}, 1, roughness
			sc.Exposure = scene.FixedExposure(6)
			sc.Cameras[0].WorldFromCamera = lookAt(vec3{2.4, 1, 0}, vec3{-0.4, 0.2, 0})
			r := newTestRenderer(t, sc)
			q := linear(size, 1)
			p := shoot(t, r, q)
			bright := float32(0)
			eye := sc.Cameras[0].WorldFromCamera.Col(3).Vec3()
			for i, s := range surfels(t, r, q) {
				if !s.hit {
					continue
				}
				view := eye.Sub(s.position).Normalize()
				want := float32(0)
				if light.Rect != nil {
					want = 100 * light.Rect.SpecularShare(light.ParentFromLocal, s.position, s.normal, view, roughness)
				} else {
					want = 100 * light.Point.SpecularShare(light.ParentFromLocal.Col(3).Vec3(), s.position, s.normal, view, roughness)
				}
				bright = max(bright, want)
				// Edges of sharp reflections move with the last places of normals and depths.
				if got := p.at(i%size, i/size); far(got, vec3{want, want, want}, 0.01, 0.3+10*max(0, 0.2-roughness)) {
					t.Fatalf("light %d, roughness %g: pixel %d,%d at %v facing %v: %v, want %v", k, roughness, i%size, i/size, s.position, s.normal, got, want)
				}
			}
			if bright < 3 && roughness > 0.3 {
				t.Errorf("light %d, roughness %g: %v cd/m² at most", k, roughness, bright)
			}
		}
	}
}
