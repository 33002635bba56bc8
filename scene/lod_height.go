package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

var inf32 = float32(math.Inf(1))

// Distances and tangents below this count as this.
const lodLeast = 1e-4

// ScreenHeight returns the share of the picture's height that something fills, whatever the picture's
// size:
//
//	size · scale / (2 · max(d, 1e-4) · max(tan(fov_y/2), 1e-4))
//
// Size is in metres before the scale, which is MaxScale of the transform to the world, and d in metres.
func ScreenHeight(size, scale, d, tanHalfFovY float32) float32 {
	return float32(float64(size) * float64(scale) / (2 * max(float64(d), lodLeast) * max(float64(tanHalfFovY), lodLeast)))
}

// DistanceOfHeight is the inverse of ScreenHeight: the distance at which something fills a share of the
// picture's height. Heights that are larger than what any distance gives are at 1e-4, and a
// height of zero or less is infinitely far.
func DistanceOfHeight(size, scale, height, tanHalfFovY float32) float32 {
	if !(height > 0) {
		return inf32
	}
	d := float64(size) * float64(scale) / (2 * float64(height) * max(float64(tanHalfFovY), lodLeast))
	return float32(max(d, lodLeast))
}

// HeightOfError returns the height on screen of a group at which an error of one of its levels, in
// metres where the group is size metres, is as high as a number of pixels in a picture of
// pictureHeight pixels. The level before may end there.
func HeightOfError(size, err, pixels float32, pictureHeight int) float32 {
	return float32(float64(pixels) * float64(size) / (float64(err) * float64(pictureHeight)))
}

// ErrorOfHeight is its inverse: how many pixels the error is high.
func ErrorOfHeight(size, err, height float32, pictureHeight int) float32 {
	return float32(float64(height) * float64(err) / float64(size) * float64(pictureHeight))
}

// MaxScale returns the largest factor by which a transform stretches one of the axes; mirroring
// does not change it.
func MaxScale(m mgl32.Mat4) float32 {
	most := 0.0
	for k := range 3 {
		x, y, z := float64(m[4*k]), float64(m[4*k+1]), float64(m[4*k+2])
		most = max(most, x*x+y*y+z*z)
	}
	return float32(math.Sqrt(most))
}

// A LodInstance is a group where it stands in the world. It is 16 bytes, a vec4 to a shader.
type LodInstance struct {
	Center mgl32.Vec3 // world, metres
	Extent float32    // Size · MaxScale, metres
}

// At returns the group as it stands in the world.
func (g *LodGroup) At(worldFromEntity mgl32.Mat4) LodInstance {
	center := mat64(worldFromEntity).Mul4x1(vec64(g.Center).Vec4(1))
	return LodInstance{
		Center: mgl32.Vec3{float32(center[0]), float32(center[1]), float32(center[2])},
		Extent: float32(float64(g.Size) * float64(MaxScale(worldFromEntity))),
	}
}

// A LodView is what choosing levels needs of a view, in 32 bytes: two vec4 to a shader.
type LodView struct {
	Eye           mgl32.Vec3 // world
	HeightScale   float32    // bias / (2 · max(tan(fov_y/2), 1e-4)); bias / height seen for an orthographic view
	DistanceScale float32    // 1 / bias
	Flags         uint32     // LodViewCulls, LodViewOrthographic
	_             [2]uint32
}

// Flags of a LodView.
const (
	LodViewCulls        = 1 << iota // everything
	LodViewOrthographic             // heights do not depend on the distance
)

// LodView returns how the view measures groups. Shadow maps measure with the main camera's.
func (v View) LodView(s LodSettings) LodView {
	out := LodViewAt(v.Position, v.HalfY, s)
	if v.Orthographic {
		out.Flags |= LodViewOrthographic
	}
	return out
}

// LodViewAt returns it for an eye and the tangent of half the vertical field of view.
func LodViewAt(eye mgl32.Vec3, tanHalfFovY float32, s LodSettings) LodView {
	if !(s.Bias > 0) {
		return LodView{Eye: eye, Flags: LodViewCulls}
	}
	return LodView{
		Eye:           eye,
		HeightScale:   float32(float64(s.Bias) / (2 * max(float64(tanHalfFovY), lodLeast))),
		DistanceScale: float32(1 / float64(s.Bias)),
	}
}

// Distance returns how far from the eye a group is, in metres.
func (v *LodView) Distance(in LodInstance) float32 {
	x, y, z := in.Center[0]-v.Eye[0], in.Center[1]-v.Eye[1], in.Center[2]-v.Eye[2]
	return float32(math.Sqrt(float64(float32(x*x) + float32(y*y) + float32(z*z))))
}

// Measure returns what a group's bands are compared with. It never grows with the distance: the
// biased height on screen h', or the biased distance with its sign turned around. -Inf is below
// every band. A shader repeats it in this order.
func (v *LodView) Measure(in LodInstance, byDistance bool) float32 {
	if v.Flags&LodViewCulls != 0 {
		return -inf32
	}
	d := v.Distance(in)
	if byDistance {
		return -min(float32(d*v.DistanceScale), math.MaxFloat32)
	}
	if v.Flags&LodViewOrthographic != 0 {
		d = 1
	}
	return float32(in.Extent*v.HeightScale) / max(d, lodLeast)
}
