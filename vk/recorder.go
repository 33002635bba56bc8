package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// Recorder records commands. It allocates nothing once its slices have grown to a frame's size. Bind comes first;
// Push, Group and Set speak of the bound pipeline's layout and hold until another pipeline is bound.
type Recorder struct {
	d    *Device
	slot *slot
	cmd  *C.vkx_cmd
	err  error // first failure; Submit returns it

	pipeline  *Pipeline
	pass      int // number of the open pass, -1 outside; untimed passes are maxTimed
	rendering bool

	writes   []C.vkx_write
	barriers []C.vkx_barrier
	colors   []C.vkx_attachment
}

func (r *Recorder) begin(d *Device, s *slot) {
	r.d, r.slot, r.cmd, r.err = d, s, s.cmd, nil
	r.pipeline, r.pass, r.rendering = nil, -1, false
}

func (r *Recorder) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// BeginPass opens a pass: a debug label and a row of Timings. Passes do not nest.
func (r *Recorder) BeginPass(name string) {
	if r.pass >= 0 {
		panic(fmt.Sprintf("vk: BeginPass %q inside a pass", name))
	}
	p, n := chars(name)
	C.vkx_cmd_label(r.cmd, p, n)
	if r.pass = r.slot.timer.start(r.cmd, name); r.pass < 0 {
		r.pass = maxTimed
	}
}

// EndPass closes the pass.
func (r *Recorder) EndPass() {
	if r.pass < 0 {
		panic("vk: EndPass without BeginPass")
	}
	if r.pass < maxTimed {
		r.slot.timer.stop(r.cmd, r.pass)
	}
	r.pass = -1
	C.vkx_cmd_end_label(r.cmd)
}

// Bind makes p the pipeline of the commands that follow.
func (r *Recorder) Bind(p *Pipeline) {
	if !p.compute && !r.rendering {
		panic(fmt.Sprintf("vk: graphics pipeline %q bound outside BeginRendering", p.name))
	}
	r.pipeline = p
	C.vkx_cmd_bind(r.cmd, raw(p.handle), raw(p.layout.handle), boolean(p.compute))
}

func (r *Recorder) bound(call string) *Pipeline {
	if r.pipeline == nil {
		panic("vk: " + call + " before Bind")
	}
	return r.pipeline
}

// Push sets the push constants from the first byte on.
func (r *Recorder) Push(data []byte) {
	p := r.bound("Push")
	if len(data) > p.layout.push || len(data)%4 != 0 {
		panic(fmt.Sprintf("vk: %d bytes pushed, the layout of pipeline %q has %d", len(data), p.name, p.layout.push))
	}
	if len(data) > 0 {
		C.vkx_cmd_push(r.cmd, unsafe.Pointer(unsafe.SliceData(data)), C.uint32_t(len(data)))
	}
}

// Push sets the push constants to *v.
func Push[T any](r *Recorder, v *T) { r.Push(bytesOf(v)) }

// Group binds a group as set number set.
func (r *Recorder) Group(set int, g *Group) {
	if l := r.set("Group", set); l != g.layout {
		panic(fmt.Sprintf("vk: group %q does not fit set %d of pipeline %q", g.name, set, r.pipeline.name))
	}
	C.vkx_cmd_set(r.cmd, C.uint32_t(set), raw(g.handle))
}

// Set fills and binds a descriptor set that lives as long as the frame. Every binding of the set needs a Bound.
func (r *Recorder) Set(set int, bound ...Bound) {
	l := r.set("Set", set)
	if r.err != nil { // a ring slice may be empty
		return
	}
	r.writes = l.write(r.writes[:0], bound)
	pool, err := r.slot.sets.take(r.d, l)
	if err != nil {
		r.fail(err)
		return
	}
	res := C.vkx_cmd_transient(r.cmd, raw(pool.handle), raw(l.handle), C.uint32_t(set), pointer(r.writes), C.uint32_t(len(r.writes)))
	if res < 0 {
		r.fail(failure("allocate descriptor set for pipeline", r.pipeline.name, res))
	}
}

func (r *Recorder) set(call string, set int) *setLayout {
	p := r.bound(call)
	if set < 0 || set >= len(p.layout.sets) {
		panic(fmt.Sprintf("vk: pipeline %q has no set %d", p.name, set))
	}
	return p.layout.sets[set]
}

// Dispatch runs the bound compute pipeline on x*y*z groups.
func (r *Recorder) Dispatch(x, y, z int) {
	if p := r.bound("Dispatch"); !p.compute {
		panic(fmt.Sprintf("vk: Dispatch with graphics pipeline %q", p.name))
	}
	if r.rendering {
		panic("vk: Dispatch inside BeginRendering")
	}
	for i, n := range [3]int{x, y, z} {
		if n < 0 || n > r.d.limits.MaxDispatch[i] {
			panic(fmt.Sprintf("vk: dispatch of %d*%d*%d groups with pipeline %q", x, y, z, r.pipeline.name))
		}
	}
	C.vkx_cmd_dispatch(r.cmd, C.uint32_t(x), C.uint32_t(y), C.uint32_t(z))
}

// DispatchThreads runs at least x*y*z threads: as many groups as ComputeDesc.Local says.
func (r *Recorder) DispatchThreads(x, y, z int) {
	l := r.bound("DispatchThreads").local
	if l[0] <= 0 || l[1] <= 0 || l[2] <= 0 {
		panic(fmt.Sprintf("vk: DispatchThreads with pipeline %q, whose ComputeDesc.Local is %v", r.pipeline.name, l))
	}
	r.Dispatch((x+l[0]-1)/l[0], (y+l[1]-1)/l[1], (z+l[2]-1)/l[2])
}

// DispatchIndirect reads the three group counts (uint32) from a buffer.
func (r *Recorder) DispatchIndirect(b *Buffer, offset int) {
	r.bound("DispatchIndirect")
	C.vkx_cmd_dispatch_indirect(r.cmd, raw(b.handle), C.uint64_t(offset))
}
