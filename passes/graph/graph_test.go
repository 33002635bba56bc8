package graph

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestPlanText(t *testing.T) {
	g := newGraph()
	taa := declareFrame(g, nil, nil)
	plan := mustCompile(t, g)
	golden(t, "frame.txt", plan.Text())
	golden(t, "frame.dot", plan.DOT())
	golden(t, "frame.svg", plan.SVG())

	// The second frame has history, and waits for the first one's use of slots.
	final := slices.Clone(plan.Resources[taa.Index()].Final)
	if !slices.Equal(final, []Use{transferWrite}) {
		t.Fatalf("the history is left as %v", final)
	}
	g.Reset()
	declareFrame(g, []Use{present}, final)
	golden(t, "frame2.txt", mustCompile(t, g).Text())
}

func TestRun(t *testing.T) {
	g := newGraph()
	img := g.CreateImage("a", hdr(4, 4))
	note := func(name string) func(*frame) {
		return func(f *frame) { f.ran = append(f.ran, name) }
	}
	p := g.AddPass("one")
	p.Record(note("one"))
	img = p.Write(img, colorWrite)
	dropped := g.AddPass("dropped")
	dropped.Record(note("dropped"))
	dropped.Read(img, sampledFragment)
	silent := g.AddPass("silent")
	img = silent.Write(img, colorBlend)
	last := g.AddPass("last")
	last.Record(note("last"))
	last.Read(img, sampledFragment)
	last.SideEffect()

	plan := mustCompile(t, g)
	var f frame
	for i := range plan.Steps {
		g.Run(&plan.Steps[i], &f)
	}
	if want := []string{"one", "last"}; !slices.Equal(f.ran, want) {
		t.Errorf("ran %v, want %v", f.ran, want)
	}
	if plan.Steps[0].Find(img.Index()) == nil || plan.Steps[0].Find(img.Index()+1) != nil {
		t.Error("Find does not know what was declared")
	}
}

func TestMistakes(t *testing.T) {
	stale := newGraph().CreateImage("stale", hdr(4, 4))
	tests := []struct {
		name string
		want string
		make func(g *Graph[*frame])
	}{
		{"read of an old version", `graph: pass "c": resource "x": read through version 1, but pass "b" has made version 2; use the handle that its Write returned`,
			func(g *Graph[*frame]) {
				x1 := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
				g.AddPass("b").Write(x1, colorBlend)
				g.AddPass("c").Read(x1, sampledFragment)
			}},
		{"write of an old version", `graph: pass "b": resource "x": written through version 0, but pass "a" has made version 1; use the handle that its Write returned`,
			func(g *Graph[*frame]) {
				x := g.CreateBuffer("x", BufferDesc{8})
				g.AddPass("a").WriteBuffer(x, bufferWrite)
				g.AddPass("b").WriteBuffer(x, bufferWrite)
			}},
		{"output of an old version", `graph: resource "x": version 1 is marked as output, but pass "b" has made version 2; mark the handle that its Write returned`,
			func(g *Graph[*frame]) {
				x1 := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
				g.Output(x1, present)
				g.AddPass("b").Write(x1, colorBlend)
			}},
		{"handle of an earlier frame", `graph: pass "a": the image handle was made before the last Reset`,
			func(g *Graph[*frame]) { g.Reset(); g.AddPass("a").Read(stale, sampledFragment) }},
		{"zero handle", `graph: pass "a": the buffer handle is zero: it names no buffer`,
			func(g *Graph[*frame]) { g.AddPass("a").ReadBuffer(Buffer{}, bufferRead) }},
		{"one mistake is reported once", `graph: pass "a": the image handle is zero: it names no image`,
			func(g *Graph[*frame]) {
				x := g.AddPass("a").Write(Image{}, colorWrite)
				x = g.AddPass("b").Write(x, colorBlend)
				g.Output(x, present)
			}},
		{"nothing written", `graph: pass "a": resource "x": read, but nothing has been written there`,
			func(g *Graph[*frame]) { g.AddPass("a").Read(g.CreateImage("x", hdr(4, 4)), sampledFragment) }},
		{"mips not written", `graph: pass "b": resource "x": read at mips 1 to 3, but nothing has been written there`,
			func(g *Graph[*frame]) {
				x := g.CreateImage("x", ImageDesc{Width: 8, Height: 8, Mips: 4})
				x = g.AddPass("a").Write(x.Mip(0), storageWrite)
				g.AddPass("b").Read(x, sampledFragment)
			}},
		{"output never written", `graph: resource "x": marked as output, but nothing has been written there`,
			func(g *Graph[*frame]) { g.Output(g.ImportImage("x", hdr(4, 4)), present) }},
		{"two outputs", `graph: resource "x": marked as output twice`,
			func(g *Graph[*frame]) {
				x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
				g.Output(x, present)
				g.Output(x, transferRead)
			}},
		{"mips out of range", `graph: pass "a": resource "x": mips from 3 on (2 of them) are not within its 4`,
			func(g *Graph[*frame]) {
				g.AddPass("a").Write(g.CreateImage("x", ImageDesc{Width: 8, Height: 8, Mips: 4}).Mips(3, 2), storageWrite)
			}},
		{"no mips", `graph: pass "a": resource "x": mips from 0 on (0 of them) are not within its 1`,
			func(g *Graph[*frame]) { g.AddPass("a").Write(g.CreateImage("x", hdr(8, 8)).Mips(0, 0), storageWrite) }},
		{"writing use in Read", `graph: pass "a": resource "x": read as storage-write, which writes; Write gives the version after it`,
			func(g *Graph[*frame]) {
				g.AddPass("a").Read(g.ImportImage("x", hdr(4, 4), sampledFragment), storageWrite)
			}},
		{"reading use in Write", `graph: pass "a": resource "x": written as sampled-fragment, which does not write`,
			func(g *Graph[*frame]) { g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), sampledFragment) }},
		{"nil use", `graph: pass "a": resource "x": the use is nil`,
			func(g *Graph[*frame]) { g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), nil) }},
		{"write and read in one pass", `graph: pass "a": resource "x": used as storage-write and as storage-read in one pass, and one of them writes; take one use that says both, or two passes`,
			func(g *Graph[*frame]) {
				p := g.AddPass("a")
				x := p.Write(g.CreateImage("x", hdr(4, 4)), storageWrite)
				p.Read(x, storageRead)
			}},
		{"two layouts in one pass", `graph: pass "a": resource "x": used as sampled-fragment and as depth-test in one pass, which need different layouts`,
			func(g *Graph[*frame]) {
				x := g.ImportImage("x", hdr(4, 4), sampledFragment)
				p := g.AddPass("a")
				p.Read(x, sampledFragment)
				p.Read(x, depthTest)
			}},
		{"two layouts imported", `graph: resource "x": imported in two layouts at once: sampled-fragment and depth-test`,
			func(g *Graph[*frame]) { g.ImportImage("x", hdr(4, 4), sampledFragment, depthTest) }},
		{"passes out of order", `graph: pass "a": resource "x": declared after pass "b" was added; a pass declares everything before the next is added`,
			func(g *Graph[*frame]) {
				a := g.AddPass("a")
				g.AddPass("b")
				a.Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			}},
		{"same pass name", `graph: pass "a": two passes of this frame have this name`,
			func(g *Graph[*frame]) { g.AddPass("a"); g.AddPass("a") }},
		{"same resource name", `graph: resource "x": two resources of this frame have this name`,
			func(g *Graph[*frame]) { g.CreateImage("x", hdr(4, 4)); g.CreateBuffer("x", BufferDesc{4}) }},
		{"no names", "graph: pass 0 has no name\ngraph: resource 0 has no name",
			func(g *Graph[*frame]) { g.AddPass(""); g.CreateImage("", hdr(4, 4)) }},
		{"impossible sizes", "graph: resource \"x\": an image of 0 x 4 texels cannot be\ngraph: resource \"y\": a buffer of -1 bytes cannot be\ngraph: resource \"z\": 33 mips, at most 32 are possible",
			func(g *Graph[*frame]) {
				g.CreateImage("x", hdr(0, 4))
				g.CreateBuffer("y", BufferDesc{-1})
				g.CreateImage("z", ImageDesc{Width: 4, Height: 4, Mips: 33})
			}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newGraph()
			test.make(g)
			plan, err := g.Compile()
			if err == nil {
				t.Fatal("compiled")
			}
			if plan != nil {
				t.Error("a plan beside an error")
			}
			if err.Error() != test.want {
				t.Errorf("got  %s\nwant %s", err, test.want)
			}
			var mistake *Error
			if !errors.As(err, &mistake) {
				t.Errorf("%T holds no *Error", err)
			}
			g.Reset()
			mustCompile(t, g) // mistakes do not outlive the frame
		})
	}
}

// manyUses are as many different uses as asked for.
type manyUses int

func (manyUses) Reads() bool    { return true }
func (manyUses) Writes() bool   { return false }
func (manyUses) Layout() int    { return 0 }
func (manyUses) String() string { return "many" }

func TestTooManyUses(t *testing.T) {
	g := newGraph()
	x := g.ImportBuffer("x", BufferDesc{4}, manyUses(0))
	p := g.AddPass("a")
	for i := range maxUses {
		p.ReadBuffer(x, manyUses(i))
	}
	if len(g.errs) != 0 {
		t.Fatal(g.err())
	}
	p.ReadBuffer(x, manyUses(maxUses))
	if _, err := g.Compile(); err == nil || !strings.Contains(err.Error(), "at most 64") {
		t.Errorf("got %v", err)
	}
}

func TestDescriptionsAreFilledIn(t *testing.T) {
	g := newGraph()
	img := g.CreateImage("x", ImageDesc{Width: 3, Height: 2})
	if got, want := g.ImageDesc(img), (ImageDesc{Width: 3, Height: 2, Depth: 1, Layers: 1, Mips: 1, Samples: 1}); got != want {
		t.Errorf("got %+v", got)
	}
	if got := g.BufferDesc(g.CreateBuffer("y", BufferDesc{7})); got.Size != 7 {
		t.Errorf("got %+v", got)
	}
	if !(Image{}).IsZero() || img.IsZero() {
		t.Error("IsZero")
	}
	g.Reset()
	if got := g.ImageDesc(img); got != (ImageDesc{}) {
		t.Errorf("of a dead handle: %+v", got)
	}
}
