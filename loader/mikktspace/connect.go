package mikktspace

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// weld returns the indices of whole triangles, with every vertex replaced by the first one
// that is equal to it in position, normal and texture coordinates.
func weld(indices []uint32, positions, normals []mgl32.Vec3, uvs []mgl32.Vec2) []uint32 {
	size := 1
	for size < 2*len(positions) {
		size *= 2
	}
	table := make([]uint32, size) // vertex plus 1, in open addressing
	first := make([]uint32, len(positions))
	for v := range positions {
		p, n, t := &positions[v], &normals[v], &uvs[v]
		h := uint64(0)
		// Adding 0 makes -0 and 0, which are equal, hash alike.
		for _, x := range [8]float32{p[0], p[1], p[2], n[0], n[1], n[2], t[0], t[1]} {
			h = (h ^ uint64(math.Float32bits(x+0))) * 0x9E3779B97F4A7C15
			h ^= h >> 29
		}
		at := h & uint64(size-1)
		for {
			other := table[at]
			if other == 0 {
				table[at] = uint32(v) + 1
				first[v] = uint32(v)
				break
			}
			if o := other - 1; positions[o] == *p && normals[o] == *n && uvs[o] == *t {
				first[v] = o
				break
			}
			at = (at + 1) & uint64(size-1)
		}
	}
	corners := make([]uint32, len(indices)-len(indices)%3)
	for c := range corners {
		corners[c] = first[indices[c]]
	}
	return corners
}

// An edge is one side of a triangle.
type edge struct {
	high    uint32 // the larger of its two vertices
	corner  int32  // where it starts
	falling bool   // it runs from the larger vertex to the smaller
}

// findNeighbours pairs the edges of triangles that are not degenerate. Of three or more at
// one place, those that run in opposite directions are paired in the order of triangles.
func (m *mesh) findNeighbours() {
	m.neighbours = make([]int32, len(m.corners))
	for i := range m.neighbours {
		m.neighbours[i] = none
	}
	// Buckets by the smaller vertex, filled in the order of triangles.
	start := make([]int32, len(m.positions)+1)
	m.eachEdge(func(low uint32, _ edge) { start[low+1]++ })
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	edges := make([]edge, start[len(start)-1])
	fill := slices.Clone(start[:len(start)-1])
	m.eachEdge(func(low uint32, e edge) {
		edges[fill[low]] = e
		fill[low]++
	})
	for v := range m.positions {
		bucket := edges[start[v]:start[v+1]]
		slices.SortStableFunc(bucket, func(a, b edge) int { return cmp.Compare(a.high, b.high) })
		for len(bucket) > 1 {
			n := 1
			for n < len(bucket) && bucket[n].high == bucket[0].high {
				n++
			}
			m.pair(bucket[:n])
			bucket = bucket[n:]
		}
	}
}

func (m *mesh) eachEdge(do func(low uint32, e edge)) {
	for f := range m.frames {
		if m.frames[f].degenerate {
			continue
		}
		for i := range 3 {
			a, b := m.corners[3*f+i], m.corners[3*f+(i+1)%3]
			e := edge{high: max(a, b), corner: int32(3*f + i), falling: a > b}
			do(min(a, b), e)
		}
	}
}

// pair connects edges between the same two vertices: each with the earliest one of the other
// direction that is still alone.
func (m *mesh) pair(edges []edge) {
	waiting := 0 // edges before it are connected; those from it on, if alone, run the same way
	for k := 1; k < len(edges); k++ {
		if edges[k].falling == edges[waiting].falling {
			continue
		}
		a, b := edges[waiting].corner, edges[k].corner
		m.neighbours[a], m.neighbours[b] = b/3, a/3
		for waiting++; waiting < k && m.neighbours[edges[waiting].corner] != none; waiting++ {
		}
		if waiting == k {
			if waiting++; waiting >= len(edges) {
				return
			}
			k = waiting
		}
	}
}
