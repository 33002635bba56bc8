package passes

import (
	"slices"

	"scenerender/passes/graph"
	"scenerender/vk"
)

// A gbuffer is what the geometry pass writes: the nearest surface of each pixel.
type gbuffer struct {
	depth    graph.Image // reversed Z; 0 where there is nothing
	normal   graph.Image // shading and facet normal, octahedral
	diffuse  graph.Image // albedo; a: occlusion
	specular graph.Image // reflectance at normal incidence; a: roughness
	emissive graph.Image // exposed; a: reflectance at grazing incidence, -1 for unlit; no image where surfaces only reflect
	motion   graph.Image // pixels since the previous frame, y down; no image where nobody asks for it
}

// gbufferFormats are those of the colour attachments, in order of location.
var gbufferFormats = []vk.Format{vk.RG32U, vk.RGBA16F, vk.RGBA16F, vk.RGBA16F, vk.RG16F}

// geometryPass rasterises solid draws: attributes, motion and depth, and nothing else.
type geometryPass struct {
	programs map[variant]*program
	frame    *frame
	drawn    drawn
	emits    bool
	motion   bool
	out      gbuffer
	record   func(*Commands)
}

// newGeometryPass compiles what the scene's draws need. Raw keeps base colour and metallic in
// place of the reflectances that lighting wants.
func newGeometryPass(p *programs, w *world, raw, motion bool) *geometryPass {
	g := &geometryPass{programs: map[variant]*program{}, motion: motion, emits: motion || w.emits()}
	formats := gbufferFormats
	switch { // a location needs all before it
	case !g.emits:
		formats = formats[:3]
	case !g.motion:
		formats = formats[:4]
	}
	g.record = g.draw
	constants := append(w.drawConstants(), switched(constantRaw, raw), switched(constantMotion, g.motion), switched(constantEmits, g.emits))
	for _, b := range w.draws.solid {
		if g.programs[b.variant] != nil {
			continue
		}
		g.programs[b.variant] = w.cameraProgram(p, "geometry.frag", vk.GraphicsDesc{
			Colors: formats, Depth: vk.D32F, DepthTest: true, DepthWrite: true, Cull: b.cull,
			Constants: append(slices.Clip(constants), switched(constantMasked, b.masked), switched(constantFaded, b.faded)),
		})
	}
	return g
}

// emits says whether there are surfaces that do more than reflect. Without them the G-buffer is a quarter
// smaller.
func (w *world) emits() bool {
	for _, b := range w.draws.solid {
		for _, d := range w.draws.draws[b.first : b.first+b.count] {
			if !w.scene.Materials[d.Material].OnlyReflects() {
				return true
			}
		}
	}
	return false
}

// add declares the pass.
func (p *geometryPass) add(f *frame, d drawn) gbuffer {
	g := f.graph
	image := func(name string, format vk.Format) graph.Image {
		return g.CreateImage(name, graph.ImageDesc{Width: f.width, Height: f.height, Format: int(format)})
	}
	pass := g.AddPass("geometry")
	d = d.readCamera(f.world, pass)
	p.frame, p.drawn, p.out = f, d, gbuffer{
		depth:    pass.WriteDiscard(image("geometry.depth", vk.D32F), vk.DepthWrite),
		normal:   pass.WriteDiscard(image("geometry.normal", gbufferFormats[0]), vk.ColorWrite),
		diffuse:  pass.WriteDiscard(image("geometry.diffuse", gbufferFormats[1]), vk.ColorWrite),
		specular: pass.WriteDiscard(image("geometry.specular", gbufferFormats[2]), vk.ColorWrite),
	}
	if p.emits {
		p.out.emissive = pass.WriteDiscard(image("geometry.emissive", gbufferFormats[3]), vk.ColorWrite)
	}
	if p.motion {
		p.out.motion = pass.WriteDiscard(image("geometry.motion", gbufferFormats[4]), vk.ColorWrite)
	}
	pass.Record(p.record)
	return p.out
}

// choose is the pipeline of a batch.
func (p *geometryPass) choose(b *batch) *program { return p.programs[b.variant] }

func (p *geometryPass) draw(c *Commands) {
	gb := &p.out
	// Where there is no geometry only the depth is read.
	c.colors = append(c.colors[:0],
		vk.Attachment{View: c.View(gb.normal), Discard: true},
		vk.Attachment{View: c.View(gb.diffuse), Discard: true},
		vk.Attachment{View: c.View(gb.specular), Discard: true})
	if p.emits {
		c.colors = append(c.colors, vk.Attachment{View: c.View(gb.emissive), Discard: true})
	}
	if p.motion {
		c.colors = append(c.colors, vk.Attachment{View: c.View(gb.motion), Clear: true})
	}
	c.attach(vk.Attachment{View: c.View(gb.depth), Clear: true})
	c.drawBatches(p.frame, p.frame.world.draws.solid, 0, p.drawn, p)
	c.EndRendering()
}

// attach begins rendering to a depth attachment and the colours in c.colors.
func (c *Commands) attach(depth vk.Attachment) {
	d := depth.View.Image().Desc()
	c.depth = depth
	c.BeginRendering(vk.Rendering{Colors: c.colors, Depth: &c.depth, Width: d.Width, Height: d.Height})
}

// A drawer is a pass that draws batches.
type drawer interface {
	choose(*batch) *program
	push(c *Commands, first int) // first is the slot of the batch's first command
}

// push tells the shader where its slots begin.
func (p *geometryPass) push(c *Commands, first int) {
	push := drawPush{uint32(first)}
	vk.Push(&c.Recorder, &push)
}

// drawPush mirrors Push in spirv/include/geometry.glsl.
type drawPush struct{ First uint32 }

// drawBatches draws batches of commands of a view; 0 is the camera.
func (c *Commands) drawBatches(f *frame, list []batch, view int, d drawn, by drawer) {
	w := f.world
	if view == 0 {
		c.cameraBuffers(w, d)
	} else {
		c.VertexBuffers(0, w.geometry.positions, w.geometry.attributes)
	}
	c.IndexBuffer(w.geometry.indices)
	commands := c.Buffer(d.commands)
	first, slots := w.draws.commandsOf(view), 0
	if view > 0 {
		slots = w.draws.camera
	}
	var bound *program
	textures := -1
	for i := range list {
		b := &list[i]
		if p := by.choose(b); p != bound {
			bound, textures = p, -1
			c.bind(p)
			c.sceneSet(f, p, d)
		}
		if bound.sets[1] != 0 && textures != b.textures {
			textures = b.textures
			c.Group(1, w.textures.groups[textures])
		}
		by.push(c, slots+b.first)
		c.DrawIndexedIndirect(commands, (first+b.first)*commandSize, b.count)
	}
}
