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

func TestPhotometry(t *testing.T) {
	if got := Candela(1).PointPower(); !near(float32(got), 4*math.Pi, 1e-6) {
		t.Errorf("1 cd to all sides is %g lm", got)
	}
	if got := Candela(100).Illuminance(5); got != 4 {
		t.Errorf("100 cd at 5 m give %g lx, want 4", got)
	}
	if got := Candela(100).Illuminance(0); got != 0 {
		t.Errorf("100 cd at 0 m give %g lx", got)
	}
	if got := Lux(math.Pi).Reflected(0.5); !near(float32(got), 0.5, 1e-6) {
		t.Errorf("π lx on albedo 0.5 is %g cd/m²", got)
	}
	// A Lambert emitter has I = L·A·cos θ, and its flux is the integral of that over the half sphere.
	const l, area = 300, 0.5
	flux, n := 0.0, 2000
	for i := range n {
		theta := math.Pi / 2 * (float64(i) + 0.5) / float64(n)
		flux += l * area * math.Cos(theta) * 2 * math.Pi * math.Sin(theta) * math.Pi / 2 / float64(n)
	}
	if got := Nit(l).Power(area); !near(float32(got), flux, 1e-5) {
		t.Errorf("%g lm, the integral is %g", got, flux)
	}
	// A ball shines on what is around it as a point of the same flux does: its luminance times the disc that is seen.
	const radius = 0.2
	power := Nit(l).Power(BallArea(radius))
	if got, want := float64(power.PointIntensity()), l*math.Pi*radius*radius; !near(float32(got), want, 1e-5) {
		t.Errorf("a ball of %g lm has %g cd, want %g", power, got, want)
	}
	if got := power.Luminance(BallArea(radius)); !near(float32(got), l, 1e-5) {
		t.Errorf("and %g cd/m², want %d", got, l)
	}
	if got := Lumen(5).Luminance(0); got != 0 {
		t.Errorf("5 lm from nothing are %g cd/m²", got)
	}
}
