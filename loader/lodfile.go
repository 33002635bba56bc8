package loader

import (
	"math"

	"scenerender/scene"
)

// A fileGroup is a node of a glTF file with levels (MSFT_lod), in the space of the entity.
type fileGroup struct {
	name     string
	levels   [][]scene.Part
	coverage []float32 // falls; one a level, or one less
}

// fileGroup makes a group of a model's levels, with what the entity says of the whole model.
//
// MSFT_screencoverage is, by Microsoft's guide for its own viewer, the share of the screen that a
// model takes; the extension itself leaves it open, and Babylon.js compares it with an area too. So
// that a group is the same in pictures of all formats, the screen is taken as a square as high as
// the picture: a thing of height h covers h² of it, and the least height is the root of the coverage.
func (r *resolver) fileGroup(from *fileGroup, m *model, material int) *scene.LodGroup {
	g := &scene.LodGroup{Levels: make([]scene.LodLevel, 0, len(from.levels))}
	for i, parts := range from.levels {
		level := scene.LodLevel{}
		if i < len(from.coverage) {
			level.ScreenHeight = float32(math.Sqrt(float64(from.coverage[i])))
		}
		if i > 0 && !(level.ScreenHeight < g.Levels[i-1].ScreenHeight) {
			break // two coverages that have the same root: nothing is left for the level
		}
		for _, p := range r.stock.with(parts, material) {
			level.Parts = append(level.Parts, scene.LodPart{Part: p, Color: m.color})
		}
		if !m.shadows {
			level.Shadow = scene.LodShadowNone
		}
		g.Levels = append(g.Levels, level)
	}
	box := g.Bounds(r.meshBoxes())
	g.Size, g.Center = largestEdge(box), box.Center()
	return g
}

// finest are the parts of the most detailed levels of a model's groups.
func (s *stock) finest(p *prototype, material int) (parts []scene.Part) {
	for i := range p.groups {
		parts = append(parts, s.with(p.groups[i].levels[0], material)...)
	}
	return parts
}
