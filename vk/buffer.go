package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"strconv"

	"github.com/vulkan-go/vulkan"
)

// BufferDesc describes a buffer.
type BufferDesc struct {
	Name   string
	Size   int // bytes
	Uses   UseSet
	Memory Memory
}

// Buffer is device memory of a fixed size. It owns its memory; Destroy ends it.
type Buffer struct {
	d       *Device
	desc    BufferDesc
	handle  vulkan.Buffer
	mem     allocation
	mapped  []byte
	address uint64
}

// NewBuffer creates a buffer with undefined contents. Every buffer can be copied from and to.
func (d *Device) NewBuffer(desc BufferDesc) (*Buffer, error) {
	const op = "create buffer"
	if desc.Size <= 0 {
		return nil, wrap(op, desc.Name, errors.New("size "+strconv.Itoa(desc.Size)+" is not positive"))
	}
	usage := desc.Uses.bufferUsage() | usageTransferSrc | usageTransferDst
	if d.limits.HasBufferAddress {
		usage |= bufferAddress
	}
	info := vulkan.BufferCreateInfo{
		SType: vulkan.StructureTypeBufferCreateInfo,
		Size:  vulkan.DeviceSize(alignUp(uint64(desc.Size), 4)), // fills and copies work in words
		Usage: vulkan.BufferUsageFlags(usage),
	}
	var h vulkan.Buffer
	r := vulkan.CreateBuffer(d.handle, &info, nil, &h)
	info.Free()
	if r < 0 {
		return nil, failure(op, desc.Name, r)
	}
	b := &Buffer{d: d, desc: desc, handle: h}
	var needs C.vkx_needs
	C.vkx_buffer_needs(d.c, raw(b.handle), &needs)
	var err error
	if b.mem, err = d.mem.alloc(&needs, desc.Memory, raw(b.handle), 0); err != nil {
		vulkan.DestroyBuffer(d.handle, b.handle, nil)
		return nil, wrap(op, desc.Name, err)
	}
	if r := vulkan.BindBufferMemory(d.handle, b.handle, b.mem.block.handle, vulkan.DeviceSize(b.mem.offset)); r < 0 {
		b.release(d)
		return nil, failure(op, desc.Name, r)
	}
	if desc.Memory != DeviceMemory {
		b.mapped = b.mem.bytes(desc.Size)
	}
	if d.limits.HasBufferAddress {
		b.address = uint64(C.vkx_buffer_address(d.c, raw(b.handle)))
	}
	d.name(C.VK_OBJECT_TYPE_BUFFER, raw(b.handle), desc.Name)
	d.born(b)
	return b, nil
}

// Mapped is the buffer's memory as the CPU sees it, nil for DeviceMemory. It is valid until Destroy.
func (b *Buffer) Mapped() []byte { return b.mapped }

// Flush makes what the CPU wrote visible to submissions that follow. It is free where memory is coherent.
func (b *Buffer) Flush() { b.d.mem.sync(b.mem, false) }

// Invalidate makes what the device wrote visible to the CPU, after Wait. It is free where memory is coherent.
func (b *Buffer) Invalidate() { b.d.mem.sync(b.mem, true) }

// Size is the size in bytes, as asked for.
func (b *Buffer) Size() int { return b.desc.Size }

// Name is the buffer's name.
func (b *Buffer) Name() string { return b.desc.Name }

// Address is the device address of the first byte, 0 where Limits.HasBufferAddress is false.
func (b *Buffer) Address() uint64 { return b.address }

// Destroy hands the buffer to the frame in flight, after which it is gone. nil is fine.
func (b *Buffer) Destroy() {
	if b != nil {
		b.d.retire(b)
	}
}

func (b *Buffer) label() string { return "buffer " + strconv.Quote(b.desc.Name) }

func (b *Buffer) release(d *Device) {
	vulkan.DestroyBuffer(d.handle, b.handle, nil)
	d.mem.release(b.mem)
	b.mapped = nil
}
