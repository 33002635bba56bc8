package scene

import (
	"math"
	"runtime"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// An Air is an atmosphere with what light does in it, whatever the sun: how much of it gets through,
// and what its second and all further scattering add (Hillaire 2020, sections 5.2 and 5.5). It is
// made in some milliseconds and does not change; it may be used by several
// goroutines.
type Air struct {
	Atmosphere
	coefficients  AirCoefficients
	transmittance [transmittanceRows][transmittanceColumns]mgl64.Vec3
	multiple      [multipleRows][AirSuns]mgl64.Vec3
	ground        [AirSuns]mgl64.Vec3

	lock  sync.Mutex
	views map[mgl32.Vec3]*SkyView
}

// Sizes of the tables, which the device's need not have.
const (
	transmittanceColumns = 96 // by direction
	transmittanceRows    = 32 // by height
	AirSuns              = 64 // by the sun's height
	multipleRows         = 16 // by height
)

// Steps of the integrals, and directions over the sphere.
const (
	transmittanceSteps = 32
	multipleSteps      = 12
	multipleRings      = 12 // from the zenith down
	multipleTurns      = 4  // of each half ring
	groundSteps        = 16
)

// NewAir makes the tables.
func NewAir(a Atmosphere) *Air {
	air := &Air{Atmosphere: a, coefficients: a.Coefficients()}
	inParallel(transmittanceRows, func(j int) {
		for i := range transmittanceColumns {
			height, mu := transmittanceParameters((float64(i))/(transmittanceColumns-1), float64(j)/(transmittanceRows-1))
			depth := air.opticalDepth(height, mu, transmittanceSteps)
			for k := range 3 {
				air.transmittance[j][i][k] = math.Exp(-depth[k])
			}
		}
	})
	inParallel(multipleRows, func(j int) { air.scatterAgain(j) })
	inParallel(AirSuns, func(i int) { air.ground[i] = air.skyOnGround(multipleSun(float64(i) / (AirSuns - 1))) })
	return air
}

// OnGround returns the sky's light on level ground per unit of illuminance outside the air, by the sun's height as
// multipleSun has it.
func (a *Air) OnGround() *[AirSuns]mgl64.Vec3 { return &a.ground }

// inParallel calls f with 0 to n-1 on all processors.
func inParallel(n int, f func(int)) {
	var wait sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), n)
	for w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := w; i < n; i += workers {
				f(i)
			}
		}()
	}
	wait.Wait()
}

// opticalDepth integrates what takes light along the way from a height to space, by the cosine to the zenith, with
// the middle of each of so many parts.
func (a *Air) opticalDepth(height, mu float64, steps int) mgl64.Vec3 {
	w := wayToSpace(height, mu)
	var air, haze, ozone float64
	from, share := w.cut(0), 1/float64(steps)
	for i := range steps {
		to := w.cut(float64(i+1) * share)
		d, h, o := densities(w.at(w.cut((float64(i) + 0.5) * share)))
		air, haze, ozone = air+d*(to-from), haze+h*(to-from), ozone+o*(to-from)
		from = to
	}
	c := &a.coefficients
	return c.Air.Mul(air).Add(c.HazeExtinction.Mul(haze)).Add(c.Ozone.Mul(ozone))
}

// transmittanceParameters are the height and the cosine to the zenith of a place of the table, both of
// its coordinates 0..1. They follow the distances to the horizon and to the top of the air, which
// keeps resolution where the way is long (Bruneton, "Precomputed Atmospheric Scattering: a New
// Implementation", 2017, GetRMuFromTransmittanceTextureUv).
func transmittanceParameters(x, y float64) (height, mu float64) {
	full := math.Sqrt(airTop * (2*groundRadius + airTop)) // from the horizon to the top
	rho := full * y                                       // from the place to the horizon
	height = rho * rho / (math.Sqrt(rho*rho+groundRadius*groundRadius) + groundRadius)
	least := airTop - height
	d := least + x*(rho+full-least) // to the top
	if d <= 0 {
		return height, 1
	}
	mu = ((full-rho)*(full+rho) - d*d) / (2 * (groundRadius + height) * d)
	return height, min(max(mu, -1), 1)
}

// A sunlight is what gets from space to a height, by direction.
type sunlight struct {
	height, r, least, span float64
	horizon                float64 // cosine to the zenith of the horizon
	edge                   float64 // half of what the sun's disc spans there, as a cosine
	lower, upper           *[transmittanceColumns]mgl64.Vec3
	part                   float64 // between the two rows
}

// sunlight prepares what does not depend on the direction.
func (a *Air) sunlight(height float64) (s sunlight) {
	height = min(max(height, 0), airTop)
	full := math.Sqrt(airTop * (2*groundRadius + airTop))
	rho := math.Sqrt(height * (2*groundRadius + height))
	s.height, s.r = height, groundRadius+height
	s.least, s.span = airTop-height, rho+full-(airTop-height)
	s.horizon, s.edge = -rho/s.r, groundRadius/s.r*(SunDiameter/2)
	j := 0
	_, j, _, s.part = tablePlace(0, rho/full, transmittanceColumns, transmittanceRows)
	s.lower, s.upper = &a.transmittance[j], &a.transmittance[j+1]
	return s
}

// through returns the share of light that gets through the air, by the cosine between its direction
// and the zenith, as if the planet hid nothing: a direction below the horizon counts as on it.
func (s *sunlight) through(mu float64) mgl64.Vec3 {
	x := (wayToTop(s.height, max(mu, s.horizon)) - s.least) / s.span
	i, _, fx, _ := tablePlace(min(max(x, 0), 1), 0, transmittanceColumns, transmittanceRows)
	return blend(&s.lower[i], &s.lower[i+1], &s.upper[i], &s.upper[i+1], fx, s.part)
}

// direct returns the share of the sun's light that arrives, and false for none.
func (s *sunlight) direct(mu float64) (mgl64.Vec3, bool) {
	x := (mu-s.horizon)/(2*s.edge) + 0.5 // sunRisen
	if x <= 0 {
		return mgl64.Vec3{}, false
	}
	t := s.through(mu)
	if x < 1 {
		t = t.Mul(sunUp(x, x))
	}
	return t, true
}

// sunRisen returns how far the sun's disc has come up at a height, by the cosine between its middle and the zenith:
// 0 where it touches the horizon from below, 1 from above.
func sunRisen(height, mu float64) float64 {
	edge := groundRadius / (groundRadius + height) * (SunDiameter / 2)
	return (mu-horizonCosine(height))/(2*edge) + 0.5
}

// sunUp returns the share of the disc that is up, on the mean over a way on which it comes up from one
// place to another. A smooth step stands for its area. The mean keeps the planet's shadow, which is sharper than the
// steps of an integral are long, from showing as bands.
func sunUp(a, b float64) float64 {
	if math.Abs(b-a) < 1e-3 {
		x := min(max((a+b)/2, 0), 1)
		return x * x * (3 - 2*x)
	}
	sum := func(x float64) float64 { // the integral of the step
		y := min(max(x, 0), 1)
		return y*y*y*(1-0.5*y) + max(x-1, 0)
	}
	return (sum(b) - sum(a)) / (b - a)
}

// Transmittance returns the share of light that gets from space to a height, by the cosine between
// its direction and the zenith: 0..1 per channel, 0 from below the horizon.
func (a *Air) Transmittance(height, mu float64) mgl64.Vec3 {
	s := a.sunlight(height)
	if mu < s.horizon {
		return mgl64.Vec3{}
	}
	return s.through(mu)
}

// tablePlace returns the first of the four entries around a place 0..1, and the place between them.
func tablePlace(x, y float64, columns, rows int) (i, j int, fx, fy float64) {
	x, y = x*float64(columns-1), y*float64(rows-1)
	i, j = min(int(x), columns-2), min(int(y), rows-2)
	return i, j, x - float64(i), y - float64(j)
}

func blend(a, b, c, d *mgl64.Vec3, fx, fy float64) (out mgl64.Vec3) {
	wa, wb, wc, wd := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	for k := range 3 {
		out[k] = wa*a[k] + wb*b[k] + wc*c[k] + wd*d[k]
	}
	return out
}

// The tables of further scattering go by the cosine between sun and zenith: its square root above
// the horizon, and below it, where light falls to a thousandth within ten degrees, evenly down
// to multipleLeast, 15° below, where it is taken for nothing (unlike the paper, which is even all the way).
const (
	multipleLeast = -0.26
	multipleNight = 0.4 // share of the columns that is below the horizon
)

func multipleSun(x float64) (mu float64) {
	if x < multipleNight {
		return multipleLeast * (1 - x/multipleNight)
	}
	q := (x - multipleNight) / (1 - multipleNight)
	return q * q
}

func multiplePlace(height, mu float64) (x, y float64) {
	x = multipleNight * (1 - max(mu, multipleLeast)/multipleLeast)
	if mu > 0 {
		x = multipleNight + (1-multipleNight)*math.Sqrt(min(mu, 1))
	}
	return x, math.Sqrt(min(max(height/airTop, 0), 1))
}

// Multiple returns Ψ: the radiance that reaches a point from all sides after at least two scatterings,
// averaged over them, per unit of illuminance outside the air (Hillaire 2020, eq. 10), by the
// point's height and the cosine between sun and zenith.
func (a *Air) Multiple(height, mu float64) mgl64.Vec3 {
	x, y := multiplePlace(height, mu)
	i, j, fx, fy := tablePlace(x, y, AirSuns, multipleRows)
	return blend(&a.multiple[j][i], &a.multiple[j][i+1], &a.multiple[j+1][i], &a.multiple[j+1][i+1], fx, fy)
}

// scatterAgain fills a row of the table Ψ = L₂/(1-f): L₂ is the light scattered once that reaches a
// point, f the share of what is scattered at a point that comes back to it if everything around
// looks the same (ibid., eq. 5 to 10). Both take scattering as even to all sides.
func (a *Air) scatterAgain(row int) {
	y := float64(row) / (multipleRows - 1)
	height := max(airTop*y*y, leastHeight)
	var suns, sines [AirSuns]float64
	for i := range suns {
		suns[i] = multipleSun(float64(i) / (AirSuns - 1))
		sines[i] = math.Sqrt(1 - suns[i]*suns[i])
	}
	var first [AirSuns]mgl64.Vec3
	var again mgl64.Vec3
	for d := range multipleRings * multipleTurns {
		dir, share := multipleDirection(d)
		add := func(s *airStep, light sunlight, weight *mgl64.Vec3, ground bool) {
			for i, sun := range suns {
				mu := s.cosine(sun, dir[1]*sun+dir[0]*sines[i])
				t, lit := light.direct(mu)
				if !lit {
					continue
				}
				if ground {
					t = t.Mul(max(mu, 0))
				}
				for k := range 3 {
					first[i][k] += weight[k] * t[k]
				}
			}
		}
		end := a.march(height, dir[1], multipleSteps, func(s *airStep) {
			var weight mgl64.Vec3
			for k := range 3 {
				x := share * s.weight[k] * (s.air[k] + s.haze[k])
				again[k] += x
				weight[k] = x / (4 * math.Pi)
			}
			add(s, a.sunlight(s.height), &weight, false)
		})
		if end.ground {
			for k := range 3 {
				end.through[k] *= share * float64(a.GroundAlbedo[k]) / math.Pi
			}
			add(&end.airStep, a.sunlight(0), &end.through, true)
		}
	}
	for i := 1; i < AirSuns; i++ {
		for k := range 3 {
			// In air so thick that all light comes back the sum has no end.
			a.multiple[row][i][k] = first[i][k] / max(1-again[k], 1e-3)
		}
	}
}

// multipleDirection is one of the directions that stand for the sphere, with its share of it; only
// the half on one side of the sun's plane, which has X and Y in it, since the other is its mirror
// image. Rings are narrow at the horizon and turns at the sun, where the air is brightest in twilight: even turns
// would lose half of what is scattered again under a sun 12° below.
func multipleDirection(i int) (dir mgl64.Vec3, share float64) {
	u := 1 - 2*(float64(i/multipleTurns)+0.5)/multipleRings
	t := (float64(i%multipleTurns) + 0.5) / multipleTurns
	y := u * math.Abs(u)
	sin, cos := math.Sincos(math.Pi * t * t)
	h := math.Sqrt(1 - y*y)
	return mgl64.Vec3{h * cos, y, h * sin}, 2 * math.Abs(u) * 2 * t / (multipleRings * multipleTurns)
}

// skyOnGround is the illuminance of the sky on level ground, per unit of illuminance outside the air.
// The light of a few directions is enough, but the peak of haze is averaged over all around them.
func (a *Air) skyOnGround(sun float64) (e mgl64.Vec3) {
	towards := mgl64.Vec3{math.Sqrt(1 - sun*sun), sun, 0}
	const rings, turns, fine = 6, 4, 4
	direction := func(j, i float64) mgl64.Vec3 {
		y := math.Sqrt(j / rings) // rings have equal shares of the cosine
		h := math.Sqrt(1 - y*y)
		sin, cos := math.Sincos(math.Pi * i / turns)
		return mgl64.Vec3{h * cos, y, h * sin}
	}
	for j := range rings {
		for i := range turns {
			phase := 0.0
			for n := range fine * fine {
				d := direction(float64(j)+(float64(n/fine)+0.5)/fine, float64(i)+(float64(n%fine)+0.5)/fine)
				phase += hazePhase(float64(a.Anisotropy), d.Dot(towards)) / (fine * fine)
			}
			l := a.look(leastHeight, direction(float64(j)+0.5, float64(i)+0.5), towards, groundSteps)
			e = e.Add(l.smooth.Add(l.haze.Mul(phase)).Mul(math.Pi / (rings * turns)))
		}
	}
	return e
}
