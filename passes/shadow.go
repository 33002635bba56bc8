package passes

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

const (
	shadowSize   = 2048 // texels of a cascade's side
	shadowFilter = 2    // texels that the filter of shadow.glsl reaches
	maxCascades  = scene.MaxCascades
)

// shadowPass draws the sun's cascades. They depend on neither the sub-pixel jitter nor the
// picture's size, so the maps are kept and drawn again only when the cascades change.
type shadowPass struct {
	solid, masked *program
	maps          owned
	layers        []vk.View
	drawn         []scene.Cascade // what the maps hold
	push          []shadowPush    // one; apart, since C must see no Go pointers beside it
	frame         *frame
	record        func(*Commands)
}

// shadowPush mirrors Push in spirv/shadow.vert and shadow_mask.vert.
type shadowPush struct{ ClipFromWorld mgl32.Mat4 }

// newShadowPass returns nil where nothing casts or the sun casts no shadows.
func newShadowPass(p *programs, w *world) *shadowPass {
	if w.scene.Sun == nil || !w.scene.Sun.Shadows || len(w.draws.casters) == 0 {
		return nil
	}
	s := &shadowPass{maps: owned{name: "shadow.maps"}, push: make([]shadowPush, 1)}
	s.record = s.draw
	desc := vk.GraphicsDesc{Buffers: vertexStreams, Depth: vk.D32F, DepthTest: true, DepthWrite: true}
	for _, b := range w.draws.casters {
		if b.masked && s.masked == nil {
			d := desc
			d.Constants = w.textureConstants()
			s.masked = p.graphics("shadow_mask.vert", "shadow_mask.frag", d)
		} else if !b.masked && s.solid == nil {
			d := desc
			d.Buffers = vertexStreams[:1]
			s.solid = p.graphics("shadow.vert", "", d)
		}
	}
	return s
}

// plan chooses the cascades of a view.
func (s *shadowPass) plan(w *world, view scene.View) []scene.Cascade {
	if s == nil {
		return nil
	}
	return scene.PlanCascades(view, *w.scene.Sun, w.bounds, shadowSize, maxCascades)
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
			return err
		}
		s.layers = append(s.layers, v)
	}
	return nil
}

// add declares the pass where the maps do not hold the frame's cascades yet. The result is no
// image where the scene has no shadows.
func (s *shadowPass) add(f *frame) graph.Image {
	if s == nil || len(f.cascades) == 0 {
		return graph.Image{}
	}
	maps := f.exec.importImage(&s.maps)
	if slices.Equal(s.drawn, f.cascades) {
		return maps
	}
	s.drawn = append(s.drawn[:0], f.cascades...)
	pass := f.graph.AddPass("shadow")
	maps = pass.WriteDiscard(maps, vk.DepthWrite)
	s.frame = f
	pass.Record(s.record)
	return maps
}

// choose is the pipeline of a batch.
func (s *shadowPass) choose(b *batch) *program {
	if b.masked {
		return s.masked
	}
	return s.solid
}

func (s *shadowPass) draw(c *Commands) {
	f := s.frame
	for i := range f.cascades {
		c.attach(vk.Attachment{View: s.layers[i], Clear: true})
		s.push[0].ClipFromWorld = f.cascades[i].ClipFromWorld
		c.drawBatches(f, f.world.draws.casters, s, vk.Bytes(s.push))
		c.EndRendering()
	}
}

// forget makes the next frame draw the maps.
func (s *shadowPass) forget() {
	if s != nil {
		s.drawn = nil
	}
}

func (s *shadowPass) destroy() {
	if s == nil {
		return
	}
	s.maps.backing.destroy()
	s.maps.state, s.layers, s.drawn = nil, nil, nil
}
