package vk

// #include "shim.h"
import "C"

import "fmt"

// Barrier makes what follows in To wait for what was done in From, and moves an image to To's layout. With
// neither Image nor Buffer it orders memory in general.
//
// An empty From means the resource was not used in this frame (see the package comment); an image then has no
// contents worth keeping, as with Discard.
type Barrier struct {
	Image         *Image
	Buffer        *Buffer
	BaseMip, Mips int // of Image, all layers; Mips 0: all from BaseMip
	From, To      UseSet
	Discard       bool // the image's contents are not needed
}

// Barriers records all of them in one command.
func (r *Recorder) Barriers(bs []Barrier) {
	if len(bs) == 0 {
		return
	}
	if r.rendering {
		panic("vk: Barriers inside BeginRendering")
	}
	out := r.barriers[:0]
	for i := range bs {
		b := &bs[i]
		srcStage, srcAccess := b.From.sync()
		dstStage, dstAccess := b.To.sync()
		c := C.vkx_barrier{dst_stage: C.uint64_t(dstStage), dst_access: C.uint64_t(dstAccess)}
		if b.From == 0 {
			// Chains with the full barrier at the frame's start, whose second half has all stages.
			srcStage = dstStage
		}
		// Reads need no availability, only order.
		if !b.From.Writes() {
			srcAccess = 0
		}
		c.src_stage, c.src_access = C.uint64_t(srcStage), C.uint64_t(srcAccess)
		switch {
		case b.Image != nil:
			c.image = raw(b.Image.handle)
			c.aspect = C.uint32_t(b.Image.aspect())
			c.old_layout, c.new_layout = b.layouts()
			mips := or(b.Mips, b.Image.desc.Mips-b.BaseMip)
			if b.BaseMip < 0 || mips <= 0 || b.BaseMip+mips > b.Image.desc.Mips {
				panic(fmt.Sprintf("vk: barrier on mips %d+%d of image %q, which has %d", b.BaseMip, b.Mips, b.Image.desc.Name, b.Image.desc.Mips))
			}
			c.base_mip, c.mips = C.uint32_t(b.BaseMip), C.uint32_t(mips)
		case b.Buffer != nil:
			c.buffer = raw(b.Buffer.handle)
		}
		out = append(out, c)
	}
	r.barriers = out
	C.vkx_cmd_barriers(r.cmd, &out[0], C.uint32_t(len(out)))
}

func (b *Barrier) layouts() (from, to C.uint32_t) {
	f, okFrom := b.From.Layout()
	t, okTo := b.To.Layout()
	if !okTo || !okFrom && !b.Discard {
		panic(fmt.Sprintf("vk: barrier on image %q: %v or %v needs several layouts at once", b.Image.desc.Name, b.From, b.To))
	}
	if t == layoutUndefined {
		panic(fmt.Sprintf("vk: barrier on image %q to %v, which is no use of an image", b.Image.desc.Name, b.To))
	}
	if b.Discard {
		f = layoutUndefined
	}
	return C.uint32_t(f), C.uint32_t(t)
}

// everything is the full barrier between submissions.
func (r *Recorder) everything() {
	r.barriers = append(r.barriers[:0], fullBarrier)
	C.vkx_cmd_barriers(r.cmd, &r.barriers[0], 1)
}

var fullBarrier = C.vkx_barrier{
	src_stage: stageAll, src_access: accessMemoryWrite,
	dst_stage: stageAll, dst_access: accessMemoryRead | accessMemoryWrite,
}
