package golden

import (
	"encoding/hex"
	"image"
	"math"
)

// ErrorMap is FLIP's error for each pixel, row by row from the top, 0 to 1.
type ErrorMap struct {
	Width, Height int
	Pix           []float32
}

// Mean is the plain mean of all pixels.
func (m *ErrorMap) Mean() float64 {
	sum := 0.0
	for _, v := range m.Pix {
		sum += float64(v)
	}
	return sum / float64(max(1, len(m.Pix)))
}

// Max is the largest error.
func (m *ErrorMap) Max() float64 {
	largest := float32(0)
	for _, v := range m.Pix {
		largest = max(largest, v)
	}
	return float64(largest)
}

// Percentile is the smallest error that at least p percent of the pixels do not
// exceed (the nearest-rank percentile), p in 0..100.
func (m *ErrorMap) Percentile(p float64) float64 {
	rank := int(math.Ceil(p / 100 * float64(len(m.Pix))))
	rank = min(max(rank, 1), len(m.Pix))
	// Floats that are not negative sort like their bits: find the upper half of
	// the answer's bits by counting, then the lower half among those left.
	high, rest := countingSelect(m.Pix, rank, func(bits uint32) (uint32, bool) { return bits >> 16, true })
	low, _ := countingSelect(m.Pix, rest, func(bits uint32) (uint32, bool) { return bits & 0xffff, bits>>16 == high })
	return float64(math.Float32frombits(high<<16 | low))
}

// countingSelect gives the key of the value of that rank (from 1) among those
// that have a key, and its rank among the values of the same key.
func countingSelect(pix []float32, rank int, key func(bits uint32) (uint32, bool)) (uint32, int) {
	count := make([]int, 65536)
	for _, v := range pix {
		if k, ok := key(math.Float32bits(v)); ok {
			count[k]++
		}
	}
	for k, n := range count {
		if rank <= n {
			return uint32(k), rank
		}
		rank -= n
	}
	return 0, 0
}

// Heat draws the error with the colour map that FLIP's authors use: black for
// none, over violet and orange to pale yellow for 1.
func (m *ErrorMap) Heat() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, m.Width, m.Height))
	for i, v := range m.Pix {
		k := int(min(max(v, 0), 1)*255 + 0.5)
		copy(img.Pix[4*i:], magma[3*k:3*k+3])
		img.Pix[4*i+3] = 0xff
	}
	return img
}

// magma has 256 colours, 3 bytes (sRGB) each: the colour map "magma" by
// Stéfan van der Walt and Nathaniel Smith, published for matplotlib under CC0.
var magma = func() []byte {
	b, err := hex.DecodeString(magmaHex)
	if err != nil {
		panic("golden: the table of colours is damaged: " + err.Error())
	}
	return b
}()

const magmaHex = "" +
	"00000401000501010601010802010902020b02020d03030f03031204041405041606051806051a07061c08071e090720" +
	"0a08220b09240c09260d0a290e0b2b100b2d110c2f120d31130d34140e36150e38160f3b180f3d19103f1a10421c1044" +
	"1d11471e114920114b21114e22115024125325125527125829115a2a115c2c115f2d11612f1163311165331067341069" +
	"36106b38106c390f6e3b0f703d0f713f0f72400f74420f75440f764510774710784910784a10794c117a4e117b4f127b" +
	"51127c52137c54137d56147d57157e59157e5a167e5c167f5d177f5f187f601880621980641a80651a80671b80681c81" +
	"6a1c816b1d816d1d816e1e81701f81721f817320817521817621817822817922827b23827c23827e2482802582812581" +
	"8326818426818627818827818928818b29818c29818e2a81902a81912b81932b80942c80962c80982d80992d809b2e7f" +
	"9c2e7f9e2f7fa02f7fa1307ea3307ea5317ea6317da8327daa337dab337cad347cae347bb0357bb2357bb3367ab5367a" +
	"b73779b83779ba3878bc3978bd3977bf3a77c03a76c23b75c43c75c53c74c73d73c83e73ca3e72cc3f71cd4071cf4070" +
	"d0416fd2426fd3436ed5446dd6456cd8456cd9466bdb476adc4869de4968df4a68e04c67e24d66e34e65e44f64e55064" +
	"e75263e85362e95462ea5661eb5760ec5860ed5a5fee5b5eef5d5ef05f5ef1605df2625df2645cf3655cf4675cf4695c" +
	"f56b5cf66c5cf66e5cf7705cf7725cf8745cf8765cf9785df9795df97b5dfa7d5efa7f5efa815ffb835ffb8560fb8761" +
	"fc8961fc8a62fc8c63fc8e64fc9065fd9266fd9467fd9668fd9869fd9a6afd9b6bfe9d6cfe9f6dfea16efea36ffea571" +
	"fea772fea973feaa74feac76feae77feb078feb27afeb47bfeb67cfeb77efeb97ffebb81febd82febf84fec185fec287" +
	"fec488fec68afec88cfeca8dfecc8ffecd90fecf92fed194fed395fed597fed799fed89afdda9cfddc9efddea0fde0a1" +
	"fde2a3fde3a5fde5a7fde7a9fde9aafdebacfcecaefceeb0fcf0b2fcf2b4fcf4b6fcf6b8fcf7b9fcf9bbfcfbbdfcfdbf"
