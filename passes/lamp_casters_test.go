package passes

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// litCrowd is a crowd of levels that fade, in the light of lamps of every kind.
func litCrowd(each int) *scene.Scene {
	sc := crowd(each)
	sc.Sun, sc.Exposure = nil, scene.FixedExposure(4)
	sc.Entities = append(sc.Entities, model(planeMesh, mgl32.Ident4()), bulb(vec3{2, 4, 25}), spotAt(vec3{-6, 6, 20}, vec3{0, 0, 18}, 0.7), spotAt(vec3{9, 5, 15}, vec3{8, 0, 14}, 1.4),
		pointAt(vec3{-9, 3, 8}, scene.PointLight{Intensity: 500, Color: vec3{1, 0.5, 0.2}, Range: 12, Shadows: true}))
	sc.Cameras = append(sc.Cameras, scene.Camera{WorldFromCamera: lookAt(vec3{20, 8, 10}, vec3{0, 0, 15}), FovY: 0.8, Near: 0.1})
	return sc
}

// entries are the casters of a command, by object and face.
func entries(list []visible, c command) map[uint32]uint32 {
	return byObject(list[c.FirstInstance:][:c.Instances])
}

// The device finds for each face the casters that the rule finds, with the masks of the camera's levels. Rounding may
// decide otherwise for boxes within a millimetre of a face's edge or of a lamp's reach.
func TestLampCastersFollowTheRule(t *testing.T) {
	r := newTestRenderer(t, litCrowd(1500))
	s := r.passes.lamps
	shoot(t, r, Request{Shot: scene.Shot{Width: 96, Height: 64, Samples: 1}})
	if s.casters.cull == nil || s.used != 1 {
		t.Fatalf("%d chunks", s.used)
	}
	list, commands := make([]visible, s.casters.list.buffer.Size()/8), make([]command, len(r.world.draws.draws))
	copy(vk.Bytes(list), readBuffer(t, r, &s.casters.list))
	copy(vk.Bytes(commands), readBuffer(t, r, &s.casters.commands))
	chunk := s.chunks[0]
	v := r.frame.selectView()
	r.world.choose(&r.passes.selection.cpu, &v)
	s.casters.choose(r.world, chunk)
	near := r.world.nearThresholds(&v)
	uncertain := func(entry uint32) bool {
		object, face := int(entry&(1<<s.casters.shift-1)), chunk.face+int(entry>>s.casters.shift)
		if near[uint32(object)] {
			return true
		}
		lamp := r.world.shadowLamps[slices.IndexFunc(r.world.shadowLamps, func(l shadowLamp) bool { return face >= l.first && face < l.first+l.Faces })]
		meets := func(by float32) bool {
			b := r.world.population.bounds(object)
			b.Min, b.Max = b.Min.Sub(vec3{by, by, by}), b.Max.Add(vec3{by, by, by})
			return r.frame.lampFace(face).MeetsBox(b, s.tiles[face].Size) && scene.BallMeetsBox(lamp.Position, lamp.ball[3], b)
		}
		return meets(0.001) != meets(-0.001)
	}
	compared, faded := 0, 0
	for i := r.world.draws.camera; i < len(commands); i++ {
		have, rule := entries(list, commands[i]), entries(chunk.cpu.list, chunk.cpu.commands[i])
		if len(have) != int(commands[i].Instances) {
			t.Fatalf("command %d draws an object twice", i)
		}
		for entry, mask := range rule {
			m, ok := have[entry]
			if !uncertain(entry) && (!ok || !sameMask(m, mask)) {
				t.Fatalf("command %d, entry %#x: mask %#x, rule %#x (drawn: %v)", i, entry, m, mask, ok)
			}
			compared++
			if mask != scene.DitherAll.Pack() {
				faded++
			}
		}
		for entry := range have {
			if _, ok := rule[entry]; !ok && !uncertain(entry) {
				t.Fatalf("command %d draws entry %#x, the rule does not", i, entry)
			}
		}
	}
	if compared < 5000 || faded < 200 {
		t.Errorf("%d entries compared, %d of them faded", compared, faded)
	}
}

// A picture does not depend on how many faces are drawn at a time, on the pictures before it or on who chooses.
func TestLampShadowsDependOnNothingElse(t *testing.T) {
	few := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0, 0.5, 0)), model(sphereMesh, mgl32.Translate3D(1, 0.5, 1)))
	few.Entities = append(few.Entities, bulb(vec3{1, 3, -1}), spotAt(vec3{-3, 3, 2}, vec3{}, 0.5), spotAt(vec3{3, 2, 3}, vec3{}, 1.3))
	few.Exposure = scene.FixedExposure(6)
	few.Cameras = append(few.Cameras, scene.Camera{WorldFromCamera: lookAt(vec3{12, 6, 5}, vec3{}), FovY: 0.5, Near: 0.1})
	// Within the box is one that can fade, so that the device chooses.
	device := *few
	device.Entities = append(slices.Clone(few.Entities), model(boxMesh, mgl32.Translate3D(0, 0.5, 0).Mul4(mgl32.Scale3D(0.1, 0.1, 0.1))))
	device.Entities[len(device.Entities)-1].Fade = &scene.DitherFade{Coverage: 1}
	q := Request{Shot: scene.Shot{Width: 96, Height: 64, Samples: 3}}
	if a, b := render(t, few, q), newTestRenderer(t, &device); b.passes.lamps.casters.cull == nil || !bytes.Equal(a.Display, shoot(t, b, q).Display) {
		t.Error("chosen by the device the picture is another one")
	}
	for name, sc := range map[string]*scene.Scene{"few": few, "crowd": litCrowd(150)} {
		q := [2]Request{{Shot: scene.Shot{Width: 96, Height: 64, Samples: 3}}, {Shot: scene.Shot{Width: 200, Height: 150, Camera: 1}}}
		var want [2]*Picture
		for i := range want {
			want[i] = render(t, sc, q[i])
		}
		if again := render(t, sc, q[0]); !bytes.Equal(again.Display, want[0].Display) {
			t.Errorf("%s: two runs differ", name)
		}
		for _, room := range []int{1, 4, 1000} {
			r := newTestRenderer(t, sc)
			r.passes.lamps.casters.room = min(room, r.world.lampFaces)
			for k, i := range []int{0, 1, 1, 0} {
				p := shoot(t, r, q[i])
				if !bytes.Equal(p.Display, want[i].Display) {
					t.Errorf("%s, %d faces at a time: picture %d, camera %d, is another one than alone", name, room, k, i)
				}
			}
		}
	}
}

// drawnLamps says whether a picture drew maps of lamps.
func drawnLamps(p *Picture) (names []string) {
	for _, x := range p.Stats.Passes {
		if strings.HasPrefix(x.Name, "lamps") {
			names = append(names, x.Name)
		}
	}
	return names
}

// Maps are kept: the same view draws none, a dither that turns draws those of lamps that reach what fades, a camera
// elsewhere those whose tiles change, and bench those that depend on where the camera is.
func TestLampShadowsAreKept(t *testing.T) {
	build := func(fade bool) *scene.Scene {
		sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0, 0.5, 0)))
		short := scene.PointLight{Intensity: 100, Color: vec3{1, 1, 1}, Range: 3, Shadows: true}
		sc.Entities = append(sc.Entities, pointAt(vec3{0, 2, 0}, short), pointAt(vec3{9, 2, 0}, short))
		if fade {
			sc.Entities[1].Fade = &scene.DitherFade{Coverage: 0.5}
		}
		return sc
	}
	q := Request{Shot: scene.Shot{Width: 64, Height: 48, Samples: 4}}
	r := newTestRenderer(t, build(false))
	if first := drawnLamps(shoot(t, r, q)); len(first) != 3 {
		t.Errorf("at first %v", first)
	}
	if again := drawnLamps(shoot(t, r, q)); len(again) != 0 {
		t.Errorf("again %v", again)
	}
	r.passes.lamps.moved()
	if moved := drawnLamps(shoot(t, r, q)); len(moved) != 0 {
		t.Errorf("nothing depends on the camera, and yet %v", moved)
	}
	r = newTestRenderer(t, build(true))
	shoot(t, r, q)
	if l := r.world.shadowLamps; !l[0].dithered || l[1].dithered || !l[0].varies || l[1].varies {
		t.Errorf("%+v", l)
	}
	s := r.passes.lamps
	if s.used != 1 || len(s.chunks[0].lamps) != 1 || s.chunks[0].lamps[0].First != 0 {
		t.Errorf("the last sample draws %+v", s.chunks[0].lamps)
	}
	if again := drawnLamps(shoot(t, r, q)); len(again) == 0 {
		t.Error("the dither of the first sample is not drawn again")
	}
	if err := r.Move(1, mgl32.Translate3D(9, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if l := r.world.shadowLamps[1]; !l.dithered || !l.varies {
		t.Errorf("with what fades moved to it %+v", l)
	}
}

// A masked caster throws the shadow of what its mask leaves; what casts none throws none; a lamp without shadows shines
// through everything.
func TestWhoCastsLampShadows(t *testing.T) {
	sc := castersStage()
	sc.Cameras[0] = above(0.9, 16) // below the quads
	sc.Cameras[0].Near = 0.05
	// A lamp far away to +X and up, at 45 degrees: nearly a sun.
	sc.Entities = append(sc.Entities, spotAt(vec3{60, 61, 0}, vec3{0, 1, 0}, 0.15))
	sc.Entities[len(sc.Entities)-1].Spot.Intensity = 1e7
	for _, shadows := range []bool{true, false} {
		if !shadows {
			sc = withoutShadows(sc)
		}
		l := newLampTest(t, sc, 256, 256) // 16 pixels a metre
		for _, c := range castersShadows {
			if !shadows {
				c.lit = 1
			}
			got, ok := l.share(int((c.z+8)*16)*256 + int((c.x+8)*16))
			if !ok || max(got-c.lit, c.lit-got) > 0.001 {
				t.Errorf("%s, at %v, %v: %v of the light, want %v", c.what, c.x, c.z, got, c.lit)
			}
		}
		if !shadows && l.r.passes.lamps != nil {
			t.Error("lamps without shadows have a pass")
		}
	}
}

// A caster that is drawn in half of its pixels takes half of the light, in the mean over a shadow.
func TestFadesInLampShadows(t *testing.T) {
	for _, coverage := range []float32{0.25, 0.5, 1} {
		sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0, 1.5, 0)))
		sc.Entities[1].Fade = &scene.DitherFade{Coverage: coverage}
		// A flat box, so that the light goes through one of its faces: nothing is behind it.
		sc.Meshes[boxMesh].Primitives[0] = scene.PlaneMesh(scene.PlaneOptions{Size: vec2{1, 1}, Segments: 1})
		sc.Cameras[0] = above(1.4, 4)
		sc.Cameras[0].Near = 0.05
		sc.Entities = append(sc.Entities, bulb(vec3{0, 4, 0}))
		l := newLampTest(t, sc, 256, 256)
		sum, n := 0.0, 0
		for i, s := range l.where {
			if p := s.position; max(p[0], -p[0]) < 0.6 && max(p[2], -p[2]) < 0.6 { // the shadow reaches to 0.8
				share, _ := l.share(i)
				sum += float64(share)
				n++
			}
		}
		if got := sum / float64(n); math.Abs(got-float64(1-coverage)) > 0.01 {
			t.Errorf("coverage %v: %v of the light arrives", coverage, got)
		}
	}
}

// More maps than an image has room for are an error that says so, and lamps that shine on nothing are none.
func TestTooManyLampShadows(t *testing.T) {
	sc := stage(model(planeMesh, mgl32.Ident4()))
	for range 12_000 {
		sc.Entities = append(sc.Entities, bulb(vec3{0, 1, 0}))
	}
	r := newTestRenderer(t, sc)
	_, err := r.Start(t.Context(), Request{Shot: scene.Shot{Width: 8, Height: 8}})
	if err == nil || !strings.Contains(err.Error(), "12000 lamps cast shadows in 72000 maps") {
		t.Errorf("error %v", err)
	}
	for _, e := range []scene.Entity{pointAt(vec3{}, scene.PointLight{Shadows: true}), pointAt(vec3{}, scene.PointLight{Intensity: 1, Shadows: true})} {
		if w := planWorld(stage(model(planeMesh, mgl32.Ident4()), e)); len(w.shadowLamps) != 0 {
			t.Errorf("a lamp without light has %d maps", w.lampFaces)
		}
	}
}

// Of many pictures in a row none draws many maps; what they show comes up to date, and is then what a still shows.
func TestLampShadowsOfManyFrames(t *testing.T) {
	sc := litCrowd(100)
	r := newTestRenderer(t, sc)
	faces := func(q Request) (n int) {
		shoot(t, r, q)
		for _, c := range r.passes.lamps.chunks[:r.passes.lamps.used] {
			for _, l := range c.lamps {
				n += bits.OnesCount32(l.Faces)
			}
		}
		return n
	}
	q := Request{Shot: scene.Shot{Width: 96, Height: 64}, LampFaces: 6}
	if n := faces(q); n < 10 {
		t.Errorf("at first %d faces are drawn", n)
	}
	if n := faces(q); n != 0 {
		t.Errorf("standing still, %d faces are drawn", n)
	}
	total := 0
	for i := range 3 {
		sc.Cameras[0].WorldFromCamera = lookAt(vec3{3 + 0.05*float32(i+1), 6, 40}, vec3{0, 0, 0})
		n := faces(q)
		if total += n; n > 6 || n == 0 {
			t.Errorf("moving, %d faces are drawn", n)
		}
	}
	for range 10 {
		late := r.passes.lamps.late()
		if total = faces(q); total > 0 && !late {
			t.Error("nothing says that maps are out of date")
		}
	}
	if total != 0 || r.passes.lamps.late() {
		t.Errorf("ten frames later %d faces are drawn, out of date: %v", total, r.passes.lamps.late())
	}
	q.LampFaces = 0
	if got := shoot(t, r, q); !bytes.Equal(got.Display, render(t, sc, q).Display) {
		t.Error("a still after them is another picture")
	}
}
