package scene

import "github.com/go-gl/mathgl/mgl32"

// WorldFromEntity returns each entity's transform to the world. Parents come before their
// children (Validate checks it), so one pass is enough.
func (s *Scene) WorldFromEntity() []mgl32.Mat4 {
	out := make([]mgl32.Mat4, len(s.Entities))
	for i, e := range s.Entities {
		out[i] = e.ParentFromLocal
		if e.Parent >= 0 {
			out[i] = out[e.Parent].Mul4(e.ParentFromLocal)
		}
	}
	return out
}

// Bounds returns the box in the world around everything that models and all levels of groups draw
// or cast, wherever a Scatter places them; empty without any. It is exact for boxes of parts that are not
// scattered. A million placements take some 20 ms.
func (s *Scene) Bounds() Box {
	meshes := s.MeshBounds()
	box := EmptyBox()
	for i, world := range s.WorldFromEntity() {
		box = box.Union(s.Entities[i].Bounds(meshes, world))
	}
	return box
}

// MeshBounds returns the box of each of Meshes, in its own space.
func (s *Scene) MeshBounds() []Box {
	boxes := make([]Box, len(s.Meshes))
	for i, m := range s.Meshes {
		boxes[i] = m.Bounds()
	}
	return boxes
}

// Bounds returns the box around everything that the entity draws or casts, after a transform of its space, from
// the boxes of all meshes of the scene. It is empty where the entity draws nothing.
func (e *Entity) Bounds(meshes []Box, worldFromEntity mgl32.Mat4) Box {
	box, place := EmptyBox(), worldFromEntity
	if e.Scatter != nil {
		place = mgl32.Ident4()
	}
	add := func(p Part) { box = box.Union(meshes[p.Mesh].Transform(place.Mul4(p.EntityFromPart))) }
	if e.Model != nil {
		for _, p := range e.Model.Parts {
			add(p)
		}
	}
	if e.Lod != nil {
		for i := range e.Lod.Levels {
			for _, p := range e.Lod.Levels[i].Parts {
				add(p.Part)
			}
			for _, p := range e.Lod.Levels[i].ShadowParts {
				add(p.Part)
			}
		}
	}
	if e.Scatter == nil {
		return box
	}
	return placedBounds(box, e.Placements).Transform(worldFromEntity)
}

// Bounds returns the box around all primitives.
func (m *Mesh) Bounds() Box {
	box := EmptyBox()
	for _, p := range m.Primitives {
		box = box.Union(p.Bounds)
	}
	return box
}
