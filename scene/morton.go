package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Morton interleaves ten bits of each coordinate of a point, which are 0 to 1: near points have near numbers.
func Morton[T float32 | float64](p [3]T) uint32 {
	var key uint32
	for k, x := range p {
		b := uint32(min(max(x, 0), 1) * 1023)
		b = (b | b<<16) & 0x030000FF
		b = (b | b<<8) & 0x0300F00F
		b = (b | b<<4) & 0x030C30C3
		b = (b | b<<2) & 0x09249249
		key |= b << k
	}
	return key
}

// alongCurve is the order of n points of a box along a Morton curve.
func alongCurve(box Box, n int, point func(i int) mgl32.Vec3) []int32 {
	order, keys := make([]int32, n), make([]uint32, n)
	for i := range n {
		var unit [3]float64
		for k, x := range point(i) {
			if lo, hi := float64(box.Min[k]), float64(box.Max[k]); hi > lo {
				unit[k] = (float64(x) - lo) / (hi - lo)
			}
		}
		order[i], keys[i] = int32(i), Morton(unit)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	return order
}
