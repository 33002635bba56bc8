package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"runtime/debug"

	"github.com/vulkan-go/vulkan"
)

// A Swapchain is the images of a window. A frame that is to be shown goes
//
//	Acquire, Begin, ... write Image, leave it in Present ..., Frame.Show, Submit
//
// and waits for none of it but in Acquire, until the window has an image to spare. Acquire says ErrOutOfDate once the
// window has another size than the images; Resize then makes new ones, and is the only call that waits for the device.
type Swapchain struct {
	d      *Device
	vsync  bool
	handle C.uint64_t
	format Format
	images []*Image
	ready  []C.uint64_t // semaphores by image: it is drawn, and can be shown

	// One semaphore more than there are frames in flight: the frame that waited for the one to be used next is done.
	free   [FramesInFlight + 1]C.uint64_t // by turn: the image is free to be drawn
	frames [FramesInFlight + 1]Ticket     // which waited for it
	turn   int
	image  int  // that was acquired, -1: none
	stale  bool // it does not fit the window any more
}

// acquireTimeout is how long Acquire waits for a window that takes no pictures, so that its events are not left waiting.
const acquireTimeout = 100_000_000 // ns

// openSurface makes the window's surface.
func (i *instance) openSurface(open func(any) (uintptr, error)) error {
	// GLFW answers with the address of a Go variable that nothing holds any more: no collection may begin before it is
	// read. One that goes on already spares what is new.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	at, err := open(i.handle)
	if err != nil {
		return fmt.Errorf("vk: make the window's surface: %w", err)
	}
	i.surface = raw(vulkan.SurfaceFromPointer(at))
	return nil
}

// NewSwapchain makes the images of the device's window, about width by height pixels where the window system leaves the
// choice. With vsync pictures are shown whole, one a refresh of the screen at most; without, as soon as they are drawn.
func (d *Device) NewSwapchain(width, height int, vsync bool) (*Swapchain, error) {
	if d.inst.surface == 0 {
		panic("vk: NewSwapchain of a device without a window")
	}
	s := &Swapchain{d: d, vsync: vsync, image: -1}
	if err := s.create(width, height); err != nil {
		s.destroy()
		return nil, err
	}
	d.born(s)
	return s, nil
}

// Resize makes the images anew for a window of another size.
func (s *Swapchain) Resize(width, height int) error {
	if err := s.d.WaitIdle(); err != nil {
		return err
	}
	return s.create(width, height)
}

// create replaces the images; the device is idle.
func (s *Swapchain) create(width, height int) error {
	const op = "make the window's images"
	d := s.d
	var f C.vkx_surface
	if err := failure(op, "", C.vkx_surface_facts(d.inst.c, dispatchable[C.VkPhysicalDevice](d.physical), d.inst.surface, &f)); err != nil {
		return err
	}
	plan, err := surfaceOf(&f).plan(width, height, s.vsync)
	if err != nil {
		return wrap(op, "", err)
	}
	desc := C.vkx_swapchain{surface: d.inst.surface, old: s.handle, transform: f.transform, images: C.uint32_t(plan.images),
		format: C.uint32_t(plan.format), width: C.uint32_t(plan.width), height: C.uint32_t(plan.height),
		mode: C.uint32_t(plan.mode), alpha: C.uint32_t(plan.alpha)}
	var handle C.uint64_t
	var images [C.VKX_MAX_IMAGES]C.uint64_t
	n := C.uint32_t(len(images))
	r := C.vkx_swapchain_new(d.c, &desc, &handle, &images[0], &n)
	s.release(d) // retired by the attempt
	if r < 0 {
		return failure(op, "", r)
	}
	s.handle, s.format, s.image, s.stale = handle, plan.format, -1, false
	for k := range int(n) {
		s.images = append(s.images, &Image{d: d, handle: cooked[vulkan.Image](images[k]), desc: ImageDesc{
			Name: "window", Width: plan.width, Height: plan.height, Layers: 1, Mips: 1, Samples: 1,
			Format: s.format, Uses: Uses(TransferWrite, Present)}})
		d.name(C.VK_OBJECT_TYPE_IMAGE, images[k], "window")
	}
	s.ready = make([]C.uint64_t, n)
	for _, to := range [][]C.uint64_t{s.ready, s.free[:]} {
		for k := range to {
			if err := failure(op, "", C.vkx_semaphore_new(d.c, &to[k])); err != nil {
				return err
			}
		}
	}
	return nil
}

// Size is that of the images.
func (s *Swapchain) Size() (width, height int) {
	if len(s.images) == 0 {
		return 0, 0
	}
	return s.images[0].desc.Width, s.images[0].desc.Height
}

// Format is that of the images. Display values come in by a blit from Source.
func (s *Swapchain) Format() Format { return s.format }

// Source is the format of RGBA bytes which a blit turns into the same display values in Format: a blit to sRGB takes light,
// and a blit from sRGB gives it.
func (s *Swapchain) Source() Format {
	if s.format == RGBA8SRGB || s.format == BGRA8SRGB {
		return RGBA8SRGB
	}
	return RGBA8
}

// Acquire gets the next image to draw, which is ErrOutOfDate where the window has changed, and ErrNotReady where it
// has no image to spare for a while.
func (s *Swapchain) Acquire() error {
	if s.image >= 0 {
		panic("vk: Acquire before the image acquired earlier was shown")
	}
	if s.stale || len(s.images) == 0 {
		return ErrOutOfDate
	}
	if err := s.d.Wait(s.frames[s.turn]); err != nil {
		return err
	}
	var k C.uint32_t
	switch r := C.vkx_acquire(s.d.c, s.handle, acquireTimeout, s.free[s.turn], &k); {
	case r == resultNotReady || r == resultTimeout:
		return ErrNotReady
	case r < 0:
		s.stale = cause(r) == ErrOutOfDate
		return failure("acquire a window's image", "", r)
	case r == resultSuboptimal:
		s.stale = true // from the next on; this one has been acquired
	}
	s.image = int(k)
	return nil
}

// VkResult of calls that neither failed nor did all.
const (
	resultNotReady   = 1
	resultTimeout    = 2
	resultSuboptimal = 1000001003
)

// Image is the one that was acquired. What it held is lost.
func (s *Swapchain) Image() *Image { return s.images[s.image] }

// Show has Submit show the image that s acquired, which the frame leaves in Present.
func (f *Frame) Show(s *Swapchain) {
	if s.image < 0 {
		panic("vk: Show without Acquire")
	}
	f.window = s
}

// semaphores are what the frame that draws the image waits for and signals.
func (s *Swapchain) semaphores() (acquired, ready C.uint64_t) {
	return s.free[s.turn], s.ready[s.image]
}

// present shows the image that was acquired once the frame that draws it is done.
func (s *Swapchain) present(t Ticket) error {
	d, k := s.d, s.image
	s.frames[s.turn] = t
	s.turn, s.image = (s.turn+1)%len(s.free), -1
	d.queue.Lock()
	r := C.vkx_present(d.c, s.handle, C.uint32_t(k), s.ready[k])
	d.queue.Unlock()
	if r == resultSuboptimal || r < 0 && cause(r) == ErrOutOfDate {
		s.stale = true // Acquire says it
		return nil
	}
	return failure("show a window's image", "", r)
}

// Destroy waits for the device and lets go of the images. nil is fine.
func (s *Swapchain) Destroy() {
	if s == nil {
		return
	}
	s.d.disown(s)
	s.destroy()
}

// destroy waits, since nothing says when the window is done with an image.
func (s *Swapchain) destroy() {
	_ = s.d.WaitIdle() // a lost device is idle
	s.release(s.d)
}

func (s *Swapchain) label() string { return "swapchain" }

// release lets go of everything; the device is idle.
func (s *Swapchain) release(d *Device) {
	for _, x := range append(s.ready, s.free[:]...) {
		C.vkx_semaphore_free(d.c, x)
	}
	C.vkx_swapchain_free(d.c, s.handle)
	clear(s.free[:])
	clear(s.frames[:])
	s.images, s.ready, s.handle, s.image = nil, nil, 0, -1
}
