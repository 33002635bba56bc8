package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// White in the light of a black body is white again when that light shall look white, and as bright.
func TestWhiteBalanceOfLamps(t *testing.T) {
	for _, k := range []Kelvin{2200, 2700, 3000, 3500, 4000} {
		c := WhiteBalance{Temperature: k}.Matrix().Mul3x1(k.Color())
		for i := range c {
			if math.Abs(float64(c[i])-1) > 0.005 {
				t.Errorf("%g K: white becomes %v", k, c)
			}
		}
	}
}

// Daylight: the chromaticities of the CIE's illuminants (CIE 15:2004, table T.3), and D65 is left alone.
func TestWhitePoints(t *testing.T) {
	for _, c := range []struct {
		k    Kelvin
		x, y float64
	}{{5003, 0.3457, 0.3585}, {5503, 0.3324, 0.3474}, {6504, 0.3127, 0.3290}, {7504, 0.2990, 0.3149}} {
		if x, y := c.k.whitePoint(); math.Abs(x-c.x) > 2e-4 || math.Abs(y-c.y) > 2e-4 {
			t.Errorf("%g K: %.4f, %.4f, want %.4f, %.4f", c.k, x, y, c.x, c.y)
		}
	}
	if x, y := Kelvin(2856).whitePoint(); math.Abs(x-0.44758) > 5e-4 || math.Abs(y-0.40745) > 5e-4 { // illuminant A
		t.Errorf("illuminant A is %.4f, %.4f", x, y)
	}
	if m := (WhiteBalance{}).Matrix(); m != mgl32.Ident3() {
		t.Errorf("none is %v", m)
	}
	m := WhiteBalance{Temperature: 6504}.Matrix()
	for i, x := range m {
		if math.Abs(float64(x-mgl32.Ident3()[i])) > 2e-3 {
			t.Errorf("D65 is %v", m)
		}
	}
	x0, y0 := Kelvin(1000).whitePoint()
	for k := Kelvin(1000); k <= 40000; k *= 1.005 { // no jumps
		x, y := k.whitePoint()
		if math.Hypot(x-x0, y-y0) > 0.002 {
			t.Errorf("at %g K the curve jumps", k)
		}
		x0, y0 = x, y
	}
}

// The greys of each picture stay grey to the matrix, daylight turns blue when a lamp shall be white, and a positive tint
// takes green out.
func TestWhiteBalanceDirections(t *testing.T) {
	warm := WhiteBalance{Temperature: 3000}.Matrix().Mul3x1(grey(1))
	if !(warm[2] > 1.5 && warm[0] < 0.8 && math.Abs(float64(Luminance(warm))-1) < 0.1) {
		t.Errorf("daylight under a lamp's balance is %v", warm)
	}
	cold := WhiteBalance{Temperature: 12000}.Matrix().Mul3x1(grey(1))
	if !(cold[0] > 1.05 && cold[2] < 0.8) {
		t.Errorf("daylight under the shade's balance is %v", cold)
	}
	tinted := WhiteBalance{Temperature: 6504, Tint: 0.02}.Matrix().Mul3x1(grey(1))
	if !(tinted[1] < 0.99 && tinted[0] > 1.02 && tinted[2] > 1.02) {
		t.Errorf("white where green light shall be white is %v", tinted)
	}
	// The tint is the distance in the 1960 diagram.
	for _, k := range []Kelvin{2000, 3000, 4500, 6504, 20000} {
		x, y := k.whitePoint()
		u, v := uv1960(x, y)
		u2, v2 := uv1960(addTint(x, y, k, 0.01))
		if d := math.Hypot(u2-u, v2-v); math.Abs(d-0.01) > 1e-6 || v2 < v {
			t.Errorf("%g K: a tint of 0.01 goes %g, up by %g", k, d, v2-v)
		}
	}
}

// Every light that a file may name gives numbers.
func TestWhiteBalanceExtremes(t *testing.T) {
	for _, k := range []Kelvin{MinTemperature, 1500, 4000, 5000, 7000, 25000, MaxTemperature} {
		for _, tint := range []float32{-MaxTint, 0, MaxTint} {
			for _, x := range (WhiteBalance{k, tint}).Matrix() {
				if !(math.Abs(float64(x)) < 200) {
					t.Errorf("%g K, tint %g: %g", k, tint, x)
				}
			}
		}
	}
}

// TestTintLimit: up to the limit the light is a real colour, inside of the spectral locus, and becomes white; beyond it
// it does not.
func TestTintLimit(t *testing.T) {
	white := func(w WhiteBalance) (off float64) {
		x, y := w.Temperature.whitePoint()
		x, y = addTint(x, y, w.Temperature, float64(w.Tint))
		light := xyzFromRec709.Inv().Mul3x1(mgl64.Vec3{x / y, 1, (1 - x - y) / y})
		m := w.Matrix()
		for i := range 3 {
			off = max(off, math.Abs(float64(m.At(i, 0))*light[0]+float64(m.At(i, 1))*light[1]+float64(m.At(i, 2))*light[2]-1))
		}
		return off
	}
	for _, k := range []Kelvin{1000, 1250, 1500, 2000, 2700, 3000, 3150, 3500, 4500, 6504, MaxTemperature} {
		limit := k.TintLimit()
		if (k >= 3200) != (limit == MaxTint) || !(limit >= 0) {
			t.Errorf("%g K: the limit is %g", k, limit)
		}
		for _, tint := range []float32{-MaxTint, 0, limit / 2, limit} {
			x, y := k.whitePoint()
			x, y = addTint(x, y, k, float64(tint))
			if !insideLocus(x, y) {
				t.Errorf("%g K, tint %g: %.4f, %.4f is no colour", k, tint, x, y)
			}
			// Below some 1200 K a black body itself has less blue than can be raised.
			if off := white(WhiteBalance{k, tint}); off > 2e-3 && (k > 1200 || tint < 0) {
				t.Errorf("%g K, tint %g: white is off by %g", k, tint, off)
			}
		}
		if limit < MaxTint {
			x, y := k.whitePoint()
			// The cones run out of blue at most 0.004 before the colours end.
			if x, y = addTint(x, y, k, float64(limit)+0.004); insideLocus(x, y) {
				t.Errorf("%g K: %.4f, %.4f is a colour, but the limit is %g", k, x, y, limit)
			}
			if off := white(WhiteBalance{k, limit + 0.001}); off < 0.01 {
				t.Errorf("%g K: a tint of %g is refused although white is off by %g only", k, limit+0.001, off)
			}
		}
	}
	if limit := (Kelvin(2700)).TintLimit(); math.Abs(float64(limit)-0.02) > 0.001 {
		t.Errorf("2700 K: %g", limit)
	}
}

// insideLocus says whether a chromaticity is one of the CIE 1931 observer's: within the polygon of single
// wavelengths and the purples (by the crossings of a ray).
func insideLocus(x, y float64) (in bool) {
	last := colorMatching[len(colorMatching)-1]
	for _, m := range colorMatching {
		x1, y1 := m[0]/(m[0]+m[1]+m[2]), m[1]/(m[0]+m[1]+m[2])
		x2, y2 := last[0]/(last[0]+last[1]+last[2]), last[1]/(last[0]+last[1]+last[2])
		if (y1 > y) != (y2 > y) && x < (x2-x1)*(y-y1)/(y2-y1)+x1 {
			in = !in
		}
		last = m
	}
	return in
}
