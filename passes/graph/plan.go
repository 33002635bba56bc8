package graph

// Plan is a compiled frame. Everything in it is indexed by numbers that a
// handle's Index and a Step's Index give.
type Plan struct {
	Steps     []Step     // passes that run, in order
	Final     []Barrier  // after the last step
	Culled    []Step     // passes that do not run, in order, without barriers
	Resources []Resource // in order of declaration
	Slots     []Slot     // what stands behind transient resources

	names    Names
	uses     []Use     // arena of all the sets of uses below
	barriers []Barrier // arena
	accesses []Access  // arena
	outputs  []Access  // Write is false, Use may be nil
}

// Step is a pass in a plan.
type Step struct {
	Name     string
	Index    int // in the order of AddPass
	Barriers []Barrier
	Accesses []Access

	sideEffect bool
}

// Find returns the first access of the pass to the resource, or nil: recording
// may touch only what was declared.
func (s *Step) Find(resource int) *Access {
	for i := range s.Accesses {
		if s.Accesses[i].Resource == resource {
			return &s.Accesses[i]
		}
	}
	return nil
}

// Access is one declared use.
type Access struct {
	Resource       int
	Use            Use
	FirstMip, Mips int
	Version        int  // read, or made by the write
	Write          bool // declared by Write
	// Discard says that nothing of the old contents is needed: a load
	// operation may be clear or don't care.
	Discard bool
}

// Barrier makes the uses in To wait for those in From, on some mips of one
// resource, and moves an image between layouts. It goes out in one batch with
// its neighbours: no two of a batch touch the same mip.
type Barrier struct {
	Resource       int
	FirstMip, Mips int
	// From is all that has to be finished; its writes are made visible. Empty:
	// there is nothing to wait for, the image only needs a layout.
	From []Use
	// To is all that may follow without another barrier.
	To                   []Use
	OldLayout, NewLayout int
	// Discard says that the old contents are not needed; OldLayout is then 0.
	Discard bool
}

// Resource is an image or a buffer of the frame.
type Resource struct {
	Name     string
	IsBuffer bool
	Image    ImageDesc
	Buffer   BufferDesc
	Imported bool
	// Uses are those of the passes that run and of Output. An imported resource
	// must have been created for them.
	Uses []Use
	// First and Last are the steps between which it is alive; Last is
	// len(Steps) for an output. First is -1 when no step touches it.
	First, Last int
	// Slot is the index into Plan.Slots; -1 if imported or not alive.
	Slot int
	// Final is the state to import an imported resource with next time. Copy
	// it if it is to outlive the plan.
	Final []Use

	states []Use // initial
}

// Slot is memory of one description behind one or, at different times of the
// frame, several transient resources. Slots keep their index from frame to frame.
//
// An executor keeps a list in parallel. Wherever Serial differs from what it
// has, it destroys its own (once the frames in flight are done) and, unless
// Serial is 0, creates one for Uses:
//
//	if pool[i].serial != slot.Serial { ... }
type Slot struct {
	IsBuffer bool
	Image    ImageDesc
	Buffer   BufferDesc
	Uses     []Use // all it has to be created for
	Serial   int   // never the same for two different objects; 0 for none
}
