package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Temperatures that have a colour; others count as the nearest.
const (
	MinTemperature Kelvin = 1_000
	MaxTemperature Kelvin = 40_000
)

// Color returns the tint of a black body: linear Rec.709 with a luminance of 1 and no channel below 0.
// White is near 6500 K. Below some 1900 K the true colour lies outside of Rec.709, and its blue is cut to 0.
//
// Of the two curves that are called by a temperature this is Planck's, since a lamp's filament, a
// flame and the sun are close to it. Daylight (CIE D) is a little greener at the same temperature. It is the
// integral of Planck's law times the CIE 1931 colour matching functions, which is right to 0.0002 in x
// and y over the whole range; the usual cubics (Kim et al., US patent 7024034, 2006) end at 1667 and 25,000 K.
func (k Kelvin) Color() mgl32.Vec3 {
	x, y, z := k.tristimulus()
	// Rec.709 with its white, D65 (ITU-R BT.709-6, item 1.3; IEC 61966-2-1, section 5.3).
	c := vec3(
		max(3.2404542*x-1.5371385*y-0.4985314*z, 0),
		max(-0.9692660*x+1.8760108*y+0.0415560*z, 0),
		max(0.0556434*x-0.2040259*y+1.0572252*z, 0))
	return c.Mul(1 / Luminance(c))
}

// tristimulus returns the black body's CIE 1931 X, Y and Z, with Y = 1.
func (k Kelvin) tristimulus() (x, y, z float64) {
	const c2 = 1.438776877e-2 // second radiation constant, m·K (CODATA 2018)
	t := float64(max(MinTemperature, min(k, MaxTemperature)))
	if k != k {
		t = float64(MinTemperature)
	}
	for i, m := range colorMatching {
		micrometres := 0.38 + 0.01*float64(i)
		// Planck's law for the exitance per wavelength, without its constant factor.
		e := 1 / (math.Pow(micrometres, 5) * math.Expm1(c2/(micrometres*1e-6*t)))
		x, y, z = x+e*m[0], y+e*m[1], z+e*m[2]
	}
	return x / y, 1, z / y
}

// Tint returns a colour in the light of a temperature: their product, as bright as the colour. What
// the temperature has none of, such as blue at 1500 K, stays as it is where there is nothing else.
func (k Kelvin) Tint(color mgl32.Vec3) mgl32.Vec3 {
	t := k.Color()
	product := mgl32.Vec3{color[0] * t[0], color[1] * t[1], color[2] * t[2]}
	if l := Luminance(product); l > 0 {
		return product.Mul(Luminance(color) / l)
	}
	return color
}

// colorMatching are the colour matching functions of the CIE 1931 standard observer, from 380 to 770 nm every
// 10 nm (CIE 15:2004, table T.4).
var colorMatching = [...][3]float64{
	{0.0014, 0, 0.0065}, {0.0042, 0.0001, 0.0201}, {0.0143, 0.0004, 0.0679}, {0.0435, 0.0012, 0.2074}, {0.1344, 0.0040, 0.6456},
	{0.2839, 0.0116, 1.3856}, {0.3483, 0.0230, 1.7471}, {0.3362, 0.0380, 1.7721}, {0.2908, 0.0600, 1.6692}, {0.1954, 0.0910, 1.2876},
	{0.0956, 0.1390, 0.8130}, {0.0320, 0.2080, 0.4652}, {0.0049, 0.3230, 0.2720}, {0.0093, 0.5030, 0.1582}, {0.0633, 0.7100, 0.0782},
	{0.1655, 0.8620, 0.0422}, {0.2904, 0.9540, 0.0203}, {0.4334, 0.9950, 0.0087}, {0.5945, 0.9950, 0.0039}, {0.7621, 0.9520, 0.0021},
	{0.9163, 0.8700, 0.0017}, {1.0263, 0.7570, 0.0011}, {1.0622, 0.6310, 0.0008}, {1.0026, 0.5030, 0.0003}, {0.8544, 0.3810, 0.0002},
	{0.6424, 0.2650, 0}, {0.4479, 0.1750, 0}, {0.2835, 0.1070, 0}, {0.1649, 0.0610, 0}, {0.0874, 0.0320, 0},
	{0.0468, 0.0170, 0}, {0.0227, 0.0082, 0}, {0.0114, 0.0041, 0}, {0.0058, 0.0021, 0}, {0.0029, 0.0010, 0},
	{0.0014, 0.0005, 0}, {0.0007, 0.0002, 0}, {0.0003, 0.0001, 0}, {0.0002, 0.0001, 0}, {0.0001, 0, 0},
}
