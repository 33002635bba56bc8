package vk

import (
	"math/bits"
	"strconv"
	"strings"
)

// Use is one way a command touches a buffer or an image. The table below is the only place that says what a
// use means to Vulkan: which stages and accesses synchronise, which layout the image has, which usage bit the
// object is created with.
type Use uint8

const (
	UseNone                 Use = iota // nothing yet: the start of a resource's life
	ColorWrite                         // colour attachment, blending included
	DepthWrite                         // depth attachment, tested and written
	DepthTest                          // depth attachment, tested only; shares its layout with the sampled uses
	SampledCompute                     // read through a sampler in a compute shader
	SampledFragment                    // read through a sampler in a vertex or fragment shader
	StorageReadCompute                 // storage buffer or image, read
	StorageWriteCompute                // storage buffer or image, written
	StorageReadWriteCompute            // storage buffer or image, read and written, atomics included
	StorageReadVertex                  // storage buffer or image, read by the vertex shader
	StorageReadFragment                // storage buffer or image, read by the fragment shader
	StorageReadGraphics                // storage buffer or image, read by either
	UniformRead                        // uniform buffer, any stage
	IndirectRead                       // arguments and counts of indirect draws and dispatches
	VertexRead                         // vertex attributes
	IndexRead                          // indices
	TransferRead                       // source of a copy or blit
	TransferWrite                      // destination of a copy, blit, fill or clear
	HostRead                           // read by the CPU after Wait
	Present                            // handed to the window system
	useCount
)

// Vulkan's values, from vulkan_core.h 1.3; vulkan-go's constants end at 1.1.
const (
	stageIndirect    = 0x2
	stageVertexInput = 0x4
	stageVertex      = 0x8
	stageFragment    = 0x80
	stageDepth       = 0x100 | 0x200 // early and late fragment tests
	stageColor       = 0x400
	stageCompute     = 0x800
	stageTransfer    = 0x1000 // VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT
	stageHost        = 0x4000
	stageAll         = 0x10000 // VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT

	accessIndirect      = 0x1
	accessIndex         = 0x2
	accessVertex        = 0x4
	accessUniform       = 0x8
	accessShaderRead    = 0x20
	accessColorRead     = 0x80
	accessColorWrite    = 0x100
	accessDepthRead     = 0x200
	accessDepthWrite    = 0x400
	accessTransferRead  = 0x800
	accessTransferWrite = 0x1000
	accessHostRead      = 0x2000
	accessMemoryRead    = 0x8000
	accessMemoryWrite   = 0x10000
	accessSampledRead   = 0x1_0000_0000
	accessStorageRead   = 0x2_0000_0000
	accessStorageWrite  = 0x4_0000_0000

	layoutUndefined   = 0
	layoutGeneral     = 1
	layoutTransferSrc = 6
	layoutTransferDst = 7
	layoutReadOnly    = 1000314000 // VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL: sampled and depth test at once
	layoutAttachment  = 1000314001 // VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL: colour or depth
	layoutPresent     = 1000001002

	usageTransferSrc = 0x1
	usageTransferDst = 0x2

	imageSampled = 0x4
	imageStorage = 0x8
	imageColor   = 0x10
	imageDepth   = 0x20

	bufferUniform  = 0x10
	bufferStorage  = 0x20
	bufferIndex    = 0x40
	bufferVertex   = 0x80
	bufferIndirect = 0x100
	bufferAddress  = 0x20000
)

var uses = [useCount]struct {
	name   string
	stage  uint64
	access uint64
	layout int
	image  uint32 // VkImageUsageFlags
	buffer uint32 // VkBufferUsageFlags
	reads  bool
	writes bool
}{
	UseNone:                 {name: "none"},
	ColorWrite:              {"color-write", stageColor, accessColorRead | accessColorWrite, layoutAttachment, imageColor, 0, false, true},
	DepthWrite:              {"depth-write", stageDepth, accessDepthRead | accessDepthWrite, layoutAttachment, imageDepth, 0, true, true},
	DepthTest:               {"depth-test", stageDepth, accessDepthRead, layoutReadOnly, imageDepth, 0, true, false},
	SampledCompute:          {"sampled-compute", stageCompute, accessSampledRead, layoutReadOnly, imageSampled, 0, true, false},
	SampledFragment:         {"sampled-fragment", stageVertex | stageFragment, accessSampledRead, layoutReadOnly, imageSampled, 0, true, false},
	StorageReadCompute:      {"storage-read-compute", stageCompute, accessStorageRead, layoutGeneral, imageStorage, bufferStorage, true, false},
	StorageWriteCompute:     {"storage-write-compute", stageCompute, accessStorageWrite, layoutGeneral, imageStorage, bufferStorage, false, true},
	StorageReadWriteCompute: {"storage-read-write-compute", stageCompute, accessStorageRead | accessStorageWrite, layoutGeneral, imageStorage, bufferStorage, true, true},
	StorageReadVertex:       {"storage-read-vertex", stageVertex, accessStorageRead, layoutGeneral, imageStorage, bufferStorage, true, false},
	StorageReadFragment:     {"storage-read-fragment", stageFragment, accessStorageRead, layoutGeneral, imageStorage, bufferStorage, true, false},
	StorageReadGraphics:     {"storage-read-graphics", stageVertex | stageFragment, accessStorageRead, layoutGeneral, imageStorage, bufferStorage, true, false},
	UniformRead:             {"uniform-read", stageVertex | stageFragment | stageCompute, accessUniform, layoutUndefined, 0, bufferUniform, true, false},
	IndirectRead:            {"indirect-read", stageIndirect, accessIndirect, layoutUndefined, 0, bufferIndirect, true, false},
	VertexRead:              {"vertex-read", stageVertexInput, accessVertex, layoutUndefined, 0, bufferVertex, true, false},
	IndexRead:               {"index-read", stageVertexInput, accessIndex, layoutUndefined, 0, bufferIndex, true, false},
	TransferRead:            {"transfer-read", stageTransfer, accessTransferRead, layoutTransferSrc, usageTransferSrc, usageTransferSrc, true, false},
	TransferWrite:           {"transfer-write", stageTransfer, accessTransferWrite, layoutTransferDst, usageTransferDst, usageTransferDst, false, true},
	HostRead:                {"host-read", stageHost, accessHostRead, layoutGeneral, 0, 0, true, false},
	Present:                 {"present", 0, 0, layoutPresent, 0, 0, true, false},
}

// Reads reports whether the use needs the earlier contents. ColorWrite is a write only, although blending
// and LOAD read: the accesses it synchronises include that read.
func (u Use) Reads() bool { return uses[u].reads }

// Writes reports whether the use changes the contents.
func (u Use) Writes() bool { return uses[u].writes }

// Layout is the VkImageLayout an image has during the use; 0 for uses that only buffers have.
func (u Use) Layout() int { return uses[u].layout }

func (u Use) String() string { return uses[u].name }

// UseSet is a set of uses. The uses one barrier names for an image must share a layout.
type UseSet uint32

// Uses collects uses.
func Uses(us ...Use) UseSet {
	var s UseSet
	for _, u := range us {
		s = s.Add(u)
	}
	return s
}

// Add returns s with u; UseNone adds nothing.
func (s UseSet) Add(u Use) UseSet {
	if u == UseNone {
		return s
	}
	return s | 1<<u
}

// Has reports whether u is in s.
func (s UseSet) Has(u Use) bool { return s&(1<<u) != 0 }

// Writes reports whether any use in s writes.
func (s UseSet) Writes() bool {
	for rest := s; rest != 0; rest &= rest - 1 {
		if uses[bits.TrailingZeros32(uint32(rest))].writes {
			return true
		}
	}
	return false
}

// Layout is the one VkImageLayout of the uses in s; ok is false when they need different ones.
func (s UseSet) Layout() (layout int, ok bool) {
	ok = true
	for rest := s; rest != 0; rest &= rest - 1 {
		l := uses[bits.TrailingZeros32(uint32(rest))].layout
		switch {
		case l == layoutUndefined || l == layout:
		case layout == layoutUndefined:
			layout = l
		default:
			ok = false
		}
	}
	return layout, ok
}

func (s UseSet) String() string {
	if s == 0 {
		return "none"
	}
	var names []string
	for rest := s; rest != 0; rest &= rest - 1 {
		names = append(names, uses[bits.TrailingZeros32(uint32(rest))].name)
	}
	return strings.Join(names, "+")
}

// sync returns the union of stages and accesses.
func (s UseSet) sync() (stage, access uint64) {
	for rest := s; rest != 0; rest &= rest - 1 {
		u := &uses[bits.TrailingZeros32(uint32(rest))]
		stage |= u.stage
		access |= u.access
	}
	return stage, access
}

func (s UseSet) imageUsage() (usage uint32) {
	for rest := s; rest != 0; rest &= rest - 1 {
		usage |= uses[bits.TrailingZeros32(uint32(rest))].image
	}
	return usage
}

func (s UseSet) bufferUsage() (usage uint32) {
	for rest := s; rest != 0; rest &= rest - 1 {
		usage |= uses[bits.TrailingZeros32(uint32(rest))].buffer
	}
	return usage
}

// LayoutName is a word for an image layout of Use.Layout, for dumps.
func LayoutName(layout int) string {
	switch layout {
	case layoutUndefined:
		return "undefined"
	case layoutGeneral:
		return "general"
	case layoutTransferSrc:
		return "transfer-source"
	case layoutTransferDst:
		return "transfer-destination"
	case layoutReadOnly:
		return "read-only"
	case layoutAttachment:
		return "attachment"
	case layoutPresent:
		return "present"
	}
	return "layout " + strconv.Itoa(layout)
}
