package vk

// #include "shim.h"
import "C"

import (
	"github.com/vulkan-go/vulkan"
)

// Ticket is a submission, to wait for. The zero Ticket is done.
type Ticket struct{ value uint64 }

// Frame is one recording, from Begin to Submit. It is reused: hold the Ticket, not the Frame.
type Frame struct {
	Recorder
	window *Swapchain // which Submit shows it in; nil: nowhere
}

// slot is what a frame in flight needs; Begin takes the slots in turn.
type slot struct {
	frame Frame
	*commands
	value uint64 // of its last submission
	sets  transientPools
	ring  ring
	timer timer
}

// Begin starts a frame. It waits until the slot's earlier submission (FramesInFlight frames ago) is done and
// recycles what that used, so a steady program allocates nothing. The frame starts with a full barrier after
// everything submitted earlier.
func (d *Device) Begin() (*Frame, error) {
	if d.open != nil {
		panic("vk: Begin before the earlier frame's Submit")
	}
	s := d.slots[d.turn]
	if s == nil {
		var err error
		if s, err = d.newSlot(); err != nil {
			return nil, err
		}
		d.slots[d.turn] = s
	}
	if err := d.Wait(Ticket{s.value}); err != nil {
		return nil, err
	}
	d.collect()
	s.sets.reset(d)
	s.timer.reset(d)
	if err := s.ring.reset(d); err != nil {
		return nil, err
	}
	const op = "begin frame"
	if r := vulkan.ResetCommandPool(d.handle, s.pool, 0); r < 0 {
		return nil, failure(op, "", r)
	}
	if r := C.vkx_cmd_begin(s.cmd); r < 0 {
		return nil, failure(op, "", r)
	}
	f := &s.frame
	f.Recorder.begin(d, s)
	f.everything()
	d.life.mu.Lock()
	d.life.open = true
	d.life.mu.Unlock()
	d.open = f
	return f, nil
}

func (d *Device) newSlot() (*slot, error) {
	c, err := d.newCommands()
	if err != nil {
		return nil, err
	}
	s := &slot{commands: c}
	d.disown(c) // it lives as long as the slot
	if err := s.timer.create(d); err != nil {
		s.destroy(d)
		return nil, err
	}
	return s, nil
}

func (s *slot) destroy(d *Device) {
	s.ring.destroy(d)
	s.sets.destroy(d)
	s.timer.destroy(d)
	s.commands.release(d)
}

// Submit ends the frame and hands it to the device. An error for want of memory while recording comes out here
// and drops the frame. With validation, the first message ever is an error too; the ticket is valid nevertheless.
func (f *Frame) Submit() (Ticket, error) {
	d := f.d
	if d.open != f {
		panic("vk: Submit of a frame that is not open")
	}
	if f.pass >= 0 || f.rendering {
		panic("vk: Submit inside a pass or a rendering")
	}
	d.open = nil
	s := f.slot
	s.ring.flush()
	err := f.err
	if r := C.vkx_cmd_end(s.cmd); err == nil && r < 0 {
		err = failure("end frame", "", r)
	}
	if err == nil {
		s.value, err = f.submit()
	}
	f.window = nil
	d.turn = (d.turn + 1) % FramesInFlight
	d.adopt()
	if err != nil {
		return Ticket{}, err
	}
	return Ticket{s.value}, d.Err()
}

// submit hands the frame to the queue, and to its window.
func (f *Frame) submit() (uint64, error) {
	if f.window == nil {
		return f.d.submit(f.cmd, 0, 0)
	}
	acquired, rendered := f.window.semaphores()
	v, err := f.d.submit(f.cmd, acquired, rendered)
	if err != nil {
		return v, err
	}
	return v, f.window.present(Ticket{v})
}

// submit hands a recorded command buffer to the queue and returns its timeline value. Values follow the order of
// submission, and a value is reached only after all before it. The semaphores are those of a window, 0: none.
func (d *Device) submit(c *C.vkx_cmd, acquired, rendered C.uint64_t) (uint64, error) {
	d.queue.Lock()
	defer d.queue.Unlock()
	v := d.submitted.Load() + 1
	if r := C.vkx_cmd_submit(c, raw(d.timeline), C.uint64_t(v), acquired, rendered); r < 0 {
		return 0, failure("submit", "", r)
	}
	d.submitted.Store(v)
	return v, nil
}

// adopt gives what was destroyed during the frame to the last submission.
func (d *Device) adopt() {
	d.life.mu.Lock()
	defer d.life.mu.Unlock()
	d.life.open = false
	v := d.submitted.Load()
	for _, o := range d.life.pending {
		d.life.waiting = append(d.life.waiting, retired{o, v})
	}
	clear(d.life.pending)
	d.life.pending = d.life.pending[:0]
}

// Wait waits until a submission is done: its results are then visible to the CPU in buffers that were barriered
// to HostRead.
func (d *Device) Wait(t Ticket) error {
	if t.value == 0 {
		return nil
	}
	return failure("wait", "", C.vkx_timeline_wait(d.c, raw(d.timeline), C.uint64_t(t.value)))
}

// Done reports whether a submission is done, without waiting.
func (d *Device) Done(t Ticket) bool { return t.value <= d.completed() }

// completed is the timeline's value. On a lost device everything counts as done, so that it can be torn down.
func (d *Device) completed() uint64 {
	var v C.uint64_t
	if C.vkx_timeline_value(d.c, raw(d.timeline), &v) < 0 {
		return ^uint64(0)
	}
	return uint64(v)
}
