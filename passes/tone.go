package passes

import (
	"cmp"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// depth is the precision of a finished picture's numbers. The values are those of spirv/tone.comp.
type depth uint32

const (
	depth8     depth = iota // display values, one word a pixel
	depth16                 // display values, two words
	depthFloat              // light, four floats
)

// bytes a pixel.
func (d depth) bytes() int { return 4 << d }

// curve is scene.Tonemap, or one that leaves values as they are: what an AOV holds is made for
// looking at already. The values are those of spirv/include/display.glsl.
type curve uint32

const curveNothing curve = 5

// curve returns the tone curve of a request.
func (q *Request) curve() curve {
	if q.Output != OutputColor || q.Float {
		return curveNothing
	}
	return curve(q.Shot.Tonemap)
}

// depth returns the precision of a request.
func (q *Request) depth() depth {
	switch {
	case q.Float:
		return depthFloat
	case q.Deep:
		return depth16
	}
	return depth8
}

// tonePass turns light into the numbers of a file, or into display values for FXAA. What of scene.Post is
// done to each pixel by itself happens here too.
type tonePass struct {
	program *program
	depth   depth
	most    int // bytes that one dispatch writes; 0: what the device allows
	frame   *frame
	picture graph.Image
	glow    bloomed
	lines   graph.Image // of the local contrast; no image without it
	pixels  graph.Buffer
	shown   graph.Image
	record  func(*Commands)
}

func newTonePass(p *programs, key *kitKey) *tonePass {
	t := &tonePass{depth: key.depth}
	constants := []vk.Constant{{ID: 0, Value: uint32(key.curve)}, {ID: 1, Value: uint32(key.depth)}, switched(2, key.bloom),
		switched(3, key.vignette), switched(4, key.contrast), switched(5, key.white)}
	if key.fxaa {
		t.program = p.compute("tone_shown.comp", constants...)
		t.record = t.drawShown
	} else {
		t.program = p.compute("tone.comp", constants...)
		t.record = t.draw
	}
	return t
}

// tonePush mirrors Push in spirv/include/display.glsl.
type tonePush struct {
	White         [3]vec4 // columns
	Width, Height uint32  // of a band of rows
	First         uint32  // its first row
	Scale         float32 // turns the sum of samples into the picture's units
	AlphaScale    float32
	Bloom         float32
	Threshold     float32
	Own, Wide     float32
	Vignette      float32
	Lens          vec2
	Contrast      float32
	Block         float32
}

// add declares the pass. Picture is a frame, or the sum of all samples.
func (p *tonePass) add(f *frame, picture graph.Image, glow bloomed, lines graph.Image) graph.Buffer {
	pixels := f.graph.CreateBuffer("tone.pixels", graph.BufferDesc{Size: f.width * f.height * p.depth.bytes()})
	pass := p.declare(f, picture, glow, lines)
	p.pixels = pass.WriteBufferDiscard(pixels, vk.StorageWriteCompute)
	return p.pixels
}

// addShown declares the pass that writes display values.
func (p *tonePass) addShown(f *frame, picture graph.Image, glow bloomed, lines graph.Image) graph.Image {
	shown := f.graph.CreateImage("tone.shown", graph.ImageDesc{Width: f.width, Height: f.height, Format: int(vk.RGBA32F)})
	pass := p.declare(f, picture, glow, lines)
	p.shown = pass.WriteDiscard(shown, vk.StorageWriteCompute)
	return p.shown
}

func (p *tonePass) declare(f *frame, picture graph.Image, glow bloomed, lines graph.Image) graph.Pass[*Commands] {
	pass := f.graph.AddPass("tone")
	pass.Read(picture, vk.SampledCompute)
	for _, img := range []graph.Image{glow.image, lines} {
		if !img.IsZero() {
			pass.Read(img, vk.SampledCompute)
		}
	}
	p.frame, p.picture, p.glow, p.lines = f, picture, glow, lines
	pass.Record(p.record)
	return pass
}

// push describes the picture as a whole.
func (p *tonePass) push() tonePush {
	f := p.frame
	mean := 1 / float32(f.summed)
	push := tonePush{Width: uint32(f.width), Height: uint32(f.height), Scale: mean, AlphaScale: mean}
	if f.request.Linear && f.request.Output == OutputColor {
		push.Scale /= f.exposure
	}
	post := &f.request.Shot.Post
	push.Bloom, push.Threshold = post.Bloom.Strength, float32(post.Bloom.Threshold)*f.exposure
	push.Own, push.Wide = p.glow.own, p.glow.wide
	m := post.WhiteBalance.Matrix()
	push.White = [3]vec4{m.Col(0).Vec4(0), m.Col(1).Vec4(0), m.Col(2).Vec4(0)}
	if push.Vignette = post.Vignette; !f.still.Orthographic {
		push.Lens = vec2{f.still.HalfX, f.still.HalfY}
	}
	push.Contrast, push.Block = post.LocalContrast, float32(scene.PlanContrast(f.width, f.height).Block)
	return push
}

// images binds what the shader reads; the picture stands in for what there is none of.
func (p *tonePass) images(c *Commands, written vk.Bound) {
	glow, lines := p.picture, p.picture
	if !p.glow.image.IsZero() {
		glow = p.glow.image
	}
	if !p.lines.IsZero() {
		lines = p.lines
	}
	c.set(p.program, 1, c.texel(0, p.picture), written, c.smooth(2, glow), c.texel(3, lines))
}

func (p *tonePass) draw(c *Commands) {
	f := p.frame
	push := p.push()
	c.bind(p.program)
	c.bands(f.height, f.width*p.depth.bytes(), p.most, func(first, rows, offset, size int) {
		p.images(c, vk.Bound{Binding: 1, Buffer: c.Buffer(p.pixels), Offset: offset, Size: size})
		push.First, push.Height = uint32(first), uint32(rows)
		vk.Push(&c.Recorder, &push)
		c.DispatchThreads(f.width, rows, 1)
	})
}

func (p *tonePass) drawShown(c *Commands) {
	push := p.push()
	c.bind(p.program)
	p.images(c, vk.Bound{Binding: 1, View: c.View(p.shown)})
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(p.frame.width, p.frame.height, 1)
}

// bands calls draw for bands of rows, since a shader may see no more than a part of a large picture's buffer at
// once. Row is the bytes of one, most those of a dispatch, 0 for what the device allows.
func (c *Commands) bands(height, row, most int, draw func(first, rows, offset, size int)) {
	rows := bandRows(row, cmp.Or(most, c.executor.dev.Limits().MaxStorageRange))
	for first := 0; first < height; first += rows {
		n := min(rows, height-first)
		draw(first, n, first*row, n*row)
	}
}

// bandRows is how many rows of a number of bytes are written at once. Every band begins at a multiple of
// 256 bytes, the strictest alignment that a device may ask for.
func bandRows(row, most int) int {
	const align = 64 // rows of at least four bytes
	return max(align, most/row/align*align)
}
