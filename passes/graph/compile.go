package graph

// compiler is scratch space of compile.
type compiler struct {
	states []mipState
	raw    []rawBarrier
	spans  []span // arena offsets per step, before they can be sliced
}

type span struct{ accesses, barriers int }

// compile drops, places and separates:
//
//  1. cull walks back from outputs and side effects, mip by mip, so that a
//     pass overwritten before anybody looks goes too;
//  2. live finds the first and last step of every resource that is left;
//  3. schedule walks forward, takes a slot where a resource begins, asks for
//     barriers at each access (barrier.go), and gives the slot back at its end;
//  4. publish turns the tables into a Plan.
func (b *builder) compile() (*Plan, error) {
	if !b.compiled {
		b.compiled = true
		b.checkOutputs()
		if len(b.errs) == 0 {
			b.cull()
			b.live()
			b.schedule()
			b.publish()
		}
	}
	if len(b.errs) > 0 {
		return nil, b.err()
	}
	return &b.plan, nil
}

func (b *builder) cull() {
	for i := range b.outputs {
		o := &b.outputs[i]
		b.resources[o.resource].need |= o.mips
	}
	for i := len(b.passes) - 1; i >= 0; i-- {
		p := &b.passes[i]
		p.live = p.sideEffect
		accesses := b.accesses[p.first:p.end]
		for j := range accesses {
			a := &accesses[j]
			p.live = p.live || a.write && b.resources[a.resource].need&a.mips != 0
		}
		if !p.live {
			continue
		}
		// Mips of one pass overlap only between reads, so the order of its
		// accesses does not matter here.
		for j := range accesses {
			a := &accesses[j]
			r := &b.resources[a.resource]
			r.need = r.need&^a.discard | a.mips&^a.discard
		}
	}
}

func (b *builder) live() {
	for i := range b.resources {
		r := &b.resources[i]
		r.first, r.last, r.slot = -1, -1, -1
	}
	step := 0
	for i := range b.passes {
		p := &b.passes[i]
		p.step = -1
		if !p.live {
			continue
		}
		p.step = step
		for j := p.first; j < p.end; j++ {
			a := &b.accesses[j]
			r := &b.resources[a.resource]
			if r.first < 0 {
				r.first = step
			}
			r.last = step
			r.lastMips = a.mips
			r.used |= a.bit
		}
		step++
	}
	for i := range b.outputs {
		o := &b.outputs[i]
		r := &b.resources[o.resource]
		if r.first < 0 {
			r.first = step // imported, and untouched
		}
		r.last = step
		r.used |= o.bit
		if o.use != nil {
			r.lastMips = o.mips
		}
	}
}

func (b *builder) schedule() {
	b.states = b.states[:0]
	b.raw = b.raw[:0]
	b.pool.begin()
	for i := range b.resources {
		r := &b.resources[i]
		r.states = len(b.states)
		start := mipState{uses: r.initial, layout: r.layout,
			defined: r.initial != 0, write: b.uses.writes(r.initial), barrier: -1}
		for range r.desc.mips() {
			b.states = append(b.states, start)
		}
	}
	steps := 0
	for i := range b.passes {
		p := &b.passes[i]
		if !p.live {
			continue
		}
		accesses := b.accesses[p.first:p.end]
		for j := range accesses {
			r := &b.resources[accesses[j].resource]
			if r.first == p.step && !r.imported && r.slot < 0 {
				b.take(r)
			}
		}
		for j := range accesses {
			b.touch(p.step, &accesses[j])
		}
		for j := range accesses {
			r := &b.resources[accesses[j].resource]
			if r.last == p.step && !r.released {
				b.release(r)
			}
		}
		steps++
	}
	for i := range b.resources {
		r := &b.resources[i]
		if r.imported || r.output >= 0 {
			b.finish(steps, i)
		}
		if r.first >= 0 && !r.released {
			b.release(r)
		}
	}
	b.pool.end()
}

// take places a transient resource. Whatever last used the slot, in this frame
// or the one before, is what the first access to every mip waits for.
func (b *builder) take(r *resource) {
	r.slot = b.pool.take(r.desc, r.used)
	states := b.states[r.states:][:r.desc.mips()]
	for m := range states {
		states[m].uses = b.pool.slots[r.slot].last
	}
}

func (b *builder) release(r *resource) {
	r.released = true
	if r.slot < 0 {
		return
	}
	var last useSet
	for _, s := range b.states[r.states:][:r.desc.mips()] {
		last |= s.uses
	}
	b.pool.release(r.slot, last)
}

func (b *builder) publish() {
	p := &b.plan
	p.Steps, p.Culled = p.Steps[:0], p.Culled[:0]
	p.Resources, p.Slots = p.Resources[:0], p.Slots[:0]
	p.uses, p.barriers, p.accesses, p.outputs = p.uses[:0], p.barriers[:0], p.accesses[:0], p.outputs[:0]

	// The arenas move while they grow; they are cut into slices afterwards.
	b.spans = b.spans[:0]
	raw, steps := b.raw, 0
	for i := range b.passes {
		s := &b.passes[i]
		b.spans = append(b.spans, span{len(p.accesses), len(p.barriers)})
		for j := s.first; j < s.end; j++ {
			a := &b.accesses[j]
			p.accesses = append(p.accesses, Access{Resource: a.resource, Use: a.use,
				FirstMip: a.mips.lowest(), Mips: a.mips.len(), Version: a.version,
				Write: a.write, Discard: a.write && a.discard == a.mips})
		}
		if s.live {
			raw = b.publishBarriers(raw, s.step)
			steps++
		}
	}
	b.spans = append(b.spans, span{len(p.accesses), len(p.barriers)})
	b.publishBarriers(raw, steps)
	for i := range b.passes {
		s := &b.passes[i]
		from, to := b.spans[i], b.spans[i+1]
		step := Step{Name: s.name, Index: i, sideEffect: s.sideEffect,
			Accesses: p.accesses[from.accesses:to.accesses:to.accesses],
			Barriers: p.barriers[from.barriers:to.barriers:to.barriers]}
		if s.live {
			p.Steps = append(p.Steps, step)
		} else {
			p.Culled = append(p.Culled, step)
		}
	}
	p.Final = p.barriers[b.spans[len(b.passes)].barriers:]

	for i := range b.resources {
		r := &b.resources[i]
		res := Resource{Name: r.name, IsBuffer: r.desc.kind == bufferKind, Image: r.desc.image, Buffer: r.desc.buffer,
			Imported: r.imported, First: r.first, Last: r.last, Slot: r.slot}
		p.uses, res.Uses = b.uses.appendTo(p.uses, r.used)
		p.uses, res.Final = b.uses.appendTo(p.uses, r.final)
		p.uses, res.states = b.uses.appendTo(p.uses, r.initial)
		p.Resources = append(p.Resources, res)
	}
	for i := range b.outputs {
		o := &b.outputs[i]
		p.outputs = append(p.outputs, Access{Resource: o.resource, Use: o.use,
			FirstMip: o.mips.lowest(), Mips: o.mips.len(), Version: o.version})
	}
	for i := range b.pool.slots {
		s := &b.pool.slots[i]
		slot := Slot{IsBuffer: s.desc.kind == bufferKind, Image: s.desc.image, Buffer: s.desc.buffer, Serial: s.serial}
		p.uses, slot.Uses = b.uses.appendTo(p.uses, s.uses)
		p.Slots = append(p.Slots, slot)
	}
}
