package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/vulkan-go/vulkan"
)

// BindingType is what a shader finds at a binding.
type BindingType uint8

const (
	UniformBuffer BindingType = iota
	StorageBuffer
	SampledImage // image and sampler combined: sampler2D
	StorageImage
	Texture     // image alone: texture2D
	SamplerOnly // sampler alone
	bindingTypeCount
)

// descriptorTypes are VkDescriptorType by BindingType.
var descriptorTypes = [bindingTypeCount]C.uint32_t{UniformBuffer: 6, StorageBuffer: 7, SampledImage: 1, StorageImage: 3, Texture: 2, SamplerOnly: 0}

func (t BindingType) String() string {
	return [...]string{"uniform buffer", "storage buffer", "sampled image", "storage image", "texture", "sampler"}[t]
}

// Binding is one binding of a shader, visible to all stages. Count 0 means 1.
type Binding struct {
	Set, Binding, Count int
	Type                BindingType
}

// Layout is what a pipeline takes: its bindings in any order, and the bytes of its push constants.
type Layout struct {
	Bindings []Binding
	PushSize int
}

// setLayout is a descriptor set's layout; equal ones are shared.
type setLayout struct {
	handle   vulkan.DescriptorSetLayout
	bindings []Binding // in order of binding
	counts   descriptorCounts
}

// descriptorCounts counts descriptors by BindingType.
type descriptorCounts [bindingTypeCount]int

// pipelineLayout is shared by the pipelines whose Layouts say the same.
type pipelineLayout struct {
	handle vulkan.PipelineLayout
	sets   []*setLayout
	push   int
}

// layouts holds every layout the device was asked for. Safe for several goroutines.
type layouts struct {
	mu        sync.Mutex
	sets      map[string]*setLayout
	pipelines map[string]*pipelineLayout
}

// maxSets is what every Vulkan device can bind (maxBoundDescriptorSets is at least 4; all desktop drivers and
// lavapipe have 8 or more, but portability counts).
const maxSets = 4

func (d *Device) layout(l Layout) (*pipelineLayout, error) {
	if l.PushSize < 0 || l.PushSize%4 != 0 || l.PushSize > d.limits.MaxPushSize {
		return nil, fmt.Errorf("%d bytes of push constants: a multiple of 4 up to %d is possible", l.PushSize, d.limits.MaxPushSize)
	}
	bySet, err := splitSets(l.Bindings)
	if err != nil {
		return nil, err
	}
	d.layouts.mu.Lock()
	defer d.layouts.mu.Unlock()
	if d.layouts.sets == nil {
		d.layouts.sets = map[string]*setLayout{}
		d.layouts.pipelines = map[string]*pipelineLayout{}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "push %d", l.PushSize)
	for _, set := range bySet {
		fmt.Fprintf(&b, "|%v", set)
	}
	key := b.String()
	if p := d.layouts.pipelines[key]; p != nil {
		return p, nil
	}
	p := &pipelineLayout{push: l.PushSize}
	handles := make([]C.uint64_t, len(bySet))
	for i, set := range bySet {
		s, err := d.setLayout(set)
		if err != nil {
			return nil, err
		}
		p.sets = append(p.sets, s)
		handles[i] = raw(s.handle)
	}
	var h C.uint64_t
	if r := C.vkx_pipeline_layout(d.c, pointer(handles), C.uint32_t(len(handles)), C.uint32_t(l.PushSize), &h); r < 0 {
		return nil, cause(r)
	}
	p.handle = cooked[vulkan.PipelineLayout](h)
	d.layouts.pipelines[key] = p
	return p, nil
}

// splitSets sorts bindings into sets 0 to the highest; sets between may be empty.
func splitSets(bindings []Binding) ([][]Binding, error) {
	var sets [][]Binding
	for _, b := range bindings {
		if b.Set < 0 || b.Set >= maxSets || b.Binding < 0 || b.Count < 0 || b.Type >= bindingTypeCount {
			return nil, fmt.Errorf("binding %d of set %d: a set is 0 to %d, a binding at least 0", b.Binding, b.Set, maxSets-1)
		}
		b.Count = max(b.Count, 1)
		for b.Set >= len(sets) {
			sets = append(sets, nil)
		}
		sets[b.Set] = append(sets[b.Set], b)
	}
	for i, set := range sets {
		slices.SortFunc(set, func(a, b Binding) int { return a.Binding - b.Binding })
		for k := 1; k < len(set); k++ {
			if set[k].Binding == set[k-1].Binding {
				return nil, fmt.Errorf("binding %d of set %d appears twice", set[k].Binding, i)
			}
		}
	}
	return sets, nil
}

func (d *Device) setLayout(bindings []Binding) (*setLayout, error) {
	s := &setLayout{bindings: slices.Clone(bindings)}
	c := make([]C.vkx_binding, len(bindings))
	for i := range s.bindings {
		b := &s.bindings[i]
		b.Set = 0 // the same layout serves any set
		s.counts[b.Type] += b.Count
		c[i] = C.vkx_binding{binding: C.uint32_t(b.Binding), _type: descriptorTypes[b.Type], count: C.uint32_t(b.Count)}
	}
	key := fmt.Sprint(s.bindings)
	if old := d.layouts.sets[key]; old != nil {
		return old, nil
	}
	var h C.uint64_t
	if r := C.vkx_set_layout(d.c, pointer(c), C.uint32_t(len(c)), &h); r < 0 {
		return nil, cause(r)
	}
	s.handle = cooked[vulkan.DescriptorSetLayout](h)
	d.layouts.sets[key] = s
	return s, nil
}

func (l *layouts) destroy(d *Device) {
	for _, p := range l.pipelines {
		vulkan.DestroyPipelineLayout(d.handle, p.handle, nil)
	}
	for _, s := range l.sets {
		vulkan.DestroyDescriptorSetLayout(d.handle, s.handle, nil)
	}
}

// find returns the index of a binding, -1 where the set has none of that number.
func (s *setLayout) find(binding int) int {
	for i := range s.bindings {
		if s.bindings[i].Binding == binding {
			return i
		}
	}
	return -1
}
