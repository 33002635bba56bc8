package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"

	"github.com/vulkan-go/vulkan"
)

// Uploader fills buffers and images of the device through staging memory. It collects until Finish, which submits
// everything with two barriers around it; an Uploader that has collected much submits earlier of itself. One
// goroutine uses an Uploader, several may use one each.
//
// The first Image call for an image discards what the image held.
type Uploader struct {
	d      *Device
	chunks []*Buffer // staging of the batch being collected
	used   int       // bytes of the last chunk
	staged int       // bytes of the batch
	limit  int       // bytes of a batch
	ops    []uploadOp
	states map[*Image]mipState
	images []*Image // keys of states in the order of their first use
	err    error
}

// mipState is the layout that an image's mips were left in.
type mipState uint8

const (
	allWritten  mipState = iota // every mip in TRANSFER_DST
	mipsBlitted                 // every mip but the last in TRANSFER_SRC
)

type uploadOp struct {
	src        *Buffer // nil: generate mips
	offset     int
	size       int
	buffer     *Buffer
	at         int
	image      *Image
	mip, layer int
}

// stagingChunk is the size in bytes of a staging buffer once an uploader has much to do.
const stagingChunk = 16 << 20

// NewUploader returns an empty uploader; it holds nothing until data comes.
func (d *Device) NewUploader() *Uploader {
	return &Uploader{d: d, limit: 128 << 20, states: map[*Image]mipState{}}
}

// Buffer copies data to a place in dst. data may be reused at once.
func (u *Uploader) Buffer(dst *Buffer, offset int, data []byte) {
	dst.check("Uploader.Buffer", offset, len(data))
	for len(data) > 0 && u.err == nil { // in pieces, so that a large buffer needs no staging of its size
		n := min(len(data), stagingChunk)
		src, at := u.stage(data[:n])
		u.ops = append(u.ops, uploadOp{src: src, offset: at, size: n, buffer: dst, at: offset})
		data, offset = data[n:], offset+n
	}
}

// Image copies data, tight rows from the top, to a whole subresource. data may be reused at once. The image has
// TransferWrite among its uses.
func (u *Uploader) Image(dst *Image, mip, layer int, data []byte) {
	p := dst.part(mip, layer, 1)
	if n := partBytes(dst, &p); n != len(data) {
		panic(fmt.Sprintf("vk: %d bytes for mip %d of image %q, which has %d", len(data), mip, dst.desc.Name, n))
	}
	if !dst.desc.Uses.Has(TransferWrite) {
		panic(fmt.Sprintf("vk: upload to image %q, whose uses lack %v", dst.desc.Name, TransferWrite))
	}
	if u.err != nil {
		return
	}
	src, at := u.stage(data)
	u.ops = append(u.ops, uploadOp{src: src, offset: at, image: dst, mip: mip, layer: layer})
}

// GenerateMips fills the mips from mip 0, which was uploaded, each from the one above it by a linear blit. The
// image has TransferRead among its uses. Formats that the device cannot blit make Finish fail.
func (u *Uploader) GenerateMips(dst *Image) {
	if !dst.desc.Uses.Has(TransferRead) {
		panic(fmt.Sprintf("vk: mips of image %q, whose uses lack %v", dst.desc.Name, TransferRead))
	}
	const need = featureBlitSrc | featureBlitDst | featureLinearReads
	if u.d.formatFeatures(dst.desc.Format)&need != need {
		u.fail(wrap("generate mips of image", dst.desc.Name, fmt.Errorf("the device cannot blit format %v", dst.desc.Format)))
		return
	}
	u.ops = append(u.ops, uploadOp{image: dst})
}

func (u *Uploader) fail(err error) {
	if u.err == nil {
		u.err = err
	}
}

// stage copies data to staging memory. Copies into images want offsets that are multiples of the texel size: 16
// serves all but 12-byte texels, which images never have.
func (u *Uploader) stage(data []byte) (*Buffer, int) {
	if u.staged > 0 && u.staged+len(data) > u.limit {
		u.flush(nil)
	}
	u.staged += len(data)
	if n := len(u.chunks); n > 0 {
		b := u.chunks[n-1]
		if at := int(alignUp(uint64(u.used), 16)); at+len(data) <= b.desc.Size {
			copy(b.mapped[at:], data)
			u.used = at + len(data)
			return b, at
		}
	}
	// Small uploads take small chunks.
	size := max(min(stagingChunk, 1<<20<<len(u.chunks)), len(data))
	b, err := u.d.NewBuffer(BufferDesc{Name: "upload.staging", Size: size, Uses: Uses(TransferRead), Memory: UploadMemory})
	if err != nil {
		u.fail(err)
		return nil, 0
	}
	copy(b.mapped, data)
	u.chunks, u.used = append(u.chunks, b), len(data)
	return b, 0
}

// Finish submits what is left and empties the uploader for reuse. Images end in the layout of `to`; whatever is
// submitted later comes after the upload. Finish does not wait, and staging memory is freed when the device is
// done.
func (u *Uploader) Finish(to Use) error {
	if layout, ok := Uses(to).Layout(); len(u.images) > 0 || len(u.ops) > 0 {
		if !ok || layout == layoutUndefined {
			for i := range u.ops {
				if u.ops[i].image != nil {
					panic(fmt.Sprintf("vk: Finish(%v), which is no use of an image", to))
				}
			}
		}
		u.flush(&to)
	}
	err := u.err
	u.err = nil
	return err
}

// Discard lets go of what was collected and not submitted yet, where Finish is not to be called after an error
// elsewhere. The uploader is empty then.
func (u *Uploader) Discard() {
	u.fail(errors.New("discarded"))
	u.flush(nil)
	u.err = nil
}

// flush submits the batch; with to, it ends the images' upload.
func (u *Uploader) flush(to *Use) {
	d := u.d
	d.collect()
	if u.err == nil {
		u.err = u.record(to)
	}
	for _, b := range u.chunks {
		b.Destroy()
	}
	clear(u.chunks)
	clear(u.ops)
	u.chunks, u.ops, u.used, u.staged = u.chunks[:0], u.ops[:0], 0, 0
	if to != nil || u.err != nil {
		clear(u.states)
		u.images = nil
	}
}

func (u *Uploader) record(to *Use) error {
	c, err := u.d.newCommands()
	if err != nil {
		return err
	}
	defer u.d.retire(c)
	if r := C.vkx_cmd_begin(c.cmd); r < 0 {
		return failure("begin upload", "", r)
	}
	for _, b := range u.chunks {
		b.Flush()
	}
	u.barriersBefore(c)
	for i := range u.ops {
		op := &u.ops[i]
		switch {
		case op.src == nil:
			u.blit(c, op.image)
		case op.buffer != nil:
			C.vkx_cmd_copy_buffer(c.cmd, raw(op.src.handle), C.uint64_t(op.offset), raw(op.buffer.handle), C.uint64_t(op.at), C.uint64_t(op.size))
		default:
			p := op.image.part(op.mip, op.layer, 1)
			C.vkx_cmd_copy_to_image(c.cmd, raw(op.src.handle), C.uint64_t(op.offset), &p)
		}
	}
	u.barriersAfter(c, to)
	if r := C.vkx_cmd_end(c.cmd); r < 0 {
		return failure("end upload", "", r)
	}
	_, err = u.d.submit(c.cmd, 0, 0)
	return err
}

// barriersBefore waits for earlier submissions and readies the images that this batch touches first.
func (u *Uploader) barriersBefore(c *commands) {
	bs := []C.vkx_barrier{fullBarrier}
	for i := range u.ops {
		img := u.ops[i].image
		if img == nil {
			continue
		}
		if _, ok := u.states[img]; ok {
			continue
		}
		u.states[img] = allWritten
		u.images = append(u.images, img)
		// Its source stage lies in the full barrier's second half: the transitions come after that.
		bs = append(bs, mipBarrier(img, 0, img.desc.Mips, layoutUndefined, layoutTransferDst))
	}
	C.vkx_cmd_barriers(c.cmd, &bs[0], 1)
	if len(bs) > 1 {
		C.vkx_cmd_barriers(c.cmd, &bs[1], C.uint32_t(len(bs)-1))
	}
}

// barriersAfter moves images to their use and lets everything wait for the batch.
func (u *Uploader) barriersAfter(c *commands, to *Use) {
	bs := []C.vkx_barrier{fullBarrier}
	if to != nil {
		layout := C.uint32_t(to.Layout())
		for _, img := range u.images {
			last := img.desc.Mips - 1
			add := func(base, mips int, old C.uint32_t) {
				b := mipBarrier(img, base, mips, old, layout)
				b.dst_stage, b.dst_access = stageAll, accessMemoryRead|accessMemoryWrite
				bs = append(bs, b)
			}
			if u.states[img] == mipsBlitted && last > 0 {
				add(0, last, layoutTransferSrc)
				add(last, 1, layoutTransferDst)
			} else {
				add(0, last+1, layoutTransferDst)
			}
		}
	}
	C.vkx_cmd_barriers(c.cmd, &bs[0], C.uint32_t(len(bs)))
}

func mipBarrier(i *Image, base, mips int, from, to C.uint32_t) C.vkx_barrier {
	return C.vkx_barrier{
		image: raw(i.handle), aspect: C.uint32_t(i.aspect()), base_mip: C.uint32_t(base), mips: C.uint32_t(mips),
		src_stage: stageTransfer, src_access: accessTransferWrite,
		dst_stage: stageTransfer, dst_access: accessTransferRead | accessTransferWrite,
		old_layout: from, new_layout: to,
	}
}

// blit fills each mip from the one above, all layers at once.
func (u *Uploader) blit(c *commands, i *Image) {
	if u.states[i] == mipsBlitted {
		panic(fmt.Sprintf("vk: mips of image %q generated twice", i.desc.Name))
	}
	for mip := 1; mip < i.desc.Mips; mip++ {
		b := mipBarrier(i, mip-1, 1, layoutTransferDst, layoutTransferSrc)
		C.vkx_cmd_barriers(c.cmd, &b, 1)
		s, t := i.part(mip-1, 0, i.desc.Layers), i.part(mip, 0, i.desc.Layers)
		C.vkx_cmd_blit(c.cmd, &s, &t, 1)
	}
	u.states[i] = mipsBlitted
}

// commands is a command buffer with its pool, for one submission.
type commands struct {
	pool vulkan.CommandPool
	cmd  *C.vkx_cmd
}

func (d *Device) newCommands() (*commands, error) {
	info := vulkan.CommandPoolCreateInfo{
		SType:            vulkan.StructureTypeCommandPoolCreateInfo,
		Flags:            vulkan.CommandPoolCreateFlags(vulkan.CommandPoolCreateTransientBit),
		QueueFamilyIndex: uint32(d.facts.family),
	}
	var h vulkan.CommandPool
	r := vulkan.CreateCommandPool(d.handle, &info, nil, &h)
	info.Free()
	if r < 0 {
		return nil, failure("create command pool", "", r)
	}
	c := &commands{pool: h}
	var res C.VkResult
	if c.cmd = C.vkx_cmd_new(d.c, raw(c.pool), &res); res < 0 {
		vulkan.DestroyCommandPool(d.handle, c.pool, nil)
		return nil, failure("create command buffer", "", res)
	}
	d.born(c)
	return c, nil
}

func (c *commands) label() string { return "command buffer" }

func (c *commands) release(d *Device) {
	C.vkx_cmd_free(c.cmd)
	vulkan.DestroyCommandPool(d.handle, c.pool, nil)
}
