package graph

import (
	"fmt"
	"slices"
)

// replay is the reference that random graphs are judged by. It knows nothing of
// epochs or slots being free: it keeps every access ever made to each mip of
// each piece of memory, and asks of every pair whether barriers chain them.
//
// The rules are those of Vulkan, for one queue. A barrier orders an access
// before it, if its use is in From, before an access after it, if its use is in
// To, and before a later barrier whose From has a use of its To. A change of
// layout, and a discard, is itself a write that happens within the barrier.
//
// Beside order it follows contents: each write leaves a token made of the pass,
// and of the token before unless it discards. What a read finds must be what
// the declared graph, with nothing culled or shared, would have put there.
type replay struct {
	memory map[string]*mipMemory // by place and mip; outlives frames
	clock  int
}

type mipMemory struct {
	events []event
	layout int
	token  string // empty: undefined
}

// event is an access (use set) or a barrier.
type event struct {
	at       int
	use      Use
	writes   bool
	from, to []Use
	moves    bool // a barrier that touches the memory
	what     string
}

func newReplay() *replay { return &replay{memory: map[string]*mipMemory{}} }

// declared is what the test asked of the graph, in its own words.
type declared struct {
	name     string
	accesses []declaredAccess
}

type declaredAccess struct {
	resource int
	mips     []int
	use      use
	write    bool
	discard  bool
	want     []string // contents found, per mip; anyContents, or "" for undefined
	noUse    bool     // an output left as it is: only contents are looked at
}

// run walks the plan. Memory is found by slot serial, or by name if imported.
func (r *replay) run(plan *Plan, passes []declared, outputs []declaredAccess) error {
	for i := range plan.Resources {
		res := &plan.Resources[i]
		if res.Imported {
			for mip := range mipsOf(res) {
				m := r.at(plan, i, mip)
				if len(m.events) == 0 && len(res.states) > 0 { // used before the first frame
					m.layout = res.states[0].Layout()
					m.token = "imported"
					// Whatever made it was made visible to these uses only.
					m.events = append(m.events, event{at: r.tick(), to: slices.Clone(res.states), moves: true, what: "import"})
					for _, u := range res.states {
						m.events = append(m.events, event{at: r.tick(), use: u, writes: u.Writes(), what: "import"})
					}
				}
			}
		}
	}
	for i := range plan.Steps {
		s := &plan.Steps[i]
		if err := r.barriers(plan, s.Name, s.Barriers); err != nil {
			return err
		}
		pass := passes[s.Index]
		if pass.name != s.Name || len(pass.accesses) != len(s.Accesses) {
			return fmt.Errorf("step %d is %q with %d accesses, declared was %q with %d",
				i, s.Name, len(s.Accesses), pass.name, len(pass.accesses))
		}
		now := r.tick()
		for _, a := range pass.accesses {
			for k, mip := range a.mips {
				if err := r.access(plan, now, pass.name, a, k, mip); err != nil {
					return err
				}
			}
		}
	}
	if err := r.barriers(plan, "end", plan.Final); err != nil {
		return err
	}
	now := r.tick()
	for _, o := range outputs {
		for k, mip := range o.mips {
			if err := r.access(plan, now, "output", o, k, mip); err != nil {
				return err
			}
		}
	}
	return r.finals(plan)
}

func (r *replay) tick() int { r.clock++; return r.clock }

func mipsOf(res *Resource) int {
	if res.IsBuffer {
		return 1
	}
	return res.Image.Mips
}

func (r *replay) at(plan *Plan, resource, mip int) *mipMemory {
	res := &plan.Resources[resource]
	key := fmt.Sprintf("%s/%d", res.Name, mip)
	if !res.Imported {
		if res.Slot < 0 {
			panic(fmt.Sprintf("%s is used and has no slot", res.Name))
		}
		slot := &plan.Slots[res.Slot]
		if slot.IsBuffer != res.IsBuffer || slot.Image != res.Image || slot.Buffer != res.Buffer {
			panic(fmt.Sprintf("%s is in a slot of another description", res.Name))
		}
		key = fmt.Sprintf("#%d/%d", slot.Serial, mip)
	}
	if r.memory[key] == nil {
		r.memory[key] = &mipMemory{}
	}
	return r.memory[key]
}

func (r *replay) barriers(plan *Plan, where string, barriers []Barrier) error {
	now := r.tick()
	for _, b := range barriers {
		for mip := b.FirstMip; mip < b.FirstMip+b.Mips; mip++ {
			m := r.at(plan, b.Resource, mip)
			what := fmt.Sprintf("barrier before %s on %s[%d]", where, plan.Resources[b.Resource].Name, mip)
			if len(m.events) > 0 && m.events[len(m.events)-1].at == now {
				return fmt.Errorf("%s: two of one batch", what)
			}
			switch {
			case b.Discard && b.OldLayout != 0:
				return fmt.Errorf("%s: discards and names an old layout", what)
			case !b.Discard && b.OldLayout != m.layout:
				return fmt.Errorf("%s: says layout %d, it is %d", what, b.OldLayout, m.layout)
			}
			e := event{at: now, from: slices.Clone(b.From), to: slices.Clone(b.To), what: what, moves: b.OldLayout != b.NewLayout || b.Discard}
			if e.moves {
				for i := range m.events {
					if !ordered(m.events, i, e) {
						return fmt.Errorf("%s: does not wait for %s", what, m.events[i].what)
					}
				}
			}
			m.events = append(m.events, e)
			m.layout = b.NewLayout
			if b.Discard {
				m.token = ""
			}
		}
	}
	return nil
}

func (r *replay) access(plan *Plan, now int, pass string, a declaredAccess, k, mip int) error {
	m := r.at(plan, a.resource, mip)
	res := &plan.Resources[a.resource]
	if a.noUse {
		return found(m, a.want[k], fmt.Sprintf("%s of %s[%d]", pass, res.Name, mip))
	}
	what := fmt.Sprintf("%s as %v on %s[%d]", pass, a.use, res.Name, mip)
	if a.use.Layout() != m.layout {
		return fmt.Errorf("%s: layout is %d", what, m.layout)
	}
	known := res.Uses
	if !res.Imported {
		known = plan.Slots[res.Slot].Uses
	}
	if !slices.Contains(known, Use(a.use)) {
		return fmt.Errorf("%s: memory is made for %v", what, known)
	}
	e := event{at: now, use: a.use, writes: a.use.Writes(), what: what}
	for i, other := range m.events {
		hazard := other.moves || other.use != nil && (e.writes || other.writes)
		if hazard && !ordered(m.events, i, e) {
			return fmt.Errorf("%s: not ordered after %s", what, other.what)
		}
	}
	m.events = append(m.events, e)
	before := m.token
	if a.discard || a.write && a.want[k] == "" {
		before = ""
	} else if err := found(m, a.want[k], what); err != nil {
		return err
	}
	if a.write {
		m.token = token(before, pass)
	}
	return nil
}

// anyContents is wanted where a pass that may be culled left its mark.
const anyContents = "?"

func found(m *mipMemory, want, what string) error {
	if want != anyContents && m.token != want {
		return fmt.Errorf("%s: finds %q, wants %q", what, m.token, want)
	}
	return nil
}

func token(before, pass string) string {
	if len(before) > 200 { // old contents matter as a whole, not letter by letter
		before = before[len(before)-200:]
	}
	return before + "," + pass
}

// ordered says whether barriers chain event i to e, which comes after all
// events. The same use twice is not ordered by itself.
func ordered(events []event, i int, e event) bool {
	first := events[i]
	var after []Use // uses that now come after first
	if first.use == nil {
		after = slices.Clone(first.to)
	}
	waits := func(from []Use) bool {
		return overlap(from, after) || first.use != nil && slices.Contains(from, first.use)
	}
	for _, b := range events[i+1:] {
		if b.use == nil && b.at > first.at && waits(b.from) {
			after = append(after, b.to...)
		}
	}
	if e.use == nil {
		return waits(e.from)
	}
	return slices.Contains(after, e.use)
}

func overlap(a, b []Use) bool {
	return slices.ContainsFunc(a, func(u Use) bool { return slices.Contains(b, u) })
}

// finals checks what the plan says about imported resources after the frame.
func (r *replay) finals(plan *Plan) error {
	for i := range plan.Resources {
		res := &plan.Resources[i]
		if !res.Imported {
			continue
		}
		layout := 0
		if len(res.Final) > 0 {
			layout = res.Final[0].Layout()
		}
		for mip := range mipsOf(res) {
			if m := r.at(plan, i, mip); m.layout != layout {
				return fmt.Errorf("%s[%d] is left in layout %d, not as %v", res.Name, mip, m.layout, res.Final)
			}
		}
	}
	return nil
}

// clone lets a test try a plan without going on from it.
func (r *replay) clone() *replay {
	c := &replay{memory: make(map[string]*mipMemory, len(r.memory)), clock: r.clock}
	for key, m := range r.memory {
		copied := *m
		copied.events = slices.Clone(m.events)
		c.memory[key] = &copied
	}
	return c
}
