package golden

import "image"

// driftBlock is the width and height in pixels of the blocks whose mean difference is limited. Over
// smaller ones, rounding that differs between processors has not averaged out; larger ones hide what
// is small on the picture.
const driftBlock = 16

// drift finds the block in which a channel moved furthest one way: the largest absolute mean of the
// signed differences of one channel, alpha included, in 8-bit steps, and the block's upper left corner.
//
// The blocks stand in a grid from the upper left. The last column and row are moved back over their
// neighbours where they would leave the picture, so every block is whole unless the picture is
// smaller than one. Pixels with a channel that differs by more than limit (in 16-bit steps) count as
// unchanged: an edge that moved is for [Tolerance.PixelShare] to judge. Of equal blocks, the first in
// reading order is given.
func drift(got, want channels, limit int) (steps float64, at image.Point) {
	bw, bh := min(driftBlock, got.w), min(driftBlock, got.h)
	largest := 0
	for by := 0; by < got.h; by += bh {
		for bx := 0; bx < got.w; bx += bw {
			x, y := min(bx, got.w-bw), min(by, got.h-bh)
			for _, sum := range blockSums(got, want, image.Rect(x, y, x+bw, y+bh), limit) {
				if m := max(sum, -sum); m > largest {
					largest, at = m, image.Pt(x, y)
				}
			}
		}
	}
	if largest == 0 {
		return 0, image.Point{}
	}
	return float64(largest) / float64(257*bw*bh), at
}

// blockSums adds up the differences got - want of each channel, in 16-bit steps, over the block's
// pixels that differ by no more than limit in every channel.
func blockSums(got, want channels, block image.Rectangle, limit int) (sums [4]int) {
	for y := block.Min.Y; y < block.Max.Y; y++ {
		from, to := 4*(y*got.w+block.Min.X), 4*(y*got.w+block.Max.X)
		for i := from; i < to; i += 4 {
			a, b := got.v[i:i+4:i+4], want.v[i:i+4:i+4]
			var d [4]int
			for c := range d {
				d[c] = int(a[c]) - int(b[c])
			}
			if max(d[0], d[1], d[2], d[3]) > limit || min(d[0], d[1], d[2], d[3]) < -limit {
				continue
			}
			for c := range d {
				sums[c] += d[c]
			}
		}
	}
	return sums
}
