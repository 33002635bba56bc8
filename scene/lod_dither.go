package scene

import (
	"cmp"
	"slices"
)

// Which pixels a level keeps while it fades. Every pixel has a threshold; a level keeps those in an
// interval of thresholds. The intervals of two levels that fade into each other share an end, so
// that each pixel of matching geometry is drawn by exactly one of them. All of it is arithmetic on
// whole numbers: every device agrees with this file to the bit.

// DitherSteps is how many different thresholds there are: 0..DitherSteps-1.
const DitherSteps = 1 << 15

// A DitherMask is the interval of thresholds that a draw keeps: Lo ≤ threshold < Hi ≤ DitherSteps.
type DitherMask struct{ Lo, Hi uint16 }

// DitherAll keeps every pixel.
var DitherAll = DitherMask{0, DitherSteps}

// Keeps says whether a pixel with this threshold is drawn.
func (m DitherMask) Keeps(threshold uint32) bool {
	return uint32(m.Lo) <= threshold && threshold < uint32(m.Hi)
}

// Empty says that no pixel is kept.
func (m DitherMask) Empty() bool { return m.Lo >= m.Hi }

// Pack returns the mask as a shader gets it: Lo in the lower half, Hi in the upper.
func (m DitherMask) Pack() uint32 { return uint32(m.Lo) | uint32(m.Hi)<<16 }

// Masks returns what the pick's Level and its Next keep, where a DitherFade leaves coverage (0..1) of
// the pixels: the leaving level [blend · coverage, coverage), the entering one [0, blend · coverage).
// Together they keep what a level alone does, [0, coverage), whatever the blend.
func (p LodPick) Masks(coverage float32) (level, next DitherMask) {
	coverage = min(max(coverage, 0), 1)
	end := uint16(coverage*DitherSteps + 0.5)
	middle := uint16(float32(p.Blend*coverage)*DitherSteps + 0.5)
	return DitherMask{middle, end}, DitherMask{0, middle}
}

// A DitherPattern spreads thresholds over the picture. Neither depends on depth or field of view.
type DitherPattern uint8

// The patterns.
const (
	DitherBlueNoise DitherPattern = iota // finest grain: no pattern that an eye would find
	DitherGradient                       // interleaved gradient: needs no table, shows fine diagonals
)

// Threshold returns the threshold of pixel (x, y) from the top left corner, for an object's DitherOffset
// and the sample's DitherRotation. Also for shadow maps, with their texels.
func (p DitherPattern) Threshold(x, y, offset uint32, r DitherRotation) uint32 {
	x += offset & 0xffff
	y += offset >> 16
	var t uint32
	if p == DitherGradient {
		t = interleavedGradient(x, y)
	} else {
		t = blueNoise(x, y)
	}
	return (t + r[offset>>30]) % DitherSteps
}

// interleavedGradient is Jorge Jimenez's noise ("Next Generation Post Processing in Call of Duty:
// Advanced Warfare", 2014),
//
//	fract(52.9829189 · fract(0.06711056 x + 0.00583715 y))
//
// in fixed point. A shader does the second line with umulExtended, and uses its upper word:
//
//	uint hi, lo; umulExtended(x * 288237660u + y * 25070368u, 3555623499u, hi, lo);
//	uint threshold = (hi >> 11) & 32767u;
func interleavedGradient(x, y uint32) uint32 {
	// The factors are 0.06711056 · 2³², 0.00583715 · 2³² and 52.9829189 · 2²⁶.
	inner := x*288237660 + y*25070368
	hi := uint32(uint64(inner) * 3555623499 >> 32) // units of 2⁻²⁶
	return hi >> 11 & (DitherSteps - 1)
}

// DitherOffset returns by how many pixels the pattern of an object is moved: right in the lower half
// and down in the upper, 0..65535 each. Objects that fade one behind the other so do not fade in the
// same pixels. The number is one that all levels, parts and shadows of an object share. It is
// a hash of 32 bits with good avalanche (Chris Wellons, "Hash function prospector", 2018: lowbias32).
func DitherOffset(object uint32) uint32 {
	h := object + 1 // zero would stay zero
	h = (h ^ h>>16) * 0x7feb352d
	h = (h ^ h>>15) * 0x846ca68b
	return h ^ h>>16
}

// A DitherRotation is what is added to thresholds in one sample of a picture. An object uses the one
// that the two upper bits of its DitherOffset name: were there one for all, what two objects that
// fade one behind the other have in common would not average out.
type DitherRotation [4]uint32

// DitherRotations returns those of the n samples of a picture, in the order of Jitter(n). Each of the
// four goes around in n equal steps, so that of the samples of a pixel a mask keeps its share,
// rounded up or down: on average a fade is smooth to 1/n. (Steps of the golden section would
// need no n, and are off by more than that.)
//
// Jitter's coordinates are a Hammersley set of base 2. These are its next four coordinates, of bases
// 3 to 11, evened out in the same way, so that they are independent of where in the pixel
// the sample is taken, and of each other. One sample has no rotation.
func DitherRotations(n int) []DitherRotation {
	order := hammersleyOrder(n)
	out := make([]DitherRotation, n)
	strip := make([]uint32, n)
	for k, digits := range ditherDigits {
		byValue := slices.Clone(order)
		slices.SortFunc(byValue, func(a, b int) int {
			return cmp.Compare(digits.inverse(a), digits.inverse(b))
		})
		for s, i := range byValue {
			strip[i] = uint32(s)
		}
		for sample, i := range order {
			out[sample][k] = strip[i] * DitherSteps / uint32(n)
		}
	}
	return out
}

// A scramble is a base whose digits are multiplied by a factor (as in Faure and Lemieux, "Generalized
// Halton Sequences in 2008", 2009): otherwise the first few values of a large base only grow.
type scramble struct{ base, factor int }

// The factors are those with the least discrepancy of any two coordinates, Jitter's included, over
// 4 to 128 samples.
var ditherDigits = [len(DitherRotation{})]scramble{{3, 2}, {5, 3}, {7, 1}, {11, 5}}

// inverse mirrors the first ten digits of i at the point, times base¹⁰.
func (s scramble) inverse(i int) (out int) {
	for range 10 {
		out = s.base*out + i*s.factor%s.base
		i /= s.base
	}
	return out
}
