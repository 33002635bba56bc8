package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// What an atmosphere looks like in the light of one sun.

// A SkyView is the sky as seen from a height, without the sun's disc, per unit of the sun's
// illuminance outside the air: half of it, since the other is its mirror image in the plane through
// zenith and sun. Columns go by the sine of half the turn from the sun, rows from the horizon up and
// then from the horizon down by the square root of the angle, since the sky changes most there
// (Hillaire 2020, section 5.3).
type SkyView struct {
	horizon float64 // its elevation, radians
	towards mgl64.Vec3
	g       float64
	light   [skyViewAbove + skyViewBelow][skyViewColumns]airLight
	peak    float64 // of all channels
}

const (
	skyViewColumns = 24
	skyViewAbove   = 40 // rows above the horizon
	skyViewBelow   = 16
	skyViewSteps   = 24
)

// view makes the table for a height and a sun, given by the unit vector towards it.
func (a *Air) view(height float64, towards mgl64.Vec3) *SkyView {
	v := &SkyView{horizon: math.Asin(horizonCosine(max(height, leastHeight))), towards: towards, g: float64(a.Anisotropy)}
	sun := mgl64.Vec3{math.Sqrt(max(1-towards[1]*towards[1], 0)), towards[1], 0}
	inParallel(len(v.light), func(row int) {
		e := v.elevation(row)
		y, h := math.Sincos(e)
		for i := range skyViewColumns {
			u := float64(i) / (skyViewColumns - 1)
			cos := 1 - 2*u*u
			dir := mgl64.Vec3{h * cos, y, h * math.Sqrt(max(1-cos*cos, 0))}
			v.light[row][i] = a.look(height, dir, sun, skyViewSteps)
		}
	})
	for row := range v.light {
		y, h := math.Sincos(v.elevation(row))
		for i, l := range v.light[row] {
			u := float64(i) / (skyViewColumns - 1)
			phase := hazePhase(v.g, y*sun[1]+h*sun[0]*(1-2*u*u))
			for k := range 3 {
				v.peak = max(v.peak, l.smooth[k]+phase*l.haze[k])
			}
		}
	}
	return v
}

// elevation is that of a row's directions, radians.
func (v *SkyView) elevation(row int) float64 {
	if row < skyViewAbove {
		t := float64(row) / (skyViewAbove - 1)
		return v.horizon + t*t*(math.Pi/2-v.horizon)
	}
	t := float64(row-skyViewAbove) / (skyViewBelow - 1)
	return v.horizon - t*t*(math.Pi/2+v.horizon)
}

// at returns the light from a direction.
func (v *SkyView) at(dir mgl64.Vec3) (l mgl64.Vec3) {
	level := math.Hypot(dir[0], dir[2])
	above := math.Atan2(dir[1], level) - v.horizon
	var j int
	var y float64
	if above >= 0 {
		_, j, _, y = tablePlace(0, math.Sqrt(above/(math.Pi/2-v.horizon)), 2, skyViewAbove)
	} else {
		_, j, _, y = tablePlace(0, math.Sqrt(-above/(math.Pi/2+v.horizon)), 2, skyViewBelow)
		j += skyViewAbove
	}
	turn := 0.0 // where straight up and down have none, all columns are the same
	if across := level * math.Hypot(v.towards[0], v.towards[2]); across > 0 {
		turn = math.Sqrt(min(max(0.5-0.5*(dir[0]*v.towards[0]+dir[2]*v.towards[2])/across, 0), 1))
	}
	i, _, x, _ := tablePlace(turn, 0, skyViewColumns, 2)
	phase := hazePhase(v.g, dir.Dot(v.towards))
	weights := [4]float64{(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y}
	for n, p := range [4]*airLight{&v.light[j][i], &v.light[j][i+1], &v.light[j+1][i], &v.light[j+1][i+1]} {
		for k := range 3 {
			l[k] += weights[n] * (p.smooth[k] + phase*p.haze[k])
		}
	}
	return l
}

// Sunlight returns the share of the sun's light that reaches the world's Y = 0, per channel, by the
// cosine between sun and zenith.
func (a *Air) Sunlight(mu float64) mgl64.Vec3 {
	light := a.sunlight(max(float64(a.Altitude), leastHeight))
	t, _ := light.direct(mu)
	return t
}

// Daylight returns the sky of a sun that shines through the air, and what of the sun's light arrives
// where the world's Y is 0. Of the sun it takes Direction, and Color for a tint outside the air.
//
// The sun is as bright as ours, unless lux says how bright it is when it arrives; then the sky
// changes along. A sun near the horizon that is said to be brighter than air can let through brightens
// the sky no more than a sun of these lux in full height would.
func (a *Air) Daylight(sun Sun, lux *Lux) (Sky, Sun) {
	towards := vec64(sun.Direction).Mul(-1).Normalize()
	outside := SunOutside()
	for k := range 3 {
		outside[k] *= sun.Color[k]
	}
	through := func(mu float64) mgl32.Vec3 {
		t := a.Sunlight(mu)
		return vec3(t[0]*float64(outside[0]), t[1]*float64(outside[1]), t[2]*float64(outside[2]))
	}
	const least = 1e-20 // lux that a colour can still be told of
	arrives := through(towards[1])
	if lux != nil {
		given := float64(*lux)
		// Half of what the sun has outside arrives from 15 degrees and higher.
		reference := max(float64(Luminance(through(max(towards[1], 0)))), min(given, float64(Luminance(outside))/2))
		factor := float32(0)
		if reference > 0 {
			factor = float32(given / reference)
		}
		outside = outside.Mul(factor)
		if l := Luminance(arrives); l > least {
			arrives = arrives.Mul(float32(given) / l)
		}
	}
	sun.Illuminance, sun.Color = 0, mgl32.Vec3{1, 1, 1}
	if l := Luminance(arrives); l > least {
		sun.Illuminance, sun.Color = Lux(l), arrives.Mul(1/l)
	}
	sky := Sky{Kind: SkyAtmosphere, Air: a, Towards: vec3(towards[0], towards[1], towards[2]), Outside: outside}
	sky.View = a.view(float64(a.Altitude), towards)
	return sky, sun
}
