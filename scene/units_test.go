package scene

import (
	"math"
	"testing"
)

func TestExposure(t *testing.T) {
	// A surface as bright as the sensor's limit reads as 1: 1.2·2^EV cd/m².
	for _, ev := range []EV{-3, 0, 7, 15} {
		if got := float64(ev.Exposure()) * 1.2 * math.Exp2(float64(ev)); math.Abs(got-1) > 1e-6 {
			t.Errorf("EV %g: the limit reads as %g", ev, got)
		}
	}
	if r := EV(10).Exposure() / EV(11).Exposure(); r != 2 {
		t.Errorf("one stop is a factor of %g", r)
	}
}

func TestEVOfCamera(t *testing.T) {
	for _, c := range []struct {
		n, t, iso float32
		want      float64
	}{
		{1, 1, 100, 0},
		{16, 1.0 / 125, 100, math.Log2(256 * 125)}, // sunny 16: just under EV 15
		{4, 1.0 / 60, 400, math.Log2(16 * 60 / 4)},
	} {
		if got := EVOfCamera(c.n, c.t, c.iso); math.Abs(float64(got)-c.want) > 1e-5 {
			t.Errorf("f/%g, %g s, ISO %g is EV %g, want %g", c.n, c.t, c.iso, got, c.want)
		}
	}
	if got := EVOfCamera(16, 1.0/125, 100); got < 14.9 || got > 15 {
		t.Errorf("sunny 16 is EV %g", got)
	}
}

func TestPointIntensity(t *testing.T) {
	if got := Lumen(4 * math.Pi).PointIntensity(); math.Abs(float64(got)-1) > 1e-6 {
		t.Errorf("4π lm is %g cd, want 1", got)
	}
}
