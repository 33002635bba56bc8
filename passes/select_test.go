package passes

import (
	"bytes"
	"regexp"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// crowd is a scene of many groups of levels of every kind, in view and out of it, mirrored and not.
func crowd(each int) *scene.Scene {
	sc := stage()
	sc.Meshes[sphereMesh].Primitives[0] = scene.SphereMesh(scene.SphereOptions{Radius: 0.5, Segments: 6, Rings: 3})
	part := func(mesh int, at vec3) []scene.LodPart {
		return []scene.LodPart{{Part: scene.Part{Mesh: mesh, EntityFromPart: mgl32.Translate3D(at[0], at[1], at[2]), Material: -1}, Color: white}}
	}
	byHeight := &scene.LodGroup{Size: 1.3, Center: vec3{0.2, 0.5, -0.1}, Levels: []scene.LodLevel{
		{ScreenHeight: 0.06, FadeWidth: 0.3, Parts: part(sphereMesh, vec3{0, 0.5, 0})},
		{ScreenHeight: 0.02, FadeWidth: 0.5, Parts: part(boxMesh, vec3{0, 0.5, 0}), Shadow: scene.LodShadowNone},
		{ScreenHeight: 0.008, FadeWidth: 1, Parts: append(part(boxMesh, vec3{}), part(sphereMesh, vec3{0, 1, 0})...),
			Shadow: scene.LodShadowOwn, ShadowParts: part(boxMesh, vec3{0, 0.2, 0})},
	}}
	byDistance := &scene.LodGroup{Size: 1, ByDistance: true, Transition: 6, Levels: []scene.LodLevel{
		{Distance: 20, Parts: part(boxMesh, vec3{})}, {Distance: 60, Parts: part(sphereMesh, vec3{})},
	}}
	scatter := func(seed uint64, area float32) *scene.Scatter {
		s := scene.DefaultScatter()
		s.Seed, s.Count, s.Area, s.Scale = seed, each, vec2{area, area}, [2]float32{0.4, 2.5}
		return &s
	}
	add := func(world mgl32.Mat4, e scene.Entity) {
		e.Parent, e.ParentFromLocal, e.Placements = -1, world, e.Scatter.Place(nil)
		sc.Entities = append(sc.Entities, e)
	}
	add(mgl32.Ident4(), scene.Entity{Lod: byHeight, Scatter: scatter(1, 300)})
	add(mgl32.Scale3D(-1, 1, 1), scene.Entity{Lod: byHeight, Scatter: scatter(2, 120)})
	add(mgl32.HomogRotate3DY(0.5), scene.Entity{Lod: byDistance, Scatter: scatter(3, 260)})
	fade := &scene.DitherFade{Coverage: 0.75, Full: 30, Gone: 70}
	m := model(boxMesh, mgl32.Ident4())
	add(mgl32.Translate3D(0, 1, 0), scene.Entity{Model: m.Model, Fade: fade, Scatter: scatter(4, 200)})
	sc.Cameras[0].WorldFromCamera = lookAt(vec3{3, 6, 40}, vec3{0, 0, 0})
	sc.Sun = &scene.Sun{Direction: vec3{-0.6, -0.64, -0.48}, Illuminance: 50000, Color: vec3{1, 1, 1}, Shadows: true}
	return sc
}

// selected draws a frame and reads back what the passes chose and counted.
func selected(t testing.TB, r *Renderer, q Request) ([]visible, []command, Counters) {
	t.Helper()
	counters := shoot(t, r, q).Stats.Counters
	s := r.passes.selection
	others, commands := make([]visible, s.list.buffer.Size()/visibleSize), make([]command, s.commands.buffer.Size()/commandSize)
	copy(vk.Bytes(others), readBuffer(t, r, &s.list))
	copy(vk.Bytes(commands), readBuffer(t, r, &s.commands))
	list := make([]visible, r.world.entries())
	if r.world.spelled {
		instances := make([]instance, len(list))
		copy(vk.Bytes(instances), readBuffer(t, r, &s.camera))
		for i, x := range instances {
			list[i] = visible{x.Object, x.Mask}
		}
		for _, c := range commands[:r.world.draws.camera] {
			for i := c.FirstInstance; i < c.FirstInstance+c.Instances; i++ {
				if o := &r.world.population.objects[list[i].Object]; instances[i].WorldFromObject != o.WorldFromObject || instances[i].Color != o.Color {
					t.Fatalf("object %d is drawn as %+v", list[i].Object, instances[i])
				}
			}
		}
	} else {
		copy(vk.Bytes(list), readBuffer(t, r, &s.camera))
	}
	camera := len(list)
	return append(list, others...), r.world.together(commands, camera), counters
}

// together counts the places of all commands from the beginning of the camera's list, as if the others'
// followed it.
func (w *world) together(commands []command, camera int) []command {
	for i := w.draws.camera; i < len(commands); i++ {
		commands[i].FirstInstance += uint32(camera)
	}
	return commands
}

// The device chooses for 100,000 groups what the rule chooses: the same objects in the same order, of
// the same levels, in every view. Rounding may decide otherwise within 1e-5 of a threshold, and
// take a mask by one step of 32768.
func TestSelectFollowsTheRule(t *testing.T) {
	sc := crowd(25_000)
	r := newTestRenderer(t, sc)
	if r.passes.selection.gpu == nil {
		t.Fatal("the CPU chooses")
	}
	q := Request{Shot: scene.Shot{Width: 96, Height: 64, Samples: 1}}
	list, commands, got := selected(t, r, q)
	v := r.frame.selectView()
	if v.count < 2 {
		t.Fatalf("%d views", v.count)
	}
	var want selection
	r.world.choose(&want, &v)
	r.world.together(want.commands, want.camera)

	near, drawn := r.world.nearThresholds(&v), 0
	for i := range want.commands {
		a, b := commands[i], want.commands[i]
		have, rule := byObject(list[a.FirstInstance:][:a.Instances]), byObject(want.list[b.FirstInstance:][:b.Instances])
		for object, mask := range rule {
			m, ok := have[object]
			if !near[object] && (!ok || !sameMask(m, mask)) {
				t.Fatalf("command %d, object %d: mask %#x, rule %#x (drawn: %v)", i, object, m, mask, ok)
			}
		}
		for object := range have {
			if _, ok := rule[object]; !ok && !near[object] {
				t.Fatalf("command %d draws object %d, the rule does not", i, object)
			}
		}
		for k := 1; k < int(a.Instances); k++ {
			if list[int(a.FirstInstance)+k-1].Object >= list[int(a.FirstInstance)+k].Object {
				t.Fatalf("command %d: objects out of order", i)
			}
		}
		drawn += int(a.Instances)
		if a.Indices != b.Indices || a.FirstIndex != b.FirstIndex || a.FirstVertex != b.FirstVertex {
			t.Fatalf("command %d is %+v, rule %+v", i, a, b)
		}
	}
	if drawn < 20_000 || len(near) > 200 {
		t.Errorf("%d draws compared, %d objects near thresholds", drawn, len(near))
	}
	differ := func(a, b int) bool { return max(a-b, b-a) > len(near) }
	if differ(got.LODSelections, want.counters.Selections) || differ(got.LODCulled, want.counters.Culled) || differ(got.LODFading, want.counters.Fading) {
		t.Errorf("counters %+v, rule %+v", got, want.counters)
	}
	for i, n := range want.counters.Levels {
		if n == 0 || differ(got.LODLevels[i], n) {
			t.Errorf("level %d: %d groups, rule %d", i, got.LODLevels[i], n)
		}
	}
}

func byObject(list []visible) map[uint32]uint32 {
	m := make(map[uint32]uint32, len(list))
	for _, v := range list {
		m[v.Object] = v.Mask
	}
	return m
}

func sameMask(a, b uint32) bool {
	step := func(x, y uint32) bool { return x-y+1 <= 2 }
	return step(a&0xffff, b&0xffff) && step(a>>16, b>>16)
}

// nearThresholds are the objects that rounding may treat otherwise: their measure, or the blend's
// snap, is within 1e-5 of a switch, or their box within rounding of a frustum's plane.
func (w *world) nearThresholds(v *selectView) map[uint32]bool {
	near := map[uint32]bool{}
	p := w.population
	for i := range p.objects {
		t := &p.prototypes[p.objects[i].Prototype]
		at := t.group.At(p.objects[i].world())
		m := v.lod.Measure(at, t.group.ByDistance)
		for _, b := range p.table.Bands[p.table.Defs[p.objects[i].Prototype].First:][:len(t.group.Levels)] {
			for _, x := range []float32{b.Lower, b.Top, b.Top - (b.Top-b.Lower)/128, b.Lower + (b.Top-b.Lower)/128} {
				if d := m - x; max(d, -d) <= 1e-5*max(m, -m) {
					near[uint32(i)] = true
				}
			}
		}
		box := p.bounds(i)
		touches := func(plane vec4, more float32) {
			reach := more
			for k := range 3 {
				reach += max(plane[k], -plane[k]) * box.Size()[k] / 2
			}
			d := plane.Vec3().Dot(box.Center()) + plane[3] + reach
			if max(d, -d) < 1e-3 {
				near[uint32(i)] = true
			}
		}
		for view := range v.count {
			for _, plane := range v.frustum[view] {
				touches(plane, 0)
			}
			if view == 0 {
				continue
			}
			r := &v.receivers[view-1]
			for _, plane := range r.Planes {
				touches(plane, r.Margin+max(plane.Vec3().Dot(r.Light), 0)*r.Sweep(box))
			}
		}
	}
	return near
}

// Sixteen levels, the most that a group has, are chosen as the rule says.
func TestSelectAllLevels(t *testing.T) {
	sc := stage()
	g := &scene.LodGroup{Size: 1}
	for i := range scene.MaxLodLevels {
		g.Levels = append(g.Levels, scene.LodLevel{ScreenHeight: 0.4 / float32(i+1), FadeWidth: 0.5, Parts: oneOf(boxMesh)})
	}
	for i := range 700 {
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 0, -0.1*float32(i+20)), Lod: g})
	}
	sc.Cameras[0].WorldFromCamera = mgl32.Ident4()
	r := newTestRenderer(t, sc)
	got := shoot(t, r, Request{Shot: scene.Shot{Width: 16, Height: 16}}).Stats.Counters
	v := r.frame.selectView()
	var want selection
	r.world.choose(&want, &v)
	if len(got.LODLevels) != scene.MaxLodLevels || got.LODSelections != want.counters.Selections || got.LODFading != want.counters.Fading ||
		got.LODCulled != want.counters.Culled || !slices.Equal(got.LODLevels, want.counters.Levels) {
		t.Errorf("%+v, rule %+v", got, want.counters)
	}
}

// A frame of 40,000 objects is planned and recorded like one of 400: the same passes, barriers and indirect
// commands. Only buffers are larger.
func TestFrameDoesNotGrow(t *testing.T) {
	sizes := regexp.MustCompile(`buffer \d+ bytes *`)
	var plans []string
	var commands []int
	for _, each := range []int{100, 10_000} {
		r := newTestRenderer(t, crowd(each))
		plan, err := r.Graph(scene.Shot{Width: 64, Height: 48, Samples: 4}, OutputColor)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, sizes.ReplaceAllString(plan.Text(), ""))
		commands = append(commands, len(r.world.draws.draws))
	}
	if plans[0] != plans[1] || commands[0] != commands[1] {
		t.Errorf("%d commands of\n%s\n%d commands of\n%s", commands[0], plans[0], commands[1], plans[1])
	}
}

// Workgroups that do not fit beside each other go on in the next row.
func TestSelectInRows(t *testing.T) {
	sc := crowd(1000)
	q := Request{Shot: scene.Shot{Width: 64, Height: 48}}
	want := render(t, sc, q)
	r := newTestRenderer(t, sc)
	s := r.passes.selection.gpu
	s.row = 7
	if _, y := s.rows(len(s.plan.buckets)); y < 2 {
		t.Fatal("one row")
	}
	if got := shoot(t, r, q); !bytes.Equal(got.Display, want.Display) || got.Stats.Counters.LODFading != want.Stats.Counters.LODFading {
		t.Errorf("%+v in rows, %+v without", got.Stats.Counters, want.Stats.Counters)
	}
	s.row = selectRow
	for _, n := range []int{1, selectRow, selectRow + 1, 1 << 22} {
		if x, y := s.rows(n); x > selectRow || y > selectRow || x*y < n || x*(y-1) >= n {
			t.Errorf("%d workgroups as %d x %d", n, x, y)
		}
	}
}

// Too many objects for the device is an error each time, and leaves the renderer as it was.
func TestSelectTooLarge(t *testing.T) {
	sc := crowd(100)
	q := Request{Shot: scene.Shot{Width: 32, Height: 32}}
	r := newTestRenderer(t, sc)
	plan := &r.passes.selection.gpu.plan
	counters := plan.counters
	plan.counters = 1 << 40
	for range 2 {
		if _, err := r.Start(t.Context(), q); err == nil {
			t.Fatal("no error")
		}
	}
	plan.counters = counters
	if got := shoot(t, r, q); !bytes.Equal(got.Display, render(t, sc, q).Display) {
		t.Error("after the error the picture is another one")
	}
}

// Pictures that are on their way together have counters of their own, in whichever order they are
// waited for; one that nobody waits for goes with its renderer.
func TestCountersOfPicturesTogether(t *testing.T) {
	for _, sc := range []*scene.Scene{crowd(200), stage(model(boxMesh, mgl32.Ident4()), model(sphereMesh, mgl32.Translate3D(1, 0, 0)))} {
		away := scene.Camera{WorldFromCamera: lookAt(vec3{0, 2, 400}, vec3{0, 0, 800}), FovY: 0.8, Near: 0.1}
		sc.Cameras = append(sc.Cameras, away)
		r := newTestRenderer(t, sc)
		var jobs []*Job
		for camera := range 2 {
			j, err := r.Start(t.Context(), Request{Shot: scene.Shot{Width: 32, Height: 32, Camera: camera}})
			if err != nil {
				t.Fatal(err)
			}
			jobs = append(jobs, j)
		}
		for i := range jobs {
			camera := len(jobs) - 1 - i
			p, err := jobs[camera].Wait()
			if err != nil {
				t.Fatal(err)
			}
			if n := p.Stats.Counters.Instances; (n > 0) != (camera == 0) {
				t.Errorf("%d objects, camera %d draws %d", len(r.world.population.objects), camera, n)
			}
		}
		if _, err := r.Start(t.Context(), Request{Shot: scene.Shot{Width: 32, Height: 32}}); err != nil {
			t.Fatal(err)
		}
	}
}
