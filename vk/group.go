package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/vulkan-go/vulkan"
)

// Group is a descriptor set that lives longer than a frame, one per material for example. What it shows must
// outlive it.
type Group struct {
	d      *Device
	name   string
	layout *setLayout
	pool   *descriptorPool
	handle vulkan.DescriptorSet
}

// groupPools are the pools of all groups. Safe for several goroutines.
type groupPools struct {
	mu    sync.Mutex
	pools []*descriptorPool
}

// NewGroup fills set number set of layout l. It serves every pipeline whose layout has the same bindings in that
// set.
func (d *Device) NewGroup(name string, l Layout, set int, bound ...Bound) (*Group, error) {
	const op = "create group"
	p, err := d.layout(l)
	if err != nil {
		return nil, wrap(op, name, err)
	}
	if set < 0 || set >= len(p.sets) {
		return nil, wrap(op, name, fmt.Errorf("its layout has no set %d", set))
	}
	g := &Group{d: d, name: name, layout: p.sets[set]}
	w := g.layout.write(nil, bound)
	if err := d.groups.fill(d, g, w); err != nil {
		return nil, wrap(op, name, err)
	}
	d.name(C.VK_OBJECT_TYPE_DESCRIPTOR_SET, raw(g.handle), name)
	d.born(g)
	return g, nil
}

// fill gives g its set.
func (gp *groupPools) fill(d *Device, g *Group, w []C.vkx_write) error {
	gp.mu.Lock()
	defer gp.mu.Unlock()
	for _, pool := range gp.pools {
		if pool.take(g.layout) {
			g.pool = pool
			break
		}
	}
	if g.pool == nil {
		const sets = 256
		pool, err := d.newDescriptorPool(sets, poolSize(sets, g.layout), true)
		if err != nil {
			return err
		}
		pool.take(g.layout)
		gp.pools = append(gp.pools, pool)
		g.pool = pool
	}
	var h C.uint64_t
	if r := C.vkx_set_new(d.c, raw(g.pool.handle), raw(g.layout.handle), pointer(w), C.uint32_t(len(w)), &h); r < 0 {
		g.pool.give(g.layout)
		return cause(r)
	}
	g.handle = cooked[vulkan.DescriptorSet](h)
	return nil
}

// Destroy hands the group to the frame in flight, after which it is gone. nil is fine.
func (g *Group) Destroy() {
	if g != nil {
		g.d.retire(g)
	}
}

func (g *Group) label() string { return "group " + strconv.Quote(g.name) }

func (g *Group) release(d *Device) {
	d.groups.mu.Lock()
	defer d.groups.mu.Unlock()
	C.vkx_set_free(d.c, raw(g.pool.handle), raw(g.handle))
	g.pool.give(g.layout)
}

func (gp *groupPools) destroy(d *Device) {
	for _, p := range gp.pools {
		vulkan.DestroyDescriptorPool(d.handle, p.handle, nil)
	}
}
