package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// A LampFace is what a lamp sees of the world in one shadow map: a perspective view from the lamp with reversed
// depth, LampNear/w at a distance of w along Forward, and no far end. A spot has one, unless its cone is wide; other
// lamps have the six of a cube.
//
// A map has a border around what it must cover, so that what a filter reads around a point near an
// edge lies in the same map, and where two faces of a cube meet both hold what is there.
type LampFace struct {
	Position           mgl32.Vec3
	Right, Up, Forward mgl32.Vec3 // unit, world; Right × Up = Forward
	Slope              float32    // of what it must cover, without the border: the tangent of half its angle
}

const (
	// LampNear is the distance in metres within which nothing casts a shadow: the lamp itself is there.
	LampNear = MinLightDistance

	lampFilter = 2 // texels that the filter of lamp_shadow.glsl reaches: half the width of its tent
	lampBorder = 6 // texels: the filter's reach, and what the normal offset moves a point by
	wideCone   = math.Pi / 3
)

// cubeFaces are the axes of a cube map's faces: +x -x +y -y +z -z.
var cubeFaces = [6]LampFace{
	{Forward: mgl32.Vec3{1, 0, 0}, Right: mgl32.Vec3{0, 0, -1}, Up: mgl32.Vec3{0, 1, 0}},
	{Forward: mgl32.Vec3{-1, 0, 0}, Right: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}},
	{Forward: mgl32.Vec3{0, 1, 0}, Right: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 0, -1}},
	{Forward: mgl32.Vec3{0, -1, 0}, Right: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 0, 1}},
	{Forward: mgl32.Vec3{0, 0, 1}, Right: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}},
	{Forward: mgl32.Vec3{0, 0, -1}, Right: mgl32.Vec3{-1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}},
}

// CubeFace returns the number of the cube's face that a direction goes through: that of its largest component, x
// before y before z where they are equal.
func CubeFace(d mgl32.Vec3) int {
	a := mgl32.Vec3{abs(d[0]), abs(d[1]), abs(d[2])}
	k := 0
	if a[1] > a[0] {
		k = 1
	}
	if a[2] > max(a[0], a[1]) {
		k = 2
	}
	if d[k] < 0 {
		return 2*k + 1
	}
	return 2 * k
}

func abs(x float32) float32 { return max(x, -x) }

// PointFaces are the faces of a lamp that shines to all sides.
func PointFaces(position mgl32.Vec3) [6]LampFace {
	faces := cubeFaces
	for i := range faces {
		faces[i].Position, faces[i].Slope = position, 1
	}
	return faces
}

// WideCone says whether a cone is too wide for one map, whose texels would grow without end at its rim. A spot has the
// faces of a cube then.
func WideCone(halfAngle float32) bool { return halfAngle > wideCone }

// SpotFace is the one face of a spot whose cone is not wide. The axis is unit, or zero for a spot that lights nothing.
func SpotFace(position, axis mgl32.Vec3, halfAngle float32) LampFace {
	f := LampFace{Position: position, Forward: axis, Slope: float32(math.Tan(float64(halfAngle)))}
	if axis.Len() == 0 {
		f.Forward = mgl32.Vec3{0, -1, 0}
	}
	up := mgl32.Vec3{0, 1, 0}
	if abs(f.Forward[1]) > 0.9 {
		up = mgl32.Vec3{0, 0, 1}
	}
	f.Right = up.Cross(f.Forward).Normalize()
	f.Up = f.Forward.Cross(f.Right)
	return f
}

// MeetsCone says whether any of a cone from the lamp may be in the face, a cube's: its corners are
// acos(1/√3) off its middle.
func (f LampFace) MeetsCone(axis mgl32.Vec3, halfAngle float32) bool {
	angle := float64(halfAngle) + math.Acos(1/math.Sqrt(3)) + 1e-3
	return angle >= math.Pi || float64(axis.Dot(f.Forward)) >= math.Cos(angle)
}

// Tangent returns the tangent of half the angle that a map of size texels covers, its border included.
func (f LampFace) Tangent(size int) float32 {
	return f.Slope * float32(size) / float32(size-2*lampBorder)
}

// NormalOffset returns e, by which a receiver is moved along its normal n before it is looked up: by
// e·w·s/(1 - e·s·(n·Forward)) metres, where w is its distance along Forward and s = |n·Right| + |n·Up|.
//
// The reason is Cascade.NormalOffset's, and for the perspective it is exact: on a plane, 1/w is linear over the map,
// with slopes n·Right/D and n·Up/D where D is the lamp's distance from the plane. The filter compares with
// the middles of texels up to lampFilter away to either side, at which the plane is nearer than at the point by up to
// e·s/D in 1/w, where e is that many texels in units of slope. A point at w' that stands o above the plane is
// (1/w')·(o/D) nearer than the plane behind it, so that o = e·s·w' is enough however the plane lies; and w' is w
// plus o·(n·Forward). There is no acne, and no receiver moves by more than 3 texels.
func (f LampFace) NormalOffset(size int) float32 {
	return lampFilter * 2 * f.Tangent(size) / float32(size)
}

// LampDepthBias returns how much nearer to the lamp, in metres, a receiver is looked up besides: float32's rounding
// in a world of coordinates up to extent, that of where the camera sees the receiver at a distance in metres, and what a
// shading normal 3° off the face lacks, as in Cascade.DepthBias; offset is NormalOffset at the receiver, in metres.
//
// What the camera sees is worked out from the depth of large triangles, which GPUs interpolate from 1 at the near plane: some
// units in the last place of that are some 1e-5 of the distance.
func LampDepthBias(extent, distance, offset float32) float32 {
	return extent/(1<<20) + distance/(1<<15) + 0.05*offset
}

// MeetsBox says whether any of the box may be seen in the map, border included. It never denies a box that is.
func (f LampFace) MeetsBox(b Box, size int) bool {
	if b.Empty() {
		return false
	}
	center, half := b.Center().Sub(f.Position), b.Size().Mul(0.5)
	t := f.Tangent(size)
	for _, side := range [4]mgl32.Vec3{f.Right, f.Right.Mul(-1), f.Up, f.Up.Mul(-1)} {
		n := f.Forward.Mul(t).Add(side)
		reach := abs(n[0])*half[0] + abs(n[1])*half[1] + abs(n[2])*half[2]
		far := abs(f.Position[0]) + abs(f.Position[1]) + abs(f.Position[2])
		slack := 1e-5*(abs(n[0]*center[0])+abs(n[1]*center[1])+abs(n[2]*center[2])+reach) + 1e-6*(1+t)*far
		if n.Dot(center)+reach < -slack {
			return false
		}
	}
	return true
}

// BallMeetsBox says whether a box comes within a radius of a point. It never denies a box that does.
func BallMeetsBox(center mgl32.Vec3, radius float32, b Box) bool {
	var d2 float32
	for k := range 3 {
		d := max(b.Min[k]-center[k], center[k]-b.Max[k], 0)
		d2 += d * d
	}
	return d2 <= radius*radius*(1+1e-5)
}
