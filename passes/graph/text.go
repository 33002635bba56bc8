package graph

import (
	"fmt"
	"strings"
)

// Text prints the plan for people and for golden files: the passes in order
// with the barriers before them and their accesses, what was culled and why,
// then resources and slots.
func (p *Plan) Text() string {
	var t table
	t.line("%d passes run, %d culled; %d resources, %d slots", len(p.Steps), len(p.Culled), len(p.Resources), p.slotsInUse())
	t.line("")
	t.line("passes")
	for i := range p.Steps {
		s := &p.Steps[i]
		effect := ""
		if s.sideEffect {
			effect = "  (side effect)"
		}
		t.line("  %d %s%s", i, s.Name, effect)
		p.barrierRows(&t, s.Barriers)
		for _, a := range s.Accesses {
			t.row("      ", accessVerb(a), p.part(a.Resource, a.FirstMip, a.Mips), fmt.Sprintf("v%d", a.Version), a.Use.String())
		}
		t.flush()
	}
	if len(p.Final) > 0 || len(p.outputs) > 0 {
		t.line("  end of frame")
		p.barrierRows(&t, p.Final)
		for _, a := range p.outputs {
			use := "as it is"
			if a.Use != nil {
				use = a.Use.String()
			}
			t.row("      ", "output", p.part(a.Resource, a.FirstMip, a.Mips), fmt.Sprintf("v%d", a.Version), use)
		}
		t.flush()
	}
	if len(p.Culled) > 0 {
		t.line("")
		t.line("culled")
		for i := range p.Culled {
			t.row("  ", p.Culled[i].Name, p.Why(&p.Culled[i]))
		}
		t.flush()
	}
	t.line("")
	t.line("resources")
	for i := range p.Resources {
		r := &p.Resources[i]
		t.row("  ", r.Name, p.describe(r), p.lifetime(r), p.place(r), joinUses(r.Uses, "unused"))
	}
	t.flush()
	if len(p.Slots) > 0 {
		t.line("")
		t.line("slots")
		for i := range p.Slots {
			s := &p.Slots[i]
			if s.Serial == 0 {
				continue
			}
			t.row("  ", fmt.Sprint(i), p.describe(&Resource{IsBuffer: s.IsBuffer, Image: s.Image, Buffer: s.Buffer}),
				joinUses(s.Uses, ""), "for "+p.occupants(i))
		}
		t.flush()
	}
	return t.out.String()
}

// Why says in words why a culled pass does not run.
func (p *Plan) Why(culled *Step) string {
	var reasons []string
	for _, w := range culled.Accesses {
		if !w.Write {
			continue
		}
		reasons = append(reasons, p.whyUnread(culled.Index, w))
	}
	if reasons == nil {
		return "it writes nothing and has no side effect"
	}
	return strings.Join(reasons, "; ")
}

func (p *Plan) whyUnread(index int, w Access) string {
	name := p.part(w.Resource, w.FirstMip, w.Mips)
	left := mipRange(w.FirstMip, w.Mips)
	var readers []string
	for _, s := range p.inOrder()[index+1:] {
		for _, a := range s.Accesses {
			mips := mipRange(a.FirstMip, a.Mips)
			if a.Resource != w.Resource || mips&left == 0 {
				continue
			}
			if !a.Discard {
				readers = append(readers, s.Name)
				continue
			}
			if left &^= mips; left == 0 && readers == nil {
				return fmt.Sprintf("%s is overwritten by %s before anybody reads it", name, s.Name)
			}
		}
	}
	if readers != nil {
		return fmt.Sprintf("%s is only wanted by culled %s", name, strings.Join(readers, ", "))
	}
	return "nobody reads " + name
}

// inOrder returns all passes, culled ones too, in the order of AddPass.
func (p *Plan) inOrder() []*Step {
	all := make([]*Step, len(p.Steps)+len(p.Culled))
	for _, list := range [2][]Step{p.Steps, p.Culled} {
		for i := range list {
			all[list[i].Index] = &list[i]
		}
	}
	return all
}

func (p *Plan) barrierRows(t *table, barriers []Barrier) {
	for _, b := range barriers {
		t.row("      ", "barrier", p.part(b.Resource, b.FirstMip, b.Mips), "", p.transition(b))
	}
}

// transition words a barrier: who is waited for, who may go on, and the layouts.
func (p *Plan) transition(b Barrier) string {
	s := joinUses(b.From, "nothing") + " -> " + joinUses(b.To, "")
	if b.OldLayout != b.NewLayout {
		s += fmt.Sprintf(", layout %s -> %s", p.layout(b.OldLayout), p.layout(b.NewLayout))
	}
	if b.Discard {
		s += ", discard"
	}
	return s
}

func (p *Plan) layout(l int) string {
	if l == 0 {
		return "undefined"
	}
	if p.names.Layout != nil {
		return p.names.Layout(l)
	}
	return fmt.Sprint(l)
}

// part names a resource, and its mips unless all are meant.
func (p *Plan) part(resource, first, count int) string {
	r := &p.Resources[resource]
	switch {
	case r.IsBuffer || count == r.Image.Mips:
		return r.Name
	case count == 1:
		return fmt.Sprintf("%s[%d]", r.Name, first)
	}
	return fmt.Sprintf("%s[%d..%d]", r.Name, first, first+count-1)
}

func (p *Plan) describe(r *Resource) string {
	if r.IsBuffer {
		return fmt.Sprintf("buffer %d bytes", r.Buffer.Size)
	}
	d := r.Image
	format := fmt.Sprintf("format %d", d.Format)
	if p.names.Format != nil {
		format = p.names.Format(d.Format)
	}
	s := fmt.Sprintf("image %dx%d", d.Width, d.Height)
	if d.Depth > 1 {
		s += fmt.Sprintf("x%d", d.Depth)
	}
	s += " " + format
	for _, n := range []struct {
		count int
		what  string
	}{{d.Layers, "layers"}, {d.Mips, "mips"}, {d.Samples, "samples"}} {
		if n.count > 1 {
			s += fmt.Sprintf(" %d %s", n.count, n.what)
		}
	}
	if d.Flags != 0 {
		s += fmt.Sprintf(" flags %#x", d.Flags)
	}
	return s
}

func (p *Plan) lifetime(r *Resource) string {
	switch {
	case r.First < 0:
		return "-"
	case r.Last == len(p.Steps):
		return fmt.Sprintf("steps %d..end", r.First)
	}
	return fmt.Sprintf("steps %d..%d", r.First, r.Last)
}

func (p *Plan) place(r *Resource) string {
	switch {
	case r.Imported:
		return fmt.Sprintf("imported (%s)", joinUses(r.states, "undefined"))
	case r.Slot < 0:
		return "-"
	}
	return fmt.Sprintf("slot %d", r.Slot)
}

func (p *Plan) occupants(slot int) string {
	var names []string
	for i := range p.Resources {
		if r := &p.Resources[i]; r.Slot == slot {
			names = append(names, r.Name)
		}
	}
	if names == nil {
		return "nobody in this frame"
	}
	return strings.Join(names, ", ")
}

func (p *Plan) slotsInUse() int {
	n := 0
	for i := range p.Slots {
		if p.Slots[i].Serial != 0 {
			n++
		}
	}
	return n
}

func accessVerb(a Access) string {
	switch {
	case !a.Write:
		return "read"
	case a.Discard:
		return "write new"
	}
	return "write"
}

func joinUses(uses []Use, none string) string {
	if len(uses) == 0 {
		return none
	}
	var b strings.Builder
	for i, u := range uses {
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString(u.String())
	}
	return b.String()
}

// table aligns the cells of consecutive rows.
type table struct {
	out    strings.Builder
	rows   [][]string
	indent string
}

func (t *table) line(format string, args ...any) {
	fmt.Fprintf(&t.out, format, args...)
	t.out.WriteByte('\n')
}

func (t *table) row(indent string, cells ...string) {
	t.indent = indent
	t.rows = append(t.rows, cells)
}

func (t *table) flush() {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		line.WriteString(t.indent)
		for i, cell := range row {
			fmt.Fprintf(&line, "%-*s  ", widths[i], cell)
		}
		t.line("%s", strings.TrimRight(line.String(), " "))
	}
	t.rows = t.rows[:0]
}
