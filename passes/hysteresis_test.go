package passes

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// wanderers is a scene of groups, 100 of each kind: levels by height and by distance, automatic ones, with
// fades and hard, with hysteresis and without.
func wanderers(random *rand.Rand, kinds int) *scene.Scene {
	sc := stage()
	sc.Sun = sunAt(40, 30)
	for kind := range kinds {
		g := &scene.LodGroup{Size: 0.5 + random.Float32(), ByDistance: kind%2 == 0, Hysteresis: 0.3 * random.Float32()}
		if kind%4 < 2 {
			g.Transition = 4 * random.Float32()
		}
		if kind%10 == 0 {
			g.Hysteresis = 0
		}
		height, distance := float32(0.2), float32(5)
		for range 1 + random.IntN(5) {
			l := scene.LodLevel{ScreenHeight: height, Distance: distance, Parts: oneOf(boxMesh), Auto: random.IntN(5) == 0}
			if kind%4 < 2 {
				l.FadeWidth = random.Float32()
			}
			g.Levels = append(g.Levels, l)
			height, distance = height*(0.3+0.6*random.Float32()), distance+20*random.Float32()+1
		}
		s := scene.DefaultScatter()
		s.Seed, s.Count, s.Area, s.Scale = uint64(kind+1), 100, vec2{80, 80}, [2]float32{0.5, 2}
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Ident4(), Lod: g, Scatter: &s, Placements: s.Place(nil)})
	}
	return sc
}

// Over a random walk the device chooses frame by frame what the rule chooses, and remembers what it remembers.
// Rounding may decide otherwise within 1e-5 of a threshold; from there the rule goes on from what the device has.
func TestHysteresisFollowsTheRule(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	r := newTestRenderer(t, wanderers(random, 100))
	w := r.world
	p, gpu := w.population, r.passes.selection.gpu
	if gpu == nil || !w.remembers || len(p.objects) != 10_000 {
		t.Fatalf("%d objects, GPU %v, remembers %v", len(p.objects), gpu != nil, w.remembers)
	}
	eye, step := vec3{0, 2, 0}, vec3{}
	states, choices := make([]scene.LodState, len(p.objects)), make([][2]uint32, len(p.objects))
	kept, faded, uncertain := 0, 0, 0
	for frame := range 60 {
		if frame%3 == 0 {
			step = vec3{random.Float32() - 0.5, 0, random.Float32() - 0.5}.Mul(3)
		}
		eye = eye.Add(step)
		camera := scene.Camera{WorldFromCamera: lookAt(eye, vec3{random.Float32(), 0, random.Float32()}), FovY: 0.9, Near: 0.1}
		shoot(t, r, Request{Shot: scene.Shot{Width: 48, Height: 32}, Output: OutputLod, Sequence: true, Camera: &camera})
		copy(vk.Bytes(choices), readBuffer(t, r, &gpu.choices))
		v := r.frame.selectView()
		if v.follows != (frame > 0) {
			t.Fatalf("frame %d follows: %v", frame, v.follows)
		}
		for i := range p.objects {
			before := states[i]
			pick, state, coverage := p.pick(i, &v.lod, before)
			level, next := pick.Masks(coverage)
			alone, _, _ := p.pick(i, &v.lod, 0)
			if alone != pick {
				kept++
			}
			if pick.Fading() {
				faded++
			}
			x, ends := choices[i][0], choices[i][1]
			states[i] = scene.LodState(x >> 24)
			if w.atThreshold(i, &v.lod) {
				uncertain++
				continue
			}
			want := uint32(uint8(pick.Level)) | uint32(uint8(pick.Next))<<8 | uint32(state)<<24
			if x&^0xff0000 != want || !sameMask(ends, uint32(next.Hi)|uint32(level.Hi)<<16) {
				t.Fatalf("frame %d, object %d after %d: %#x, %#x; the rule chooses %+v and remembers %d", frame, i, before, x, ends, pick, state)
			}
		}
	}
	t.Logf("%d picks kept by hysteresis, %d faded, %d within rounding", kept, faded, uncertain)
	if kept < 2000 || faded < 2000 || uncertain > 600 {
		t.Error("that is not what the test is about")
	}
}

// atThreshold says whether rounding may choose otherwise: an object's measure is within 1e-5 of a switch, of the
// middle or a snap of a fade, or of where hysteresis ends.
func (w *world) atThreshold(i int, lod *scene.LodView) bool {
	p := w.population
	o := &p.objects[i]
	t := &p.prototypes[o.Prototype]
	m := lod.Measure(t.group.At(o.world()), t.group.ByDistance)
	def := p.table.Defs[o.Prototype]
	for _, b := range p.table.Bands[def.First:][:def.Count] {
		width := b.Top - b.Lower
		for _, x := range []float32{b.Lower, b.Top, b.Top - width/128, b.Lower + width/128, b.Lower + width/2, b.KeepLow, b.KeepHigh} {
			if d := m - x; max(d, -d) <= 1e-5*max(m, -m) {
				return true
			}
		}
	}
	return false
}

// switching is a scene with a group that has hard levels by distance: a box until the distance, then, if there is a
// second level, a sphere until 100 m, else nothing. The first case is chosen on the device, the other on the CPU.
func switching(distance, hysteresis float32, second bool) *scene.Scene {
	sc := stage(model(planeMesh, mgl32.Scale3D(0.05, 1, 0.05)), pointAt(vec3{0.5, 2, 1}, scene.PointLight{Intensity: 3000, Color: vec3{1, 1, 1}, Shadows: true}))
	sc.Sun = sunAt(40, 30)
	levels := []scene.LodLevel{{Distance: distance, Parts: oneOf(boxMesh)}}
	if second {
		levels = append(levels, scene.LodLevel{Distance: 100, Parts: oneOf(sphereMesh)})
	}
	sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 0.5, 0),
		Lod: &scene.LodGroup{Size: 1, ByDistance: true, Hysteresis: hysteresis, Levels: levels}})
	return sc
}

// at is the next frame of a sequence from so many metres.
func (q Request) at(distance float32) Request {
	q.Camera = &scene.Camera{WorldFromCamera: lookAt(vec3{0, 0.5, distance}, vec3{0, 0.5, 0}), FovY: 0.5, Near: 0.1}
	return q
}

// A level that is kept is drawn as where its switch is farther away: in the picture, in the shadow of the sun and in that of a
// lamp. A still, before and after it, remembers nothing.
func TestHysteresisKeepsALevel(t *testing.T) {
	still := Request{Shot: scene.Shot{Width: 48, Height: 48, Samples: 1}}
	sequence := still
	sequence.Sequence = true
	for _, second := range []bool{true, false} {
		r := newTestRenderer(t, switching(8, 0.1, second))
		if (r.passes.selection.gpu != nil) != second {
			t.Fatal("chosen elsewhere")
		}
		kept := shoot(t, newTestRenderer(t, switching(9, 0, second)), still.at(8.3))
		switched := shoot(t, newTestRenderer(t, switching(8, 0, second)), still.at(8.3))
		if bytes.Equal(kept.Display, switched.Display) {
			t.Fatal("the switch cannot be seen")
		}
		for i, c := range []struct {
			name    string
			request Request
			want    *Picture // nil: whatever
		}{
			{"a still beyond the switch", still.at(8.3), switched},
			{"first frame, near", sequence.at(7.7), nil},
			{"kept", sequence.at(8.3), kept},
			{"and again", sequence.at(8.3), kept},
			{"a still of the same", still.at(8.3), switched},
			{"first frame, beyond", sequence.at(8.3), switched},
			{"near, but not near enough", sequence.at(7.3), nil},
			{"beyond again", sequence.at(8.3), switched},
			{"near enough", sequence.at(7.1), nil},
			{"kept once more", sequence.at(8.3), kept},
			{"a still after that", still.at(8.3), switched},
		} {
			if got := shoot(t, r, c.request); c.want != nil && !bytes.Equal(got.Display, c.want.Display) {
				t.Errorf("second level %v, step %d: %s: another picture", second, i, c.name)
			}
		}
	}
}

// A camera that goes back and forth over a switch by 5 % does not make a group of 10 % hysteresis pop; without, it pops
// every time.
func TestHysteresisAgainstPopping(t *testing.T) {
	for _, c := range []struct {
		hysteresis float32
		pops       int
	}{{0.1, 0}, {0, 10}} {
		for _, second := range []bool{true, false} {
			r := newTestRenderer(t, switching(8, c.hysteresis, second))
			pops, last := 0, ""
			for i := range 21 {
				d := 8 * (1 - 0.05*float32(math.Cos(math.Pi*float64(i)/2)))
				if i%2 == 1 {
					continue // on the switch itself either is right
				}
				n := shoot(t, r, Request{Shot: scene.Shot{Width: 16, Height: 16}, Output: OutputLod, Sequence: true}.at(d)).Stats.Counters
				now := fmt.Sprint(n.LODSelections, n.LODCulled, n.LODLevels)
				if last != "" && now != last {
					pops++
				}
				last = now
			}
			if pops != c.pops {
				t.Errorf("hysteresis %g, second level %v: %d pops", c.hysteresis, second, pops)
			}
		}
	}
}

// A sequence drawn twice, with a still between, is the same to the byte.
func TestHysteresisIsReproducible(t *testing.T) {
	r := newTestRenderer(t, wanderers(rand.New(rand.NewPCG(8, 1)), 12))
	draw := func() (out []byte) {
		for i := range 8 {
			d := 30 + 3*float32(math.Sin(float64(i)))
			out = append(out, shoot(t, r, Request{Shot: scene.Shot{Width: 48, Height: 32}, Sequence: true}.at(d)).Display...)
		}
		return out
	}
	first := draw()
	shoot(t, r, Request{Shot: scene.Shot{Width: 48, Height: 32}}.at(20))
	if !r.world.remembers || !bytes.Equal(first, draw()) {
		t.Error("another picture")
	}
}
