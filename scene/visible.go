package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// visibleDepths returns the least and the greatest depth at which a point of the box can be in the
// view (jitter left aside), and whether there is any. Both are exact but for rounding: what a convex
// polyhedron and a convex view have in common has its extremes at corners, and those are corners
// of the box's faces cut by the view, or of the view's faces cut by the box.
func visibleDepths(view View, box Box) (near, far float64, ok bool) {
	if box.Empty() {
		return 0, 0, false
	}
	for k := range 3 { // a flat box has no volume to cut with: give it a little
		if least := max(1e-5*box.Radius(), 1e-6); box.Max[k]-box.Min[k] < least {
			box.Min[k] -= least
			box.Max[k] += least
		}
	}
	// In view space with z as depth, so that all of this is about a few numbers.
	world := mat64(view.ViewFromWorld)
	var corner [8]mgl64.Vec3
	deepest := math.Inf(-1)
	for i := range corner {
		p := world.Mul4x1(vec64(box.Corner(i)).Vec4(1)).Vec3()
		corner[i] = mgl64.Vec3{p[0], p[1], -p[2]}
		deepest = math.Max(deepest, corner[i][2])
	}
	lens, end := float64(view.Near), math.Min(float64(view.Far), deepest)
	if end < lens {
		return 0, 0, false
	}
	end = math.Max(end, lens+1e-9*math.Abs(lens))
	var seen [8]mgl64.Vec3
	for i := range seen {
		depth := lens
		if i&4 != 0 {
			depth = end
		}
		x, y := float64(view.HalfX), float64(view.HalfY)
		if !view.Orthographic {
			x, y = x*depth, y*depth
		}
		seen[i] = mgl64.Vec3{x * float64(2*(i&1)-1), y * float64(i&2-1), depth}
	}
	near, far = math.Inf(1), math.Inf(-1)
	measure := func(faces, cutter *[8]mgl64.Vec3) {
		planes := hexahedronPlanes(cutter)
		for _, f := range hexahedronFaces {
			poly := polygon{n: 4, at: [10]mgl64.Vec3{faces[f[0]], faces[f[1]], faces[f[2]], faces[f[3]]}}
			for _, p := range planes {
				poly = poly.clip(p)
			}
			for _, q := range poly.at[:poly.n] {
				near, far = math.Min(near, q[2]), math.Max(far, q[2])
			}
		}
	}
	measure(&corner, &seen)
	measure(&seen, &corner)
	return near, far, near <= far
}

// hexahedronFaces lists the corners of each face in order around it; bit k of a corner's index is
// its side on axis k.
var hexahedronFaces = [6][4]int{{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}}

// hexahedronPlanes returns the planes of the faces, looking inward. A face without area gives no
// plane to be outside of, except through its neighbours.
func hexahedronPlanes(c *[8]mgl64.Vec3) [6]mgl64.Vec4 {
	var middle mgl64.Vec3
	for _, p := range c {
		middle = middle.Add(p.Mul(1.0 / 8))
	}
	var out [6]mgl64.Vec4
	for i, f := range hexahedronFaces {
		// The diagonals' product is the normal also where two corners coincide.
		n := c[f[2]].Sub(c[f[0]]).Cross(c[f[3]].Sub(c[f[1]]))
		length := n.Len()
		if length == 0 {
			out[i] = mgl64.Vec4{0, 0, 0, 1}
			continue
		}
		n = n.Mul(1 / length)
		on := c[f[0]].Add(c[f[1]]).Add(c[f[2]]).Add(c[f[3]]).Mul(0.25)
		d := -n.Dot(on)
		if n.Dot(middle)+d < 0 {
			n, d = n.Mul(-1), -d
		}
		// Touching counts as meeting, so that flat scenes are seen.
		size := math.Abs(on[0]) + math.Abs(on[1]) + math.Abs(on[2])
		out[i] = n.Vec4(d + 1e-9*size + 1e-12)
	}
	return out
}

// A polygon is convex. A quadrilateral cut by six planes has at most ten corners.
type polygon struct {
	n  int
	at [10]mgl64.Vec3
}

// clip keeps the part on the plane's inner side (Sutherland and Hodgman, "Reentrant Polygon
// Clipping", 1974).
func (g *polygon) clip(plane mgl64.Vec4) (out polygon) {
	add := func(p mgl64.Vec3) {
		if out.n < len(out.at) { // rounding could in principle cut one side twice
			out.at[out.n] = p
			out.n++
		}
	}
	for i, a := range g.at[:g.n] {
		b := g.at[(i+1)%g.n]
		da, db := plane.Vec3().Dot(a)+plane[3], plane.Vec3().Dot(b)+plane[3]
		if da >= 0 {
			add(a)
		}
		if (da >= 0) != (db >= 0) {
			add(a.Add(b.Sub(a).Mul(da / (da - db))))
		}
	}
	return out
}
