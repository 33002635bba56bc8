package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Receivers are the points that look into one cascade: what a view sees of a scene between two depths. A
// cascade's map is much larger than that, since it must not change with every turn of the camera.
// What casts no shadow on these points need not be drawn into it.
type Receivers struct {
	Planes Frustum    // of the view between the depths, a pixel wider than the picture on each side
	Light  mgl32.Vec3 // unit, the way the sun's light travels
	Bounds Box        // of the scene and Margin around it: no receiver is elsewhere
	Margin float32    // metres that a point may look beside its own place in the map
}

// receiverMargin is in texels: a point is moved by up to √2·2.5 of them (NormalOffset), and the filter's taps
// are up to 3 away in both directions (MaxShadowFilter).
const receiverMargin = math.Sqrt2*(MaxShadowFilter+0.5) + math.Sqrt2*(MaxShadowFilter+1)

// Receivers returns the points of a view that look into a cascade planned for it, with jitter of up to a
// pixel. The bounds are those that the cascade was planned with.
func (c *Cascade) Receivers(view View, sun Sun, bounds Box) Receivers {
	x := float64(view.HalfX) * (1 + 2/float64(view.Width))
	y := float64(view.HalfY) * (1 + 2/float64(view.Height))
	planes := [6]mgl64.Vec4{
		{1, 0, -x, 0}, {-1, 0, -x, 0}, {0, 1, -y, 0}, {0, -1, -y, 0},
		{0, 0, -1, -float64(c.SplitNear)}, {0, 0, 1, float64(c.SplitFar)},
	}
	if view.Orthographic {
		planes[0], planes[1] = mgl64.Vec4{1, 0, 0, x}, mgl64.Vec4{-1, 0, 0, x}
		planes[2], planes[3] = mgl64.Vec4{0, 1, 0, y}, mgl64.Vec4{0, -1, 0, y}
	}
	r := Receivers{Light: sun.Direction, Bounds: bounds, Margin: (receiverMargin+math.Sqrt2*float32(sun.softReach()))*c.TexelSize + 2*c.rounding}
	worldFromView := mat64(view.ViewFromWorld).Transpose() // of planes
	for i, p := range planes {
		p = worldFromView.Mul4x1(p)
		p = p.Mul(1 / p.Vec3().Len())
		r.Planes[i] = mgl32.Vec4{float32(p[0]), float32(p[1]), float32(p[2]), float32(p[3])}
	}
	around := mgl32.Vec3{r.Margin, r.Margin, r.Margin}
	r.Bounds.Min, r.Bounds.Max = bounds.Min.Sub(around), bounds.Max.Add(around)
	return r
}

// Sweep returns how far the shadow of a box may reach before it leaves the bounds, metres.
func (r *Receivers) Sweep(b Box) float32 {
	far := float32(math.MaxFloat32)
	for k, l := range r.Light {
		switch {
		case l > 0:
			far = min(far, (r.Bounds.Max[k]-b.Min[k])/l)
		case l < 0:
			far = min(far, (r.Bounds.Min[k]-b.Max[k])/l)
		}
	}
	return max(far, 0)
}

// Shaded says whether a caster within a box, which is within the scene's bounds, may shade any of the
// receivers. Its shadow is in the box as it moves with the light through the scene; a plane that all of that is
// outside of separates it from them. It never denies a caster that shades one.
func (r *Receivers) Shaded(b Box) bool {
	if b.Empty() {
		return false
	}
	sweep := r.Sweep(b)
	for _, p := range r.Planes {
		q := b.Min
		for k := range 3 {
			if p[k] > 0 {
				q[k] = b.Max[k]
			}
		}
		reach := r.Margin + max(p.Vec3().Dot(r.Light), 0)*sweep
		if p.Vec3().Dot(q)+p[3] < -reach*(1+1e-6)-slack(p, q) {
			return false
		}
	}
	return true
}
