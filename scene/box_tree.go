package scene

import (
	"cmp"
	"slices"
)

// A boxTree finds the boxes that a ray passes through. It is a tree over boxes along a Morton curve, as a
// Surface is over triangles.
type boxTree struct {
	boxes []Box
	order []int32 // of boxes, along the curve
	nodes []boxNode
}

// A boxNode is a box around two nodes or a few boxes.
type boxNode struct {
	box           Box
	first, second int32 // nodes; a leaf has ^(first of order) and the end
}

const boxLeaf = 4 // boxes

// newBoxTree sorts boxes into a tree; a million take about a second.
func newBoxTree(boxes []Box) *boxTree {
	t := &boxTree{boxes: boxes, order: make([]int32, len(boxes))}
	if len(boxes) == 0 {
		return t
	}
	around := EmptyBox()
	for i := range boxes {
		around = around.Union(boxes[i])
	}
	keys := make([]uint32, len(boxes))
	for i := range boxes {
		t.order[i], keys[i] = int32(i), morton(around, boxes[i].Center())
	}
	slices.SortFunc(t.order, func(a, b int32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	t.nodes = make([]boxNode, 0, 2*len(boxes)/boxLeaf+2)
	t.build(0, len(boxes))
	return t
}

func (t *boxTree) build(first, end int) int32 {
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, boxNode{})
	n := boxNode{first: ^int32(first), second: int32(end), box: EmptyBox()}
	if end-first > boxLeaf {
		middle := (first + end) / 2
		n.first = t.build(first, middle)
		n.second = t.build(middle, end)
		n.box = t.nodes[n.first].box.Union(t.nodes[n.second].box)
	} else {
		for _, k := range t.order[first:end] {
			n.box = n.box.Union(t.boxes[k])
		}
	}
	t.nodes[i] = n
	return i
}

// each calls visit with every box that the ray meets. visit may shorten the ray.
func (t *boxTree) each(r *ray, visit func(i int)) {
	if len(t.nodes) == 0 {
		return
	}
	stack := make([]int32, 1, 64)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		switch {
		case !r.meets(&n.box):
		case n.first >= 0:
			stack = append(stack, n.first, n.second)
		default:
			for _, k := range t.order[^n.first:n.second] {
				if r.meets(&t.boxes[k]) {
					visit(int(k))
				}
			}
		}
	}
}
