package golden

import (
	"fmt"
	"image"
	"math"
)

// DefaultPixelsPerDegree is FLIP's usual viewing condition: 0.7 m from a screen
// that is 0.7 m and 3840 pixels wide.
const DefaultPixelsPerDegree = 0.7 * (3840 / 0.7) * (math.Pi / 180)

// FLIP computes the error that a person sees who flips between a picture and
// its reference on the same screen, for each pixel between 0 (none) and 1.
//
// It is LDR-FLIP: Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström and
// Fairchild, "FLIP: A Difference Evaluator for Alternating Images", HPG 2020.
// Both pictures are low-pass filtered as the eye does at that many pixels per
// degree, their colours are compared in a space where distances are as large as
// they look (sections 4.1, 4.2), and the result is amplified where an edge or a
// point is in one picture and not in the other (sections 4.3, 4.4).
//
// Values are read as sRGB. Pictures with transparency are compared over black
// and over white, and each pixel keeps the larger error. The result does not
// depend on the order of the two pictures, nor on the number of processors.
// An error means that sizes differ, a picture is empty, or the viewing condition
// is not one.
func FLIP(test, reference image.Image, pixelsPerDegree float64) (*ErrorMap, error) {
	t, r := channelsOf(test), channelsOf(reference)
	switch {
	case t.size() != r.size():
		return nil, fmt.Errorf("golden: FLIP: sizes differ: %dx%d and %dx%d", t.w, t.h, r.w, r.h)
	case t.w == 0 || t.h == 0:
		return nil, fmt.Errorf("golden: FLIP: pictures of size %dx%d have no pixels", t.w, t.h)
	case !(pixelsPerDegree >= 1 && pixelsPerDegree <= 1000):
		return nil, fmt.Errorf("golden: FLIP: %v pixels per degree is not in 1..1000", pixelsPerDegree)
	}
	return flip(t, r, pixelsPerDegree), nil
}

// Constants of the paper: exponent of the colour difference (qc), share of the
// largest difference up to which errors are spread over 0..pt (pc, pt), and
// exponent of the feature difference (qf).
const (
	flipQC = 0.7
	flipPC = 0.4
	flipPT = 0.95
	flipQF = 0.5
)

func flip(test, ref channels, ppd float64) *ErrorMap {
	k := kernelsFor(ppd)
	if test.opaque() && ref.opaque() {
		return flipOver(test, ref, 0, k)
	}
	m := flipOver(test, ref, 0, k)
	for i, e := range flipOver(test, ref, 1, k).Pix {
		m.Pix[i] = max(m.Pix[i], e)
	}
	return m
}

// flipOver compares the pictures over an even background of that linear grey.
func flipOver(test, ref channels, background float32, k kernels) *ErrorMap {
	t, r := seenIn(test, background, k), seenIn(ref, background, k)

	green, blue := labHunt(0, 1, 0), labHunt(0, 0, 1)
	largest := math.Pow(hyab(green, blue), flipQC)
	knee := flipPC * largest

	m := &ErrorMap{Width: test.w, Height: test.h, Pix: make([]float32, test.w*test.h)}
	eachBand(len(m.Pix), func(from, to int) {
		for i := from; i < to; i++ {
			// Section 4.1.3: compress large differences, which all look alike.
			d := hyab([3]float32{t.l[i], t.a[i], t.b[i]}, [3]float32{r.l[i], r.a[i], r.b[i]})
			if d == 0 {
				continue // 0 to any power below
			}
			d = math.Pow(d, flipQC)
			if d < knee {
				d *= flipPT / knee
			} else {
				d = flipPT + (d-knee)/(largest-knee)*(1-flipPT)
			}
			// Section 4.2, the stronger of both features; 4.3, its use as exponent.
			f := max(abs(t.edge[i]-r.edge[i]), abs(t.point[i]-r.point[i]))
			f64 := math.Pow(float64(f)/math.Sqrt2, flipQF)
			m.Pix[i] = float32(math.Pow(min(d, 1), max(0, 1-f64)))
		}
	})
	return m
}

// seen is a picture as the eye has it: colours after filtering, in Lab with
// Hunt's adjustment, and how strong an edge or a point each pixel is.
type seen struct {
	l, a, b     []float32
	edge, point []float32
}

func seenIn(c channels, background float32, k kernels) seen {
	n := c.w * c.h
	y, cx, cz := newPlane(c.w, c.h), newPlane(c.w, c.h), newPlane(c.w, c.h)
	light := newPlane(c.w, c.h)
	linear := linearFrom16()
	eachBand(n, func(from, to int) {
		for i := from; i < to; i++ {
			v := c.v[4*i : 4*i+4 : 4*i+4]
			r, g, b := linear[v[0]], linear[v[1]], linear[v[2]]
			if v[3] != 0xffff {
				alpha := float32(v[3]) / 0xffff
				under := (1 - alpha) * background
				r, g, b = r*alpha+under, g*alpha+under, b*alpha+under
			}
			y.v[i], cx.v[i], cz.v[i] = ycxcz(r, g, b)
			light.v[i] = (y.v[i] + 16) / 116
		}
	})

	s := features(light, k)
	tmp, second := light, newPlane(c.w, c.h) // light is no longer needed
	k.y.filter(y, tmp)
	k.cx.filter(cx, tmp)
	copy(second.v, cz.v)
	k.cz[0].filter(cz, tmp)
	k.cz[1].filter(second, tmp)
	s.l, s.a, s.b = y.v, cx.v, cz.v
	eachBand(n, func(from, to int) {
		for i := from; i < to; i++ {
			lab := labHunt(rgbFromYCxCz(s.l[i], s.a[i], s.b[i]+second.v[i]))
			s.l[i], s.a[i], s.b[i] = lab[0], lab[1], lab[2]
		}
	})
	return s
}

// features measures edges and points by the first and second derivative of a
// Gaussian, across and down (section 4.2).
func features(light plane, k kernels) seen {
	smooth, first, second := newPlane(light.w, light.h), newPlane(light.w, light.h), newPlane(light.w, light.h)
	k.smooth.across(smooth, light)
	k.first.across(first, light)
	k.second.across(second, light)

	down := newPlane(light.w, light.h)
	across := newPlane(light.w, light.h)
	k.smooth.down(across, first)
	k.first.down(down, smooth)
	length(across.v, down.v) // first is read no more: keep the edges there
	edge := first
	copy(edge.v, across.v)

	k.smooth.down(across, second)
	k.second.down(down, smooth)
	length(across.v, down.v)
	return seen{edge: edge.v, point: across.v}
}

// length puts the length of the vectors (x, y) into x.
func length(x, y []float32) {
	eachBand(len(x), func(from, to int) {
		for i := from; i < to; i++ {
			x[i] = sqrt(x[i]*x[i] + y[i]*y[i])
		}
	})
}

func abs(x float32) float32  { return float32(math.Abs(float64(x))) }
func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
