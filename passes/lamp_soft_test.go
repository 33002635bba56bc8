package passes

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// globe is a ball of 1000 cd.
func globe(at vec3, radius float32) scene.Entity {
	return pointAt(at, scene.PointLight{Intensity: 1000, Color: vec3{1, 1, 1}, Radius: radius, Shadows: true})
}

// The half shadow of a straight edge under a ball is as wide as the ball looks from the edge, seen on: 10 to 90 % of
// the light lie within 2 · 0.687 · r·h/(H-h), for an edge at a height of h under a ball of radius r at H.
func TestSoftLampWidensWithDistance(t *testing.T) {
	const size, rows, extent = 512, 80, 3.0 // rows where the light comes straight down
	for _, c := range []struct {
		lamp, edge, radius float32
	}{{4, 0.5, 0.2}, {4, 1.5, 0.2}, {4, 1.5, 0.05}, {3, 1.2, 0.3}, {2.5, 1.6, 0.1}} {
		// The board covers x > 0, but for a hole that the camera looks through: it looks from below the board.
		sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(3, c.edge, 0).Mul4(mgl32.Scale3D(6, 0.001, 6))), globe(vec3{0, c.lamp, 0}, c.radius))
		sc.Cameras[0] = above(0.01, extent*rows/size)
		sc.Cameras[0].WorldFromCamera = mgl32.Translate3D(0, 0.3, 0).Mul4(sc.Cameras[0].WorldFromCamera)
		l := newLampTest(t, sc, size, rows)
		lit := make([]float64, size)
		for x := range lit {
			for y := range rows {
				share, ok := l.share(y*size + x)
				if !ok {
					t.Fatal("a point gets no light")
				}
				lit[x] += float64(share) / rows
			}
		}
		want := 2 * 0.687 * float64(c.radius*c.edge/(c.lamp-c.edge))
		got := width(lit, extent/size)
		t.Logf("%+v: %.1f mm, want %.1f", c, 1000*got, 1000*want)
		if math.Abs(got-want) > 0.15*want+0.01 {
			t.Errorf("%+v: 10 to 90 %% in %.1f mm, want %.1f", c, 1000*got, 1000*want)
		}
		if lit[0] < 0.999 || lit[size-1] > 0.001 {
			t.Errorf("%+v: %v of the light beside the shadow, %v in it", c, lit[0], lit[size-1])
		}
	}
}

// What nothing shades is lit in full, however large the lamp: a floor, and boards of every slope.
func TestSoftLampLeavesTheLitAlone(t *testing.T) {
	lamp := vec3{1, 3, 2}
	boards := stage()
	for i := range 5 {
		turn := mgl32.HomogRotate3DY(float32(i)).Mul4(mgl32.HomogRotate3DX(float32(i)*0.3 - 0.6))
		boards.Entities = append(boards.Entities, model(planeMesh, mgl32.Translate3D(float32(4*i-8), 0, -9).Mul4(turn).Mul4(mgl32.Scale3D(0.035, 1, 0.035))))
	}
	for _, sc := range []*scene.Scene{stage(model(planeMesh, mgl32.Ident4())), boards} {
		for _, radius := range []float32{0.02, 0.3, 1} {
			sc := *sc
			sc.Entities = append(slices.Clone(sc.Entities), globe(lamp, radius))
			sc.Cameras = []scene.Camera{{WorldFromCamera: lookAt(vec3{0, 5, 8}, vec3{0, 0, -6}), FovY: 0.9, Near: 0.1}}
			l := newLampTest(t, &sc, 160, 120)
			tested := 0
			for i, s := range l.where {
				share, ok := l.share(i)
				if !ok || s.normal.Dot(lamp.Sub(s.position).Normalize()) < 0.05 {
					continue
				}
				if tested++; share < 0.999 {
					t.Fatalf("ball of %v m: %v facing %v gets %v of the light", radius, s.position, s.normal, share)
				}
			}
			if tested < 200 {
				t.Errorf("ball of %v m: %d pixels tested", radius, tested)
			}
		}
	}
}

// A soft shadow goes on across the seams of the maps, and a lamp that is nearly a point has the shadow of a point.
func TestSoftLampAcrossSeams(t *testing.T) {
	build := func(radius float32) *scene.Scene {
		sc := shadowStage(nil, vec2{12, 12}, []caster{{center: vec3{0.8, 0.8, 0}, half: vec3{0.1, 0.1, 0.6}}, {center: vec3{-0.7, 0.9, 0.7}, radius: 0.25}})
		sc.Entities = append(sc.Entities, globe(vec3{0, 1.8, 0}, radius))
		sc.Cameras[0] = above(15, 8)
		return sc
	}
	point, small := newLampTest(t, build(0), 128, 128), newLampTest(t, build(0.001), 128, 128)
	differ := 0
	for i := range point.where {
		a, ok := point.share(i)
		b, _ := small.share(i)
		if ok && max(a-b, b-a) > 0.3 {
			differ++
		}
	}
	if differ > 40 {
		t.Errorf("%d pixels differ between a point and a ball of a millimetre", differ)
	}
	// Against rays to points of the ball.
	const radius = 0.15
	sc := build(radius)
	l := newLampTest(t, sc, 128, 128)
	casters := []caster{{center: vec3{0.8, 0.8, 0}, half: vec3{0.1, 0.1, 0.6}}, {center: vec3{-0.7, 0.9, 0.7}, radius: 0.25}}
	sum, worst, n := 0.0, 0.0, 0
	for i, s := range l.where {
		got, ok := l.share(i)
		if !ok || s.position[1] > 0.01 {
			continue
		}
		want := 0.0
		const rays = 64
		to := vec3{0, 1.8, 0}.Sub(s.position).Normalize()
		right := to.Cross(vec3{0.3, 0.2, 1}).Normalize()
		up := to.Cross(right)
		for k := range rays {
			r, a := radius*math.Sqrt((float64(k)+0.5)/rays), float64(k)*2.39996
			target := vec3{0, 1.8, 0}.Add(right.Mul(float32(r * math.Cos(a)))).Add(up.Mul(float32(r * math.Sin(a))))
			free := true
			for c := range casters {
				free = free && !casters[c].between(s.position, target, 0)
			}
			if free {
				want += 1.0 / rays
			}
		}
		d := math.Abs(want - float64(got))
		sum += d
		worst = max(worst, d)
		n++
	}
	t.Logf("mean difference from rays %.4f, largest %.2f, %d pixels", sum/float64(n), worst, n)
	if mean := sum / float64(n); mean > 0.02 {
		t.Errorf("the light differs by %.4f in the mean from that of rays", mean)
	}
}
