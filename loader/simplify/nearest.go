package simplify

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// A forest finds the nearest point of triangles, of one sheet or of all. Each sheet is a tree of
// boxes over its triangles along a Morton curve.
type forest struct {
	positions []mgl32.Vec3
	triangles [][3]uint32 // by sheet, then along the curve
	roots     []int32     // by sheet; -1 where nothing is left
	nodes     []node
}

// A node of the tree: a box around two nodes, or around a few triangles.
type node struct {
	lowest, highest mgl32.Vec3
	first, second   int32 // nodes; a leaf has ^first triangle and the end
}

// A hit is the nearest point of a triangle.
type hit struct {
	squared float32   // distance
	corners [3]uint32 // vertices
	weights mgl32.Vec3
}

const leafSize = 4

func newForest(positions []mgl32.Vec3, sheet []uint32, sheets int, indices []uint32) *forest {
	f := &forest{positions: positions, roots: make([]int32, sheets), triangles: make([][3]uint32, 0, len(indices)/3)}
	type place struct {
		key      uint64
		triangle uint32
	}
	order := make([]place, len(indices)/3)
	for i := range order {
		t := indices[3*i:]
		middle := positions[t[0]].Add(positions[t[1]]).Add(positions[t[2]]).Mul(1.0 / 3)
		order[i] = place{uint64(sheet[t[0]])<<30 | morton(middle), uint32(i)}
	}
	slices.SortFunc(order, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.triangle, b.triangle))
	})
	for _, o := range order {
		f.triangles = append(f.triangles, [3]uint32(indices[3*o.triangle:]))
	}
	f.nodes = make([]node, 0, len(f.triangles))
	for i := range f.roots {
		f.roots[i] = -1
	}
	for first := 0; first < len(order); {
		s := order[first].key >> 30
		end := first
		for end < len(order) && order[end].key>>30 == s {
			end++
		}
		f.roots[s] = f.build(first, end)
		first = end
	}
	return f
}

// morton interleaves ten bits of each coordinate, which are 0 to 1.
func morton(p mgl32.Vec3) uint64 {
	var key uint64
	for k, x := range p {
		b := uint64(min(max(x, 0), 1) * 1023)
		b = (b | b<<16) & 0x030000FF
		b = (b | b<<8) & 0x0300F00F
		b = (b | b<<4) & 0x030C30C3
		b = (b | b<<2) & 0x09249249
		key |= b << k
	}
	return key
}

// build makes the tree over a range of triangles and returns its root.
func (f *forest) build(first, end int) int32 {
	i := int32(len(f.nodes))
	f.nodes = append(f.nodes, node{})
	var n node
	if end-first <= leafSize {
		n.lowest, n.highest = f.positions[f.triangles[first][0]], f.positions[f.triangles[first][0]]
		for _, t := range f.triangles[first:end] {
			for _, v := range t {
				for k, x := range f.positions[v] {
					n.lowest[k], n.highest[k] = min(n.lowest[k], x), max(n.highest[k], x)
				}
			}
		}
		n.first, n.second = ^int32(first), int32(end)
	} else {
		middle := (first + end) / 2
		n.first = f.build(first, middle)
		n.second = f.build(middle, end)
		a, b := &f.nodes[n.first], &f.nodes[n.second]
		for k := range 3 {
			n.lowest[k], n.highest[k] = min(a.lowest[k], b.lowest[k]), max(a.highest[k], b.highest[k])
		}
	}
	f.nodes[i] = n
	return i
}

// nearest finds the point of a sheet nearest to p, or, where the sheet is gone, of any sheet, and
// says which. best is a point of the sheet to start from, or far away. There is a triangle.
func (f *forest) nearest(sheet uint32, p mgl32.Vec3, best hit) (hit, bool) {
	if root := f.roots[sheet]; root >= 0 {
		f.search(root, p, &best)
		return best, true
	}
	for _, root := range f.roots {
		if root >= 0 && f.nodes[root].squared(p) < best.squared {
			f.search(root, p, &best)
		}
	}
	return best, false
}

// search improves best with the triangles below a node.
func (f *forest) search(i int32, p mgl32.Vec3, best *hit) {
	n := &f.nodes[i]
	if n.first < 0 {
		for _, t := range f.triangles[^n.first:n.second] {
			if h := f.hit(t, p); h.squared < best.squared {
				*best = h
			}
		}
		return
	}
	first, second := n.first, n.second
	a, b := f.nodes[first].squared(p), f.nodes[second].squared(p)
	if b < a {
		first, second, a, b = second, first, b, a
	}
	if a < best.squared {
		f.search(first, p, best)
	}
	if b < best.squared {
		f.search(second, p, best)
	}
}

// hit is the point of a triangle nearest to p.
func (f *forest) hit(t [3]uint32, p mgl32.Vec3) hit {
	q, w := closest(p, f.positions[t[0]], f.positions[t[1]], f.positions[t[2]])
	d := p.Sub(q)
	return hit{d.Dot(d), t, w}
}

// within calls visit with the nearest point of each triangle of a sheet that is at most so far from p.
func (f *forest) within(sheet uint32, p mgl32.Vec3, distance float32, visit func(hit)) {
	if root := f.roots[sheet]; root >= 0 {
		f.visit(root, p, distance*distance, visit)
	}
}

func (f *forest) visit(i int32, p mgl32.Vec3, squared float32, visit func(hit)) {
	n := &f.nodes[i]
	if n.squared(p) > squared {
		return
	}
	if n.first >= 0 {
		f.visit(n.first, p, squared, visit)
		f.visit(n.second, p, squared, visit)
		return
	}
	for _, t := range f.triangles[^n.first:n.second] {
		if h := f.hit(t, p); h.squared <= squared {
			visit(h)
		}
	}
}

// squared is the squared distance of a point from the box.
func (n *node) squared(p mgl32.Vec3) float32 {
	var sum float32
	for k := range 3 { // max would be slower, it thinks of NaN
		if d := n.lowest[k] - p[k]; d > 0 {
			sum += d * d
		} else if d := p[k] - n.highest[k]; d > 0 {
			sum += d * d
		}
	}
	return sum
}

// closest is the point of the triangle a, b, c nearest to p, and its weights of the corners: Christer
// Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
func closest(p, a, b, c mgl32.Vec3) (mgl32.Vec3, mgl32.Vec3) {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a, mgl32.Vec3{1, 0, 0}
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b, mgl32.Vec3{0, 1, 0}
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c, mgl32.Vec3{0, 0, 1}
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3 {
		v := d1 / (d1 - d3)
		return a.Add(ab.Mul(v)), mgl32.Vec3{1 - v, v, 0}
	}
	if vb := d5*d2 - d1*d6; vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6 {
		w := d2 / (d2 - d6)
		return a.Add(ac.Mul(w)), mgl32.Vec3{1 - w, 0, w}
	}
	if va := d3*d6 - d5*d4; va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 && (d4-d3)+(d5-d6) > 0 {
		w := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return b.Add(c.Sub(b).Mul(w)), mgl32.Vec3{0, 1 - w, w}
	}
	va, vb, vc := d3*d6-d5*d4, d5*d2-d1*d6, d1*d4-d3*d2
	sum := va + vb + vc
	if !(sum > 0) { // rounded away: a needle
		return a, mgl32.Vec3{1, 0, 0}
	}
	v, w := vb/sum, vc/sum
	return a.Add(ab.Mul(v)).Add(ac.Mul(w)), mgl32.Vec3{1 - v - w, v, w}
}
