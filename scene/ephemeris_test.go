package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.6f, want %.6f to %g", what, got, want, tolerance)
	}
}

// circle brings an angle in degrees into 0..360.
func circle(x float64) float64 { return math.Mod(math.Mod(x, 360)+360, 360) }

// rightAscension and declination, degrees.
func angles(v mgl64.Vec3) (ra, dec float64) {
	return circle(math.Atan2(v[1], v[0]) / degree), math.Asin(v[2]) / degree
}

// horizontal returns azimuth and elevation of a direction towards something, degrees.
func horizontal(d mgl32.Vec3) (azimuth, elevation float64) {
	return circle(math.Atan2(float64(d[0]), -float64(d[2])) / degree), math.Asin(float64(d[1])) / degree
}

func at(year, month int, day, hours, latitude, longitude float64) Moment {
	return Moment{JulianDay(year, month, day+hours/24), latitude * degree, longitude * degree}
}

// Meeus, chapter 7: examples 7.a (with a fraction), 7.b's rules and the table of page 62.
func TestJulianDay(t *testing.T) {
	for _, c := range []struct {
		year, month int
		day, want   float64
	}{
		{1957, 10, 4.81, 2436116.31}, {2000, 1, 1.5, 2451545}, {1999, 1, 1, 2451179.5}, {1987, 1, 27, 2446822.5},
		{1987, 6, 19.5, 2446966}, {1988, 1, 27, 2447187.5}, {1988, 6, 19.5, 2447332}, {1900, 1, 1, 2415020.5}, {1600, 12, 31, 2305812.5},
	} {
		within(t, "Julian day", JulianDay(c.year, c.month, c.day), c.want, 1e-6)
	}
}

// Meeus, examples 12.a and 12.b. The second is given as mean sidereal time.
func TestSiderealTime(t *testing.T) {
	within(t, "12.a", circle(siderealTime(JulianDay(1987, 4, 10))/degree), (13+10.0/60+46.3668/3600)*15, 2e-5)
	within(t, "12.b", circle(siderealTime(2446896.30625)/degree), 128.7378734, 2e-5)
}

// Meeus, example 25.a: 1992 October 13, 0h dynamical time.
func TestSunExample(t *testing.T) {
	T := (JulianDay(1992, 10, 13) - j2000) / century
	within(t, "T", T, -0.072183436, 1e-9)
	longitude, distance := sunEcliptic(T)
	within(t, "apparent longitude", circle(longitude), 199.90895, 2e-5)
	within(t, "distance", distance, 0.99766, 1e-5)
	ra, dec := angles(equatorial(longitude, 0, T))
	within(t, "right ascension", ra, 198.38083, 2e-5)
	within(t, "declination", dec, -7.78507, 2e-5)
}

// Meeus, example 13.b: Venus over the US Naval Observatory, 1987 April 10, 19:21:00 UT. The book has
// its azimuth from the south, and uses apparent sidereal time.
func TestHorizontalExample(t *testing.T) {
	m := at(1987, 4, 10, 19+21.0/60, 38+55.0/60+17.0/3600, -(77 + 3.0/60 + 56.0/3600))
	ra, dec := 347.3193375*degree, -6.719892*degree
	d := m.world(mgl64.Vec3{math.Cos(dec) * math.Cos(ra), math.Cos(dec) * math.Sin(ra), math.Sin(dec)})
	azimuth, elevation := horizontal(narrow(d))
	within(t, "azimuth", azimuth, 68.0337+180, 0.002)
	within(t, "elevation", elevation, 15.1249, 0.002)
}

// Meeus, example 47.a: 1992 April 12, 0h dynamical time. What the shortened tables leave out may show.
func TestMoonExample(t *testing.T) {
	T := (JulianDay(1992, 4, 12) - j2000) / century
	longitude, latitude, distance := moonEcliptic(T)
	within(t, "longitude", circle(longitude), 133.162655, 0.01)
	within(t, "latitude", latitude, -3.229126, 0.01)
	within(t, "distance", distance, 368409.7, 40)
}

// Facts from almanacs.
func TestSunInTheSky(t *testing.T) {
	sun := func(m Moment) (float64, float64) { // without the air
		d, _ := m.sun()
		return horizontal(narrow(d))
	}
	// Equinox of 2024: March 20, 03:06 UT. The sun is over the equator: somewhere straight up, and seen from
	// there the declination is 0.
	T := at(2024, 3, 20, 3+6.0/60, 0, 0)
	longitude, _ := sunEcliptic(T.dynamical())
	within(t, "longitude at the equinox", circle(longitude+180)-180, 0, 0.01)
	// On that day the sun rises in the east: at elevation 0, whatever the latitude.
	for _, latitude := range []float64{-50, 0, 35, 60} {
		for minute := range 1440 {
			a, e := sun(at(2024, 3, 20, float64(minute)/60, latitude, 0))
			if math.Abs(e) < 0.13 && a < 180 {
				within(t, "azimuth of sunrise", a, 90, 0.6)
			}
		}
	}
	// Noon at solstices: 90° - |latitude - declination|, due south (north beyond the tropic).
	for _, c := range []struct{ month, day, latitude, elevation, azimuth float64 }{
		{6, 20, 48.137, 90 - 48.137 + 23.44, 180}, {12, 21, 48.137, 90 - 48.137 - 23.44, 180},
		{12, 21, -33.87, 90 - 33.87 + 23.44, 0}, {6, 20, 23.44, 90, -1}, {6, 20, 0, 90 - 23.44, 0},
	} {
		best, where := -90.0, 0.0
		for second := 0; second < 86400; second += 20 {
			if a, e := sun(at(2024, int(c.month), c.day, float64(second)/3600, c.latitude, 11.575)); e > best {
				best, where = e, a
			}
		}
		within(t, "elevation at noon", best, c.elevation, 0.02)
		if c.azimuth >= 0 {
			within(t, "azimuth at noon", circle(where-c.azimuth+180)-180, 0, 0.5)
		}
	}
	// The equation of time: on November 3 the sun is 16 min 26 s ahead of the clock, on February 11 14 min 14 s behind.
	for _, c := range []struct {
		month     int
		day, noon float64
	}{{11, 3, 12 - (16+26.0/60)/60}, {2, 11, 12 + (14+14.0/60)/60}} {
		a, _ := sun(at(2023, c.month, c.day, c.noon, 50, 0))
		within(t, "azimuth at solar noon", a, 180, 0.1)
	}
	// In the far north the sun stays up in June and down in December.
	for hour := range 24 {
		if _, e := sun(at(2024, 6, 20, float64(hour), 70, 25)); e < 3 {
			t.Errorf("midnight sun at %d h: %.1f°", hour, e)
		}
		if _, e := sun(at(2024, 12, 21, float64(hour), 70, 25)); e > -3 {
			t.Errorf("polar night at %d h: %.1f°", hour, e)
		}
	}
}

// The pole stands as high as the latitude, in the north, and the sphere turns around it once in a sidereal day.
func TestWorldFromEquatorial(t *testing.T) {
	for _, latitude := range []float64{-60, 0, 40, 90} {
		m := at(2026, 6, 21, 22, latitude, 30)
		a := m.WorldFromEquatorial()
		pole := a.Col(2)
		within(t, "elevation of the pole", math.Asin(float64(pole[1]))/degree, latitude, 1e-3)
		if latitude < 89 && !(pole[2] < 0 && math.Abs(float64(pole[0])) < 1e-6) {
			t.Errorf("the pole is at %v", pole)
		}
		if d := a.Det(); math.Abs(float64(d)-1) > 1e-5 {
			t.Errorf("determinant %v", d)
		}
		m.JulianDay += 0.99726957
		if b := m.WorldFromEquatorial(); b.Sub(a).Mul3x1(mgl32.Vec3{1, 1, 1}).Len() > 1e-4 {
			t.Errorf("a sidereal day later: %v, was %v", b, a)
		}
		// Six hours later what was in the south is in the west.
		m.JulianDay += 0.99726957 / 4
		south := a.Transpose().Mul3x1(mgl32.Vec3{0, 0, 1})
		if latitude == 0 {
			south = a.Transpose().Mul3x1(mgl32.Vec3{0, 1, 0})
		}
		b := m.WorldFromEquatorial().Mul3x1(south)
		if latitude == 0 && b[0] > -0.999 || latitude == 90 && b[0] > -0.999 {
			t.Errorf("latitude %v: six hours later at %v", latitude, b)
		}
	}
}
