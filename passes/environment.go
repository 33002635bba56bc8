package passes

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

const (
	skyCubeSize = 128 // texels of a face's side
	skyLevels   = 6   // of the blurred sky: perceptual roughness minRoughness to 1 in equal steps
	skySamples  = 64  // of the lobe, per texel of the first blurred level; twice as many in each next
	skyCubeMips = 8   // of the sharp cube, which the filter reads
)

// environmentPass prepares what the sky reflects: a cube map blurred for each roughness. Kept
// until the lighting is another. A one-coloured sky needs none.
type environmentPass struct {
	fill, filter *program
	blurred      owned
	levels       []vk.View // of blurred, as arrays of faces
	made         bool
	held         scene.Lighting // what it was made of
}

func newEnvironmentPass(p *programs, w *world) *environmentPass {
	if w.evenSky() {
		return nil
	}
	return &environmentPass{
		fill:    p.compute("sky_cube.comp", w.skyConstants()...),
		filter:  p.compute("sky_filter.comp"),
		blurred: owned{name: "environment.reflected"},
	}
}

// prepare makes the cube that is kept.
func (e *environmentPass) prepare(dev *vk.Device) error {
	if e == nil || e.blurred.image != nil {
		return nil
	}
	img, err := dev.NewImage(vk.ImageDesc{Name: e.blurred.name, Kind: vk.ImageCube, Width: skyCubeSize, Height: skyCubeSize,
		Mips: skyLevels, Format: vk.RGBA16F, Uses: vk.Uses(vk.StorageWriteCompute, vk.SampledCompute, vk.SampledFragment)})
	if err != nil {
		return err
	}
	e.blurred.image, e.levels = img, e.levels[:0]
	for level := range skyLevels {
		v, err := img.Sub(vk.ViewDesc{Kind: vk.ImageArray, BaseMip: level, Mips: 1, Layers: 6})
		if err != nil {
			e.destroy()
			return err
		}
		e.levels = append(e.levels, v)
	}
	return nil
}

// add declares what is still to be done and returns the blurred cube, or no image.
func (e *environmentPass) add(f *frame, atmosphere *atmospherePass, air airImages) graph.Image {
	if e == nil {
		return graph.Image{}
	}
	blurred := f.exec.importImage(&e.blurred)
	if e.made && e.held == f.light {
		return blurred
	}
	e.made, e.held = true, f.light
	cube := f.graph.CreateImage("environment.cube", graph.ImageDesc{Width: skyCubeSize, Height: skyCubeSize,
		Layers: 6, Mips: skyCubeMips, Format: int(vk.RGBA16F), Flags: imageFlagCube})
	var view graph.Image // of an atmosphere
	if atmosphere != nil {
		view = atmosphere.addView(f, air)
	}
	cube = e.addFill(f, cube, view)
	return e.addFilter(f, cube, blurred)
}

// addFill draws the sky into every mip of the sharp cube.
func (e *environmentPass) addFill(f *frame, cube, view graph.Image) graph.Image {
	pass := f.graph.AddPass("environment.fill")
	if !view.IsZero() {
		pass.Read(view, vk.SampledCompute)
	}
	cube = pass.WriteDiscard(cube, vk.StorageWriteCompute)
	pass.Record(func(c *Commands) {
		c.bind(e.fill)
		sky := f.light.Sky
		sky.Rotation = 0 // readers turn their directions instead
		for mip := range skyCubeMips {
			faces, err := c.Image(cube).Sub(vk.ViewDesc{Kind: vk.ImageArray, BaseMip: mip, Mips: 1, Layers: 6})
			if err != nil {
				panic(err)
			}
			size := skyCubeSize >> mip
			c.set(e.fill, 1, c.panorama(f.world, view), vk.Bound{Binding: 1, View: faces})
			factor := environmentScale(&f.light)
			push := pushOfSky(&sky, factor, panoramaLevel(f.world, size), 0)
			push.glow(f.light.Night.Glow, factor)
			vk.Push(&c.Recorder, &push)
			c.DispatchThreads(size, size, 6)
		}
	})
	return cube
}

// panoramaLevel is the mip of the panorama whose texels are as large as the samples of a cube of a
// size, of which there are two across a texel.
func panoramaLevel(w *world, size int) float32 {
	if w.panorama == nil {
		return 0
	}
	return float32(max(0, math.Log2(float64(w.panorama.Desc().Width)/float64(2*4*size))))
}

// addFilter blurs the sharp cube into every level of the kept one.
func (e *environmentPass) addFilter(f *frame, cube, blurred graph.Image) graph.Image {
	pass := f.graph.AddPass("environment.filter")
	pass.Read(cube, vk.SampledCompute)
	blurred = pass.WriteDiscard(blurred, vk.StorageWriteCompute)
	pass.Record(func(c *Commands) {
		c.bind(e.filter)
		for level := range skyLevels {
			roughness := minRoughness + (1-minRoughness)*float32(level)/(skyLevels-1)
			push := filterPush{Alpha: roughness * roughness, Samples: 1} // level 0 is a copy
			if level > 0 {
				push.Samples = skySamples << (level - 1)
			}
			c.set(e.filter, 1, vk.Bound{Binding: 0, View: c.View(cube), Sampler: c.executor.samplers.smooth},
				vk.Bound{Binding: 1, View: e.levels[level]})
			vk.Push(&c.Recorder, &push)
			size := skyCubeSize >> level
			c.DispatchThreads(size, size, 6)
		}
	})
	return blurred
}

// filterPush mirrors Push in spirv/sky_filter.comp.
type filterPush struct {
	Alpha   float32
	Samples uint32
}

const minRoughness = 0.045 // MIN_ROUGHNESS of brdf.glsl

// environmentScale brings a sky's luminance into the range of half floats: the cube holds
// luminance times this. A picture's texels are taken as they are. A sky that is darker than a number
// whose inverse is finite is black.
func environmentScale(l *scene.Lighting) float32 {
	const least = 1e-30
	peak := l.Sky.Peak()
	if l.Sky.Kind != scene.SkyHDRI {
		peak = max(peak, float32(l.Night.Glow)*glowPeak)
	}
	if peak < least {
		return 0
	}
	return 1 / peak
}

// glowPeak is more than any channel of a night's glow has, per luminance at the zenith.
const glowPeak = 8

// evenSky says whether the sky is the same all around, and no cube is needed.
func (w *world) evenSky() bool { return w.scene.Sky.Kind == scene.SkyColor && !w.glows }

// skyBlock fills the frame block's part about the sky.
func (b *frameBlock) skyBlock(w *world, l *scene.Lighting, irradiance *scene.IrradianceSH, exposure float32) {
	s := &l.Sky
	for i, c := range irradiance {
		b.SkySh[i] = c.Mul(exposure).Vec4(0)
	}
	if w.evenSky() {
		b.SkyFlat = s.Color.Mul(exposure).Vec4(0)
		return
	}
	b.SkyFlat[3] = 1
	sin, cos := math.Sincos(float64(s.Rotation))
	factor := float32(0)
	if scale := environmentScale(l); scale > 0 {
		factor = exposure / scale
	}
	b.SkyMap = mgl32.Vec4{float32(cos), float32(sin), factor, skyLevels - 1}
}

// forget makes the next frame draw the cube.
func (e *environmentPass) forget() {
	if e != nil {
		e.made = false
	}
}

func (e *environmentPass) destroy() {
	if e != nil {
		e.blurred.destroy()
	}
}
