package scene

// A BoxTree finds what is near a point or on a ray among things that stand in a row, such as triangles. It is trees of
// boxes, each over a range of the row, and tight where neighbours in the row are neighbours in space: sorted by Morton.
// It computes distances in the type of the point.
type BoxTree struct{ nodes []boxNode }

// A boxNode is a box around two nodes or a few things.
type boxNode struct {
	box           Box
	first, second int32 // nodes; a leaf has ^(first thing) and the end
}

const boxLeaf = 4 // things

// NewBoxTree returns no trees yet, with room for so many things.
func NewBoxTree(things int) *BoxTree {
	return &BoxTree{nodes: make([]boxNode, 0, 2*things/boxLeaf+2)}
}

// Grow makes the tree over a range of things, at least one, and returns its root. The box of each is asked for once.
func (t *BoxTree) Grow(first, end int, box func(i int) Box) (root int32) {
	root = int32(len(t.nodes))
	t.nodes = append(t.nodes, boxNode{})
	n := boxNode{first: ^int32(first), second: int32(end), box: EmptyBox()}
	if end-first > boxLeaf {
		middle := (first + end) / 2
		n.first = t.Grow(first, middle, box)
		n.second = t.Grow(middle, end, box)
		n.box = t.nodes[n.first].box.Union(t.nodes[n.second].box)
	} else {
		for i := first; i < end; i++ {
			n.box = n.box.Union(box(i))
		}
	}
	t.nodes[root] = n
	return root
}

// Nearest calls visit with ranges of things in a tree, the nearest to p first, as long as their boxes are less than
// best away from it. visit lowers best, the square of a distance.
func Nearest[T float32 | float64](t *BoxTree, root int32, p [3]T, best *T, visit func(first, end int)) {
	if squaredFrom(&t.nodes[root].box, &p) < *best {
		nearest(t, root, &p, best, visit)
	}
}

func nearest[T float32 | float64](t *BoxTree, i int32, p *[3]T, best *T, visit func(first, end int)) {
	n := &t.nodes[i]
	if n.first < 0 {
		visit(int(^n.first), int(n.second))
		return
	}
	first, second := n.first, n.second
	a, b := squaredFrom(&t.nodes[first].box, p), squaredFrom(&t.nodes[second].box, p)
	if b < a {
		first, second, a, b = second, first, b, a
	}
	if a < *best {
		nearest(t, first, p, best, visit)
	}
	if b < *best {
		nearest(t, second, p, best, visit)
	}
}

// Within calls visit with the ranges of things in a tree whose boxes are at most the root of squared away from p.
func Within[T float32 | float64](t *BoxTree, root int32, p [3]T, squared T, visit func(first, end int)) {
	n := &t.nodes[root]
	switch {
	case squaredFrom(&n.box, &p) > squared:
	case n.first < 0:
		visit(int(^n.first), int(n.second))
	default:
		Within(t, n.first, p, squared, visit)
		Within(t, n.second, p, squared, visit)
	}
}

// squaredFrom is the squared distance of a point from a box.
func squaredFrom[T float32 | float64](b *Box, p *[3]T) (sum T) {
	for k := range 3 { // max would be slower, it thinks of NaN
		if d := T(b.Min[k]) - p[k]; d > 0 {
			sum += d * d
		} else if d := p[k] - T(b.Max[k]); d > 0 {
			sum += d * d
		}
	}
	return sum
}

// meet calls visit with the ranges of things in the first tree whose boxes a ray meets. visit may shorten the ray.
func (t *BoxTree) meet(r *ray, visit func(first, end int)) {
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
			visit(int(^n.first), int(n.second))
		}
	}
}
