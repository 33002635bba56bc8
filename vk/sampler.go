package vk

import (
	"sync"

	"github.com/vulkan-go/vulkan"
)

// Filter is how texels are mixed.
type Filter uint8

const (
	Nearest Filter = iota
	Linear
)

// Wrap is what lies outside 0..1.
type Wrap uint8

const (
	Repeat Wrap = iota
	Mirror
	Clamp
	BorderWhite
	BorderBlack // opaque
)

// modes are VkSamplerAddressMode by Wrap.
var modes = [...]vulkan.SamplerAddressMode{Repeat: 0, Mirror: 1, Clamp: 2, BorderWhite: 3, BorderBlack: 3}

// SamplerDesc describes a sampler. The zero value repeats and takes the nearest texel of mip 0.
type SamplerDesc struct {
	Min, Mag, Mip Filter
	U, V          Wrap    // W goes as V
	Anisotropy    float32 // more than 1: as much of it as the device has
	Compare       bool    // depth comparison, reference greater or equal: reversed depth
	MaxLod        float32 // the last mip it reads; at least as long as the chain: all
}

// Sampler belongs to its device.
type Sampler struct{ handle vulkan.Sampler }

// samplers holds one sampler per description.
type samplers struct {
	mu     sync.Mutex
	byDesc map[SamplerDesc]*Sampler
}

// Sampler returns the sampler of that description; the device owns it. Safe for several goroutines.
func (d *Device) Sampler(desc SamplerDesc) (*Sampler, error) {
	if desc.Anisotropy <= 1 || d.limits.MaxAnisotropy <= 1 {
		desc.Anisotropy = 0
	}
	desc.Anisotropy = min(desc.Anisotropy, d.limits.MaxAnisotropy)
	d.samplers.mu.Lock()
	defer d.samplers.mu.Unlock()
	if s := d.samplers.byDesc[desc]; s != nil {
		return s, nil
	}
	info := vulkan.SamplerCreateInfo{
		SType:            vulkan.StructureTypeSamplerCreateInfo,
		MagFilter:        vulkan.Filter(desc.Mag),
		MinFilter:        vulkan.Filter(desc.Min),
		MipmapMode:       vulkan.SamplerMipmapMode(desc.Mip),
		AddressModeU:     modes[desc.U],
		AddressModeV:     modes[desc.V],
		AddressModeW:     modes[desc.V],
		AnisotropyEnable: vulkan.Bool32(boolean(desc.Anisotropy > 1)),
		MaxAnisotropy:    max(desc.Anisotropy, 1),
		CompareEnable:    vulkan.Bool32(boolean(desc.Compare)),
		CompareOp:        vulkan.CompareOpGreaterOrEqual,
		MaxLod:           desc.MaxLod,
		BorderColor:      vulkan.BorderColorFloatOpaqueBlack,
	}
	if desc.U == BorderWhite || desc.V == BorderWhite {
		info.BorderColor = vulkan.BorderColorFloatOpaqueWhite
	}
	var h vulkan.Sampler
	r := vulkan.CreateSampler(d.handle, &info, nil, &h)
	info.Free()
	if r < 0 {
		return nil, failure("create sampler", "", r)
	}
	s := &Sampler{handle: h}
	if d.samplers.byDesc == nil {
		d.samplers.byDesc = map[SamplerDesc]*Sampler{}
	}
	d.samplers.byDesc[desc] = s
	return s, nil
}

func (s *samplers) destroy(d *Device) {
	for _, x := range s.byDesc {
		vulkan.DestroySampler(d.handle, x.handle, nil)
	}
	s.byDesc = nil
}
