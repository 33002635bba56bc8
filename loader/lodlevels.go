package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// lodGroup turns the levels that a file gives into a group. It is nil where there is a mistake.
func (r *resolver) lodGroup(e *entity, world mgl32.Mat4) *scene.LodGroup {
	l := e.lod
	g := &scene.LodGroup{
		Size: l.size, Center: l.center, ByDistance: l.byDistance, Transition: l.transition, Hysteresis: l.hysteresis,
		Levels: make([]scene.LodLevel, 0, len(l.levels)),
	}
	whole := l.at.Right()
	for _, level := range l.levels {
		if level == nil {
			continue
		}
		out := scene.LodLevel{ScreenHeight: level.screenHeight, FadeWidth: level.fadeWidth, Distance: level.distance}
		if l.byDistance && !level.at.Has("distance") {
			out.Distance = float32(math.Inf(1))
		}
		var ok bool
		if out.Parts, ok = r.lodParts(level.renderers); !ok {
			whole = false
		}
		switch {
		case level.ownShadow && len(level.shadow) == 0:
			out.Shadow = scene.LodShadowNone
		case level.ownShadow:
			out.Shadow = scene.LodShadowOwn
			if out.ShadowParts, ok = r.lodParts(level.shadow); !ok {
				whole = false
			}
		}
		g.Levels = append(g.Levels, out)
	}
	if !whole {
		return nil
	}
	if len(g.Levels) == 0 {
		r.warnf(l.at.Node(), "a LodGroup without levels draws nothing")
	}
	if !l.at.Has("size") {
		g.Size = largestEdge(g.Bounds(r.meshBoxes()))
	}
	if l.auto != nil {
		r.addAutoLevels(g, l, e.scatter, world)
	}
	return g
}

// largestEdge is the size of a group in a box.
func largestEdge(box scene.Box) float32 {
	size := box.Size()
	if most := max(size[0], size[1], size[2]); most >= scene.MinMeshSize {
		return most
	}
	return scene.MinMeshSize // a point, or nothing
}

// lodParts resolves what a level draws. It is false where there is a mistake.
func (r *resolver) lodParts(list []*lodRenderer) (out []scene.LodPart, whole bool) {
	whole = true
	for _, d := range list {
		if d == nil {
			whole = false
			continue
		}
		proto := r.stock.model(d.mesh)
		material, ok := r.material(d.material)
		if proto == nil || !ok {
			whole = false
			continue
		}
		if len(proto.extras) > 0 {
			r.warnf(d.at.At("mesh"), "the lights and cameras of %s are left out, since it is drawn by a LodGroup", proto.name)
		}
		parts := r.stock.parts(proto, material)
		if len(proto.groups) > 0 {
			r.warnf(d.at.At("mesh"), "%s has levels of its own, of which only the most detailed is drawn", proto.name)
			parts = append(parts[:len(parts):len(parts)], r.stock.finest(proto, material)...)
		}
		offset := d.offset.matrix()
		for _, p := range parts {
			if p.EntityFromPart = offset.Mul4(p.EntityFromPart); !finite(p.EntityFromPart) {
				r.errorf(d.at.Node(), "its place is too large to compute with; want a smaller offset")
				return nil, false
			}
			out = append(out, scene.LodPart{Part: p, Color: d.color})
		}
	}
	return out, whole
}

// meshBoxes are the boxes of the scene's meshes so far.
func (r *resolver) meshBoxes() []scene.Box {
	for i := len(r.boxes); i < len(r.out.Meshes); i++ {
		r.boxes = append(r.boxes, r.out.Meshes[i].Bounds())
	}
	return r.boxes
}
