package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// What follows takes nothing from the tables and little from the code that makes them: points on a
// sphere in plain vectors, even steps, and chance for what is scattered more than once.

// planetHit returns the distance to a sphere around the planet's middle, from inside to its
// far side and from outside to its near one; -1 where there is none.
func planetHit(p, dir mgl64.Vec3, radius float64, far bool) float64 {
	b := p.Dot(dir)
	q := b*b - p.Dot(p) + radius*radius
	if q < 0 {
		return -1
	}
	if far {
		return -b + math.Sqrt(q)
	}
	return -b - math.Sqrt(q)
}

// mediumAt is what a channel's light meets at a point.
func mediumAt(c *AirCoefficients, p mgl64.Vec3, channel int) (air, haze, taken float64) {
	h := math.Max(p.Len()-groundRadius, 0)
	x := h / 100e3
	air = c.Air[channel] * math.Exp(-8.0527*x-36.882*x*x+69.688*x*x*x-40.753*x*x*x*x)
	haze = c.HazeScattering[channel] * math.Exp(-h/1200)
	taken = air + c.HazeExtinction[channel]*math.Exp(-h/1200) + c.Ozone[channel]*math.Max(0, 1-math.Abs(h-25000)/15000)
	return air, haze, taken
}

// plainTransmittance is what gets to a point from space, 0 through the planet.
func plainTransmittance(c *AirCoefficients, p, dir mgl64.Vec3, channel int) float64 {
	if p.Dot(dir) < 0 && planetHit(p, dir, groundRadius, false) > 0 {
		return 0
	}
	end := planetHit(p, dir, groundRadius+airTop, true)
	depth := 0.0
	const n = 150
	for i := range n {
		_, _, taken := mediumAt(c, p.Add(dir.Mul(end*(float64(i)+0.5)/n)), channel)
		depth += taken * end / n
	}
	return math.Exp(-depth)
}

// plainSingle is the light scattered once, and that of the sunlit ground, by even steps.
func plainSingle(a *Atmosphere, height float64, dir, sun mgl64.Vec3, channel, n int) float64 {
	p := mgl64.Vec3{0, groundRadius + height, 0}
	end, ground := planetHit(p, dir, groundRadius+airTop, true), false
	if t := planetHit(p, dir, groundRadius, false); t > 0 && dir[1] < 0 {
		end, ground = t, true
	}
	sum, depth, c := 0.0, 0.0, a.Coefficients()
	for i := range n {
		q := p.Add(dir.Mul(end * (float64(i) + 0.5) / float64(n)))
		air, haze, taken := mediumAt(&c, q, channel)
		scattered := air*airPhase(dir.Dot(sun)) + haze*hazePhase(float64(a.Anisotropy), dir.Dot(sun))
		depth += taken * end / float64(n)
		sum += scattered * plainTransmittance(&c, q, sun, channel) * math.Exp(-depth+taken*end/float64(2*n)) * end / float64(n)
	}
	if ground {
		q := p.Add(dir.Mul(end))
		sum += math.Exp(-depth) * float64(a.GroundAlbedo[channel]) / math.Pi * math.Max(q.Normalize().Dot(sun), 0) *
			plainTransmittance(&c, q.Mul(1+1e-9), sun, channel)
	}
	return sum
}

// An airTracer follows light backwards through the air.
type airTracer struct {
	*rand.Rand
	air     *Atmosphere
	c       AirCoefficients
	channel int
	sun     mgl64.Vec3
}

// fly goes on until something happens; it returns the place and whether that is the ground. A
// way that ends in space has no place.
func (t *airTracer) fly(p, dir mgl64.Vec3) (q mgl64.Vec3, ground, ok bool) {
	end := planetHit(p, dir, groundRadius+airTop, true)
	if s := planetHit(p, dir, groundRadius, false); s > 0 && p.Dot(dir) < 0 {
		end, ground = s, true
	}
	left := t.ExpFloat64()
	low := min(max(-p.Dot(dir), 0), end)
	from, to := -math.Sqrt(low), math.Sqrt(max(end-low, 0))
	const n = 80
	at := func(i float64) float64 { s := from + (to-from)*i/n; return low + s*math.Abs(s) }
	for i := range n {
		a, b := at(float64(i)), at(float64(i+1))
		_, _, taken := mediumAt(&t.c, p.Add(dir.Mul((a+b)/2)), t.channel)
		if d := taken * (b - a); d < left {
			left -= d
			continue
		}
		return p.Add(dir.Mul(a + left/taken)), false, true
	}
	return p.Add(dir.Mul(end)), ground, ground
}

// look is one sample of the light from a direction that was scattered or reflected more often than
// so many times.
func (t *airTracer) look(height float64, dir mgl64.Vec3, times int) float64 {
	p, weight, sum := mgl64.Vec3{0, groundRadius + height, 0}, 1.0, 0.0
	for order := range 60 {
		q, ground, ok := t.fly(p, dir)
		if !ok {
			return sum
		}
		up := q.Normalize()
		if ground {
			q = up.Mul(groundRadius + 0.01)
			albedo := float64(t.air.GroundAlbedo[t.channel])
			if order >= times {
				sum += weight * albedo / math.Pi * math.Max(up.Dot(t.sun), 0) * plainTransmittance(&t.c, q, t.sun, t.channel)
			}
			weight *= albedo
			p, dir = q, around(up, math.Sqrt(t.Float64()), t.Float64())
			continue
		}
		air, haze, taken := mediumAt(&t.c, q, t.channel)
		if nu := dir.Dot(t.sun); order >= times {
			phase := air*airPhase(nu) + haze*hazePhase(float64(t.air.Anisotropy), nu)
			sum += weight / taken * phase * plainTransmittance(&t.c, q, t.sun, t.channel)
		}
		weight *= (air + haze) / taken
		if weight < 0.1 { // roulette
			if t.Float64() > weight {
				return sum
			}
			weight = 1
		}
		var factor float64
		dir, factor = t.scatter(dir, air, haze)
		weight *= factor
		p = q
	}
	return sum
}

// scatter is where light that goes on comes from, and a factor of its weight: molecules scatter almost evenly, so they have even
// directions, weighted; haze has Henyey and Greenstein's.
func (t *airTracer) scatter(dir mgl64.Vec3, air, haze float64) (next mgl64.Vec3, factor float64) {
	g := float64(t.air.Anisotropy)
	if t.Float64()*(air+haze) < air {
		next = around(dir, 2*t.Float64()-1, t.Float64())
		return next, airPhase(dir.Dot(next)) * 4 * math.Pi
	}
	s := (1 - g*g) / (1 - g + 2*g*t.Float64())
	next = around(dir, (1+g*g-s*s)/(2*g), t.Float64())
	c := dir.Dot(next)
	return next, hazePhase(g, c) / ((1 - g*g) / (4 * math.Pi * math.Pow(1+g*g-2*g*c, 1.5)))
}

// illuminate is one sample of the light on level ground that was scattered at least twice. The light scattered once is the
// integral along the ways after the first (TestSingleScattering holds it), as hardly any path
// ends in the sunlit air of twilight by chance.
func (t *airTracer) illuminate(single *Air) (sum float64) {
	up := mgl64.Vec3{0, 1, 0}
	p, weight := mgl64.Vec3{0, groundRadius + leastHeight, 0}, math.Pi
	dir := around(up, math.Sqrt(t.Float64()), t.Float64())
	for range 60 {
		q, ground, ok := t.fly(p, dir)
		if !ok {
			return sum
		}
		up = q.Normalize()
		if ground {
			q = up.Mul(groundRadius + leastHeight)
			weight *= float64(t.air.GroundAlbedo[t.channel])
			dir = around(up, math.Sqrt(t.Float64()), t.Float64())
		} else {
			air, haze, taken := mediumAt(&t.c, q, t.channel)
			var factor float64
			dir, factor = t.scatter(dir, air, haze)
			weight *= factor * (air + haze) / taken
		}
		// What Radiance asks for, with the zenith of that place.
		sun, mu := up.Dot(t.sun), up.Dot(dir)
		level := math.Sqrt(max(1-sun*sun, 1e-12))
		x := (dir.Dot(t.sun) - mu*sun) / level
		local := mgl64.Vec3{x, mu, math.Sqrt(max(1-mu*mu-x*x, 0))}
		sum += weight * single.Radiance(q.Len()-groundRadius, local, mgl64.Vec3{level, sun, 0}, 24)[t.channel]
		if weight < 0.1 {
			if t.Float64() > weight {
				return sum
			}
			weight = 1
		}
		p = q
	}
	return sum
}

// around is the unit vector at a cosine to an axis and a share of a turn about it.
func around(axis mgl64.Vec3, cosine, turn float64) mgl64.Vec3 {
	side := mgl64.Vec3{1, 0, 0}
	if math.Abs(axis[0]) > 0.7 {
		side = mgl64.Vec3{0, 1, 0}
	}
	a := axis.Cross(side).Normalize()
	b := axis.Cross(a)
	sin, cos := math.Sincos(2 * math.Pi * turn)
	s := math.Sqrt(math.Max(1-cosine*cosine, 0))
	return axis.Mul(cosine).Add(a.Mul(s * cos)).Add(b.Mul(s * sin)).Normalize()
}

// The light of paths that chance takes, which takes further scattering for what it is, against that of
// the tables, which takes it as even to all sides and everything around a point as equally bright. What
// that costs: some 8 % of the sky's illuminance while the sun is above 20°, 15 % at 5°; up to 20 % in
// single directions, and a third in the haze above the horizon when the sun is low, where the
// tables are too dark.
func TestMultipleScatteringAgainstPaths(t *testing.T) {
	a := DefaultAtmosphere()
	air, single := NewAir(a), singleAir(a)
	for _, c := range []struct {
		elevation float64
		dir       mgl64.Vec3 // zero: the illuminance of level ground
		share     float64
		paths     int
	}{
		{60, mgl64.Vec3{}, 0.08, 5000},
		{20, mgl64.Vec3{}, 0.08, 5000},
		{5, mgl64.Vec3{}, 0.17, 5000},
		{60, mgl64.Vec3{0, 1, 0}, 0.10, 2000},
		{60, mgl64.Vec3{0, 0.03, 1}, 0.12, 2000},
		{60, mgl64.Vec3{0, -1, 0}, 0.05, 2000},
		{20, mgl64.Vec3{-1, 0.3, 0}, 0.20, 2000},
		{2, mgl64.Vec3{1, 0.3, 0}, 0.25, 2000},
		{2, mgl64.Vec3{0, 0.03, 1}, 0.4, 2000},
	} {
		sin, cos := math.Sincos(c.elevation * math.Pi / 180)
		sun := mgl64.Vec3{cos, sin, 0}
		for channel := range 3 {
			tr := airTracer{rand.New(rand.NewPCG(1, uint64(channel))), &a, a.Coefficients(), channel, sun}
			var sum, squares, got float64
			for range c.paths {
				x := 0.0
				if c.dir == (mgl64.Vec3{}) {
					x = math.Pi * tr.look(leastHeight, around(mgl64.Vec3{0, 1, 0}, math.Sqrt(tr.Float64()), tr.Float64()), 1)
				} else {
					x = tr.look(leastHeight, c.dir.Normalize(), 1)
				}
				sum, squares = sum+x, squares+x*x
			}
			n := float64(c.paths)
			want, noise := sum/n, math.Sqrt((squares/n-sum*sum/n/n)/n)
			if c.dir == (mgl64.Vec3{}) {
				sphere(60, func(d mgl32.Vec3, share float64) { // TestSingleScattering holds this
					if d[1] > 0 {
						want += single.Radiance(leastHeight, vec64(d), sun, 24)[channel] * float64(d[1]) * share
					}
				})
				got = air.skyOnGround(sin)[channel]
			} else {
				want += plainSingle(&a, leastHeight, c.dir.Normalize(), sun, channel, 300)
				got = air.Radiance(leastHeight, c.dir.Normalize(), sun, 32)[channel]
			}
			if math.Abs(got-want) > c.share*want+2*noise {
				t.Errorf("sun at %g°, %v, channel %d: %.4g, paths say %.4g ± %.2g", c.elevation, c.dir, channel, got, want, noise)
			}
		}
	}
}

// The light of twilight by chance is what is measured (TestTwilight); the tables have 10 % less of it at -3°, 20 % at -6° and a
// third at -12°, where nearly all of it was scattered several times, and not evenly.
func TestTwilightAgainstPaths(t *testing.T) {
	a := DefaultAtmosphere()
	air, single, outside := NewAir(a), singleAir(a), SunOutside()
	for _, c := range []struct {
		elevation, measured, low, high float64 // the tables' share
		paths                          int
	}{{-3, 79.1, 0.85, 1, 2000}, {-6, 3.41, 0.75, 0.95, 8000}} {
		sin, cos := math.Sincos(c.elevation * degree)
		sun := mgl64.Vec3{cos, sin, 0}
		var lux, noise, got float64
		for channel := range 3 {
			tr := airTracer{rand.New(rand.NewPCG(1, uint64(channel))), &a, a.Coefficients(), channel, sun}
			var sum, squares, once float64
			for range c.paths {
				x := tr.illuminate(single)
				sum, squares = sum+x, squares+x*x
			}
			sphere(80, func(d mgl32.Vec3, share float64) {
				if d[1] > 0 {
					once += single.Radiance(leastHeight, vec64(d), sun, 40)[channel] * float64(d[1]) * share
				}
			})
			n, unit := float64(c.paths), float64(outside[channel])*[3]float64{0.2126, 0.7152, 0.0722}[channel]
			lux += unit * (sum/n + once)
			noise += unit * math.Sqrt((squares/n-sum*sum/n/n)/n)
			got += unit * air.skyOnGround(sin)[channel]
		}
		t.Logf("sun at %g°: %.4g ± %.2g lx, measured %.4g, the tables have %.4g", c.elevation, lux, noise, c.measured, got)
		if math.Abs(lux-c.measured) > 0.3*c.measured {
			t.Errorf("sun at %g°: paths say %.4g lx, measured are %.4g", c.elevation, lux, c.measured)
		}
		if share := got / lux; share < c.low-2*noise/lux || share > c.high+2*noise/lux {
			t.Errorf("sun at %g°: the tables have %.3f of the light", c.elevation, share)
		}
	}
}
