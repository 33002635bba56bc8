package passes

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// lampShadowPass draws the shadow maps of lamps, tiles of one image. Maps are kept: a lamp's are drawn again when
// their tiles move or change their size with the view, when casters in its reach that have levels or fade are seen
// from elsewhere, or when such that are drawn in part have another dither.
//
// Faces are drawn together, many in one pass: lampChunk finds the casters of each, and every command draws all its
// objects in all faces, clipped to their tiles. What a frame costs the CPU depends on neither.
type lampShadowPass struct {
	programs map[variant]*program
	casters  lampCasters
	atlas    owned
	target   vk.View
	faces    owned // blocks, on the device
	blocks   []faceBlock
	tiles    []scene.LampTile // what the maps and the faces are of; none: of nothing
	planned  scene.LampAtlas  // last
	held     []heldLamp
	order    []int // of lamps whose maps are out of date
	frames   int
	chunks   []*lampChunk // of this frame: the first used
	used     int
	all      bool // maps are drawn
	behind   bool // some are out of date after this frame, or tiles were moved and more may have to
	pushed   []lampPush
	chunk    *lampChunk // being drawn
	frame    *frame
	out      lampMaps
	upload   func(*Commands)
}

// heldLamp is with what a lamp's maps were drawn.
type heldLamp struct {
	frame    int // when; 0: not yet
	seen     levelChoice
	rotation scene.DitherRotation
}

// lampMaps are what lit passes read; nothing where no lamp casts shadows.
type lampMaps struct {
	atlas graph.Image
	faces graph.Buffer
}

// lampPush mirrors Push in spirv/include/lamp_caster.glsl.
type lampPush struct {
	Pad      mgl32.Mat4
	First    uint32 // slot
	Shift    uint32
	Face     uint32
	Pad0     uint32
	Rotation scene.DitherRotation
}

// newLampShadowPass returns nil where no lamp casts shadows.
func newLampShadowPass(p *programs, w *world, selection *selectPass) *lampShadowPass {
	if len(w.shadowLamps) == 0 {
		return nil
	}
	s := &lampShadowPass{programs: casterPrograms(p, w, "lamp_shadow"), atlas: owned{name: "lamps.maps"}, faces: owned{name: "lamps.faces"},
		held: make([]heldLamp, len(w.shadowLamps)), pushed: make([]lampPush, 1)}
	s.upload = s.uploadFaces
	s.casters.plan(p, w, selection)
	return s
}

// plan places the maps for a view. Faces is Request.LampFaces.
func (s *lampShadowPass) plan(dev *vk.Device, w *world, view scene.View, faces int) (scene.LampAtlas, error) {
	if s == nil {
		return scene.LampAtlas{}, nil
	}
	lamps := w.lampShadows()
	var atlas scene.LampAtlas
	ok, limit := false, dev.Limits().MaxImageSize
	if faces > 0 {
		atlas, ok = s.planned.Follow(view, lamps, limit, faces)
	} else {
		atlas, ok = scene.PlanLampTiles(view, lamps, limit)
	}
	if s.planned = atlas; !ok {
		return atlas, fmt.Errorf("passes: %d lamps cast shadows in %d maps, more than an image of %d texels along a side has room for",
			len(lamps), w.lampFaces, atlas.Side)
	}
	return atlas, nil
}

// prepare makes room for the maps of a frame.
func (s *lampShadowPass) prepare(dev *vk.Device, f *frame) (err error) {
	if s == nil || f.kit.lighting == nil {
		return nil
	}
	if err := s.casters.prepare(dev, f.world); err != nil {
		return err
	}
	if s.faces.buffer == nil {
		size := max(f.world.lampFaces*len(vk.Bytes(make([]faceBlock, 1))), 4)
		if limit := dev.Limits().MaxStorageRange; size > limit {
			return tooLarge(s.faces.name, size, limit)
		}
		s.faces.buffer, err = dev.NewBuffer(vk.BufferDesc{Name: s.faces.name, Size: size, Uses: vk.Uses(vk.TransferWrite, vk.StorageReadVertex,
			vk.StorageReadCompute, vk.StorageReadFragment)})
		if err != nil {
			return err
		}
	}
	side := f.lampAtlas.Side
	if s.atlas.image != nil && s.atlas.image.Desc().Width == side {
		return nil
	}
	s.atlas.destroy()
	s.forget()
	img, err := dev.NewImage(vk.ImageDesc{Name: s.atlas.name, Kind: vk.ImageArray, Width: side, Height: side,
		Format: vk.D32F, Uses: vk.Uses(vk.DepthWrite, vk.SampledCompute, vk.SampledFragment)})
	if err != nil {
		return err
	}
	s.atlas.image = img
	s.target, err = img.Sub(vk.ViewDesc{Kind: vk.Image2D, Layers: 1, Mips: 1})
	return err
}

// add declares the passes that draw maps which are not up to date.
func (s *lampShadowPass) add(f *frame) lampMaps {
	if s == nil {
		return lampMaps{}
	}
	s.frame = f
	s.out = lampMaps{f.exec.importImage(&s.atlas), f.exec.importBuffer(&s.faces)}
	moved := s.show(f)
	s.behind = !slices.Equal(s.tiles, f.lampAtlas.Tiles)
	if moved || s.behind {
		s.place(f)
	}
	s.stale(f)
	if s.used == 0 {
		return s.out
	}
	s.casters.begin(f, s.out.faces)
	for _, c := range s.chunks[:s.used] {
		s.casters.add(f, c)
		pass := f.graph.AddPass(c.names[3])
		s.casters.out.read(pass)
		pass.ReadBuffer(s.out.faces, vk.StorageReadVertex)
		if s.all && c == s.chunks[0] {
			s.out.atlas = pass.WriteDiscard(s.out.atlas, vk.DepthWrite)
		} else {
			s.out.atlas = pass.Write(s.out.atlas, vk.DepthWrite)
		}
		pass.Record(c.draw)
	}
	return s.out
}

// place takes over a new plan: what has another tile is to be drawn.
func (s *lampShadowPass) place(f *frame) {
	w := f.world
	for i := range w.shadowLamps {
		l := &w.shadowLamps[i]
		part := func(tiles []scene.LampTile) []scene.LampTile { return tiles[l.first:][:l.Faces] }
		if len(s.tiles) == 0 || !slices.Equal(part(s.tiles), part(f.lampAtlas.Tiles)) {
			s.held[i].frame = 0
		}
	}
	s.tiles = append(s.tiles[:0], f.lampAtlas.Tiles...)
	s.blocks = w.faceBlocks(s.blocks, &f.lampAtlas)
	pass := f.graph.AddPass("lamps.faces")
	s.out.faces = pass.WriteBufferDiscard(s.out.faces, vk.TransferWrite)
	pass.Record(s.upload)
}

func (s *lampShadowPass) uploadFaces(c *Commands) {
	copySlice(c, s.out.faces, s.blocks)
}

// stale collects the faces that are to be drawn into chunks: all of lamps that have nothing at their places, and, where
// the request limits how many, of others those that are out of date for the longest time.
func (s *lampShadowPass) stale(f *frame) {
	w := f.world
	s.used, s.all = 0, true
	s.frames++
	var c *lampChunk
	s.order = s.order[:0]
	for i := range w.shadowLamps {
		l, h := &w.shadowLamps[i], &s.held[i]
		if h.frame > 0 && (!l.varies || h.seen == f.levels) && (!l.dithered || h.rotation == f.rotation) {
			s.all = false
			continue
		}
		s.order = append(s.order, i)
	}
	if most := f.request.LampFaces; most > 0 {
		slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(s.held[a].frame, s.held[b].frame) })
		for n, i := range s.order {
			if most -= w.shadowLamps[i].Faces; most < 0 && n > 0 && s.held[i].frame > 0 {
				s.postpone(f, n)
				break
			}
		}
		slices.Sort(s.order)
	}
	for _, i := range s.order {
		l := &w.shadowLamps[i]
		s.held[i] = heldLamp{s.frames, f.levels, f.rotation}
		for k := range l.Faces {
			if !l.Needed[k] {
				continue
			}
			face := l.first + k
			if c == nil || face-c.face >= s.casters.room {
				c = s.next()
				c.face = face
			}
			c.add(l, k)
		}
	}
}

// postpone leaves what is out of date to the next frames, but for the first n lamps. Those that have but another dither
// are not behind: every frame has another one.
func (s *lampShadowPass) postpone(f *frame, n int) {
	for _, i := range s.order[n:] {
		s.behind = s.behind || f.world.shadowLamps[i].varies && s.held[i].seen != f.levels
	}
	s.order, s.all = s.order[:n], false
}

// late says whether the last frame left maps that are not what the view asks for.
func (s *lampShadowPass) late() bool { return s != nil && s.behind }

// next returns an empty chunk.
func (s *lampShadowPass) next() *lampChunk {
	if s.used == len(s.chunks) {
		s.chunks = append(s.chunks, newLampChunk(s, s.used))
	}
	c := s.chunks[s.used]
	s.used++
	c.lamps = c.lamps[:0]
	return c
}

// choose is the pipeline of a batch.
func (s *lampShadowPass) choose(b *batch) *program { return s.programs[b.variant] }

func (s *lampShadowPass) push(c *Commands, first int) {
	s.pushed[0].First, s.pushed[0].Shift, s.pushed[0].Face = uint32(first), uint32(s.casters.shift), uint32(s.chunk.face)
	s.pushed[0].Rotation = s.frame.rotation
	c.Push(vk.Bytes(s.pushed))
}

// drawChunk draws the casters of a chunk's faces.
func (s *lampShadowPass) drawChunk(c *Commands, chunk *lampChunk) {
	f := s.frame
	s.chunk = chunk
	c.colors = c.colors[:0]
	c.attach(vk.Attachment{View: s.target, Clear: s.all && chunk == s.chunks[0]})
	if !s.all {
		for _, l := range chunk.lamps {
			for set := l.Faces; set != 0; set &= set - 1 {
				t := s.tiles[int(l.First)+bits.TrailingZeros32(set)]
				c.ClearDepth(t.X, t.Y, t.Size, t.Size, 0)
			}
		}
	}
	d := s.casters.out
	d.faces = s.out.faces
	c.drawBatches(f, f.world.draws.casters, 1, d, s)
	c.EndRendering()
}

// moved makes the next frame draw the maps that depend on where the camera is.
func (s *lampShadowPass) moved() {
	if s == nil {
		return
	}
	for i := range s.held {
		s.held[i].seen = levelChoice{}
	}
}

// forget makes the next frame draw all maps.
func (s *lampShadowPass) forget() {
	if s == nil {
		return
	}
	s.tiles = s.tiles[:0]
	clear(s.held)
}

func (s *lampShadowPass) destroy() {
	if s == nil {
		return
	}
	s.casters.destroy()
	s.atlas.destroy()
	s.faces.destroy()
}
