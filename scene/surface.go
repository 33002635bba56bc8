package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A Surface is what a level draws as one set of triangles, for questions about its shape: how far a
// point is from it, and whether it encloses the point. It is a tree of boxes over the triangles along
// a Morton curve, computes in float64, and never changes once it is made.
type Surface struct {
	vertices  []mgl32.Vec3    // that triangles use, in the order of the parts
	triangles [][3]mgl32.Vec3 // along the curve
	order     []int           // of each: how many were added before it
	nodes     []surfaceNode   // the root first
	area      float64
}

// A surfaceNode is a box around two nodes or a few triangles. The triangles together are a dipole for
// points far away.
type surfaceNode struct {
	box           Box
	first, second int32      // nodes; a leaf has ^(first triangle) and the end
	center        mgl64.Vec3 // of area
	normal        mgl64.Vec3 // sum of the triangles' areas times their normals
	area, radius  float64    // the radius is around center
}

const surfaceLeaf = 4 // triangles

// SurfaceOf returns the parts as they stand in the entity. Transforms that mirror keep the side that
// the triangles face.
func SurfaceOf(meshes []Mesh, parts []LodPart) *Surface {
	s := &Surface{}
	for i := range parts {
		m := &meshes[parts[i].Mesh]
		for k := range m.Primitives {
			s.add(&m.Primitives[k], parts[i].EntityFromPart)
		}
	}
	s.finish()
	return s
}

// surfaceOfPrimitive is the surface of one primitive in its own space; triangles keep their numbers.
func surfaceOfPrimitive(p *Primitive) *Surface {
	s := &Surface{}
	s.add(p, mgl32.Ident4())
	s.finish()
	return s
}

func (s *Surface) finish() {
	s.sort()
	if len(s.triangles) > 0 {
		s.nodes = make([]surfaceNode, 0, 2*len(s.triangles)/surfaceLeaf+2)
		s.area = s.nodes[s.build(0, len(s.triangles))].area
	}
}

// Triangles returns how many there are.
func (s *Surface) Triangles() int { return len(s.triangles) }

func (s *Surface) add(p *Primitive, entityFromMesh mgl32.Mat4) {
	mirrored := entityFromMesh.Mat3().Det() < 0
	used := make([]bool, len(p.Positions))
	at := make([]mgl32.Vec3, len(p.Positions))
	for i, v := range p.Positions {
		at[i] = mgl32.TransformCoordinate(v, entityFromMesh)
	}
	for t := range slices.Chunk(p.Indices, 3) {
		if len(t) < 3 {
			break
		}
		corners := [3]mgl32.Vec3{at[t[0]], at[t[1]], at[t[2]]}
		if mirrored {
			corners[1], corners[2] = corners[2], corners[1]
		}
		s.triangles = append(s.triangles, corners)
		used[t[0]], used[t[1]], used[t[2]] = true, true, true
	}
	for i := range at {
		if used[i] {
			s.vertices = append(s.vertices, at[i])
		}
	}
}

// sort brings the triangles into the order of the curve.
func (s *Surface) sort() {
	box := BoundsOf(s.vertices)
	type place struct {
		key   uint32
		index int
	}
	order := make([]place, len(s.triangles))
	for i, t := range s.triangles {
		order[i] = place{morton(box, t[0].Mul(1.0/3).Add(t[1].Mul(1.0/3)).Add(t[2].Mul(1.0/3))), i}
	}
	slices.SortFunc(order, func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.index, b.index)) })
	sorted := make([][3]mgl32.Vec3, len(order))
	s.order = make([]int, len(order))
	for i, o := range order {
		sorted[i], s.order[i] = s.triangles[o.index], o.index
	}
	s.triangles = sorted
}

// morton interleaves ten bits of each coordinate of a point of a box.
func morton(box Box, p mgl32.Vec3) uint32 {
	var key uint32
	for k := range p {
		lo, hi := float64(box.Min[k]), float64(box.Max[k])
		if !(hi > lo) {
			continue
		}
		b := uint32(min(max((float64(p[k])-lo)/(hi-lo), 0), 1) * 1023)
		b = (b | b<<16) & 0x030000FF
		b = (b | b<<8) & 0x0300F00F
		b = (b | b<<4) & 0x030C30C3
		b = (b | b<<2) & 0x09249249
		key |= b << k
	}
	return key
}

// build makes the tree over a range of triangles and returns its root.
func (s *Surface) build(first, end int) int32 {
	i := int32(len(s.nodes))
	s.nodes = append(s.nodes, surfaceNode{})
	n := surfaceNode{first: ^int32(first), second: int32(end), box: EmptyBox()}
	var moment mgl64.Vec3
	if end-first > surfaceLeaf {
		middle := (first + end) / 2
		n.first = s.build(first, middle)
		n.second = s.build(middle, end)
		for _, c := range [2]int32{n.first, n.second} {
			c := &s.nodes[c]
			n.box = n.box.Union(c.box)
			n.normal, n.area = n.normal.Add(c.normal), n.area+c.area
			moment = moment.Add(c.center.Mul(c.area))
		}
	} else {
		for _, t := range s.triangles[first:end] {
			a, b, c := vec64(t[0]), vec64(t[1]), vec64(t[2])
			normal := b.Sub(a).Cross(c.Sub(a)).Mul(0.5)
			area := normal.Len()
			n.box = n.box.Add(t[0]).Add(t[1]).Add(t[2])
			n.normal, n.area = n.normal.Add(normal), n.area+area
			moment = moment.Add(a.Add(b).Add(c).Mul(area / 3))
		}
	}
	n.center = vec64(n.box.Center())
	if n.area > 0 {
		n.center = moment.Mul(1 / n.area)
	}
	for k := range 8 {
		n.radius = max(n.radius, vec64(n.box.Corner(k)).Sub(n.center).Len())
	}
	s.nodes[i] = n
	return i
}

// Distance returns how far a point is from the surface, +Inf where that has no triangles.
func (s *Surface) Distance(p mgl32.Vec3) float32 {
	best := math.Inf(1)
	if len(s.nodes) > 0 {
		s.search(0, vec64(p), &best)
	}
	return float32(math.Sqrt(best))
}

// search improves the squared distance with the triangles below a node.
func (s *Surface) search(i int32, p mgl64.Vec3, best *float64) {
	n := &s.nodes[i]
	if n.first < 0 {
		for _, t := range s.triangles[^n.first:n.second] {
			d := p.Sub(closestOnTriangle(p, vec64(t[0]), vec64(t[1]), vec64(t[2])))
			*best = min(*best, d.Dot(d))
		}
		return
	}
	first, second := n.first, n.second
	a, b := s.nodes[first].squared(p), s.nodes[second].squared(p)
	if b < a {
		first, second, a, b = second, first, b, a
	}
	if a < *best {
		s.search(first, p, best)
	}
	if b < *best {
		s.search(second, p, best)
	}
}

// squared is the squared distance of a point from the box.
func (n *surfaceNode) squared(p mgl64.Vec3) (sum float64) {
	for k, x := range p {
		d := max(float64(n.box.Min[k])-x, 0, x-float64(n.box.Max[k]))
		sum += d * d
	}
	return sum
}

// closestOnTriangle is the point of the triangle a, b, c nearest to p (Christer Ericson, "Real-Time Collision
// Detection", 2005, section 5.1.5).
func closestOnTriangle(p, a, b, c mgl64.Vec3) mgl64.Vec3 {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	va, vb, vc := d3*d6-d5*d4, d5*d2-d1*d6, d1*d4-d3*d2
	switch {
	case vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3:
		return a.Add(ab.Mul(d1 / (d1 - d3)))
	case vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6:
		return a.Add(ac.Mul(d2 / (d2 - d6)))
	case va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 && (d4-d3)+(d5-d6) > 0:
		return b.Add(c.Sub(b).Mul((d4 - d3) / ((d4 - d3) + (d5 - d6))))
	}
	sum := va + vb + vc
	if !(sum > 0) { // rounded away: a needle
		return a
	}
	return a.Add(ab.Mul(vb / sum)).Add(ac.Mul(vc / sum))
}

// surfaceFar is from how many radii on a node stands for its triangles: 1 % of the winding number.
const surfaceFar = 3

// Encloses says whether a point is inside: whether the surface goes around it by more than half, seen
// from there. Surfaces need not be closed; flat ones enclose nothing. Which way triangles face does not
// matter as long as they agree.
//
// It is the generalized winding number of Jacobson et al. ("Robust Inside-Outside Segmentation using
// Generalized Winding Numbers", 2013), with the first term of Barill et al. ("Fast Winding Numbers for
// Soups and Clouds", 2018, equation 11) for what is far away.
func (s *Surface) Encloses(p mgl32.Vec3) bool {
	if len(s.nodes) == 0 || !s.nodes[0].box.Contains(p) {
		return false
	}
	return math.Abs(s.angle(0, vec64(p))) > 2*math.Pi
}

// angle is the solid angle of the triangles below a node seen from p, positive where they face away.
func (s *Surface) angle(i int32, p mgl64.Vec3) (sum float64) {
	n := &s.nodes[i]
	d := n.center.Sub(p)
	if r := d.Len(); r > surfaceFar*n.radius {
		return n.normal.Dot(d) / (r * r * r)
	}
	if n.first >= 0 {
		return s.angle(n.first, p) + s.angle(n.second, p)
	}
	for _, t := range s.triangles[^n.first:n.second] {
		sum += solidAngle(vec64(t[0]).Sub(p), vec64(t[1]).Sub(p), vec64(t[2]).Sub(p))
	}
	return sum
}

// solidAngle of a triangle seen from the origin (Van Oosterom and Strackee, "The Solid Angle of a Plane
// Triangle", 1983, equation 8).
func solidAngle(a, b, c mgl64.Vec3) float64 {
	x, y, z := a.Len(), b.Len(), c.Len()
	return 2 * math.Atan2(a.Dot(b.Cross(c)), x*y*z+a.Dot(b)*z+b.Dot(c)*x+c.Dot(a)*y)
}
