package passes

import (
	"cmp"

	"scenerender/passes/graph"
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
// looking at already. The values are those of spirv/tone.comp.
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

// tonePass turns light into the numbers of a file.
type tonePass struct {
	program *program
	depth   depth
	most    int // bytes that one dispatch writes; 0: what the device allows
	frame   *frame
	picture graph.Image
	pixels  graph.Buffer
	record  func(*Commands)
}

func newTonePass(p *programs, c curve, d depth) *tonePass {
	t := &tonePass{program: p.compute("tone.comp", vk.Constant{ID: 0, Value: uint32(c)}, vk.Constant{ID: 1, Value: uint32(d)}), depth: d}
	t.record = t.draw
	return t
}

// tonePush mirrors Push in spirv/tone.comp.
type tonePush struct {
	Width, Height uint32  // of a band of rows
	First         uint32  // its first row
	Scale         float32 // turns the sum of samples into the picture's units
	AlphaScale    float32
}

// add declares the pass. Picture is a frame, or the sum of all samples.
func (p *tonePass) add(f *frame, picture graph.Image) graph.Buffer {
	pixels := f.graph.CreateBuffer("tone.pixels", graph.BufferDesc{Size: f.width * f.height * p.depth.bytes()})
	pass := f.graph.AddPass("tone")
	pass.Read(picture, vk.SampledCompute)
	p.frame, p.picture = f, picture
	p.pixels = pass.WriteBufferDiscard(pixels, vk.StorageWriteCompute)
	pass.Record(p.record)
	return p.pixels
}

func (p *tonePass) draw(c *Commands) {
	f := p.frame
	mean := 1 / float32(f.samples)
	push := tonePush{Width: uint32(f.width), Scale: mean, AlphaScale: mean}
	if f.request.Linear && f.request.Output == OutputColor {
		push.Scale /= f.exposure
	}
	c.bind(p.program)
	// A shader may see no more than a part of a large picture's buffer at once.
	row := f.width * p.depth.bytes()
	rows := bandRows(row, cmp.Or(p.most, c.executor.dev.Limits().MaxStorageRange))
	for first := 0; first < f.height; first += rows {
		n := min(rows, f.height-first)
		c.set(p.program, 1, c.texel(0, p.picture), vk.Bound{Binding: 1, Buffer: c.Buffer(p.pixels), Offset: first * row, Size: n * row})
		push.First, push.Height = uint32(first), uint32(n)
		vk.Push(&c.Recorder, &push)
		c.DispatchThreads(f.width, n, 1)
	}
}

// bandRows is how many rows of a number of bytes are written at once. Every band begins at a multiple of
// 256 bytes, the strictest alignment that a device may ask for.
func bandRows(row, most int) int {
	const align = 64 // rows of at least four bytes
	return max(align, most/row/align*align)
}
