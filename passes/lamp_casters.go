package passes

import (
	"fmt"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// A lampChunk is as many faces of lamps as there is room for the casters of.
type lampChunk struct {
	face  int // the first
	lamps []cullLamp
	names [4]string // of its passes
	cpu   struct {
		list     []visible
		commands []command
	}
	cull, copy, draw func(*Commands)
}

// cullLamp mirrors CullLamp in spirv/lamp_cull.comp.
type cullLamp struct {
	Ball       mgl32.Vec4
	First      uint32
	Faces      uint32 // bits
	Pad0, Pad1 uint32
}

// cullPush mirrors Push in spirv/lamp_cull.comp.
type cullPush struct{ Lamps, Shift, Face, Room uint32 }

// lampPlacePush mirrors Push in spirv/lamp_place.comp.
type lampPlacePush struct{ First uint32 }

func newLampChunk(s *lampShadowPass, number int) *lampChunk {
	c := &lampChunk{names: [4]string{"lamps.clear", "lamps.cull", "lamps.place", "lamps"}}
	if number > 0 {
		for i, name := range c.names {
			c.names[i] = fmt.Sprint(name, " ", number+1)
		}
	}
	c.cull = func(r *Commands) { s.casters.recordCull(r, c) }
	c.copy = func(r *Commands) { s.casters.recordCopy(r, c) }
	c.draw = func(r *Commands) { s.drawChunk(r, c) }
	return c
}

// add adds a face of a lamp, whose others, if any, were added last.
func (c *lampChunk) add(l *shadowLamp, face int) {
	if n := len(c.lamps); n == 0 || int(c.lamps[n-1].First) != l.first {
		c.lamps = append(c.lamps, cullLamp{Ball: l.ball, First: uint32(l.first)})
	}
	c.lamps[len(c.lamps)-1].Faces |= 1 << face
}

// lampCasters finds the casters of faces. In scenes where the CPU chooses what is drawn, it does so here too; the rule
// is its choose, and lamp_cull.comp repeats it.
type lampCasters struct {
	cull, place *program // nil: the CPU chooses
	gpu         *selectGPU
	selection   *selectPass // what the camera draws
	list        owned
	commands    owned
	counts      owned
	firsts      *vk.Buffer
	first       []uint32 // of a bucket's entries, for one face; noCasters: nothing casts
	entries     int      // of one face
	room        int      // faces of a chunk
	shift       int      // an entry holds the object below this bit and the face of the chunk above
	ready       bool
	buckets     [][]visible
	frame       *frame
	faces       graph.Buffer
	choices     graph.Buffer
	count       graph.Buffer
	out         drawn
	records     [2]func(*Commands)
}

const (
	noCasters   = 1<<32 - 1
	mostEntries = 2 << 20 // of a chunk: 16 MB
)

// plan gives every bucket room for all objects of its prototype.
func (l *lampCasters) plan(p *programs, w *world, selection *selectPass) {
	l.list, l.commands, l.counts = owned{name: "lamps.casters"}, owned{name: "lamps.commands"}, owned{name: "lamps.counts"}
	l.first = make([]uint32, w.population.buckets)
	for i := range l.first {
		l.first[i] = noCasters
	}
	for _, d := range w.draws.of(1) {
		if l.first[d.bucket] == noCasters {
			l.first[d.bucket] = uint32(l.entries)
			l.entries += w.population.prototypes[d.prototype].count
		}
	}
	l.shift = max(bits.Len(uint(len(w.population.objects)-1)), 1)
	l.room = min(max(mostEntries/max(l.entries, 1), 1), w.lampFaces, 1<<(32-l.shift))
	l.selection = selection
	if l.gpu = selection.gpu; l.gpu != nil {
		l.cull, l.place = p.compute("lamp_cull.comp"), p.compute("lamp_place.comp")
		l.records = [2]func(*Commands){l.recordClear, l.recordPlace}
	}
}

// prepare makes the buffers.
func (l *lampCasters) prepare(dev *vk.Device, w *world) error {
	if l.ready {
		return nil
	}
	if err := l.allocate(dev, w); err != nil {
		l.destroy()
		return err
	}
	l.ready = true
	return nil
}

func (l *lampCasters) allocate(dev *vk.Device, w *world) error {
	for _, x := range []struct {
		o     *owned
		bytes int
	}{{&l.list, l.entries * l.room * 8}, {&l.commands, len(w.draws.draws) * commandSize}, {&l.counts, w.population.buckets * 4}} {
		if limit := dev.Limits().MaxStorageRange; x.bytes > limit {
			return tooLarge(x.o.name, x.bytes, limit)
		}
		var err error
		x.o.buffer, err = dev.NewBuffer(vk.BufferDesc{Name: x.o.name, Size: max(x.bytes, 4), Uses: vk.Uses(vk.TransferWrite, vk.TransferRead,
			vk.StorageReadVertex, vk.StorageReadCompute, vk.StorageWriteCompute, vk.StorageReadWriteCompute, vk.IndirectRead)})
		if err != nil {
			return err
		}
	}
	if l.cull == nil {
		return nil
	}
	up := dev.NewUploader()
	var err error
	if l.firsts, err = uploadSlice(dev, up, "lamps.firsts", vk.Uses(vk.StorageReadCompute), l.first); err != nil {
		up.Discard()
		return err
	}
	commands := make([]command, 0, len(w.draws.draws))
	for i := range w.draws.draws {
		d := &w.draws.draws[i]
		first := uint32(0)
		if f := l.first[d.bucket]; f != noCasters {
			first = f * uint32(l.room)
		}
		commands = append(commands, d.command(0, first))
	}
	up.Buffer(l.commands.buffer, 0, vk.Bytes(commands))
	return up.Finish(vk.StorageReadCompute)
}

// begin imports what the chunks of a frame share.
func (l *lampCasters) begin(f *frame, faces graph.Buffer) {
	l.frame, l.faces = f, faces
	l.out = drawn{list: f.exec.importBuffer(&l.list), commands: f.exec.importBuffer(&l.commands)}
	if l.cull != nil {
		l.count, l.choices = f.exec.importBuffer(&l.counts), l.gpu.choicesOf(f)
	}
}

// add declares the passes that find the casters of a chunk.
func (l *lampCasters) add(f *frame, c *lampChunk) {
	if l.cull == nil {
		l.choose(f.world, c)
		pass := f.graph.AddPass(c.names[1])
		l.out.list = pass.WriteBufferDiscard(l.out.list, vk.TransferWrite)
		l.out.commands = pass.WriteBufferDiscard(l.out.commands, vk.TransferWrite)
		pass.Record(c.copy)
		return
	}
	pass := f.graph.AddPass(c.names[0])
	l.count = pass.WriteBufferDiscard(l.count, vk.TransferWrite)
	pass.Record(l.records[0])

	pass = f.graph.AddPass(c.names[1])
	pass.ReadBuffer(l.choices, vk.StorageReadCompute)
	pass.ReadBuffer(l.faces, vk.StorageReadCompute)
	l.count = pass.WriteBuffer(l.count, vk.StorageReadWriteCompute)
	l.out.list = pass.WriteBufferDiscard(l.out.list, vk.StorageWriteCompute)
	pass.Record(c.cull)

	pass = f.graph.AddPass(c.names[2])
	pass.ReadBuffer(l.count, vk.StorageReadCompute)
	l.out.commands = pass.WriteBuffer(l.out.commands, vk.StorageReadWriteCompute)
	pass.Record(l.records[1])
}

// choose finds the casters on the CPU: objects that a lamp reaches and a face may see, as the main camera draws
// them.
func (l *lampCasters) choose(w *world, c *lampChunk) {
	p, lod := w.population, &l.selection.chosen.lod
	for len(l.buckets) < p.buckets {
		l.buckets = append(l.buckets, nil)
	}
	for i := range l.buckets {
		l.buckets[i] = l.buckets[i][:0]
	}
	for i := range p.objects {
		t := &p.prototypes[p.objects[i].Prototype]
		pick, _, coverage := p.pick(i, lod, l.selection.cpu.states[i])
		if pick.Culled() {
			continue
		}
		parts := t.parts(pick, coverage)
		box := p.bounds(i)
		for k := range c.lamps {
			lamp := &c.lamps[k]
			if !scene.BallMeetsBox(lamp.Ball.Vec3(), lamp.Ball[3], box) {
				continue
			}
			for set := lamp.Faces; set != 0; set &= set - 1 {
				face := int(lamp.First) + bits.TrailingZeros32(set)
				if !l.frame.lampFace(face).MeetsBox(box, l.frame.lampAtlas.Tiles[face].Size) {
					continue
				}
				for _, d := range parts {
					if !d.mask.Empty() && l.first[d.bucket] != noCasters {
						l.buckets[d.bucket] = append(l.buckets[d.bucket], visible{uint32(i | (face-c.face)<<l.shift), d.mask.Pack()})
					}
				}
			}
		}
	}
	c.cpu.list, c.cpu.commands = c.cpu.list[:0], c.cpu.commands[:0]
	for i := range w.draws.draws {
		c.cpu.commands = append(c.cpu.commands, w.draws.draws[i].command(0, 0))
	}
	for bucket, entries := range l.buckets {
		if len(entries) == 0 {
			continue
		}
		for i := w.draws.camera; i < len(w.draws.draws); i++ {
			if w.draws.draws[i].bucket == bucket {
				c.cpu.commands[i].Instances, c.cpu.commands[i].FirstInstance = uint32(len(entries)), uint32(len(c.cpu.list))
			}
		}
		c.cpu.list = append(c.cpu.list, entries...)
	}
}

// lampFace is a face by its number.
func (f *frame) lampFace(face int) *scene.LampFace {
	lamps := f.world.shadowLamps
	low, high := 0, len(lamps)
	for high-low > 1 {
		if middle := (low + high) / 2; lamps[middle].first <= face {
			low = middle
		} else {
			high = middle
		}
	}
	return &lamps[low].faces[face-lamps[low].first]
}

func (l *lampCasters) recordCopy(c *Commands, chunk *lampChunk) {
	copySlice(c, l.out.list, chunk.cpu.list)
	copySlice(c, l.out.commands, chunk.cpu.commands)
}

func (l *lampCasters) recordClear(c *Commands) {
	b := c.Buffer(l.count)
	c.FillBuffer(b, 0, b.Size(), 0)
}

func (l *lampCasters) recordCull(c *Commands, chunk *lampChunk) {
	w := l.frame.world
	lamps := vk.UploadSlice(&c.Recorder, chunk.lamps)
	c.bind(l.cull)
	c.set(l.cull, 0, vk.Bound{Binding: 1, Buffer: w.objects}, vk.Bound{Binding: 21, Buffer: c.Buffer(l.faces)})
	c.set(l.cull, 1, vk.Bound{Binding: 0, Buffer: l.gpu.prototypes}, vk.Bound{Binding: 4, Buffer: c.Buffer(l.choices)},
		vk.Bound{Binding: 7, Buffer: c.Buffer(l.out.list)}, vk.Bound{Binding: 8, Buffer: l.firsts}, vk.Bound{Binding: 9, Buffer: c.Buffer(l.count)},
		lamps.At(11))
	push := cullPush{uint32(len(chunk.lamps)), uint32(l.shift), uint32(chunk.face), uint32(l.room)}
	vk.Push(&c.Recorder, &push)
	groups := (len(w.population.objects) + 63) / 64
	x := min(groups, selectRow)
	c.Dispatch(x, (groups+x-1)/x, 1)
}

func (l *lampCasters) recordPlace(c *Commands) {
	w := l.frame.world
	c.bind(l.place)
	c.set(l.place, 1, vk.Bound{Binding: 0, Buffer: c.Buffer(l.count)}, vk.Bound{Binding: 1, Buffer: l.gpu.commandBuckets},
		vk.Bound{Binding: 2, Buffer: c.Buffer(l.out.commands)})
	push := lampPlacePush{uint32(w.draws.camera)}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(len(w.draws.draws)-w.draws.camera, 1, 1)
}

func (l *lampCasters) destroy() {
	for _, o := range []*owned{&l.list, &l.commands, &l.counts} {
		o.destroy()
	}
	if l.firsts != nil {
		l.firsts.Destroy()
		l.firsts = nil
	}
	l.ready = false
}
