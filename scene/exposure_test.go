package scene

import (
	"math"
	"testing"
)

// What a meter should say is tabulated, e.g. in the ISO 100 column of meters with C = 250.
func TestMeterEV(t *testing.T) {
	for _, c := range []struct {
		lux  Lux
		want float64
	}{{2.5, 0}, {5, 1}, {0.15625, -4}, {320, 7}, {10_240, 12}, {81_920, 15}} {
		if got := MeterEV(c.lux); !near(float32(got), c.want, 1e-5) {
			t.Errorf("%g lx: EV %g, want %g", c.lux, got, c.want)
		}
	}
	// N²/t = E·S/C by the camera's own formula: f/8 at 1/125 s and ISO 200 in 10,000 lx.
	e := Lux(8 * 8 * 125 * 250 / 200)
	if got, want := MeterEV(e), EVOfCamera(8, 1.0/125, 200); !near(float32(got), float64(want), 1e-5) {
		t.Errorf("%g lx: EV %g, the camera's is %g", e, got, want)
	}
}

func TestSettled(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	x := MeteredExposure()
	x.Min, x.Max = -2, 14
	for _, c := range []struct {
		lux          float32
		compensation EV
		want         float64
	}{
		{320, 0, 7}, {320, 1, 6}, {320, -2, 9}, // more compensation: a brighter picture
		{1e6, 0, 14}, {1e6, 1, 13}, {1e-3, 0, -2}, {1e-3, -1, -1}, // limits first
		{0, 0, -2}, {-5, 0, -2}, {nan, 0, -2}, {inf, 0, 14}, {-inf, 0, -2}, {math.SmallestNonzeroFloat32, 0, -2}, {math.MaxFloat32, 0, 14},
	} {
		x.Compensation = c.compensation
		if got := x.Settled(Lux(c.lux)); !near(float32(got), c.want, 1e-5) {
			t.Errorf("%g lx, compensation %g: EV %g, want %g", c.lux, c.compensation, got, c.want)
		}
	}
	if _, fixed := x.Fixed(); fixed {
		t.Error("a metered exposure is fixed")
	}
	f := FixedExposure(9)
	f.Compensation = 2
	if ev, fixed := f.Fixed(); ev != 7 || !fixed {
		t.Errorf("EV 9, two stops brighter, is %g", ev)
	}
	for _, lux := range []float32{0, 1, 1e5, nan, inf} {
		if got := f.Settled(Lux(lux)); got != 7 {
			t.Errorf("a fixed exposure settles at %g in %g lx", got, lux)
		}
	}
}

func TestAdapt(t *testing.T) {
	x := Exposure{LightAdaptation: 0.5, DarkAdaptation: 2}
	// To 1/e in the time constant, up and down.
	if got := x.Adapt(4, 10, 0.5); !near(float32(got), 10-6/math.E, 1e-6) {
		t.Errorf("lighter: EV %g", got)
	}
	if got := x.Adapt(10, 4, 2); !near(float32(got), 4+6/math.E, 1e-6) {
		t.Errorf("darker: EV %g", got)
	}
	for _, c := range [][2]EV{{3, 11}, {11, 3}} {
		from, to := c[0], c[1]
		whole := x.Adapt(from, to, 0.8)
		parts := from
		for range 16 {
			parts = x.Adapt(parts, to, 0.05)
		}
		if !near(float32(parts), float64(whole), 1e-5) {
			t.Errorf("from %g to %g: 16 steps reach %g, one reaches %g", from, to, parts, whole)
		}
		if got := x.Adapt(from, to, 1000); got != to {
			t.Errorf("from %g to %g: at last %g", from, to, got)
		}
		for _, still := range []float64{0, -1, math.NaN()} {
			if got := x.Adapt(from, to, still); got != from {
				t.Errorf("after %g s: EV %g, want %g", still, got, from)
			}
		}
		if got := (Exposure{}).Adapt(from, to, 0.001); got != to {
			t.Errorf("without adaptation: EV %g, want %g at once", got, to)
		}
	}
	if got := x.Adapt(EV(math.NaN()), 5, 0.1); got != 5 {
		t.Errorf("from no number: EV %g, want 5", got)
	}
	if got := x.Adapt(EV(math.Inf(-1)), 5, 0.1); got != 5 {
		t.Errorf("from -Inf: EV %g, want 5", got)
	}
	if got := x.Adapt(5, 5, 0.1); got != 5 {
		t.Errorf("there already: EV %g", got)
	}
}

func TestExposurePresets(t *testing.T) {
	seen := map[string]EV{}
	for i, p := range ExposurePresets {
		if _, twice := seen[p.Name]; twice || p.Name == "" {
			t.Errorf("preset %d is called %q", i, p.Name)
		}
		seen[p.Name] = p.EV100
		if i > 0 && p.EV100 > ExposurePresets[i-1].EV100 {
			t.Errorf("%s comes after a darker one", p.Name)
		}
	}
	for name, want := range map[string]EV{"sunny": 15, "overcast": 12, "indoor": 7} {
		if seen[name] != want {
			t.Errorf("%s is EV %g, want %g", name, seen[name], want)
		}
	}
}
