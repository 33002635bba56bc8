package scene

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
)

// A Profile is how a luminaire spreads its light, as IES LM-63 tells it for photometric type C. It hangs in the
// frame of a point light: vertical angle 0 is straight down (-Y), 180° straight up; horizontal angle 0 is
// towards +X and 90° towards -Z, counter-clockwise seen from above. Between its angles it is
// interpolated linearly; directions below its first vertical angle and above its last get nothing.
type Profile struct {
	Name     string
	Vertical []float64 // radians, rising, at least two
	Planes   []float64 // horizontal angles, radians, rising: one, where all planes are alike, or from 0 to 2π
	Candela  []float64 // plane by plane
}

// Candle returns the intensity in a direction by its angles: vertical 0..π, horizontal any.
func (p *Profile) Candle(vertical, horizontal float64) float64 {
	n := len(p.Vertical)
	if vertical < p.Vertical[0]-profileRounding || vertical > p.Vertical[n-1]+profileRounding {
		return 0
	}
	i, s := stepOf(p.Vertical, vertical)
	at := func(plane int) float64 {
		row := p.Candela[n*plane:]
		return row[i] + s*(row[i+1]-row[i])
	}
	if len(p.Planes) == 1 {
		return at(0)
	}
	turn := math.Mod(horizontal, 2*math.Pi)
	if turn < 0 {
		turn += 2 * math.Pi
	}
	j, t := stepOf(p.Planes, turn)
	return at(j) + t*(at(j+1)-at(j))
}

const profileRounding = 1e-9 // radians

// stepOf finds the step of a rising list that x is in, and where in it.
func stepOf(list []float64, x float64) (int, float64) {
	i := min(max(sort.SearchFloat64s(list, x)-1, 0), len(list)-2)
	return i, min(max((x-list[i])/(list[i+1]-list[i]), 0), 1)
}

// Peak returns the intensity of the brightest direction.
func (p *Profile) Peak() Candela {
	peak := 0.0
	for _, c := range p.Candela {
		peak = max(peak, c)
	}
	return Candela(peak)
}

// Flux returns the profile's light over all directions: the integral of the intensity, which between the
// angles is exact: ∫(a + b·θ)·sin θ dθ in each plane, and trapezoids from plane to plane.
func (p *Profile) Flux() Lumen {
	n := len(p.Vertical)
	plane := func(j int) float64 {
		sum := 0.0
		for i := range n - 1 {
			t0, t1 := p.Vertical[i], p.Vertical[i+1]
			c0, c1 := p.Candela[n*j+i], p.Candela[n*j+i+1]
			b := (c1 - c0) / (t1 - t0)
			// ∫ sin θ = -cos θ and ∫ (θ - t0)·sin θ = sin θ - (θ - t0)·cos θ.
			sum += c0*(math.Cos(t0)-math.Cos(t1)) + b*(math.Sin(t1)-math.Sin(t0)-(t1-t0)*math.Cos(t1))
		}
		return sum
	}
	if len(p.Planes) == 1 {
		return Lumen(2 * math.Pi * plane(0))
	}
	sum := 0.0
	for j := range len(p.Planes) - 1 {
		sum += (plane(j) + plane(j+1)) / 2 * (p.Planes[j+1] - p.Planes[j])
	}
	return Lumen(sum)
}

// Angles returns those of a direction in the frame of a point light.
func (p *Profile) Angles(d mgl32.Vec3) (vertical, horizontal float64) {
	v := double(d)
	return math.Atan2(math.Hypot(v[0], v[2]), -v[1]), math.Atan2(-v[2], v[0])
}

// profileRows and profileColumns are the sizes that ProfileGrid chooses from: steps of 180° and of 360° in numbers that
// photometry likes.
var (
	profileRows    = []int{19, 37, 73, 91, 181, 361, 721, 1441}
	profileColumns = []int{1, 4, 8, 10, 12, 16, 18, 20, 24, 32, 36, 40, 48, 60, 64, 72, 90, 120, 144, 180, 240, 288, 360, 720}
)

// share is the share of the brightest intensity that goes in a direction; no profile has the same everywhere.
func (p *Profile) share(d mgl32.Vec3) float32 {
	if p == nil {
		return 1
	}
	peak := p.Peak()
	if !(peak > 0) {
		return 0
	}
	return float32(p.Candle(p.Angles(d)) / float64(peak))
}

// ProfileGrid returns how many rows, at equal vertical angles from 0 to π, and columns, at equal horizontal ones from
// 0, are enough for all profiles of a list: interpolated between them, an intensity is off by less than half a percent of
// itself, or of a thirtieth of the brightest. The largest grid is taken where none is enough.
func ProfileGrid(list ...*Profile) (rows, columns int) {
	enough := func(even func(p *Profile, limit func(float64) float64) bool) bool {
		for _, p := range list {
			least := float64(p.Peak()) / 30
			if !even(p, func(want float64) float64 { return 0.005 * max(want, least) }) {
				return false
			}
		}
		return true
	}
	for _, rows = range profileRows {
		if enough(func(p *Profile, limit func(float64) float64) bool {
			for _, h := range p.Planes {
				if !even(p.Vertical, math.Pi/float64(rows-1), func(v float64) float64 { return p.Candle(v, h) }, limit) {
					return false
				}
			}
			return true
		}) {
			break
		}
	}
	for _, columns = range profileColumns {
		if enough(func(p *Profile, limit func(float64) float64) bool {
			for _, v := range p.Vertical {
				if len(p.Planes) > 1 && !even(p.Planes, 2*math.Pi/float64(columns), func(h float64) float64 { return p.Candle(v, h) }, limit) {
					return false
				}
			}
			return true
		}) {
			break
		}
	}
	return rows, columns
}

// even says whether a function, which is linear between the places of a list, is within limits of its interpolation
// between multiples of a step. It is farthest from that at those places.
func even(list []float64, step float64, f func(float64) float64, limit func(float64) float64) bool {
	for _, x := range list {
		a := math.Floor(x/step) * step
		t := (x - a) / step
		if t*step < profileRounding || (1-t)*step < profileRounding {
			continue
		}
		if got := f(a) + t*(f(a+step)-f(a)); math.Abs(got-f(x)) > limit(f(x)) {
			return false
		}
	}
	return true
}

// Sampled returns the profile at the places of a grid, row by row from straight down, as shares of the peak.
func (p *Profile) Sampled(rows, columns int) []float32 {
	out := make([]float32, 0, rows*columns)
	peak := max(float64(p.Peak()), math.SmallestNonzeroFloat32)
	for i := range rows {
		vertical := math.Pi * float64(i) / float64(rows-1)
		for j := range columns {
			out = append(out, float32(p.Candle(vertical, 2*math.Pi*float64(j)/float64(columns))/peak))
		}
	}
	return out
}

// Power returns the light's flux: 4π times the intensity, or of a profile its flux in that proportion. A
// spot's cone takes nothing away (see Lumen.PointIntensity).
func (l PointLight) Power() Lumen {
	if l.Profile == nil {
		return l.Intensity.PointPower()
	}
	if peak := l.Profile.Peak(); peak > 0 {
		return Lumen(float64(l.Intensity) / float64(peak) * float64(l.Profile.Flux()))
	}
	return 0
}

// IntensityOf is its inverse: the intensity with which the light has a flux. It is 0 where the profile
// gives no light.
func (l PointLight) IntensityOf(power Lumen) Candela {
	if l.Profile == nil {
		return power.PointIntensity()
	}
	if flux := l.Profile.Flux(); flux > 0 {
		return Candela(float64(power) / float64(flux) * float64(l.Profile.Peak()))
	}
	return 0
}
