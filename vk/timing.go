package vk

// #include "shim.h"
import "C"

import (
	"slices"

	"github.com/vulkan-go/vulkan"
)

// Timing is the time the device spent between a pass's BeginPass and EndPass.
type Timing struct {
	Name  string
	GPUms float64
}

// maxTimed is how many passes of a frame are timed; later ones are not.
const maxTimed = 256

// timer is a slot's timestamps: two for each pass.
type timer struct {
	pool  vulkan.QueryPool
	names []string
	ticks []C.uint64_t // of appendResults
}

func (t *timer) create(d *Device) error {
	if d.limits.TimestampPeriod == 0 {
		return nil
	}
	info := vulkan.QueryPoolCreateInfo{
		SType:      vulkan.StructureTypeQueryPoolCreateInfo,
		QueryType:  vulkan.QueryTypeTimestamp,
		QueryCount: 2 * maxTimed,
	}
	var h vulkan.QueryPool
	r := vulkan.CreateQueryPool(d.handle, &info, nil, &h)
	info.Free()
	if r >= 0 {
		t.pool = h
		C.vkx_query_reset(d.c, raw(t.pool), 0, 2*maxTimed)
	}
	return failure("create query pool", "", r)
}

func (t *timer) reset(d *Device) {
	if len(t.names) > 0 {
		C.vkx_query_reset(d.c, raw(t.pool), 0, C.uint32_t(2*len(t.names)))
	}
	clear(t.names)
	t.names = t.names[:0]
}

func (t *timer) destroy(d *Device) {
	if t.pool != vulkan.NullQueryPool {
		vulkan.DestroyQueryPool(d.handle, t.pool, nil)
	}
}

// start returns the number of a pass, -1 when it is not timed.
func (t *timer) start(c *C.vkx_cmd, name string) int {
	if t.pool == vulkan.NullQueryPool || len(t.names) == maxTimed {
		return -1
	}
	n := len(t.names)
	t.names = append(t.names, name)
	C.vkx_cmd_timestamp(c, raw(t.pool), C.uint32_t(2*n))
	return n
}

func (t *timer) stop(c *C.vkx_cmd, n int) {
	if n >= 0 {
		C.vkx_cmd_timestamp(c, raw(t.pool), C.uint32_t(2*n+1))
	}
}

// Timings returns the passes of a frame in the order they were recorded. It is nil before the frame is done, once
// its slot is used again (after FramesInFlight more Begins), and where the device has no timestamps.
func (d *Device) Timings(t Ticket) []Timing { return d.AppendTimings(nil, t) }

// AppendTimings is Timings into a slice that is used again.
func (d *Device) AppendTimings(dst []Timing, t Ticket) []Timing {
	for _, s := range d.slots {
		if s == nil || s.value != t.value || t.value == 0 || len(s.timer.names) == 0 || s == d.recording() || !d.Done(t) {
			continue
		}
		return s.timer.appendResults(dst, d)
	}
	return dst
}

func (t *timer) appendResults(dst []Timing, d *Device) []Timing {
	n := 2 * len(t.names)
	t.ticks = slices.Grow(t.ticks[:0], n)[:n]
	if C.vkx_query_results(d.c, raw(t.pool), 0, C.uint32_t(n), &t.ticks[0]) != 0 {
		return dst
	}
	mask := ^uint64(0)
	if b := uint32(d.facts.timestamp_bits); b < 64 {
		mask = 1<<b - 1
	}
	for i, name := range t.names {
		begin, end := uint64(t.ticks[2*i]), uint64(t.ticks[2*i+1])
		dst = append(dst, Timing{name, float64((end-begin)&mask) * d.limits.TimestampPeriod * 1e-6})
	}
	return dst
}

// recording is the slot of the open frame.
func (d *Device) recording() *slot {
	if d.open == nil {
		return nil
	}
	return d.open.slot
}
