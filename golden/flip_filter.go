package golden

import (
	"math"
	"runtime"
	"sync"
)

// kernels are FLIP's filters for one viewing condition, all as products of a
// filter across and a filter down.
type kernels struct {
	y, cx kernel    // the eye's sensitivity to detail in lightness and red-green
	cz    [2]kernel // in blue-yellow: the sum of two
	// A Gaussian and its first and second derivatives, which find edges and points.
	smooth, first, second kernel
}

// kernelsFor samples the filters of sections 4.1.1 and 4.2, table 1.
func kernelsFor(ppd float64) kernels {
	// In one dimension each is a*sqrt(pi/b)*exp(-pi^2*x^2/b), with x in degrees.
	const bY, bCx, bCz1, bCz2 = 0.0047, 0.0053, 0.04, 0.025
	const aCz1, aCz2 = 34.1, 13.5
	radius := int(math.Ceil(3 * math.Sqrt(bCz1/(2*math.Pi*math.Pi)) * ppd))
	gauss := func(b float64) ([]float64, float64) {
		return gaussian(radius, func(x float64) float64 { return math.Exp(-math.Pi * math.Pi * x * x / (b * ppd * ppd)) })
	}
	sensitivity := func(b float64) kernel {
		w, sum := gauss(b)
		return evenKernel(w, 1/sum)
	}
	// The blue-yellow filter has weight 1 as a whole: each part has its share of
	// the sum over the square, put half (as a root) into either direction.
	w1, sum1 := gauss(bCz1)
	w2, sum2 := gauss(bCz2)
	part1 := aCz1 * math.Sqrt(math.Pi/bCz1) * sum1 * sum1
	part2 := aCz2 * math.Sqrt(math.Pi/bCz2) * sum2 * sum2
	k := kernels{
		y:  sensitivity(bY),
		cx: sensitivity(bCx),
		cz: [2]kernel{
			evenKernel(w1, math.Sqrt(part1/(part1+part2))/sum1),
			evenKernel(w2, math.Sqrt(part2/(part1+part2))/sum2),
		},
	}

	// Features have a width of 0.082 degrees. Positive and negative weights of
	// the derivatives each sum to 1.
	sigma := 0.5 * 0.082 * ppd
	g, sum := gaussian(int(math.Ceil(3*sigma)), func(x float64) float64 { return math.Exp(-x * x / (2 * sigma * sigma)) })
	d1, d2 := make([]float64, len(g)), make([]float64, len(g))
	var slope, positive, negative float64
	for i := range g {
		x := float64(i)
		d1[i] = x * g[i]
		slope += d1[i]
		d2[i] = (x*x/(sigma*sigma) - 1) * g[i]
		times := 2.0
		if i == 0 {
			times = 1
		}
		if d2[i] > 0 {
			positive += times * d2[i]
		} else {
			negative -= times * d2[i]
		}
	}
	for i := range d2 {
		if d2[i] > 0 {
			d2[i] /= positive
		} else {
			d2[i] /= negative
		}
	}
	k.smooth = evenKernel(g, 1/sum)
	k.first = evenKernel(d1, 1/slope)
	k.first.odd = true
	k.second = evenKernel(d2, 1)
	return k
}

// gaussian samples a function at 0..radius, and sums it over -radius..radius.
func gaussian(radius int, f func(x float64) float64) (w []float64, sum float64) {
	for i := range radius + 1 {
		v := f(float64(i))
		w = append(w, v)
		sum += v
		if i > 0 {
			sum += v
		}
	}
	return w, sum
}

// kernel is a one-dimensional filter of odd length: w[i] is the weight of the
// neighbours at +i and -i, or, for an odd kernel, w[i] and -w[i].
type kernel struct {
	w   []float32
	odd bool
}

// evenKernel scales weights and leaves out the tail that float32 would not
// notice: everything under 1e-9 of the largest.
func evenKernel(w []float64, scale float64) kernel {
	largest := 0.0
	for _, v := range w {
		largest = max(largest, math.Abs(v))
	}
	last := 0
	for i, v := range w {
		if math.Abs(v) > 1e-9*largest {
			last = i
		}
	}
	k := kernel{w: make([]float32, last+1)}
	for i := range k.w {
		k.w[i] = float32(w[i] * scale)
	}
	return k
}

// plane is one channel, row by row from the top.
type plane struct {
	w, h int
	v    []float32
}

func newPlane(w, h int) plane { return plane{w, h, make([]float32, w*h)} }

func (p plane) row(y int) []float32 { return p.v[y*p.w : (y+1)*p.w] }

// filter applies the kernel across and down, in place; tmp has the same size.
func (k kernel) filter(p, tmp plane) {
	k.across(tmp, p)
	k.down(p, tmp)
}

// across filters the rows of src into dst. Beyond the border the picture goes
// on with the colour of the border, here and in down.
func (k kernel) across(dst, src plane) {
	r := len(k.w) - 1
	eachBand(src.h, func(from, to int) {
		padded := make([]float32, src.w+2*r)
		for y := from; y < to; y++ {
			row := src.row(y)
			copy(padded[r:], row)
			for i := range r {
				padded[i], padded[r+src.w+i] = row[0], row[src.w-1]
			}
			k.accumulate(dst.row(y), func(i int) []float32 { return padded[r+i : r+i+src.w] })
		}
	})
}

// down filters the columns of src into dst.
func (k kernel) down(dst, src plane) {
	eachBand(src.h, func(from, to int) {
		for y := from; y < to; y++ {
			k.accumulate(dst.row(y), func(i int) []float32 { return src.row(min(max(y+i, 0), src.h-1)) })
		}
	})
}

// accumulate sums a row's neighbours, which at gives by their distance.
func (k kernel) accumulate(dst []float32, at func(i int) []float32) {
	centre := at(0)[:len(dst)]
	for x := range dst {
		dst[x] = k.w[0] * centre[x]
	}
	for i := 1; i < len(k.w); i++ {
		w, a, b := k.w[i], at(i)[:len(dst)], at(-i)[:len(dst)]
		if k.odd {
			for x := range dst {
				dst[x] += w * (a[x] - b[x])
			}
		} else {
			for x := range dst {
				dst[x] += w * (a[x] + b[x])
			}
		}
	}
}

// eachBand splits 0..n among the processors. No item's result may depend on
// another's, so that the split does not show.
func eachBand(n int, do func(from, to int)) {
	bands := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for i := range bands {
		wg.Go(func() { do(n*i/bands, n*(i+1)/bands) })
	}
	wg.Wait()
}
