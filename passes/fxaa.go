package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// fxaaPass smooths edges in display values and turns them into the numbers of a file.
type fxaaPass struct {
	program *program
	depth   depth
	frame   *frame
	shown   graph.Image
	pixels  graph.Buffer
	record  func(*Commands)
}

func newFXAAPass(p *programs, d depth) *fxaaPass {
	x := &fxaaPass{program: p.compute("fxaa.comp", vk.Constant{ID: 1, Value: uint32(d)}), depth: d}
	x.record = x.draw
	return x
}

// fxaaPush mirrors Push in spirv/fxaa.comp.
type fxaaPush struct {
	Width, Height uint32 // of a band of rows
	First         uint32 // its first row
}

// add declares the pass.
func (p *fxaaPass) add(f *frame, shown graph.Image) graph.Buffer {
	pixels := f.graph.CreateBuffer("fxaa.pixels", graph.BufferDesc{Size: f.width * f.height * p.depth.bytes()})
	pass := f.graph.AddPass("fxaa")
	pass.Read(shown, vk.SampledCompute)
	p.frame, p.shown = f, shown
	p.pixels = pass.WriteBufferDiscard(pixels, vk.StorageWriteCompute)
	pass.Record(p.record)
	return p.pixels
}

func (p *fxaaPass) draw(c *Commands) {
	f := p.frame
	c.bind(p.program)
	c.bands(f.height, f.width*p.depth.bytes(), 0, func(first, rows, offset, size int) {
		c.set(p.program, 1, c.texel(0, p.shown), vk.Bound{Binding: 1, Buffer: c.Buffer(p.pixels), Offset: offset, Size: size})
		push := fxaaPush{uint32(f.width), uint32(rows), uint32(first)}
		vk.Push(&c.Recorder, &push)
		c.DispatchThreads(f.width, rows, 1)
	})
}
