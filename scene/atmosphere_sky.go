package scene

import (
	"math"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// What an atmosphere looks like in the light of one sun.

// A SkyView is the sky as seen from a height, without the sun's disc, per unit of the sun's
// illuminance outside the air: half of it, since the other is its mirror image in the plane through
// zenith and sun. Columns go by the sine of half the turn from the sun, rows from the horizon up and
// then from the horizon down by the square root of the angle, since the sky changes most there
// (Hillaire 2020, section 5.3).
//
// The table is filled when it is first looked at.
type SkyView struct {
	air     *Air
	height  float64 // above the ground, metres
	towards mgl64.Vec3
	horizon float64 // its elevation, radians
	once    sync.Once
	light   [skyViewAbove + skyViewBelow][skyViewColumns]airLight
	peak    float64 // of all channels
}

const (
	skyViewColumns = 24
	skyViewAbove   = 40 // rows above the horizon
	skyViewBelow   = 16
	skyViewSteps   = 24
)

// viewsKept is how many suns an air remembers the skies of.
const viewsKept = 64

// view returns the table of a sun, given by the unit vector towards it, as seen from where the world's Y is
// 0. The same sun has the same table, so that skies can be compared.
func (a *Air) view(towards mgl32.Vec3) *SkyView {
	a.lock.Lock()
	defer a.lock.Unlock()
	if v := a.views[towards]; v != nil {
		return v
	}
	if len(a.views) >= viewsKept || a.views == nil {
		a.views = map[mgl32.Vec3]*SkyView{}
	}
	height := a.Height(0)
	v := &SkyView{air: a, height: height, horizon: HorizonElevation(height), towards: vec64(towards)}
	a.views[towards] = v
	return v
}

// fill makes the table.
func (v *SkyView) fill() {
	sun := mgl64.Vec3{math.Sqrt(max(1-v.towards[1]*v.towards[1], 0)), v.towards[1], 0}
	inParallel(len(v.light), func(row int) {
		y, h := math.Sincos(v.elevation(row))
		var nus [skyViewColumns]float64
		for i := range nus {
			u := float64(i) / (skyViewColumns - 1)
			nus[i] = y*sun[1] + h*sun[0]*(1-2*u*u)
		}
		v.air.lookAround(v.height, y, sun[1], nus[:], skyViewSteps, v.light[row][:])
	})
	for row := range v.light {
		y, h := math.Sincos(v.elevation(row))
		for i, l := range v.light[row] {
			u := float64(i) / (skyViewColumns - 1)
			phase := hazePhase(float64(v.air.Anisotropy), y*sun[1]+h*sun[0]*(1-2*u*u))
			for k := range 3 {
				v.peak = max(v.peak, l.smooth[k]+phase*l.haze[k])
			}
		}
	}
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
	v.once.Do(v.fill)
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
	phase := hazePhase(float64(v.air.Anisotropy), dir.Dot(v.towards))
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
	light := a.sunlight(a.Height(0))
	t, _ := light.direct(mu)
	return t
}

// Shine returns what a light of so much illuminance outside the air, in lux per channel, does to the air,
// and what of it arrives where the world's Y is 0. Towards is the unit vector to where it stands.
func (a *Air) Shine(towards, outside mgl32.Vec3) (in SkyLight, arrives mgl32.Vec3) {
	t := a.Sunlight(float64(towards[1]))
	arrives = vec3(t[0]*float64(outside[0]), t[1]*float64(outside[1]), t[2]*float64(outside[2]))
	if towards[1] < airNight || outside == (mgl32.Vec3{}) {
		return SkyLight{}, arrives
	}
	return SkyLight{towards, outside, a.view(towards)}, arrives
}

// airNight is the sine of an elevation, -24°, below which the sun leaves the sky less than a hundred-thousandth of a
// moonless night's own light.
const airNight = -0.407

// Daylight returns what a sun does to the air, and what of its light arrives where the world's Y is 0:
// the zero Sun for none.
//
// A Natural sun is as bright as ours. Another one has its Illuminance when it arrives, and the sky
// changes along. A sun near the horizon that is said to be brighter than air can let through brightens
// the sky no more than a sun of these lux in full height would. Color is a tint outside the air.
func (a *Air) Daylight(sun Sun) (SkyLight, Sun) {
	if !sun.Shines() {
		return SkyLight{}, sun
	}
	towards, outside := sun.Direction.Mul(-1).Normalize(), mul3(SunOutside(), sun.Color)
	in, arrives := a.Shine(towards, outside)
	if !sun.Natural {
		given := float32(sun.Illuminance)
		_, reference := a.Shine(mgl32.Vec3{0, max(towards[1], 0), 0}, outside)
		// Half of what the sun has outside arrives from 15 degrees and higher.
		factor := given / max(Luminance(reference), min(given, Luminance(outside)/2), leastLux)
		in.Outside = in.Outside.Mul(factor)
		if l := Luminance(arrives); l > leastLux {
			arrives = arrives.Mul(given / l)
		}
	}
	return in, sun.arriving(arrives)
}

// arriving is a light of which so many lux per channel arrive, or the zero one.
func (s Sun) arriving(lux mgl32.Vec3) Sun {
	l := Luminance(lux)
	if l < leastLux {
		return Sun{}
	}
	s.Illuminance, s.Color = Lux(l), lux.Mul(1/l)
	return s
}

// leastLux are so few that a colour can hardly be told of them.
const leastLux = 1e-20
