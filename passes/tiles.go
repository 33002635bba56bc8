package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// tilePass sorts the tiles of a picture into those with geometry and those with sky; some have both.
// Lighting and sky then run only where there is something for them: skipping pixels one by one is no
// help to devices that execute both sides of a branch.
type tilePass struct {
	program *program
	most    int // tiles of a band
	plan    tilePlan
	first   []uint32 // the dispatches before anything is counted
	depth   graph.Image
	out     tileBuffers
	records [2]func(*Commands)
}

const (
	tileSize  = 8                        // pixels along a side; TILE in spirv
	tileAlign = 64                       // words: the strictest alignment that a device may ask for
	tileBand  = 65535 &^ (tileAlign - 1) // tiles of a dispatch that every device allows
	tileArgs  = 4                        // words of a dispatch: its groups, and one more
)

// Lists of tiles.
const (
	tilesGeometry = iota
	tilesSky
	tileLists
)

// A tilePlan says how many tiles there are. A list has a part for each band of them.
type tilePlan struct {
	columns, rows int
	band, bands   int // tiles of a band; how many
}

func planTiles(width, height, most int) tilePlan {
	p := tilePlan{columns: (width + tileSize - 1) / tileSize, rows: (height + tileSize - 1) / tileSize}
	n := p.columns * p.rows
	p.band = min((n+tileAlign-1)&^(tileAlign-1), most)
	p.bands = (n + p.band - 1) / p.band
	return p
}

// tileBuffers are what the pass hands on: for each list and band the groups of a dispatch, and the tiles.
type tileBuffers struct{ dispatches, tiles graph.Buffer }

// tilePush mirrors Push in spirv/tiles.comp.
type tilePush struct {
	Columns, Rows uint32
	Band, Bands   uint32
}

func newTilePass(p *programs) *tilePass {
	t := &tilePass{program: p.compute("tiles.comp"), most: tileBand}
	t.records = [2]func(*Commands){t.clear, t.draw}
	return t
}

// add declares the pass.
func (p *tilePass) add(f *frame, depth graph.Image) (geometry, sky tileList) {
	p.plan = planTiles(f.width, f.height, p.most)
	dispatches := tileLists * p.plan.bands
	p.first = p.first[:0]
	for range dispatches {
		p.first = append(p.first, 0, 1, 1, 0)
	}
	out := tileBuffers{
		f.graph.CreateBuffer("tiles.dispatches", graph.BufferDesc{Size: 4 * tileArgs * dispatches}),
		f.graph.CreateBuffer("tiles.lists", graph.BufferDesc{Size: 4 * p.plan.band * dispatches}),
	}
	pass := f.graph.AddPass("tiles.clear")
	out.dispatches = pass.WriteBufferDiscard(out.dispatches, vk.TransferWrite)
	pass.Record(p.records[0])
	pass = f.graph.AddPass("tiles")
	pass.Read(depth, vk.SampledCompute)
	out.dispatches = pass.WriteBuffer(out.dispatches, vk.StorageReadWriteCompute)
	out.tiles = pass.WriteBufferDiscard(out.tiles, vk.StorageWriteCompute)
	pass.Record(p.records[1])
	p.depth, p.out = depth, out
	return tileList{out, p.plan, tilesGeometry}, tileList{out, p.plan, tilesSky}
}

func (p *tilePass) clear(c *Commands) {
	part := vk.UploadSlice(&c.Recorder, p.first)
	c.CopyBuffer(part.Buffer, part.Offset, c.Buffer(p.out.dispatches), 0, part.Size)
}

func (p *tilePass) draw(c *Commands) {
	c.bind(p.program)
	c.set(p.program, 1, c.texel(0, p.depth), vk.Bound{Binding: 1, Buffer: c.Buffer(p.out.dispatches)}, vk.Bound{Binding: 2, Buffer: c.Buffer(p.out.tiles)})
	l := &p.plan
	push := tilePush{uint32(l.columns), uint32(l.rows), uint32(l.band), uint32(l.bands)}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(l.columns, l.rows, 1)
}

// A tileList is one of the lists, for a pass that works through it.
type tileList struct {
	tileBuffers
	plan  tilePlan
	which int
}

func (l *tileList) read(pass graph.Pass[*Commands]) {
	pass.ReadBuffer(l.dispatches, vk.IndirectRead)
	pass.ReadBuffer(l.tiles, vk.StorageReadCompute)
}

// bound is a band's part of the list, as spirv/include/tiles.glsl has it.
func (l *tileList) bound(c *Commands, band int) vk.Bound {
	size := 4 * l.plan.band
	return vk.Bound{Binding: 8, Buffer: c.Buffer(l.tiles), Offset: size * (l.plan.bands*l.which + band), Size: size}
}

// dispatch runs the bound pipeline on a band's tiles.
func (l *tileList) dispatch(c *Commands, band int) {
	c.DispatchIndirect(c.Buffer(l.dispatches), 4*tileArgs*(l.plan.bands*l.which+band))
}
