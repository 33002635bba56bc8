package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

func sunAt(elevation float64) mgl64.Vec3 {
	sin, cos := math.Sincos(elevation * math.Pi / 180)
	return mgl64.Vec3{cos, sin, 0}
}

// day is a clear day's sky and sun.
func day(elevation float64) (Sky, Sun) {
	s := sunAt(elevation)
	return skyOf(NewAir(DefaultAtmosphere()), Sun{Direction: vec3(-s[0], -s[1], -s[2]), Color: mgl32.Vec3{1, 1, 1}, Natural: true})
}

// skyOf is the sky of an air in the light of a sun, and what arrives of that.
func skyOf(air *Air, sun Sun) (Sky, Sun) {
	l := (&Scene{Sky: Sky{Kind: SkyAtmosphere, Air: air}, Sun: &sun}).LightingOf(&Shot{})
	return l.Sky, l.Light
}

func TestPhaseFunctionsIntegrateToOne(t *testing.T) {
	const n = 20000
	for _, g := range []float64{-0.9, 0, 0.5, 0.8, 0.95} {
		air, haze := 0.0, 0.0
		for i := range n {
			c := (float64(i)+0.5)/n*2 - 1
			air += airPhase(c) * 4 * math.Pi / n
			haze += hazePhase(g, c) * 4 * math.Pi / n
		}
		if math.Abs(air-1) > 1e-6 || math.Abs(haze-1) > 1e-3 {
			t.Errorf("g %v: %v and %v", g, air, haze)
		}
	}
}

// The density of air is that of the U.S. Standard Atmosphere of 1976 (tables I and II, by 1.2250 kg/m³).
func TestAirDensity(t *testing.T) {
	for _, c := range []struct{ km, share, within float64 }{
		{0, 1, 1e-9}, {2, 0.82168, 0.04}, {5, 0.60117, 0.04}, {8, 0.42921, 0.04}, {11, 0.29780, 0.04}, {15, 0.15898, 0.04}, {20, 0.072580, 0.04}, {25, 0.032720, 0.04},
		{30, 0.015029, 0.04}, {40, 0.0032618, 0.06}, {50, 8.3827e-4, 0.06}, {60, 2.5280e-4, 0.06}, {70, 6.7616e-5, 0.06}, {80, 1.5070e-5, 0.06},
	} {
		if got, _, _ := densities(c.km * 1000); math.Abs(got/c.share-1) > c.within {
			t.Errorf("%g km: %.5g, want %.5g", c.km, got, c.share)
		}
	}
	for last, height := 1.0, 1e3; height < 1e9; height *= 1.01 {
		air, _, _ := densities(height)
		if !(air <= last) {
			t.Fatalf("air gets denser at %g m", height)
		}
		last = air
	}
}

// Straight up the optical depth is that of sums in even steps.
func TestOpticalDepthUp(t *testing.T) {
	a := NewAir(DefaultAtmosphere())
	got := a.opticalDepth(leastHeight, 1, transmittanceSteps)
	c := a.Coefficients()
	const n = 100000
	for k := range 3 {
		want := 0.0
		for i := range n {
			air, haze, ozone := densities(leastHeight + (airTop-leastHeight)*(float64(i)+0.5)/n)
			want += (c.Air[k]*air + c.HazeExtinction[k]*haze + c.Ozone[k]*ozone) * (airTop - leastHeight) / n
		}
		if math.Abs(got[k]/want-1) > 0.004 {
			t.Errorf("channel %d: %v, want %v", k, got[k], want)
		}
	}
}

// Over the ground are as many molecules as weigh on it: 101,325 Pa by g and 1.225 kg/m³.
func TestColumnOfAir(t *testing.T) {
	const n = 100000
	column := 0.0
	for i := range n {
		air, _, _ := densities(airTop * (float64(i) + 0.5) / n)
		column += air * airTop / n
	}
	if want := 101_325 / (9.80665 * 1.225); math.Abs(column/want-1) > 0.015 {
		t.Errorf("%v m of air as dense as at the ground, want %v", column, want)
	}
}

// The table against sums in even steps: everywhere in the air and in every direction that the planet
// leaves open.
func TestTransmittanceTable(t *testing.T) {
	air := NewAir(DefaultAtmosphere())
	c := air.Coefficients()
	for _, height := range []float64{1, 100, 1500, 5000, 12e3, 40e3, 99e3} {
		lowest := math.Asin(horizonCosine(height)) * 180 / math.Pi
		for _, e := range []float64{lowest + 0.05, lowest + 0.5, 0.7, 2, 5, 10, 25, 45, 70, 90} {
			dir := sunAt(max(e, lowest+0.05))
			for k := range 3 {
				depth := 0.0
				p, end := mgl64.Vec3{0, groundRadius + height, 0}, planetHit(mgl64.Vec3{0, groundRadius + height, 0}, dir, groundRadius+airTop, true)
				const n = 20000
				for i := range n {
					_, _, taken := mediumAt(&c, p.Add(dir.Mul(end*(float64(i)+0.5)/n)), k)
					depth += taken * end / n
				}
				got, want := air.Transmittance(height, dir[1])[k], math.Exp(-depth)
				if math.Abs(got-want) > 0.02*want+0.001 {
					t.Errorf("height %g, elevation %.3g°, channel %d: %.5g, sums say %.5g", height, e, k, got, want)
				}
			}
		}
	}
	if got := air.Transmittance(1, -0.1); got != (mgl64.Vec3{}) {
		t.Errorf("%v through the planet", got)
	}
}

// singleAir scatters light once.
func singleAir(a Atmosphere) *Air {
	air := NewAir(a)
	air.multiple, air.ground = [multipleRows][AirSuns]mgl64.Vec3{}, [AirSuns]mgl64.Vec3{}
	return air
}

// Light scattered once and that of the sunlit ground, against sums in even steps without tables.
func TestSingleScattering(t *testing.T) {
	a := DefaultAtmosphere()
	air := singleAir(a)
	for _, height := range []float64{1, 8000, 300e3} {
		for _, elevation := range []float64{90, 40, 5, -2, -5} {
			for _, dir := range []mgl64.Vec3{{0, 1, 0}, {1, 0.5, 0}, {-1, 0.2, 0.3}, {0, 0.05, 1}, {-0.2, -1, 0}, {1, -0.31, 0}} {
				dir, sun := dir.Normalize(), sunAt(elevation)
				if height > airTop && dir[1] > 0 {
					if l := air.Radiance(height, dir, sun, 32); l != (mgl64.Vec3{}) {
						t.Errorf("%v from empty space", l)
					}
					continue
				}
				for k := range 3 {
					got, want := air.Radiance(height, dir, sun, 32)[k], plainSingle(&a, height, dir, sun, k, 400)
					if math.Abs(got-want) > 0.03*want+1e-7 {
						t.Errorf("height %g, sun at %g°, towards %.2f, channel %d: %.5g, sums say %.5g", height, elevation, dir, k, got, want)
					}
				}
			}
		}
	}
}

// What the world knows of daylight: direct sun and sky at noon.
func TestDaylightAnchors(t *testing.T) {
	within := func(what string, got, want, factor float64) {
		t.Helper()
		t.Logf("%s: %.4g", what, got)
		if !(got > want/factor && got < want*factor) {
			t.Errorf("%s: %.4g, want %.4g within a factor of %g", what, got, want, factor)
		}
	}
	for _, elevation := range []float64{45, 60, 75, 90} {
		sky, sun := day(elevation)
		e := sky.Irradiance()
		up := float64(Luminance(e.At(mgl32.Vec3{0, 1, 0})))
		within("direct sun, lx", float64(sun.Illuminance), 100_000, 1.1)
		within("horizontal light of the sky, lx", up, 16_000, 1.3)
		within("mean luminance of the sky, cd/m²", up/math.Pi, 5000, 1.3)
	}
	noon, _ := day(60)
	within("luminance at the zenith, sun at 60°", float64(Luminance(noon.Radiance(mgl32.Vec3{0, 1, 0}))), 4000, 1.5)
}

// Twilight by the depth of the sun, against what is measured under clear skies (Janiczek and DeYoung, "Computer Programs for Sun and
// Moon Illuminance", U.S. Naval Observatory Circular 171, 1987, whose formula is also in Seidelmann, "Explanatory
// Supplement to the Astronomical Almanac", 1992, section 9.3): it falls to a millionth within 18°, where the night's own light
// remains. TestTwilightAgainstPaths says what the tables lose of it.
func TestTwilight(t *testing.T) {
	night := DefaultNight()
	for _, c := range []struct{ elevation, lux, factor float64 }{
		{0, 759, 1.2}, {-3, 79.1, 1.2}, {-6, 3.41, 1.3}, {-9, 0.1164, 1.45}, {-12, 0.00805, 1.55}, {-18, 0.000645, 1.3},
	} {
		sky, sun := day(c.elevation)
		if c.elevation < -1 && sun.Illuminance != 0 {
			t.Errorf("sun at %g°: %v lx directly", c.elevation, sun.Illuminance)
		}
		l := Lighting{Sky: sky}
		if c.elevation < 0 {
			l.Night = night
		}
		e := l.Irradiance()
		got := float64(Luminance(e.At(mgl32.Vec3{0, 1, 0})))
		t.Logf("sun at %g°: %.4g lx, measured %.4g", c.elevation, got, c.lux)
		if !(got > c.lux/c.factor && got < c.lux*c.factor) {
			t.Errorf("sun at %g°: %.4g lx, measured are %.4g", c.elevation, got, c.lux)
		}
	}
}

// Blue above by day and in twilight, orange and red around a low sun, nowhere green.
func TestSkyColors(t *testing.T) {
	for _, elevation := range []float64{60, 30, 10, 3, 0, -3, -6} {
		sky, sun := day(elevation)
		zenith := sky.Radiance(mgl32.Vec3{0, 1, 0})
		if !(zenith[2] > 1.3*zenith[1] && zenith[2] > 1.3*zenith[0]) {
			t.Errorf("sun at %g°: zenith %v is not blue", elevation, zenith)
		}
		if elevation < 15 {
			low := sky.Radiance(mgl32.Vec3{1, 0.03, 0}.Normalize())
			if !(low[0] > 1.3*low[1] && low[1] > low[2]) {
				t.Errorf("sun at %g°: the horizon below it is %v", elevation, low)
			}
		}
		if c := sun.Color; sun.Illuminance > 0 && !(c[0] >= c[1] && c[1] >= c[2]) {
			t.Errorf("sun at %g° has the colour %v", elevation, c)
		}
		sphere(40, func(d mgl32.Vec3, _ float64) {
			if l := sky.Radiance(d); l[1] > 1.08*max(l[0], l[2]) {
				t.Errorf("sun at %g°: green %v towards %v", elevation, l, d)
			}
		})
	}
}

// The air takes light and gives back no more than it took: what leaves it and what the ground
// keeps is at most what came, and all of it where nothing absorbs.
func TestAirKeepsEnergy(t *testing.T) {
	for _, c := range []struct {
		a     Atmosphere
		least float64
	}{
		{Atmosphere{Air: 1, GroundAlbedo: mgl32.Vec3{0, 0, 0}}, 0.93},
		{Atmosphere{Air: 1, GroundAlbedo: mgl32.Vec3{0.5, 0.5, 0.5}}, 0.91},
		{DefaultAtmosphere(), 0.7},
	} {
		air := NewAir(c.a)
		for _, elevation := range []float64{90, 50, 20} {
			sun := sunAt(elevation)
			for k := range 3 {
				ground := air.onGround(sun[1])[k] * (1 - float64(c.a.GroundAlbedo[k]))
				out := 0.0 // upwards through level air at the top
				const rings, turns = 24, 12
				for j := range rings {
					y := math.Sqrt((float64(j) + 0.5) / rings)
					for i := range turns {
						sin, cos := math.Sincos(math.Pi * (float64(i) + 0.5) / turns)
						h := math.Sqrt(1 - y*y)
						out += air.Radiance(airTop, mgl64.Vec3{h * cos, -y, h * sin}, sun, 32)[k] * math.Pi / (rings * turns)
					}
				}
				if share := (ground + out) / sun[1]; share > 1.03 || share < c.least {
					t.Errorf("%+v, sun at %g°, channel %d: %.3f of the light is accounted for", c.a, elevation, k, share)
				}
			}
		}
	}
}

// The table of a sun's sky against the integral that fills it.
func TestSkyViewTable(t *testing.T) {
	for _, altitude := range []float32{0, 3000, 50e3} {
		a := DefaultAtmosphere()
		a.Altitude = altitude
		air := NewAir(a)
		for _, elevation := range []float64{90, 60, 20, 3, -3} {
			s := sunAt(elevation)
			sky, _ := skyOf(air, Sun{Direction: vec3(-s[0], -s[1], -s[2]), Color: mgl32.Vec3{1, 1, 1}, Natural: true})
			horizon := horizonCosine(max(float64(altitude), leastHeight))
			worst := 0.0
			sphere(30, func(d mgl32.Vec3, _ float64) {
				if math.Abs(float64(d[1])-horizon) < 0.02 {
					return
				}
				got, want := sky.Lights[0].View.at(vec64(d)), air.Radiance(float64(altitude), vec64(d), s, 100)
				for k := range 3 {
					worst = max(worst, math.Abs(got[k]-want[k])/(want[k]+1e-7))
				}
			})
			t.Logf("altitude %v, sun at %g°: %.1f %%", altitude, elevation, 100*worst)
			most := 0.05
			if altitude > 10e3 {
				most = 0.2 // the air is a thin line above a dark planet
			}
			if worst > most {
				t.Errorf("altitude %v, sun at %g°: %.1f %% off", altitude, elevation, 100*worst)
			}
		}
	}
}

// Lux that are given are what arrives; the sky goes along with them.
func TestDaylightOfGivenLux(t *testing.T) {
	air := NewAir(DefaultAtmosphere())
	up := mgl32.Vec3{0, 1, 0}
	light := func(elevation float64, lux Lux) (zenith, natural float32, sun Sun) {
		s := sunAt(elevation)
		from := Sun{Direction: vec3(-s[0], -s[1], -s[2]), Color: mgl32.Vec3{1, 1, 1}, Natural: true}
		plain, _ := skyOf(air, from)
		from.Natural, from.Illuminance = false, lux
		sky, sun := skyOf(air, from)
		return Luminance(sky.Radiance(up)), Luminance(plain.Radiance(up)), sun
	}
	for _, c := range []struct {
		elevation float64
		lux       Lux
		low, high float32 // the sky's share of the natural one
	}{
		{50, 0, 0, 0},
		{50, 50_000, 0.48, 0.53},
		{50, 200_000, 1.9, 2.1},
		{30, 0.25, 2.5e-6, 3.5e-6},
		{1, 100_000, 1, 1.6},
		{1, 20_000, 0.999, 1.001},
		{-4, 0.25, 1e-4, 1},
	} {
		zenith, natural, sun := light(c.elevation, c.lux)
		if share := zenith / natural; !(share >= c.low && share <= c.high) {
			t.Errorf("sun at %g° with %v lx: the sky has %.4g of its light", c.elevation, c.lux, share)
		}
		if want := c.lux; c.elevation > 0 && math.Abs(float64(sun.Illuminance-want)) > 1e-4*float64(want) || c.elevation < 0 && sun.Illuminance != 0 {
			t.Errorf("sun at %g° with %v lx: %v arrive", c.elevation, c.lux, sun.Illuminance)
		}
	}
}

// No atmosphere, height or sun gives anything but numbers, none of them below zero.
func TestAtmosphereExtremes(t *testing.T) {
	for _, a := range []Atmosphere{
		{}, DefaultAtmosphere(),
		{Air: 1, Haze: 1000, Anisotropy: 0.95, GroundAlbedo: mgl32.Vec3{1, 1, 1}},
		{Air: 1000, Ozone: 1000, GroundAlbedo: mgl32.Vec3{1, 0, 1}},
		{Haze: 1, Anisotropy: -0.95, Altitude: 1e9},
		{Air: 1, Altitude: -1e6}, {Air: 1, Altitude: airTop}, {Air: 1, Haze: 1, Altitude: 400e3},
	} {
		air := NewAir(a)
		for _, elevation := range []float64{90, 45, 0, -45, -90} {
			s := sunAt(elevation)
			sky, sun := skyOf(air, Sun{Direction: vec3(-s[0], -s[1], -s[2]).Normalize(), Color: mgl32.Vec3{1, 1, 1}, Natural: true})
			bad := func(v mgl32.Vec3) bool {
				return !(v[0] >= 0 && v[1] >= 0 && v[2] >= 0 && v[0]+v[1]+v[2] < 1e9)
			}
			sphere(12, func(d mgl32.Vec3, _ float64) {
				if l := sky.Radiance(d); bad(l) {
					t.Fatalf("%+v, sun at %g°: %v towards %v", a, elevation, l, d)
				}
			})
			for _, d := range []mgl32.Vec3{{0, 1, 0}, {0, -1, 0}, {1, 0, 0}} {
				if l := sky.Radiance(d); bad(l) {
					t.Fatalf("%+v, sun at %g°: %v towards %v", a, elevation, l, d)
				}
			}
			if l := sun.Color.Mul(float32(sun.Illuminance)); bad(l) || bad(sun.Color) {
				t.Fatalf("%+v, sun at %g°: %v lx %v", a, elevation, sun.Illuminance, sun.Color)
			}
			e := sky.Irradiance()
			if x := e.At(mgl32.Vec3{0, 1, 0}); bad(x) {
				t.Fatalf("%+v, sun at %g°: sky gives %v lx", a, elevation, x)
			}
		}
	}
}

func BenchmarkNewAir(b *testing.B) {
	for b.Loop() {
		NewAir(DefaultAtmosphere())
	}
}

// BenchmarkDaylight is what a sun that moves costs the CPU, with the sky's irradiance.
func BenchmarkDaylight(b *testing.B) {
	air := NewAir(DefaultAtmosphere())
	for b.Loop() {
		air.views = nil
		sky, _ := skyOf(air, Sun{Direction: mgl32.Vec3{0, -1, 0}, Color: mgl32.Vec3{1, 1, 1}, Natural: true})
		sky.Irradiance()
	}
}
