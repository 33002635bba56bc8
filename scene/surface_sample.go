package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Comparing surfaces by points that are spread over them, the same ones on every run.

// SurfaceSamples is how many points a comparison takes: for two levels of some thousand triangles
// about 30 ms.
const SurfaceSamples = 8192

// Samples returns at most n points of the surface: its vertices, or where they are more than half of n
// every so many of them, and points spread evenly over its area.
func (s *Surface) Samples(n int) []mgl32.Vec3 {
	corners := min(len(s.vertices), n/2)
	out := make([]mgl32.Vec3, 0, n)
	for i := range corners {
		out = append(out, s.vertices[i*len(s.vertices)/corners])
	}
	if n -= corners; !(s.area > 0) {
		return out
	}
	// Point i is where the area of the triangles so far reaches (i + 1/2) / n of all; inside its triangle
	// it is at a point of the Halton sequence, folded over the diagonal.
	done, i := 0.0, 0
	for _, t := range s.triangles {
		a, b, c := vec64(t[0]), vec64(t[1]), vec64(t[2])
		ab, ac := b.Sub(a), c.Sub(a)
		done += ab.Cross(ac).Len() / 2
		for ; i < n && (float64(i)+0.5)*s.area <= done*float64(n); i++ {
			u, v := radicalInverse(2, i+1), radicalInverse(3, i+1)
			if u+v > 1 {
				u, v = 1-u, 1-v
			}
			p := a.Add(ab.Mul(u)).Add(ac.Mul(v))
			out = append(out, mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])})
		}
	}
	return out
}

// radicalInverse mirrors the digits of i at the point.
func radicalInverse(base, i int) (out float64) {
	for f := 1 / float64(base); i > 0; f /= float64(base) {
		out += f * float64(i%base)
		i /= base
	}
	return out
}

// Deviation returns how far a surface is from another one at most, in metres: the one-sided Hausdorff
// distance max over p of min over q of |p - q|, with p among n Samples of the surface and q anywhere on the
// other. The true distance is never less. It is false where one of the two has no triangles.
func (s *Surface) Deviation(from *Surface, n int) (float32, bool) {
	if len(s.triangles) == 0 || len(from.triangles) == 0 {
		return 0, false
	}
	var most float32
	for _, p := range s.Samples(n) {
		most = max(most, from.Distance(p))
	}
	if most <= from.rounding() {
		most = 0
	}
	return most, true
}

// rounding is what float32 may be wrong by in a distance between points that are rounded to it. Less than
// this is nothing, so that equal surfaces are no distance apart.
func (s *Surface) rounding() float32 {
	if len(s.triangles) == 0 {
		return 0
	}
	var most float32
	box := &s.tree.nodes[0].box
	for k := range 3 {
		most = max(most, -box.Min[k], box.Max[k])
	}
	return most / (1 << 21)
}

// Protrusion returns how far a surface sticks out of another one at most, in metres, over n Samples: how
// far those are from it that it does not enclose. What has no triangles is infinitely far; nothing
// sticks out of it by 0.
func (s *Surface) Protrusion(outOf *Surface, n int) float32 {
	type candidate struct {
		at       mgl32.Vec3
		distance float32
	}
	var points []candidate
	for _, p := range s.Samples(n) {
		points = append(points, candidate{p, outOf.Distance(p)})
	}
	// Being inside takes longest to find out, so those that matter most come first.
	slices.SortStableFunc(points, func(a, b candidate) int {
		switch {
		case a.distance > b.distance:
			return -1
		case a.distance < b.distance:
			return 1
		}
		return 0
	})
	for _, p := range points {
		switch {
		case p.distance <= outOf.rounding():
			return 0 // it lies on the surface, and so do the others
		case !outOf.Encloses(p.at):
			return p.distance
		}
	}
	return 0
}
