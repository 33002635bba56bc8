package graph

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite golden files in testdata")

// use stands for vk.Use: a small number and a table.
type use uint8

const (
	colorWrite use = iota
	colorBlend
	depthWrite
	depthTest
	sampledFragment
	sampledCompute
	storageRead
	storageWrite
	storageReadWrite
	transferRead
	transferWrite
	present
	vertexRead
	indirectRead
	bufferRead
	bufferWrite
	bufferReadWrite
	useCount
)

var useTableOfTests = [useCount]struct {
	name          string
	reads, writes bool
	layout        int
}{
	colorWrite:       {"color-write", false, true, 2},
	colorBlend:       {"color-blend", true, true, 2},
	depthWrite:       {"depth-write", true, true, 3},
	depthTest:        {"depth-test", true, false, 4},
	sampledFragment:  {"sampled-fragment", true, false, 5},
	sampledCompute:   {"sampled-compute", true, false, 5},
	storageRead:      {"storage-read", true, false, 1},
	storageWrite:     {"storage-write", false, true, 1},
	storageReadWrite: {"storage-read-write", true, true, 1},
	transferRead:     {"transfer-read", true, false, 6},
	transferWrite:    {"transfer-write", false, true, 7},
	present:          {"present", true, false, 8},
	vertexRead:       {"vertex-read", true, false, 0},
	indirectRead:     {"indirect-read", true, false, 0},
	bufferRead:       {"buffer-read", true, false, 0},
	bufferWrite:      {"buffer-write", false, true, 0},
	bufferReadWrite:  {"buffer-read-write", true, true, 0},
}

func (u use) Reads() bool    { return useTableOfTests[u].reads }
func (u use) Writes() bool   { return useTableOfTests[u].writes }
func (u use) Layout() int    { return useTableOfTests[u].layout }
func (u use) String() string { return useTableOfTests[u].name }

var testNames = Names{
	Format: func(f int) string { return [...]string{"none", "rgba16f", "rgba8", "d32", "r32f"}[f] },
	Layout: func(l int) string {
		return [...]string{"undefined", "general", "color", "depth", "depth-read", "sampled", "copy-from", "copy-to", "present"}[l]
	},
}

// frame is the context of tests: it notes which passes were recorded.
type frame struct{ ran []string }

func newGraph() *Graph[*frame] { return New[*frame](testNames) }

func hdr(w, h int) ImageDesc { return ImageDesc{Width: w, Height: h, Format: 1} }

func mustCompile(t testing.TB, g *Graph[*frame]) *Plan {
	t.Helper()
	plan, err := g.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update rewrites it. Got:\n%s", path, got)
	}
}

// declareFrame is a frame like the renderer's: a mip chain, history, a culled
// debug view, buffers, and images that can share memory.
func declareFrame(g *Graph[*frame], color []Use, history []Use) (historyOut Image) {
	const w, h = 256, 144
	full := hdr(w, h)
	screen := g.ImportImage("screen", ImageDesc{Width: w, Height: h, Format: 2}, color...)
	taa := g.ImportImage("taa.history", full, history...)
	instances := g.ImportBuffer("instances", BufferDesc{1 << 16}, bufferRead)

	cull := g.AddPass("select")
	draws := g.CreateBuffer("select.draws", BufferDesc{4096})
	cull.ReadBuffer(instances, bufferRead)
	draws = cull.WriteBuffer(draws, bufferWrite)

	shadow := g.AddPass("shadow")
	shadowMap := g.CreateImage("shadow.map", ImageDesc{Width: 512, Height: 512, Layers: 4, Format: 3})
	shadow.ReadBuffer(instances, vertexRead)
	shadow.ReadBuffer(draws, indirectRead)
	shadowMap = shadow.WriteDiscard(shadowMap, depthWrite)

	geometry := g.AddPass("geometry")
	depth := g.CreateImage("geometry.depth", ImageDesc{Width: w, Height: h, Format: 3})
	normal := g.CreateImage("geometry.normal", full)
	albedo := g.CreateImage("geometry.albedo", ImageDesc{Width: w, Height: h, Format: 2})
	geometry.ReadBuffer(instances, vertexRead)
	geometry.ReadBuffer(draws, indirectRead)
	depth = geometry.WriteDiscard(depth, depthWrite)
	normal = geometry.WriteDiscard(normal, colorWrite)
	albedo = geometry.WriteDiscard(albedo, colorWrite)

	debug := g.AddPass("debug.normals")
	debugView := g.CreateImage("debug.view", full)
	debug.Read(normal, sampledFragment)
	debugView = debug.Write(debugView, colorWrite)

	label := g.AddPass("debug.label")
	label.Write(debugView, colorBlend)

	lighting := g.AddPass("lighting")
	lit := g.CreateImage("lighting.color", full)
	lighting.Read(depth, sampledCompute)
	lighting.Read(normal, sampledCompute)
	lighting.Read(albedo, sampledCompute)
	lighting.Read(shadowMap, sampledCompute)
	lit = lighting.WriteDiscard(lit, storageWrite)

	sky := g.AddPass("sky")
	sky.Read(depth, depthTest)
	lit = sky.Write(lit, colorBlend)

	resolve := g.AddPass("taa")
	resolved := g.CreateImage("taa.color", full)
	resolve.Read(lit, sampledCompute)
	if len(history) > 0 {
		resolve.Read(taa, sampledCompute)
	}
	resolved = resolve.WriteDiscard(resolved, storageWrite)

	keep := g.AddPass("taa.keep")
	keep.Read(resolved, transferRead)
	taa = keep.WriteDiscard(taa, transferWrite)

	bloom := g.CreateImage("bloom.pyramid", ImageDesc{Width: w / 2, Height: h / 2, Mips: 4, Format: 1})
	for i, name := range []string{"bloom.down0", "bloom.down1", "bloom.down2", "bloom.down3"} {
		down := g.AddPass(name)
		if i == 0 {
			down.Read(resolved, sampledCompute)
		} else {
			down.Read(bloom.Mip(i-1), sampledCompute)
		}
		bloom = down.Write(bloom.Mip(i), storageWrite)
	}

	tone := g.AddPass("tone")
	tone.Read(resolved, sampledFragment)
	tone.Read(bloom, sampledFragment)
	screen = tone.WriteDiscard(screen, colorWrite)

	overlay := g.AddPass("overlay")
	screen = overlay.Write(screen, colorBlend)

	g.Output(screen, present)
	g.Output(taa, nil)
	return taa
}
