package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"slices"
	"sync"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Memory says who reads and writes a buffer.
type Memory uint8

const (
	DeviceMemory   Memory = iota // the device only; filled by an Uploader
	UploadMemory                 // written by the CPU, in order and once: it may be write-combined
	ReadbackMemory               // read by the CPU: cached
	memoryCount
)

// Bits of VkMemoryPropertyFlags.
const (
	memLocal    = 1
	memVisible  = 2
	memCoherent = 4
	memCached   = 8
	memLazy     = 16
	memSpecial  = memLazy | 0x20 | 0x40 | 0x80 | 0x100 // protected, device-coherent (slow), ...
)

const (
	firstBlock = 8 << 20 // bytes; each next block of a kind is twice as large,
	maxBlock   = 64 << 20
)

// memory sub-allocates device memory: blocks per memory type, buffers and images in separate blocks, so that
// bufferImageGranularity never matters; what is larger than half the largest block, or what the driver wants
// apart, gets an allocation of its own.
type memory struct {
	mu       sync.Mutex
	d        *Device
	types    []memoryType
	order    [memoryCount][]int // types to try, best first
	pools    map[poolKey][]*block
	atom     uint64
	address  C.int
	allocs   int    // VkDeviceMemory objects alive
	reserved uint64 // their bytes
}

type memoryType struct {
	flags uint32
	heap  uint64 // bytes
}

type poolKey struct {
	kind   int // memory type
	images bool
}

type block struct {
	key    poolKey
	handle vulkan.DeviceMemory
	size   uint64
	arena  *arena // nil: one allocation has it all
	mapped unsafe.Pointer
}

// allocation is a part of a block.
type allocation struct {
	block  *block
	span   *span
	offset uint64
	size   uint64
}

func newMemory(d *Device, physical vulkan.PhysicalDevice, f *C.vkx_facts) *memory {
	m := &memory{d: d, pools: map[poolKey][]*block{}, atom: max(uint64(f.atom_size), 1)}
	if f.optional&C.VKX_BUFFER_ADDRESS != 0 {
		m.address = 1
	}
	var p vulkan.PhysicalDeviceMemoryProperties
	vulkan.GetPhysicalDeviceMemoryProperties(physical, &p)
	p.Deref()
	for i := range p.MemoryTypeCount {
		t := &p.MemoryTypes[i]
		t.Deref()
		h := &p.MemoryHeaps[t.HeapIndex]
		h.Deref()
		m.types = append(m.types, memoryType{uint32(t.PropertyFlags), uint64(h.Size)})
	}
	p.Free()
	for k := range memoryCount {
		m.order[k] = rankTypes(m.types, k)
	}
	return m
}

// rankTypes orders the types that can hold what is asked: wanted bits first, then as few others as possible,
// then the driver's order, which Vulkan defines as fastest first.
func rankTypes(types []memoryType, use Memory) []int {
	var must, want uint32
	switch use {
	case DeviceMemory:
		want = memLocal
	case UploadMemory:
		must, want = memVisible, memCoherent
	case ReadbackMemory:
		must, want = memVisible, memCached|memCoherent
	}
	score := func(i int) int {
		f := types[i].flags
		s := 0
		for b := uint32(1); b != 0; b <<= 1 {
			switch {
			case want&b != 0 && f&b == 0:
				s += 100
				if b == memCached || b == memLocal {
					s += 100
				}
			case (want|must)&b == 0 && f&b != 0:
				s++
			}
		}
		return s
	}
	var order []int
	for i, t := range types {
		if t.flags&must == must && t.flags&memSpecial == 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return score(a) - score(b) })
	return order
}

// alloc finds memory for a buffer or an image (the other handle is 0).
func (m *memory) alloc(needs *C.vkx_needs, use Memory, buffer, image C.uint64_t) (allocation, error) {
	err := errors.New("no memory type of the device fits")
	for _, kind := range m.order[use] {
		if needs.types&(1<<kind) == 0 {
			continue
		}
		var a allocation
		if a, err = m.allocType(needs, kind, use, buffer, image); !errors.Is(err, ErrOutOfMemory) {
			return a, err
		}
	}
	return allocation{}, err
}

func (m *memory) allocType(needs *C.vkx_needs, kind int, use Memory, buffer, image C.uint64_t) (allocation, error) {
	t := m.types[kind]
	size, align := uint64(needs.size), max(uint64(needs.align), 1)
	if use != DeviceMemory && t.flags&memCoherent == 0 { // flushed ranges are whole atoms
		size, align = alignUp(size, m.atom), max(align, m.atom)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	a := allocation{size: size}
	key := poolKey{kind, image != 0}
	largest := min(maxBlock, t.heap/8)
	if needs.dedicated != 0 || size > largest/2 {
		b, err := m.newBlock(key, size, buffer, image)
		if err != nil {
			return a, err
		}
		a.block = b
	} else {
		for _, b := range m.pools[key] {
			if a.span = b.arena.alloc(size, align); a.span != nil {
				a.block = b
				break
			}
		}
		if a.block == nil {
			n := min(largest, firstBlock<<min(len(m.pools[key]), 10))
			b, err := m.newBlock(key, max(n, 2*size), 0, 0)
			if err != nil {
				return a, err
			}
			b.arena = newArena(b.size)
			m.pools[key] = append(m.pools[key], b)
			a.block, a.span = b, b.arena.alloc(size, align)
		}
		a.offset = a.span.offset
	}
	if use != DeviceMemory && a.block.mapped == nil {
		var p unsafe.Pointer
		r := vulkan.MapMemory(m.d.handle, a.block.handle, 0, vulkan.DeviceSize(a.block.size), 0, &p)
		if r < 0 {
			m.releaseLocked(a)
			return a, cause(r)
		}
		a.block.mapped = p
	}
	return a, nil
}

func (m *memory) newBlock(key poolKey, size uint64, buffer, image C.uint64_t) (*block, error) {
	b := &block{key: key, size: size}
	address := m.address
	if key.images {
		address = 0
	}
	var h C.uint64_t
	r := C.vkx_allocate(m.d.c, C.uint64_t(size), C.uint32_t(key.kind), address, buffer, image, &h)
	if r < 0 {
		return nil, cause(r)
	}
	b.handle = cooked[vulkan.DeviceMemory](h)
	m.allocs++
	m.reserved += size
	return b, nil
}

func (m *memory) release(a allocation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.releaseLocked(a)
}

// releaseLocked keeps one empty block of a kind, so that a scene that frees and allocates the same does not
// talk to the driver each time.
func (m *memory) releaseLocked(a allocation) {
	b := a.block
	if a.span == nil {
		m.freeBlock(b)
		return
	}
	b.arena.release(a.span)
	if b.arena.used > 0 {
		return
	}
	pool := m.pools[b.key]
	for _, other := range pool {
		if other != b && other.arena.used == 0 {
			m.pools[b.key] = slices.DeleteFunc(pool, func(x *block) bool { return x == b })
			m.freeBlock(b)
			return
		}
	}
}

func (m *memory) freeBlock(b *block) {
	vulkan.FreeMemory(m.d.handle, b.handle, nil) // unmaps too
	m.allocs--
	m.reserved -= b.size
}

// destroy frees the blocks that are left; nothing may live in them.
func (m *memory) destroy() {
	for _, pool := range m.pools {
		for _, b := range pool {
			m.freeBlock(b)
		}
	}
	m.pools = nil
}

// bytes is the CPU's view of n bytes of a, nil where there is none.
func (a allocation) bytes(n int) []byte {
	if a.block.mapped == nil {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(a.block.mapped, a.offset)), n)
}

// sync makes CPU writes visible to the device, or (invalidate) the device's to the CPU.
func (m *memory) sync(a allocation, invalidate bool) {
	if m.types[a.block.key.kind].flags&memCoherent != 0 || a.block.mapped == nil {
		return
	}
	C.vkx_flush(m.d.c, raw(a.block.handle), C.uint64_t(a.offset), C.uint64_t(min(a.size, a.block.size-a.offset)), boolean(invalidate))
}
