package passes

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// bulb is a lamp of 1000 cd.
func bulb(at vec3) scene.Entity {
	return pointAt(at, scene.PointLight{Intensity: 1000, Color: vec3{1, 1, 1}, Shadows: true})
}

// spotAt is one that shines at a target.
func spotAt(at, target vec3, outer float32) scene.Entity {
	p := scene.PointLight{Intensity: 1000, Color: vec3{1, 1, 1}, Shadows: true}
	return scene.Entity{Parent: -1, ParentFromLocal: lookAt(at, target), Spot: &scene.SpotLight{PointLight: p, Inner: outer * 0.99, Outer: outer}}
}

// withoutShadows is a copy of the scene whose lamps cast none.
func withoutShadows(sc *scene.Scene) *scene.Scene {
	out := *sc
	out.Entities = slices.Clone(sc.Entities)
	for i := range out.Entities {
		e := &out.Entities[i]
		if e.Point != nil {
			p := *e.Point
			p.Shadows, e.Point = false, &p
		}
		if e.Spot != nil {
			s := *e.Spot
			s.Shadows, e.Spot = false, &s
		}
		if e.Rect != nil {
			r := *e.Rect
			r.Shadows, e.Rect = false, &r
		}
	}
	return &out
}

// A lampTest is a picture of what a lamp lights through maps of 512 texels, and what would be lit if nothing cast a
// shadow.
type lampTest struct {
	r        *Renderer
	where    []surfel
	lit, all *Picture
}

func newLampTest(t *testing.T, sc *scene.Scene, width, height int) *lampTest {
	t.Helper()
	q := Request{Shot: scene.Shot{Width: width, Height: height, Samples: 1}, Float: true, Linear: true}
	plain := newTestRenderer(t, withoutShadows(sc))
	r := newTestRenderer(t, sc)
	for i := range r.world.shadowLamps {
		r.world.shadowLamps[i].Size = 512
	}
	l := &lampTest{r: r, where: surfels(t, plain, q), all: shoot(t, plain, q)}
	l.lit = shoot(t, l.r, q)
	return l
}

// share is how much of its light a pixel gets; false where there is none to get.
func (l *lampTest) share(i int) (float32, bool) {
	all := l.all.Linear[4*i]
	if all <= 0 {
		return 0, false
	}
	return l.lit.Linear[4*i] / all, true
}

// texel is the size of a texel of a lamp's map at a point, in metres.
func (l *lampTest) texel(lamp int, p vec3) float32 {
	s := &l.r.world.shadowLamps[lamp]
	face := 0
	if s.Faces == 6 {
		face = scene.CubeFace(p.Sub(s.Position))
	}
	f, size := &s.faces[face], l.r.frame.lampAtlas.Tiles[s.first+face].Size
	return 2 * f.Tangent(size) / float32(size) * p.Sub(s.Position).Dot(f.Forward)
}

// check compares every pixel with a ray to the lamp, and returns how many are lit and dark for sure.
func (l *lampTest) check(t *testing.T, what string, casters []caster) (light, dark int) {
	t.Helper()
	lamp := l.r.world.shadowLamps[0].Position
	check := shadowCheck{what: what, casters: casters}
	for i, s := range l.where {
		if got, ok := l.share(i); s.hit && ok {
			way := lamp.Sub(s.position)
			check.pixel(t, i, s, got, way.Normalize(), way.Len(), l.texel(0, s.position))
		}
	}
	return check.counts(t)
}

// Shadows of boxes, a ball and a thin plate lie where rays say, under lamps and spots of every height and cone, seen
// from near and from above.
func TestLampShadowsLieWhereRaysSay(t *testing.T) {
	casters, cameras := stillLife()
	for i, camera := range cameras {
		for name, lamp := range map[string]scene.Entity{
			"low bulb": bulb(vec3{2.4, 0.7, 0.9}), "bulb": bulb(vec3{-0.9, 2.1, -0.3}), "high bulb": bulb(vec3{0.7, 5, 1.1}), "bulb at a corner": bulb(vec3{3, 3, 3}),
			"spot": spotAt(vec3{2, 3, 2}, vec3{0, 0.3, 0}, 0.5), "low spot": spotAt(vec3{-4, 0.8, 1}, vec3{0, 0.3, 0.5}, 0.4), "wide spot": spotAt(vec3{0.2, 3, 0.4}, vec3{}, 1.3),
		} {
			sc := shadowStage(nil, vec2{14, 14}, casters)
			sc.Cameras[0] = camera
			sc.Entities = append(sc.Entities, lamp)
			light, dark := newLampTest(t, sc, 160, 120).check(t, fmt.Sprintf("camera %d, %s", i, name), casters)
			if light < 1000 || dark < 20 {
				t.Errorf("camera %d, %s: only %d lit and %d dark pixels tested", i, name, light, dark)
			}
		}
	}
}

// The edges of a thin plate's shadow on the floor are where the rays through the plate's edges end, to within a
// texel as it lies on the floor, and the light there is half.
func TestLampShadowEdges(t *testing.T) {
	const size, extent = 256, float32(6)
	for _, c := range []struct {
		name          string
		lamp          scene.Entity
		height, plate float32
		at            vec2 // of the lamp, above the floor
	}{
		{"bulb", bulb(vec3{0, 3, 0}), 3, 1, vec2{}},
		{"low plate", bulb(vec3{0, 2, 0}), 2, 0.45, vec2{}},
		{"aside", bulb(vec3{-1.2, 2.5, 0}), 2.5, 0.5, vec2{-1.2, 0}},
		{"spot", spotAt(vec3{0, 4, 0}, vec3{}, 0.6), 4, 1.5, vec2{}},
		{"slanted spot", spotAt(vec3{-2, 3, 0}, vec3{0, 0.5, 0}, 0.6), 3, 0.8, vec2{-2, 0}},
	} {
		const half = float32(0.4)
		plate := caster{center: vec3{0, c.plate, 0}, half: vec3{half, 0.002, half}}
		sc := shadowStage(nil, vec2{14, 14}, []caster{plate})
		sc.Cameras[0] = above(20, extent)
		sc.Entities = append(sc.Entities, c.lamp)
		l := newLampTest(t, sc, size, size)
		// Along the row through the middle, where the light falls to half and rises again. The plate itself hides a part.
		row := size / 2
		at := func(i int) float32 { x, _ := frontAt(size, i, row); return x * extent / 2 }
		grow := c.height / (c.height - c.plate)
		found := 0
		for _, edge := range []float32{-half, half} {
			want := c.at[0] + (edge-c.at[0])*grow
			if max(want, -want) < half+0.05 {
				continue
			}
			for i := 1; i < size; i++ {
				a, before := l.share(row*size + i - 1)
				b, ok := l.share(row*size + i)
				if x := at(i); !ok || !before || (a < 0.5) == (b < 0.5) || (x < 0) != (want < 0) || max(x, -x) < half+0.02 {
					continue
				}
				got := at(i-1) + (at(i)-at(i-1))*(0.5-a)/(b-a)
				texel := l.texel(0, vec3{want, 0, 0})
				cosine := c.height / float32(math.Hypot(float64(c.height), float64(want-c.at[0])))
				if found++; math.Abs(float64(got-want)) > float64(texel/cosine) {
					t.Errorf("%s: the edge of the shadow is at %.4f, want %.4f (texel %.4f)", c.name, got, want, texel)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no edge found", c.name)
		}
	}
}

// A box that is closed around a lamp keeps its light in, whatever the walls' thickness, but for the two texels that a
// filter reads aside, which are less than a pixel here; and the inside is lit.
func TestClosedBoxLeaksNothing(t *testing.T) {
	for _, thick := range []float32{0.3, 0.02, 0.002} {
		var walls []scene.Entity
		for k := range 6 {
			var at, scale vec3
			axis := k / 2
			for i := range 3 {
				scale[i] = 1 + 2*thick
			}
			scale[axis] = thick
			at[axis] = float32(1-k%2*2) * (0.5 + thick/2)
			at[1] += 0.5 + thick
			walls = append(walls, model(boxMesh, mgl32.Translate3D(at[0], at[1], at[2]).Mul4(mgl32.Scale3D(scale[0], scale[1], scale[2]))))
		}
		sc := stage(append(walls, model(planeMesh, mgl32.Ident4()), model(sphereMesh, mgl32.Translate3D(1.4, 0.5, 0.4)))...)
		sc.Cameras[0] = scene.Camera{WorldFromCamera: lookAt(vec3{1.5, 2.5, 3.5}, vec3{0, 0.4, 0}), FovY: 0.9, Near: 0.1}
		sc.Entities = append(sc.Entities, bulb(vec3{0.13, 0.6, -0.2}))
		out := newLampTest(t, sc, 128, 128)
		for i, v := range out.lit.Linear {
			if i%4 < 3 && v != 0 {
				t.Fatalf("walls of %v m: %+v is lit: %v", thick, out.where[i/4], v)
			}
		}
		// From within.
		sc.Cameras[0] = scene.Camera{WorldFromCamera: lookAt(vec3{-0.4, 0.9, 0.4}, vec3{0.3, 0.3, -0.3}), FovY: 1.2, Near: 0.01}
		l := newLampTest(t, sc, 64, 64)
		for i := range l.where {
			if share, ok := l.share(i); ok && share < 0.99 {
				if d := l.where[i].position; max(d[0], -d[0]) > 0.48 && max(d[2], -d[2]) > 0.48 || d[1] < thick+0.02 || d[1] > 0.98+thick {
					continue // in a corner, where walls meet
				}
				t.Fatalf("walls of %v m: %v within gets %v of the light", thick, l.where[i].position, share)
			}
		}
	}
}

// In an empty room no seam between the faces of a lamp's cube shows: every point gets all the light, on walls, floor
// and ceiling, wherever the lamp is. Balls that hang across the seams throw whole shadows.
func TestCubeSeamsAreInvisible(t *testing.T) {
	room := func(balls ...caster) *scene.Scene {
		sc := shadowStage(nil, vec2{6, 6}, balls)
		for _, w := range []mgl32.Mat4{
			mgl32.Translate3D(3, 2, 0).Mul4(mgl32.Scale3D(0.1, 4, 6)), mgl32.Translate3D(-3, 2, 0).Mul4(mgl32.Scale3D(0.1, 4, 6)),
			mgl32.Translate3D(0, 2, -3).Mul4(mgl32.Scale3D(6, 4, 0.1)), mgl32.Translate3D(0, 4, 0).Mul4(mgl32.Scale3D(6, 0.1, 6)),
		} {
			sc.Entities = append(sc.Entities, model(boxMesh, w))
		}
		sc.Cameras[0] = scene.Camera{WorldFromCamera: lookAt(vec3{0, 2, 2.9}, vec3{0, 2, -3}), FovY: 1.7, Near: 0.1}
		return sc
	}
	for _, at := range []vec3{{0, 2, 0}, {0.3, 1.1, -0.7}, {-2, 3.2, -2}} {
		sc := room()
		sc.Entities = append(sc.Entities, bulb(at))
		l := newLampTest(t, sc, 160, 120)
		tested := 0
		for i, s := range l.where {
			share, ok := l.share(i)
			p := s.position
			if !ok || max(p[0], -p[0]) > 2.75 && p[2] < -2.75 || p[1] < 0.2 && (max(p[0], -p[0]) > 2.75 || p[2] < -2.75) || p[1] > 3.75 && (max(p[0], -p[0]) > 2.75 || p[2] < -2.75) {
				continue // in a corner
			}
			if tested++; share < 0.999 {
				t.Fatalf("lamp at %v: %v gets %v of the light", at, p, share)
			}
		}
		if tested < 15000 {
			t.Errorf("lamp at %v: only %d pixels tested", at, tested)
		}
	}
	at := vec3{0, 2, 0}
	var balls []caster
	for _, d := range []vec3{{1, 0, -1}, {-1, 0, -1}, {1, 1, -1}, {-1, -1, -1}, {0, -1, -1}, {0.2, 1, -1}, {-1, 0.9, -0.9}} {
		balls = append(balls, caster{center: at.Add(d.Mul(0.8)), radius: 0.15})
	}
	sc := room(balls...)
	sc.Entities = append(sc.Entities, bulb(at))
	sc.Cameras[0].WorldFromCamera = lookAt(vec3{2.5, 3.6, 2.9}, vec3{-0.5, 1.6, -3})
	l := newLampTest(t, sc, 256, 192)
	dark := 0
	for i, s := range l.where {
		share, ok := l.share(i)
		if !ok || s.normal.Dot(at.Sub(s.position).Normalize()) < 0.1 {
			continue
		}
		if p := s.position; max(p[0], -p[0]) < 2.94 && p[2] > -2.94 && p[1] > 0.01 && p[1] < 3.94 {
			continue // on a ball, or in a corner
		}
		for k := range balls {
			if balls[k].between(s.position, at, -7*l.texel(0, balls[k].center)) {
				if dark++; share > 0.004 {
					t.Fatalf("%v, behind ball %d, gets %v of the light", s.position, k, share)
				}
			}
		}
	}
	if dark < 200 {
		t.Errorf("only %d dark pixels tested", dark)
	}
}

// A lamp in a solid, at no place, of no size and beside others: nothing but what rays say, and never no number.
func TestLampsInOddPlaces(t *testing.T) {
	box := model(boxMesh, mgl32.Translate3D(0, 0.5, 0))
	flat := scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(2, 2, 0).Mul4(mgl32.Scale3D(0, 0, 0)), Spot: spotAt(vec3{}, vec3{0, -1, 0}, 0.5).Spot}
	for _, c := range []struct {
		what string
		lamp scene.Entity
		dark bool
	}{
		{"in a box", bulb(vec3{0.1, 0.4, 0.1}), true}, {"in the floor", bulb(vec3{2, 0, 0}), true}, {"scaled to nothing", flat, true},
		{"in the box's face", bulb(vec3{0, 1, 0}), true}, {"far away", bulb(vec3{0, 1e7, 0}), false}, {"spot straight down", spotAt(vec3{0, 3, 0}, vec3{}, 0.7), false},
	} {
		sc := stage(model(planeMesh, mgl32.Ident4()), box, model(sphereMesh, mgl32.Translate3D(3, 1, 1).Mul4(mgl32.Scale3D(0, 0, 0))))
		sc.Cameras[0] = above(8, 6)
		sc.Entities = append(sc.Entities, c.lamp)
		q := linear(64, 1)
		p := shoot(t, newTestRenderer(t, sc), q)
		bright := 0
		for i, v := range p.Linear {
			if !(v >= 0 && v < 1e9) {
				t.Fatalf("%s: %v", c.what, v)
			}
			if i%4 == 0 && v > 0 {
				bright++
			}
		}
		if c.what != "far away" && (bright == 0) != c.dark {
			t.Errorf("%s: %d pixels are lit", c.what, bright)
		}
	}
	// Two lamps give the sum of what each gives alone.
	scenes := [3]*scene.Scene{}
	for i := range scenes {
		scenes[i] = stage(model(planeMesh, mgl32.Ident4()), box)
		scenes[i].Cameras[0] = above(8, 6)
		if i != 1 {
			scenes[i].Entities = append(scenes[i].Entities, bulb(vec3{2, 2, 1}))
		}
		if i != 0 {
			scenes[i].Entities = append(scenes[i].Entities, spotAt(vec3{-2, 3, 0}, vec3{}, 0.6))
		}
	}
	a, b, both := render(t, scenes[0], linear(96, 1)), render(t, scenes[1], linear(96, 1)), render(t, scenes[2], linear(96, 1))
	for i := range both.Linear {
		if want := a.Linear[i] + b.Linear[i]; i%4 < 3 && far(vec3{both.Linear[i]}, vec3{want}, 0.003, 0.01) {
			t.Fatalf("pixel %d: both lamps give %v, they are %v and %v alone", i/4, both.Linear[i], a.Linear[i], b.Linear[i])
		}
	}
}
