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

// The disc gives the light that the moon gives, in any phase, at any size of the pixels.
func TestMoonDisc(t *testing.T) {
	for _, share := range []float64{1, 0.8, 0.5, 0.1, 0.01} {
		for _, pixel := range []float32{1e-4, 1e-3, 0.02} {
			m := MoonAt(mgl32.Vec3{0.6, -0.8, 0}, mgl32.Vec3{-0.6, 0.64, 0.48}, FullMoon).Lit(share)
			disc := m.Disc(pixel)
			a := mgl32.Vec3{0.8, 0.6, 0}
			b := mgl32.Vec3{0, 0, 1}
			half := disc.Radius * 1.1
			const n = 500
			step := 2 * half / n
			var sum float64
			for i := range n {
				for j := range n {
					d := m.Direction.Mul(-1).Add(a.Mul(-half + (float32(i)+0.5)*step)).Add(b.Mul(-half + (float32(j)+0.5)*step)).Normalize()
					if l, there := m.Towards(d, disc); there {
						sum += float64(l-disc.Earthshine) * float64(step) * float64(step)
					}
				}
			}
			if got := sum / float64(m.Outside()); math.Abs(got-1) > 0.02 {
				t.Errorf("lit %v, pixels of %v: %v of the light", share, pixel, got)
			}
		}
	}
}

// A full moon is flat, half a moon is dark on the side away from the sun, and its terminator is straight.
func TestMoonTerminator(t *testing.T) {
	full := MoonAt(mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 0, -1}, FullMoon)
	disc := full.Disc(1e-5)
	look := func(m *Moon, x, y float32) float32 {
		l, _ := m.Towards(mgl32.Vec3{x * m.Diameter / 2, y * m.Diameter / 2, -1}.Normalize(), disc)
		return float32(l)
	}
	for _, x := range []float32{0, 0.5, 0.95, -0.99} {
		if l := look(&full, x, 0); math.Abs(float64(l/look(&full, 0, 0))-1) > 0.01 {
			t.Errorf("full moon at %v: %v", x, l)
		}
	}
	if l := float64(look(&full, 0, 0)); math.Abs(l-0.05/airAtZenith/(math.Pi*float64(full.Diameter/2)*float64(full.Diameter/2))) > 0.01*l {
		t.Errorf("the full moon has %v cd/m²", l)
	}
	half := full
	half.Sunward = mgl32.Vec3{1, 0, 0}
	disc = half.Disc(1e-5)
	for _, y := range []float32{-0.8, 0, 0.8} {
		if l := look(&half, 0.3, y); l < 10*float32(disc.Earthshine) {
			t.Errorf("the lit side has %v", l)
		}
		if l := look(&half, -0.02, y); l != float32(disc.Earthshine) || l == 0 {
			t.Errorf("the dark side has %v", l)
		}
	}
	if l, there := full.Towards(mgl32.Vec3{0.1, 0, -1}.Normalize(), disc); l != 0 || there {
		t.Errorf("beside the moon: %v", l)
	}
	if l, _ := full.Towards(mgl32.Vec3{0, 0, 1}, disc); l != 0 {
		t.Errorf("behind: %v", l)
	}
	none := Moon{}
	if d := none.Disc(0.001); d != (MoonDisc{}) {
		t.Errorf("no moon has %+v", d)
	}
	dark := MoonAt(mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 0, -1}, 0)
	if d := dark.Disc(0.001); d.Surface != 0 || d.Earthshine != 0 {
		t.Errorf("a moon without light has %+v", d)
	}
}
