package graph

// mipState is where one mip of a resource stands on the walk forward. Accesses
// fall into epochs: one write, or a run of reads in one layout. A barrier stands
// only between epochs, and what is waited for is the epoch before: earlier ones
// were waited for by that one.
type mipState struct {
	uses    useSet // of this epoch: all that the next waits for, and those that read need no barrier
	layout  int
	defined bool // has contents
	write   bool // this epoch is a write
	barrier int  // in compiler.raw, the one that opened this epoch; -1 for none
}

// rawBarrier is for one mip; neighbours are merged when the plan is published.
type rawBarrier struct {
	step, resource, mip int
	from, to            useSet
	old, new            int // layouts
	discard             bool
}

// touch moves the mips of an access to the access's use.
//
//   - A read joins a run of reads in its layout. If it is not visible to it
//     yet, the barrier that opened the run is widened, which costs nothing; an
//     imported run was opened by an earlier frame, and gets a barrier here.
//   - Anything else opens an epoch: read after write, write after write, and a
//     change of layout between reads make memory visible; write after read
//     waits for the readers; a first write, and one that discards, also gives
//     up the old contents, after waiting for whoever had the slot before.
func (b *builder) touch(step int, a *access) {
	r := &b.resources[a.resource]
	layout := a.use.Layout()
	for m := a.mips; m != 0; m &= m - 1 {
		mip := m.lowest()
		s := &b.states[r.states+mip]
		if !a.write && b.join(s, a.bit, layout) {
			continue
		}
		old, discard := s.layout, false
		if !s.defined || a.discard&(1<<mip) != 0 {
			old, discard = 0, true
		}
		joined := a.bit
		if !a.write && s.reads(layout) { // a run that another frame opened goes on
			joined |= s.uses
		}
		s.barrier = -1
		if s.uses != 0 || old != layout {
			s.barrier = b.emit(rawBarrier{step, a.resource, mip, s.uses, a.bit, old, layout, discard})
		}
		s.uses, s.layout, s.write, s.defined = joined, layout, a.write, true
	}
}

func (s *mipState) reads(layout int) bool {
	return s.defined && !s.write && s.layout == layout
}

// join adds a read to the epoch if it needs no barrier of its own.
func (b *builder) join(s *mipState, bit useSet, layout int) bool {
	if !s.reads(layout) {
		return false
	}
	if s.uses&bit == 0 {
		if s.barrier < 0 {
			return false
		}
		b.raw[s.barrier].to |= bit
		s.uses |= bit
	}
	return true
}

func (b *builder) emit(r rawBarrier) int {
	b.raw = append(b.raw, r)
	return len(b.raw) - 1
}

// finish brings a resource to the state in which it leaves the frame, after
// the last step: the use that Output asked for, and, for an imported one, the
// same for all its mips, so that one set of uses describes it.
func (b *builder) finish(step, index int) {
	r := &b.resources[index]
	states := b.states[r.states:][:r.desc.mips()]
	var asked mipSet // mips that need a barrier to the output's use
	var bit useSet
	var use Use
	if r.output >= 0 && b.outputs[r.output].use != nil {
		o := &b.outputs[r.output]
		bit, use = o.bit, o.use
		for m := o.mips; m != 0; m &= m - 1 {
			if use.Writes() || !b.join(&states[m.lowest()], bit, use.Layout()) {
				asked |= 1 << m.lowest()
			}
		}
	}
	after := func(mip int) mipState {
		s := states[mip]
		if asked&(1<<mip) != 0 {
			s = mipState{uses: bit, layout: use.Layout(), defined: true, write: use.Writes(), barrier: -1}
		}
		return s
	}
	target := after(0) // of an imported resource: what its last access left
	if r.lastMips != 0 {
		target = after(r.lastMips.lowest())
	}
	for mip := range states {
		s, next := &states[mip], after(mip)
		if r.imported && next.uses != target.uses {
			next = target
		} else if asked&(1<<mip) == 0 {
			continue
		}
		discard := !s.defined
		old := s.layout
		if discard {
			old = 0
		}
		if s.uses != 0 || old != next.layout {
			b.emit(rawBarrier{step, index, mip, s.uses, next.uses, old, next.layout, discard})
		}
		*s = next
	}
	r.final = target.uses
}

// publishBarriers merges the raw barriers of a step, which come first in raw,
// into the plan and returns the rest.
func (b *builder) publishBarriers(raw []rawBarrier, step int) []rawBarrier {
	p := &b.plan
	for len(raw) > 0 && raw[0].step == step {
		first, n := raw[0], 1
		for n < len(raw) && raw[n] == first.at(raw[n].mip) && raw[n].mip == first.mip+n {
			n++
		}
		out := Barrier{Resource: first.resource, FirstMip: first.mip, Mips: n,
			OldLayout: first.old, NewLayout: first.new, Discard: first.discard}
		p.uses, out.From = b.uses.appendTo(p.uses, first.from)
		p.uses, out.To = b.uses.appendTo(p.uses, first.to)
		p.barriers = append(p.barriers, out)
		raw = raw[n:]
	}
	return raw
}

func (r rawBarrier) at(mip int) rawBarrier {
	r.mip = mip
	return r
}
