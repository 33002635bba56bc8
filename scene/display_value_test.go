package scene

import (
	"math"
	"testing"
)

func TestDisplayValue(t *testing.T) {
	// The anchor: light at the sensor's limit reads as 1.
	for _, ev := range []EV{-6, 0, 7, 15} {
		if got := DisplayValue(Nit(1.2*math.Exp2(float64(ev))), ev.Exposure()); !near(got, 1, 1e-6) {
			t.Errorf("EV %g: the limit reads as %g", ev, got)
		}
	}
	if got := DisplayValue(3, 0.5); got != 1.5 {
		t.Errorf("3 cd/m² at 0.5 read as %g", got)
	}
	if got := DisplayValue(1e6, 1); got != DisplayMax {
		t.Errorf("far too bright light reads as %g", got)
	}
	if got := LuminanceForDisplay(1e6, 2); got != DisplayMax/2 {
		t.Errorf("for a value above the largest: %g cd/m²", got)
	}
}

// A light of the power that LightPower says makes a surface read as the value that was asked for.
func TestLightRoundTrips(t *testing.T) {
	for exposure := float32(0.0008); exposure <= 4096; exposure *= 1.7 {
		for value := float32(1e-4); value <= DisplayMax; value *= 7 {
			luminance := LuminanceForDisplay(value, exposure)
			if got := DisplayValue(luminance, exposure); !near(got, float64(value), 1e-5) {
				t.Errorf("exposure %g: %g cd/m² for %g read as %g", exposure, luminance, value, got)
			}
			for _, d := range []float32{1e-3, 0.5, 3, 2000} {
				for _, albedo := range []float32{0.02, 0.18, 1} {
					power := LightPower(luminance, d, albedo)
					read := DisplayValue(LightIlluminance(power, d).Reflected(albedo), exposure)
					if !near(read, float64(value), 1e-5) {
						t.Errorf("exposure %g, %g m, albedo %g: %g lm read as %g, want %g", exposure, d, albedo, power, read, value)
					}
				}
			}
		}
	}
}

// Against numbers worked out by hand, and the renderer's own falloff.
func TestLightPower(t *testing.T) {
	// 0.18 on grey of 0.18 at 2 m: 1 cd/m² on white, π lx, 4π·4·π lm.
	if got := LightPower(0.18, 2, 0.18); !near(float32(got), 16*math.Pi*math.Pi, 1e-5) {
		t.Errorf("%g lm", got)
	}
	if got := LightIlluminance(4*math.Pi*9, 3); !near(float32(got), 1, 1e-6) {
		t.Errorf("%g lx, want 1", got)
	}
	const d = 2.5
	if got, want := LightIlluminance(800, d), float32(Lumen(800).PointIntensity())*DistanceAttenuation(d, 0); !near(float32(got), float64(want), 1e-5) {
		t.Errorf("%g lx, the renderer has %g", got, want)
	}
}

func TestLightOfNothing(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	numbers := []float32{0, -1, -inf, nan, inf, math.MaxFloat32, math.SmallestNonzeroFloat32, 1}
	check := func(what string, got float32, inputs ...float32) {
		t.Helper()
		if !(got >= 0 && got <= math.MaxFloat32) {
			t.Errorf("%s of %v is %g", what, inputs, got)
		}
		if !allPositive(inputs...) && got != 0 {
			t.Errorf("%s of %v is %g, want 0", what, inputs, got)
		}
	}
	for _, a := range numbers {
		for _, b := range numbers {
			check("DisplayValue", DisplayValue(Nit(a), b), a, b)
			check("LuminanceForDisplay", float32(LuminanceForDisplay(a, b)), a, b)
			check("LightIlluminance", float32(LightIlluminance(Lumen(a), b)), a, b)
			for _, c := range numbers {
				check("LightPower", float32(LightPower(Nit(a), b, c)), a, b, c)
			}
		}
	}
	if allPositive(0) || allPositive(1, nan) || !allPositive(1, inf) {
		t.Error("allPositive is wrong")
	}
}
