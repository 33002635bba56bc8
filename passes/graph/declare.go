package graph

import (
	"errors"
	"fmt"
	"math/bits"
)

// Error is one mistake in the declaration of a frame.
type Error struct {
	Pass     string // empty where no pass is concerned
	Resource string // empty where no resource is concerned
	Problem  string
}

func (e *Error) Error() string {
	s := "graph: "
	if e.Pass != "" {
		s += fmt.Sprintf("pass %q: ", e.Pass)
	}
	if e.Resource != "" {
		s += fmt.Sprintf("resource %q: ", e.Resource)
	}
	return s + e.Problem
}

type intent uint8

const (
	reading intent = iota
	writing
	discarding
)

func (b *builder) addPass(name string) int {
	index := len(b.passes)
	if name == "" {
		b.fail("", "", "pass %d has no name", index)
	} else if _, taken := b.passNames[name]; taken {
		b.fail(name, "", "two passes of this frame have this name")
	}
	b.passNames[name] = index
	b.passes = append(b.passes, pass{name: name, first: len(b.accesses), end: len(b.accesses)})
	return index
}

func (b *builder) addImage(name string, d ImageDesc, imported bool, state []Use) ref {
	d.Depth, d.Layers = max(d.Depth, 1), max(d.Layers, 1)
	d.Mips, d.Samples = max(d.Mips, 1), max(d.Samples, 1)
	if d.Width <= 0 || d.Height <= 0 {
		b.fail("", name, "an image of %d x %d texels cannot be", d.Width, d.Height)
	}
	if d.Mips > maxMips {
		b.fail("", name, "%d mips, at most %d are possible", d.Mips, maxMips)
		d.Mips = maxMips
	}
	return b.addResource(name, desc{kind: imageKind, image: d}, imported, state)
}

func (b *builder) addBuffer(name string, d BufferDesc, imported bool, state []Use) ref {
	if d.Size <= 0 {
		b.fail("", name, "a buffer of %d bytes cannot be", d.Size)
	}
	return b.addResource(name, desc{kind: bufferKind, buffer: d}, imported, state)
}

func (b *builder) addResource(name string, d desc, imported bool, state []Use) ref {
	index := len(b.resources)
	if name == "" {
		b.fail("", "", "resource %d has no name", index)
	} else if _, taken := b.resNames[name]; taken {
		b.fail("", name, "two resources of this frame have this name")
	}
	b.resNames[name] = index
	r := resource{name: name, desc: d, imported: imported, writer: -1, output: -1}
	for i, use := range state {
		if use == nil {
			b.fail("", name, "imported in a state that is nil")
			continue
		}
		if i > 0 && use.Layout() != r.layout {
			b.fail("", name, "imported in two layouts at once: %v and %v", state[0], use)
		}
		r.layout = use.Layout()
		r.initial |= b.bit(use, "", name)
		r.written = d.allMips()
	}
	b.resources = append(b.resources, r)
	return ref{frame: b.frame, index: int32(index)}
}

// declare adds an access to the pass and returns the version after it. After a
// mistake it goes on as if the right thing had been asked, so that one mistake
// is reported once.
func (b *builder) declare(index int, k kind, handle ref, first, count int, use Use, what intent) ref {
	p := &b.passes[index]
	if handle.index < 0 {
		return handle // follows from a mistake already reported
	}
	r, ok := b.resolve(p.name, k, handle)
	if !ok {
		return ref{frame: b.frame, index: -1}
	}
	current := ref{frame: b.frame, index: handle.index, version: int32(r.version)}
	if index != len(b.passes)-1 {
		b.fail(p.name, r.name, "declared after pass %q was added; a pass declares everything before the next is added",
			b.passes[len(b.passes)-1].name)
		return current
	}
	if use == nil {
		b.fail(p.name, r.name, "the use is nil")
		return current
	}
	if what == reading && use.Writes() {
		b.fail(p.name, r.name, "read as %v, which writes; Write gives the version after it", use)
		return current
	}
	if what != reading && !use.Writes() {
		b.fail(p.name, r.name, "written as %v, which does not write", use)
		return current
	}
	b.checkVersion(p.name, r, handle, what)
	mips, ok := b.mips(p.name, r, first, count)
	if !ok {
		return current
	}
	a := access{resource: int(handle.index), use: use, bit: b.bit(use, p.name, r.name), mips: mips, version: r.version}
	b.checkWithin(p, r, &a, what)
	if what == reading {
		if missing := mips &^ r.written; missing != 0 {
			b.fail(p.name, r.name, "read%s, but nothing has been written there", ofMips(missing, r))
		}
	} else {
		a.write = true
		a.discard = mips &^ r.written
		if what == discarding {
			a.discard = mips
		}
		r.written |= mips
		r.version++
		r.writer = index
		a.version = r.version
		current.version++
	}
	b.accesses = append(b.accesses, a)
	p.end = len(b.accesses)
	return current
}

// checkVersion reports a handle older than the resource.
func (b *builder) checkVersion(pass string, r *resource, handle ref, what intent) {
	if int(handle.version) == r.version {
		return
	}
	verb := "read"
	if what != reading {
		verb = "written"
	}
	b.fail(pass, r.name, "%s through version %d, but pass %q has made version %d; use the handle that its Write returned",
		verb, handle.version, b.passes[r.writer].name, r.version)
}

// checkWithin reports accesses of one pass that no barrier could separate.
func (b *builder) checkWithin(p *pass, r *resource, a *access, what intent) {
	for i := p.first; i < p.end; i++ {
		other := &b.accesses[i]
		if other.resource != a.resource || other.mips&a.mips == 0 {
			continue
		}
		if other.write || what != reading {
			b.fail(p.name, r.name, "used as %v and as %v in one pass, and one of them writes; take one use that says both, or two passes",
				other.use, a.use)
			return
		}
		if other.use.Layout() != a.use.Layout() {
			b.fail(p.name, r.name, "used as %v and as %v in one pass, which need different layouts", other.use, a.use)
			return
		}
	}
}

func (b *builder) addOutput(k kind, handle ref, first, count int, final Use) {
	if handle.index < 0 {
		return
	}
	r, ok := b.resolve("", k, handle)
	if !ok {
		return
	}
	mips, ok := b.mips("", r, first, count)
	if !ok {
		return
	}
	if r.output >= 0 {
		b.fail("", r.name, "marked as output twice")
		return
	}
	o := output{resource: int(handle.index), version: int(handle.version), mips: mips, use: final}
	if final != nil {
		o.bit = b.bit(final, "", r.name)
	}
	r.output = len(b.outputs)
	b.outputs = append(b.outputs, o)
}

// checkOutputs waits for Compile, when it is known what came after Output.
func (b *builder) checkOutputs() {
	for i := range b.outputs {
		o := &b.outputs[i]
		r := &b.resources[o.resource]
		if o.version != r.version {
			b.fail("", r.name, "version %d is marked as output, but pass %q has made version %d; mark the handle that its Write returned",
				o.version, b.passes[r.writer].name, r.version)
		}
		if missing := o.mips &^ r.written; missing != 0 {
			b.fail("", r.name, "marked as output%s, but nothing has been written there", ofMips(missing, r))
		}
	}
}

func (b *builder) known(h ref) bool {
	return h.frame == b.frame && h.index >= 0 && int(h.index) < len(b.resources)
}

func (b *builder) resolve(pass string, k kind, h ref) (*resource, bool) {
	switch {
	case h.frame == 0:
		b.fail(pass, "", "the %v handle is zero: it names no %v", k, k)
		return nil, false
	case !b.known(h):
		b.fail(pass, "", "the %v handle was made before the last Reset", k)
		return nil, false
	}
	return &b.resources[h.index], true
}

func (b *builder) mips(pass string, r *resource, first, count int) (mipSet, bool) {
	n := r.desc.mips()
	if count == 0 {
		return r.desc.allMips(), true
	}
	if count < 0 || first < 0 || first >= n || count > n-first {
		b.fail(pass, r.name, "mips from %d on (%d of them) are not within its %d", first, max(count, 0), n)
		return 0, false
	}
	return mipRange(first, count), true
}

func (b *builder) bit(use Use, pass, resource string) useSet {
	bit, ok := b.uses.bit(use)
	if !ok {
		b.fail(pass, resource, "use %v is one too many: a graph tells at most %d different uses apart", use, maxUses)
	}
	return bit
}

func (b *builder) fail(pass, resource, format string, args ...any) {
	b.errs = append(b.errs, &Error{pass, resource, fmt.Sprintf(format, args...)})
}

func (b *builder) err() error { return errors.Join(b.errs...) }

// ofMips words a part of a resource for an error; the whole needs no words.
func ofMips(m mipSet, r *resource) string {
	if m == r.desc.allMips() {
		return ""
	}
	low, high := m.lowest(), bits.Len32(uint32(m))-1
	if low == high {
		return fmt.Sprintf(" at mip %d", low)
	}
	return fmt.Sprintf(" at mips %d to %d", low, high)
}
