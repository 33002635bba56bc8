package scene

import "math"

// Photometric quantities, as people type them. They become plain float32 at the GPU border.
type (
	Lux     float32 // illuminance, lm/m²
	Lumen   float32 // luminous flux
	Candela float32 // luminous intensity, lm/sr
	Nit     float32 // luminance, cd/m²
	Kelvin  float32 // temperature of a black body of that colour
	EV      float32 // exposure value at ISO 100
)

// DisplayMax is the largest value shading stores, in exposed units; brighter light is clamped.
const DisplayMax = 4096

// Exposure returns the factor from cd/m² to display-referred units in which 1 is the brightest
// value a sensor at this exposure value records: 2^-EV100 / 1.2 (Lagarde and de Rousiers,
// "Moving Frostbite to Physically Based Rendering", 2014, eq. 85 and 86).
func (e EV) Exposure() float32 {
	return float32(math.Exp2(-float64(e)) / 1.2)
}

// EVOfCamera returns the exposure value at ISO 100 of an aperture in f-stops, a shutter time in
// seconds and a sensitivity: log2(N²/t · 100/S) (ibid., eq. 79).
func EVOfCamera(aperture, shutter, iso float32) EV {
	n, t, s := float64(aperture), float64(shutter), float64(iso)
	return EV(math.Log2(n * n / t * 100 / s))
}

// PointIntensity returns the intensity of a point light that spreads its flux evenly over the
// sphere: Φ/4π. A spot uses the same factor, so its axis is as bright as the point light's and
// the cone only says where (a deviation from flux conservation, chosen on purpose).
func (p Lumen) PointIntensity() Candela {
	return Candela(float64(p) / (4 * math.Pi))
}

// PointPower is its inverse: 4π·I.
func (c Candela) PointPower() Lumen { return Lumen(4 * math.Pi * float64(c)) }

// Illuminance returns what an intensity gives a surface that faces it at some metres: I/d². At no distance it is 0.
func (c Candela) Illuminance(distance float32) Lux {
	if !(distance > 0) {
		return 0
	}
	return Lux(float64(c) / (float64(distance) * float64(distance)))
}

// Reflected returns the luminance of a Lambert surface in that much light: E·albedo/π.
func (e Lux) Reflected(albedo float32) Nit { return Nit(float64(e) * float64(albedo) / math.Pi) }

// Power returns the flux of a Lambert emitter of some square metres, all of one luminance: Φ = π·L·A.
// For a sheet that shines to one side A is its area; a ball has 4πr², which makes 4π²r²·L.
func (l Nit) Power(area float32) Lumen { return Lumen(math.Pi * float64(l) * float64(area)) }

// Luminance is its inverse: Φ/(π·A). Without an area it is 0.
func (p Lumen) Luminance(area float32) Nit {
	if !(area > 0) {
		return 0
	}
	return Nit(float64(p) / (math.Pi * float64(area)))
}

// BallArea returns the surface of a ball: 4πr².
func BallArea(radius float32) float32 {
	return float32(4 * math.Pi * float64(radius) * float64(radius))
}
