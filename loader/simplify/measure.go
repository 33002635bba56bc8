package simplify

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"
)

// mostSamples is how many vertices a level is measured at.
const mostSamples = 1 << 14

// A measure compares levels with the surface they are made from. A vertex that is gone is compared
// with the nearest point of what is left of its sheet, or of anything where the sheet is gone: sheets
// are the parts between seams, and a wall has to be compared with the wall, not with the floor it meets.
type measure struct {
	*surface
	sheet   []uint32  // by vertex
	perUV   []float32 // by sheet: surface lengths per unit of UV0, 0 without texture
	samples []uint32  // vertices
	poles   poles
}

// found is what a comparison found. Lengths are relative to the surface's extent.
type found struct {
	Deviation
	wrong []uint32 // vertices at which an attribute is off by more than allowed, ascending
}

func newMeasure(s *surface) *measure {
	m := &measure{surface: s, sheet: sheets(len(s.positions), s.indices)}
	m.poles = findPoles(s, m.sheet)
	m.measureTexture()
	stride := (len(s.positions) + mostSamples - 1) / mostSamples
	for v := 0; v < len(s.positions); v += stride {
		m.samples = append(m.samples, uint32(v))
	}
	return m
}

// sheets numbers the sets of vertices that triangles connect.
func sheets(vertices int, indices []uint32) []uint32 {
	parent := make([]uint32, vertices)
	for i := range parent {
		parent[i] = uint32(i)
	}
	root := func(v uint32) uint32 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	for t := range slices.Chunk(indices, 3) {
		for _, v := range t[1:] {
			a, b := root(t[0]), root(v)
			parent[max(a, b)] = min(a, b)
		}
	}
	// A root comes before its set, so that it has its number by then.
	n := uint32(0)
	number := make([]uint32, vertices)
	for v := range parent {
		if r := root(uint32(v)); int(r) == v {
			number[v] = n
			n++
		} else {
			number[v] = number[r]
		}
	}
	return number
}

// measureTexture finds the scale of the texture on each sheet from areas.
func (m *measure) measureTexture() {
	n := uint32(0)
	for _, s := range m.sheet {
		n = max(n, s+1)
	}
	space, texture := make([]float64, n), make([]float64, n)
	for t := range slices.Chunk(m.indices, 3) {
		o := [3]origin{m.origin[t[0]], m.origin[t[1]], m.origin[t[2]]}
		uv := m.primitives[o[0].primitive].UV0
		if uv == nil {
			continue
		}
		a := m.positions[t[0]]
		s := m.sheet[t[0]]
		space[s] += float64(m.positions[t[1]].Sub(a).Cross(m.positions[t[2]].Sub(a)).Len())
		d, e := uv[o[1].vertex].Sub(uv[o[0].vertex]), uv[o[2].vertex].Sub(uv[o[0].vertex])
		texture[s] += math.Abs(float64(d[0])*float64(e[1]) - float64(d[1])*float64(e[0]))
	}
	m.perUV = make([]float32, n)
	for i := range m.perUV {
		if r := math.Sqrt(space[i] / texture[i]); texture[i] > 0 && r < math.MaxFloat32 {
			m.perUV[i] = float32(r)
		}
	}
}

// compare measures a level, given as triangles of the surface. reach is how far seams may have moved.
func (m *measure) compare(indices []uint32, reach float32, o Options) found {
	alive := make([]bool, len(m.positions))
	for _, v := range indices {
		alive[v] = true
	}
	trees := newForest(m.positions, m.sheet, len(m.perUV), indices)

	// In chunks of a fixed size, so that results do not depend on the number of processors.
	const chunk = 1024
	results := make([]found, (len(m.samples)+chunk-1)/chunk)
	var turn atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(results)) {
		workers.Go(func() {
			for {
				i := int(turn.Add(1)) - 1
				if i >= len(results) {
					return
				}
				part := m.samples[i*chunk : min((i+1)*chunk, len(m.samples))]
				results[i] = m.compareAt(part, alive, trees, reach, o)
			}
		})
	}
	workers.Wait()
	var all found
	for _, r := range results {
		all.Error, all.Color = max(all.Error, r.Error), max(all.Color, r.Color)
		all.Normal, all.Slide = max(all.Normal, r.Normal), max(all.Slide, r.Slide)
		all.wrong = append(all.wrong, r.wrong...)
	}
	return all
}

func (m *measure) compareAt(samples []uint32, alive []bool, trees *forest, reach float32, o Options) found {
	var all found
	var last hit // mostly close to the next
	for _, v := range samples {
		if alive[v] {
			continue
		}
		p := m.positions[v]
		near := last.corners != [3]uint32{} && m.sheet[last.corners[0]] == m.sheet[v]
		if near {
			last = trees.hit(last.corners, p)
		} else {
			last = hit{squared: math.MaxFloat32}
		}
		nearest, own := trees.nearest(m.sheet[v], p, last)
		last = nearest
		distance := float32(math.Sqrt(float64(nearest.squared)))
		all.Error = max(all.Error, distance)
		if _, pole := m.poles.members[m.poles.one[v]]; pole || !own {
			continue // nothing left to bear attributes, or as many as there are triangles
		}
		// Seams move too, and the nearest point may be on their other side.
		d := m.attributes(v, nearest)
		trees.within(m.sheet[v], p, distance+reach+1e-6, func(h hit) {
			e := m.attributes(v, h)
			d.Color, d.Normal, d.Slide = min(d.Color, e.Color), min(d.Normal, e.Normal), min(d.Slide, e.Slide)
		})
		all.Color, all.Normal, all.Slide = max(all.Color, d.Color), max(all.Normal, d.Normal), max(all.Slide, d.Slide)
		if over(d.Color, o.MaxColor) || over(d.Normal, o.MaxNormal) || over(d.Slide, o.MaxSlide) {
			all.wrong = append(all.wrong, v)
		}
	}
	return all
}

func over(value, limit float32) bool { return limit > 0 && value > limit }

// attributes compares those of a vertex with those of a point of a level.
func (m *measure) attributes(v uint32, h hit) (d Deviation) {
	at := m.origin[v]
	p := m.primitives[at.primitive]
	var c [3]uint32 // corners, which are of the same primitive: sheets do not cross borders
	for k, w := range h.corners {
		c[k] = m.origin[w].vertex
	}
	w := h.weights
	if p.Colors != nil {
		mean := p.Colors[c[0]].Mul(w[0]).Add(p.Colors[c[1]].Mul(w[1])).Add(p.Colors[c[2]].Mul(w[2]))
		for _, x := range p.Colors[at.vertex].Sub(mean) {
			d.Color = max(d.Color, float32(math.Abs(float64(x))))
		}
	}
	if p.Normals != nil {
		mean := p.Normals[c[0]].Mul(w[0]).Add(p.Normals[c[1]].Mul(w[1])).Add(p.Normals[c[2]].Mul(w[2]))
		d.Normal = angle(mean, p.Normals[at.vertex])
	}
	if p.UV0 != nil {
		mean := p.UV0[c[0]].Mul(w[0]).Add(p.UV0[c[1]].Mul(w[1])).Add(p.UV0[c[2]].Mul(w[2]))
		off := p.UV0[at.vertex].Sub(mean)
		d.Slide = off.Len() * m.perUV[m.sheet[v]]
		// The texture's scale on the triangle itself, in its two directions: how far one would have
		// to go there for the vertex's texture.
		e, f := p.UV0[c[1]].Sub(p.UV0[c[0]]), p.UV0[c[2]].Sub(p.UV0[c[0]])
		if area := e[0]*f[1] - e[1]*f[0]; area != 0 {
			a, b := (off[0]*f[1]-off[1]*f[0])/area, (e[0]*off[1]-e[1]*off[0])/area
			q := m.positions[h.corners[0]]
			move := m.positions[h.corners[1]].Sub(q).Mul(a).Add(m.positions[h.corners[2]].Sub(q).Mul(b))
			if l := move.Len(); l < d.Slide {
				d.Slide = l
			}
		}
	}
	return d
}

// angle is that between two directions, in degrees; 0 where one has no length.
func angle(a, b mgl32.Vec3) float32 {
	sine, cosine := float64(a.Cross(b).Len()), float64(a.Dot(b))
	return float32(math.Atan2(sine, cosine) * 180 / math.Pi)
}
