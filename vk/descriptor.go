package vk

// #include "shim.h"
import "C"

import (
	"fmt"

	"github.com/vulkan-go/vulkan"
)

// Bound is what a descriptor set holds at one binding: a part of a buffer, a view, a sampler, or an array of
// views.
type Bound struct {
	Binding      int
	Buffer       *Buffer
	Offset, Size int // bytes of Buffer; Size 0: to its end
	View         View
	Sampler      *Sampler // with View or Views for SampledImage, alone for SamplerOnly
	Views        []View   // arrays: as many as the binding's Count
}

// Slice is a part of a buffer, such as Upload returns.
type Slice struct {
	Buffer       *Buffer
	Offset, Size int // bytes
}

// At shows the slice at a binding.
func (s Slice) At(binding int) Bound {
	return Bound{Binding: binding, Buffer: s.Buffer, Offset: s.Offset, Size: s.Size}
}

// write appends what bound says to w and panics where it does not fit the layout, naming what is wrong.
func (s *setLayout) write(w []C.vkx_write, bound []Bound) []C.vkx_write {
	seen := uint64(0)
	for i := range bound {
		b := &bound[i]
		k := s.find(b.Binding)
		if k < 0 {
			panic(fmt.Sprintf("vk: the set has no binding %d", b.Binding))
		}
		seen |= 1 << k
		l := &s.bindings[k]
		e := C.vkx_write{binding: C.uint32_t(l.Binding), _type: descriptorTypes[l.Type]}
		switch l.Type {
		case UniformBuffer, StorageBuffer:
			if b.Buffer == nil {
				missing(l, "buffer")
			}
			size := or(b.Size, b.Buffer.desc.Size-b.Offset)
			if b.Offset < 0 || size <= 0 || b.Offset+size > b.Buffer.desc.Size {
				panic(fmt.Sprintf("vk: binding %d shows bytes %d+%d of %d", l.Binding, b.Offset, size, b.Buffer.desc.Size))
			}
			e.buffer, e.offset, e._range = raw(b.Buffer.handle), C.uint64_t(b.Offset), C.uint64_t(size)
		case StorageImage:
			e.layout = layoutGeneral
		default:
			e.layout = layoutReadOnly
		}
		if l.Type == SampledImage || l.Type == SamplerOnly {
			if b.Sampler == nil {
				missing(l, "sampler")
			}
			e.sampler = raw(b.Sampler.handle)
		}
		if l.Type == UniformBuffer || l.Type == StorageBuffer || l.Type == SamplerOnly {
			if l.Count != 1 {
				panic(fmt.Sprintf("vk: binding %d: arrays of %ss are not supported", l.Binding, l.Type.String()))
			}
			w = append(w, e)
			continue
		}
		if len(b.Views) == 0 && b.View.image != nil {
			e.view = raw(b.View.handle)
			w = append(w, e)
			if l.Count != 1 {
				miscounted(l, 1)
			}
			continue
		}
		if len(b.Views) != l.Count {
			miscounted(l, len(b.Views))
		}
		for n := range b.Views {
			if b.Views[n].image == nil {
				missing(l, "view")
			}
			e.element, e.view = C.uint32_t(n), raw(b.Views[n].handle)
			w = append(w, e)
		}
	}
	if seen != 1<<len(s.bindings)-1 {
		for k := range s.bindings {
			if seen>>k&1 == 0 {
				missing(&s.bindings[k], "Bound")
			}
		}
	}
	return w
}

func missing(l *Binding, what string) {
	panic(fmt.Sprintf("vk: binding %d (%v) got no %s", l.Binding, l.Type, what))
}

func miscounted(l *Binding, n int) {
	panic(fmt.Sprintf("vk: binding %d (%v) takes %d views and got %d", l.Binding, l.Type, l.Count, n))
}

// descriptorPool counts what it has left itself: drivers may hand out more than a pool was made for, or say so
// late.
type descriptorPool struct {
	handle vulkan.DescriptorPool
	sets   int // left
	left   descriptorCounts
}

func (d *Device) newDescriptorPool(sets int, each descriptorCounts, freeable bool) (*descriptorPool, error) {
	var counts [11]C.uint32_t // by VkDescriptorType
	for t, n := range each {
		counts[descriptorTypes[t]] = C.uint32_t(n)
	}
	var h C.uint64_t
	r := C.vkx_descriptor_pool(d.c, C.uint32_t(sets), &counts[0], C.uint32_t(len(counts)), boolean(freeable), &h)
	if err := failure("create descriptor pool", "", r); err != nil {
		return nil, err
	}
	return &descriptorPool{handle: cooked[vulkan.DescriptorPool](h), sets: sets, left: each}, nil
}

// take reserves one set of l.
func (p *descriptorPool) take(l *setLayout) bool {
	if p.sets == 0 {
		return false
	}
	for t, n := range l.counts {
		if n > p.left[t] {
			return false
		}
	}
	p.sets--
	for t, n := range l.counts {
		p.left[t] -= n
	}
	return true
}

func (p *descriptorPool) give(l *setLayout) {
	p.sets++
	for t, n := range l.counts {
		p.left[t] += n
	}
}

// poolSize is a pool for sets sets of common shape, and at least one of l.
func poolSize(sets int, l *setLayout) (each descriptorCounts) {
	for t := range each {
		each[t] = max(2*sets, l.counts[t])
	}
	return each
}

// transientPools are a frame's descriptor pools: reset as a whole when the frame's slot comes round, and as many
// as the largest frame so far needed.
type transientPools struct {
	pools []transientPool
	turn  int // the pool in use
}

type transientPool struct {
	*descriptorPool
	sets int // of the full pool
	each descriptorCounts
}

// take returns a pool that has room for a set of l.
func (t *transientPools) take(d *Device, l *setLayout) (*descriptorPool, error) {
	for ; t.turn < len(t.pools); t.turn++ {
		if p := t.pools[t.turn].descriptorPool; p.take(l) {
			return p, nil
		}
	}
	sets := 128 << min(len(t.pools), 6)
	each := poolSize(sets, l)
	p, err := d.newDescriptorPool(sets, each, false)
	if err != nil {
		return nil, err
	}
	t.pools = append(t.pools, transientPool{p, sets, each})
	p.take(l)
	return p, nil
}

func (t *transientPools) reset(d *Device) {
	for i := range min(t.turn+1, len(t.pools)) {
		p := &t.pools[i]
		vulkan.ResetDescriptorPool(d.handle, p.handle, 0)
		p.descriptorPool.sets, p.left = p.sets, p.each
	}
	t.turn = 0
}

func (t *transientPools) destroy(d *Device) {
	for _, p := range t.pools {
		vulkan.DestroyDescriptorPool(d.handle, p.handle, nil)
	}
}
