package scene

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Jitter returns where in the pixel each of n samples is taken, from the pixel's centre, in
// pixels, -0.5 < x, y < 0.5. One sample is the centre. More are a Hammersley set (Hammersley,
// "Monte Carlo Methods for Solving Multivariable Problems", 1960: i/n and the bits of i mirrored)
// whose second coordinate is evened out to the middles of n strips, as the first is; so their
// mean is the centre for every n. Their plain mean is a box filter as wide as a pixel.
//
// The set is visited in steps near the golden section of n, so that a picture that is shown while
// it accumulates does not drift to one side.
func Jitter(n int) []mgl32.Vec2 {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Compare(bits.Reverse32(uint32(a)), bits.Reverse32(uint32(b)))
	})
	strip := make([]int, n)
	for s, i := range order {
		strip[i] = s
	}
	middle := func(i int) float32 { return float32((float64(i)+0.5)/float64(n) - 0.5) }
	out := make([]mgl32.Vec2, n)
	for k, i := range hammersleyOrder(n) {
		out[k] = mgl32.Vec2{middle(i), middle(strip[i])}
	}
	return out
}

// hammersleyOrder returns which point of the set each sample takes.
func hammersleyOrder(n int) []int {
	step := max(1, int(math.Round(float64(n)*0.6180339887498949)))
	for gcd(step, n) != 1 {
		step++
	}
	out := make([]int, n)
	for k := range out {
		out[k] = k * step % n
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
