package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// readbackPass copies finished pixels to where the host reads them.
type readbackPass struct {
	target *owned   // of the picture being drawn; nil: it is not read back
	free   []*owned // kept for the pictures to come
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

// borrow returns a host-visible buffer of a size.
func (p *readbackPass) borrow(dev *vk.Device, size int) (*owned, error) {
	for i, o := range p.free {
		if o.buffer.Size() == size {
			p.free = append(p.free[:i], p.free[i+1:]...)
			return o, nil
		}
	}
	b, err := dev.NewBuffer(vk.BufferDesc{Name: "readback", Size: size, Uses: vk.Uses(vk.TransferWrite, vk.HostRead), Memory: vk.ReadbackMemory})
	if err != nil {
		return nil, err
	}
	return &owned{name: "readback.pixels", backing: backing{buffer: b}}, nil
}

// giveBack keeps a buffer for the next picture of its size.
func (p *readbackPass) giveBack(o *owned) {
	const kept = 4
	if len(p.free) == kept {
		p.free[0].backing.destroy()
		p.free = append(p.free[:0], p.free[1:]...)
	}
	p.free = append(p.free, o)
}

func (p *readbackPass) destroy() {
	for _, o := range p.free {
		o.backing.destroy()
	}
}
