package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// overRect integrates a function of the way to it over a rectangle's solid angle, by points on it.
// Both sides count.
func overRect(l *RectLight, worldFromLight mgl32.Mat4, point mgl32.Vec3, n int, f func(mgl64.Vec3) float64) float64 {
	sum := 0.0
	axis := double(worldFromLight.Col(2).Vec3().Normalize())
	area := float64(l.Width) * float64(l.Height) / float64(n*n)
	for i := range n {
		for j := range n {
			x, y := ((float64(i)+0.5)/float64(n)-0.5)*float64(l.Width), ((float64(j)+0.5)/float64(n)-0.5)*float64(l.Height)
			d := double(worldFromLight.Col(3).Vec3().Sub(point)).
				Add(double(worldFromLight.Col(0).Vec3().Normalize()).Mul(x)).Add(double(worldFromLight.Col(1).Vec3().Normalize()).Mul(y))
			d2 := d.Dot(d)
			way := d.Mul(1 / math.Sqrt(d2))
			sum += f(way) * math.Abs(way.Dot(axis)) / d2 * area
		}
	}
	return sum
}

// randomRects are rectangles around the origin's plane, many of them cut by it.
func randomRects(count int, use func(l *RectLight, worldFromLight mgl32.Mat4, point mgl32.Vec3)) {
	random := rand.New(rand.NewPCG(3, 4))
	number := func(low, high float32) float32 { return low + (high-low)*random.Float32() }
	for range count {
		l := &RectLight{Width: number(0.1, 3), Height: number(0.1, 3), Luminance: 100, Color: mgl32.Vec3{1, 0.5, 0.25}, TwoSided: true}
		turn := mgl32.HomogRotate3DY(number(0, 7)).Mul4(mgl32.HomogRotate3DX(number(-3, 3))).Mul4(mgl32.HomogRotate3DZ(number(0, 7)))
		use(l, mgl32.Translate3D(number(-2, 2), number(-0.3, 2.5), number(-2, 2)).Mul4(turn).Mul4(mgl32.Scale3D(3, 1, 0.2)), mgl32.Vec3{number(-1, 1), 0, number(-1, 1)})
	}
}

// What a Lambert surface gets of a rectangle is the integral over it, also of what stands above the
// horizon only.
func TestRectIlluminance(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	randomRects(60, func(l *RectLight, at mgl32.Mat4, point mgl32.Vec3) {
		want := 100 * overRect(l, at, point, 250, func(way mgl64.Vec3) float64 { return max(way[1], 0) })
		got := l.Illuminance(at, point, up)
		if math.Abs(float64(got[0])-want) > 0.005*want+0.02 || !near(got[1], float64(got[0])/2, 1e-5) || !near(got[2], float64(got[0])/4, 1e-5) {
			t.Errorf("%v x %v m at %v from %v: %v lx, want %.5g", l.Width, l.Height, at, point, got, want)
		}
	})
}

// The form factors of a differential element to a rectangle in closed form (Howell, "A Catalog of
// Radiation Heat Transfer Configuration Factors", B-3 and B-4): parallel with a corner above the element,
// and perpendicular with an edge on its plane.
func TestRectFormFactors(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	for _, c := range []struct{ a, b, h float64 }{{1, 1, 1}, {2, 0.5, 1}, {0.3, 4, 0.1}, {1, 1, 30}, {0.01, 0.01, 100}} {
		l := &RectLight{Width: float32(c.a), Height: float32(c.b), Luminance: 1, Color: mgl32.Vec3{1, 1, 1}}
		down := mgl32.Translate3D(float32(c.a/2), float32(c.h), -float32(c.b/2)).Mul4(mgl32.HomogRotate3DX(-math.Pi / 2))
		want := parallelFactor(c.a, c.b, c.h)
		if got := l.Illuminance(down, mgl32.Vec3{}, up)[0] / math.Pi; !near(got, want, 2e-4) {
			t.Errorf("parallel %v: %v, want %v", c, got, want)
		}
		aside := mgl32.Translate3D(float32(c.a/2), float32(c.b/2), -float32(c.h)).Mul4(mgl32.HomogRotate3DY(math.Pi))
		want = perpendicularFactor(c.a, c.b, c.h)
		if got := l.Illuminance(aside, mgl32.Vec3{}, up)[0] / math.Pi; !near(got, want, 2e-4) {
			t.Errorf("perpendicular %v: %v, want %v", c, got, want)
		}
		if got := l.Illuminance(aside.Mul4(mgl32.HomogRotate3DY(math.Pi)), mgl32.Vec3{}, up); got != (mgl32.Vec3{}) {
			t.Errorf("from behind: %v", got)
		}
	}
}

// parallelFactor is that of an element below a corner of a rectangle a x b at height h.
func parallelFactor(a, b, h float64) float64 {
	x, y := a/h, b/h
	p, q := math.Sqrt(1+x*x), math.Sqrt(1+y*y)
	return (x/p*math.Atan(y/p) + y/q*math.Atan(x/q)) / (2 * math.Pi)
}

// perpendicularFactor is that of an element before a corner of a rectangle a wide that stands on its
// plane, b high, c away.
func perpendicularFactor(a, b, c float64) float64 {
	s := math.Sqrt(b*b + c*c)
	return (math.Atan(a/c) - c/s*math.Atan(a/s)) / (2 * math.Pi)
}

// A ball lights as a point does while all of it is above the horizon, and otherwise by the integral.
func TestBallIlluminance(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	for _, r := range []float32{0.05, 0.4, 0.9} {
		l := PointLight{Intensity: 10, Color: mgl32.Vec3{1, 1, 1}, Radius: r}
		for _, elevation := range []float64{90, 50, 20, 5, 0, -5, -20, -50, -80} {
			sin, cos := math.Sincos(elevation * math.Pi / 180)
			got := float64(l.Illuminance(mgl32.Translate3D(float32(cos), float32(sin), 0), mgl32.Vec3{}, up)[0])
			luminance := float64(l.Intensity.BallLuminance(r))
			// Over the disc in angles about its middle.
			want := 0.0
			const n = 500
			low := math.Sqrt(1 - float64(r*r))
			for i := range n {
				c := low + (1-low)*(float64(i)+0.5)/n
				s := math.Sqrt(1 - c*c)
				for j := range n {
					want += max(c*sin+s*cos*math.Cos(2*math.Pi*(float64(j)+0.5)/n), 0)
				}
			}
			want *= luminance * 2 * math.Pi * (1 - low) / (n * n)
			if math.Abs(got-want) > 1e-3*want+1e-4 {
				t.Errorf("radius %v, %v° high: %.5g lx, want %.5g", r, elevation, got, want)
			}
			if float32(sin) >= r && math.Abs(got-10*sin) > 1e-3 {
				t.Errorf("radius %v, %v° high: %.5g lx, a point gives %.5g", r, elevation, got, 10*sin)
			}
		}
		if inside := l.Illuminance(mgl32.Translate3D(0, r/2, 0), mgl32.Vec3{}, up)[0]; !(inside > 0 && inside <= 10.001/(r*r)) {
			t.Errorf("within a ball: %v lx", inside)
		}
	}
}

// A window ends area lights where their range does.
func TestAreaLightRange(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	l := RectLight{Width: 1, Height: 1, Luminance: 100, Color: mgl32.Vec3{1, 1, 1}, TwoSided: true, Range: 4}
	unbounded := l
	unbounded.Range = 0
	at := func(d float32) mgl32.Mat4 { return mgl32.Translate3D(0, d, 0).Mul4(mgl32.HomogRotate3DX(0.8)) }
	full, half := unbounded.Illuminance(at(2), mgl32.Vec3{}, up)[0], l.Illuminance(at(2), mgl32.Vec3{}, up)[0]
	if !near(half, float64(full)*(15.0/16)*(15.0/16), 1e-5) {
		t.Errorf("at half the range: %v of %v", half, full)
	}
	if got := l.Illuminance(at(4), mgl32.Vec3{}, up); got != (mgl32.Vec3{}) {
		t.Errorf("at the range: %v", got)
	}
}

// Edges, corners and places on the light give numbers.
func TestRectExtremes(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	for _, l := range []RectLight{
		{Width: 1, Height: 1, Luminance: 1e9, Color: mgl32.Vec3{1, 1, 1}, TwoSided: true},
		{Width: 1e-4, Height: 1e4, Luminance: 1e9, Color: mgl32.Vec3{1, 1, 1}, TwoSided: true},
		{Luminance: 1, Color: mgl32.Vec3{1, 1, 1}},
		{Width: 1, Height: 1, Luminance: -1, Color: mgl32.Vec3{1, 1, 1}},
		{Width: 1, Height: 1, Luminance: Nit(math.NaN()), Color: mgl32.Vec3{1, 1, 1}},
	} {
		for _, at := range []mgl32.Vec3{{}, {0.5, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 1e-20}, {0, 0, 1e-7}, {0, 0, -1e7}, {3, 0, 0}} {
			for _, n := range []mgl32.Vec3{up, {0, 0, 1}, {1, 0, 0}, {0, 0, -1}} {
				e := l.Illuminance(mgl32.Ident4(), at, n)[0]
				if limit := math.Pi * math.Max(float64(l.Luminance), 0) * 1.0001; !(e >= 0 && float64(e) <= limit) && !math.IsNaN(float64(l.Luminance)) || e-e != 0 {
					t.Errorf("%+v at %v facing %v: %v lx", l, at, n, e)
				}
			}
		}
	}
	if e := (&RectLight{Width: 1, Height: 1, Luminance: 1, TwoSided: true}).Illuminance(mgl32.Mat4{}, mgl32.Vec3{}, up); e != (mgl32.Vec3{}) {
		t.Errorf("without a place: %v", e)
	}
}

// The reflection of rectangles and balls is the integral of GGX over them, as a share of what all around
// reflects.
func TestAreaSpecular(t *testing.T) {
	up := mgl64.Vec3{0, 1, 0}
	worst, mean, count := 0.0, 0.0, 0
	check := func(what string, s areaShape, roughness, nDotV float64, integral func(func(mgl64.Vec3) float64) float64) {
		view := mgl64.Vec3{math.Sqrt(1 - nDotV*nDotV), nDotV, 0}
		frame := viewFrame(up, view)
		g := newGGX(nDotV, roughness)
		scale, bias := DFG(nDotV, roughness, 4096)
		want := integral(func(way mgl64.Vec3) float64 { return g.eval(frame.Mul3x1(way)) }) / (scale + bias)
		got := s.specularFactor(up, up, view, roughness)
		off := math.Abs(got - want)
		worst, mean, count = max(worst, off), mean+off, count+1
		if !(off <= 0.05) {
			t.Errorf("%s, roughness %g, n·v %g: %.4f of the reflection, want %.4f", what, roughness, nDotV, got, want)
		}
	}
	for _, roughness := range []float64{0.2, 0.35, 0.6, 1} {
		for _, nDotV := range []float64{1, 0.8, 0.5, 0.25} {
			randomRects(8, func(l *RectLight, at mgl32.Mat4, point mgl32.Vec3) {
				check("rectangle", l.seenFrom(at, point), roughness, nDotV, func(f func(mgl64.Vec3) float64) float64 {
					return overRect(l, at, point, 150, f)
				})
			})
			for _, r := range []float64{0.1, 0.5} {
				at := mgl32.Vec3{float32(-math.Sqrt(1 - nDotV*nDotV)), float32(nDotV), 0.1}.Normalize()
				check("ball", ballSeenFrom(at, mgl32.Vec3{}, float32(r), ballSides(roughness)), roughness, nDotV, func(f func(mgl64.Vec3) float64) float64 {
					axis, sum := anyFrame(double(at)), 0.0
					low := math.Sqrt(1 - r*r)
					const n = 150
					for i := range n {
						c := low + (1-low)*(float64(i)+0.5)/n
						s := math.Sqrt(1 - c*c)
						for j := range n {
							y, x := math.Sincos(2 * math.Pi * (float64(j) + 0.5) / n)
							sum += f(axis.Transpose().Mul3x1(mgl64.Vec3{s * x, s * y, c}))
						}
					}
					return sum * 2 * math.Pi * (1 - low) / (n * n)
				})
			}
		}
	}
	t.Logf("off by %.4f on average, %.4f at most", mean/float64(count), worst)
}
