package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func chromaticity(k Kelvin) (x, y float64) {
	a, b, c := k.tristimulus()
	return a / (a + b + c), b / (a + b + c)
}

func TestKelvinChromaticity(t *testing.T) {
	// From tables of the Planckian locus (Wyszecki and Stiles, "Color Science", 2nd edition, 1982); illuminant A is
	// one of its points (CIE 15:2004: x 0.44758, y 0.40745 at 2848 K with the old c2, now 2855.5 K).
	for _, c := range []struct {
		k    Kelvin
		x, y float64
	}{
		{1000, 0.6528, 0.3444}, {1500, 0.5857, 0.3931}, {2000, 0.5267, 0.4133}, {2500, 0.4770, 0.4137}, {2855.5, 0.44758, 0.40745},
		{3000, 0.4369, 0.4041}, {4000, 0.3805, 0.3768}, {5000, 0.3451, 0.3516}, {6500, 0.3135, 0.3237}, {10000, 0.2807, 0.2884},
	} {
		if x, y := chromaticity(c.k); math.Abs(x-c.x) > 2.5e-4 || math.Abs(y-c.y) > 2.5e-4 {
			t.Errorf("%g K: x %.4f, y %.4f, want %.4f and %.4f", c.k, x, y, c.x, c.y)
		}
	}
	// The cubics of Kim et al. between 1667 and 25,000 K.
	for k := 1700.0; k < 25_000; k *= 1.05 {
		wantX, wantY := kim(k)
		if x, y := chromaticity(Kelvin(k)); math.Abs(x-wantX) > 8e-4 || math.Abs(y-wantY) > 8e-4 {
			t.Errorf("%g K: x %.4f, y %.4f, the cubics say %.4f and %.4f", k, x, y, wantX, wantY)
		}
	}
}

func kim(k float64) (x, y float64) {
	cubic := func(x, a, b, c, d float64) float64 { return ((a*x+b)*x+c)*x + d }
	if t := 1000 / k; k <= 4000 {
		x = cubic(t, -0.2661239, -0.2343589, 0.8776956, 0.179910)
	} else {
		x = cubic(t, -3.0258469, 2.1070379, 0.2226347, 0.240390)
	}
	switch {
	case k <= 2222:
		y = cubic(x, -1.1063814, -1.34811020, 2.18555832, -0.20219683)
	case k <= 4000:
		y = cubic(x, -0.9549476, -1.37418593, 2.09137015, -0.16748867)
	default:
		y = cubic(x, 3.0817580, -5.87338670, 3.75112997, -0.37001483)
	}
	return x, y
}

func TestKelvinColor(t *testing.T) {
	last := mgl32.Vec3{float32(math.Inf(1)), 0, -1}
	for k := MinTemperature; k <= MaxTemperature; k *= 1.02 {
		c := k.Color()
		if l := Luminance(c); math.Abs(float64(l)-1) > 1e-6 {
			t.Errorf("%g K: luminance %g", k, l)
		}
		if c[0] < 0 || c[1] < 0 || c[2] < 0 {
			t.Errorf("%g K: %v", k, c)
		}
		if !(c[0] < last[0]) || c[2] < last[2] || c[2] == last[2] && k > 2000 {
			t.Errorf("%g K: %v after %v: want less red and more blue", k, c, last)
		}
		last = c
	}
	// White is where red and blue meet, and nearly grey there.
	if c := Kelvin(6500).Color(); math.Abs(float64(c[0]-1)) > 0.05 || math.Abs(float64(c[1]-1)) > 0.05 || math.Abs(float64(c[2]-1)) > 0.05 {
		t.Errorf("6500 K: %v", c)
	}
	low, high := MinTemperature.Color(), MaxTemperature.Color()
	for _, k := range []Kelvin{0, -5, 999, Kelvin(math.NaN()), Kelvin(math.Inf(-1))} {
		if got := k.Color(); got != low {
			t.Errorf("%g K: %v, want %v", k, got, low)
		}
	}
	for _, k := range []Kelvin{1e6, Kelvin(math.Inf(1))} {
		if got := k.Color(); got != high {
			t.Errorf("%g K: %v, want %v", k, got, high)
		}
	}
}

func TestKelvinTint(t *testing.T) {
	for _, k := range []Kelvin{1200, 2700, 6500, 20_000} {
		for _, c := range []mgl32.Vec3{{1, 1, 1}, {1, 0.5, 0.1}, {0, 0.3, 2}, {0, 0, 1}, {}} {
			got := k.Tint(c)
			if want := Luminance(c); !near(Luminance(got), float64(want), 1e-5) && want > 0 || want == 0 && got != (mgl32.Vec3{}) {
				t.Errorf("%v at %g K is %v: luminance %g, want %g", c, k, got, Luminance(got), want)
			}
		}
		if got, want := k.Tint(mgl32.Vec3{1, 1, 1}), k.Color(); got.Sub(want).Len() > 1e-5 {
			t.Errorf("white at %g K is %v, want %v", k, got, want)
		}
	}
}
