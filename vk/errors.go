package vk

import (
	"errors"
	"fmt"
)

// What callers act on; everything else is text.
var (
	ErrDeviceLost   = errors.New("device lost")
	ErrOutOfMemory  = errors.New("out of device memory")
	ErrNoDevice     = errors.New("no usable Vulkan device")
	ErrSurfaceLost  = errors.New("the window's surface was lost")
	ErrOutOfDate    = errors.New("the window has changed")              // make the swapchain anew: Swapchain.Resize
	ErrNotReady     = errors.New("the window takes no picture for now") // hidden, for example: try again
	ErrNoValidation = errors.New("the Vulkan validation layer VK_LAYER_KHRONOS_validation is not installed")
)

// memoryError is an ErrOutOfMemory that says which memory.
type memoryError string

func (e memoryError) Error() string        { return string(e) }
func (e memoryError) Is(target error) bool { return target == ErrOutOfMemory }

const errHostMemory = memoryError("out of host memory")

// results are the VkResult codes that the calls of this package can return.
var results = map[int32]error{
	-1:          errHostMemory,
	-2:          ErrOutOfMemory,
	-3:          errors.New("initialization failed"),
	-4:          ErrDeviceLost,
	-5:          errors.New("memory map failed"),
	-6:          errors.New("layer not present"),
	-7:          errors.New("extension not present"),
	-8:          errors.New("feature not present"),
	-9:          errors.New("incompatible driver"),
	-10:         errors.New("too many objects"),
	-11:         errors.New("format not supported"),
	-12:         errors.New("fragmented pool"),
	-13:         errors.New("unknown error of the driver"),
	-1000000000: ErrSurfaceLost,
	-1000000001: errors.New("the window is in use by another surface"),
	-1000001004: ErrOutOfDate,
	-1000069000: memoryError("out of descriptor pool memory"),
	-1000161000: errors.New("fragmentation"),
	-1000012000: errors.New("invalid shader"),
}

// cause is the error of a VkResult.
func cause[R ~int32](r R) error {
	if err, ok := results[int32(r)]; ok {
		return err
	}
	return fmt.Errorf("VkResult %d", int32(r))
}

// failure is nil for a VkResult that is no error, else `vk: op "object": cause`. object may be empty.
func failure[R ~int32](op, object string, r R) error {
	if r >= 0 {
		return nil
	}
	return wrap(op, object, cause(r))
}

func wrap(op, object string, cause error) error {
	if object == "" {
		return fmt.Errorf("vk: %s: %w", op, cause)
	}
	return fmt.Errorf("vk: %s %q: %w", op, object, cause)
}
