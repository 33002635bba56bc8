package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Where sun, moon and stars stand, from a time and a place. The formulas are those of Jean Meeus,
// "Astronomical Algorithms", 2nd edition, 1998, with the numbers of his chapters, in degrees.
//
// Air lifts what stands low (Refraction): sun and moon are where they are seen. Stars are left where they are, as nobody
// could tell.

// A Moment is an instant at a place on Earth.
type Moment struct {
	JulianDay float64 // days, of UTC, which stands for UT1: they are never 0.9 s apart
	Latitude  float64 // radians, north positive
	Longitude float64 // radians, east positive
}

// JulianDay returns the Julian day of a date in the Gregorian calendar; the fraction of the day is the
// time (chapter 7).
func JulianDay(year, month int, day float64) float64 {
	if month <= 2 {
		year, month = year-1, month+12
	}
	century := math.Floor(float64(year) / 100)
	return math.Floor(365.25*float64(year+4716)) + math.Floor(30.6001*float64(month+1)) + day + 2 - century + math.Floor(century/4) - 1524.5
}

// Given says whether this is a moment at all, and not the zero one.
func (m Moment) Given() bool { return m.JulianDay != 0 }

const (
	j2000        = 2451545.0     // Julian day of 2000 January 1.5
	century      = 36525.0       // days
	deltaT       = 69.0 / 86400  // days by which dynamical time is ahead of UT: that of 2017 to 2030. It was -3 s in 1900, which moves the moon by 0.01°
	astronomical = 149597870.7   // km in an astronomical unit
	earthRadius  = 6371.0        // km, mean
	moonDistance = 384400.0      // km, mean
	degree       = math.Pi / 180 // radians
)

// dynamical is the time of the moment in centuries of dynamical time since 2000.
func (m Moment) dynamical() float64 { return (m.JulianDay + deltaT - j2000) / century }

// SunTowards returns the unit direction from the place to where the centre of the sun is seen, in the world: north is -Z,
// east +X. Its error is 0.01° between the years 1900 and 2100 (chapter 25, low accuracy; parallax, 0.002°, left out).
func (m Moment) SunTowards() mgl32.Vec3 {
	direction, _ := m.sun()
	return narrow(lifted(direction))
}

// sun is the sun's true direction and distance in km.
func (m Moment) sun() (mgl64.Vec3, float64) {
	t := m.dynamical()
	longitude, distance := sunEcliptic(t)
	return m.world(equatorial(longitude, 0, t)), distance * astronomical
}

// sunEcliptic returns the sun's apparent longitude in degrees and its distance in astronomical units,
// T centuries after 2000 (equations 25.2 to 25.5 and the lower part of page 164).
func sunEcliptic(t float64) (longitude, distance float64) {
	mean := 280.46646 + t*(36000.76983+t*0.0003032)
	anomaly := 357.52911 + t*(35999.05029-t*0.0001537)
	e := 0.016708634 - t*(0.000042037+t*0.0000001267)
	center := (1.914602-t*(0.004817+t*0.000014))*sind(anomaly) + (0.019993-t*0.000101)*sind(2*anomaly) + 0.000289*sind(3*anomaly)
	distance = 1.000001018 * (1 - e*e) / (1 + e*cosd(anomaly+center))
	return mean + center - 0.00569 - 0.00478*sind(node(t)), distance
}

// node is the longitude of the moon's ascending node, on which nutation hangs, in degrees.
func node(t float64) float64 { return 125.04 - 1934.136*t }

// equatorial turns apparent ecliptic coordinates in degrees into a unit vector of the equator of date: x to
// the equinox, z to the pole (equations 13.3 and 13.4; the obliquity of 22.2 and 25.8).
func equatorial(longitude, latitude, t float64) mgl64.Vec3 {
	obliquity := 23.4392911 - t*(0.0130041667+t*(1.639e-7-t*5.036e-7)) + 0.00256*cosd(node(t))
	x, y, z := cosd(latitude)*cosd(longitude), cosd(latitude)*sind(longitude), sind(latitude)
	sin, cos := math.Sincos(obliquity * degree)
	return mgl64.Vec3{x, y*cos - z*sin, y*sin + z*cos}
}

// siderealTime returns the angle of the equinox past the meridian of Greenwich in radians: mean sidereal
// time (equation 12.4). Nutation, at most 0.005°, is left out.
func siderealTime(julianDay float64) float64 {
	days := julianDay - j2000
	t := days / century
	return math.Mod(280.46061837+360.98564736629*days+t*t*(0.000387933-t/38710000), 360) * degree
}

// WorldFromEquatorial returns how the sphere of the stars is turned: its x axis is the equinox and its z axis
// the celestial pole.
func (m Moment) WorldFromEquatorial() mgl32.Mat3 {
	var out mgl32.Mat3
	for i := range 3 {
		var axis mgl64.Vec3
		axis[i] = 1
		out.SetCol(i, narrow(m.world(axis)))
	}
	return out
}

// world turns a direction of the equator of date into the world (equations 13.5 and 13.6 as a rotation).
func (m Moment) world(d mgl64.Vec3) mgl64.Vec3 {
	sinS, cosS := math.Sincos(siderealTime(m.JulianDay) + m.Longitude)
	sinL, cosL := math.Sincos(m.Latitude)
	// Along the meridian and to the west of it: cos δ cos H and cos δ sin H.
	south, west := d[0]*cosS+d[1]*sinS, d[0]*sinS-d[1]*cosS
	return mgl64.Vec3{-west, sinL*d[2] + cosL*south, -(cosL*d[2] - sinL*south)}
}

func narrow(v mgl64.Vec3) mgl32.Vec3 { return vec3(v[0], v[1], v[2]) }

func sind(x float64) float64 { return math.Sin(math.Mod(x, 360) * degree) }

func cosd(x float64) float64 { return math.Cos(math.Mod(x, 360) * degree) }
