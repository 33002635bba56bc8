package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// A ray starts at origin + near·way. The way may have any length but 0: distances are in units of it.
type ray struct {
	origin, way mgl64.Vec3
	near, far   float64
}

// at returns the point at a distance.
func (r ray) at(t float64) mgl64.Vec3 { return r.origin.Add(r.way.Mul(t)) }

// transform returns the ray in another space; distances along it stay what they are.
func (r ray) transform(m *mgl64.Mat4) ray {
	r.origin = m.Mul4x1(r.origin.Vec4(1)).Vec3()
	r.way = m.Mul4x1(r.way.Vec4(0)).Vec3()
	return r
}

// meets says whether the ray passes through a box between near and far (the slab test of Kay and Kajiya, "Ray
// Tracing Complex Scenes", 1986).
func (r *ray) meets(b *Box) bool {
	near, far := r.near, r.far
	for k := range 3 {
		lo, hi, o, w := float64(b.Min[k]), float64(b.Max[k]), r.origin[k], r.way[k]
		if w == 0 {
			if o < lo || o > hi {
				return false
			}
			continue
		}
		a, z := (lo-o)/w, (hi-o)/w
		near, far = max(near, min(a, z)), min(far, max(a, z))
	}
	return near <= far*(1+1e-12)+1e-300
}

// A surfaceHit is where a ray meets a triangle.
type surfaceHit struct {
	distance float64 // in units of the ray's way
	triangle int     // of the surface, as it was added
	b, c     float64 // weights of its second and third corner
	front    bool    // it winds counter-clockwise seen from the ray's origin
}

// hit returns what a ray meets first of what accept takes. The time is logarithmic in the triangles, some
// microseconds for a million.
func (s *Surface) hit(r ray, accept func(*surfaceHit) bool) (best surfaceHit, ok bool) {
	s.tree.meet(&r, func(first, end int) {
		for i := first; i < end; i++ {
			t := &s.triangles[i]
			h, met := r.triangle(vec64(t[0]), vec64(t[1]), vec64(t[2]))
			if h.triangle = int(s.order[i]); met && accept(&h) {
				best, ok, r.far = h, true, h.distance
			}
		}
	})
	return best, ok
}

// triangle intersects the ray with a triangle between near and far (Möller and Trumbore, "Fast, Minimum Storage
// Ray/Triangle Intersection", 1997). Edges belong to both of their triangles, so that no ray passes between.
func (r *ray) triangle(a, b, c mgl64.Vec3) (h surfaceHit, ok bool) {
	const edge = 1e-9
	ab, ac := b.Sub(a), c.Sub(a)
	p := r.way.Cross(ac)
	det := ab.Dot(p)
	if det == 0 || math.IsNaN(det) {
		return h, false
	}
	s := r.origin.Sub(a)
	h.b = s.Dot(p) / det
	q := s.Cross(ab)
	h.c = r.way.Dot(q) / det
	h.distance = ac.Dot(q) / det
	h.front = det > 0
	ok = h.b >= -edge && h.c >= -edge && h.b+h.c <= 1+edge && h.distance >= r.near && h.distance < r.far
	return h, ok
}
