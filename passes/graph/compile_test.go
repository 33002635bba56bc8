package graph

import (
	"fmt"
	"slices"
	"testing"
)

func TestCulling(t *testing.T) {
	type G = *Graph[*frame]
	tests := []struct {
		name   string
		make   func(g G)
		steps  []string
		culled []string // "pass: why"
	}{
		{"what nobody reads", func(g G) {
			g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
		}, nil, []string{"a: nobody reads x"}},
		{"a chain goes as a whole", func(g G) {
			x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			b := g.AddPass("b")
			b.Read(x, sampledFragment)
			b.Write(g.CreateImage("y", hdr(4, 4)), colorWrite)
		}, nil, []string{"a: x is only wanted by culled b", "b: nobody reads y"}},
		{"output keeps the chain", func(g G) {
			x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			b := g.AddPass("b")
			b.Read(x, sampledFragment)
			g.Output(b.Write(g.CreateImage("y", hdr(4, 4)), colorWrite), present)
		}, []string{"a", "b"}, nil},
		{"a side effect keeps what it reads", func(g G) {
			x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			b := g.AddPass("b")
			b.Read(x, transferRead)
			b.SideEffect()
			g.AddPass("c")
		}, []string{"a", "b"}, []string{"c: it writes nothing and has no side effect"}},
		{"an imported resource is no output by itself", func(g G) {
			g.AddPass("a").Write(g.ImportImage("x", hdr(4, 4), sampledFragment), colorBlend)
		}, nil, []string{"a: nobody reads x"}},
		{"overwritten before anybody looks", func(g G) {
			x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			x = g.AddPass("b").WriteDiscard(x, colorWrite)
			g.Output(x, present)
		}, []string{"b"}, []string{"a: x is overwritten by b before anybody reads it"}},
		{"a write that keeps needs what it keeps", func(g G) {
			x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			x = g.AddPass("b").Write(x, colorWrite)
			g.Output(x, present)
		}, []string{"a", "b"}, nil},
		{"a later version that is culled does not matter", func(g G) {
			x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			b := g.AddPass("b")
			b.Read(x, sampledFragment)
			b.SideEffect()
			g.AddPass("c").Write(x, colorBlend)
		}, []string{"a", "b"}, []string{"c: nobody reads x"}},
		{"mip by mip", func(g G) {
			x := g.CreateImage("x", ImageDesc{Width: 8, Height: 8, Mips: 3})
			x = g.AddPass("m0").Write(x.Mip(0), colorWrite)
			x = g.AddPass("m1").Write(x.Mip(1), colorWrite)
			x = g.AddPass("m2").Write(x.Mip(2), colorWrite)
			g.Output(x.Mip(1), sampledFragment)
		}, []string{"m1"}, []string{"m0: nobody reads x[0]", "m2: nobody reads x[2]"}},
		{"overwritten in parts", func(g G) {
			x := g.CreateImage("x", ImageDesc{Width: 8, Height: 8, Mips: 2})
			x = g.AddPass("both").Write(x, colorWrite)
			x = g.AddPass("m0").WriteDiscard(x.Mip(0), colorWrite)
			x = g.AddPass("m1").WriteDiscard(x.Mip(1), colorWrite)
			g.Output(x, sampledFragment)
		}, []string{"m0", "m1"}, []string{"both: x is overwritten by m1 before anybody reads it"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newGraph()
			test.make(g)
			plan := mustCompile(t, g)
			var steps, culled []string
			for i := range plan.Steps {
				steps = append(steps, plan.Steps[i].Name)
			}
			for i := range plan.Culled {
				culled = append(culled, plan.Culled[i].Name+": "+plan.Why(&plan.Culled[i]))
			}
			if !slices.Equal(steps, test.steps) {
				t.Errorf("steps %q, want %q", steps, test.steps)
			}
			if !slices.Equal(culled, test.culled) {
				t.Errorf("culled %q, want %q", culled, test.culled)
			}
		})
	}
}

// chain declares n images, each made from the one before, and an output.
func chain(g *Graph[*frame], n int, desc func(i int) ImageDesc) (images []Image) {
	var last Image
	for i := range n {
		p := g.AddPass(fmt.Sprintf("p%d", i))
		if i > 0 {
			p.Read(last, sampledFragment)
		}
		last = p.Write(g.CreateImage(fmt.Sprintf("x%d", i), desc(i)), colorWrite)
		images = append(images, last)
	}
	g.Output(last, transferRead)
	return images
}

func slotsOf(p *Plan, images []Image) (slots []int) {
	for _, img := range images {
		slots = append(slots, p.Resources[img.Index()].Slot)
	}
	return slots
}

func TestSlotsAreShared(t *testing.T) {
	same := func(int) ImageDesc { return hdr(8, 8) }
	g := newGraph()
	images := chain(g, 5, same)
	plan := mustCompile(t, g)
	if got, want := slotsOf(plan, images), []int{0, 1, 0, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("slots %v, want %v", got, want)
	}
	if got, want := plan.Slots[0].Uses, []Use{colorWrite, sampledFragment, transferRead}; len(got) != len(want) {
		t.Errorf("slot 0 is made for %v, want %v", got, want)
	}

	g.Reset()
	images = chain(g, 4, func(i int) ImageDesc { return hdr(8+i%3, 8) })
	if got, want := slotsOf(mustCompile(t, g), images), []int{0, 2, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("other descriptions: slots %v, want %v", got, want)
	}
}

func TestOutputKeepsItsSlot(t *testing.T) {
	g := newGraph()
	x := g.AddPass("a").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
	g.Output(x, nil)
	b := g.AddPass("b")
	y := b.Write(g.CreateImage("y", hdr(4, 4)), colorWrite)
	b.SideEffect()
	plan := mustCompile(t, g)
	if got := slotsOf(plan, []Image{x, y}); got[0] == got[1] {
		t.Error("an output's slot was given to a later image")
	}
}

func TestSlotSerials(t *testing.T) {
	g := newGraph()
	frameOf := func(desc ImageDesc, final Use) *Plan {
		g.Reset()
		x := g.AddPass("a").Write(g.CreateImage("x", desc), colorWrite)
		g.Output(x, final)
		return mustCompile(t, g)
	}
	serial := func(p *Plan, slot int) int { return p.Slots[slot].Serial }

	first := serial(frameOf(hdr(4, 4), transferRead), 0)
	if got := serial(frameOf(hdr(4, 4), transferRead), 0); first == 0 || got != first {
		t.Fatalf("a steady slot went from serial %d to %d", first, got)
	}
	p := frameOf(hdr(4, 4), sampledFragment)
	grown := serial(p, 0)
	if grown == first || len(p.Slots[0].Uses) != 3 {
		t.Fatalf("a new use: serial %d after %d, uses %v", grown, first, p.Slots[0].Uses)
	}
	if got := serial(frameOf(hdr(4, 4), transferRead), 0); got != grown {
		t.Fatalf("an old use again: serial %d after %d", got, grown)
	}
	for i := range idleFrames { // the window was resized
		if got := serial(frameOf(hdr(5, 5), transferRead), 0); got != grown {
			t.Fatalf("given up after %d idle frames", i+1)
		}
	}
	if got := serial(frameOf(hdr(5, 5), transferRead), 0); got != 0 {
		t.Fatalf("an idle slot still has serial %d", got)
	}
	p = frameOf(hdr(6, 6), transferRead)
	if got := serial(p, 0); got == 0 || got == first || got == grown || p.Slots[0].Image.Width != 6 {
		t.Fatalf("the place of a slot given up: %+v", p.Slots[0])
	}
	if len(p.Slots) != 2 {
		t.Fatalf("%d slots, want 2", len(p.Slots))
	}
}

func TestSteadyFrameAllocatesNothing(t *testing.T) {
	g := newGraph()
	record := func(*frame) {}
	state := []Use{present}
	history := []Use{transferWrite}
	build := func() {
		g.Reset()
		taa := declareFrame(g, state, history)
		Pass[*frame]{g, 0}.Record(record)
		plan, err := g.Compile()
		if err != nil {
			t.Fatal(err)
		}
		history = append(history[:0], plan.Resources[taa.Index()].Final...)
	}
	build()
	if got := testing.AllocsPerRun(100, build); got != 0 {
		t.Errorf("%v allocations in a steady frame", got)
	}
}

func BenchmarkFrame(b *testing.B) {
	names := make([]string, 60)
	for i := range names {
		names[i] = fmt.Sprintf("thing%d", i)
	}
	g := newGraph()
	b.ReportAllocs()
	for b.Loop() {
		declareLong(g, names)
		if _, err := g.Compile(); err != nil {
			b.Fatal(err)
		}
	}
}

// declareLong has 30 passes that read two images and write one, and a pyramid.
func declareLong(g *Graph[*frame], names []string) {
	g.Reset()
	var a, b Image
	pyramid := g.CreateImage("pyramid", ImageDesc{Width: 512, Height: 512, Mips: 10, Format: 1})
	for i := range 30 {
		p := g.AddPass(names[i])
		if i > 1 {
			p.Read(a, sampledCompute)
			p.Read(b, sampledFragment)
		}
		a, b = b, p.WriteDiscard(g.CreateImage(names[30+i], hdr(512, 512)), storageWrite)
		if i < 10 {
			pyramid = p.Write(pyramid.Mip(i), storageWrite)
		} else {
			p.Read(pyramid, sampledCompute)
		}
	}
	g.Output(b, transferRead)
}
