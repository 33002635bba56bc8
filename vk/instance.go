package vk

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

const validationLayer = "VK_LAYER_KHRONOS_validation"

// instance is a VkInstance with its message list. Each Device has one of its own.
type instance struct {
	handle     vulkan.Instance
	c          *C.vkx_instance
	messages   *C.vkx_messages // nil without validation
	past       []string        // what messages held when the instance was destroyed
	debugUtils bool
	surface    C.uint64_t // of a window, 0: none
}

// loader is the process's Vulkan loader. vulkan-go keeps its function addresses in C globals, so this is a
// global too: opened once, never closed.
var loader struct {
	once      sync.Once
	instances sync.Once
	gipa      unsafe.Pointer // vkGetInstanceProcAddr
	err       error
}

func openLoader() error {
	loader.once.Do(func() {
		var why [512]C.char
		loader.gipa = C.vkx_open_loader(&why[0], C.size_t(len(why)))
		if loader.gipa == nil {
			loader.err = fmt.Errorf("vk: %w: no Vulkan loader: %s", ErrNoDevice, C.GoString(&why[0]))
			return
		}
		vulkan.SetGetInstanceProcAddr(loader.gipa)
		if err := vulkan.Init(); err != nil {
			loader.err = fmt.Errorf("vk: load Vulkan: %w", err)
		}
	})
	return loader.err
}

func hasExtension(layer *C.char, name string) bool {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return C.vkx_has_extension(loader.gipa, layer, c) != 0
}

func newInstance(validation bool, extensions []string) (*instance, error) {
	if err := openLoader(); err != nil {
		return nil, err
	}
	if v := uint32(C.vkx_instance_version(loader.gipa)); v < version13 {
		return nil, fmt.Errorf("vk: %w: the loader knows Vulkan %s, 1.3 is needed", ErrNoDevice, apiVersion(v))
	}
	var layer *C.char
	i := &instance{}
	if validation {
		layer = C.CString(validationLayer)
		defer C.free(unsafe.Pointer(layer))
		if C.vkx_has_layer(loader.gipa, layer) == 0 {
			return nil, fmt.Errorf("vk: %w", ErrNoValidation)
		}
		i.messages = C.vkx_messages_new()
	}
	i.debugUtils = hasExtension(nil, "VK_EXT_debug_utils") || (layer != nil && hasExtension(layer, "VK_EXT_debug_utils"))
	portability := hasExtension(nil, "VK_KHR_portability_enumeration")

	info := C.vkx_instance_info(layer, boolean(i.debugUtils), i.messages, boolean(portability))
	defer C.vkx_info_free(info)
	for _, e := range extensions {
		c := C.CString(e)
		C.vkx_info_extension(info, c)
		C.free(unsafe.Pointer(c))
	}
	// By reference: vulkan-go passes our C struct on instead of copying slices into memory the collector may free.
	var h vulkan.Instance // results go to plain variables: cgo looks at the whole object an address lies in
	r := vulkan.CreateInstance(vulkan.NewInstanceCreateInfoRef(C.vkx_info_create(info)), nil, &h)
	i.handle = h
	if err := failure("create instance", "", r); err != nil {
		C.vkx_messages_free(i.messages)
		if r == vulkan.ErrorIncompatibleDriver {
			err = fmt.Errorf("vk: %w: no driver is installed", ErrNoDevice)
		}
		return nil, err
	}
	var err error
	// Once: the loader's entry points of core functions, all we take from the binding, are the same for every
	// instance, and another goroutine may be calling them.
	loader.instances.Do(func() { err = vulkan.InitInstance(i.handle) })
	i.c = C.vkx_instance_new(loader.gipa, *(*C.VkInstance)(unsafe.Pointer(&i.handle)), i.messages)
	if err == nil && i.c == nil {
		err = errors.New("out of host memory")
	}
	if err != nil {
		i.destroy()
		return nil, fmt.Errorf("vk: create instance: %w", err)
	}
	return i, nil
}

func (i *instance) destroy() {
	if i.surface != 0 {
		C.vkx_surface_free(i.c, i.surface)
	}
	C.vkx_instance_free(i.c)
	vulkan.DestroyInstance(i.handle, nil)
	i.past = i.said()
	C.vkx_messages_free(i.messages)
	i.messages = nil
}

// said returns the validation messages so far.
func (i *instance) said() []string {
	if i.messages == nil {
		return i.past
	}
	var all []string
	for k := range C.vkx_messages_count(i.messages) {
		c := C.vkx_messages_get(i.messages, k)
		all = append(all, C.GoString(c))
		C.free(unsafe.Pointer(c))
	}
	return all
}

func boolean(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
