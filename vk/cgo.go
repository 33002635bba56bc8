package vk

/*
#cgo linux LDFLAGS: -ldl -lpthread
#cgo CFLAGS: -std=c11 -D_GNU_SOURCE -Wall

// The calls of a steady frame that take Go memory: it does not outlive the call, and no C code calls back.
#cgo noescape vkx_cmd_label
#cgo noescape vkx_cmd_barriers
#cgo noescape vkx_cmd_rendering
#cgo noescape vkx_cmd_transient
#cgo noescape vkx_cmd_push
#cgo noescape vkx_cmd_copy_to_image
#cgo noescape vkx_cmd_copy_from_image
#cgo noescape vkx_cmd_copy_image
#cgo noescape vkx_cmd_blit
#cgo noescape vkx_cmd_clear_color
#cgo noescape vkx_timeline_value
#cgo nocallback vkx_cmd_label
#cgo nocallback vkx_cmd_barriers
#cgo nocallback vkx_cmd_rendering
#cgo nocallback vkx_cmd_transient
#cgo nocallback vkx_cmd_push
#cgo nocallback vkx_cmd_copy_to_image
#cgo nocallback vkx_cmd_copy_from_image
#cgo nocallback vkx_cmd_copy_image
#cgo nocallback vkx_cmd_blit
#cgo nocallback vkx_cmd_clear_color
#cgo nocallback vkx_timeline_value

#include "shim.h"
*/
import "C"

import (
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// handle is the non-dispatchable handles of vulkan-go. They are 64 bits everywhere, a pointer type where
// pointers have that size.
type handle interface {
	vulkan.Buffer | vulkan.Image | vulkan.ImageView | vulkan.Sampler | vulkan.DeviceMemory | vulkan.Semaphore |
		vulkan.QueryPool | vulkan.CommandPool | vulkan.PipelineCache | vulkan.Pipeline | vulkan.PipelineLayout |
		vulkan.Surface | vulkan.DescriptorSetLayout | vulkan.DescriptorPool | vulkan.DescriptorSet
}

// raw is h as the shim takes it. It reads the bits instead of converting through unsafe.Pointer: a driver may
// hand out small numbers, and the runtime throws when it finds one in a pointer on the stack.
func raw[H handle](h H) C.uint64_t { return *(*C.uint64_t)(unsafe.Pointer(&h)) }

// cooked is the inverse of raw.
func cooked[H handle](v C.uint64_t) H { return *(*H)(unsafe.Pointer(&v)) }

// Bytes is the memory of s as bytes, without a copy.
func Bytes[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}

// bytesOf is the memory of *v as bytes, without a copy.
func bytesOf[T any](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), int(unsafe.Sizeof(*v)))
}

// chars is a Go string as the shim takes names: address and length.
func chars(s string) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))
}

// name gives an object its name in the validation layer's and debuggers' words.
func (d *Device) name(kind C.VkObjectType, h C.uint64_t, name string) {
	p, n := chars(name)
	C.vkx_name(d.c, kind, h, p, n)
}

// dispatchable converts a dispatchable handle between its C and vulkan-go types, which are one pointer type
// under two names.
func dispatchable[To, From any](h From) To { return *(*To)(unsafe.Pointer(&h)) }
