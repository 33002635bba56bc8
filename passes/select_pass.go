package passes

import (
	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// selectPass keeps what the views draw until one of them changes.
type selectPass struct {
	gpu      *selectGPU // nil: the CPU chooses
	camera   owned
	list     owned
	commands owned
	chosen   selectView // what the buffers hold, if made
	made     bool
	levels   levelChoice
	steps    int
	ready    bool // the buffers are there
	cpu      selection
	spelled  []instance
	frame    *frame
	out      drawn
	record   func(*Commands)
	count    countPass
}

// A levelChoice is equal for frames that draw the same levels of all objects, as long as nothing is moved.
type levelChoice struct {
	lod  scene.LodView
	step int // 0 without a memory; otherwise another one whenever a following frame is seen from elsewhere
}

// drawn are the buffers that drawing passes read.
type drawn struct {
	camera   graph.Buffer // the camera's list
	list     graph.Buffer // of the other views; of a pass that draws for the camera: the camera's
	commands graph.Buffer
	faces    graph.Buffer // of lamps, where their maps are drawn
}

// readCamera is what a pass reads that draws for the camera.
func (d drawn) readCamera(w *world, pass graph.Pass[*Commands]) drawn {
	d.list = d.camera
	_, use := w.cameraEntry()
	pass.ReadBuffer(d.list, use)
	pass.ReadBuffer(d.commands, vk.IndirectRead)
	return d
}

func (d drawn) read(pass graph.Pass[*Commands]) {
	pass.ReadBuffer(d.list, vk.StorageReadVertex)
	pass.ReadBuffer(d.commands, vk.IndirectRead)
}

func newSelectPass(p *programs, w *world) *selectPass {
	s := &selectPass{camera: owned{name: "select.camera"}, list: owned{name: "select.list"}, commands: owned{name: "select.commands"}}
	s.record = s.draw
	s.count.record = s.count.draw
	if !w.population.plain {
		s.gpu = newSelectGPU(p, w)
	}
	return s
}

// prepare makes the buffers, large enough for all views. After an error there are none, and the next
// picture tries again.
func (s *selectPass) prepare(dev *vk.Device, w *world) error {
	if s.ready {
		return nil
	}
	if err := s.allocate(dev, w); err != nil {
		s.destroy()
		return err
	}
	s.ready = true
	return nil
}

func (s *selectPass) allocate(dev *vk.Device, w *world) error {
	entry, use := w.cameraEntry()
	for _, x := range []struct {
		o     *owned
		bytes int
		read  vk.Use
	}{
		{&s.camera, w.entries() * entry, use},
		{&s.list, w.entries() * maxCascades * visibleSize, vk.StorageReadVertex},
	} {
		if limit := dev.Limits().MaxStorageRange; x.bytes > limit {
			return tooLarge(x.o.name, x.bytes, limit)
		}
		var err error
		x.o.buffer, err = dev.NewBuffer(vk.BufferDesc{Name: x.o.name, Size: max(x.bytes, entry),
			Uses: vk.Uses(x.read, vk.StorageWriteCompute, vk.TransferWrite)})
		if err != nil {
			return err
		}
	}
	commands := w.draws.commandsOf(maxViews)
	var err error
	s.commands.buffer, err = dev.NewBuffer(vk.BufferDesc{Name: s.commands.name, Size: max(commands, 1) * commandSize,
		Uses: vk.Uses(vk.IndirectRead, vk.StorageReadWriteCompute, vk.TransferWrite, vk.TransferRead)})
	if err != nil || s.gpu == nil {
		return err
	}
	s.count.camera = w.draws.camera
	return s.gpu.prepare(dev, w, s.commands.buffer)
}

// entries is how long a view's list can be: an object draws two levels at most.
func (w *world) entries() int { return 2 * len(w.population.objects) }

// add declares the pass where the buffers hold another choice.
func (s *selectPass) add(f *frame) drawn {
	s.frame = f
	s.out = drawn{camera: f.exec.importBuffer(&s.camera), list: f.exec.importBuffer(&s.list), commands: f.exec.importBuffer(&s.commands)}
	if s.gpu != nil {
		s.gpu.declared = false
	}
	v := f.selectView()
	// Chosen again from the same place, levels are the same (scene's TestPickAgain).
	if !v.follows {
		s.levels = levelChoice{lod: v.lod}
	} else if v.lod != s.chosen.lod {
		s.steps++
		s.levels = levelChoice{v.lod, s.steps}
	}
	f.levels = s.levels
	if s.made && v == s.chosen {
		return s.out
	}
	s.made, s.chosen = true, v
	if s.gpu != nil {
		s.out = s.gpu.add(f, s.out, &s.chosen)
		return s.out
	}
	f.world.choose(&s.cpu, &v)
	pass := f.graph.AddPass("select")
	s.out.camera = pass.WriteBuffer(s.out.camera, vk.TransferWrite)
	s.out.list = pass.WriteBuffer(s.out.list, vk.TransferWrite)
	s.out.commands = pass.WriteBuffer(s.out.commands, vk.TransferWrite)
	pass.Record(s.record)
	return s.out
}

// draw copies what the CPU chose.
func (s *selectPass) draw(c *Commands) {
	w, camera := s.frame.world, s.cpu.list[:s.cpu.camera]
	if w.spelled {
		s.spelled = w.population.spell(s.spelled[:0], camera)
		copySlice(c, s.out.camera, s.spelled)
	} else {
		copySlice(c, s.out.camera, camera)
	}
	copySlice(c, s.out.list, s.cpu.list[s.cpu.camera:])
	copySlice(c, s.out.commands, s.cpu.commands)
}

// forget makes the next frame choose anew.
func (s *selectPass) forget() { s.made = false }

func (s *selectPass) destroy() {
	s.camera.destroy()
	s.list.destroy()
	s.commands.destroy()
	if s.gpu != nil {
		s.gpu.destroy()
	}
}

// addCount declares, for what the device chose, the pass that brings the camera's counts to the host.
func (s *selectPass) addCount(f *frame, d drawn) {
	c := &s.count
	if s.gpu == nil || c.host == nil {
		return
	}
	if c.tally = s.gpu.io.tally; !s.gpu.declared {
		c.tally = f.exec.importBuffer(&s.gpu.tally)
	}
	host := f.exec.importBuffer(c.host)
	pass := f.graph.AddPass("select.count")
	pass.ReadBuffer(c.tally, vk.TransferRead)
	pass.ReadBuffer(d.commands, vk.TransferRead)
	c.commands, c.out = d.commands, pass.WriteBufferDiscard(host, vk.TransferWrite)
	pass.Record(c.record)
	f.graph.OutputBuffer(c.out, vk.HostRead)
}

// A countPass copies the camera's tally and commands.
type countPass struct {
	camera               int    // commands
	host                 *owned // of the picture being drawn; nil: nobody counts
	tally, commands, out graph.Buffer
	record               func(*Commands)
}

func (p *countPass) draw(c *Commands) {
	out := c.Buffer(p.out)
	c.CopyBuffer(c.Buffer(p.tally), 0, out, 0, 4*tallySize)
	if p.camera > 0 {
		c.CopyBuffer(c.Buffer(p.commands), 0, out, 4*tallySize, commandSize*p.camera)
	}
}

// countBytes is the size of what countPass copies.
func countBytes(w *world) int { return 4*tallySize + commandSize*w.draws.camera }

// counted returns what a frame drew for the camera: what countPass copied to a buffer, once the frame is
// done, or without one what the CPU chose last.
func (s *selectPass) counted(w *world, host *owned) (scene.LodCounters, []command) {
	if host == nil {
		return s.cpu.counters, s.cpu.commands[:w.draws.camera]
	}
	host.buffer.Invalidate()
	raw := host.buffer.Mapped()
	tally, commands := make([]uint32, tallySize), make([]command, w.draws.camera)
	copy(vk.Bytes(tally), raw)
	copy(vk.Bytes(commands), raw[4*tallySize:])
	levels := 1
	for i, n := range tally[3:] {
		if n > 0 {
			levels = i + 1
		}
	}
	c := scene.LodCounters{Selections: int(tally[0]), Culled: int(tally[1]), Fading: int(tally[2])}
	for _, n := range tally[3 : 3+levels] {
		c.Levels = append(c.Levels, int(n))
	}
	return c, commands
}
