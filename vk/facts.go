package vk

// #include "shim.h"
import "C"

import (
	"fmt"

	"github.com/vulkan-go/vulkan"
)

const version13 = 1<<22 | 3<<12 // VK_API_VERSION_1_3

func apiVersion(v uint32) string {
	return fmt.Sprintf("%d.%d.%d", v>>22&0x7f, v>>12&0x3ff, v&0xfff)
}

// Limits are the device's limits that callers act on.
type Limits struct {
	MaxImageSize     int     // texels along a side of a 2D image or cube
	MaxImageLayers   int     // of an array
	MaxStorageRange  int     // bytes of a storage buffer that one descriptor can show
	MaxUniformRange  int     // bytes, for uniform buffers
	MaxPushSize      int     // bytes of push constants
	MaxDispatch      [3]int  // groups of one dispatch
	UniformAlign     int     // bytes: multiple that Bound.Offset keeps for uniform buffers
	StorageAlign     int     // bytes, for storage buffers
	TimestampPeriod  float64 // nanoseconds of a tick; 0 where the queue has no timestamps
	MaxAnisotropy    float32 // 1 where samplers have none
	MaxSamples       int     // of colour and depth attachments
	CubeArrays       bool    // ImageCubeArray views can be made
	LayerFromVertex  bool    // vertex shaders may write gl_Layer
	HasBufferAddress bool    // Buffer.Address works
}

// families maps VkDriverId to the name that baselines go by.
var families = map[uint32]string{
	1: "amd", 2: "amd", 3: "radv", 4: "nvidia", 5: "intel-windows", 6: "intel", 8: "adreno", 9: "mali", 10: "swiftshader",
	13: "lavapipe", 14: "moltenvk", 18: "turnip", 19: "v3dv", 20: "panvk", 22: "venus", 23: "dozen", 24: "nvk",
}

var types = map[uint32]DeviceType{0: Other, 1: Integrated, 2: Discrete, 3: Virtual, 4: CPU}

// candidate is a physical device with what is known about it.
type candidate struct {
	handle vulkan.PhysicalDevice
	facts  C.vkx_facts
	info   Info
}

// Devices lists what the Vulkan loader offers, usable or not, in the loader's order.
func Devices() ([]Info, error) {
	i, err := newInstance(false, nil)
	if err != nil {
		return nil, err
	}
	defer i.destroy()
	return infos(i.candidates()), nil
}

func infos(cs []candidate) []Info {
	all := make([]Info, len(cs))
	for k := range cs {
		all[k] = cs[k].info
	}
	return all
}

func (i *instance) candidates() []candidate {
	var handles [16]C.VkPhysicalDevice
	n := int(C.vkx_physical_devices(i.c, &handles[0], C.uint32_t(len(handles))))
	all := make([]candidate, n)
	for k := range all {
		c := &all[k]
		c.handle = dispatchable[vulkan.PhysicalDevice](handles[k])
		C.vkx_device_facts(i.c, handles[k], i.surface, &c.facts)
		c.info = describe(k, &c.facts)
		if i.surface != 0 && c.info.Usable && c.facts.optional&C.VKX_PRESENT == 0 {
			c.info.Usable, c.info.Why = false, "it cannot draw into this window"
		}
	}
	return all
}

func describe(index int, f *C.vkx_facts) Info {
	i := Info{
		Index:         index,
		Name:          C.GoString(&f.name[0]),
		Driver:        C.GoString(&f.driver[0]),
		DriverVersion: C.GoString(&f.driver_info[0]),
		API:           apiVersion(uint32(f.api)),
		Type:          Other,
		MemoryBytes:   uint64(f.memory),
		Family:        "other",
		ID:            fmt.Sprintf("%04x-%04x-%08x", uint32(f.vendor), uint32(f.device), uint32(f.driver_version)),
	}
	if t, ok := types[uint32(f._type)]; ok {
		i.Type = t
	}
	if name, ok := families[uint32(f.driver_id)]; ok {
		i.Family = name
	}
	// Mesa's driverVersion is 0.0.1 for lavapipe in every release; the text says which one it is.
	i.ID += "-" + shortHash(i.Name+i.DriverVersion)
	switch {
	case f.api < version13:
		i.Why = "it knows Vulkan " + i.API + ", 1.3 is needed"
	case f.family == ^C.uint32_t(0):
		i.Why = "no queue family can draw and compute"
	case f.missing[0] != 0:
		i.Why = "it lacks " + C.GoString(&f.missing[0])
	default:
		i.Usable = true
	}
	return i
}

func limits(f *C.vkx_facts) Limits {
	l := Limits{
		MaxImageSize:     int(f.max_image),
		MaxImageLayers:   int(f.max_layers),
		MaxStorageRange:  int(f.max_storage_range),
		MaxUniformRange:  int(f.max_uniform_range),
		MaxPushSize:      int(f.max_push),
		UniformAlign:     int(f.uniform_align),
		StorageAlign:     int(f.storage_align),
		MaxAnisotropy:    1,
		MaxSamples:       1,
		CubeArrays:       f.optional&C.VKX_CUBE_ARRAY != 0,
		LayerFromVertex:  f.optional&C.VKX_OUTPUT_LAYER != 0,
		HasBufferAddress: f.optional&C.VKX_BUFFER_ADDRESS != 0,
	}
	for k := range l.MaxDispatch {
		l.MaxDispatch[k] = int(f.max_groups[k])
	}
	if f.timestamp_bits > 0 {
		l.TimestampPeriod = float64(f.timestamp_period)
	}
	if f.optional&C.VKX_ANISOTROPY != 0 {
		l.MaxAnisotropy = float32(f.max_anisotropy)
	}
	for s := 2; s <= 64 && int(f.color_samples&f.depth_samples)&s != 0; s *= 2 {
		l.MaxSamples = s
	}
	// lavapipe has 1 and 4 samples, not 2.
	if l.MaxSamples == 1 && f.color_samples&f.depth_samples&4 != 0 {
		l.MaxSamples = 4
	}
	return l
}
