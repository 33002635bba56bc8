package simplify

import (
	"fmt"
	"math"

	"scenerender/scene"
)

// Options say how far levels go. A limit of 0 is no limit, except for MaxError.
type Options struct {
	Levels int     // at most so many, 1 to 8, besides the mesh itself
	Ratio  float32 // triangles of a level relative to the one before, above 0 and below 1

	// MaxError bounds Level.Error as a fraction of the mesh's largest extent, above 0 and up to 1.
	MaxError float32
	// MaxColor bounds the difference of a channel of the vertex colours.
	MaxColor float32
	// MaxNormal bounds the angle between normals, in degrees.
	MaxNormal float32
	// MaxSlide bounds how far the texture moves over the surface, as a fraction of the largest extent.
	MaxSlide float32
}

// DefaultOptions suit most models: four levels, the last with a sixteenth of the triangles.
// Normals are unbounded, since at a distance where the error is below a pixel they are noise.
// The bounds are found by eye.
func DefaultOptions() Options {
	return Options{Levels: 4, Ratio: 0.5, MaxError: 0.05, MaxColor: 0.2, MaxSlide: 0.1}
}

// A Level is a coarser copy of a primitive. The slices are its own.
type Level struct {
	Primitive scene.Primitive
	Deviation
}

// A MeshLevel is a coarser copy of a mesh. Primitives that vanished are left out.
type MeshLevel struct {
	Mesh scene.Mesh
	Deviation
}

// A Deviation says how a level differs from the mesh: the largest values at the mesh's vertices,
// or, where there are more than 16384, at an even choice of them.
type Deviation struct {
	// Error is the distance to the level's surface in metres, object space. It is the simplifier's own
	// estimate where that is larger, and never falls from level to level.
	Error  float32
	Color  float32 // difference of a channel of the vertex colours
	Normal float32 // angle between normals, degrees
	Slide  float32 // of texture over the surface, metres
}

// Levels makes levels of detail of p, finest first and without p itself. p is only read. There may
// be fewer than asked for, or none: see the package.
//
// Open borders of p are reduced too; where they meet another primitive, use MeshLevels.
func Levels(p *scene.Primitive, o Options) ([]Level, error) {
	return levelsOf(p, o, plan)
}

// MeshLevels makes levels of a mesh whose primitives fit together without cracks at every level.
// Triangles go where they cost least, so that primitives need not lose the same share.
func MeshLevels(m *scene.Mesh, o Options) ([]MeshLevel, error) {
	return meshLevelsOf(m, o, plan)
}

// A planner finds the levels of primitives that belong together.
type planner func([]*scene.Primitive, Options) ([]step, error)

// A step is a level before its vertices are copied.
type step struct {
	Deviation
	parts []part // one for each primitive
}

// A part says what is left of a primitive.
type part struct {
	vertices []uint32 // of the primitive, in the order of first use
	indices  []uint32 // into vertices
}

func levelsOf(p *scene.Primitive, o Options, plan planner) ([]Level, error) {
	steps, err := plan([]*scene.Primitive{p}, o)
	if err != nil {
		return nil, err
	}
	var levels []Level
	for _, s := range steps {
		levels = append(levels, Level{s.parts[0].take(p), s.Deviation})
	}
	return levels, nil
}

func meshLevelsOf(m *scene.Mesh, o Options, plan planner) ([]MeshLevel, error) {
	steps, err := plan(pointers(m), o)
	if err != nil {
		return nil, fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	var levels []MeshLevel
	for _, s := range steps {
		l := MeshLevel{scene.Mesh{Name: m.Name}, s.Deviation}
		for i := range m.Primitives {
			if len(s.parts[i].indices) > 0 {
				l.Mesh.Primitives = append(l.Mesh.Primitives, s.parts[i].take(&m.Primitives[i]))
			}
		}
		levels = append(levels, l)
	}
	return levels, nil
}

func pointers(m *scene.Mesh) []*scene.Primitive {
	list := make([]*scene.Primitive, len(m.Primitives))
	for i := range m.Primitives {
		list[i] = &m.Primitives[i]
	}
	return list
}

// check says what is wrong with options.
func (o Options) check() error {
	switch {
	case o.Levels < 1 || o.Levels > 8:
		return fmt.Errorf("simplify: %d levels; there may be 1 to 8", o.Levels)
	case !(o.Ratio > 0 && o.Ratio < 1):
		return fmt.Errorf("simplify: a ratio of %g; it lies between 0 and 1, both excluded", o.Ratio)
	case !(o.MaxError > 0 && o.MaxError <= 1):
		return fmt.Errorf("simplify: a largest error of %g; it is a fraction of the extent, above 0 and up to 1", o.MaxError)
	}
	for _, limit := range []float32{o.MaxColor, o.MaxNormal, o.MaxSlide} {
		if !(limit >= 0 && limit <= math.MaxFloat32) {
			return fmt.Errorf("simplify: a limit of %g; limits are 0, which is none, or positive", limit)
		}
	}
	return nil
}
