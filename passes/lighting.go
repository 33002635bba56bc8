package passes

import (
	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// Specialisation constants, by the constant_id that shaders give them.
const (
	constantTextured   = 0
	constantMasked     = 1
	constantRaw        = 2
	constantSun        = 3
	constantLamps      = 4
	constantLightView  = 5
	constantSharedUV   = 6
	constantFaded      = 7
	constantMovedParts = 8
	constantMotion     = 9
	constantSoftSun    = 10
	constantLit        = 11
	constantEmits      = 12
	constantSpelled    = 13
	constantClustered  = 20
	constantLampShadow = 21
	constantLampSoft   = 22
	constantAreaLights = 24
	constantProfiles   = 25
)

// lightingPass lights what the geometry pass left, in compute.
type lightingPass struct {
	program *program
	frame   *frame
	gbuffer gbuffer
	in      lightInputs
	tiles   tileList
	color   graph.Image
	record  func(*Commands)
}

// What lighting shows, LIGHT_VIEW in spirv/lighting.comp.
const (
	viewLight  = 0
	viewShadow = 1 // the sun's visibility
	viewHeat   = 2 // how many lamps there are, as colours
	viewLamps  = 3 // the number
)

func (q *Request) lightView() uint32 {
	switch {
	case q.Output == OutputShadow:
		return viewShadow
	case q.Output == OutputLamps && q.Float:
		return viewLamps
	case q.Output == OutputLamps:
		return viewHeat
	}
	return viewLight
}

// newLightingPass compiles for the lights that the scene has and what a request shows of them.
func newLightingPass(p *programs, w *world, q *Request) *lightingPass {
	l := &lightingPass{program: p.compute("lighting.comp", append(w.lightConstants(), switched(constantEmits, w.emits()),
		vk.Constant{ID: constantLightView, Value: q.lightView()})...)}
	l.record = l.draw
	return l
}

// lightConstants say which kinds of light there are.
func (w *world) lightConstants() []vk.Constant {
	sun := w.lit(func(l *scene.Lighting) bool { return l.Light.Shines() })
	soft := w.lit(func(l *scene.Lighting) bool { return l.Light.Casts() && l.Light.Spread() > 0 })
	return []vk.Constant{switched(constantSun, sun), switched(constantSoftSun, soft), switched(constantLamps, len(w.lamps) > 0),
		switched(constantClustered, w.clustered > 0), switched(constantLampShadow, len(w.shadowLamps) > 0), switched(constantLampSoft, w.softLamps),
		switched(constantAreaLights, areaLights(w.lamps)), switched(constantProfiles, len(w.profiles) > 0)}
}

// add declares the pass. The result holds exposed light where geometry is, and nothing elsewhere:
// the sky comes after.
func (p *lightingPass) add(f *frame, gb gbuffer, tiles tileList, in lightInputs) graph.Image {
	color := f.graph.CreateImage("lighting.color", graph.ImageDesc{Width: f.width, Height: f.height, Format: int(vk.RGBA16F)})
	pass := f.graph.AddPass("lighting")
	for _, img := range []graph.Image{gb.depth, gb.normal, gb.diffuse, gb.specular, gb.emissive} {
		if !img.IsZero() {
			pass.Read(img, vk.SampledCompute)
		}
	}
	tiles.read(pass)
	in.read(pass, vk.SampledCompute)
	p.frame, p.gbuffer, p.tiles, p.in = f, gb, tiles, in
	p.color = pass.Write(color, vk.StorageWriteCompute)
	pass.Record(p.record)
	return p.color
}

func (p *lightingPass) draw(c *Commands) {
	gb := &p.gbuffer
	c.bind(p.program)
	c.litSet(p.frame, p.program, drawn{}, p.in)
	emissive := gb.emissive
	if emissive.IsZero() {
		emissive = gb.diffuse // a stand-in
	}
	for band := range p.tiles.plan.bands {
		c.set(p.program, 1,
			c.texel(0, gb.depth), c.texel(1, gb.normal), c.texel(2, gb.diffuse), c.texel(3, gb.specular), c.texel(4, emissive),
			vk.Bound{Binding: 5, View: c.View(p.color)}, p.tiles.bound(c, band))
		p.tiles.dispatch(c, band)
	}
}

// lightInputs are what every lit pass reads; those that a scene lacks are zero.
type lightInputs struct {
	shadow   graph.Image  // the sun's maps
	sky      graph.Image  // the reflected sky
	clusters graph.Buffer // lists of lamps
	lamps    lampMaps
	between  between // for what is drawn over what already has its air and fog
}

func (in lightInputs) read(pass graph.Pass[*Commands], use vk.Use) {
	if !in.shadow.IsZero() {
		pass.Read(in.shadow, use)
	}
	if !in.sky.IsZero() {
		pass.Read(in.sky, use)
	}
	if !in.between.aerial.IsZero() {
		pass.Read(in.between.aerial, use)
	}
	buffers := vk.StorageReadCompute
	if use == vk.SampledFragment {
		buffers = vk.StorageReadFragment
	}
	if !in.clusters.IsZero() {
		pass.ReadBuffer(in.clusters, buffers)
	}
	if !in.lamps.atlas.IsZero() {
		pass.Read(in.lamps.atlas, use)
		pass.ReadBuffer(in.lamps.faces, buffers)
	}
}
