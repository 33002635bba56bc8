package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// MaxCascades is how many shadow maps the sun has at most.
const MaxCascades = 4

// CascadeBorder is the width in texels of the frame around what a cascade must cover. A filter of
// MaxShadowFilter and the normal offset that goes with it stay within the map; the sun's penumbra, if it has one,
// gets SoftReach more.
const CascadeBorder = 7

// A Cascade is one shadow map of the sun: an orthographic view with reversed depth, 1 towards the
// sun. A receiver uses the first cascade whose SplitFar is beyond its view depth, and may blend
// with the next one from that one's SplitNear on.
type Cascade struct {
	ClipFromWorld       mgl32.Mat4
	SplitNear, SplitFar float32 // metres of view depth that the map covers
	TexelSize           float32 // metres
	DepthRange          float32 // metres between depth 0 and 1
	rounding            float32 // metres: float32's error in a point's distance towards the sun
}

// PlanCascades chooses the sun's shadow maps, of size × size texels, for what a view sees of a
// scene. The bounds hold all casters and receivers, size is at least 128. Nothing in view: no cascades.
//
// The view depths in which anything can be are cut into slices by the practical scheme of Zhang et
// al. ("Parallel-Split Shadow Maps for Large-Scale Virtual Environments", 2006), a mix of even and
// logarithmic steps. There are as few slices as make every map's texel no larger than
// two of the picture's pixels at the near end of its slice, and at most limit.
//
// No map shimmers while the camera moves or turns. A map is fixed to a grid of its texels in
// the world, and its extent does not depend on where the camera looks: it is that of the ball
// around the slice (or of the whole scene as the sun sees it, where that is smaller), and the
// slices only change in steps of a sixth of an octave. Fitting a map to what a slice and the scene have in
// common would be tighter, and would change with every turn.
//
// Depth covers all of the scene's bounds in every map, so casters outside the slice throw
// their shadows into it and depth clamping is not needed.
func PlanCascades(view View, sun Sun, bounds Box, size, limit int) []Cascade {
	return AppendCascades(nil, view, sun, bounds, size, limit)
}

// AppendCascades is PlanCascades for every frame: it appends to plan, and allocates nothing where
// that has room.
func AppendCascades(plan []Cascade, view View, sun Sun, bounds Box, size, limit int) []Cascade {
	from, to, ok := visibleDepths(view, bounds)
	if !ok || limit < 1 {
		return plan
	}
	start := len(plan)
	light := newSunSpace(sun.Direction, bounds)
	light.border = CascadeBorder + sun.softReach()
	from, to = stepDown(from), stepUp(to)
	if near := float64(view.Near); from < near {
		from = near
	}
	for count := 1; count <= min(limit, MaxCascades); count++ {
		plan = plan[:start]
		fine := true
		for i := range count {
			near, far := split(view, from, to, i, count), split(view, from, to, i+1, count)
			if i > 0 {
				near -= cascadeOverlap * (near - split(view, from, to, i-1, count))
			}
			c := light.cascade(view, near, far, size)
			fine = fine && c.TexelSize <= fineTexel*view.Footprint(float32(split(view, from, to, i, count)))
			plan = append(plan, c)
		}
		if fine {
			break
		}
	}
	return plan
}

const (
	fineTexel      = 2    // pixels that a texel may cover: the filter hides its steps
	cascadeOverlap = 0.1  // share of a slice that the next one covers too, for blending
	splitMix       = 0.75 // of logarithmic steps; by eye, as is the next one
	splitNearest   = 1.0 / 300
	splitStart     = 8   // metres: no first map of a wide land is made for what is further away
	splitEven      = 600 // metres that the even steps share out
)

// split returns where slice i of count begins. The logarithmic steps start no nearer than a
// small share of the whole range: nobody looks for shadows a hand's breadth before the lens. Where one sees for miles
// they do start near, and even steps count for the first part only, or what stands close by would have texels of metres.
func split(view View, from, to float64, i, count int) float64 {
	switch t := float64(i) / float64(count); {
	case i == 0:
		return from
	case i == count:
		return to
	case view.Orthographic:
		return from + (to-from)*t
	default:
		first := math.Max(from, math.Min(to*splitNearest, splitStart))
		return splitMix*first*math.Pow(to/first, t) + (1-splitMix)*(from+math.Min(to-from, splitEven)*t)
	}
}

// stepDown and stepUp round to sixths of an octave, away from the range between them. Depths
// at or below zero (behind an orthographic camera's plane) keep their sign.
func stepDown(x float64) float64 { return -stepUp(-x) }

func stepUp(x float64) float64 {
	if x == 0 {
		return 0
	}
	if x < 0 {
		return -math.Exp2(math.Floor(6*math.Log2(-x)) / 6)
	}
	return math.Exp2(math.Ceil(6*math.Log2(x)) / 6)
}

// sunSpace has +Z towards the sun; its other axes depend on the sun alone.
type sunSpace struct {
	right, up, back mgl64.Vec3
	min, max        mgl64.Vec3 // the scene
	rounding        float64    // metres
	border          int        // texels
}

func newSunSpace(direction mgl32.Vec3, bounds Box) sunSpace {
	s := sunSpace{back: vec64(direction).Mul(-1).Normalize()}
	up := mgl64.Vec3{0, 1, 0}
	if math.Abs(s.back[1]) > 0.99 {
		up = mgl64.Vec3{0, 0, -1}
	}
	s.right = up.Cross(s.back).Normalize()
	s.up = s.back.Cross(s.right)
	inf := math.Inf(1)
	s.min, s.max = mgl64.Vec3{inf, inf, inf}, mgl64.Vec3{-inf, -inf, -inf}
	for i := range 8 {
		corner := vec64(bounds.Corner(i))
		p := s.of(corner)
		for k := range 3 {
			s.min[k], s.max[k] = math.Min(s.min[k], p[k]), math.Max(s.max[k], p[k])
			s.rounding = math.Max(s.rounding, math.Abs(corner[k]))
		}
	}
	s.rounding *= 1.0 / (1 << 21) // a few units in the last place of the largest coordinate
	return s
}

func (s *sunSpace) of(p mgl64.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{s.right.Dot(p), s.up.Dot(p), s.back.Dot(p)}
}

// cascade makes the map of the view depths near..far.
func (s *sunSpace) cascade(view View, near, far float64, size int) Cascade {
	depth, radius := sliceBall(view, near, far)
	center := s.of(mat64(view.WorldFromView).Mul4x1(mgl64.Vec4{0, 0, -depth, 1}).Vec3())
	if scene := math.Max(s.max[0]-s.min[0], s.max[1]-s.min[1]) / 2; scene < radius {
		radius = scene
		center[0], center[1] = (s.min[0]+s.max[0])/2, (s.min[1]+s.max[1])/2
	}
	// The border's texels are taken off, and one more that snapping moves the centre by.
	radius = math.Max(radius, 1e-6) + s.rounding
	texel := 2 * radius / float64(size-2*s.border-1)
	for k := range 2 {
		center[k] = math.Round(center[k]/texel) * texel
	}
	half := texel * float64(size) / 2
	// A receiver is moved towards the sun by its bias: leave room.
	pad := (CascadeBorder+1)*texel + 2*s.rounding
	low, high := s.min[2]-pad, s.max[2]+pad
	span := high - low
	var clipFromSun mgl64.Mat4
	clipFromSun.Set(0, 0, 1/half)
	clipFromSun.Set(1, 1, 1/half)
	clipFromSun.Set(2, 2, 1/span)
	clipFromSun.Set(0, 3, -center[0]/half)
	clipFromSun.Set(1, 3, -center[1]/half)
	clipFromSun.Set(2, 3, -low/span)
	clipFromSun.Set(3, 3, 1)
	sunFromWorld := mgl64.Mat4FromRows(s.right.Vec4(0), s.up.Vec4(0), s.back.Vec4(0), mgl64.Vec4{0, 0, 0, 1})
	return Cascade{
		ClipFromWorld: mat32(clipFromSun.Mul4(sunFromWorld)),
		SplitNear:     float32(near), SplitFar: float32(far),
		TexelSize: float32(texel), DepthRange: float32(span), rounding: float32(s.rounding),
	}
}

// sliceBall returns the smallest ball around the view's depths near..far: the depth of its centre,
// which is on the axis, and its radius. In perspective the centre is as far from the near
// corners as from the far ones, or in the far plane where that would lie beyond it.
func sliceBall(view View, near, far float64) (depth, radius float64) {
	k := math.Hypot(float64(view.HalfX), float64(view.HalfY))
	if view.Orthographic {
		return (near + far) / 2, math.Hypot(k, (far-near)/2)
	}
	depth = math.Min((near+far)/2*(1+k*k), far)
	return depth, math.Hypot(far-depth, far*k)
}
