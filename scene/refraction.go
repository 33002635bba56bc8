package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Refraction returns by how many degrees air lifts something at the ground, by its true elevation in degrees: 0.03° at 30°,
// 0.16° at 5° and 0.48° at the horizon, so that a sun that is seen to touch it has already set. For 10 °C and 1010 hPa
// (Þorsteinn Sæmundsson, "Astronomical Refraction", 1986, as equation 16.4 of Meeus).
//
// It is at most the 34' of a limb on the horizon, as almanacs have it, until the whole disc is gone. From then on it is as
// much less as the tangent of the depth is more (which NOAA's solar calculator has too), 0.09° at -6°: the light of
// twilight passes ever higher through thinner air.
func Refraction(elevation float64) float64 {
	const most, gone = 34.0 / 60, 0.9
	if elevation < -gone {
		return most * math.Tan(gone*degree) / math.Tan(min(-elevation, 90)*degree)
	}
	return min(max(1.02/60/math.Tan((elevation+10.3/(elevation+5.11))*degree), 0), most)
}

// lifted returns where something is seen through the air, from its true direction (unit, Y up).
func lifted(d mgl64.Vec3) mgl64.Vec3 {
	level := math.Hypot(d[0], d[2])
	if level == 0 {
		return d
	}
	elevation := math.Atan2(d[1], level)
	sin, cos := math.Sincos(elevation + Refraction(elevation/degree)*degree)
	return mgl64.Vec3{d[0] / level * cos, sin, d[2] / level * cos}
}
