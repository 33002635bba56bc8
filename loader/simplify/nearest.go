package simplify

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A forest finds the nearest point of triangles, of one sheet or of all. Each sheet is a tree over its triangles
// along a Morton curve.
type forest struct {
	positions []mgl32.Vec3 // 0 to 1
	triangles [][3]uint32  // by sheet, then along the curve
	trees     *scene.BoxTree
	roots     []int32 // by sheet; -1 where nothing is left
}

// A hit is the nearest point of a triangle.
type hit struct {
	squared float32   // distance
	corners [3]uint32 // vertices
	weights mgl32.Vec3
}

func newForest(positions []mgl32.Vec3, sheet []uint32, sheets int, indices []uint32) *forest {
	n := len(indices) / 3
	f := &forest{positions: positions, roots: make([]int32, sheets), triangles: make([][3]uint32, 0, n), trees: scene.NewBoxTree(n)}
	type place struct {
		key      uint64
		triangle uint32
	}
	order := make([]place, n)
	for i := range order {
		t := indices[3*i:]
		middle := positions[t[0]].Add(positions[t[1]]).Add(positions[t[2]]).Mul(1.0 / 3)
		order[i] = place{uint64(sheet[t[0]])<<30 | uint64(scene.Morton(middle)), uint32(i)}
	}
	slices.SortFunc(order, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.triangle, b.triangle))
	})
	for _, o := range order {
		f.triangles = append(f.triangles, [3]uint32(indices[3*o.triangle:]))
	}
	for i := range f.roots {
		f.roots[i] = -1
	}
	for first := 0; first < len(order); {
		s := order[first].key >> 30
		end := first
		for end < len(order) && order[end].key>>30 == s {
			end++
		}
		f.roots[s] = f.trees.Grow(first, end, f.box)
		first = end
	}
	return f
}

// box bounds a triangle.
func (f *forest) box(i int) scene.Box {
	b := scene.EmptyBox()
	for _, v := range f.triangles[i] {
		b = b.Add(f.positions[v])
	}
	return b
}

// nearest finds the point of a sheet nearest to p, or, where the sheet is gone, of any sheet, and
// says which. best is a point of the sheet to start from, or far away. There is a triangle.
func (f *forest) nearest(sheet uint32, p mgl32.Vec3, best hit) (hit, bool) {
	search := func(root int32) {
		scene.Nearest(f.trees, root, p, &best.squared, func(first, end int) {
			for _, t := range f.triangles[first:end] {
				if h := f.hit(t, p); h.squared < best.squared {
					best = h
				}
			}
		})
	}
	if root := f.roots[sheet]; root >= 0 {
		search(root)
		return best, true
	}
	for _, root := range f.roots {
		if root >= 0 {
			search(root)
		}
	}
	return best, false
}

// hit is the point of a triangle nearest to p.
func (f *forest) hit(t [3]uint32, p mgl32.Vec3) hit {
	q, w := scene.ClosestOnTriangle(p, f.positions[t[0]], f.positions[t[1]], f.positions[t[2]])
	d := p.Sub(q)
	return hit{d.Dot(d), t, w}
}

// within calls visit with the nearest point of each triangle of a sheet that is at most so far from p.
func (f *forest) within(sheet uint32, p mgl32.Vec3, distance float32, visit func(hit)) {
	squared := distance * distance
	if root := f.roots[sheet]; root >= 0 {
		scene.Within(f.trees, root, p, squared, func(first, end int) {
			for _, t := range f.triangles[first:end] {
				if h := f.hit(t, p); h.squared <= squared {
					visit(h)
				}
			}
		})
	}
}
