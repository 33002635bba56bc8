package passes

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// A draw is one primitive of one model part, placed in the world.
type draw struct {
	region   region
	instance instance
	bounds   scene.Box // world
	alpha    scene.AlphaMode
	cull     vk.Cull
	textures int // number of the material's group
	casts    bool
}

// command is VkDrawIndexedIndirectCommand.
type command struct {
	Indices, Instances, FirstIndex uint32
	FirstVertex                    int32
	FirstInstance                  uint32
}

const commandSize = 20 // bytes

// A batch is a run of commands that one pipeline and one set of textures draw.
type batch struct {
	masked       bool
	cull         vk.Cull
	textures     int
	first, count int // commands
}

// drawLists is a scene's draws, sorted so that one primitive's instances follow one another.
type drawLists struct {
	instances []instance
	commands  []command
	solid     []batch // opaque and alpha-masked, for the geometry pass
	casters   []batch // of those, what casts shadows
	blended   []blended
	triangles int // of solid and blended, all instances
}

// blended is a draw of the transparent pass, which sorts anew for each view.
type blended struct {
	command
	bounds   scene.Box
	sides    []vk.Cull // one after another
	textures int
}

// collectDraws walks a scene's models.
func collectDraws(sc *scene.Scene, regions [][]region, textureOrder []int) []draw {
	var draws []draw
	worlds := sc.WorldFromEntity()
	for e := range sc.Entities {
		model := sc.Entities[e].Model
		if model == nil {
			continue
		}
		for _, part := range model.Parts {
			worldFromMesh := worlds[e].Mul4(part.EntityFromPart)
			mesh := &sc.Meshes[part.Mesh]
			for p := range mesh.Primitives {
				primitive := &mesh.Primitives[p]
				material := primitive.Material
				if part.Material >= 0 {
					material = part.Material
				}
				if len(primitive.Indices) == 0 {
					continue
				}
				draws = append(draws, makeDraw(sc, draw{
					region:   regions[part.Mesh][p],
					instance: makeInstance(worldFromMesh, model.Color, material),
					bounds:   primitive.Bounds.Transform(worldFromMesh),
					textures: textureOrder[material],
					casts:    model.Shadows,
				}))
			}
		}
	}
	return draws
}

func makeDraw(sc *scene.Scene, d draw) draw {
	m := &sc.Materials[d.instance.Material]
	d.alpha = m.AlphaMode
	switch {
	case m.DoubleSided:
		d.cull = vk.CullNone
	case d.instance.Flags&instanceMirrored != 0:
		d.cull = vk.CullFront
	default:
		d.cull = vk.CullBack
	}
	return d
}

// sides are the passes over a blended draw: a double-sided one shows its far side through its near
// one.
func sides(d *draw) []vk.Cull {
	switch {
	case d.cull != vk.CullNone:
		return []vk.Cull{d.cull}
	case d.instance.Flags&instanceMirrored != 0:
		return []vk.Cull{vk.CullBack, vk.CullFront}
	}
	return []vk.Cull{vk.CullFront, vk.CullBack}
}

// sortDraws turns draws into instances and commands. Casters come first within a primitive, so
// that a shadow command is a part of the geometry pass's.
func sortDraws(draws []draw) *drawLists {
	casterFirst := func(d *draw) int {
		if d.casts {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(draws, func(a, b draw) int {
		return cmp.Or(cmp.Compare(a.alpha, b.alpha), cmp.Compare(a.cull, b.cull), cmp.Compare(a.textures, b.textures),
			cmp.Compare(a.region.firstIndex, b.region.firstIndex), cmp.Compare(casterFirst(&a), casterFirst(&b)))
	})
	l := &drawLists{}
	var shadows []command
	for first := 0; first < len(draws); {
		d := &draws[first]
		end, casters := first, 0
		for end < len(draws) && sameCommand(d, &draws[end]) {
			if draws[end].casts {
				casters++
			}
			l.instances = append(l.instances, draws[end].instance)
			end++
		}
		c := command{uint32(d.region.indices), uint32(end - first), uint32(d.region.firstIndex), int32(d.region.firstVertex), uint32(first)}
		l.triangles += d.region.indices / 3 * (end - first)
		if d.alpha == scene.AlphaBlend {
			l.blended = append(l.blended, blended{c, d.bounds, sides(d), d.textures})
		} else {
			l.solid = addCommand(l.solid, batch{d.alpha == scene.AlphaMask, d.cull, d.textures, len(l.commands), 1})
			l.commands = append(l.commands, c)
			if casters > 0 {
				c.Instances = uint32(casters)
				// An opaque caster needs neither its material nor its side.
				b := batch{first: len(shadows), count: 1}
				if d.alpha == scene.AlphaMask {
					b.masked, b.textures = true, d.textures
				}
				l.casters = addCommand(l.casters, b)
				shadows = append(shadows, c)
			}
		}
		first = end
	}
	for i := range l.casters {
		l.casters[i].first += len(l.commands)
	}
	l.commands = append(l.commands, shadows...)
	return l
}

func sameCommand(a, b *draw) bool {
	return a.alpha == b.alpha && a.cull == b.cull && a.textures == b.textures &&
		a.region.firstIndex == b.region.firstIndex && a.alpha != scene.AlphaBlend || a == b
}

// addCommand extends the last batch where the new command can go with it.
func addCommand(list []batch, b batch) []batch {
	if n := len(list); n > 0 {
		last := &list[n-1]
		if last.masked == b.masked && last.cull == b.cull && last.textures == b.textures {
			last.count += b.count
			return list
		}
	}
	return append(list, b)
}

// sortBlended orders the transparent draws back to front for a view, by the middle of their
// bounds; equal distances keep the scene's order.
func sortBlended(list []blended, order []int, viewFromWorld mgl32.Mat4) []int {
	order = order[:0]
	for i := range list {
		order = append(order, i)
	}
	row := viewFromWorld.Row(2)
	z := func(i int) float32 { return row.Vec3().Dot(list[i].bounds.Center()) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(z(a), z(b)) })
	return order
}
