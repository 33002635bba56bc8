package passes

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// command is VkDrawIndexedIndirectCommand.
type command struct {
	Indices, Instances, FirstIndex uint32
	FirstVertex                    int32
	FirstInstance                  uint32
}

const commandSize = 20 // bytes

// slot mirrors Slot in spirv/include/object.glsl: what a command draws its objects with.
type slot struct {
	ObjectFromPart [3]mgl32.Vec4 // rows
	Color          mgl32.Vec4
	Material       uint32
	Flags          uint32
	Pad0, Pad1     uint32
}

// Flags of a slot.
const (
	slotMirrored = 1 // transforms to the world have a negative determinant
	slotLevel    = 8 // the level of detail stands from this bit on
	slotNoLevel  = 255
)

// A draw is one primitive of a level, for the objects that are drawn whole or for those that are drawn
// in part: one indirect command.
type draw struct {
	slot
	region    region
	middle    mgl32.Vec3 // of the primitive's bounds: object space
	stands    mgl32.Vec3 // the same in the world, for blended draws, which have one object
	prototype int
	bucket    int
	level     int
	around    bool // of what others stand on or in
	faded     bool
	alpha     scene.AlphaMode
	cull      vk.Cull
	textures  int // number of the material's group
}

// A batch is a run of commands that one pipeline and one set of textures draw.
type batch struct {
	variant
	textures     int
	first, count int // commands
}

// A variant of a pipeline is what its fixed state depends on.
type variant struct {
	masked, faded bool
	cull          vk.Cull
}

// drawLists are a scene's commands: those of the camera, and those of each shadow map.
type drawLists struct {
	draws   []draw  // the camera's, then a shadow map's
	camera  int     // how many are the camera's
	solid   []batch // opaque and alpha-masked, for the geometry pass
	casters []batch // for the shadow pass
	blended []int   // draws of the transparent pass, which sorts anew for each view
}

// collectDraws lists what the prototypes' levels draw. The bounds hold all of it.
func collectDraws(sc *scene.Scene, bounds scene.Box, p *population, regions [][]region, textureOrder []int) *drawLists {
	c := &drawCollector{sc: sc, regions: regions, textures: textureOrder, around: aroundShare * longest(bounds)}
	var blended, casters []draw
	for i := range p.prototypes {
		t := &p.prototypes[i]
		c.large = longest(p.bounds(t.first)) >= c.around
		for level := range t.group.Levels {
			l := &t.group.Levels[level]
			c.level(&casters, i, t, level, l.Casters())
			c.level(&c.solid, i, t, level, l.Parts)
		}
	}
	c.solid, blended = split(c.solid)
	casters, _ = split(casters) // what is blended casts no shadow
	for i := range casters {
		// An opaque caster needs neither its material nor its side.
		d := &casters[i]
		if d.alpha == scene.AlphaOpaque {
			d.textures = 0
		}
		p.prototypes[d.prototype].casts |= 1 << d.level
		casters[i].cull = vk.CullNone
	}
	l := &drawLists{}
	l.solid = l.add(c.solid)
	for range blended {
		l.blended = append(l.blended, len(l.draws)+len(l.blended))
	}
	l.draws = append(l.draws, blended...)
	l.place(p, -1)
	l.camera = len(l.draws)
	l.casters = l.add(casters)
	for i := range l.casters {
		l.casters[i].first -= l.camera
	}
	return l
}

type drawCollector struct {
	sc       *scene.Scene
	regions  [][]region
	textures []int
	around   float32 // metres: what is this long stands around others
	large    bool    // the prototype is
	solid    []draw
}

// aroundShare is how much of the scene a ground, a room or a terrain spans at least; by eye.
const aroundShare = 0.25

func longest(b scene.Box) float32 {
	s := b.Size()
	return max(s[0], s[1], s[2])
}

// level adds the draws of a level's parts, each for the objects drawn whole and for those drawn in
// part, if there can be any.
func (c *drawCollector) level(list *[]draw, index int, t *prototype, level int, parts []scene.LodPart) {
	for _, part := range parts {
		for k := range c.sc.Meshes[part.Mesh].Primitives {
			r := c.regions[part.Mesh][k]
			if r.indices == 0 {
				continue
			}
			material := materialOf(c.sc, part.Part, k)
			middle := c.sc.Meshes[part.Mesh].Primitives[k].Bounds.Center()
			d := draw{region: r, middle: mgl32.TransformCoordinate(middle, part.EntityFromPart), prototype: index, bucket: t.buckets + 2*level, level: level, around: c.large,
				alpha: c.sc.Materials[material].AlphaMode, textures: c.textures[material]}
			d.slot = slot{Color: part.Color, Material: uint32(material), Flags: uint32(level) << slotLevel}
			if t.model {
				d.Flags = slotNoLevel << slotLevel
			}
			for row := range 3 {
				d.ObjectFromPart[row] = part.EntityFromPart.Row(row)
			}
			mirrored := t.mirrored != (part.EntityFromPart.Mat3().Det() < 0)
			d.cull = vk.CullBack
			if mirrored {
				d.Flags |= slotMirrored
				d.cull = vk.CullFront
			}
			if c.sc.Materials[material].DoubleSided {
				d.cull = vk.CullNone
			}
			*list = append(*list, d)
			if t.fades() {
				d.bucket, d.faded = d.bucket+1, true
				*list = append(*list, d)
			}
		}
	}
}

// fades says whether objects of the prototype are ever drawn in part.
func (t *prototype) fades() bool {
	g := t.group
	switch {
	case t.fade != nil || len(g.Levels) > 1:
		return true
	case len(g.Levels) == 0:
		return false
	}
	return g.Levels[0].Auto || g.ByDistance && g.Transition > 0 || !g.ByDistance && g.Levels[0].FadeWidth > 0
}

// split takes the blended draws out.
func split(list []draw) (solid, blended []draw) {
	for _, d := range list {
		if d.alpha == scene.AlphaBlend {
			blended = append(blended, d)
		} else {
			solid = append(solid, d)
		}
	}
	return solid, blended
}

// add sorts draws into batches and appends them. What is drawn nearby comes first, so that it hides more
// of the rest: level after level, and last what everything stands on or in.
func (l *drawLists) add(list []draw) []batch {
	slices.SortStableFunc(list, func(a, b draw) int {
		return cmp.Or(cmp.Compare(boolean(a.around), boolean(b.around)), cmp.Compare(a.alpha, b.alpha), cmp.Compare(boolean(a.faded), boolean(b.faded)), cmp.Compare(a.cull, b.cull),
			cmp.Compare(a.textures, b.textures), cmp.Compare(a.level, b.level))
	})
	var batches []batch
	for _, d := range list {
		b := batch{variant: variant{d.alpha == scene.AlphaMask, d.faded, d.cull}, textures: d.textures, first: len(l.draws), count: 1}
		l.draws = append(l.draws, d)
		if n := len(batches); n > 0 && batches[n-1].variant == b.variant && batches[n-1].textures == b.textures {
			batches[n-1].count++
			continue
		}
		batches = append(batches, b)
	}
	return batches
}

// sides are the passes over a blended draw: a double-sided one shows its far side through its near
// one.
func sides(d *draw) []vk.Cull {
	switch {
	case d.cull != vk.CullNone:
		return []vk.Cull{d.cull}
	case d.Flags&slotMirrored != 0:
		return []vk.Cull{vk.CullBack, vk.CullFront}
	}
	return []vk.Cull{vk.CullFront, vk.CullBack}
}

// place puts down where the blended draws of a prototype stand, -1 for all.
func (l *drawLists) place(p *population, prototype int) {
	for _, i := range l.blended {
		if d := &l.draws[i]; prototype < 0 || d.prototype == prototype {
			d.stands = mgl32.TransformCoordinate(d.middle, p.objects[p.prototypes[d.prototype].first].world())
		}
	}
}

// sortBlended orders the blended draws back to front for a view, by the middle of their bounds; equal
// distances keep the scene's order.
func (l *drawLists) sortBlended(order []int, viewFromWorld mgl32.Mat4) []int {
	order = append(order[:0], l.blended...)
	row := viewFromWorld.Row(2)
	z := func(i int) float32 { return row.Vec3().Dot(l.draws[i].stands) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(z(a), z(b)) })
	return order
}
