package scene

import "github.com/go-gl/mathgl/mgl32"

// sortedBoxes finds the boxes that a ray passes through.
type sortedBoxes struct {
	boxes []Box
	order []int32 // of boxes, along the curve
	tree  *BoxTree
}

// sortBoxes sorts boxes into a tree; a million take about a second.
func sortBoxes(boxes []Box) *sortedBoxes {
	around := EmptyBox()
	for i := range boxes {
		around = around.Union(boxes[i])
	}
	s := &sortedBoxes{boxes: boxes, tree: NewBoxTree(len(boxes))}
	s.order = alongCurve(around, len(boxes), func(i int) mgl32.Vec3 { return boxes[i].Center() })
	if len(boxes) > 0 {
		s.tree.Grow(0, len(boxes), func(i int) Box { return boxes[s.order[i]] })
	}
	return s
}

// each calls visit with every box that the ray meets. visit may shorten the ray.
func (s *sortedBoxes) each(r *ray, visit func(i int)) {
	s.tree.meet(r, func(first, end int) {
		for _, k := range s.order[first:end] {
			if r.meets(&s.boxes[k]) {
				visit(int(k))
			}
		}
	})
}
