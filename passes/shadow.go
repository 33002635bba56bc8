package passes

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// ShadowMapSize is how many texels a side of a cascade's map has.
const ShadowMapSize = 2048

const (
	shadowSize   = ShadowMapSize
	shadowFilter = 2 // texels that the filter of shadow.glsl reaches
	maxCascades  = scene.MaxCascades
)

// shadowPass draws the sun's cascades. They depend on neither the sub-pixel jitter nor the
// picture's size, so the maps are kept and drawn again only when the cascades change, when casters
// that are drawn in part have another dither, or when casters with levels are seen from elsewhere. Of
// crowds they hold only what shades points that the camera sees (scene.Receivers), and are drawn
// for each view.
type shadowPass struct {
	programs map[variant]*program
	dithered bool // some casters may be drawn in part
	varies   bool // which casters are drawn depends on where the camera is
	maps     owned
	layers   []vk.View
	held     []scene.Cascade      // what the maps hold
	rotation scene.DitherRotation // and with which dither
	seen     levelChoice          // and, if it varies, with which levels
	view     scene.View           // and, of a crowd, for what it sees
	pushed   []shadowPush         // one; apart, since C must see no Go pointers beside it
	frame    *frame
	drawn    drawn
	record   func(*Commands)
}

// shadowPush mirrors Push in spirv/shadow.vert and shadow_mask.vert.
type shadowPush struct {
	ClipFromWorld mgl32.Mat4
	First         uint32 // slot
	Pad0          [3]uint32
	Rotation      scene.DitherRotation
}

// newShadowPass returns nil where nothing casts or the sun casts no shadows.
func newShadowPass(p *programs, w *world) *shadowPass {
	if !w.sunCasts() {
		return nil
	}
	s := &shadowPass{programs: casterPrograms(p, w, "shadow"), maps: owned{name: "shadow.maps"}, pushed: make([]shadowPush, 1)}
	s.record = s.draw
	for _, b := range w.draws.casters {
		s.dithered = s.dithered || b.faded
	}
	for i := range w.population.prototypes {
		t := &w.population.prototypes[i]
		s.varies = s.varies || !t.model || t.fade != nil
	}
	return s
}

// sunCasts says whether things may cast shadows of the sun, or the moon.
func (w *world) sunCasts() bool {
	return len(w.draws.casters) > 0 && w.lit(func(l *scene.Lighting) bool { return l.Light.Casts() })
}

// casterPrograms are the pipelines that draw a world's casters into depth: with stem.vert, or stem_mask.vert where a mask or
// a fade leaves pixels out.
func casterPrograms(p *programs, w *world, stem string) map[variant]*program {
	out := map[variant]*program{}
	constants := w.drawConstants()
	for _, b := range w.draws.casters {
		d := vk.GraphicsDesc{Buffers: vertexStreams, Depth: vk.D32F, DepthTest: true, DepthWrite: true, Constants: slices.Clip(constants)}
		switch {
		case out[b.variant] != nil:
		case b.masked || b.faded:
			d.Constants = append(d.Constants, switched(constantMasked, b.masked), switched(constantFaded, b.faded))
			out[b.variant] = p.graphics(stem+"_mask.vert", "shadow_mask.frag", d)
		default:
			d.Buffers = vertexStreams[:1]
			out[b.variant] = p.graphics(stem+".vert", "", d)
		}
	}
	return out
}

// plan chooses the cascades of a frame's view.
func (s *shadowPass) plan(f *frame) []scene.Cascade {
	if s == nil || !f.light.Light.Casts() {
		return nil
	}
	return scene.PlanCascades(f.still, f.light.Light, f.world.bounds, shadowSize, maxCascades)
}

// prepare makes room for the maps of a frame.
func (s *shadowPass) prepare(dev *vk.Device, f *frame) error {
	cascades := f.cascades
	if len(cascades) == 0 || s.maps.image != nil && s.maps.image.Desc().Layers >= len(cascades) {
		return nil
	}
	s.destroy()
	img, err := dev.NewImage(vk.ImageDesc{Name: s.maps.name, Kind: vk.ImageArray, Width: shadowSize, Height: shadowSize,
		Layers: len(cascades), Format: vk.D32F, Uses: vk.Uses(vk.DepthWrite, vk.SampledCompute, vk.SampledFragment)})
	if err != nil {
		return err
	}
	s.maps.image = img
	for layer := range len(cascades) {
		v, err := img.Sub(vk.ViewDesc{Kind: vk.Image2D, BaseLayer: layer, Layers: 1, Mips: 1})
		if err != nil {
			s.destroy()
			return err
		}
		s.layers = append(s.layers, v)
	}
	return nil
}

// add declares the pass where the maps do not hold the frame's cascades yet. The result is no
// image where the scene has no shadows.
func (s *shadowPass) add(f *frame, d drawn) graph.Image {
	if s == nil || len(f.cascades) == 0 {
		return graph.Image{}
	}
	maps := f.exec.importImage(&s.maps)
	var seen levelChoice
	if s.varies {
		seen = f.levels
	}
	var view scene.View
	if f.world.seenCasters() {
		view = f.still
	}
	if slices.Equal(s.held, f.cascades) && s.seen == seen && s.view == view && (!s.dithered || s.rotation == f.rotation) {
		return maps
	}
	s.held, s.seen, s.view, s.rotation = append(s.held[:0], f.cascades...), seen, view, f.rotation
	pass := f.graph.AddPass("shadow")
	d.read(pass)
	maps = pass.WriteDiscard(maps, vk.DepthWrite)
	s.frame, s.drawn = f, d
	pass.Record(s.record)
	return maps
}

// choose is the pipeline of a batch.
func (s *shadowPass) choose(b *batch) *program { return s.programs[b.variant] }

func (s *shadowPass) push(c *Commands, first int) {
	s.pushed[0].First, s.pushed[0].Rotation = uint32(first), s.frame.rotation
	c.Push(vk.Bytes(s.pushed))
}

func (s *shadowPass) draw(c *Commands) {
	f := s.frame
	for i := range f.cascades {
		c.colors = c.colors[:0]
		c.attach(vk.Attachment{View: s.layers[i], Clear: true})
		s.pushed[0].ClipFromWorld = f.cascades[i].ClipFromWorld
		c.drawBatches(f, f.world.draws.casters, 1+i, s.drawn, s)
		c.EndRendering()
	}
}

// forget makes the next frame draw the maps.
func (s *shadowPass) forget() {
	if s != nil {
		s.held = s.held[:0]
	}
}

func (s *shadowPass) destroy() {
	if s == nil {
		return
	}
	s.maps.destroy()
	s.layers, s.held = nil, nil
}
