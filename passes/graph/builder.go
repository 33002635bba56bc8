package graph

import "math/bits"

// builder is the graph without what its passes record: declarations in flat
// slices that Reset empties and keeps.
type builder struct {
	frame     uint32
	passes    []pass
	accesses  []access // in the order of passes
	resources []resource
	outputs   []output
	passNames map[string]int
	resNames  map[string]int
	uses      useTable
	errs      []error

	pool pool
	compiler
	plan     Plan
	compiled bool
}

type pass struct {
	name       string
	first, end int // accesses
	sideEffect bool
	live       bool
	step       int
}

type access struct {
	resource int
	use      Use
	bit      useSet
	mips     mipSet
	discard  mipSet // those of mips whose old contents are not needed
	version  int    // read, or made
	write    bool
}

type resource struct {
	name     string
	desc     desc
	imported bool
	initial  useSet
	layout   int // of initial
	version  int
	writer   int    // pass that made version; -1 for version 0
	written  mipSet // has contents
	output   int    // into outputs, or -1

	// Set by compile.
	need        mipSet
	first, last int // steps; first is -1 if no live pass touches it
	lastMips    mipSet
	used        useSet
	slot        int
	released    bool
	states      int // into compiler.states, one per mip
	final       useSet
}

type output struct {
	resource int
	version  int
	mips     mipSet
	use      Use // nil: as it is
	bit      useSet
}

type kind uint8

const (
	imageKind kind = iota
	bufferKind
)

func (k kind) String() string {
	if k == bufferKind {
		return "buffer"
	}
	return "image"
}

// desc is what decides whether two transient resources may share a slot.
type desc struct {
	kind   kind
	image  ImageDesc
	buffer BufferDesc
}

func (d *desc) mips() int {
	if d.kind == bufferKind {
		return 1
	}
	return d.image.Mips
}

func (d *desc) allMips() mipSet { return mipRange(0, d.mips()) }

func (b *builder) reset() {
	b.frame++
	clear(b.passes) // no strings or uses of the last frame are kept alive
	clear(b.resources)
	b.passes = b.passes[:0]
	b.accesses = b.accesses[:0]
	b.resources = b.resources[:0]
	b.outputs = b.outputs[:0]
	b.errs = b.errs[:0]
	b.compiled = false
	if b.passNames == nil {
		b.passNames, b.resNames = map[string]int{}, map[string]int{}
	}
	clear(b.passNames)
	clear(b.resNames)
}

// mipSet has bit i for mip i.
type mipSet uint32

const maxMips = 32

func mipRange(first, count int) mipSet {
	return mipSet((uint64(1)<<count - 1) << first)
}

func (m mipSet) lowest() int { return bits.TrailingZeros32(uint32(m)) }
func (m mipSet) len() int    { return bits.OnesCount32(uint32(m)) }
