package passes

import (
	"math"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// aovPass shows what the geometry pass wrote.
type aovPass struct {
	program *program
	frame   *frame
	gbuffer gbuffer
	result  graph.Image
	record  func(*Commands)
}

func newAOVPass(p *programs) *aovPass {
	a := &aovPass{program: p.compute("aov.comp")}
	a.record = a.draw
	return a
}

// aovPush mirrors Push in spirv/aov.comp.
type aovPush struct {
	View      int32
	Raw       uint32
	Near, Far float32 // metres shown as white and black
}

// add declares the pass. The result holds physical values for a float picture, else display values.
func (p *aovPass) add(f *frame, gb gbuffer) graph.Image {
	result := f.graph.CreateImage("aov.value", graph.ImageDesc{Width: f.width, Height: f.height, Format: int(vk.RGBA32F)})
	pass := f.graph.AddPass("aov")
	for _, img := range []graph.Image{gb.depth, gb.normal, gb.diffuse, gb.specular, gb.emissive, gb.motion} {
		pass.Read(img, vk.SampledCompute)
	}
	p.frame, p.gbuffer = f, gb
	p.result = pass.WriteDiscard(result, vk.StorageWriteCompute)
	pass.Record(p.record)
	return p.result
}

func (p *aovPass) draw(c *Commands) {
	f, gb := p.frame, &p.gbuffer
	push := aovPush{View: int32(f.request.Output)}
	push.Near, push.Far = depthRange(f.world.bounds, f.view)
	if f.request.Float {
		push.Raw = 1
	}
	c.bind(p.program)
	c.set(p.program, 0, c.block.At(0))
	c.set(p.program, 1, c.texel(0, gb.depth), c.texel(1, gb.normal), c.texel(2, gb.diffuse), c.texel(3, gb.specular),
		c.texel(4, gb.emissive), c.texel(5, gb.motion), vk.Bound{Binding: 6, View: c.View(p.result)})
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(f.width, f.height, 1)
}

// depthRange is how near and far the corners of a box are along a view, metres.
func depthRange(b scene.Box, v scene.View) (near, far float32) {
	near, far = math.MaxFloat32, 0
	row := v.ViewFromWorld.Row(2)
	for i := range 8 {
		d := -(row.Vec3().Dot(b.Corner(i)) + row[3])
		near, far = min(near, d), max(far, d)
	}
	return max(near, 0), far
}
