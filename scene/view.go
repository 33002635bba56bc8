package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A View is a camera as one frame sees it: every matrix a pass needs, made once. Inverses and
// products are computed in float64 and rounded once.
type View struct {
	ViewFromWorld mgl32.Mat4
	WorldFromView mgl32.Mat4
	ClipFromView  mgl32.Mat4
	ViewFromClip  mgl32.Mat4
	ClipFromWorld mgl32.Mat4
	WorldFromClip mgl32.Mat4

	Position      mgl32.Vec3 // world
	Width, Height int        // pixels
	Jitter        mgl32.Vec2 // pixels, as given

	// Half the extent seen, without jitter: tangents of the half angles in perspective, metres
	// in an orthographic view. A pixel covers 2·HalfY/Height, times the depth in perspective.
	HalfX, HalfY float32
	Orthographic bool
	Near, Far    float32 // metres along -Z; Far is +Inf where there is none
}

// View returns the camera as it draws a picture of the given size. Everything in the picture moves
// by jitter: right and down in pixels, as pixel (0, 0) is at the top left.
func (c Camera) View(width, height int, jitter mgl32.Vec2) View {
	v := View{
		Width: width, Height: height, Jitter: jitter,
		Position:     c.WorldFromCamera.Col(3).Vec3(),
		Orthographic: c.FovY == 0, Near: c.Near, Far: c.Far,
	}
	aspect := float64(width) / float64(height)
	halfY := math.Tan(float64(c.FovY) / 2)
	if v.Orthographic {
		halfY = float64(c.Height) / 2
	}
	halfX := halfY * aspect
	v.HalfX, v.HalfY = float32(halfX), float32(halfY)
	n, f := float64(c.Near), float64(c.Far)
	if f == 0 {
		f = math.Inf(1)
		v.Far = float32(f)
	}
	jx, jy := 2*float64(jitter[0])/float64(width), -2*float64(jitter[1])/float64(height)

	var clipFromView, viewFromClip mgl64.Mat4
	if v.Orthographic {
		// z = a·z_view + b is 1 at -n and 0 at -f.
		a, b := 1/(f-n), f/(f-n)
		clipFromView = mgl64.Mat4{1 / halfX, 0, 0, 0, 0, 1 / halfY, 0, 0, 0, 0, a, 0, jx, jy, b, 1}
		viewFromClip = mgl64.Mat4{halfX, 0, 0, 0, 0, halfY, 0, 0, 0, 0, 1 / a, 0, -jx * halfX, -jy * halfY, -b / a, 1}
	} else {
		// z/w = (a·z_view + b)/-z_view is 1 at -n and 0 at -f; a = 0 and b = n without a far plane.
		a, b := 0.0, n
		if !math.IsInf(f, 1) {
			a, b = n/(f-n), n*f/(f-n)
		}
		clipFromView = mgl64.Mat4{1 / halfX, 0, 0, 0, 0, 1 / halfY, 0, 0, -jx, -jy, a, -1, 0, 0, b, 0}
		viewFromClip = mgl64.Mat4{halfX, 0, 0, 0, 0, halfY, 0, 0, 0, 0, 0, 1 / b, -jx * halfX, -jy * halfY, -1, a / b}
	}
	worldFromView := mat64(c.WorldFromCamera)
	viewFromWorld := inverseAffine(worldFromView)
	v.WorldFromView = c.WorldFromCamera
	v.ViewFromWorld = mat32(viewFromWorld)
	v.ClipFromView, v.ViewFromClip = mat32(clipFromView), mat32(viewFromClip)
	v.ClipFromWorld = mat32(clipFromView.Mul4(viewFromWorld))
	v.WorldFromClip = mat32(worldFromView.Mul4(viewFromClip))
	return v
}

// ClipFromClip returns the matrix from another view's clip space to this one's. It is worked out from where the
// cameras stand: far from the origin, little is left of their difference in the matrices of either.
func (v *View) ClipFromClip(from *View) mgl32.Mat4 {
	return mat32(mat64(v.ClipFromView).Mul4(inverseAffine(mat64(v.WorldFromView))).Mul4(mat64(from.WorldFromView)).Mul4(mat64(from.ViewFromClip)))
}

// Forward returns the unit direction the view looks along, in the world.
func (v View) Forward() mgl32.Vec3 { return v.WorldFromView.Col(2).Vec3().Mul(-1).Normalize() }

// Depth returns how far in front of the camera's plane a point of the world is, in metres.
func (v View) Depth(p mgl32.Vec3) float32 {
	return -mgl32.TransformCoordinate(p, v.ViewFromWorld)[2]
}

// Footprint returns the height in metres that a pixel covers at a depth.
func (v View) Footprint(depth float32) float32 {
	size := 2 * v.HalfY / float32(v.Height)
	if v.Orthographic {
		return size
	}
	return size * depth
}

// Pixel returns where a point of the world is in the picture, in pixels from the top left corner,
// and its reversed depth. It means nothing for a point behind the camera's plane.
func (v View) Pixel(p mgl32.Vec3) (x, y, depth float32) {
	c := v.ClipFromWorld.Mul4x1(p.Vec4(1))
	return (c[0]/c[3] + 1) / 2 * float32(v.Width), (1 - c[1]/c[3]) / 2 * float32(v.Height), c[2] / c[3]
}

// inverseAffine inverts a matrix whose last row is 0 0 0 1, by cofactors.
func inverseAffine(m mgl64.Mat4) mgl64.Mat4 {
	r := m.Mat3().Inv()
	t := r.Mul3x1(m.Col(3).Vec3()).Mul(-1)
	out := r.Mat4()
	out.SetCol(3, t.Vec4(1))
	return out
}

func mat64(m mgl32.Mat4) (out mgl64.Mat4) {
	for i, x := range m {
		out[i] = float64(x)
	}
	return out
}

func mat32(m mgl64.Mat4) (out mgl32.Mat4) {
	for i, x := range m {
		out[i] = float32(x)
	}
	return out
}

func vec64(v mgl32.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

func vec32(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}
