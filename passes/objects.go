package passes

import (
	"encoding/binary"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/scene/half"
)

// Everything that is drawn is an object: a model or a group of levels, where it stands. Objects
// that differ in nothing but place and colour share a prototype, and lie one after the other, so that
// each level of a prototype is one indirect command however many objects draw it.

// object mirrors Object in spirv/include/object.glsl.
type object struct {
	WorldFromObject [3]mgl32.Vec4 // rows
	Color           [2]uint32     // multiplies the base colour: four half floats
	Prototype       uint32
	Previous        uint32 // the object, or a copy of it, that stands where this one stood in the frame before
}

// A prototype is what objects share.
type prototype struct {
	group    *scene.LodGroup
	fade     *scene.DitherFade
	bounds   scene.Box // of all levels and casters, object space
	mirrored bool      // the objects' transforms mirror: front faces wind clockwise
	model    bool      // no group of a scene, but a model
	count    int       // objects
	first    int       // the first of them
	buckets  int       // the first of 2 a level: drawn whole, drawn in part
	casts    uint32    // bit i: level i has casters; collectDraws finds out
}

// A population is all objects of a scene, and what they have in common.
type population struct {
	objects    []object
	prototypes []prototype
	table      scene.LodTable // a group for each prototype
	buckets    int
	ofEntity   []int // by entity: its object; -1 where it draws nothing, or is scattered
	singles    int   // entities that have one
	plain      bool  // the CPU chooses what is drawn
}

// populate walks the entities of a scene.
func populate(sc *scene.Scene) *population {
	p := &populator{sc: sc, p: &population{}, byKey: map[string]int{}, groups: map[any]groupInfo{}}
	for i := range sc.Meshes {
		p.meshes = append(p.meshes, sc.Meshes[i].Bounds())
	}
	count := 0
	for e := range sc.Entities {
		count += max(len(sc.Entities[e].Placements), 1)
	}
	p.objects = make([]object, 0, count)
	worlds := sc.WorldFromEntity()
	for e := range sc.Entities {
		before := len(p.objects)
		p.entity(&sc.Entities[e], worlds[e])
		of := -1
		if sc.Entities[e].Scatter == nil && len(p.objects) > before {
			of = before
			p.p.singles++
		}
		p.p.ofEntity = append(p.p.ofEntity, of)
	}
	return p.finish()
}

// populator collects objects in the order of the scene.
type populator struct {
	sc      *scene.Scene
	p       *population
	meshes  []scene.Box
	byKey   map[string]int
	groups  map[any]groupInfo // by *scene.LodGroup, or by modelKey
	objects []object
}

// A groupInfo is a group with what is worked out once for it.
type groupInfo struct {
	group   *scene.LodGroup
	key     string // equal for groups that draw the same
	bounds  scene.Box
	blended bool // has blended parts, which are sorted: no two objects share a prototype
	model   bool
}

// A modelKey tells models apart that draw different things.
type modelKey struct {
	parts   *scene.Part
	count   int
	shadows bool
}

var white = mgl32.Vec4{1, 1, 1, 1}

func (p *populator) entity(e *scene.Entity, world mgl32.Mat4) {
	var info groupInfo
	color := white
	switch {
	case e.Lod != nil:
		info = p.info(e.Lod, func() *scene.LodGroup { return e.Lod })
	case e.Model != nil && len(e.Model.Parts) > 0:
		m := *e.Model
		color, m.Color = m.Color, white
		info = p.info(modelKey{&m.Parts[0], len(m.Parts), m.Shadows}, func() *scene.LodGroup { return scene.LodOfModel(&m) })
		info.model = true
	default:
		return
	}
	if e.Scatter == nil {
		p.place(p.prototype(info, e.Fade, mirrors(world)), world, color)
		return
	}
	n := -1
	for _, at := range e.Placements {
		if n < 0 || info.blended {
			n = p.prototype(info, e.Fade, mirrors(world))
		}
		tint := e.Scatter.Color(at)
		p.place(n, world.Mul4(at.EntityFromPlaced()), mgl32.Vec4{color[0] * tint[0], color[1] * tint[1], color[2] * tint[2], color[3]})
	}
}

func mirrors(m mgl32.Mat4) bool { return m.Mat3().Det() < 0 }

func (p *populator) info(key any, group func() *scene.LodGroup) groupInfo {
	info, ok := p.groups[key]
	if ok {
		return info
	}
	g := group()
	info = groupInfo{group: g, key: groupKey(g), bounds: g.Bounds(p.meshes)}
	for i := range g.Levels {
		for _, list := range [][]scene.LodPart{g.Levels[i].Parts, g.Levels[i].Casters()} {
			for _, part := range list {
				info.bounds = info.bounds.Union(p.meshes[part.Mesh].Transform(part.EntityFromPart))
				for k := range p.sc.Meshes[part.Mesh].Primitives {
					info.blended = info.blended || p.sc.Materials[materialOf(p.sc, part.Part, k)].AlphaMode == scene.AlphaBlend
				}
			}
		}
	}
	p.groups[key] = info
	return info
}

// materialOf is the material that a primitive of a part is drawn with.
func materialOf(sc *scene.Scene, part scene.Part, primitive int) int {
	if part.Material >= 0 {
		return part.Material
	}
	return sc.Meshes[part.Mesh].Primitives[primitive].Material
}

// prototype returns the number of the prototype of a group; blended groups always get a new one.
func (p *populator) prototype(info groupInfo, fade *scene.DitherFade, mirrored bool) int {
	key := append([]byte(info.key), 'm', byte(boolean(mirrored)), byte(boolean(info.model)))
	if fade != nil {
		key = appendFloats(append(key, 'f'), fade.Coverage, fade.Full, fade.Gone)
	}
	n, ok := p.byKey[string(key)]
	if !ok || info.blended {
		n = len(p.p.prototypes)
		p.byKey[string(key)] = n
		p.p.prototypes = append(p.p.prototypes, prototype{group: info.group, fade: fade, bounds: info.bounds,
			mirrored: mirrored, model: info.model})
	}
	return n
}

// place adds an object.
func (p *populator) place(n int, world mgl32.Mat4, color mgl32.Vec4) {
	p.p.prototypes[n].count++
	o := object{Prototype: uint32(n)}
	for k := range 4 {
		o.Color[k/2] |= uint32(half.FromFloat32(min(color[k], halfMax))) << (k % 2 * 16)
	}
	for r := range 3 {
		o.WorldFromObject[r] = world.Row(r)
	}
	p.objects = append(p.objects, o)
}

// finish sorts the objects by prototype, keeping their order.
func (p *populator) finish() *population {
	out := p.p
	next := make([]int, len(out.prototypes))
	first := 0
	for i := range out.prototypes {
		t := &out.prototypes[i]
		t.first, t.buckets = first, out.buckets
		next[i] = first
		first += t.count
		out.buckets += 2 * len(t.group.Levels)
		out.table.Add(t.group, p.sc.Lod)
	}
	out.objects = make([]object, len(p.objects))
	places := make([]int, len(p.objects))
	for i := range p.objects {
		o := &p.objects[i]
		at := &next[o.Prototype]
		o.Previous, places[i] = uint32(*at), *at
		out.objects[*at] = *o
		*at++
	}
	for e, i := range out.ofEntity {
		if i >= 0 {
			out.ofEntity[e] = places[i]
		}
	}
	out.plain = out.isPlain()
	return out
}

// bounds is the box around an object in the world.
func (p *population) bounds(i int) scene.Box {
	o := &p.objects[i]
	return p.prototypes[o.Prototype].bounds.Transform(o.world())
}

// world is the object's transform.
func (o *object) world() mgl32.Mat4 {
	return mgl32.Mat4FromRows(o.WorldFromObject[0], o.WorldFromObject[1], o.WorldFromObject[2], mgl32.Vec4{0, 0, 0, 1})
}

// groupKey spells out what a group draws, so that equal groups of different entities share a
// prototype.
func groupKey(g *scene.LodGroup) string {
	b := appendFloats(nil, g.Size, g.Center[0], g.Center[1], g.Center[2], g.Transition, g.Hysteresis, boolean(g.ByDistance))
	for i := range g.Levels {
		l := &g.Levels[i]
		b = appendFloats(append(b, 'l', byte(l.Shadow)), l.ScreenHeight, l.FadeWidth, l.Distance, boolean(l.Auto))
		b = appendParts(append(b, 'p'), l.Parts)
		b = appendParts(append(b, 's'), l.ShadowParts)
	}
	return string(b)
}

func appendParts(b []byte, parts []scene.LodPart) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(parts)))
	for i := range parts {
		p := &parts[i]
		b = binary.LittleEndian.AppendUint32(b, uint32(p.Mesh))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.Material))
		b = appendFloats(b, p.EntityFromPart[:]...)
		b = appendFloats(b, p.Color[:]...)
	}
	return b
}

func appendFloats(b []byte, values ...float32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func boolean(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
