// Package half converts between float32 and IEEE 754 binary16, the 16-bit floats of images on the GPU
// and of OpenEXR.
package half

import "math"

// FromFloat32 rounds to IEEE 754 binary16, to the nearest and among equally
// near ones to the even. Values from 65520 on become infinite; what is not a
// number stays so, with the upper bits of its payload.
func FromFloat32(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00 | uint16(b>>13)&0x3ff // quiet, so that it is never infinity
	case b >= 0x477ff000: // 65520
		return sign | 0x7c00
	case b < 0x33000000: // below half the least half
		return sign
	case b < 0x38800000: // below the least normal half, 2^-14: steps of 2^-24
		shift := 126 - b>>23
		m := b&0x7fffff | 0x800000
		return sign | uint16(roundShift(m, shift))
	default:
		return sign | uint16(roundShift(b-112<<23, 13)) // exponents count from 15, not 127
	}
}

// roundShift divides by 2^shift, to the nearest, half to even.
func roundShift(v, shift uint32) uint32 {
	half := uint32(1) << (shift - 1)
	return (v + half - 1 + v>>shift&1) >> shift
}

// ToFloat32 is exact.
func ToFloat32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	e, m := uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch {
	case e == 31:
		return math.Float32frombits(sign | 0x7f800000 | m<<13)
	case e == 0:
		return math.Float32frombits(sign | math.Float32bits(float32(m)*(1.0/(1<<24))))
	default:
		return math.Float32frombits(sign | (e+112)<<23 | m<<13)
	}
}
