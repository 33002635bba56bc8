package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// Meeus, example 48.a: 1992 April 12, 0h dynamical time, as seen from the Earth's centre.
func TestMoonPhaseExample(t *testing.T) {
	m := Moment{JulianDay: JulianDay(1992, 4, 12) - deltaT}
	moon := m.Moon(FullMoon)
	// From the ground the phase differs by the parallax, which is at most 1°.
	within(t, "phase angle", moon.Phase()/degree, 69.0756, 1)
	within(t, "illuminated share", moon.IlluminatedShare(), 0.6786, 0.008)
	// From where the moon is overhead it is the geocentric one.
	best := moon
	for longitude := -180.0; longitude < 180; longitude += 0.5 {
		m.Latitude, m.Longitude = 15*degree, longitude*degree
		if x := m.Moon(FullMoon); x.Direction[1] < best.Direction[1] {
			best = x
		}
	}
	within(t, "phase angle below the moon", best.Phase()/degree, 69.0756, 0.05)
	within(t, "illuminated share below the moon", best.IlluminatedShare(), 0.6786, 0.0005)
}

// In the total eclipse of the sun of 2024 April 8 over Mazatlan (23.25 N, 106.42 W), totality lasted from 18:07:27
// to 18:11:47 UT, with the sun at 69° in the south-east.
func TestEclipseOfTheSun(t *testing.T) {
	m := at(2024, 4, 8, 18+9.6/60, 23.25, -106.42)
	moon, sun := m.Moon(FullMoon), m.SunTowards()
	apart := math.Acos(min(1, -float64(moon.Direction.Dot(sun)))) / degree
	if apart > 0.03 {
		t.Errorf("sun and moon are %.3f° apart", apart)
	}
	if !(float64(moon.Diameter) > sunDiameter) {
		t.Errorf("the moon spans %.4f°", float64(moon.Diameter)/degree)
	}
	azimuth, elevation := horizontal(sun)
	within(t, "elevation", elevation, 69.4, 0.5)
	if azimuth < 90 || azimuth > 180 {
		t.Errorf("azimuth %v", azimuth)
	}
	if l := moon.Outside(); l > FullMoon/1000 {
		t.Errorf("a new moon gives %v lx", l)
	}
}

// In the total eclipse of the moon of 2025 March 14 the moon was deepest in the Earth's shadow at 06:59 UT.
func TestEclipseOfTheMoon(t *testing.T) {
	m := at(2025, 3, 14, 6+59.0/60, 20, -105)
	moon := m.Moon(FullMoon)
	if a := moon.Phase() / degree; a > 1.4 {
		t.Errorf("the full moon's phase is %.2f°", a)
	}
	if s := moon.IlluminatedShare(); s < 0.999 {
		t.Errorf("illuminated share %v", s)
	}
}

// Full at its mean distance and straight above, the moon gives the anchor; in no ordinary place less than
// two thirds of it.
func TestMoonlight(t *testing.T) {
	m := MoonAt(mgl32.Vec3{0, -1, 0}, mgl32.Vec3{0, 1, 0}, FullMoon)
	given := func(m Moon, sine float64) float64 { return float64(m.Outside()) * ClearAir(sine) }
	within(t, "straight above", given(m, 1), 0.05, 1e-6)
	for _, elevation := range []float64{25, 45, 90} {
		if e := given(m, sind(elevation)); e < 0.05/1.5 || e > 0.05*1.5 {
			t.Errorf("%v lx from %v°", e, elevation)
		}
	}
	// Allen, "Astrophysical Quantities", section 66: the magnitude of a half moon is 2.7 below that of the full one.
	half := m.Lit(0.5)
	within(t, "magnitudes of half a moon", -2.5*math.Log10(float64(half.Outside()/m.Outside())), 2.6, 0.15)
	if p := half.Phase() / degree; math.Abs(p-90) > 1e-3 {
		t.Errorf("half a moon has phase %v", p)
	}
	last := Lux(1)
	for _, share := range []float64{1, 0.9, 0.5, 0.1, 0} {
		x := m.Lit(share)
		within(t, "lit share", x.IlluminatedShare(), share, 1e-6)
		if e := x.Outside(); !(e < last) {
			t.Errorf("lit %v: %v lx after %v", share, e, last)
		} else {
			last = e
		}
	}
	// A light as bright as the astronomers' own full moon has the magnitude that they give.
	within(t, "magnitude", -2.5*math.Log10(0.27/airAtZenith/starlight), -12.73, 0.1)
	// The sun moves along its circle only.
	tilted := MoonAt(mgl32.Vec3{0, -1, 0}, mgl32.Vec3{0.6, 0.64, 0.48}, FullMoon)
	if s := tilted.Lit(0.3).Sunward; math.Abs(float64(s.Dot(mgl32.Vec3{0.48, 0, -0.6}))) > 1e-6 || s[0] > 0 {
		t.Errorf("lit from %v", s)
	}
}

func TestAboveHorizon(t *testing.T) {
	down := func(elevation float64) mgl32.Vec3 { return vec3(cosd(elevation), -sind(elevation), 0) }
	const wide = 0.5 * degree
	for _, c := range []struct{ elevation, want float64 }{{30, 1}, {0.25, 1}, {0, 0.5}, {-0.25, 0}, {-30, 0}} {
		within(t, "share", AboveHorizon(down(c.elevation), wide), c.want, 1e-3)
	}
	// A quarter of the radius above: the area of a segment by numbers.
	const h = 0.25
	var sum float64
	for i := range 1000 {
		y := -1 + (float64(i)+0.5)/500
		if y > -h {
			sum += 2 * math.Sqrt(1-y*y) / 500
		}
	}
	within(t, "share", AboveHorizon(down(0.25*h), wide), sum/math.Pi, 2e-3)
}
