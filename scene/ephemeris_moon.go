package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// moonPlace returns the true direction from the place to the moon's centre in the world, the distance to it in
// km, and the direction from the moon to the sun.
func (m Moment) moonPlace() (towards mgl64.Vec3, distance float64, sunward mgl64.Vec3) {
	t := m.dynamical()
	longitude, latitude, km := moonEcliptic(t)
	// Nutation moves the equinox that longitudes count from, as in the sun's.
	center := m.world(equatorial(longitude-0.00478*sind(node(t)), latitude, t)).Mul(km)
	// Seen from the ground and not from the Earth's centre, the moon stands up to 1° lower.
	seen := center.Sub(mgl64.Vec3{0, earthRadius, 0})
	sun, far := m.sun()
	return seen.Normalize(), seen.Len(), sun.Mul(far).Sub(center).Normalize()
}

// moonEcliptic returns the moon's longitude and latitude in degrees, of the mean equinox of date, and the
// distance of the Earth's centre in km, T centuries after 2000 (chapter 47). The tables are cut after
// terms of 0.002° in longitude and latitude: the sum of what is left out is below 0.02° and 40 km.
func moonEcliptic(t float64) (longitude, latitude, distance float64) {
	mean := 218.3164477 + t*(481267.88123421-t*(0.0015786-t*(1.0/538841-t/65194000)))
	elongation := 297.8501921 + t*(445267.1114034-t*(0.0018819-t*(1.0/545868-t/113065000)))
	sun := 357.5291092 + t*(35999.0502909-t*(0.0001536-t/24490000))
	moon := 134.9633964 + t*(477198.8675055+t*(0.0087414+t*(1.0/69699-t/14712000)))
	node := 93.2720950 + t*(483202.0175233-t*(0.0036539+t*(1.0/3526000-t/863310000)))
	// The eccentricity of the Earth's orbit shrinks, and with it each term of the sun's anomaly.
	e := 1 - t*(0.002516+t*0.0000074)
	venus, jupiter, third := 119.75+131.849*t, 53.09+479264.290*t, 313.45+481266.484*t

	l := 3958*sind(venus) + 1962*sind(mean-node) + 318*sind(jupiter)
	b := -2235*sind(mean) + 382*sind(third) + 175*sind(venus-node) + 175*sind(venus+node) + 127*sind(mean-moon) - 115*sind(mean+moon)
	var r float64
	angle := func(k *moonTerm) (float64, float64) {
		return k.d*elongation + k.m*sun + k.moon*moon + k.f*node, math.Pow(e, math.Abs(k.m))
	}
	for i := range moonLongitude {
		a, factor := angle(&moonLongitude[i])
		l += moonLongitude[i].sine * factor * sind(a)
		r += moonLongitude[i].cosine * factor * cosd(a)
	}
	for i := range moonLatitude {
		a, factor := angle(&moonLatitude[i])
		b += moonLatitude[i].sine * factor * sind(a)
	}
	return mean + l*1e-6, b * 1e-6, 385000.56 + r*1e-3
}

// A moonTerm is a row of the tables: multiples of the moon's mean elongation, the sun's and the moon's mean
// anomaly and the moon's argument of latitude, and the factors of the sine in 1e-6° and of the cosine
// in metres.
type moonTerm struct{ d, m, moon, f, sine, cosine float64 }

// moonLongitude is the beginning of table 47.A.
var moonLongitude = [...]moonTerm{
	{0, 0, 1, 0, 6288774, -20905355},
	{2, 0, -1, 0, 1274027, -3699111},
	{2, 0, 0, 0, 658314, -2955968},
	{0, 0, 2, 0, 213618, -569925},
	{0, 1, 0, 0, -185116, 48888},
	{0, 0, 0, 2, -114332, -3149},
	{2, 0, -2, 0, 58793, 246158},
	{2, -1, -1, 0, 57066, -152138},
	{2, 0, 1, 0, 53322, -170733},
	{2, -1, 0, 0, 45758, -204586},
	{0, 1, -1, 0, -40923, -129620},
	{1, 0, 0, 0, -34720, 108743},
	{0, 1, 1, 0, -30383, 104755},
	{2, 0, 0, -2, 15327, 10321},
	{0, 0, 1, 2, -12528, 0},
	{0, 0, 1, -2, 10980, 79661},
	{4, 0, -1, 0, 10675, -34782},
	{0, 0, 3, 0, 10034, -23210},
	{4, 0, -2, 0, 8548, -21636},
	{2, 1, -1, 0, -7888, 24208},
	{2, 1, 0, 0, -6766, 30824},
	{1, 0, -1, 0, -5163, -8379},
	{1, 1, 0, 0, 4987, -16675},
	{2, -1, 1, 0, 4036, -12831},
	{2, 0, 2, 0, 3994, -10445},
	{4, 0, 0, 0, 3861, -11650},
	{2, 0, -3, 0, 3665, 14403},
	{0, 1, -2, 0, -2689, -7003},
	{2, 0, -1, 2, -2602, 0},
	{2, -1, -2, 0, 2390, 10056},
	{1, 0, 1, 0, -2348, 6322},
	{2, -2, 0, 0, 2236, -9884},
	{0, 1, 2, 0, -2120, 5751},
	{0, 2, 0, 0, -2069, 0},
	{2, -2, -1, 0, 2048, -4950},
}

// moonLatitude is the beginning of table 47.B.
var moonLatitude = [...]moonTerm{
	{0, 0, 0, 1, 5128122, 0},
	{0, 0, 1, 1, 280602, 0},
	{0, 0, 1, -1, 277693, 0},
	{2, 0, 0, -1, 173237, 0},
	{2, 0, -1, 1, 55413, 0},
	{2, 0, -1, -1, 46271, 0},
	{2, 0, 0, 1, 32573, 0},
	{0, 0, 2, 1, 17198, 0},
	{2, 0, 1, -1, 9266, 0},
	{0, 0, 2, -1, 8822, 0},
	{2, -1, 0, -1, 8216, 0},
	{2, 0, -2, -1, 4324, 0},
	{2, 0, 1, 1, 4200, 0},
	{2, 1, 0, -1, -3359, 0},
	{2, -1, -1, 1, 2463, 0},
	{2, -1, 0, 1, 2211, 0},
	{2, -1, -1, -1, 2065, 0},
}
