package scene

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// WhiteBalance says which light shall look white. The zero value takes it as it is: Rec.709's own white, D65.
type WhiteBalance struct {
	Temperature Kelvin  // of that light; 0: none, 6504 is D65
	Tint        float32 // how much greener than others of its temperature it is: Duv, as tubes have it
}

// Matrix turns linear Rec.709 light into what it would be if the light that shall look white were D65, as bright: the
// linear Bradford adaptation (Lam, "Metamerism and Colour Constancy", 1985; ICC.1:2022, annex E).
// It is the identity without a temperature. Saturated colours can come out below 0.
func (w WhiteBalance) Matrix() mgl32.Mat3 {
	if w.Temperature == 0 {
		return mgl32.Ident3()
	}
	from, to := w.cones()
	for i := range from {
		from[i] = max(from[i], to[i]/maxAdaptation)
	}
	scale := mgl64.Diag3(mgl64.Vec3{to[0] / from[0], to[1] / from[1], to[2] / from[2]})
	m := xyzFromRec709.Inv().Mul3(bradford.Inv()).Mul3(scale).Mul3(bradford).Mul3(xyzFromRec709)
	var out mgl32.Mat3
	for i, v := range m {
		out[i] = float32(v)
	}
	return out
}

// cones returns the answers of Bradford's cones to the light that shall look white and to D65.
func (w WhiteBalance) cones() (from, to mgl64.Vec3) {
	x, y := w.Temperature.whitePoint()
	x, y = addTint(x, y, w.Temperature, float64(w.Tint))
	from = bradford.Mul3x1(mgl64.Vec3{x / y, 1, (1 - x - y) / y})
	return from, bradford.Mul3x1(xyzFromRec709.Mul3x1(mgl64.Vec3{1, 1, 1}))
}

// TintLimit returns the largest tint that a WhiteBalance of this temperature can have, to 0.0001: MaxTint from some
// 3200 K on. Warm light has little blue, and a tint takes of it: there is none left a little before the light is as
// pure as that of one wavelength (the spectral locus), beyond which there are no colours. The limit is where
// Matrix raises an answer of a cone as far as it does, after which more tint would change next to nothing.
func (k Kelvin) TintLimit() float32 {
	const steps = MaxTint * 10_000
	n := sort.Search(steps, func(i int) bool {
		from, to := WhiteBalance{k, float32(i+1) / 10_000}.cones()
		for i := range from {
			if !(from[i] >= to[i]/maxAdaptation) {
				return true
			}
		}
		return false
	})
	return float32(n) / 10_000
}

const (
	MaxTint       = 0.03 // of a WhiteBalance, either way; see Kelvin.TintLimit
	maxAdaptation = 64   // times which a cone's answer is raised: a candle has next to no blue to raise
)

// Written in columns.
var (
	// IEC 61966-2-1:1999, section 5.3, to more digits.
	xyzFromRec709 = mgl64.Mat3{0.4124564, 0.2126729, 0.0193339, 0.3575761, 0.7151522, 0.1191920, 0.1804375, 0.0721750, 0.9503041}
	bradford      = mgl64.Mat3{0.8951, -0.7502, 0.0389, 0.2664, 1.7135, -0.0685, -0.1614, 0.0367, 1.0296}
)

// whitePoint returns the chromaticity that white has at a temperature: a black body's up to 4000 K, that of
// daylight from 5000 K on, and between them the light is mixed (ANSI/IES TM-30-20, section 4.1). Lamps
// and suns of this package are black bodies at all temperatures.
func (k Kelvin) whitePoint() (x, y float64) {
	t := float64(max(MinTemperature, min(k, MaxTemperature)))
	share := min(max((t-4000)/1000, 0), 1)
	bx, by, bz := k.tristimulus()
	dx, dy := daylight(max(t, 4000))
	mx, my, mz := bx*(1-share)+dx/dy*share, by*(1-share)+share, bz*(1-share)+(1-dx-dy)/dy*share
	return mx / (mx + my + mz), my / (mx + my + mz)
}

// daylight is the chromaticity of CIE illuminant D (CIE 15:2004, section 3.1); beyond 25,000 K, where it is not
// defined, the formula goes on.
func daylight(t float64) (x, y float64) {
	if t <= 7000 {
		x = ((-4.6070e9/t+2.9678e6)/t+0.09911e3)/t + 0.244063
	} else {
		x = ((-2.0064e9/t+1.9018e6)/t+0.24748e3)/t + 0.237040
	}
	return x, (-3*x+2.870)*x - 0.275
}

// addTint moves a chromaticity away from the curve of white light, towards green, in the CIE 1960 diagram
// (ANSI C78.377-2017, annex B).
func addTint(x, y float64, at Kelvin, duv float64) (float64, float64) {
	if duv == 0 {
		return x, y
	}
	u, v := uv1960(x, y)
	u1, v1 := uv1960((at * 0.99).whitePoint())
	u2, v2 := uv1960((at * 1.01).whitePoint())
	// The curve goes to the left as it gets hotter; green is on the right hand of that.
	du, dv := u2-u1, v2-v1
	length := math.Hypot(du, dv)
	u, v = u+duv*dv/length, v-duv*du/length
	d := 2*u - 8*v + 4
	return 3 * u / d, 2 * v / d
}

func uv1960(x, y float64) (u, v float64) {
	d := -2*x + 12*y + 3
	return 4 * x / d, 6 * y / d
}
