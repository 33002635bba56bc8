package graph

import (
	"slices"
	"strings"
	"testing"
)

// barriersOf lists "pass: resource: transition" in order.
func barriersOf(p *Plan) (lines []string) {
	list := func(where string, barriers []Barrier) {
		for _, b := range barriers {
			lines = append(lines, where+": "+p.part(b.Resource, b.FirstMip, b.Mips)+": "+p.transition(b))
		}
	}
	for i := range p.Steps {
		list(p.Steps[i].Name, p.Steps[i].Barriers)
	}
	list("end", p.Final)
	return lines
}

func TestBarriers(t *testing.T) {
	type G = *Graph[*frame]
	// pass adds one that is never culled.
	pass := func(g G, name string) Pass[*frame] {
		p := g.AddPass(name)
		p.SideEffect()
		return p
	}
	tests := []struct {
		name string
		make func(g G)
		want []string
	}{
		{"read after write", func(g G) {
			x := pass(g, "w").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			pass(g, "r").Read(x, sampledFragment)
		}, []string{
			"w: x: nothing -> color-write, layout undefined -> color, discard",
			"r: x: color-write -> sampled-fragment, layout color -> sampled",
		}},
		{"one barrier serves all following reads of a layout", func(g G) {
			x := pass(g, "w").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			pass(g, "r1").Read(x, sampledFragment)
			pass(g, "r2").Read(x, sampledCompute)
			pass(g, "r3").Read(x, sampledFragment)
		}, []string{
			"w: x: nothing -> color-write, layout undefined -> color, discard",
			"r1: x: color-write -> sampled-fragment + sampled-compute, layout color -> sampled",
		}},
		{"another layout ends the run of reads", func(g G) {
			x := pass(g, "w").Write(g.CreateImage("x", hdr(4, 4)), depthWrite)
			pass(g, "r1").Read(x, sampledFragment)
			pass(g, "r2").Read(x, depthTest)
			pass(g, "r3").Read(x, sampledFragment)
		}, []string{
			"w: x: nothing -> depth-write, layout undefined -> depth, discard",
			"r1: x: depth-write -> sampled-fragment, layout depth -> sampled",
			"r2: x: sampled-fragment -> depth-test, layout sampled -> depth-read",
			"r3: x: depth-test -> sampled-fragment, layout depth-read -> sampled",
		}},
		{"write after read waits for all readers", func(g G) {
			x := g.ImportBuffer("x", BufferDesc{4}, bufferWrite)
			pass(g, "r1").ReadBuffer(x, vertexRead)
			pass(g, "r2").ReadBuffer(x, indirectRead)
			pass(g, "w").WriteBuffer(x, bufferWrite)
		}, []string{
			"r1: x: buffer-write -> vertex-read + indirect-read",
			"w: x: vertex-read + indirect-read -> buffer-write",
		}},
		{"write after write", func(g G) {
			x := pass(g, "w1").Write(g.CreateImage("x", hdr(4, 4)), storageWrite)
			x = pass(g, "w2").Write(x, storageWrite)
			pass(g, "w3").WriteDiscard(x, storageWrite)
		}, []string{
			"w1: x: nothing -> storage-write, layout undefined -> general, discard",
			"w2: x: storage-write -> storage-write",
			"w3: x: storage-write -> storage-write, layout undefined -> general, discard",
		}},
		{"a fresh buffer needs none", func(g G) {
			pass(g, "w").WriteBuffer(g.CreateBuffer("x", BufferDesc{4}), bufferWrite)
		}, nil},
		{"reads go on where the last frame stopped", func(g G) {
			x := g.ImportImage("x", hdr(4, 4), sampledFragment)
			pass(g, "r1").Read(x, sampledFragment)
			pass(g, "r2").Read(x, sampledCompute)
			pass(g, "r3").Read(x, sampledFragment)
			pass(g, "w").Write(x, colorBlend)
		}, []string{
			"r2: x: sampled-fragment -> sampled-compute",
			"w: x: sampled-fragment + sampled-compute -> color-blend, layout sampled -> color",
		}},
		{"several imported uses are all visible", func(g G) {
			x := g.ImportBuffer("x", BufferDesc{4}, vertexRead, indirectRead)
			pass(g, "r1").ReadBuffer(x, indirectRead)
			pass(g, "r2").ReadBuffer(x, vertexRead)
		}, nil},
		{"mips have states of their own", func(g G) {
			x := g.CreateImage("x", ImageDesc{Width: 16, Height: 16, Mips: 4})
			x = pass(g, "m0").Write(x.Mip(0), colorWrite)
			for i, name := range []string{"m1", "m2"} {
				p := pass(g, name)
				p.Read(x.Mip(i), sampledCompute)
				x = p.Write(x.Mip(i+1), storageWrite)
			}
			x = pass(g, "m3").Write(x.Mip(3), storageWrite)
			pass(g, "r").Read(x, sampledCompute)
		}, []string{
			"m0: x[0]: nothing -> color-write, layout undefined -> color, discard",
			"m1: x[0]: color-write -> sampled-compute, layout color -> sampled",
			"m1: x[1]: nothing -> storage-write, layout undefined -> general, discard",
			"m2: x[1]: storage-write -> sampled-compute, layout general -> sampled",
			"m2: x[2]: nothing -> storage-write, layout undefined -> general, discard",
			"m3: x[3]: nothing -> storage-write, layout undefined -> general, discard",
			"r: x[2..3]: storage-write -> sampled-compute, layout general -> sampled",
		}},
		{"a write that keeps some mips and starts others", func(g G) {
			x := g.CreateImage("x", ImageDesc{Width: 16, Height: 16, Mips: 3})
			x = pass(g, "a").Write(x.Mip(1), colorWrite)
			pass(g, "b").Write(x, colorBlend)
		}, []string{
			"a: x[1]: nothing -> color-write, layout undefined -> color, discard",
			"b: x[0]: nothing -> color-blend, layout undefined -> color, discard",
			"b: x[1]: color-write -> color-blend",
			"b: x[2]: nothing -> color-blend, layout undefined -> color, discard",
		}},
		{"an output's use widens the run it can join", func(g G) {
			x := pass(g, "w").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			pass(g, "r").Read(x, sampledFragment)
			g.Output(x, sampledCompute)
		}, []string{
			"w: x: nothing -> color-write, layout undefined -> color, discard",
			"r: x: color-write -> sampled-fragment + sampled-compute, layout color -> sampled",
		}},
		{"an output is left for its use", func(g G) {
			x := pass(g, "w").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			g.Output(x, transferRead)
		}, []string{
			"w: x: nothing -> color-write, layout undefined -> color, discard",
			"end: x: color-write -> transfer-read, layout color -> copy-from",
		}},
		{"an imported image leaves in one state", func(g G) {
			x := g.ImportImage("x", ImageDesc{Width: 16, Height: 16, Mips: 3}, sampledFragment)
			x = pass(g, "a").Write(x.Mip(0), storageWrite)
			p := pass(g, "b")
			p.Read(x.Mip(0), sampledCompute)
			p.Write(x.Mip(1), storageWrite)
		}, []string{
			"a: x[0]: sampled-fragment -> storage-write, layout sampled -> general",
			"b: x[0]: storage-write -> sampled-compute, layout general -> sampled",
			"b: x[1]: sampled-fragment -> storage-write, layout sampled -> general",
			"end: x[0]: sampled-compute -> storage-write, layout sampled -> general",
			"end: x[2]: sampled-fragment -> storage-write, layout sampled -> general",
		}},
		{"memory that changes hands", func(g G) {
			x := pass(g, "w1").Write(g.CreateImage("x", hdr(4, 4)), colorWrite)
			pass(g, "r1").Read(x, sampledFragment)
			pass(g, "w2").Write(g.CreateImage("y", hdr(4, 4)), storageWrite)
		}, []string{
			"w1: x: nothing -> color-write, layout undefined -> color, discard",
			"r1: x: color-write -> sampled-fragment, layout color -> sampled",
			"w2: y: sampled-fragment -> storage-write, layout undefined -> general, discard",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newGraph()
			test.make(g)
			if got := barriersOf(mustCompile(t, g)); !slices.Equal(got, test.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(test.want, "\n\t"))
			}
		})
	}
}

func TestStateSettles(t *testing.T) {
	// An imported resource read in two ways costs a barrier once, not each frame.
	g := newGraph()
	state := []Use{sampledFragment}
	for i, want := range []int{1, 0, 0} {
		g.Reset()
		x := g.ImportImage("x", hdr(4, 4), state...)
		p := g.AddPass("p")
		p.Read(x, sampledCompute)
		p.Read(x, sampledFragment)
		p.SideEffect()
		plan := mustCompile(t, g)
		if got := len(barriersOf(plan)); got != want {
			t.Errorf("frame %d: %d barriers, want %d", i, got, want)
		}
		state = slices.Clone(plan.Resources[x.Index()].Final)
	}
}
