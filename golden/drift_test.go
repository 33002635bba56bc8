package golden

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// moved gives a copy whose red, green and blue are changed by by(x, y).
func moved(img *image.NRGBA, by func(x, y int) [3]int) *image.NRGBA {
	return draw(img.Rect.Dx(), img.Rect.Dy(), func(x, y int) color.NRGBA {
		c, d := img.NRGBAAt(x, y), by(x, y)
		return color.NRGBA{uint8(int(c.R) + d[0]), uint8(int(c.G) + d[1]), uint8(int(c.B) + d[2]), c.A}
	})
}

// all moves every channel of the pixels in a rectangle.
func all(d int, in image.Rectangle) func(x, y int) [3]int {
	return func(x, y int) [3]int {
		if image.Pt(x, y).In(in) {
			return [3]int{d, d, d}
		}
		return [3]int{}
	}
}

// TestDrift holds the measure to values worked out by hand.
func TestDrift(t *testing.T) {
	blue := func(d int, in image.Rectangle) func(x, y int) [3]int {
		return func(x, y int) [3]int { return [3]int{0, 0, all(d, in)(x, y)[2]} }
	}
	pixel := func(x, y int) image.Rectangle { return image.Rect(x, y, x+1, y+1) }
	for _, c := range []struct {
		name  string
		w, h  int
		by    func(x, y int) [3]int
		limit int // MaxDiff
		want  float64
		at    image.Point
	}{
		{"a block up", 64, 48, all(1, image.Rect(32, 16, 48, 32)), 2, 1, image.Pt(32, 16)},
		{"a block down", 64, 48, all(-2, image.Rect(32, 16, 48, 32)), 2, 2, image.Pt(32, 16)},
		{"one channel of a quarter", 64, 48, blue(1, image.Rect(40, 0, 48, 8)), 2, 0.25, image.Pt(32, 0)},
		{"the first of two", 64, 48, all(1, image.Rect(0, 16, 64, 32)), 2, 1, image.Pt(0, 16)},
		{"one pixel", 64, 48, blue(1, pixel(5, 47)), 2, 1.0 / 256, image.Pt(0, 32)},
		{"the last column is moved back", 37, 48, blue(1, pixel(36, 20)), 2, 1.0 / 256, image.Pt(21, 16)},
		{"the last row is moved back", 64, 33, blue(1, pixel(20, 32)), 2, 1.0 / 256, image.Pt(16, 17)},
		{"the last corner, up and left", 37, 33, blue(1, pixel(36, 32)), 2, 1.0 / 256, image.Pt(21, 17)},
		{"narrower than a block", 5, 40, blue(1, pixel(4, 39)), 2, 1.0 / 80, image.Pt(0, 24)},
		{"one pixel in all", 1, 1, blue(1, pixel(0, 0)), 2, 1, image.Point{}},
		{"as far up as down", 64, 48, func(x, y int) [3]int { return [3]int{1 - 2*(x&1), 0, 2*(y&1) - 1} }, 2, 0, image.Point{}},
		{"what pixels beyond the limit do", 64, 48, all(3, image.Rect(0, 0, 20, 20)), 2, 0, image.Point{}},
		{"no limit, no pixels", 64, 48, all(1, image.Rect(0, 0, 20, 20)), 0, 0, image.Point{}},
	} {
		base := flat(c.w, c.h)
		for _, swap := range []bool{false, true} {
			got, want := channelsOf(moved(base, c.by)), channelsOf(base)
			if swap {
				got, want = want, got
			}
			if steps, at := drift(got, want, c.limit*257); math.Abs(steps-c.want) > 1e-12 || at != c.at {
				t.Errorf("%s (swapped %v): %v at %v, want %v at %v", c.name, swap, steps, at, c.want, c.at)
			}
		}
	}

	clearer := draw(32, 16, func(x, y int) color.NRGBA { return color.NRGBA{100, 150, 200, uint8(255 - x/16)} })
	if steps, at := drift(channelsOf(clearer), channelsOf(flat(32, 16)), 257); steps != 1 || at != image.Pt(16, 0) {
		t.Errorf("alpha: %v at %v", steps, at)
	}
}

// TestCompareDrift: what processors round passes, and what a scene's change does fails, within the
// same limits. The picture is lit from dark to bright.
func TestCompareDrift(t *testing.T) {
	tol := Tolerance{MaxDiff: 2, PixelShare: 0.0005, Drift: 0.35}
	const w, h = 640, 480
	lit := func(scale float64) *image.NRGBA {
		return draw(w, h, func(x, y int) color.NRGBA {
			v := scale * (0.1 + 0.4*float64(x)/w) * (0.8 + 0.2*float64(y)/h) // linear reflectance
			s := uint8(math.Round(255 * (1.055*math.Pow(v, 1/2.4) - 0.055))) // IEC 61966-2-1
			return color.NRGBA{s, s, s, 255}
		})
	}
	base := lit(1)
	random := rand.New(rand.NewPCG(1, 2))
	noise := moved(base, func(x, y int) (d [3]int) {
		if random.Float64() < 0.05 {
			for c := range d {
				d[c] = 1 - 2*random.IntN(2)
			}
		}
		return d
	})
	// A bright edge that moved by a pixel, over 150 of 307200 pixels, beside blocks that did not.
	edge := moved(base, all(90, image.Rect(320, 100, 321, 250)))
	region := image.Rect(200, 200, 232, 232)
	for _, c := range []struct {
		name    string
		got     *image.NRGBA
		verdict Verdict
		at      image.Rectangle // where the block's corner is
	}{
		{"rounding in 5 % of the pixels", noise, WithinPixels, base.Rect},
		{"an edge", edge, WithinPixels, base.Rect},
		{"one step in 32 x 32 pixels", moved(base, all(1, region)), Different, region},
		{"one step down in 32 x 32 pixels", moved(base, all(-1, region)), Different, region},
		{"one step of blue", moved(base, func(x, y int) [3]int { return [3]int{2: all(1, region)(x, y)[2]} }), Different, region},
		{"two percent brighter", lit(1.02), Different, base.Rect},
		{"two percent darker", lit(0.98), Different, base.Rect},
	} {
		r := Compare(c.got, base, tol)
		if r.Verdict != c.verdict || r.Above > 153 || !r.Drifted.In(c.at) {
			t.Errorf("%s: %v", c.name, r)
		}
		if (r.Drift > tol.Drift) != (c.verdict == Different) {
			t.Errorf("%s: drift %v", c.name, r.Drift)
		}
	}

	r := Compare(moved(base, all(1, region)), base, tol)
	if want := "; drift 1/255 in the block at 208,208, limit 0.35/255;"; !strings.Contains(r.String(), want) {
		t.Errorf("%q lacks %q", r, want)
	}
	tol.Drift = 0
	if r := Compare(moved(base, all(1, region)), base, tol); r.Verdict != WithinPixels || r.Drift != 1 || strings.Contains(r.String(), "drift") {
		t.Errorf("without the limit: %v", r)
	}
}
