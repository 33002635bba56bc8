package passes

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// lit is what the lamps of a scene give a point, by the rules.
func lit(sc *scene.Scene, at surfel) vec3 {
	var sum vec3
	for i, world := range sc.WorldFromEntity() {
		if p := sc.Entities[i].Point; p != nil {
			sum = sum.Add(p.Illuminance(world, at.position, at.normal))
		}
		if s := sc.Entities[i].Spot; s != nil {
			sum = sum.Add(s.Illuminance(world, at.position, at.normal))
		}
		if r := sc.Entities[i].Rect; r != nil {
			sum = sum.Add(r.Illuminance(world, at.position, at.normal))
		}
	}
	return sum
}

func pointAt(position vec3, p scene.PointLight) scene.Entity {
	return scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(position[0], position[1], position[2]), Point: &p}
}

// compareLit holds every pixel of a Lambert scene against the lights' rules and returns how bright
// it gets.
func compareLit(t *testing.T, what string, sc *scene.Scene, size int) float32 {
	t.Helper()
	r := newTestRenderer(t, sc)
	q := linear(size, 1)
	where := surfels(t, r, q)
	p := shoot(t, r, q)
	albedo := sc.Materials[0].BaseColor.Vec3()
	peak, wrong := float32(0), 0
	wanted := make([]vec3, len(where))
	for i, s := range where {
		if s.hit {
			e := lit(sc, s)
			wanted[i] = vec3{albedo[0] * e[0], albedo[1] * e[1], albedo[2] * e[2]}.Mul(1 / math.Pi)
		}
		peak = max(peak, wanted[i][0], wanted[i][1], wanted[i][2])
	}
	for i, s := range where {
		want := wanted[i]
		if got := p.at(i%size, i/size); far(got, want, 0.004, 1e-4*peak) {
			if wrong++; wrong < 4 {
				t.Errorf("%s: pixel %d,%d at %v facing %v: %v, want %v", what, i%size, i/size, s.position, s.normal, got, want)
			}
		}
	}
	if wrong > 3 {
		t.Errorf("%s: %d pixels are wrong", what, wrong)
	}
	return peak
}

// Lamps of every kind at random places and turns light a floor and a ball as the rules say: distance,
// window, cone, the side they are on, and their sum.
func TestLightsFollowTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	number := func(low, high float32) float32 { return low + (high-low)*random.Float32() }
	sc := stage(model(planeMesh, mgl32.Ident4()), model(sphereMesh, mgl32.Translate3D(0.3, 0.8, -0.2).Mul4(mgl32.Scale3D(1.6, 1.6, 1.6))))
	sc.Cameras[0] = above(20, 6)
	sc.Exposure = scene.FixedExposure(4)
	for i := range 12 {
		p := scene.PointLight{Intensity: scene.Candela(number(5, 60)), Color: vec3{number(0, 1), number(0, 1), number(0, 1)}}
		if i%2 == 0 {
			p.Range = number(1, 4)
		}
		at := vec3{number(-3, 3), number(0.3, 3), number(-3, 3)}
		if i%3 != 0 {
			sc.Entities = append(sc.Entities, pointAt(at, p))
			continue
		}
		outer := number(0.2, 1.4)
		turn := mgl32.Translate3D(at[0], at[1], at[2]).Mul4(mgl32.HomogRotate3DX(number(-2.2, -0.8))).Mul4(mgl32.HomogRotate3DY(number(-0.7, 0.7)))
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: turn.Mul4(mgl32.Scale3D(3, 0.5, 2)),
			Spot: &scene.SpotLight{PointLight: p, Inner: outer * number(0, 0.9), Outer: outer}})
	}
	if compareLit(t, "twelve lamps", sc, 96) < 1 {
		t.Error("the scene is dark")
	}
}

// Each property alone, so that a failure names it.
func TestLightCases(t *testing.T) {
	white := scene.PointLight{Intensity: 100, Color: vec3{1, 1, 1}}
	spot := func(turn mgl32.Mat4, inner, outer float32) scene.Entity {
		return scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 2, 0).Mul4(turn), Spot: &scene.SpotLight{PointLight: white, Inner: inner, Outer: outer}}
	}
	downwards := mgl32.HomogRotate3DX(-math.Pi / 2)
	short := white
	short.Range = 2.5
	parent := scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(1, 0, 0).Mul4(mgl32.HomogRotate3DZ(0.4))}
	child := spot(downwards, 0.2, 0.5)
	child.Parent = 1
	for _, c := range []struct {
		name   string
		lamps  []scene.Entity
		bright bool
	}{
		{"point", []scene.Entity{pointAt(vec3{0, 2, 0}, white)}, true},
		{"range", []scene.Entity{pointAt(vec3{0, 2, 0}, short)}, true},
		{"out of range", []scene.Entity{pointAt(vec3{0, 2.6, 0}, short)}, false},
		{"below the floor", []scene.Entity{pointAt(vec3{0, -1, 0}, white)}, false},
		{"spot", []scene.Entity{spot(downwards, 0.3, 0.6)}, true},
		{"hard spot", []scene.Entity{spot(downwards, 0.6, 0.6)}, true},
		{"wide spot", []scene.Entity{spot(downwards, 0, math.Pi/2)}, true},
		{"spot that looks up", []scene.Entity{spot(mgl32.HomogRotate3DX(math.Pi/2), 0.3, 0.6)}, false},
		{"spot of a turned parent", []scene.Entity{parent, child}, true},
		{"without intensity", []scene.Entity{pointAt(vec3{0, 2, 0}, scene.PointLight{Color: vec3{1, 1, 1}})}, false},
		{"in the floor", []scene.Entity{pointAt(vec3{0, 0, 0}, white)}, false},
	} {
		sc := stage(model(planeMesh, mgl32.Ident4()))
		sc.Exposure = scene.FixedExposure(4)
		sc.Cameras[0] = above(20, 6)
		sc.Entities = append(sc.Entities, c.lamps...)
		if peak := compareLit(t, c.name, sc, 33); (peak > 0) != c.bright {
			t.Errorf("%s: %v cd/m² at most", c.name, peak)
		}
	}
}
