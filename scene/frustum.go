package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// A Frustum is what a projection can see, as six planes that look inward: xyz is a unit normal and
// w the offset, so that xyz·p + w ≥ 0 inside. Left, right, bottom, top, near, far; a far plane at
// infinity is (0, 0, 0, 1), which everything is inside of.
type Frustum [6]mgl32.Vec4

// FrustumOf returns the frustum of a matrix with clip space as doc.go defines it (Gribb and
// Hartmann, "Fast Extraction of Viewing Frustum Planes", 2001, for -w ≤ x, y ≤ w and 0 ≤ z ≤ w).
func FrustumOf(clipFromWorld mgl32.Mat4) Frustum {
	row := func(i int) (r [4]float64) {
		for k := range 4 {
			r[k] = float64(clipFromWorld.At(i, k))
		}
		return r
	}
	x, y, z, w := row(0), row(1), row(2), row(3)
	var f Frustum
	for i, half := range [6][2][4]float64{{w, x}, {w, x}, {w, y}, {w, y}, {w, z}, {{}, z}} {
		sign := 1.0
		if i == 1 || i == 3 || i == 4 {
			sign = -1
		}
		var p [4]float64
		for k := range 4 {
			p[k] = half[0][k] + sign*half[1][k]
		}
		// The far plane of an infinite projection has no normal beyond rounding.
		length := math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2])
		if length < 1e-12*math.Abs(p[3]) || length == 0 {
			f[i] = mgl32.Vec4{0, 0, 0, 1}
			continue
		}
		f[i] = mgl32.Vec4{float32(p[0] / length), float32(p[1] / length), float32(p[2] / length), float32(p[3] / length)}
	}
	return f
}

// Frustum returns what the view sees, jitter included.
func (v View) Frustum() Frustum { return FrustumOf(v.ClipFromWorld) }

// MeetsBox says whether any of the box may be inside. It never denies a box that is; it
// may keep one that is only near an edge or a corner.
func (f *Frustum) MeetsBox(b Box) bool {
	if b.Empty() {
		return false
	}
	for _, p := range f {
		q := b.Min
		for k := range 3 {
			if p[k] > 0 {
				q[k] = b.Max[k]
			}
		}
		if p.Vec3().Dot(q)+p[3] < -slack(p, q) {
			return false
		}
	}
	return true
}

// MeetsSphere is MeetsBox for a ball.
func (f *Frustum) MeetsSphere(center mgl32.Vec3, radius float32) bool {
	for _, p := range f {
		if p.Vec3().Dot(center)+p[3] < -radius-slack(p, center) {
			return false
		}
	}
	return true
}

// slack is more than what float32 may be wrong by in the distance of a point from a plane.
func slack(p mgl32.Vec4, q mgl32.Vec3) float32 {
	abs := func(x float32) float32 { return max(x, -x) }
	return 4e-7 * (abs(p[0]*q[0]) + abs(p[1]*q[1]) + abs(p[2]*q[2]) + abs(p[3]))
}
