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
	air = c.Air[channel] * math.Exp(-h/8000)
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
		// Molecules scatter almost evenly: even directions, weighted. Haze: Henyey and Greenstein's.
		if g := float64(t.air.Anisotropy); t.Float64()*(air+haze) < air {
			next := around(up, 2*t.Float64()-1, t.Float64())
			weight *= airPhase(dir.Dot(next)) * 4 * math.Pi
			dir = next
		} else {
			s := (1 - g*g) / (1 - g + 2*g*t.Float64())
			next := around(dir, (1+g*g-s*s)/(2*g), t.Float64())
			c := dir.Dot(next)
			weight *= hazePhase(g, c) / ((1 - g*g) / (4 * math.Pi * math.Pow(1+g*g-2*g*c, 1.5)))
			dir = next
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
