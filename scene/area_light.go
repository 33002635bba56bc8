package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A RectLight shines from a rectangle around the entity's origin, along its -Z, equally bright from
// wherever it is seen. The entity's scale has no effect.
type RectLight struct {
	Width, Height float32 // along X and Y, metres, > 0
	Luminance     Nit
	Color         mgl32.Vec3 // tint
	TwoSided      bool       // shines along +Z as well
	Range         float32    // metres from its middle where a smooth window ends the light; 0 is unbounded
	Shadows       bool       // whether things cast shadows in its light
}

// MinBallRadius is in metres: a smaller ball is a point.
const MinBallRadius = 1e-4

// BallLuminance returns that of a ball of a radius in metres which has the intensity to all
// sides: I/(π·r²), since it is seen as a disc.
func (i Candela) BallLuminance(radius float32) Nit {
	return Nit(float64(i) / (math.Pi * float64(radius) * float64(radius)))
}

// Area is that of the sides that shine, in square metres.
func (l *RectLight) Area() float32 {
	if l.TwoSided {
		return 2 * l.Width * l.Height
	}
	return l.Width * l.Height
}

// Illuminance returns what the light gives a surface at a point with a unit normal, in lux per
// channel: π·L times the form factor, times the window of DistanceAttenuation. Behind a light with
// one side it is 0.
func (l *RectLight) Illuminance(worldFromLight mgl32.Mat4, point, normal mgl32.Vec3) mgl32.Vec3 {
	shape := l.seenFrom(worldFromLight, point)
	if !(l.Luminance > 0) || shape.sides == 0 {
		return mgl32.Vec3{}
	}
	n := double(normal)
	e := math.Pi * float64(l.Luminance) * polygonFactor(anyFrame(n), n, shape) * float64(window(float32(shape.center.Len()), l.Range))
	return l.Color.Mul(float32(e))
}

// ballFactor returns the illuminance of a ball per π times its luminance, exact where the horizon cuts it too: cosTheta
// is the cosine between the normal and the way to its middle, sinSigma2 the squared sine of half
// the angle that it spans, 0..1 (Snyder, "Area light sources for real-time graphics", 1996, as in
// Lagarde and de Rousiers, "Moving Frostbite to Physically Based Rendering", 2014, listing 7).
func ballFactor(cosTheta, sinSigma2 float64) float64 {
	if cosTheta*cosTheta >= sinSigma2 {
		return sinSigma2 * max(cosTheta, 0)
	}
	sinTheta := math.Sqrt(1 - cosTheta*cosTheta)
	x := math.Sqrt(1/sinSigma2 - 1)
	y := min(max(-x*cosTheta/max(sinTheta, 1e-6), -1), 1)
	s := sinTheta * math.Sqrt(1-y*y)
	return ((cosTheta*math.Acos(y)-x*s)*sinSigma2 + math.Atan2(s, x)) / math.Pi
}

// An areaShape is a polygon that shines, with its corners on an ellipse, in the frame of the
// point that it lights: a rectangle is one of four sides, a disc is told by one of many.
type areaShape struct {
	center    mgl64.Vec3
	right, up mgl64.Vec3 // half axes of the ellipse
	sides     int        // 0: it shows nothing
}

// ballSides are those of the polygon whose highlight stands for a ball's: a blurred one needs fewer. Its
// share of the lobe is off by 0.005 at most, but at the outline of a sharp one.
func ballSides(roughness float64) int {
	switch {
	case roughness < 0.2:
		return 24
	case roughness < 0.5:
		return 16
	}
	return 8
}

// Reach returns where the light can be.
func (l *RectLight) Reach(viewFromLight mgl32.Mat4) LampReach {
	return PointLight{Range: l.Range}.Reach(viewFromLight)
}

// seenFrom is the rectangle from a point, without sides where the point is behind it.
func (l *RectLight) seenFrom(worldFromLight mgl32.Mat4, point mgl32.Vec3) areaShape {
	x, y, z := double(worldFromLight.Col(0).Vec3()), double(worldFromLight.Col(1).Vec3()), double(worldFromLight.Col(2).Vec3())
	s := areaShape{center: double(worldFromLight.Col(3).Vec3().Sub(point)), sides: 4}
	if x.Len() == 0 || y.Len() == 0 || z.Len() == 0 || !l.TwoSided && s.center.Dot(z) <= 0 {
		s.sides = 0
		return s
	}
	s.right, s.up = x.Mul(math.Sqrt2/2*float64(l.Width)/x.Len()), y.Mul(math.Sqrt2/2*float64(l.Height)/y.Len())
	return s
}

// ballSeenFrom is the disc that a point sees of a ball, 1 away, as a polygon of the same area.
func ballSeenFrom(position, point mgl32.Vec3, radius float32, sides int) areaShape {
	towards := double(position.Sub(point))
	d := towards.Len()
	sin2 := min(float64(radius*radius)/(d*d), 0.9999)
	frame := anyFrame(towards.Mul(1 / d))
	r := math.Sqrt(sin2/(1-sin2)) * math.Sqrt(2*math.Pi/(float64(sides)*math.Sin(2*math.Pi/float64(sides))))
	return areaShape{center: frame.Row(2), right: frame.Row(0).Mul(r), up: frame.Row(1).Mul(r), sides: sides}
}

// corner returns how far along both axes a corner is.
func (s *areaShape) corner(i int) (x, y float64) {
	sin, cos := math.Sincos((float64(i) + 0.5) * 2 * math.Pi / float64(s.sides))
	return cos, sin
}

// polygonFactor returns the integral of the clamped cosine about local Z, divided by π, over what a
// shape covers above the plane of the facet: the form factor where local is a rotation, the
// share of an LTC's lobe where it is the lobe's matrix. It is Lambert's sum over the edges, exact
// for any cut by either horizon (Baum, Rushmeier and Winget, "Improving Radiosity Solutions Through
// the Use of Analytically Determined Form-Factors", 1989, eq. 3).
//
// The facet's plane cuts first, and what it leaves open is closed by an edge from where the outline
// leaves to where it enters. Then local z = 0 cuts, where what is missing is an angle about Z. Lights
// often stand on what they light, so both planes go through corners, or are one: what is above is decided
// once for each corner, that no two edges disagree, and the angle is a product of turns, in which
// crossings that come of rounding cancel.
func polygonFactor(local mgl64.Mat3, facet mgl64.Vec3, s areaShape) float64 {
	var leaves, enters mgl64.Vec3
	sum, turn := 0.0, complex(1, 0)
	add := func(from, to, along mgl64.Vec3) {
		from, to, along = local.Mul3x1(from), local.Mul3x1(to), local.Mul3x1(along)
		starts, ends := from[2] >= 0, to[2] >= 0
		from, to, along = cutEdge(from, to, along, from[2], to[2])
		if starts && !ends {
			turn *= azimuth(to[0], -to[1])
		}
		if !starts && ends {
			turn *= azimuth(from[0], from[1])
		}
		sum += edgeFactor(from, along)
	}
	x0, y0 := s.corner(0)
	p := s.center.Add(s.right.Mul(x0)).Add(s.up.Mul(y0))
	h := p.Dot(facet)
	for i := range s.sides {
		x1, y1 := s.corner((i + 1) % s.sides)
		next := s.center.Add(s.right.Mul(x1)).Add(s.up.Mul(y1))
		nextH := next.Dot(facet)
		from, to, along := cutEdge(p, next, s.right.Mul(x1-x0).Add(s.up.Mul(y1-y0)), h, nextH)
		if h >= 0 && nextH < 0 {
			leaves = to
		}
		if h < 0 && nextH >= 0 {
			enters = from
		}
		add(from, to, along)
		x0, y0, p, h = x1, y1, next, nextH
	}
	add(leaves, enters, enters.Sub(leaves))
	return min(math.Abs(sum+math.Atan2(imag(turn), real(turn)))/(2*math.Pi), 1)
}

// azimuth is a direction in the plane as a turn; none right above Z.
func azimuth(x, y float64) complex128 {
	if r := math.Hypot(x, y); r > 0 {
		return complex(x/r, y/r)
	}
	return 1
}

// cutEdge returns what of an edge has a height of at least 0, by the heights of its ends.
func cutEdge(from, to, along mgl64.Vec3, fromHeight, toHeight float64) (mgl64.Vec3, mgl64.Vec3, mgl64.Vec3) {
	t := fromHeight / (fromHeight - toHeight)
	crossing := from.Add(along.Mul(t))
	switch starts, ends := fromHeight >= 0, toHeight >= 0; {
	case starts && !ends:
		return from, crossing, along.Mul(t)
	case !starts && ends:
		return crossing, to, along.Mul(1 - t)
	case !starts:
		return from, from, mgl64.Vec3{}
	}
	return from, to, along
}

// edgeFactor is the angle that an edge spans times the height of the normal of its plane. The cross
// product is taken with the edge and not with its end, which keeps small and distant lights exact.
func edgeFactor(from, along mgl64.Vec3) float64 {
	c := from.Cross(along)
	sine := c.Len()
	if !(sine > 0) {
		return 0
	}
	return math.Atan2(sine, from.Dot(from)+from.Dot(along)) * c[2] / sine
}

// anyFrame is a rotation whose rows are a right-handed frame with a unit vector as Z (Duff et al.,
// "Building an Orthonormal Basis, Revisited", JCGT 2017, listing 3).
func anyFrame(z mgl64.Vec3) mgl64.Mat3 {
	sign := math.Copysign(1, z[2])
	a := -1 / (sign + z[2])
	b := z[0] * z[1] * a
	return mgl64.Mat3FromRows(mgl64.Vec3{1 + sign*z[0]*z[0]*a, sign * b, -sign * z[0]}, mgl64.Vec3{b, sign + z[1]*z[1]*a, -z[1]}, z)
}

// viewFrame is a rotation with the normal as Z and the viewer in XZ, on the side of X.
func viewFrame(normal, view mgl64.Vec3) mgl64.Mat3 {
	y := normal.Cross(view)
	if !(y.Dot(y) > 1e-12) {
		return anyFrame(normal)
	}
	y = y.Normalize()
	return mgl64.Mat3FromRows(y.Cross(normal), y, normal)
}

// specularFactor is the share of the surface's lobe that a shape covers. What reaches below the surface counts as if it
// were spread above, so that a panel from horizon to horizon gives the whole lobe.
func (s areaShape) specularFactor(normal, facet, view mgl64.Vec3, roughness float64) float64 {
	nDotV := min(max(normal.Dot(view), 1e-3), 1)
	roughness = max(roughness, MinRoughness)
	l := LTCAt(nDotV, roughness)
	local := l.Matrix(nDotV, roughness).Mul3(viewFrame(normal, view))
	return polygonFactor(local, facet, s) / l.Above(nDotV, roughness)
}

// SpecularShare returns what share of its specular reflection a surface takes from the light, by unit
// vectors along its normal and towards the viewer and its perceptual roughness. Times the light's luminance and
// the surface's directional albedo it is the luminance that the viewer sees.
func (l *RectLight) SpecularShare(worldFromLight mgl32.Mat4, point, normal, view mgl32.Vec3, roughness float32) float32 {
	shape, n := l.seenFrom(worldFromLight, point), double(normal)
	return float32(shape.specularFactor(n, n, double(view), float64(roughness))) * window(float32(shape.center.Len()), l.Range)
}

// SpecularShare is that of the ball, with the luminance of BallLuminance.
func (l PointLight) SpecularShare(position, point, normal, view mgl32.Vec3, roughness float32) float32 {
	d := position.Sub(point).Len()
	if d == 0 {
		return 0
	}
	n := double(normal)
	return float32(ballSeenFrom(position, point, l.Radius, ballSides(float64(roughness))).specularFactor(n, n, double(view), float64(roughness))) * window(d, l.Range)
}

func double(v mgl32.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
