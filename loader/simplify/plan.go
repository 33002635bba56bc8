package simplify

import (
	"math"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// tries is how often a level that breaks a bound is made again before levels end.
const tries = 6

// plan finds levels, each from the one before: half the time of starting over, at an error that is
// about the same. Where a bound on attributes is broken, it does start over, with the vertices at
// fault locked.
func plan(primitives []*scene.Primitive, o Options) ([]step, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if _, err := library(); err != nil {
		return nil, err
	}
	s, err := weld(primitives)
	if err != nil || len(s.indices) == 0 {
		return nil, err
	}
	r := newReducer(s, o)
	var steps []step
	var copies sync.WaitGroup
	defer copies.Wait()
	previous := s.indices
	worst := float32(0)
	steps = make([]step, 0, o.Levels) // never moves: copies are made beside the next reduction
	for range o.Levels {
		indices, d, ok := r.next(previous)
		if !ok {
			break
		}
		worst = max(worst, d.Error)
		d.Error = worst
		steps = append(steps, step{Deviation: d})
		last := &steps[len(steps)-1]
		copies.Go(func() { last.parts = s.split(indices) })
		previous = indices
	}
	copies.Wait()
	return steps, nil
}

// A reducer makes levels of a surface.
type reducer struct {
	*surface
	Options
	measure *measure
	locked  []bool   // by vertex of the surface
	local   []uint32 // scratch of reduce
}

func newReducer(s *surface, o Options) *reducer {
	r := &reducer{
		surface: s, Options: o, measure: newMeasure(s),
		locked: make([]bool, len(s.positions)), local: make([]uint32, len(s.positions)),
	}
	for one := range r.measure.poles.members {
		r.locked[one] = true
	}
	return r
}

// next makes the level after previous, a list of triangles of the surface. It says false where
// there is none that is worth having.
func (r *reducer) next(previous []uint32) ([]uint32, Deviation, bool) {
	triangles := len(previous) / 3
	target := max(int(math.Round(float64(r.Ratio)*float64(triangles))), 1)
	most := triangles - max((triangles-target)/4, 1) // a level with more gains too little
	from, limit := previous, r.MaxError
	for range tries {
		indices, estimate := r.reduce(from, target, limit)
		if len(indices) == 0 || len(indices)/3 > most {
			break
		}
		found := r.measure.compare(indices, estimate, r.Options)
		d := found.Deviation
		d.Error = max(d.Error, estimate)
		switch {
		case d.Error > r.MaxError:
			// The simplifier bounds a mean, and so has to aim lower.
			limit = min(limit, estimate) * min(0.8*r.MaxError/d.Error, 0.9)
		case len(found.wrong) > 0:
			for _, v := range found.wrong {
				r.locked[v] = true
			}
			from = r.indices
		default:
			d.Error *= r.extent
			d.Slide *= r.extent
			return indices, d, true
		}
	}
	return nil, Deviation{}, false
}

// reduce simplifies triangles of the surface. Error and limit are relative to the surface's extent.
//
// The simplifier never moves a vertex at whose position there are more than two. So a vertex is
// locked by two more at its position, which no triangle uses. Others that no triangle uses must
// not be there.
func (r *reducer) reduce(indices []uint32, target int, limit float32) ([]uint32, float32) {
	for i := range r.local {
		r.local[i] = unused
	}
	var vertices []uint32
	corners := make([]uint32, len(indices))
	for i, v := range indices {
		v = r.measure.poles.one[v]
		if r.local[v] == unused {
			r.local[v] = uint32(len(vertices))
			vertices = append(vertices, v)
		}
		corners[i] = r.local[v]
	}
	positions := make([]mgl32.Vec3, 0, len(vertices)+16)
	lowest, highest := r.positions[vertices[0]], r.positions[vertices[0]]
	for _, v := range vertices {
		q := r.positions[v]
		positions = append(positions, q)
		for k, x := range q {
			lowest[k], highest[k] = min(lowest[k], x), max(highest[k], x)
		}
	}
	for _, v := range vertices {
		if r.locked[v] {
			positions = append(positions, r.positions[v], r.positions[v])
		}
	}
	// Its unit is the extent of what it is given, which shrinks.
	unit := max(highest[0]-lowest[0], highest[1]-lowest[1], highest[2]-lowest[2])
	out, estimate := meshoptSimplify(corners, positions, target, limit/unit)
	for i, v := range out {
		out[i] = vertices[v]
	}
	out = r.clean(out)
	r.measure.poles.suit(r.surface, out)
	return out, estimate * unit
}

// clean removes triangles two of whose corners are at the same position.
func (s *surface) clean(indices []uint32) []uint32 {
	kept := indices[:0]
	for t := range slices.Chunk(indices, 3) {
		a, b, c := s.positions[t[0]], s.positions[t[1]], s.positions[t[2]]
		if a != b && b != c && c != a {
			kept = append(kept, t...)
		}
	}
	return kept
}

// split gives each primitive its triangles of a level, in an order that suits the GPU.
func (s *surface) split(indices []uint32) []part {
	parts := make([]part, len(s.primitives))
	number := make([]uint32, len(s.positions)) // within the primitive, plus one
	for t := range slices.Chunk(indices, 3) {
		p := &parts[s.origin[t[0]].primitive]
		for _, v := range t {
			if number[v] == 0 {
				p.vertices = append(p.vertices, s.origin[v].vertex)
				number[v] = uint32(len(p.vertices))
			}
			p.indices = append(p.indices, number[v]-1)
		}
	}
	for i := range parts {
		parts[i] = parts[i].order(s.primitives[i].Positions)
	}
	return parts
}
