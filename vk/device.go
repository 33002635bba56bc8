package vk

// #include "shim.h"
import "C"

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Options says which device to open and how.
type Options struct {
	Device     string // "" the best, "cpu", an index, or part of a name (case-insensitive)
	Validation bool   // Khronos layer with synchronization validation; what it says becomes errors: see Device.Err
	CacheDir   string // folder of the on-disk pipeline cache; "" keeps none
	// InstanceExtensions are enabled on the instance, e.g. those a window system asks for.
	InstanceExtensions []string
	// Surface makes the surface of a window and returns the address of its VkSurfaceKHR, as GLFW does. It gets the
	// VkInstance. The device then is one that can draw into the window; Close destroys the surface. nil: no window.
	Surface func(instance any) (uintptr, error)
}

// FramesInFlight is how many frames may be on their way: Begin waits for the frame that many Submits earlier.
const FramesInFlight = 2

// Device is an open GPU (or a software one) with one queue.
type Device struct {
	inst     *instance
	physical vulkan.PhysicalDevice
	handle   vulkan.Device
	c        *C.vkx_device
	info     Info
	limits   Limits
	facts    C.vkx_facts

	mem      *memory
	life     life
	layouts  layouts
	samplers samplers
	groups   groupPools
	cache    *pipelineCache

	queue     sync.Mutex // around submissions
	timeline  vulkan.Semaphore
	submitted atomic.Uint64 // timeline value of the last submission

	slots [FramesInFlight]*slot
	turn  int
	open  *Frame
}

// Open opens a device. The error is an ErrNoDevice, listing what was found, when none is usable or the one
// asked for does not exist, and ErrNoValidation when validation was asked for and is not installed.
func Open(o Options) (*Device, error) {
	inst, err := newInstance(o.Validation, o.InstanceExtensions)
	if err != nil {
		return nil, err
	}
	if o.Surface != nil {
		if err := inst.openSurface(o.Surface); err != nil {
			inst.destroy()
			return nil, err
		}
	}
	cs := inst.candidates()
	info, err := choose(infos(cs), o.Device)
	if err != nil {
		inst.destroy()
		return nil, err
	}
	c := &cs[info.Index]
	d := &Device{inst: inst, physical: c.handle, facts: c.facts, info: info, limits: limits(&c.facts)}
	d.life.live = map[object]struct{}{}
	if err := d.create(o); err != nil {
		d.teardown()
		return nil, err
	}
	return d, nil
}

func (d *Device) create(o Options) error {
	if d.info.Type == CPU {
		C.vkx_keep_memory()
	}
	info := C.vkx_device_info(&d.facts)
	defer C.vkx_info_free(info)
	// By reference, as in newInstance.
	var h vulkan.Device
	r := vulkan.CreateDevice(d.physical, vulkan.NewDeviceCreateInfoRef(C.vkx_info_create(info)), nil, &h)
	if r < 0 {
		return failure("open device", d.info.Name, r)
	}
	d.handle = h
	var queue vulkan.Queue
	vulkan.GetDeviceQueue(d.handle, uint32(d.facts.family), 0, &queue)
	d.c = C.vkx_device_new(d.inst.c, dispatchable[C.VkDevice](d.handle), dispatchable[C.VkQueue](queue), boolean(d.inst.debugUtils))
	if d.c == nil {
		return wrap("open device", d.info.Name, errHostMemory)
	}
	d.mem = newMemory(d, d.physical, &d.facts)
	var timeline C.uint64_t
	if err := failure("create timeline semaphore", "", C.vkx_timeline_new(d.c, &timeline)); err != nil {
		return err
	}
	d.timeline = cooked[vulkan.Semaphore](timeline)
	var err error
	d.cache, err = d.openCache(o.CacheDir)
	return err
}

// Info says what the device is and why it was chosen.
func (d *Device) Info() Info { return d.info }

// Limits returns the device's limits.
func (d *Device) Limits() Limits { return d.limits }

// WaitIdle waits until everything submitted is done.
func (d *Device) WaitIdle() error {
	d.queue.Lock()
	defer d.queue.Unlock()
	return failure("wait idle", "", vulkan.DeviceWaitIdle(d.handle))
}

// Close waits for the device, saves the pipeline cache and destroys everything. The error joins the first
// validation message and the names of objects that were not destroyed, which it then destroys.
func (d *Device) Close() error {
	if d.open != nil {
		panic("vk: Close between Begin and Submit")
	}
	errs := []error{d.WaitIdle(), d.cache.save()}
	for _, r := range d.life.waiting {
		r.release(d)
	}
	d.life.waiting = nil
	errs = append(errs, d.leaks())
	// Destroying the device makes the layer report what this package forgot, so its messages are read after it.
	d.destroyDevice()
	errs = append(errs, d.Err())
	d.inst.destroy()
	return errors.Join(errs...)
}

// teardown undoes a partial create.
func (d *Device) teardown() {
	d.destroyDevice()
	d.inst.destroy()
}

func (d *Device) destroyDevice() {
	if d.handle == nil {
		return
	}
	for _, s := range d.slots {
		if s != nil {
			s.destroy(d)
		}
	}
	d.groups.destroy(d)
	d.samplers.destroy(d)
	d.layouts.destroy(d)
	if d.cache != nil {
		vulkan.DestroyPipelineCache(d.handle, d.cache.handle, nil)
	}
	if d.timeline != vulkan.NullSemaphore {
		vulkan.DestroySemaphore(d.handle, d.timeline, nil)
	}
	if d.mem != nil {
		d.mem.destroy()
	}
	vulkan.DestroyDevice(d.handle, nil)
	C.vkx_device_free(d.c)
	d.handle, d.c = nil, nil
}

func shortHash(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:4])
}

// pointer returns the address of a slice's elements for C, nil when it is empty.
func pointer[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return unsafe.SliceData(s)
}
