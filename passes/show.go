package passes

import (
	"context"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// Shown says what came of a picture in a window, and what is known by then of those before it.
type Shown struct {
	EV100 scene.EV
	CPUMS float64 // planning and recording

	// Settling says that pictures to come of the same view differ, by more than smoothing: the exposure is on its way, or
	// shadow maps are out of date.
	Settling bool

	// The passes of frames that are known to be done since the last call: vk.FramesInFlight later than they were drawn.
	Passes []PassTime // good until the next call
	Timed  float64    // for how many pictures that is, each of which may be many frames; 0 where nothing is known

	// Where the pointer was in the picture vk.FramesInFlight before, in the world. Pointed is false where nothing stood
	// there, and before there is a picture.
	Point   mgl32.Vec3
	Pointed bool
}

// Show draws a picture into the image of a window that was acquired, scaled to its size, and has the window show it. It
// returns while the picture is being drawn, and waits for no frame but the one whose place it takes. Pointer is a pixel of
// the picture, to find what is there. An error of the device leaves the image without a picture.
func (r *Renderer) Show(ctx context.Context, q Request, window *vk.Swapchain, pointer [2]int) (Shown, error) {
	if err := r.check(&q); err != nil {
		return Shown{}, err
	}
	present, pick := r.passes.present, r.passes.pick
	present.window = window
	defer func() { present.window = nil }()
	if err := pick.prepare(r.dev, [2]int{min(max(pointer[0], 0), q.Shot.Width-1), min(max(pointer[1], 0), q.Shot.Height-1)}); err != nil {
		return Shown{}, err
	}
	var shown Shown
	if err := r.dev.Wait(pick.host.oldest()); err != nil {
		return Shown{}, err
	}
	shown.Point, shown.Pointed = pick.read()
	r.shown.Passes, r.shown.CPUMS = r.shown.Passes[:0], 0
	timed, err := r.makeRoom()
	if err != nil {
		return Shown{}, err
	}
	if err := r.begin(&q); err != nil {
		r.endSequence()
		return Shown{}, err
	}
	for i := range q.samples() {
		if err := ctx.Err(); err != nil {
			return Shown{}, err
		}
		n, err := r.makeRoom()
		if err != nil {
			return Shown{}, err
		}
		timed += n
		ticket, err := r.draw(i, r.frame.offset(i), &r.shown)
		if err != nil {
			r.endSequence()
			return Shown{}, err
		}
		r.drawing = append(r.drawing, ticket)
	}
	shown.EV100, shown.CPUMS, shown.Passes, shown.Timed = r.frame.ev, r.shown.CPUMS, r.shown.Passes, float64(timed)/float64(q.samples())
	shown.Settling = r.frame.metered && r.sequence.settling || q.lit() && r.passes.lamps.late()
	return shown, nil
}

// makeRoom waits for the frame whose place in flight the next one takes, and adds its timings to what is shown.
func (r *Renderer) makeRoom() (timed int, err error) {
	if len(r.drawing) < vk.FramesInFlight {
		return 0, nil
	}
	t := r.drawing[0]
	r.drawing = append(r.drawing[:0], r.drawing[1:]...)
	return r.collect(t, &r.shown)
}

// A hostRing is a buffer for each frame in flight, which the host reads once its frame is done.
type hostRing struct {
	name    string
	buffers [vk.FramesInFlight]owned
	tickets [vk.FramesInFlight]vk.Ticket
	turn    int // of the next frame
}

// prepare makes the buffers, once.
func (h *hostRing) prepare(dev *vk.Device, size int) error {
	for i := range h.buffers {
		if h.buffers[i].buffer != nil {
			continue
		}
		b, err := dev.NewBuffer(vk.BufferDesc{Name: h.name, Size: size, Uses: vk.Uses(vk.StorageWriteCompute, vk.HostRead), Memory: vk.ReadbackMemory})
		if err != nil {
			return err
		}
		h.buffers[i] = owned{name: h.name, backing: backing{buffer: b}}
	}
	return nil
}

// oldest is the frame whose buffer the next one takes.
func (h *hostRing) oldest() vk.Ticket { return h.tickets[h.turn] }

// next is that buffer. What it holds is read before it is written anew.
func (h *hostRing) next() *owned { return &h.buffers[h.turn] }

// floats are what the next frame's buffer holds of the last, into a slice.
func (h *hostRing) floats(into []float32) {
	b := h.buffers[h.turn].buffer
	b.Invalidate()
	copy(vk.Bytes(into), b.Mapped())
}

// drawn says which frame writes the next buffer.
func (h *hostRing) drawn(t vk.Ticket) {
	h.tickets[h.turn] = t
	h.turn = (h.turn + 1) % len(h.tickets)
}

// forget makes the buffers hold nothing.
func (h *hostRing) forget() { h.tickets = [vk.FramesInFlight]vk.Ticket{} }

func (h *hostRing) destroy() {
	for i := range h.buffers {
		h.buffers[i].destroy()
	}
}

// worldAt is the point of a view at a pixel and a depth, and whether there is one: a depth of 0 is the sky, or as far as
// the camera sees.
func worldAt(v *scene.View, width, height int, pixel [2]int, depth float32) (mgl32.Vec3, bool) {
	clip := mgl32.Vec4{(float32(pixel[0])+0.5)/float32(width)*2 - 1, 1 - (float32(pixel[1])+0.5)/float32(height)*2, depth, 1}
	h := v.WorldFromClip.Mul4x1(clip)
	p := h.Vec3().Mul(1 / h[3])
	for _, x := range p {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return mgl32.Vec3{}, false
		}
	}
	return p, depth > 0
}
