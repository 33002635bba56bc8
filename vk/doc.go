// Package vk is the renderer's view of Vulkan 1.3: devices, memory, images, pipelines, recording, frames in
// flight. It is the only home of cgo, unsafe and the Vulkan binding; callers see Go types and errors.
//
// # Two halves
//
// vulkan-go (headers 1.1.88) gives handle types, constants, instance, device and the creation of single objects.
// Its functions that take slices of structs let the garbage collector free memory the driver is reading, so
// none of them is called (binding_test.go keeps it so). Arrays, everything recorded per frame and everything
// newer than Vulkan 1.1 go through shim.h.
//
// # Goroutines
//
// One goroutine begins, records and submits frames and owns Wait, Timings and Close. Buffers, images, views,
// samplers, pipelines and groups may be created and destroyed from several goroutines at once, and each
// goroutine may fill and Finish an Uploader of its own.
//
// # Synchronisation
//
// A frame starts with a full barrier: on the device, frames and uploads follow each other, while the CPU
// records while the device works on the last FramesInFlight frames. So Barrier.From may stay empty where a frame touches a resource
// first and does not need its contents; where it does, From names the use the resource was left in.
//
// # Clip space
//
// Reversed depth (near 1, far 0, compare greater-or-equal), y up: the recorder flips the viewport, so shaders
// write the same clip space as glTF's and OpenGL's right-handed cameras expect and counter-clockwise triangles
// face the viewer.
//
// # Errors
//
// Recording cannot fail. What goes wrong there for want of memory is returned by Submit; misuse by our own code
// panics with a sentence that names it.
package vk

//go:generate sh testdata/compile.sh
