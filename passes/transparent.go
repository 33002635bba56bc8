package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// transparentPass draws blended surfaces back to front over the lit picture.
type transparentPass struct {
	programs     map[vk.Cull]*program
	order        []int
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
	t := &transparentPass{programs: map[vk.Cull]*program{}}
	t.record = t.draw
	for i := range w.draws.blended {
		for _, cull := range w.draws.blended[i].sides {
			t.programs[cull] = p.graphics("geometry.vert", "transparent.frag", vk.GraphicsDesc{
				Buffers: vertexStreams, Colors: []vk.Format{vk.RGBA16F}, Blend: vk.AlphaBlend, Depth: vk.D32F, DepthTest: true, Cull: cull,
				Constants: append(w.lightConstants(), w.textureConstants()...),
			})
		}
	}
	return t
}

// add declares the pass.
func (p *transparentPass) add(f *frame, depth, color graph.Image, in lightInputs) graph.Image {
	if p == nil {
		return color
	}
	p.order = sortBlended(f.world.draws.blended, p.order, f.view.ViewFromWorld)
	pass := f.graph.AddPass("transparent")
	pass.Read(depth, vk.DepthTest)
	in.read(pass, vk.SampledFragment)
	p.frame, p.in, p.depth = f, in, depth
	p.color = pass.Write(color, vk.ColorWrite)
	pass.Record(p.record)
	return p.color
}

func (p *transparentPass) draw(c *Commands) {
	w := p.frame.world
	c.attach(vk.Attachment{View: c.View(p.depth), ReadOnly: true}, vk.Attachment{View: c.View(p.color)})
	c.VertexBuffers(0, w.geometry.positions, w.geometry.attributes)
	c.IndexBuffer(w.geometry.indices)
	var bound *program
	for _, i := range p.order {
		d := &w.draws.blended[i]
		for _, cull := range d.sides {
			if program := p.programs[cull]; program != bound {
				bound = program
				c.bind(program)
				c.litSet(p.frame, program, p.in)
			}
			if bound.sets[1] != 0 {
				c.Group(1, w.textures.groups[d.textures])
			}
			c.DrawIndexed(int(d.Indices), int(d.Instances), int(d.FirstIndex), int(d.FirstVertex), int(d.FirstInstance))
		}
	}
	c.EndRendering()
}
