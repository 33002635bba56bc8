package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// taaPass takes each frame into the mean of those before it (scene.TAAState). What it keeps is of the size of
// a picture, twice: the last frame's is read while the next one's is written.
type taaPass struct {
	programs      *programs
	still, moving *program // compiled when a picture first asks for it
	colors        [2]owned // means of the samples
	states        [2]owned // and the rest of the state
	turn          int      // which of the two was written last
	known         int      // frames that it holds the mean of
	view          scene.View
	exposure      float32 // of that frame
	frame         *frame
	color         graph.Image
	gbuffer       gbuffer
	last, next    taaImages
	block         taaBlock
	record        func(*Commands)
}

// taaImages are a frame's state.
type taaImages struct{ color, state graph.Image }

// taaBlock mirrors Taa in spirv/taa.comp.
type taaBlock struct {
	PreviousFromClip mgl32.Mat4
	ClipFromPrevious mgl32.Mat4
	Size             mgl32.Vec4
	Options          mgl32.Vec4
}

func newTAAPass(p *programs) *taaPass {
	t := &taaPass{programs: p}
	for i, n := range []string{"a", "b"} {
		t.colors[i].name, t.states[i].name = "taa.color."+n, "taa.state."+n
	}
	t.record = t.draw
	return t
}

// compile starts compiling what a kit needs.
func (p *taaPass) compile(k *kit) {
	switch {
	case !k.taa:
	case k.geometry.motion:
		p.moving = p.programs.compute("taa.comp", switched(0, true))
	default:
		p.still = p.programs.compute("taa.comp")
	}
}

// prepare makes room for a picture of a frame's size, which forgets what was there before.
func (p *taaPass) prepare(dev *vk.Device, f *frame) error {
	if !f.kit.taa {
		return nil
	}
	if img := p.colors[0].image; img != nil && img.Desc().Width == f.width && img.Desc().Height == f.height {
		return nil
	}
	p.destroy()
	uses := vk.Uses(vk.StorageWriteCompute, vk.SampledCompute)
	for i := range 2 {
		for _, x := range []struct {
			o      *owned
			format vk.Format
		}{{&p.colors[i], vk.RGBA16F}, {&p.states[i], vk.RG32U}} {
			img, err := dev.NewImage(vk.ImageDesc{Name: x.o.name, Width: f.width, Height: f.height, Format: x.format, Uses: uses})
			if err != nil {
				p.destroy()
				return err
			}
			x.o.image = img
		}
	}
	return nil
}

// add declares the pass and returns the mean; a picture that is smoothed otherwise stays as it is.
func (p *taaPass) add(f *frame, gb gbuffer, color graph.Image) graph.Image {
	if !f.kit.taa {
		return color
	}
	last, next := p.turn, 1-p.turn
	p.frame, p.gbuffer, p.color = f, gb, color
	p.describe(f)
	pass := f.graph.AddPass("taa")
	for _, img := range []graph.Image{color, gb.depth} {
		pass.Read(img, vk.SampledCompute)
	}
	if !gb.motion.IsZero() {
		pass.Read(gb.motion, vk.SampledCompute)
	}
	p.last = taaImages{color, gb.normal} // stand-ins that are not read
	if p.known > 0 {
		p.last = taaImages{f.exec.importImage(&p.colors[last]), f.exec.importImage(&p.states[last])}
		pass.Read(p.last.color, vk.SampledCompute)
	}
	pass.Read(p.last.state, vk.SampledCompute)
	p.next = taaImages{
		pass.WriteDiscard(f.exec.importImage(&p.colors[next]), vk.StorageWriteCompute),
		pass.WriteDiscard(f.exec.importImage(&p.states[next]), vk.StorageWriteCompute),
	}
	pass.Record(p.record)
	f.graph.Output(p.next.color, nil)
	f.graph.Output(p.next.state, nil)
	p.turn, p.known, p.view, p.exposure = next, p.known%(1<<20)+1, f.still, f.exposure
	return p.next.color
}

// describe fills the block for a frame, from the view before it.
func (p *taaPass) describe(f *frame) {
	before := p.view
	if p.known == 0 {
		before, p.exposure = f.still, f.exposure
	}
	p.block = taaBlock{
		PreviousFromClip: before.ClipFromClip(&f.view),
		ClipFromPrevious: f.still.ClipFromClip(&before),
		Size:             vec4{float32(f.width), float32(f.height), 1 / float32(f.width), 1 / float32(f.height)},
		Options:          vec4{f.view.Jitter[0], f.view.Jitter[1], f.exposure / p.exposure, float32(p.known)},
	}
}

func (p *taaPass) draw(c *Commands) {
	program := p.still
	if p.frame.kit.geometry.motion {
		program = p.moving
	}
	block := vk.Upload(&c.Recorder, &p.block)
	motion := p.color // a stand-in
	if !p.gbuffer.motion.IsZero() {
		motion = p.gbuffer.motion
	}
	c.bind(program)
	c.set(program, 1, c.texel(0, p.color), c.texel(1, p.gbuffer.depth), c.texel(2, motion), c.smooth(3, p.last.color), c.texel(4, p.last.state),
		vk.Bound{Binding: 5, View: c.View(p.next.color)}, vk.Bound{Binding: 6, View: c.View(p.next.state)}, block.At(7))
	c.DispatchThreads(p.frame.width, p.frame.height, 1)
}

// forget makes the next frame begin anew.
func (p *taaPass) forget() { p.known = 0 }

func (p *taaPass) destroy() {
	p.known = 0
	for i := range 2 {
		for _, o := range []*owned{&p.colors[i], &p.states[i]} {
			o.destroy()
		}
	}
}
