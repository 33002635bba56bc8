package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// fogPass puts air and fog before what is lit. Blended surfaces come later and take theirs along.
type fogPass struct {
	program      *program
	frame        *frame
	depth, color graph.Image
	shadow       graph.Image // the sun's maps, if fog looks into them
	between      between
	record       func(*Commands)
}

// Specialisation constants of between.glsl.
const (
	constantFog        = 28
	constantAerial     = 29
	constantFogShadows = 30
)

// betweenBlock mirrors Between in spirv/include/between.glsl.
type betweenBlock struct {
	Fog, FogLayer               vec4
	Air, Haze, Outside, Towards vec4
}

// between is what is between viewer and things, in a frame.
type between struct {
	block  *betweenBlock // nil: nothing
	aerial graph.Image   // no image: no air is seen
}

// newFogPass returns nil where a scene has neither fog nor air that is seen.
func newFogPass(p *programs, w *world) *fogPass {
	if w.scene.Fog == nil && !w.aerial() {
		return nil
	}
	f := &fogPass{program: p.compute("fog.comp", w.betweenConstants()...)}
	f.record = f.draw
	f.between.block = &betweenBlock{}
	return f
}

func (w *world) betweenConstants() []vk.Constant {
	return []vk.Constant{switched(constantFog, w.scene.Fog != nil), switched(constantAerial, w.aerial()), switched(constantFogShadows, w.fogShadows())}
}

// fogShadows says whether things may cast shadows into the fog.
func (w *world) fogShadows() bool {
	return w.scene.Fog != nil && w.scene.Fog.Shadows && w.sunCasts()
}

// add declares the pass, and returns what blended surfaces need for themselves.
func (p *fogPass) add(f *frame, depth, color, aerial, shadow graph.Image) (graph.Image, between) {
	if p == nil || f.request.Output != OutputColor {
		return color, between{}
	}
	p.between.aerial = aerial
	*p.between.block = makeBetween(f)
	pass := f.graph.AddPass("fog")
	pass.Read(depth, vk.SampledCompute)
	if !aerial.IsZero() {
		pass.Read(aerial, vk.SampledCompute)
	}
	if p.shadow = (graph.Image{}); f.world.fogShadows() && !shadow.IsZero() {
		p.shadow = shadow
		pass.Read(shadow, vk.SampledCompute)
	}
	p.frame, p.depth = f, depth
	p.color = pass.Write(color, vk.StorageReadWriteCompute)
	pass.Record(p.record)
	return p.color, p.between
}

func makeBetween(f *frame) (b betweenBlock) {
	sc := f.world.scene
	if fog := sc.Fog; fog != nil {
		b.Fog = fog.Color.Vec4(fog.Density)
		b.FogLayer = vec4{fog.Height, max(fog.Falloff, 1e-3), fog.Start, fog.Opacity}
		b.Outside[3] = fog.Anisotropy
	}
	if f.world.aerial() {
		sky := &f.light.Sky
		c := sky.Air.Coefficients()
		b.Air = widen(c.Air, sky.Air.Anisotropy)
		height := float32(sky.Air.Height(f.still.Position[1]))
		b.Haze = widen(c.HazeExtinction, aerialReach(height))
		light := sky.Leading()
		b.Outside = light.Outside.Mul(f.exposure).Vec4(b.Outside[3])
		b.Towards = light.Towards.Vec4(height)
	}
	return b
}

func (p *fogPass) draw(c *Commands) {
	c.bind(p.program)
	c.set(p.program, 0, c.block.At(0), c.shadowMaps(p.frame.world, p.shadow), c.betweenBlock(p.between), c.betweenTable(p.frame.world, p.between))
	c.set(p.program, 1, c.texel(1, p.depth), vk.Bound{Binding: 2, View: c.View(p.color)})
	c.DispatchThreads(p.frame.width, p.frame.height, 1)
}

// betweenBlock binds the parameters of between.glsl, or a stand-in.
func (c *Commands) betweenBlock(b between) vk.Bound {
	if b.block == nil {
		return c.block.At(28)
	}
	return vk.Upload(&c.Recorder, b.block).At(28)
}

// betweenTable binds its table, or a stand-in.
func (c *Commands) betweenTable(w *world, b between) vk.Bound {
	return c.table(29, w, b.aerial)
}
