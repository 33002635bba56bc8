package passes

import (
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/scene/half"
	"scenerender/vk"
)

// skyPush mirrors Sky in spirv/include/sky.glsl.
type skyPush struct {
	Zenith, Horizon, Ground, Map, Night mgl32.Vec4
}

// pushOfSky describes a sky whose luminance is multiplied by factor. Lod is the panorama's level, and
// height that of a viewer in the world.
func pushOfSky(s *scene.Sky, factor, lod, height float32) skyPush {
	p := skyPush{Zenith: s.Color.Mul(factor).Vec4(0)}
	switch s.Kind {
	case scene.SkyGradient:
		p.Zenith, p.Horizon, p.Ground = s.Zenith.Mul(factor).Vec4(0), s.Horizon.Mul(factor).Vec4(0), s.Ground.Mul(factor).Vec4(0)
	case scene.SkyHDRI:
		sin, cos := math.Sincos(float64(s.Rotation))
		p.Map = mgl32.Vec4{float32(cos), float32(sin), s.Scale * factor, lod}
	case scene.SkyAtmosphere:
		above, a, b := s.Air.Height(height), &s.Lights[0], &s.Lights[1]
		p.Zenith = a.Outside.Mul(factor).Vec4(float32(scene.HorizonElevation(above)))
		p.Horizon = a.Towards.Vec4(s.Air.Anisotropy)
		p.Ground = b.Outside.Mul(factor).Vec4(0)
		p.Map = b.Towards.Vec4(float32(above))
	}
	return p
}

// glow adds that of a night which has a luminance at the zenith.
func (p *skyPush) glow(zenith scene.Nit, factor float32) {
	p.Night = scene.NightColor.Mul(float32(zenith) * factor).Vec4(scene.NightGround)
}

// disc adds that of a picture's sun.
func (p *skyPush) disc(d scene.SunDisc, factor float32) {
	p.Zenith, p.Horizon = d.Radiance.Mul(factor).Vec4(0), d.Towards.Vec4(d.Radius)
}

// skyConstants are those of sky.glsl.
func (w *world) skyConstants() []vk.Constant {
	return []vk.Constant{{ID: 0, Value: uint32(w.scene.Sky.Kind)}, switched(1, w.glows)}
}

// skyPass writes what a camera sees behind everything.
type skyPass struct {
	program      *program
	frame        *frame
	depth, color graph.Image
	tiles        tileList
	air          airImages
	record       func(*Commands)
}

func newSkyPass(p *programs, w *world) *skyPass {
	s := &skyPass{program: p.compute("sky.comp", w.skyConstants()...)}
	s.record = s.draw
	return s
}

// add declares the pass; it fills the pixels of color where depth is 0.
func (p *skyPass) add(f *frame, depth, color graph.Image, tiles tileList, air airImages) graph.Image {
	pass := f.graph.AddPass("sky")
	pass.Read(depth, vk.SampledCompute)
	tiles.read(pass)
	for _, table := range [2]int{airTransmittance, airSky} {
		if !air[table].IsZero() {
			pass.Read(air[table], vk.SampledCompute)
		}
	}
	p.frame, p.depth, p.tiles, p.air = f, depth, tiles, air
	p.color = pass.Write(color, vk.StorageWriteCompute)
	pass.Record(p.record)
	return p.color
}

func (p *skyPass) draw(c *Commands) {
	f := p.frame
	c.bind(p.program)
	c.set(p.program, 0, c.block.At(0))
	factor := f.exposure
	if f.request.Output != OutputColor {
		factor = 0 // nothing that light could reach
	}
	push := pushOfSky(&f.light.Sky, factor, 0, f.still.Position[1])
	if f.light.Sky.Kind == scene.SkyAtmosphere {
		push.Ground[3] = discRadius(&f.light.Sun)
	}
	push.glow(f.light.Night.Backdrop(), factor)
	if f.light.Sky.Kind == scene.SkyHDRI {
		push.disc(f.light.SunDisc(pixelAngle(f.still)), factor)
	}
	vk.Push(&c.Recorder, &push)
	for band := range p.tiles.plan.bands {
		c.set(p.program, 1, c.panorama(f.world, p.air[airSky]), c.table(3, f.world, p.air[airTransmittance]), c.texel(1, p.depth), vk.Bound{Binding: 2, View: c.View(p.color)}, p.tiles.bound(c, band))
		p.tiles.dispatch(c, band)
	}
}

// discRadius is that of a sun's disc, as an angle.
func discRadius(s *scene.Sun) float32 {
	if s.Diameter > 0 {
		return s.Diameter / 2
	}
	return scene.SunDiameter / 2
}

// panorama binds the sky's picture, the table of an atmosphere, or a stand-in that the shader does not read.
func (c *Commands) panorama(w *world, table graph.Image) vk.Bound {
	if w.panorama == nil {
		return c.table(0, w, table)
	}
	return vk.Bound{Binding: 0, View: w.panorama.View(), Sampler: c.executor.samplers.around}
}

// table binds a table for filtered reading, or a stand-in where there is none.
func (c *Commands) table(binding int, w *world, table graph.Image) vk.Bound {
	b := vk.Bound{Binding: binding, View: w.fallback.white.View(), Sampler: c.executor.samplers.smooth}
	if !table.IsZero() {
		b.View = c.View(table)
	}
	return b
}

// uploadPanorama copies an equirectangular picture to the device as half floats, with mipmaps.
func uploadPanorama(dev *vk.Device, up *vk.Uploader, p *scene.Panorama) (*vk.Image, error) {
	img, err := dev.NewImage(vk.ImageDesc{Name: "sky.panorama", Width: p.Width, Height: p.Height,
		Mips: bits.Len(uint(max(p.Width, p.Height))), Format: vk.RGBA16F,
		Uses: vk.Uses(vk.SampledCompute, vk.TransferRead, vk.TransferWrite)})
	if err != nil {
		return nil, err
	}
	texels := make([]uint16, 4*p.Width*p.Height)
	one := half.FromFloat32(1)
	for i, j := 0, 0; i < len(p.Pix); i, j = i+3, j+4 {
		for k := range 3 {
			texels[j+k] = half.FromFloat32(min(p.Pix[i+k], halfMax))
		}
		texels[j+3] = one
	}
	up.Image(img, 0, 0, vk.Bytes(texels))
	up.GenerateMips(img)
	return img, nil
}

const halfMax = 65504 // the largest half float
