package scene

import "math"

// How bright light comes out in a picture, and how much light it takes. An input that is not above 0, or no
// number, gives 0; what is too large for a float32 is its largest number.

// DisplayValue returns what a luminance is in a picture before the tone curve, at an exposure factor
// (EV.Exposure): L·exposure, at most DisplayMax.
func DisplayValue(luminance Nit, exposure float32) float32 {
	if !allPositive(float32(luminance), exposure) {
		return 0
	}
	return min(clampedTo32(float64(luminance)*float64(exposure)), DisplayMax)
}

// LuminanceForDisplay is its inverse: v/exposure. A value above DisplayMax counts as DisplayMax.
func LuminanceForDisplay(value, exposure float32) Nit {
	if !allPositive(value, exposure) {
		return 0
	}
	return Nit(clampedTo32(min(float64(value), DisplayMax) / float64(exposure)))
}

// LightIlluminance returns what a point light of a power gives a surface that faces it from some metres
// away: E = Φ/(4π·d²). Unlike the renderer's (DistanceAttenuation) it does not end at MinLightDistance.
func LightIlluminance(power Lumen, distance float32) Lux {
	if !allPositive(float32(power), distance) {
		return 0
	}
	return Lux(clampedTo32(float64(power) / (4 * math.Pi * float64(distance) * float64(distance))))
}

// LightPower returns the power of a point light that gives a Lambert surface that faces it from some
// metres away a luminance: Φ = 4π·d²·E with E = π·L/albedo.
func LightPower(luminance Nit, distance, albedo float32) Lumen {
	if !allPositive(float32(luminance), distance, albedo) {
		return 0
	}
	illuminance := math.Pi * float64(luminance) / float64(albedo)
	return Lumen(clampedTo32(4 * math.Pi * float64(distance) * float64(distance) * illuminance))
}

func allPositive(numbers ...float32) bool {
	for _, x := range numbers {
		if !(x > 0) {
			return false
		}
	}
	return true
}

// clampedTo32 is a number above 0 as a float32 can have it; 0 where Inf/Inf left no number.
func clampedTo32(x float64) float32 {
	if x != x {
		return 0
	}
	return float32(min(x, math.MaxFloat32))
}
