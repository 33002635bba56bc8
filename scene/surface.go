package scene

import (
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
	order     []int32         // of each: how many were added before it
	tree      *BoxTree
	dipoles   []dipole // of the tree's nodes
	area      float64
}

// A dipole stands for the triangles below a node at points far away.
type dipole struct {
	center       mgl64.Vec3 // of area
	normal       mgl64.Vec3 // sum of the triangles' areas times their normals
	area, radius float64    // the radius is around center
}

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
	s.tree = NewBoxTree(len(s.triangles))
	if len(s.triangles) > 0 {
		s.tree.Grow(0, len(s.triangles), func(i int) Box { return BoundsOf(s.triangles[i][:]) })
		s.sum()
		s.area = s.dipoles[0].area
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
	s.order = alongCurve(BoundsOf(s.vertices), len(s.triangles), func(i int) mgl32.Vec3 {
		t := &s.triangles[i]
		return t[0].Mul(1.0 / 3).Add(t[1].Mul(1.0 / 3)).Add(t[2].Mul(1.0 / 3))
	})
	sorted := make([][3]mgl32.Vec3, len(s.order))
	for i, o := range s.order {
		sorted[i] = s.triangles[o]
	}
	s.triangles = sorted
}

// sum works the dipoles out, of children before their parents.
func (s *Surface) sum() {
	s.dipoles = make([]dipole, len(s.tree.nodes))
	for i := len(s.dipoles) - 1; i >= 0; i-- {
		n, d := &s.tree.nodes[i], &s.dipoles[i]
		var moment mgl64.Vec3
		add := func(normal mgl64.Vec3, area float64, times mgl64.Vec3) {
			d.normal, d.area = d.normal.Add(normal), d.area+area
			moment = moment.Add(times)
		}
		if n.first >= 0 {
			for _, c := range [2]int32{n.first, n.second} {
				c := &s.dipoles[c]
				add(c.normal, c.area, c.center.Mul(c.area))
			}
		} else {
			for _, t := range s.triangles[^n.first:n.second] {
				a, b, c := vec64(t[0]), vec64(t[1]), vec64(t[2])
				normal := b.Sub(a).Cross(c.Sub(a)).Mul(0.5)
				area := normal.Len()
				add(normal, area, a.Add(b).Add(c).Mul(area/3))
			}
		}
		d.center = vec64(n.box.Center())
		if d.area > 0 {
			d.center = moment.Mul(1 / d.area)
		}
		for k := range 8 {
			d.radius = max(d.radius, vec64(n.box.Corner(k)).Sub(d.center).Len())
		}
	}
}

// Distance returns how far a point is from the surface, +Inf where that has no triangles.
func (s *Surface) Distance(p mgl32.Vec3) float32 {
	best, from := math.Inf(1), vec64(p)
	if len(s.triangles) > 0 {
		Nearest(s.tree, 0, from, &best, func(first, end int) {
			for _, t := range s.triangles[first:end] {
				at, _ := ClosestOnTriangle(from, vec64(t[0]), vec64(t[1]), vec64(t[2]))
				d := minus(from, at)
				best = min(best, dot(d, d))
			}
		})
	}
	return float32(math.Sqrt(best))
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
	if len(s.triangles) == 0 || !s.tree.nodes[0].box.Contains(p) {
		return false
	}
	return math.Abs(s.angle(0, vec64(p))) > 2*math.Pi
}

// angle is the solid angle of the triangles below a node seen from p, positive where they face away.
func (s *Surface) angle(i int32, p mgl64.Vec3) (sum float64) {
	n, far := &s.tree.nodes[i], &s.dipoles[i]
	d := far.center.Sub(p)
	if r := d.Len(); r > surfaceFar*far.radius {
		return far.normal.Dot(d) / (r * r * r)
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
