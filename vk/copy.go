package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"math"
)

// The copies work outside BeginRendering; images are in TransferRead and TransferWrite, buffers need a barrier to
// the same.

// CopyBuffer copies size bytes.
func (r *Recorder) CopyBuffer(src *Buffer, srcOffset int, dst *Buffer, dstOffset, size int) {
	src.check("CopyBuffer", srcOffset, size)
	dst.check("CopyBuffer", dstOffset, size)
	if size > 0 {
		C.vkx_cmd_copy_buffer(r.cmd, raw(src.handle), C.uint64_t(srcOffset), raw(dst.handle), C.uint64_t(dstOffset), C.uint64_t(size))
	}
}

// CopyImageToBuffer copies a whole subresource, rows tight and from the top. offset is a multiple of 4 and of the
// texel size.
func (r *Recorder) CopyImageToBuffer(src *Image, mip, layer int, dst *Buffer, offset int) {
	p := src.part(mip, layer, 1)
	dst.check("CopyImageToBuffer", offset, partBytes(src, &p))
	C.vkx_cmd_copy_from_image(r.cmd, &p, raw(dst.handle), C.uint64_t(offset))
}

// CopyBufferToImage is the inverse of CopyImageToBuffer.
func (r *Recorder) CopyBufferToImage(src *Buffer, offset int, dst *Image, mip, layer int) {
	p := dst.part(mip, layer, 1)
	src.check("CopyBufferToImage", offset, partBytes(dst, &p))
	C.vkx_cmd_copy_to_image(r.cmd, raw(src.handle), C.uint64_t(offset), &p)
}

// CopyImage copies a whole subresource to one of equal size and texel size.
func (r *Recorder) CopyImage(src *Image, srcMip, srcLayer int, dst *Image, dstMip, dstLayer int) {
	s, t := src.part(srcMip, srcLayer, 1), dst.part(dstMip, dstLayer, 1)
	if s.width != t.width || s.height != t.height {
		panic(fmt.Sprintf("vk: CopyImage of %q to %q: the sizes differ", src.desc.Name, dst.desc.Name))
	}
	C.vkx_cmd_copy_image(r.cmd, &s, &t)
}

// Blit scales a whole subresource onto another, converting formats.
func (r *Recorder) Blit(src *Image, srcMip, srcLayer int, dst *Image, dstMip, dstLayer int, f Filter) {
	s, t := src.part(srcMip, srcLayer, 1), dst.part(dstMip, dstLayer, 1)
	C.vkx_cmd_blit(r.cmd, &s, &t, boolean(f == Linear))
}

// FillBuffer sets words to value; offset and size are multiples of 4, size 0 means to the end.
func (r *Recorder) FillBuffer(b *Buffer, offset, size int, value uint32) {
	if size == 0 {
		size = int(alignUp(uint64(b.desc.Size), 4)) - offset
	} else {
		b.check("FillBuffer", offset, size)
	}
	C.vkx_cmd_fill(r.cmd, raw(b.handle), C.uint64_t(offset), C.uint64_t(size), C.uint32_t(value))
}

// ClearColor sets all mips and layers of a colour image, which is in TransferWrite. Integer formats take the
// values rounded toward zero.
func (r *Recorder) ClearColor(i *Image, value [4]float32) {
	var bits [4]C.uint32_t
	for k, v := range value {
		bits[k] = C.uint32_t(math.Float32bits(v))
		if i.desc.Format.Uint() {
			bits[k] = C.uint32_t(max(v, 0))
		}
	}
	C.vkx_cmd_clear_color(r.cmd, raw(i.handle), &bits[0])
}

func (b *Buffer) check(call string, offset, size int) {
	if offset < 0 || size < 0 || offset+size > b.desc.Size {
		panic(fmt.Sprintf("vk: %s: bytes %d+%d of buffer %q, which has %d", call, offset, size, b.desc.Name, b.desc.Size))
	}
}

// part is layers layers of a mip.
func (i *Image) part(mip, layer, layers int) C.vkx_part {
	if mip < 0 || mip >= i.desc.Mips || layer < 0 || layer+layers > i.desc.Layers {
		panic(fmt.Sprintf("vk: mip %d, layer %d of image %q, which has %d and %d", mip, layer, i.desc.Name, i.desc.Mips, i.desc.Layers))
	}
	return C.vkx_part{
		image:  raw(i.handle),
		aspect: C.uint32_t(i.aspect()),
		mip:    C.uint32_t(mip),
		layer:  C.uint32_t(layer),
		layers: C.uint32_t(layers),
		width:  C.uint32_t(max(i.desc.Width>>mip, 1)),
		height: C.uint32_t(max(i.desc.Height>>mip, 1)),
	}
}

// partBytes is the size of a part of i in a buffer.
func partBytes(i *Image, p *C.vkx_part) int {
	return int(p.width) * int(p.height) * int(p.layers) * i.desc.Format.Bytes()
}
