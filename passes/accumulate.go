package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// accumulatePass sums the jittered frames of a picture in single precision.
type accumulatePass struct {
	programs *programs
	program  *program // compiled when a picture first has several samples
	sum      owned
	frame    *frame
	in, out  graph.Image
	record   func(*Commands)
}

func newAccumulatePass(p *programs) *accumulatePass {
	a := &accumulatePass{programs: p, sum: owned{name: "accumulate.sum"}}
	a.record = a.draw
	return a
}

// accumulatePush mirrors Push in spirv/accumulate.comp.
type accumulatePush struct{ First, Last uint32 }

// prepare makes room for a picture of a frame's size.
func (p *accumulatePass) prepare(dev *vk.Device, f *frame) error {
	if f.summed == 1 || f.kit.aov != nil {
		return nil
	}
	if p.program == nil {
		p.program = p.programs.compute("accumulate.comp")
	}
	if img := p.sum.image; img != nil && img.Desc().Width == f.width && img.Desc().Height == f.height {
		return nil
	}
	p.destroy()
	img, err := dev.NewImage(vk.ImageDesc{Name: p.sum.name, Width: f.width, Height: f.height, Format: vk.RGBA32F,
		Uses: vk.Uses(vk.StorageReadWriteCompute, vk.StorageWriteCompute, vk.SampledCompute)})
	p.sum.image = img
	return err
}

// add declares the pass; the first frame of a picture starts the sum. One sample needs none.
func (p *accumulatePass) add(f *frame, color graph.Image) graph.Image {
	if f.summed == 1 {
		return color
	}
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
	var push accumulatePush
	if p.frame.sample == 0 {
		push.First = 1
	}
	if p.frame.last() {
		push.Last = 1
	}
	c.bind(p.program)
	c.set(p.program, 1, c.texel(0, p.in), vk.Bound{Binding: 1, View: c.View(p.out)})
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(p.frame.width, p.frame.height, 1)
}

func (p *accumulatePass) destroy() {
	p.sum.destroy()
}
