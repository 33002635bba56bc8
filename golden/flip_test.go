package golden

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// The pictures of the reference values: 96 x 64, 8-bit sRGB.
func gradient(x, y, plus int) color.NRGBA {
	c := func(v int) uint8 { return uint8(min(255, v+plus)) }
	return color.NRGBA{c(x * 255 / 95), c(y * 255 / 63), c(128), 255}
}

func checks(x, y int) color.NRGBA {
	v := uint8(255 * ((x/8 + y/8) & 1))
	return color.NRGBA{v, v, v, 255}
}

func draw(w, h int, f func(x, y int) color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetNRGBA(x, y, f(x, y))
		}
	}
	return img
}

// TestFLIPAgainstReference holds FLIP to values from the authors' own tool
// (NVIDIA FLIP 1.6, C++, CPU) for three pairs of pictures. The hashes are of the
// RGB bytes that the tool was given.
func TestFLIPAgainstReference(t *testing.T) {
	grad := draw(96, 64, func(x, y int) color.NRGBA { return gradient(x, y, 0) })
	for _, c := range []struct {
		name              string
		ref, test         *image.NRGBA
		refHash, testHash string
		mean, mean30      float64
		median, min, max  float64
	}{
		{"same", grad, grad, "e7be79739b9d2d41", "e7be79739b9d2d41", 0, 0, 0, 0, 0},
		{"brighter", grad, draw(96, 64, func(x, y int) color.NRGBA { return gradient(x, y, 8) }),
			"e7be79739b9d2d41", "b86297fa917443cb", 0.175662, 0.170395, 0.178172, 0.123903, 0.234395},
		{"moved", draw(96, 64, checks), draw(96, 64, func(x, y int) color.NRGBA { return checks(x+1, y) }),
			"18355c0a066046e9", "5996c56e303cb84e", 0.326740, 0.268172, 0.533482, 0, 0.993284},
	} {
		t.Run(c.name, func(t *testing.T) {
			if h := rgbHash(c.ref); h != c.refHash {
				t.Fatalf("reference picture has hash %s, want %s", h, c.refHash)
			}
			if h := rgbHash(c.test); h != c.testHash {
				t.Fatalf("test picture has hash %s, want %s", h, c.testHash)
			}
			near := func(what string, got, want float64) {
				t.Helper()
				if math.Abs(got-want) > 1e-4 {
					t.Errorf("%s is %.6f, want %.6f", what, got, want)
				}
			}
			m := mustFLIP(t, c.test, c.ref, DefaultPixelsPerDegree)
			near("mean", m.Mean(), c.mean)
			near("max", m.Max(), c.max)
			near("min", m.Percentile(0), c.min)
			if c.median > 0 {
				// The tool's median halves the sum of errors, not their number.
				near("weighted median", weightedMedian(m), c.median)
			}
			near("mean at 30 pixels per degree", mustFLIP(t, c.test, c.ref, 30).Mean(), c.mean30)
		})
	}
}

func mustFLIP(t testing.TB, test, ref image.Image, ppd float64) *ErrorMap {
	t.Helper()
	m, err := FLIP(test, ref, ppd)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func rgbHash(img *image.NRGBA) string {
	h := sha256.New()
	for i := 0; i < len(img.Pix); i += 4 {
		h.Write(img.Pix[i : i+3])
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func weightedMedian(m *ErrorMap) float64 {
	half := m.Mean() * float64(len(m.Pix)) / 2
	sum := 0.0
	for _, v := range slices.Sorted(slices.Values(m.Pix)) {
		if sum += float64(v); sum >= half {
			return float64(v)
		}
	}
	return m.Max()
}

func noise(seed uint64, w, h int) *image.NRGBA {
	r := rand.New(rand.NewPCG(seed, 1))
	return draw(w, h, func(x, y int) color.NRGBA {
		return color.NRGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 255}
	})
}

func TestFLIPIsSymmetricBoundedAndZeroOnItself(t *testing.T) {
	a, b := noise(1, 41, 23), noise(2, 41, 23)
	ab, ba, aa := mustFLIP(t, a, b, 60), mustFLIP(t, b, a, 60), mustFLIP(t, a, a, 60)
	for i := range ab.Pix {
		if ab.Pix[i] != ba.Pix[i] {
			t.Fatalf("pixel %d: %v one way and %v the other", i, ab.Pix[i], ba.Pix[i])
		}
		if !(ab.Pix[i] > 0 && ab.Pix[i] <= 1) {
			t.Fatalf("pixel %d: error %v of unlike noise is not in (0, 1]", i, ab.Pix[i])
		}
		if aa.Pix[i] != 0 {
			t.Fatalf("pixel %d: error %v of a picture against itself", i, aa.Pix[i])
		}
	}
}

func TestFLIPDoesNotDependOnProcessors(t *testing.T) {
	a, b := noise(1, 67, 45), noise(2, 67, 45)
	want := mustFLIP(t, a, b, DefaultPixelsPerDegree)
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, n := range []int{1, 3, 64} {
		runtime.GOMAXPROCS(n)
		got := mustFLIP(t, a, b, DefaultPixelsPerDegree)
		for i := range want.Pix {
			if got.Pix[i] != want.Pix[i] {
				t.Fatalf("%d processors: pixel %d is %v, want %v", n, i, got.Pix[i], want.Pix[i])
			}
		}
	}
}

func TestFLIPGrowsWithTheDifference(t *testing.T) {
	grad := draw(48, 48, func(x, y int) color.NRGBA { return gradient(x, y, 0) })
	last := 0.0
	for _, plus := range []int{1, 4, 16, 64} {
		m := mustFLIP(t, draw(48, 48, func(x, y int) color.NRGBA { return gradient(x, y, plus) }), grad, DefaultPixelsPerDegree)
		if m.Mean() <= last {
			t.Errorf("mean %.5f at +%d is not above %.5f", m.Mean(), plus, last)
		}
		last = m.Mean()
	}
}

func TestFLIPOfTinyAndTransparentPictures(t *testing.T) {
	solid := func(w, h int, c color.NRGBA) *image.NRGBA {
		return draw(w, h, func(x, y int) color.NRGBA { return c })
	}
	black, white := color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 255, 255, 255}
	green, blue := color.NRGBA{0, 255, 0, 255}, color.NRGBA{0, 0, 255, 255}
	// Even pictures have no features, and green against blue is the distance
	// that the paper maps to 1.
	for _, size := range []image.Point{{1, 1}, {1, 9}, {30, 2}} {
		m := mustFLIP(t, solid(size.X, size.Y, green), solid(size.X, size.Y, blue), DefaultPixelsPerDegree)
		if math.Abs(m.Mean()-1) > 1e-4 || math.Abs(m.Percentile(0)-1) > 1e-4 {
			t.Errorf("%v: green against blue is %v, want 1", size, m.Mean())
		}
	}
	clear := color.NRGBA{0, 0, 0, 0}
	overWhite := mustFLIP(t, solid(8, 8, black), solid(8, 8, white), DefaultPixelsPerDegree).Mean()
	if got := mustFLIP(t, solid(8, 8, clear), solid(8, 8, black), DefaultPixelsPerDegree).Mean(); got != overWhite {
		t.Errorf("clear against black is %v, want %v as seen over white", got, overWhite)
	}
	if got := mustFLIP(t, solid(8, 8, clear), solid(8, 8, color.NRGBA{9, 200, 3, 0}), DefaultPixelsPerDegree).Max(); got != 0 {
		t.Errorf("invisible colours differ by %v", got)
	}
}

func TestFLIPRefuses(t *testing.T) {
	a := noise(1, 4, 4)
	for _, c := range []struct {
		a, b image.Image
		ppd  float64
	}{{a, noise(1, 4, 5), 67}, {image.NewNRGBA(image.Rectangle{}), image.NewNRGBA(image.Rectangle{}), 67}, {a, a, 0}, {a, a, math.NaN()}, {a, a, math.Inf(1)}} {
		if _, err := FLIP(c.a, c.b, c.ppd); err == nil {
			t.Errorf("%v against %v at %v: no error", c.a.Bounds(), c.b.Bounds(), c.ppd)
		}
	}
}

// TestKernels holds the separated filters to their definition in two dimensions.
func TestKernels(t *testing.T) {
	for _, ppd := range []float64{10, 30, DefaultPixelsPerDegree} {
		k := kernelsFor(ppd)
		sum := func(k kernel) float64 {
			s := float64(k.w[0])
			for _, w := range k.w[1:] {
				s += 2 * float64(w)
			}
			return s
		}
		if s := sum(k.y); math.Abs(s-1) > 1e-6 {
			t.Errorf("ppd %v: lightness filter sums to %v", ppd, s)
		}
		if s := math.Pow(sum(k.cz[0]), 2) + math.Pow(sum(k.cz[1]), 2); math.Abs(s-1) > 1e-6 {
			t.Errorf("ppd %v: blue-yellow filter sums to %v", ppd, s)
		}
		if s := sum(k.second); math.Abs(s) > 1e-6 {
			t.Errorf("ppd %v: point filter sums to %v, want 0", ppd, s)
		}
		g := func(x, y float64) float64 {
			d := math.Pi * math.Pi * (x*x + y*y) / (ppd * ppd)
			return 34.1*math.Sqrt(math.Pi/0.04)*math.Exp(-d/0.04) + 13.5*math.Sqrt(math.Pi/0.025)*math.Exp(-d/0.025)
		}
		at := func(x, y int) float64 {
			return float64(k.cz[0].w[x]*k.cz[0].w[y] + k.cz[1].w[x]*k.cz[1].w[y])
		}
		if got, want := at(2, 1)/at(0, 0), g(2, 1)/g(0, 0); math.Abs(got-want) > 1e-6 {
			t.Errorf("ppd %v: blue-yellow weight at 2,1 is %v of the centre's, want %v", ppd, got, want)
		}
	}
}

func TestColorSpacesInvert(t *testing.T) {
	for _, c := range [][3]float32{{0, 0, 0}, {1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.5, 0.7}} {
		r, g, b := rgbFromYCxCz(ycxcz(c[0], c[1], c[2]))
		if abs(r-c[0]) > 1e-5 || abs(g-c[1]) > 1e-5 || abs(b-c[2]) > 1e-5 {
			t.Errorf("%v comes back as %v %v %v", c, r, g, b)
		}
	}
	// CIE Lab of white is 100, 0, 0.
	if l := labHunt(1, 1, 1); abs(l[0]-100) > 1e-3 || abs(l[1]) > 1e-2 || abs(l[2]) > 1e-2 {
		t.Errorf("white is %v in Lab", l)
	}
}

func TestPercentile(t *testing.T) {
	m := &ErrorMap{Width: 200, Height: 1}
	for i := range 200 { // 0.005, 0.010 .. 1, out of order
		m.Pix = append(m.Pix, float32((i*77)%200+1)/200)
	}
	for _, c := range []struct {
		p    float64
		want float32
	}{{0, 0.005}, {50, 0.5}, {99, 0.99}, {99.5, 0.995}, {100, 1}} {
		if got := m.Percentile(c.p); got != float64(c.want) {
			t.Errorf("percentile %v is %v, want %v", c.p, got, c.want)
		}
	}
}

func TestHeatColors(t *testing.T) {
	m := &ErrorMap{Width: 5, Height: 1, Pix: []float32{0, 0.5, 1, -1, 2}}
	img := m.Heat()
	// Colours 0, 128 and 255 of matplotlib's list, times 255.
	first, middle, last := color.NRGBA{0, 0, 4, 255}, color.NRGBA{183, 55, 121, 255}, color.NRGBA{252, 253, 191, 255}
	for x, want := range []color.NRGBA{first, middle, last, first, last} {
		if got := img.NRGBAAt(x, 0); got != want {
			t.Errorf("error %v is drawn %v, want %v", m.Pix[x], got, want)
		}
	}
	light := -1.0
	for i := range 256 { // the map's point: lightness grows evenly
		c := magma[3*i : 3*i+3]
		lin := linearFrom16()
		l := float64(labHunt(lin[int(c[0])*257], lin[int(c[1])*257], lin[int(c[2])*257])[0])
		if l < light-0.5 {
			t.Errorf("colour %d has lightness %v, after %v", i, l, light)
		}
		light = l
	}
}

func BenchmarkFLIP(b *testing.B) {
	for _, size := range []int{128, 512} {
		x, y := noise(1, size, size), noise(2, size, size)
		b.Run(fmt.Sprintf("%dx%d", size, size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustFLIP(b, x, y, DefaultPixelsPerDegree)
			}
		})
	}
}
