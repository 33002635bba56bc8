package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// An airStep is a part of a way through the air.
type airStep struct {
	height    float64    // above the ground, of its middle
	end       float64    // height where it ends
	to        float64    // metres from the way's start to there
	air, haze mgl64.Vec3 // scattering there, 1/m
	weight    mgl64.Vec3 // metres of it that count: its length, dimmed by what lies before and within
	start, at float64    // r of the way's start and metres from there, for cosine
}

// cosine returns that between sun and zenith at the step, by the one at the way's start and nu, the
// one between sun and way.
func (s *airStep) cosine(sun, nu float64) float64 {
	return (s.start*sun + s.at*nu) / (groundRadius + s.height)
}

// endCosine is that at its end.
func (s *airStep) endCosine(sun, nu float64) float64 {
	return (s.start*sun + s.to*nu) / (groundRadius + s.end)
}

// An airEnd is where a way through the air ends.
type airEnd struct {
	airStep
	through mgl64.Vec3 // share of light that comes from there to the start
	ground  bool       // it ends at the ground, not in space
}

// march goes from a height in a direction, by its cosine to the zenith, in so many steps. Within a
// step the light that is scattered is even and what takes it is integrated exactly (Hillaire, "Physically
// Based and Unified Volumetric Rendering in Frostbite", 2015, slide 28).
func (a *Air) march(height, mu float64, steps int, f func(*airStep)) (out airEnd) {
	w := wayThroughAir(height, mu)
	out.through, out.ground = mgl64.Vec3{1, 1, 1}, w.ground
	s := airStep{start: groundRadius + max(height, leastHeight)}
	c := &a.coefficients
	from, share := w.cut(0), 1/float64(steps)
	for i := range steps {
		to := w.cut(float64(i+1) * share)
		t := w.cut((float64(i) + 0.5) * share)
		s.height, s.at, s.end, s.to = w.at(t), w.skipped+t, w.at(to), w.skipped+to
		air, haze, ozone := densities(s.height)
		for k := range 3 {
			s.air[k], s.haze[k] = c.Air[k]*air, c.HazeScattering[k]*haze
			taken := s.air[k] + c.HazeExtinction[k]*haze + c.Ozone[k]*ozone
			x := taken * (to - from)
			pass := math.Exp(-x)
			if x > 1e-6 {
				s.weight[k] = out.through[k] * (1 - pass) / taken
			} else {
				s.weight[k] = out.through[k] * (to - from)
			}
			out.through[k] *= pass
		}
		f(&s)
		from = to
	}
	out.airStep = s
	out.at = w.skipped + w.end
	if w.ground {
		out.height = 0
	}
	return out
}

// An airLight is the light of a way in two parts, so that tables of both are smooth: the second is
// still to be multiplied by the phase function of haze, which has a peak around the sun. Radiance
// per unit of the sun's illuminance outside the air.
type airLight struct{ smooth, haze mgl64.Vec3 }

// look returns the light that reaches a height along a way: dir is unit and sun the unit vector
// towards the sun, both with Y up.
func (a *Air) look(height float64, dir, sun mgl64.Vec3, steps int) airLight {
	var l [1]airLight
	a.lookAround(height, dir[1], sun[1], []float64{dir.Dot(sun)}, steps, l[:])
	return l[0]
}

// lookAround adds up the same for directions of one cosine to the zenith, mu, by the cosines between them and the sun: what
// the air has on its way is the same for all of them. At most skyViewColumns.
func (a *Air) lookAround(height, mu, sun float64, nus []float64, steps int, l []airLight) {
	first := wayThroughAir(height, mu)
	r := groundRadius + max(height, leastHeight)
	var risen [skyViewColumns]float64
	for n, nu := range nus {
		risen[n] = sunRisen(first.height, (r*sun+first.skipped*nu)/(groundRadius+first.height))
	}
	m := a.march(height, mu, steps, func(s *airStep) {
		light := a.sunlight(s.height)
		for n, nu := range nus {
			cosine := s.cosine(sun, nu)
			before := risen[n]
			risen[n] = sunRisen(s.end, s.endCosine(sun, nu))
			var direct mgl64.Vec3
			if share := sunUp(before, risen[n]); share > 0 {
				direct = light.through(cosine).Mul(share)
			}
			phase, multiple := airPhase(nu), a.Multiple(s.height, cosine)
			for k := range 3 {
				l[n].smooth[k] += s.weight[k] * (s.air[k]*(phase*direct[k]+multiple[k]) + s.haze[k]*multiple[k])
				l[n].haze[k] += s.weight[k] * s.haze[k] * direct[k]
			}
		}
	})
	if !m.ground {
		return
	}
	for n, nu := range nus {
		e := a.onGround(m.cosine(sun, nu))
		for k := range 3 {
			l[n].smooth[k] += m.through[k] * e[k] * float64(a.GroundAlbedo[k]) / math.Pi
		}
	}
}

// onGround is the illuminance of sun and sky on level ground, per unit outside the air, by the cosine
// between sun and zenith.
func (a *Air) onGround(mu float64) mgl64.Vec3 {
	light := a.sunlight(0)
	e, _ := light.direct(mu)
	x, _ := multiplePlace(0, mu)
	i, _, fx, _ := tablePlace(x, 0, AirSuns, 2)
	return e.Mul(max(mu, 0)).Add(a.ground[i].Mul(1 - fx)).Add(a.ground[i+1].Mul(fx))
}

// Radiance returns what is seen from a height in a direction, per unit of the sun's illuminance
// outside the air, without the sun's disc.
func (a *Air) Radiance(height float64, dir, sun mgl64.Vec3, steps int) mgl64.Vec3 {
	l := a.look(height, dir, sun, steps)
	return l.smooth.Add(l.haze.Mul(hazePhase(float64(a.Anisotropy), dir.Dot(sun))))
}
