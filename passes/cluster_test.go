package passes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// lampCrowd is a floor with balls, a pane of glass and many lamps of every kind, of which some end nowhere.
func lampCrowd(count int) *scene.Scene {
	sc := stage(model(planeMesh, mgl32.Ident4()))
	r := rand.New(rand.NewPCG(7, 8))
	number := func(low, high float32) float32 { return low + (high-low)*r.Float32() }
	for i := range 30 {
		at := mgl32.Translate3D(number(-14, 14), number(0, 1), number(-14, 14))
		sc.Entities = append(sc.Entities, model([]int{sphereMesh, boxMesh}[i%2], at))
	}
	sc.Materials[0].Specular, sc.Materials[0].Roughness = 1, 0.3
	sc.Entities = append(sc.Entities, withMaterial(model(quadMesh, mgl32.Translate3D(-1, 1.5, 6).Mul4(mgl32.Scale3D(3, 1.5, 1))), glass(sc, vec4{0.5, 0.6, 0.7, 0.5})))
	for i := range count {
		p := scene.PointLight{Intensity: scene.Candela(number(1, 30)), Color: vec3{number(0, 1), number(0, 1), number(0, 1)}, Range: number(0.5, 4)}
		if i%9 == 0 {
			p.Range = 0
		}
		at := vec3{number(-15, 15), number(0.2, 3), number(-15, 15)}
		if i%2 == 0 {
			sc.Entities = append(sc.Entities, pointAt(at, p))
			continue
		}
		outer := number(0.1, 1.4)
		turn := mgl32.Translate3D(at[0], at[1], at[2]).Mul4(mgl32.HomogRotate3DY(number(-4, 4))).Mul4(mgl32.HomogRotate3DX(number(-2.5, 0)))
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: turn,
			Spot: &scene.SpotLight{PointLight: p, Inner: outer * number(0, 1), Outer: outer}})
	}
	sc.Exposure = scene.FixedExposure(5)
	sc.Cameras = []scene.Camera{
		{Name: "eye", WorldFromCamera: lookAt(vec3{0, 2, 14}, vec3{0, 0.5, 0}), FovY: 0.8, Near: 0.1},
		{Name: "tele", WorldFromCamera: lookAt(vec3{60, 30, 0}, vec3{}), FovY: 0.3, Near: 1, Far: 500},
		above(20, 24),
	}
	return sc
}

// grown is a lamp's reach with a share more of range and cone.
func grown(l scene.LampReach, by float32) scene.LampReach {
	l.Radius *= 1 + by
	if l.Cos > -1 {
		s, c := math.Sincos(math.Atan2(float64(l.Sin), float64(l.Cos)) + float64(by))
		l.Sin, l.Cos = float32(s), float32(c)
	}
	return l
}

// The device lists for every cluster the lamps that the rule lists. Rounding may decide otherwise where a reach
// that is a ten-thousandth larger or smaller would.
func TestClustersFollowTheRule(t *testing.T) {
	sc := lampCrowd(700)
	r := newTestRenderer(t, sc)
	r.passes.clusters.row = 100 // several rows of workgroups
	for camera := range sc.Cameras {
		q := Request{Shot: scene.Shot{Camera: camera, Width: 320, Height: 180, Samples: 1}}
		shoot(t, r, q)
		lists := make([]uint32, r.passes.clusters.lists.buffer.Size()/4)
		copy(vk.Bytes(lists), readBuffer(t, r, &r.passes.clusters.lists))
		view, g := r.frame.still, r.frame.clusters
		lamps := r.world.lamps[len(r.world.lamps)-r.world.clustered:]
		if g.Lamps != len(lamps) || len(lamps) < 500 {
			t.Fatalf("%d lamps in lists of %d", len(lamps), g.Lamps)
		}
		reach := make([]scene.LampReach, len(lamps))
		for i := range lamps {
			reach[i] = lamps[i].reach(view.ViewFromWorld)
		}
		listed := 0
		for i := range g.Clusters() {
			column, row, slice := i%g.Columns, i/g.Columns%g.Rows, i/(g.Columns*g.Rows)
			froxel := g.Froxel(view, column, row, slice)
			list := lists[i*g.Stride():][:g.Stride()]
			groups := g.Stride() - g.Words()
			for k, word := range list[groups:] {
				if (list[k/32]>>(k%32)&1 != 0) != (word != 0) {
					t.Fatalf("camera %d, cluster %d: word %d is %#x, and its bit says otherwise", camera, i, k, word)
				}
			}
			for k := range lamps {
				has := list[groups+k/32]>>(k%32)&1 != 0
				if has {
					listed++
				}
				if has == froxel.Meets(reach[k]) {
					continue
				}
				by := float32(1e-4)
				if !has {
					by = -by
				}
				if has != froxel.Meets(grown(reach[k], by)) {
					t.Fatalf("camera %d, cluster %d,%d,%d, lamp %d: listed %v, against the rule", camera, column, row, slice, k, has)
				}
			}
		}
		if listed < 10_000 {
			t.Errorf("camera %d: only %d lamps listed", camera, listed)
		}
	}
}

// reach is the lamp's by the rules of scene.
func (b *lightBlock) reach(viewFromWorld mgl32.Mat4) scene.LampReach {
	p := scene.PointLight{}
	if b.Position[3] > 0 {
		p.Range = 1 / float32(math.Sqrt(float64(b.Position[3])))
	}
	z := b.Direction.Vec3().Mul(-1)
	world := mgl32.Mat4FromCols(vec4{}, vec4{}, z.Vec4(0), b.Position.Vec3().Vec4(1))
	if b.Kind == lightSpot {
		s := scene.SpotLight{PointLight: p, Outer: float32(math.Acos(float64(-b.Direction[3] / b.Intensity[3])))}
		return s.Reach(viewFromWorld.Mul4(world))
	}
	return p.Reach(viewFromWorld.Mul4(world))
}

// Lists change no picture: lit by those in its cluster's list or by all, each pixel is the same to the bit, jitter,
// transparent surfaces and any camera included.
func TestClustersChangeNothing(t *testing.T) {
	for _, count := range []int{40, 600} {
		sc := lampCrowd(count)
		lists := newTestRenderer(t, sc)
		if lists.world.clustered == 0 {
			t.Fatal("there are no lists")
		}
		w := planWorld(sc)
		w.clustered = 0 // in the same order
		plain := newRendererOf(t, w)
		for camera := range sc.Cameras {
			q := Request{Shot: scene.Shot{Camera: camera, Width: 150, Height: 90, Samples: 3}, Float: true}
			a, b := shoot(t, lists, q), shoot(t, plain, q)
			bright := 0
			for i := range a.Linear {
				if a.Linear[i] != b.Linear[i] {
					t.Fatalf("%d lamps, camera %d: pixel %d,%d is %v with lists and %v without", count, camera, i/4%150, i/4/150, a.Linear[i], b.Linear[i])
				}
				if a.Linear[i] > 0.01 {
					bright++
				}
			}
			if bright < 10_000 {
				t.Errorf("%d lamps, camera %d: only %d values are bright", count, camera, bright)
			}
		}
	}
}

// Few lamps, and lamps that all light everything, have no lists and keep their order.
func TestFewLampsHaveNoLists(t *testing.T) {
	for _, c := range []struct{ ends, endless, lists int }{{0, 0, 0}, {16, 3, 0}, {17, 3, 17}, {0, 50, 0}} {
		sc := stage(model(planeMesh, mgl32.Ident4()))
		for i := range max(c.ends, c.endless) {
			p := scene.PointLight{Intensity: scene.Candela(i + 1)}
			if i < c.endless {
				sc.Entities = append(sc.Entities, pointAt(vec3{}, p))
			}
			if i < c.ends {
				p.Range = 1
				sc.Entities = append(sc.Entities, pointAt(vec3{}, p))
			}
		}
		w := planWorld(sc)
		if w.clustered != c.lists || len(w.lamps) != c.ends+c.endless {
			t.Errorf("%+v: %d of %d lamps are in lists", c, w.clustered, len(w.lamps))
		}
		key := func(b lightBlock) float32 { return 1000*b.Position[3]*boolean(w.clustered > 0) + b.Intensity[0] }
		if w.clustered > 0 && !slices.IsSortedFunc(w.lamps, func(a, b lightBlock) int { return int(key(a) - key(b)) }) {
			t.Errorf("%+v: out of order", c)
		}
		if w.clustered == 0 && !slices.EqualFunc(w.lamps, collectLights(sc, nil), func(a, b lightBlock) bool { return a == b }) {
			t.Errorf("%+v: reordered", c)
		}
	}
}

// What lists and lighting take: go test -bench Lamps ./passes
func BenchmarkLamps(b *testing.B) {
	for _, count := range []int{64, 512, 4096} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			r := newTestRenderer(b, lampCrowd(count))
			q := Request{Shot: scene.Shot{Width: 320, Height: 180}}
			if err := r.begin(&q); err != nil {
				b.Fatal(err)
			}
			sum := map[string]float64{}
			n := 0
			for b.Loop() {
				r.passes.forget()
				var stats Stats
				ticket, err := r.draw(0, vec2{}, &stats)
				if err == nil {
					err = r.dev.Wait(ticket)
				}
				if err != nil {
					b.Fatal(err)
				}
				r.timings = r.dev.AppendTimings(r.timings[:0], ticket)
				for _, x := range r.timings {
					sum[x.Name] += x.GPUms
				}
				n++
			}
			for _, name := range []string{"lights.clear", "lights.cluster", "lighting"} {
				b.ReportMetric(sum[name]/float64(n), name+"-ms/op")
			}
		})
	}
}

// The view of lamps shows how many each point's list has: all that light it, and those that light everything.
func TestLampView(t *testing.T) {
	sc := lampCrowd(300)
	r := newTestRenderer(t, sc)
	q := linear(96, 1)
	where := surfels(t, r, q)
	q.Output = OutputLamps
	p := shoot(t, r, q)
	everywhere := len(r.world.lamps) - r.world.clustered
	view, most := r.frame.still, float32(0)
	for i, s := range where {
		got := p.at(i%96, i/96)[0]
		if !s.hit {
			if got != 0 {
				t.Fatalf("%v lamps in the sky", got)
			}
			continue
		}
		want := everywhere
		g := r.frame.clusters
		froxel := g.Froxel(view, i%96/g.Tile, i/96/g.Tile, g.Slice(view, view.Depth(s.position)))
		for k := range r.world.lamps[everywhere:] {
			want += int(boolean(froxel.Meets(r.world.lamps[everywhere+k].reach(view.ViewFromWorld))))
		}
		if d := got - float32(want); max(d, -d) > 1 { // one may be within rounding
			t.Fatalf("%v lamps at %v, the rule lists %d", got, s.position, want)
		}
		most = max(most, got)
	}
	if most < float32(everywhere+5) {
		t.Errorf("%v lamps at most, %d everywhere", most, everywhere)
	}
}
