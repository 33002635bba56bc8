package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"math"
)

// Attachment is a view drawn into. Its image is in ColorWrite, DepthWrite or (ReadOnly) DepthTest.
type Attachment struct {
	View      View
	Clear     bool // to Value, or ClearUint for integer formats; depth to Value[0]
	Value     [4]float32
	ClearUint [4]uint32
	Discard   bool // neither cleared nor kept: every texel is drawn
	NoStore   bool // not needed after EndRendering
	ReadOnly  bool // depth only: tested, not written
	Resolve   View // of a multisampled View: its samples' mean, or the first of integers and depth
}

// Rendering is a set of attachments. Zero Width and Height are those of the first attachment, Layers 0 means 1.
type Rendering struct {
	Colors        []Attachment
	Depth         *Attachment
	Width, Height int
	Layers        int // vertex shaders choose one with gl_Layer
}

// BeginRendering starts drawing and sets viewport (flipped: y up) and scissor to the whole area.
func (r *Recorder) BeginRendering(x Rendering) {
	if r.rendering {
		panic("vk: BeginRendering inside BeginRendering")
	}
	w, h := x.Width, x.Height
	if w == 0 && h == 0 {
		switch {
		case len(x.Colors) > 0:
			w, h = x.Colors[0].View.Size()
		case x.Depth != nil:
			w, h = x.Depth.View.Size()
		default:
			panic("vk: BeginRendering without attachments or size")
		}
	}
	r.colors = r.colors[:0]
	for i := range x.Colors {
		r.colors = append(r.colors, x.Colors[i].c(false))
	}
	if x.Depth != nil {
		r.colors = append(r.colors, x.Depth.c(true))
	} else {
		r.colors = append(r.colors, C.vkx_attachment{})
	}
	r.rendering = true
	C.vkx_cmd_rendering(r.cmd, &r.colors[0], C.uint32_t(len(x.Colors)), C.uint32_t(w), C.uint32_t(h), C.uint32_t(max(x.Layers, 1)))
	r.Viewport(0, 0, float32(w), float32(h))
	r.Scissor(0, 0, w, h)
}

func (a *Attachment) c(depth bool) C.vkx_attachment {
	if a.View.image == nil {
		panic("vk: an attachment without a view")
	}
	format := a.View.image.desc.Format
	if format.Depth() != depth {
		panic(fmt.Sprintf("vk: image %q (%v) is the wrong kind of attachment", a.View.image.desc.Name, format))
	}
	c := C.vkx_attachment{view: raw(a.View.handle), layout: layoutAttachment}
	switch { // VkAttachmentLoadOp
	case a.Clear:
		c.load = 1
	case a.Discard:
		c.load = 2
	}
	if a.NoStore { // VkAttachmentStoreOp
		c.store = 1
	}
	if depth && a.ReadOnly {
		c.layout, c.store = layoutReadOnly, 1000301000 // VK_ATTACHMENT_STORE_OP_NONE: reading is no write
	}
	if a.Resolve.image != nil {
		c.resolve = raw(a.Resolve.handle)
		c.average = C.uint32_t(boolean(!depth && !format.Uint()))
	}
	for i := range c.clear {
		c.clear[i] = C.uint32_t(a.ClearUint[i])
		if !format.Uint() {
			c.clear[i] = C.uint32_t(math.Float32bits(a.Value[i]))
		}
	}
	return c
}

// EndRendering ends drawing.
func (r *Recorder) EndRendering() {
	if !r.rendering {
		panic("vk: EndRendering without BeginRendering")
	}
	r.rendering = false
	if r.pipeline != nil && !r.pipeline.compute {
		r.pipeline = nil // it must be bound anew
	}
	C.vkx_cmd_end_rendering(r.cmd)
}

// ClearDepth sets a rectangle of the depth attachment, in texels from the top left, before and between draws.
func (r *Recorder) ClearDepth(x, y, w, h int, depth float32) {
	if !r.rendering {
		panic("vk: ClearDepth outside BeginRendering")
	}
	C.vkx_cmd_clear_depth(r.cmd, C.int32_t(x), C.int32_t(y), C.uint32_t(w), C.uint32_t(h), C.float(depth))
}

// Viewport maps clip space to a rectangle in texels, y pointing up; depth is 0 to 1.
func (r *Recorder) Viewport(x, y, w, h float32) {
	C.vkx_cmd_viewport(r.cmd, C.float(x), C.float(y), C.float(w), C.float(h))
}

// Scissor limits drawing to a rectangle in texels from the top left.
func (r *Recorder) Scissor(x, y, w, h int) {
	C.vkx_cmd_scissor(r.cmd, C.int32_t(x), C.int32_t(y), C.uint32_t(w), C.uint32_t(h))
}

// DepthBias adds constant (in the depth format's smallest steps) and slope times the steepest slope to depth, for
// pipelines with DepthBias. With reversed depth, away from the viewer is negative. clamp 0 does not clamp.
func (r *Recorder) DepthBias(constant, slope, clamp float32) {
	C.vkx_cmd_depth_bias(r.cmd, C.float(constant), C.float(slope), C.float(clamp))
}

// VertexBuffers binds buffers from their first byte on, to bindings first and following.
func (r *Recorder) VertexBuffers(first int, bs ...*Buffer) {
	for i, b := range bs {
		C.vkx_cmd_vertex_buffer(r.cmd, C.uint32_t(first+i), raw(b.handle), 0)
	}
}

// VertexSlice binds a part of a buffer, such as Upload returns.
func (r *Recorder) VertexSlice(binding int, s Slice) {
	if s.Buffer != nil {
		C.vkx_cmd_vertex_buffer(r.cmd, C.uint32_t(binding), raw(s.Buffer.handle), C.uint64_t(s.Offset))
	}
}

// IndexBuffer binds a buffer of uint32 indices.
func (r *Recorder) IndexBuffer(b *Buffer) { C.vkx_cmd_index_buffer(r.cmd, raw(b.handle), 0) }

func (r *Recorder) drawing() {
	if p := r.bound("a draw"); p.compute || !r.rendering {
		panic(fmt.Sprintf("vk: draw with pipeline %q, which computes, or outside BeginRendering", p.name))
	}
}

// Draw draws vertices in order.
func (r *Recorder) Draw(vertices, instances, firstVertex, firstInstance int) {
	r.drawing()
	C.vkx_cmd_draw(r.cmd, C.uint32_t(vertices), C.uint32_t(instances), C.uint32_t(firstVertex), C.uint32_t(firstInstance))
}

// DrawIndexed draws indexed vertices; vertexOffset is added to each index.
func (r *Recorder) DrawIndexed(indices, instances, firstIndex, vertexOffset, firstInstance int) {
	r.drawing()
	C.vkx_cmd_draw_indexed(r.cmd, C.uint32_t(indices), C.uint32_t(instances), C.uint32_t(firstIndex), C.int32_t(vertexOffset), C.uint32_t(firstInstance))
}

// Sizes in bytes of the records of indirect draws: 4 and 5 uint32 in the order of Draw's and DrawIndexed's arguments.
const (
	DrawStride        = 16
	DrawIndexedStride = 20
)

// DrawIndirect reads count draws from a buffer, DrawStride apart.
func (r *Recorder) DrawIndirect(b *Buffer, offset, count int) {
	r.drawing()
	C.vkx_cmd_draw_indirect(r.cmd, raw(b.handle), C.uint64_t(offset), C.uint32_t(count), DrawStride, 0)
}

// DrawIndexedIndirect reads count draws from a buffer, DrawIndexedStride apart.
func (r *Recorder) DrawIndexedIndirect(b *Buffer, offset, count int) {
	r.drawing()
	C.vkx_cmd_draw_indirect(r.cmd, raw(b.handle), C.uint64_t(offset), C.uint32_t(count), DrawIndexedStride, 1)
}

// DrawIndexedIndirectCount is DrawIndexedIndirect with the count, at most most, read from a buffer too.
func (r *Recorder) DrawIndexedIndirectCount(b *Buffer, offset int, counts *Buffer, countOffset, most int) {
	r.drawing()
	C.vkx_cmd_draw_indexed_indirect_count(r.cmd, raw(b.handle), C.uint64_t(offset), raw(counts.handle), C.uint64_t(countOffset),
		C.uint32_t(most), DrawIndexedStride)
}
