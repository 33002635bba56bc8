package scene

import "math"

// From linear 0..1 to the numbers in a file.

// SRGBFromLinear is the sRGB transfer function (IEC 61966-2-1:1999, section 5.2).
func SRGBFromLinear(x float32) float32 {
	if x <= 0.0031308 {
		return 12.92 * x
	}
	return float32(1.055*math.Pow(float64(x), 1/2.4) - 0.055)
}

// LinearFromSRGB is its inverse.
func LinearFromSRGB(x float32) float32 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return float32(math.Pow((float64(x)+0.055)/1.055, 2.4))
}

// Dither returns the threshold with which pixel (x, y) of an 8-bit picture is rounded: the
// lattice of Martin Roberts ("The Unreasonable Effectiveness of Quasirandom Sequences", 2018, section on
// dithering), whose values in any small neighbourhood are spread evenly over 0..1. It is
// arithmetic modulo 2³² on whole numbers, so that every device agrees:
//
//	uint t = (uint(x) * 3242174889u + uint(y) * 2447445414u) >> 24;
//	float threshold = (float(t) + 0.5) / 256.0;
//
// The thresholds are the middles of 256 steps and never 0 or 1: a colour that is exactly an 8-bit
// value stays that value in every pixel.
func Dither(x, y int) float32 {
	t := (uint32(x)*3242174889 + uint32(y)*2447445414) >> 24
	return (float32(t) + 0.5) / 256
}

// Quantize rounds an encoded value 0..1 to 8 bits with a threshold of Dither. On average over
// the thresholds it is exact.
func Quantize(v, threshold float32) uint8 {
	return uint8(min(max(float32(v*255)+threshold, 0), 255))
}
