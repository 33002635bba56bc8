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

// pushOfSky describes a sky whose luminance is multiplied by factor. Lod is the panorama's level.
func pushOfSky(s *scene.Sky, factor, lod float32) skyPush {
	p := skyPush{Zenith: s.Color.Mul(factor).Vec4(0)}
	switch s.Kind {
	case scene.SkyGradient:
		p.Zenith, p.Horizon, p.Ground = s.Zenith.Mul(factor).Vec4(0), s.Horizon.Mul(factor).Vec4(0), s.Ground.Mul(factor).Vec4(0)
	case scene.SkyHDRI:
		sin, cos := math.Sincos(float64(s.Rotation))
		p.Map = mgl32.Vec4{float32(cos), float32(sin), s.Scale * factor, lod}
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
	record       func(*Commands)
}

func newSkyPass(p *programs, w *world) *skyPass {
	s := &skyPass{program: p.compute("sky.comp", w.skyConstants()...)}
	s.record = s.draw
	return s
}

// add declares the pass; it fills the pixels of color where depth is 0.
func (p *skyPass) add(f *frame, depth, color graph.Image, tiles tileList) graph.Image {
	pass := f.graph.AddPass("sky")
	pass.Read(depth, vk.SampledCompute)
	tiles.read(pass)
	p.frame, p.depth, p.tiles = f, depth, tiles
	p.color = pass.Write(color, vk.StorageWriteCompute)
	pass.Record(p.record)
	return p.color
}

func (p *skyPass) draw(c *Commands) {
	f := p.frame
	c.bind(p.program)
	c.set(p.program, 0, c.block.At(0))
	factor := f.exposure
	if f.request.Output == OutputShadow {
		factor = 0 // nothing that the sun could reach
	}
	push := pushOfSky(&f.light.Sky, factor, 0)
	push.glow(f.light.Night.Backdrop(), factor)
	if f.light.Sky.Kind == scene.SkyHDRI {
		push.disc(f.light.SunDisc(pixelAngle(f.still)), factor)
	}
	vk.Push(&c.Recorder, &push)
	for band := range p.tiles.plan.bands {
		c.set(p.program, 1, c.panorama(f.world), c.texel(1, p.depth), vk.Bound{Binding: 2, View: c.View(p.color)}, p.tiles.bound(c, band))
		p.tiles.dispatch(c, band)
	}
}

// panorama binds the sky's picture, or a stand-in that the shader does not read.
func (c *Commands) panorama(w *world) vk.Bound {
	img := w.panorama
	if img == nil {
		img = w.fallback.white
	}
	return vk.Bound{Binding: 0, View: img.View(), Sampler: c.executor.samplers.around}
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
