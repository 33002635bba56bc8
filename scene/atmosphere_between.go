package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Between returns what the air makes of light that goes so many metres to a height, seen in a unit direction: its
// share that gets through, and the radiance that is added, per unit of the sun's illuminance outside the air. Sun is
// the unit vector towards it. A way may go on below the ground, where things may stand in valleys; the air there
// is as at the ground. Ozone, which is far above all things, takes none of the light that gets through.
func (a *Air) Between(height float64, dir, sun mgl64.Vec3, metres float64, steps int) (through, light mgl64.Vec3) {
	w := airWay{height: max(height, leastHeight), mu: dir[1]}
	nu := dir.Dot(sun)
	phase, forward := airPhase(nu), hazePhase(float64(a.Anisotropy), nu)
	c := &a.coefficients
	through = mgl64.Vec3{1, 1, 1}
	passed := through // with ozone
	part := metres / float64(steps)
	risen := sunRisen(w.height, sun[1])
	for i := range steps {
		t, end := (float64(i)+0.5)*part, float64(i+1)*part
		h, top := w.at(t), w.at(end)
		before := risen
		risen = sunRisen(top, ((groundRadius+w.height)*sun[1]+end*nu)/(groundRadius+top))
		mu := ((groundRadius+w.height)*sun[1] + t*nu) / (groundRadius + h)
		at := a.sunlight(h)
		direct, multiple := at.through(mu).Mul(sunUp(before, risen)), a.Multiple(h, mu)
		air, haze, ozone := densities(h)
		for k := range 3 {
			scattered := c.HazeScattering[k] * haze
			seen := c.Air[k]*air + c.HazeExtinction[k]*haze
			taken := seen + c.Ozone[k]*ozone
			metres := part // that count
			if x := taken * part; x > 1e-6 {
				metres = -math.Expm1(-x) / taken
			}
			light[k] += passed[k] * metres * (c.Air[k]*air*(phase*direct[k]+multiple[k]) + scattered*(forward*direct[k]+multiple[k]))
			passed[k] *= math.Exp(-taken * part)
			through[k] *= math.Exp(-seen * part)
		}
	}
	return through, light
}
