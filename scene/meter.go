package scene

import (
	"math"
	"slices"
)

// Shares of the measured places, dark to bright, that a meter leaves out at either end: surfaces
// that lie in the dark do not make a picture of what is lit too bright, and a lamp on a wall does not
// make a room dark. Found by eye.
const (
	meterDark   = 0.3
	meterBright = 0.05
)

// MeterIlluminance is the illuminance that a picture is exposed for: the geometric mean of what
// falls on its surfaces, in lux, measured at places spread evenly over the picture, without the
// darkest and the brightest of them. Values below zero stand for places without a surface and
// do not count; where there are no others, the result is that of a plane below the whole sky.
// Since it is the light that falls on things and not what they reflect, their colours do
// not move it: an incident-light meter held everywhere (ISO 2720:1974, section 6). The result
// does not depend on the order of the values.
func MeterIlluminance(lux []float32, sky Lux) Lux {
	lit := slices.Clone(lux)
	lit = slices.DeleteFunc(lit, func(e float32) bool { return !(e >= 0) || math.IsInf(float64(e), 1) })
	if len(lit) == 0 {
		return max(sky, 0)
	}
	slices.Sort(lit)
	low, high := int(meterDark*float64(len(lit))), len(lit)-int(meterBright*float64(len(lit)))
	lit = lit[low:high]
	sum := 0.0
	for _, e := range lit {
		sum += math.Log2(math.Max(float64(e), meterLeast))
	}
	mean := math.Exp2(sum / float64(len(lit)))
	if mean < 2*meterLeast {
		return 0
	}
	return Lux(mean)
}

// meterLeast is the illuminance in lux below which nothing is told from darkness; starlight gives 1e-4.
const meterLeast = 1e-8
