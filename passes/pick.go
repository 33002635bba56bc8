package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// pickPass finds what is at a pixel of a picture in a window, without a wait: the answer comes with a later frame.
type pickPass struct {
	programs *programs
	program  *program // nil before there is a window
	host     hostRing
	pixel    [2]int // in the frame that is declared
	asked    [vk.FramesInFlight]picked
	depth    graph.Image
	out      graph.Buffer
	record   func(*Commands)
}

// picked is how a frame's depth is understood.
type picked struct {
	view          scene.View
	width, height int
	pixel         [2]int
}

// pickPush mirrors Push in spirv/pick.comp.
type pickPush struct{ Pixel [2]int32 }

func newPickPass(p *programs) *pickPass {
	k := &pickPass{programs: p, host: hostRing{name: "pick.depth"}}
	k.record = k.draw
	return k
}

// prepare makes the next frame look at a pixel.
func (p *pickPass) prepare(dev *vk.Device, pixel [2]int) error {
	if p.program == nil {
		p.program = p.programs.compute("pick.comp")
	}
	p.pixel = pixel
	return p.host.prepare(dev, 4)
}

// add declares the pass.
func (p *pickPass) add(f *frame, depth graph.Image) {
	if !f.shows {
		return
	}
	p.asked[p.host.turn] = picked{f.view, f.width, f.height, p.pixel}
	pass := f.graph.AddPass("pick")
	pass.Read(depth, vk.SampledCompute)
	p.depth, p.out = depth, pass.WriteBufferDiscard(f.exec.importBuffer(p.host.next()), vk.StorageWriteCompute)
	pass.Record(p.record)
	f.graph.OutputBuffer(p.out, vk.HostRead)
}

func (p *pickPass) draw(c *Commands) {
	c.bind(p.program)
	c.set(p.program, 1, c.texel(0, p.depth), vk.Bound{Binding: 1, Buffer: c.Buffer(p.out)})
	push := pickPush{[2]int32{int32(p.pixel[0]), int32(p.pixel[1])}}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(1, 1, 1)
}

// read returns what the frame found whose buffer is next, which is done.
func (p *pickPass) read() (mgl32.Vec3, bool) {
	if p.host.oldest() == (vk.Ticket{}) {
		return mgl32.Vec3{}, false
	}
	var depth [1]float32
	p.host.floats(depth[:])
	a := &p.asked[p.host.turn]
	return worldAt(&a.view, a.width, a.height, a.pixel, depth[0])
}

func (p *pickPass) destroy() { p.host.destroy() }
