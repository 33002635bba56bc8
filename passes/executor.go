package passes

import (
	"fmt"

	"scenerender/passes/graph"
	"scenerender/vk"
)

// An executor turns compiled plans into recorded commands: it keeps the images and buffers behind
// a graph's transient resources from frame to frame, and translates barriers.
type executor struct {
	dev      *vk.Device
	graph    *graph.Graph[*Commands]
	slots    []backing // parallel to graph.Plan.Slots
	owners   []*owned  // of this frame's imported resources, in order of import
	indices  []int     // their graph indices, parallel to owners
	backings []backing // by resource index, this frame
	barriers []vk.Barrier
	commands Commands
	samplers samplers
}

// backing is the object behind a resource; one of the two is set.
type backing struct {
	image  *vk.Image
	buffer *vk.Buffer
	serial int
}

// owned is an image or buffer that outlives frames: history, caches, read-back. The executor
// keeps the state in which the last frame left it.
type owned struct {
	name string
	backing
	state []graph.Use
}

// destroy lets go of it once the frames in flight are done; another may take its place.
func (o *owned) destroy() {
	o.backing.destroy()
	o.state = nil
}

func newExecutor(dev *vk.Device) (*executor, error) {
	s, err := newSamplers(dev)
	if err != nil {
		return nil, err
	}
	return &executor{dev: dev, samplers: s, graph: newGraph()}, nil
}

func newGraph() *graph.Graph[*Commands] {
	return graph.New[*Commands](graph.Names{
		Format: func(f int) string { return vk.Format(f).String() },
		Layout: vk.LayoutName,
	})
}

// reset starts the declaration of a frame.
func (e *executor) reset() {
	e.graph.Reset()
	e.owners, e.indices = e.owners[:0], e.indices[:0]
}

// imageFlagCube marks an image whose layers are cube faces.
const imageFlagCube = 1

func graphImage(d vk.ImageDesc) graph.ImageDesc {
	g := graph.ImageDesc{Width: d.Width, Height: d.Height, Layers: d.Layers, Mips: d.Mips, Samples: d.Samples, Format: int(d.Format)}
	if d.Kind == vk.ImageCube {
		g.Flags = imageFlagCube
	}
	return g
}

// importImage brings an owned image into the frame.
func (e *executor) importImage(o *owned) graph.Image {
	img := e.graph.ImportImage(o.name, graphImage(o.image.Desc()), o.state...)
	e.owners, e.indices = append(e.owners, o), append(e.indices, img.Index())
	return img
}

// importBuffer brings an owned buffer into the frame.
func (e *executor) importBuffer(o *owned) graph.Buffer {
	buf := e.graph.ImportBuffer(o.name, graph.BufferDesc{Size: o.buffer.Size()}, o.state...)
	e.owners, e.indices = append(e.owners, o), append(e.indices, buf.Index())
	return buf
}

// compile compiles the declared frame and makes what its transient resources need.
func (e *executor) compile() (*graph.Plan, error) {
	plan, err := e.graph.Compile()
	if err != nil {
		return nil, fmt.Errorf("passes: %w", err)
	}
	for len(e.slots) < len(plan.Slots) {
		e.slots = append(e.slots, backing{})
	}
	for i := range plan.Slots {
		if err := e.fill(&e.slots[i], &plan.Slots[i]); err != nil {
			// The graph counts on what could not be made, and would ask for it again.
			e.destroy()
			e.slots, e.graph = nil, newGraph()
			return nil, err
		}
	}
	e.backings = e.backings[:0]
	for i := range plan.Resources {
		var b backing
		if s := plan.Resources[i].Slot; s >= 0 {
			b = e.slots[s]
		}
		e.backings = append(e.backings, b)
	}
	for i, o := range e.owners {
		e.backings[e.indices[i]] = o.backing
	}
	return plan, nil
}

// fill makes the object of a slot anew where the graph says so.
func (e *executor) fill(b *backing, slot *graph.Slot) error {
	if b.serial == slot.Serial {
		return nil
	}
	b.destroy()
	if slot.Serial == 0 {
		return nil
	}
	var err error
	name := fmt.Sprintf("slot %d", slot.Serial)
	if slot.IsBuffer {
		b.buffer, err = e.dev.NewBuffer(vk.BufferDesc{Name: name, Size: slot.Buffer.Size, Uses: useSet(slot.Uses)})
	} else {
		d := slot.Image
		kind := vk.Image2D
		if d.Flags&imageFlagCube != 0 {
			kind = vk.ImageCube
		} else if d.Layers > 1 {
			kind = vk.ImageArray
		}
		b.image, err = e.dev.NewImage(vk.ImageDesc{Name: name, Kind: kind, Width: d.Width, Height: d.Height,
			Layers: d.Layers, Mips: d.Mips, Samples: d.Samples, Format: vk.Format(d.Format), Uses: useSet(slot.Uses)})
	}
	if err != nil {
		return err
	}
	b.serial = slot.Serial
	return nil
}

func (b *backing) destroy() {
	if b.image != nil {
		b.image.Destroy()
	}
	if b.buffer != nil {
		b.buffer.Destroy()
	}
	*b = backing{}
}

// record records a compiled plan into a frame and remembers how it leaves what is owned.
func (e *executor) record(frame *vk.Frame, plan *graph.Plan, block *frameBlock) {
	c := &e.commands
	c.Frame, c.executor, c.block = frame, e, vk.Upload(&frame.Recorder, block)
	for i := range plan.Steps {
		step := &plan.Steps[i]
		frame.BeginPass(step.Name)
		e.translate(frame, step.Barriers)
		c.step = step
		e.graph.Run(step, c)
		frame.EndPass()
	}
	e.translate(frame, plan.Final)
	for i, o := range e.owners {
		o.state = append(o.state[:0], plan.Resources[e.indices[i]].Final...)
	}
}

// translate hands one batch of barriers to the recorder.
func (e *executor) translate(frame *vk.Frame, batch []graph.Barrier) {
	if len(batch) == 0 {
		return
	}
	e.barriers = e.barriers[:0]
	for i := range batch {
		b := &batch[i]
		at := e.backings[b.Resource]
		e.barriers = append(e.barriers, vk.Barrier{Image: at.image, Buffer: at.buffer, BaseMip: b.FirstMip, Mips: b.Mips,
			From: useSet(b.From), To: useSet(b.To), Discard: b.Discard})
	}
	frame.Barriers(e.barriers)
}

func (e *executor) destroy() {
	for i := range e.slots {
		e.slots[i].destroy()
	}
}

func useSet(uses []graph.Use) vk.UseSet {
	var s vk.UseSet
	for _, u := range uses {
		s = s.Add(u.(vk.Use))
	}
	return s
}
