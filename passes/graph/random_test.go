package graph

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var (
	imageUses  = []use{colorWrite, colorBlend, depthWrite, depthTest, sampledFragment, sampledCompute, storageRead, storageWrite, storageReadWrite, transferRead, transferWrite}
	bufferUses = []use{vertexRead, indirectRead, bufferRead, bufferWrite, bufferReadWrite, bufferReadWrite}
	imageDescs = []ImageDesc{{Width: 8, Height: 8}, {Width: 8, Height: 8, Mips: 4}}
)

// world is what outlives the frames of a random test.
type world struct {
	imported []*thing
}

// thing is a resource as the test sees it: what each mip ought to hold.
type thing struct {
	name     string
	index    int
	buffer   bool
	desc     ImageDesc
	imported bool
	state    []Use // of an imported one
	contents []string
	touched  []bool // written in this frame
	img      Image
	buf      Buffer
}

func (x *thing) uses() []use {
	if x.buffer {
		return bufferUses
	}
	return imageUses
}

func newThing(t *rapid.T, name string) *thing {
	x := &thing{name: name, buffer: rapid.Bool().Draw(t, "buffer")}
	mips := 1
	if !x.buffer {
		x.desc = rapid.SampledFrom(imageDescs).Draw(t, "desc")
		mips = max(1, x.desc.Mips)
	}
	x.contents, x.touched = make([]string, mips), make([]bool, mips)
	return x
}

func (x *thing) declare(g *Graph[*frame]) {
	switch {
	case x.buffer && x.imported:
		x.buf = g.ImportBuffer(x.name, BufferDesc{64}, x.state...)
		x.index = x.buf.Index()
	case x.buffer:
		x.buf = g.CreateBuffer(x.name, BufferDesc{64})
		x.index = x.buf.Index()
	case x.imported:
		x.img = g.ImportImage(x.name, x.desc, x.state...)
		x.index = x.img.Index()
	default:
		x.img = g.CreateImage(x.name, x.desc)
		x.index = x.img.Index()
	}
	clear(x.touched)
}

func newWorld(t *rapid.T) *world {
	w := &world{}
	for i := range rapid.IntRange(0, 3).Draw(t, "imports") {
		x := newThing(t, fmt.Sprintf("import%d", i))
		x.imported = true
		if u := rapid.SampledFrom(x.uses()).Draw(t, "state"); rapid.Bool().Draw(t, "has contents") {
			x.state = []Use{u}
			for mip := range x.contents {
				x.contents[mip] = "imported"
			}
		}
		w.imported = append(w.imported, x)
	}
	return w
}

// declareRandom declares a frame and returns what the replay should find.
func (w *world) declareRandom(t *rapid.T, g *Graph[*frame]) (passes []declared, outputs []declaredAccess) {
	things := slices.Clone(w.imported)
	for _, x := range things {
		x.declare(g)
	}
	for i := range rapid.IntRange(1, 12).Draw(t, "passes") {
		p := g.AddPass(fmt.Sprintf("p%d", i))
		d := declared{name: fmt.Sprintf("p%d", i)}
		for range rapid.IntRange(0, 4).Draw(t, "accesses") {
			k := rapid.IntRange(0, len(things)).Draw(t, "thing")
			if k == len(things) {
				x := newThing(t, fmt.Sprintf("r%d", k))
				x.declare(g)
				things = append(things, x)
			}
			if a, ok := things[k].access(t, p, &d); ok {
				d.accesses = append(d.accesses, a)
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "side effect") == 0 {
			p.SideEffect()
		}
		// Contents change when the pass is over: mips within it are disjoint.
		passes = append(passes, d)
	}
	for _, x := range things {
		covered := make([]bool, len(x.contents))
		if rapid.IntRange(0, 2).Draw(t, "output") == 0 {
			if o, ok := x.output(t, g); ok {
				outputs = append(outputs, o)
				for _, mip := range o.mips {
					covered[mip] = true
				}
			}
		}
		for mip := range covered {
			if x.touched[mip] && !covered[mip] {
				x.contents[mip] = anyContents // its writers may have been culled
			}
		}
	}
	return passes, outputs
}

func (x *thing) drawMips(t *rapid.T) (mips []int) {
	first := rapid.IntRange(0, len(x.contents)-1).Draw(t, "first mip")
	for mip := range rapid.IntRange(1, len(x.contents)-first).Draw(t, "mip count") {
		mips = append(mips, first+mip)
	}
	return mips
}

// has says whether the graph knows of contents: an imported state is trusted.
func (x *thing) has(mips []int) bool {
	return len(x.state) > 0 || !slices.ContainsFunc(mips, func(mip int) bool { return x.contents[mip] == "" })
}

// access adds one to the pass if it is allowed there.
func (x *thing) access(t *rapid.T, p Pass[*frame], d *declared) (declaredAccess, bool) {
	u := rapid.SampledFrom(x.uses()).Draw(t, "use")
	a := declaredAccess{resource: x.index, mips: x.drawMips(t), use: u, write: u.Writes()}
	a.discard = a.write && rapid.Bool().Draw(t, "discard")
	if !a.write && !x.has(a.mips) {
		return a, false
	}
	for _, other := range d.accesses {
		apart := !slices.ContainsFunc(a.mips, func(mip int) bool { return slices.Contains(other.mips, mip) })
		if other.resource != x.index || apart {
			continue
		}
		if a.write || other.write || u.Layout() != other.use.Layout() {
			return a, false
		}
	}
	for _, mip := range a.mips {
		a.want = append(a.want, x.contents[mip])
		if a.write {
			switch {
			case a.discard || x.contents[mip] == "":
				x.contents[mip] = token("", d.name)
			case x.contents[mip] != anyContents:
				x.contents[mip] = token(x.contents[mip], d.name)
			}
			x.touched[mip] = true
		}
	}
	part := x.img.Mips(a.mips[0], len(a.mips))
	switch {
	case x.buffer && !a.write:
		p.ReadBuffer(x.buf, u)
	case x.buffer && a.discard:
		x.buf = p.WriteBufferDiscard(x.buf, u)
	case x.buffer:
		x.buf = p.WriteBuffer(x.buf, u)
	case !a.write:
		p.Read(part, u)
	case a.discard:
		x.img = p.WriteDiscard(part, u)
	default:
		x.img = p.Write(part, u)
	}
	return a, true
}

func (x *thing) output(t *rapid.T, g *Graph[*frame]) (declaredAccess, bool) {
	o := declaredAccess{resource: x.index, mips: x.drawMips(t), noUse: rapid.Bool().Draw(t, "as it is")}
	if !x.has(o.mips) {
		return o, false
	}
	for _, mip := range o.mips {
		o.want = append(o.want, x.contents[mip])
	}
	var final Use
	if !o.noUse {
		o.use = rapid.SampledFrom(x.uses()).Draw(t, "final use")
		final = o.use
	}
	if x.buffer {
		g.OutputBuffer(x.buf, final)
	} else {
		g.Output(x.img.Mips(o.mips[0], len(o.mips)), final)
	}
	return o, true
}

// TestHazards replays random frames, several in a row over the same imported
// resources and slots, against the reference in replay_test.go.
func TestHazards(t *testing.T) {
	for range 20 { // times the default of 100, which misses rare mistakes
		rapid.Check(t, checkHazards)
	}
}

func checkHazards(t *rapid.T) {
	g, w, r := newGraph(), newWorld(t), newReplay()
	for i := range rapid.IntRange(1, 4).Draw(t, "frames") {
		g.Reset()
		passes, outputs := w.declareRandom(t, g)
		plan, err := g.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			barriersAreNeeded(t, r, plan, passes, outputs)
		}
		if err := r.run(plan, passes, outputs); err != nil {
			t.Fatalf("frame %d: %v\n%s", i, err, plan.Text())
		}
		for _, x := range w.imported {
			x.state = slices.Clone(plan.Resources[x.index].Final)
			if len(x.state) == 0 {
				clear(x.contents) // all its writers were culled
			}
		}
	}
}

// barriersAreNeeded takes each barrier away in turn, which the replay has to
// notice. It shows that no barrier is idle, and that the replay has teeth. The
// barriers at the end are left alone: some only matter in the next frame.
func barriersAreNeeded(t *rapid.T, r *replay, plan *Plan, passes []declared, outputs []declaredAccess) {
	for i := range plan.Steps {
		s := &plan.Steps[i]
		all := s.Barriers
		for k := range all {
			s.Barriers = slices.Concat(all[:k], all[k+1:])
			if r.clone().run(plan, passes, outputs) == nil {
				s.Barriers = all
				t.Fatalf("barrier %d before %s is not needed\n%s", k, s.Name, plan.Text())
			}
		}
		s.Barriers = all
	}
}
