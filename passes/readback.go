package passes

import (
	"slices"

	"scenerender/passes/graph"
	"scenerender/vk"
)

// readbackPass copies finished pixels to where the host reads them.
type readbackPass struct {
	target *owned   // of the picture being drawn; nil: it is not read back
	free   []*owned // kept for the pictures to come
	lent   []*owned // of pictures on their way
	from   graph.Buffer
	to     graph.Buffer
	record func(*Commands)
}

func newReadbackPass() *readbackPass {
	p := &readbackPass{}
	p.record = p.draw
	return p
}

// add declares the pass.
func (p *readbackPass) add(f *frame, pixels graph.Buffer) {
	if p.target == nil {
		f.graph.OutputBuffer(pixels, nil)
		return
	}
	host := f.exec.importBuffer(p.target)
	pass := f.graph.AddPass("readback")
	pass.ReadBuffer(pixels, vk.TransferRead)
	p.from, p.to = pixels, pass.WriteBufferDiscard(host, vk.TransferWrite)
	pass.Record(p.record)
	f.graph.OutputBuffer(p.to, vk.HostRead)
}

func (p *readbackPass) draw(c *Commands) {
	src := c.Buffer(p.from)
	c.CopyBuffer(src, 0, c.Buffer(p.to), 0, src.Size())
}

// borrow returns a host-visible buffer of a size, under a name.
func (p *readbackPass) borrow(dev *vk.Device, name string, size int) (*owned, error) {
	for i, o := range p.free {
		if o.buffer.Size() == size {
			p.free = append(p.free[:i], p.free[i+1:]...)
			p.lent = append(p.lent, o)
			o.name = name
			return o, nil
		}
	}
	b, err := dev.NewBuffer(vk.BufferDesc{Name: "readback", Size: size, Uses: vk.Uses(vk.TransferWrite, vk.HostRead), Memory: vk.ReadbackMemory})
	if err != nil {
		return nil, err
	}
	o := &owned{name: name, backing: backing{buffer: b}}
	p.lent = append(p.lent, o)
	return o, nil
}

// giveBack keeps a buffer for the next picture of its size.
func (p *readbackPass) giveBack(o *owned) {
	const kept = 4
	if i := slices.Index(p.lent, o); i >= 0 {
		p.lent = slices.Delete(p.lent, i, i+1)
	}
	if len(p.free) == kept {
		p.free[0].destroy()
		p.free = append(p.free[:0], p.free[1:]...)
	}
	p.free = append(p.free, o)
}

// destroy lets go of what is lent too: a picture that nobody waited for.
func (p *readbackPass) destroy() {
	for _, o := range append(p.free, p.lent...) {
		o.destroy()
	}
}
