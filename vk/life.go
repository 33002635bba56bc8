package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// object is what Destroy ends: a buffer, image, pipeline, group.
type object interface {
	label() string     // `buffer "lights"`
	release(d *Device) // called once, when the device no longer uses it
}

// life knows which objects live and which wait for the device to be done with them. Safe for several goroutines.
type life struct {
	mu      sync.Mutex
	live    map[object]struct{}
	open    bool      // a frame is being recorded
	pending []object  // destroyed meanwhile: that frame may use them
	waiting []retired // in order of value
}

type retired struct {
	object
	value uint64 // of the timeline, from which on the object is unused
}

func (d *Device) born(o object) {
	d.life.mu.Lock()
	d.life.live[o] = struct{}{}
	d.life.mu.Unlock()
}

// retire hands o to the frame being recorded or, between frames, to the last submission.
func (d *Device) retire(o object) {
	d.life.mu.Lock()
	defer d.life.mu.Unlock()
	if _, ok := d.life.live[o]; !ok {
		panic("vk: " + o.label() + " destroyed twice")
	}
	delete(d.life.live, o)
	if d.life.open {
		d.life.pending = append(d.life.pending, o)
		return
	}
	d.life.waiting = append(d.life.waiting, retired{o, d.submitted.Load()})
}

// collect releases what the device is done with.
func (d *Device) collect() {
	d.life.mu.Lock()
	defer d.life.mu.Unlock()
	if len(d.life.waiting) == 0 {
		return
	}
	done := d.completed()
	n := 0
	for _, r := range d.life.waiting {
		if r.value > done {
			break
		}
		r.release(d)
		n++
	}
	d.life.waiting = slices.Delete(d.life.waiting, 0, n)
}

// leaks destroys what was not destroyed and says so.
func (d *Device) leaks() error {
	var names []string
	for o := range d.life.live {
		names = append(names, o.label())
		o.release(d)
	}
	clear(d.life.live)
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("vk: close: not destroyed: %s", strings.Join(names, ", "))
}

// Err returns the first validation message, nil when there is none. It never clears.
func (d *Device) Err() error {
	if d.inst.messages != nil && C.vkx_messages_count(d.inst.messages) == 0 {
		return nil // every Submit asks: without allocating
	}
	if said := d.inst.said(); len(said) > 0 {
		return errors.New("vk: validation: " + said[0])
	}
	return nil
}

// Messages returns the validation messages so far, the first thousand at most.
func (d *Device) Messages() []string { return d.inst.said() }

// disown takes an object off the list of what callers must destroy.
func (d *Device) disown(o object) {
	d.life.mu.Lock()
	delete(d.life.live, o)
	d.life.mu.Unlock()
}
