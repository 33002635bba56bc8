package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
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
