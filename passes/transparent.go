package passes

import (
	"slices"

	"scenerender/passes/graph"
	"scenerender/vk"
)

// transparentPass draws blended surfaces back to front over the lit picture.
type transparentPass struct {
	programs     map[variant]*program
	order        []int
	drawn        drawn
	frame        *frame
	in           lightInputs
	depth, color graph.Image
	record       func(*Commands)
}

// newTransparentPass returns nil where nothing is blended.
func newTransparentPass(p *programs, w *world) *transparentPass {
	if len(w.draws.blended) == 0 {
		return nil
	}
	t := &transparentPass{programs: map[variant]*program{}}
	t.record = t.draw
	constants := append(slices.Concat(w.lightConstants(), w.betweenConstants(), w.drawConstants()), switched(constantLit, true))
	for _, i := range w.draws.blended {
		d := &w.draws.draws[i]
		for _, cull := range sides(d) {
			v := variant{faded: d.faded, cull: cull}
			if t.programs[v] != nil {
				continue
			}
			t.programs[v] = w.cameraProgram(p, "transparent.frag", vk.GraphicsDesc{
				Colors: []vk.Format{vk.RGBA16F}, Blend: vk.AlphaBlend, Depth: vk.D32F, DepthTest: true, Cull: cull,
				Constants: append(slices.Clip(constants), switched(constantFaded, d.faded)),
			})
		}
	}
	return t
}

// add declares the pass.
func (p *transparentPass) add(f *frame, d drawn, depth, color graph.Image, in lightInputs) graph.Image {
	if p == nil {
		return color
	}
	p.order = f.world.draws.sortBlended(p.order, f.view.ViewFromWorld)
	pass := f.graph.AddPass("transparent")
	d = d.readCamera(f.world, pass)
	pass.Read(depth, vk.DepthTest)
	in.read(pass, vk.SampledFragment)
	p.frame, p.drawn, p.in, p.depth = f, d, in, depth
	p.color = pass.Write(color, vk.ColorWrite)
	pass.Record(p.record)
	return p.color
}

func (p *transparentPass) draw(c *Commands) {
	w := p.frame.world
	c.colors = append(c.colors[:0], vk.Attachment{View: c.View(p.color)})
	c.attach(vk.Attachment{View: c.View(p.depth), ReadOnly: true})
	c.cameraBuffers(w, p.drawn)
	c.IndexBuffer(w.geometry.indices)
	var bound *program
	for _, i := range p.order {
		d := &w.draws.draws[i]
		for _, cull := range sides(d) {
			if program := p.programs[variant{faded: d.faded, cull: cull}]; program != bound {
				bound = program
				c.bind(program)
				c.litSet(p.frame, program, p.drawn, p.in)
			}
			if bound.sets[1] != 0 {
				c.Group(1, w.textures.groups[d.textures])
			}
			push := drawPush{uint32(i)}
			vk.Push(&c.Recorder, &push)
			c.DrawIndexedIndirect(c.Buffer(p.drawn.commands), i*commandSize, 1)
		}
	}
	c.EndRendering()
}
