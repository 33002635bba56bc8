package passes

import (
	"fmt"

	"scenerender/passes/graph"
	"scenerender/vk"
)

// Commands is what a pass records with: the frame's recorder, and the resources the pass declared.
type Commands struct {
	*vk.Frame
	executor *executor
	step     *graph.Step
	block    vk.Slice // the frame block, bound by sceneSet
	bounds   []vk.Bound
	colors   []vk.Attachment
	depth    vk.Attachment
}

// declared panics unless the pass that is recording declared the resource.
func (c *Commands) declared(index int) backing {
	if c.step.Find(index) == nil {
		panic(fmt.Sprintf("passes: pass %q records a resource it did not declare", c.step.Name))
	}
	return c.executor.backings[index]
}

// Image returns the image behind a handle that the pass declared.
func (c *Commands) Image(img graph.Image) *vk.Image { return c.declared(img.Index()).image }

// View returns the whole image behind a handle that the pass declared.
func (c *Commands) View(img graph.Image) vk.View { return c.Image(img).View() }

// Buffer returns the buffer behind a handle that the pass declared.
func (c *Commands) Buffer(buf graph.Buffer) *vk.Buffer { return c.declared(buf.Index()).buffer }

// copySlice copies a slice to the beginning of a buffer that the pass declared.
func copySlice[T any](c *Commands, to graph.Buffer, s []T) {
	if len(s) > 0 {
		part := vk.UploadSlice(&c.Recorder, s)
		c.CopyBuffer(part.Buffer, part.Offset, c.Buffer(to), 0, part.Size)
	}
}

// bind binds a pipeline; Renderer.begin has waited for it.
func (c *Commands) bind(p *program) { c.Frame.Bind(p.pipeline) }

// texel binds an image for texelFetch.
func (c *Commands) texel(binding int, img graph.Image) vk.Bound {
	return vk.Bound{Binding: binding, View: c.View(img), Sampler: c.executor.samplers.nearest}
}

// smooth binds an image whose texels are interpolated.
func (c *Commands) smooth(binding int, img graph.Image) vk.Bound {
	return vk.Bound{Binding: binding, View: c.View(img), Sampler: c.executor.samplers.smooth}
}

// set binds a transient descriptor set, leaving out what the compiled shader does not use.
func (c *Commands) set(p *program, set int, bound ...vk.Bound) {
	c.bounds = c.bounds[:0]
	for _, b := range bound {
		if p.sets[set]&(1<<b.Binding) != 0 {
			c.bounds = append(c.bounds, b)
		}
	}
	if len(c.bounds) > 0 {
		c.Frame.Set(set, c.bounds...)
	}
}

// sceneSet binds set 0 for passes that draw without lighting.
func (c *Commands) sceneSet(f *frame, p *program, d drawn) {
	c.litSet(f, p, d, lightInputs{})
}

// litSet binds set 0, the scene: the frame block, objects and which of them are drawn, materials,
// lights, and what lights are filtered through. Passes that draw no objects have no drawn.
func (c *Commands) litSet(f *frame, p *program, d drawn, in lightInputs) {
	w, s := f.world, &c.executor.samplers
	var list *vk.Buffer
	if p.sets[0]&(1<<8) != 0 {
		list = c.Buffer(d.list)
	}
	shadow, sky := c.shadowMaps(w, in.shadow), w.fallback.cube.View()
	if !in.sky.IsZero() {
		sky = c.View(in.sky)
	}
	clusters, faces, lamps := w.lights, w.lights, w.fallback.shadow.View() // stand-ins
	if !in.clusters.IsZero() {
		clusters = c.Buffer(in.clusters)
	}
	if !in.lamps.atlas.IsZero() {
		faces, lamps = c.Buffer(in.lamps.faces), c.View(in.lamps.atlas)
	}
	if !d.faces.IsZero() {
		faces = c.Buffer(d.faces)
	}
	ltc := w.fallback.white
	if w.ltc != nil {
		ltc = w.ltc
	}
	profiles, around := w.fallback.shadow, s.nearest
	if w.profile != nil {
		profiles, around = w.profile, s.around
	}
	c.set(p, 0,
		c.block.At(0),
		vk.Bound{Binding: 1, Buffer: w.objects},
		vk.Bound{Binding: 2, Buffer: w.materials},
		vk.Bound{Binding: 3, Buffer: w.lights},
		shadow,
		vk.Bound{Binding: 5, View: sky, Sampler: s.smooth},
		vk.Bound{Binding: 6, View: w.fallback.dfg.View(), Sampler: s.smooth},
		vk.Bound{Binding: 7, Buffer: w.slots},
		vk.Bound{Binding: 8, Buffer: list},
		vk.Bound{Binding: 9, Buffer: w.blueNoise},
		vk.Bound{Binding: 10, View: shadow.View, Sampler: s.nearest},
		vk.Bound{Binding: 20, Buffer: clusters},
		vk.Bound{Binding: 21, Buffer: faces},
		vk.Bound{Binding: 22, View: lamps, Sampler: s.shadow},
		vk.Bound{Binding: 23, View: lamps, Sampler: s.nearest},
		vk.Bound{Binding: 24, View: ltc.View(), Sampler: s.smooth},
		vk.Bound{Binding: 25, View: profiles.View(), Sampler: around},
		c.betweenBlock(in.between), c.betweenTable(w, in.between))
}

// shadowMaps binds the sun's maps, or a stand-in in which all is lit.
func (c *Commands) shadowMaps(w *world, maps graph.Image) vk.Bound {
	b := vk.Bound{Binding: 4, View: w.fallback.shadow.View(), Sampler: c.executor.samplers.shadow}
	if !maps.IsZero() {
		b.View = c.View(maps)
	}
	return b
}

// samplers are those that passes share; the device owns them.
type samplers struct {
	nearest *vk.Sampler // clamps; for texelFetch
	smooth  *vk.Sampler // clamps, linear, with mips
	around  *vk.Sampler // repeats sideways: panoramas
	shadow  *vk.Sampler // compares: lit where the map is not nearer to the sun
}

func newSamplers(dev *vk.Device) (s samplers, err error) {
	for _, x := range []struct {
		to   **vk.Sampler
		desc vk.SamplerDesc
	}{
		{&s.nearest, vk.SamplerDesc{U: vk.Clamp, V: vk.Clamp}},
		{&s.smooth, vk.SamplerDesc{Min: vk.Linear, Mag: vk.Linear, Mip: vk.Linear, U: vk.Clamp, V: vk.Clamp, MaxLod: 32}},
		{&s.around, vk.SamplerDesc{Min: vk.Linear, Mag: vk.Linear, Mip: vk.Linear, U: vk.Repeat, V: vk.Clamp, MaxLod: 32}},
		{&s.shadow, vk.SamplerDesc{Min: vk.Linear, Mag: vk.Linear, U: vk.BorderBlack, V: vk.BorderBlack, Compare: true}},
	} {
		if *x.to, err = dev.Sampler(x.desc); err != nil {
			return
		}
	}
	return
}
