package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// selectGPU chooses on the device, in four passes: select counts what each block of objects draws,
// select.scan and select.place turn the counts into places in the lists, select.scatter fills them.
// No place depends on the order in which anything is executed.
type selectGPU struct {
	choose, scan, place, scatter *program

	prototypes, bands, blocks, buckets, commandBuckets *vk.Buffer
	choices, counters, totals, tally                   owned

	plan     selectPlan
	row      int // workgroups side by side
	frame    *frame
	declared bool // in this frame
	out      drawn
	io       selectBuffers
	views    viewBlock
	records  [5]func(*Commands)
}

// selectBlock is how many objects a workgroup has, all of one prototype.
const selectBlock = 64

// selectRow is how many workgroups side by side every device allows.
const selectRow = 65535

// prototypeModel is a flag of a prototypeBlock beside scene.LodByDistance: no group, so that no bias
// culls it.
const prototypeModel = 2

// prototypeBlock mirrors Prototype in spirv/include/select.glsl.
type prototypeBlock struct {
	Center       mgl32.Vec4 // w: size
	BoxCenter    mgl32.Vec4
	BoxHalf      mgl32.Vec4
	Fade         mgl32.Vec4 // coverage, full, gone; w: 1 if there is one
	FirstBand    uint32
	Levels       uint32
	Flags        uint32
	FirstBucket  uint32
	FirstCounter uint32
	Blocks       uint32
	Casts        uint32
	Pad0         uint32
}

// viewFollows is a flag of a viewBlock beside those of a scene.LodView: what the choices hold is from the
// frame before.
const viewFollows = 4

// viewBlock mirrors Views in spirv/include/select.glsl.
type viewBlock struct {
	Planes  [6 * maxViews]mgl32.Vec4
	Seen    [6 * maxCascades]mgl32.Vec4 // scene.Receivers of each cascade, from here to Margin
	Ends    [maxCascades]mgl32.Vec4     // where shadows end, by axis
	Light   mgl32.Vec4                  // the way it travels; w: 0 where cascades are complete
	Margin  mgl32.Vec4                  // of each cascade
	Eye     mgl32.Vec4                  // w: scene.LodView.HeightScale
	Measure mgl32.Vec4                  // x: DistanceScale; y: flags
	Count   [4]uint32                   // views, counters of a view, buckets, entries of a view's list
}

// placePush mirrors Push in spirv/select_place.comp.
type placePush struct{ Camera, Shadow uint32 }

// tallySize is selections, culled, fading, then each level.
const tallySize = 3 + scene.MaxLodLevels

// A selectPlan is what of choosing does not change.
type selectPlan struct {
	prototypes []prototypeBlock
	bands      []scene.LodBand
	blocks     [][4]uint32 // first object, objects, prototype, number in it
	buckets    [][2]uint32 // first counter, counters
	commands   []uint32    // bucket of each
	counters   int         // of a view
}

func planSelect(w *world) selectPlan {
	var s selectPlan
	p := w.population
	s.bands = p.table.Bands
	for i := range p.prototypes {
		t, def := &p.prototypes[i], p.table.Defs[i]
		blocks := (t.count + selectBlock - 1) / selectBlock
		b := prototypeBlock{
			Center:    t.group.Center.Vec4(t.group.Size),
			BoxCenter: t.bounds.Center().Vec4(0), BoxHalf: t.bounds.Size().Mul(0.5).Vec4(0),
			FirstBand: def.First, Levels: def.Count, Flags: def.Flags,
			FirstBucket: uint32(t.buckets), FirstCounter: uint32(s.counters), Blocks: uint32(blocks),
			Casts: t.casts,
		}
		if t.model {
			b.Flags |= prototypeModel
		}
		if t.fade != nil {
			b.Fade = mgl32.Vec4{t.fade.Coverage, t.fade.Full, t.fade.Gone, 1}
		}
		s.prototypes = append(s.prototypes, b)
		for k := range blocks {
			first := k * selectBlock
			s.blocks = append(s.blocks, [4]uint32{uint32(t.first + first), uint32(min(selectBlock, t.count-first)), uint32(i), uint32(k)})
		}
		for range 2 * len(t.group.Levels) {
			s.buckets = append(s.buckets, [2]uint32{uint32(s.counters), uint32(blocks)})
			s.counters += blocks
		}
	}
	for i := range w.draws.draws {
		s.commands = append(s.commands, uint32(w.draws.draws[i].bucket))
	}
	return s
}

func newSelectGPU(p *programs, w *world) *selectGPU {
	s := &selectGPU{
		choose: p.compute("select.comp"), scan: p.compute("select_scan.comp"),
		place: p.compute("select_place.comp"), scatter: p.compute("select_scatter.comp", switched(constantSpelled, w.spelled)),
		choices: owned{name: "select.choices"}, counters: owned{name: "select.counters"},
		totals: owned{name: "select.totals"}, tally: owned{name: "select.tally"},
		plan: planSelect(w), row: selectRow,
	}
	s.records = [5]func(*Commands){s.recordClear, s.recordChoose, s.recordScan, s.recordPlace, s.recordScatter}
	return s
}

// prepare brings the plan to the device and makes room for what the passes hand on.
func (s *selectGPU) prepare(dev *vk.Device, w *world, commands *vk.Buffer) (err error) {
	up := dev.NewUploader()
	defer func() {
		if err != nil {
			up.Discard()
		}
	}()
	upload := func(make func() (*vk.Buffer, error)) *vk.Buffer {
		if err != nil {
			return nil
		}
		var b *vk.Buffer
		b, err = make()
		return b
	}
	read := vk.Uses(vk.StorageReadCompute)
	plan := &s.plan
	s.prototypes = upload(func() (*vk.Buffer, error) { return uploadSlice(dev, up, "select.prototypes", read, plan.prototypes) })
	s.bands = upload(func() (*vk.Buffer, error) { return uploadSlice(dev, up, "select.bands", read, plan.bands) })
	s.blocks = upload(func() (*vk.Buffer, error) { return uploadSlice(dev, up, "select.blocks", read, plan.blocks) })
	s.buckets = upload(func() (*vk.Buffer, error) { return uploadSlice(dev, up, "select.buckets", read, plan.buckets) })
	s.commandBuckets = upload(func() (*vk.Buffer, error) {
		return uploadSlice(dev, up, "select.command_buckets", read, plan.commands)
	})
	if err != nil {
		return err
	}
	for _, x := range []struct {
		o     *owned
		bytes int
	}{
		{&s.choices, len(w.population.objects) * 8},
		{&s.counters, plan.counters * maxViews * 4},
		{&s.totals, len(plan.buckets) * maxViews * 8},
		{&s.tally, tallySize * 4},
	} {
		if limit := dev.Limits().MaxStorageRange; x.bytes > limit {
			return tooLarge(x.o.name, x.bytes, limit)
		}
		x.o.buffer, err = dev.NewBuffer(vk.BufferDesc{Name: x.o.name, Size: max(x.bytes, 4),
			Uses: vk.Uses(vk.StorageReadCompute, vk.StorageWriteCompute, vk.StorageReadWriteCompute, vk.TransferWrite, vk.TransferRead)})
		if err != nil {
			return err
		}
	}
	// The commands' constant parts are written once, for all views.
	var templates []command
	for view := range maxViews {
		for _, d := range w.draws.of(view) {
			templates = append(templates, d.command(0, 0))
		}
	}
	if len(templates) > 0 {
		up.Buffer(commands, 0, vk.Bytes(templates))
	}
	return up.Finish(vk.StorageReadCompute)
}

// selectBuffers are the graph's handles of what the passes hand on.
type selectBuffers struct {
	choices, counters, totals, tally graph.Buffer
}

// add declares the passes.
func (s *selectGPU) add(f *frame, out drawn, v *selectView) drawn {
	p := f.world.population
	s.frame, s.out, s.declared = f, out, true
	s.io = selectBuffers{f.exec.importBuffer(&s.choices), f.exec.importBuffer(&s.counters), f.exec.importBuffer(&s.totals), f.exec.importBuffer(&s.tally)}
	s.views = viewBlock{Eye: v.lod.Eye.Vec4(v.lod.HeightScale), Measure: mgl32.Vec4{v.lod.DistanceScale, float32(v.lod.Flags)},
		Count: [4]uint32{uint32(v.count), uint32(s.plan.counters), uint32(p.buckets), uint32(f.world.entries())}}
	if v.follows {
		s.views.Measure[1] += viewFollows
	}
	for view := range v.count {
		copy(s.views.Planes[6*view:], v.frustum[view][:])
	}
	if v.seen {
		s.views.receivers(v.receivers[:v.count-1])
	}

	pass := f.graph.AddPass("select.clear")
	s.io.tally = pass.WriteBufferDiscard(s.io.tally, vk.TransferWrite)
	pass.Record(s.records[0])

	pass = f.graph.AddPass("select")
	if v.follows {
		s.io.choices = pass.WriteBuffer(s.io.choices, vk.StorageReadWriteCompute)
	} else {
		s.io.choices = pass.WriteBufferDiscard(s.io.choices, vk.StorageWriteCompute)
	}
	s.io.counters = pass.WriteBufferDiscard(s.io.counters, vk.StorageWriteCompute)
	s.io.tally = pass.WriteBuffer(s.io.tally, vk.StorageReadWriteCompute)
	pass.Record(s.records[1])

	pass = f.graph.AddPass("select.scan")
	s.io.counters = pass.WriteBuffer(s.io.counters, vk.StorageReadWriteCompute)
	s.io.totals = pass.WriteBufferDiscard(s.io.totals, vk.StorageWriteCompute)
	pass.Record(s.records[2])

	pass = f.graph.AddPass("select.place")
	s.io.totals = pass.WriteBuffer(s.io.totals, vk.StorageReadWriteCompute)
	s.out.commands = pass.WriteBuffer(s.out.commands, vk.StorageReadWriteCompute)
	pass.Record(s.records[3])

	pass = f.graph.AddPass("select.scatter")
	pass.ReadBuffer(s.io.choices, vk.StorageReadCompute)
	pass.ReadBuffer(s.io.counters, vk.StorageReadCompute)
	pass.ReadBuffer(s.io.totals, vk.StorageReadCompute)
	s.out.camera = pass.WriteBuffer(s.out.camera, vk.StorageWriteCompute)
	s.out.list = pass.WriteBuffer(s.out.list, vk.StorageWriteCompute)
	pass.Record(s.records[4])
	f.graph.OutputBuffer(s.io.tally, nil)
	return s.out
}

// receivers puts down what looks into each cascade.
func (b *viewBlock) receivers(list []scene.Receivers) {
	for i := range list {
		r := &list[i]
		copy(b.Seen[6*i:], r.Planes[:])
		b.Ends[i] = r.Bounds.Min.Vec4(0)
		for k := range 3 {
			if r.Light[k] > 0 {
				b.Ends[i][k] = r.Bounds.Max[k]
			}
		}
		b.Light, b.Margin[i] = r.Light.Vec4(1), r.Margin
	}
}

// choicesOf is the graph's handle of what was chosen for each object, for passes that come after add.
func (s *selectGPU) choicesOf(f *frame) graph.Buffer {
	if s.declared {
		return s.io.choices
	}
	return f.exec.importBuffer(&s.choices)
}

func (s *selectGPU) recordClear(c *Commands) {
	b := c.Buffer(s.io.tally)
	c.FillBuffer(b, 0, b.Size(), 0)
}

// rows lays workgroups out in rows, which select.glsl numbers through. Those beyond the count do nothing.
func (s *selectGPU) rows(count int) (x, y int) {
	x = max(1, min(count, s.row))
	return x, (count + x - 1) / x
}

// bind binds a pipeline and what select.glsl numbers.
func (s *selectGPU) bind(c *Commands, p *program, more ...vk.Bound) {
	views := vk.Upload(&c.Recorder, &s.views)
	c.bind(p)
	c.set(p, 0, vk.Bound{Binding: 1, Buffer: s.frame.world.objects})
	all := [12]vk.Bound{
		{Binding: 0, Buffer: s.prototypes}, {Binding: 1, Buffer: s.bands}, {Binding: 2, Buffer: s.blocks}, {Binding: 3, Buffer: s.buckets},
		{Binding: 4, Buffer: s.choices.buffer}, {Binding: 5, Buffer: s.counters.buffer}, {Binding: 6, Buffer: s.totals.buffer},
		views.At(10),
	}
	n := 8 + copy(all[8:], more)
	c.set(p, 1, all[:n]...)
}

func (s *selectGPU) recordChoose(c *Commands) {
	s.bind(c, s.choose, vk.Bound{Binding: 7, Buffer: c.Buffer(s.io.tally)})
	x, y := s.rows(len(s.plan.blocks))
	c.Dispatch(x, y, 1)
}

func (s *selectGPU) recordScan(c *Commands) {
	s.bind(c, s.scan)
	x, y := s.rows(len(s.plan.buckets))
	c.Dispatch(x, y, int(s.views.Count[0]))
}

func (s *selectGPU) recordPlace(c *Commands) {
	s.bind(c, s.place, vk.Bound{Binding: 8, Buffer: s.commandBuckets}, vk.Bound{Binding: 9, Buffer: c.Buffer(s.out.commands)})
	l := s.frame.world.draws
	push := placePush{uint32(l.camera), uint32(len(l.draws) - l.camera)}
	vk.Push(&c.Recorder, &push)
	c.Dispatch(int(s.views.Count[0]), 1, 1)
}

func (s *selectGPU) recordScatter(c *Commands) {
	camera := c.Buffer(s.out.camera)
	s.bind(c, s.scatter, vk.Bound{Binding: 7, Buffer: c.Buffer(s.out.list)}, vk.Bound{Binding: 8, Buffer: camera}, vk.Bound{Binding: 9, Buffer: camera})
	x, y := s.rows(len(s.plan.blocks))
	c.Dispatch(x, y, 1)
}

func (s *selectGPU) destroy() {
	for _, b := range []**vk.Buffer{&s.prototypes, &s.bands, &s.blocks, &s.buckets, &s.commandBuckets} {
		if *b != nil {
			(*b).Destroy()
			*b = nil
		}
	}
	for _, o := range []*owned{&s.choices, &s.counters, &s.totals, &s.tally} {
		o.destroy()
	}
}
