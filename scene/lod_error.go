package scene

import (
	"encoding/binary"
	"math"
)

// What levels of detail look like: how far each is from the one before it, how many pixels that is where
// one takes over from the other, and where it would be one pixel.

// A LodError is how far the surface of a level is from that of a more detailed one. Colours, normals and
// textures do not count.
type LodError struct {
	From    int     // the more detailed level; LodNothing: the level is the first one
	Metres  float32 // entity space
	Sampled bool    // measured here, with Surface.Deviation; otherwise the level's own Error
	Known   bool    // false for the first level, and where one of the two has no triangles
}

// A LodMeter measures the groups of a scene, and what levels have in common only once.
type LodMeter struct {
	meshes      []Mesh
	surfaces    map[string]*Surface
	deviations  map[[2]string]LodError
	protrusions map[[2]string]float32
}

// NewLodMeter returns one for groups of these meshes, which it keeps.
func NewLodMeter(meshes []Mesh) *LodMeter {
	return &LodMeter{meshes: meshes, surfaces: map[string]*Surface{}, deviations: map[[2]string]LodError{}, protrusions: map[[2]string]float32{}}
}

// Surface returns what parts draw.
func (m *LodMeter) Surface(parts []LodPart) *Surface {
	key := shapeKey(parts)
	if m.surfaces[key] == nil {
		m.surfaces[key] = SurfaceOf(m.meshes, parts)
	}
	return m.surfaces[key]
}

// Errors returns those of the group's levels. An automatic level has the error that simplification
// found, from the last level that a file gives, which it was made of. Other levels are compared with the level
// before: how far SurfaceSamples points of that are from their surface at most.
func (m *LodMeter) Errors(g *LodGroup) []LodError {
	out := make([]LodError, len(g.Levels))
	given := LodNothing
	for i := range g.Levels {
		l := &g.Levels[i]
		switch {
		case l.Error > 0 && given != LodNothing:
			out[i] = LodError{From: given, Metres: l.Error, Known: true}
			continue
		case i == 0:
			out[i].From = LodNothing
		default:
			out[i] = m.deviation(g.Levels[i-1].Parts, l.Parts)
			out[i].From = i - 1
		}
		given = i
	}
	return out
}

func (m *LodMeter) deviation(from, to []LodPart) LodError {
	key := [2]string{shapeKey(from), shapeKey(to)}
	e, ok := m.deviations[key]
	if !ok {
		e.Metres, e.Known = m.Surface(from).Deviation(m.Surface(to), SurfaceSamples)
		e.Sampled = true
		m.deviations[key] = e
	}
	return e
}

// Protrusions returns how far the casters of each level stick out of what it draws, in metres of entity
// space; 0 for levels that cast what they draw, or nothing. What sticks out throws a shadow of nothing that
// is there, and on the level itself.
func (m *LodMeter) Protrusions(g *LodGroup) []float32 {
	out := make([]float32, len(g.Levels))
	for i := range g.Levels {
		l := &g.Levels[i]
		if l.Shadow != LodShadowOwn {
			continue
		}
		key := [2]string{shapeKey(l.ShadowParts), shapeKey(l.Parts)}
		p, ok := m.protrusions[key]
		if !ok {
			p = m.Surface(l.ShadowParts).Protrusion(m.Surface(l.Parts), SurfaceSamples)
			m.protrusions[key] = p
		}
		out[i] = p
	}
	return out
}

// shapeKey is equal for parts of equal shape.
func shapeKey(parts []LodPart) string {
	var b []byte
	for i := range parts {
		b = binary.LittleEndian.AppendUint64(b, uint64(parts[i].Mesh))
		for _, x := range parts[i].EntityFromPart {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	return string(b)
}
