package passes

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// nightPass adds what a night sky has beside its glow: stars, the Milky Way and the moon. The glow is the
// sky's, which surfaces reflect too.
type nightPass struct {
	program      *program
	stars, cells *vk.Buffer
	frame        *frame
	depth, color graph.Image
	tiles        tileList
	air          graph.Image // what an atmosphere lets through
	record       func(*Commands)
}

// nightBlock mirrors Night in spirv/night.comp.
type nightBlock struct {
	EquatorialX, EquatorialY, EquatorialZ mgl32.Vec4
	MilkyWay                              mgl32.Vec4
	Pole, Centre                          mgl32.Vec4
	Moon, Sunward, Moonlight              mgl32.Vec4
	Air                                   mgl32.Vec4
}

// starBlock mirrors Star in spirv/include/stars.glsl.
type starBlock struct{ Direction, Light mgl32.Vec4 }

// newNightPass returns nil where no picture shows stars or a moon.
func newNightPass(p *programs, w *world) *nightPass {
	if !w.lit(func(l *scene.Lighting) bool { return l.Night.Starry() || l.Moon.Up() }) {
		return nil
	}
	n := &nightPass{program: p.compute("night.comp", vk.Constant{ID: 1, Value: scene.StarBands},
		vk.Constant{ID: 2, Value: math.Float32bits(scene.StarMargin)}, switched(3, w.scene.Sky.Kind == scene.SkyAtmosphere),
		switched(4, w.lit(func(l *scene.Lighting) bool { return l.Night.Starry() })))}
	n.record = n.draw
	return n
}

// prepare uploads the stars of a world.
func (n *nightPass) prepare(dev *vk.Device, w *world) (err error) {
	if n == nil || n.stars != nil {
		return nil
	}
	var stars []scene.Star
	if night := w.scene.Night; night != nil && night.Stars > 0 {
		stars = scene.Stars(night.Seed)
	}
	m := scene.NewStarMap(stars)
	blocks := make([]starBlock, len(m.Stars))
	for i, s := range m.Stars {
		blocks[i] = starBlock{s.Direction.Vec4(0), s.Color.Mul(float32(s.Illuminance)).Vec4(0)}
	}
	up := dev.NewUploader()
	defer func() {
		if err != nil {
			up.Discard()
		}
	}()
	uses := vk.Uses(vk.StorageReadCompute)
	if n.stars, err = uploadSlice(dev, up, "night.stars", uses, blocks); err != nil {
		return err
	}
	if n.cells, err = uploadSlice(dev, up, "night.cells", uses, m.Cells); err != nil {
		return err
	}
	return up.Finish(vk.StorageReadCompute)
}

// add declares the pass; it adds to the pixels of color where depth is 0, unless nothing of it is seen.
func (n *nightPass) add(f *frame, depth, color graph.Image, tiles tileList, air airImages) graph.Image {
	if n == nil || f.request.Shot.Transparent || f.request.Output != OutputColor {
		return color
	}
	if !f.light.Moon.Up() && !f.light.Night.Starry() {
		return color
	}
	pass := f.graph.AddPass("night")
	pass.Read(depth, vk.SampledCompute)
	tiles.read(pass)
	if n.air = air[airTransmittance]; !n.air.IsZero() {
		pass.Read(n.air, vk.SampledCompute)
	}
	n.frame, n.depth, n.tiles = f, depth, tiles
	n.color = pass.Write(color, vk.StorageReadWriteCompute)
	pass.Record(n.record)
	return n.color
}

func (n *nightPass) draw(c *Commands) {
	f := n.frame
	c.bind(n.program)
	c.set(n.program, 0, c.block.At(0))
	block := makeNight(&f.light, &f.still, f.exposure)
	part := vk.Upload(&c.Recorder, &block)
	for band := range n.tiles.plan.bands {
		c.set(n.program, 1, c.texel(0, n.depth), vk.Bound{Binding: 1, View: c.View(n.color)}, part.At(2),
			vk.Bound{Binding: 3, Buffer: n.stars}, vk.Bound{Binding: 4, Buffer: n.cells}, c.table(5, f.world, n.air), n.tiles.bound(c, band))
		n.tiles.dispatch(c, band)
	}
}

// pixelAngle is how far apart a view's pixels are in its middle, in radians.
func pixelAngle(v scene.View) float32 {
	if v.Orthographic {
		return 0 // all of them look the same way
	}
	return 2 * v.HalfY / float32(v.Height)
}

// makeNight describes the night that a view shows.
func makeNight(l *scene.Lighting, view *scene.View, exposure float32) nightBlock {
	pixel := pixelAngle(*view)
	b := nightBlock{Pole: scene.GalacticPole.Vec4(0), Centre: scene.GalacticCentre.Vec4(0), Air: vec4{float32(math.Log2(scene.ClearAir(1)))}}
	if l.Sky.Kind == scene.SkyAtmosphere {
		b.Air[1] = float32(l.Sky.Air.Height(view.Position[1]))
	}
	if n := &l.Night; n.Starry() {
		world := n.Turn // its columns are the rows of equatorial from world
		b.EquatorialX = world.Col(0).Vec4(n.Stars * exposure)
		b.EquatorialY = world.Col(1).Vec4(scene.StarRadius(pixel))
		b.EquatorialZ = world.Col(2).Vec4(0)
		b.MilkyWay = scene.NightColor.Mul(scene.MilkyWayPeak * n.MilkyWay * exposure).Vec4(0)
	}
	if m := &l.Moon; m.Up() {
		disc := m.Disc(pixel)
		b.Moon, b.Sunward = m.Direction.Mul(-1).Vec4(disc.Radius), m.Sunward.Vec4(0)
		b.Moonlight = vec4{float32(disc.Surface) * exposure, float32(disc.Earthshine) * exposure}
	}
	return b
}

func (n *nightPass) destroy() {
	if n == nil {
		return
	}
	for _, b := range []*vk.Buffer{n.stars, n.cells} {
		if b != nil {
			b.Destroy()
		}
	}
}
