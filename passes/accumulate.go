package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// accumulatePass sums the jittered frames of a picture in single precision.
type accumulatePass struct {
	program *program
	sum     owned
	frame   *frame
	in, out graph.Image
	record  func(*Commands)
}

func newAccumulatePass(p *programs) *accumulatePass {
	a := &accumulatePass{program: p.compute("accumulate.comp"), sum: owned{name: "accumulate.sum"}}
	a.record = a.draw
	return a
}

// prepare makes room for a picture of a size.
func (p *accumulatePass) prepare(dev *vk.Device, width, height int) error {
	if img := p.sum.image; img != nil && img.Desc().Width == width && img.Desc().Height == height {
		return nil
	}
	p.destroy()
	img, err := dev.NewImage(vk.ImageDesc{Name: p.sum.name, Width: width, Height: height, Format: vk.RGBA32F,
		Uses: vk.Uses(vk.StorageReadWriteCompute, vk.StorageWriteCompute, vk.SampledCompute)})
	p.sum.image = img
	return err
}

// add declares the pass; the first frame of a picture starts the sum.
func (p *accumulatePass) add(f *frame, color graph.Image) graph.Image {
	sum := f.exec.importImage(&p.sum)
	pass := f.graph.AddPass("accumulate")
	pass.Read(color, vk.SampledCompute)
	if f.sample == 0 {
		sum = pass.WriteDiscard(sum, vk.StorageReadWriteCompute)
	} else {
		sum = pass.Write(sum, vk.StorageReadWriteCompute)
	}
	p.frame, p.in, p.out = f, color, sum
	pass.Record(p.record)
	f.graph.Output(sum, nil)
	return sum
}

func (p *accumulatePass) draw(c *Commands) {
	first := uint32(0)
	if p.frame.sample == 0 {
		first = 1
	}
	c.bind(p.program)
	c.set(p.program, 1, c.texel(0, p.in), vk.Bound{Binding: 1, View: c.View(p.out)})
	vk.Push(&c.Recorder, &first)
	c.DispatchThreads(p.frame.width, p.frame.height, 1)
}

func (p *accumulatePass) destroy() {
	if p != nil {
		p.sum.backing.destroy()
		p.sum.state = nil
	}
}
