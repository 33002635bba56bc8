package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// Meeus, example 16.a and page 106: the upper limb of the sun whose true elevation is 33'14.76" is seen 24.618' higher (he works in
// hundredths); and what he says of the horizon.
func TestRefraction(t *testing.T) {
	within(t, "16.a", Refraction((33+14.76/60)/60)*60, 24.618, 0.001)
	within(t, "at the seen horizon", Refraction(-0.5667)*60, 34, 0.01)
	within(t, "at 45°", Refraction(45)*60, 1, 0.03)
	within(t, "straight up", Refraction(90), 0, 1e-4)
	last := math.Inf(-1)
	for e := -90.0; e <= 90; e += 0.01 {
		r := Refraction(e)
		if !(r >= 0 && r < 0.6) || e < -0.9 && r > 0.52/-e {
			t.Fatalf("at %.2f°: %v°", e, r)
		}
		if !(e+r > last) || e > -90 && e+r > last+0.03 {
			t.Fatalf("at %.2f°: seen at %v°, before at %v°", e, e+r, last)
		}
		last = e + r
	}
}

func TestLifted(t *testing.T) {
	for _, d := range []mgl64.Vec3{{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-0.6, 0, 0.8}, {0.36, -0.48, 0.8}, {0.001, 0.02, -1}} {
		d = d.Normalize()
		up := lifted(d)
		within(t, "length", up.Len(), 1, 1e-12)
		within(t, "turn", up[0]*d[2]-up[2]*d[0], 0, 1e-12)
		if up[1] < d[1] {
			t.Errorf("%v is seen at %v", d, up)
		}
	}
	within(t, "in the horizon", lifted(mgl64.Vec3{0, 0, -1})[1], 28.98/60*degree, 1e-5)
}

// When sun and moon rise and set over Fredonia, Arizona, in 2023, by the tables of the U.S. Naval Observatory ("Rise and Set for the
// Sun for 2023", W112 31, N36 57, zone 7 h west of Greenwich), which have whole minutes: their upper limb is on the horizon then,
// 34' of refraction included.
func TestRiseAndSet(t *testing.T) {
	const never = -1
	sun := func(m Moment) float64 { _, e := horizontal(m.SunTowards()); return e + sunDiameter/2/degree }
	moon := func(m Moment) float64 {
		x := m.Moon(FullMoon)
		_, e := horizontal(x.Direction.Mul(-1))
		return e + float64(x.Diameter)/2/degree
	}
	for _, c := range []struct {
		what      string
		upper     func(Moment) float64
		month     int
		day       float64
		rise, set int // hours and minutes as hhmm
	}{
		{"sun", sun, 1, 1, 743, 1724}, {"sun", sun, 3, 21, 632, 1843}, {"sun", sun, 5, 10, 527, 1927}, {"sun", sun, 6, 21, 511, 1953},
		{"sun", sun, 8, 15, 547, 1922}, {"sun", sun, 9, 22, 618, 1827}, {"sun", sun, 11, 3, 656, 1731}, {"sun", sun, 12, 21, 739, 1717},
		{"moon", moon, 1, 15, 107, 1219}, {"moon", moon, 4, 8, 2200, 724}, {"moon", moon, 7, 3, 2048, 503}, {"moon", moon, 10, 20, 1256, 2209},
	} {
		clock := func(minute float64) Moment { return at(2023, c.month, c.day, minute/60+7, 36.95, -112.52) }
		rise, set := float64(never), float64(never)
		before := c.upper(clock(0))
		for minute := range 1440 {
			after := c.upper(clock(float64(minute + 1)))
			cross := float64(minute) + before/(before-after)
			if before < 0 && after >= 0 {
				rise = cross
			} else if before >= 0 && after < 0 {
				set = cross
			}
			before = after
		}
		minutes := func(hhmm int) float64 { return float64(hhmm/100*60 + hhmm%100) }
		within(t, c.what+" rises, minutes of the day", rise, minutes(c.rise), 0.8)
		within(t, c.what+" sets, minutes of the day", set, minutes(c.set), 0.8)
	}
}
