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

// Bounds returns the box in the world around everything that models draw; empty without any.
func (s *Scene) Bounds() Box {
	mesh := make([]Box, len(s.Meshes))
	for i, m := range s.Meshes {
		mesh[i] = m.Bounds()
	}
	box := EmptyBox()
	for i, world := range s.WorldFromEntity() {
		if s.Entities[i].Model == nil {
			continue
		}
		for _, p := range s.Entities[i].Model.Parts {
			box = box.Union(mesh[p.Mesh].Transform(world.Mul4(p.EntityFromPart)))
		}
	}
	return box
}

// Bounds returns the box around all primitives.
func (m *Mesh) Bounds() Box {
	box := EmptyBox()
	for _, p := range m.Primitives {
		box = box.Union(p.Bounds)
	}
	return box
}
