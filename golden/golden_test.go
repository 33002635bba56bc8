package golden

import (
	"encoding/json"
	"image"
	"image/color"
	"math"
	"os"
	"strings"
	"testing"
)

func flat(w, h int) *image.NRGBA {
	return draw(w, h, func(x, y int) color.NRGBA { return color.NRGBA{100, 150, 200, 255} })
}

// with gives a copy with one pixel changed.
func with(img *image.NRGBA, x, y int, c color.NRGBA) *image.NRGBA {
	out := *img
	out.Pix = append([]byte(nil), img.Pix...)
	out.SetNRGBA(x, y, c)
	return &out
}

func TestCompare(t *testing.T) {
	base := flat(20, 10)
	off3 := with(base, 7, 4, color.NRGBA{100, 153, 198, 255})
	broken := with(base, 7, 4, color.NRGBA{255, 0, 0, 255})
	clearer := with(base, 19, 9, color.NRGBA{100, 150, 200, 250})
	for _, c := range []struct {
		name    string
		got     image.Image
		tol     Tolerance
		verdict Verdict
		maxDiff float64
		worst   image.Point
		above   int
	}{
		{"the same", base, Tolerance{}, Equal, 0, image.Point{}, 0},
		{"one pixel off, no tolerance", off3, Tolerance{}, Different, 3, image.Pt(7, 4), 1},
		{"just within the difference", off3, Tolerance{MaxDiff: 3}, WithinPixels, 3, image.Pt(7, 4), 0},
		{"just beyond the difference", off3, Tolerance{MaxDiff: 2}, Different, 3, image.Pt(7, 4), 1},
		{"just within the share", broken, Tolerance{PixelShare: 1.0 / 200}, WithinPixels, 200, image.Pt(7, 4), 1},
		{"just beyond the share", broken, Tolerance{PixelShare: 0.999 / 200}, Different, 200, image.Pt(7, 4), 1},
		{"just within the drift", off3, Tolerance{MaxDiff: 3, Drift: 3.0 / 160}, WithinPixels, 3, image.Pt(7, 4), 0},
		{"just beyond the drift", off3, Tolerance{MaxDiff: 3, Drift: 2.999 / 160}, Different, 3, image.Pt(7, 4), 0},
		{"alpha counts", clearer, Tolerance{MaxDiff: 4}, Different, 5, image.Pt(19, 9), 1},
		{"alpha within", clearer, Tolerance{MaxDiff: 5}, WithinPixels, 5, image.Pt(19, 9), 0},
		{"seen alike", off3, Tolerance{FLIPMean: 0.01, FLIP99: 0.1}, WithinFLIP, 3, image.Pt(7, 4), 1},
		{"mean alone does not pass", broken, Tolerance{FLIPMean: 0.9, FLIP99: 0.001}, Different, 200, image.Pt(7, 4), 1},
		{"percentile alone does not pass", broken, Tolerance{FLIPMean: 0.001, FLIP99: 1}, Different, 200, image.Pt(7, 4), 1},
		{"half a pair does not pass", off3, Tolerance{FLIPMean: 1}, Different, 3, image.Pt(7, 4), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Compare(c.got, base, c.tol)
			if r.Verdict != c.verdict || r.MaxDiff != c.maxDiff || r.Worst != c.worst || r.Above != c.above {
				t.Errorf("got %v, max %v at %v, %d above; want %v, max %v at %v, %d above",
					r.Verdict, r.MaxDiff, r.Worst, r.Above, c.verdict, c.maxDiff, c.worst, c.above)
			}
			if r.Pass() != (c.verdict <= WithinFLIP) {
				t.Errorf("Pass is %v for %v", r.Pass(), r.Verdict)
			}
			if asked := c.verdict == WithinFLIP || c.verdict == Different; (r.FLIP != nil) != asked {
				t.Errorf("FLIP was asked: %v, want %v", r.FLIP != nil, asked)
			}
		})
	}
}

func TestCompareSizes(t *testing.T) {
	r := Compare(flat(20, 10), flat(20, 11), Tolerance{MaxDiff: 255, PixelShare: 1, FLIPMean: 1, FLIP99: 1, Reason: "all"})
	if r.Verdict != SizeDiffers || r.Pass() || r.FLIP != nil {
		t.Errorf("got %v", r.Verdict)
	}
	if s := r.String(); s != "size differs: got 20x10, want 20x11" {
		t.Errorf("says %q", s)
	}
	if r := Compare(flat(0, 0), flat(0, 0), Tolerance{}); r.Verdict != Equal {
		t.Errorf("empty pictures: %v", r.Verdict)
	}
}

func TestCompare16Bit(t *testing.T) {
	deep := func(v uint16) *image.NRGBA64 {
		img := image.NewNRGBA64(image.Rect(0, 0, 3, 3))
		for i := range 9 {
			img.SetNRGBA64(i%3, i/3, color.NRGBA64{v, v, v, 0xffff})
		}
		return img
	}
	if r := Compare(deep(1000), deep(1001), Tolerance{}); r.Verdict != Different || math.Abs(r.MaxDiff-1.0/257) > 1e-12 || r.Above != 9 {
		t.Errorf("one 16-bit step: %v, %v, %d", r.Verdict, r.MaxDiff, r.Above)
	}
	if r := Compare(deep(1000), deep(1257), Tolerance{MaxDiff: 1}); r.Verdict != WithinPixels {
		t.Errorf("257 steps at MaxDiff 1: %v", r.Verdict)
	}
	if r := Compare(deep(1000), deep(1258), Tolerance{MaxDiff: 1}); r.Verdict != Different {
		t.Errorf("258 steps at MaxDiff 1: %v", r.Verdict)
	}
	shallow := draw(3, 3, func(x, y int) color.NRGBA { return color.NRGBA{7, 7, 7, 255} })
	if r := Compare(shallow, deep(7*257), Tolerance{}); r.Verdict != Equal {
		t.Errorf("8 and 16 bits of the same value: %v", r.Verdict)
	}
}

func TestToleranceValidate(t *testing.T) {
	for _, c := range []struct {
		tol  Tolerance
		want string // "" for valid, otherwise part of the message
	}{
		{Tolerance{}, ""},
		{Tolerance{Reason: "exact, by construction"}, ""},
		{Tolerance{MaxDiff: 255, PixelShare: 1, FLIPMean: 1, FLIP99: 1, Reason: "r"}, ""},
		{Tolerance{MaxDiff: 1}, "reason"},
		{Tolerance{MaxDiff: 1, Reason: " "}, "reason"},
		{Tolerance{MaxDiff: -1, Reason: "r"}, "-1"},
		{Tolerance{MaxDiff: 256, Reason: "r"}, "256"},
		{Tolerance{PixelShare: 1.5, Reason: "r"}, "pixel share"},
		{Tolerance{Drift: 0.35}, ""},
		{Tolerance{Drift: -0.1}, "drift"},
		{Tolerance{Drift: 256}, "drift"},
		{Tolerance{Drift: math.NaN()}, "drift"},
		{Tolerance{FLIPMean: math.NaN(), FLIP99: 0.1, Reason: "r"}, "FLIP mean"},
		{Tolerance{FLIPMean: 0.1, Reason: "r"}, "together"},
		{Tolerance{FLIP99: 0.1, Reason: "r"}, "together"},
	} {
		err := c.tol.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.tol, err, c.want)
		}
	}
}

func TestResultString(t *testing.T) {
	base := flat(20, 10)
	got := Compare(with(base, 7, 4, color.NRGBA{255, 0, 0, 255}), base,
		Tolerance{MaxDiff: 2, PixelShare: 0.001, FLIPMean: 0.0001, FLIP99: 0.0001, Reason: "edges"}).String()
	for _, part := range []string{"different", "1 of 200 pixels (0.5%)", "2/255", "limit 0.1%", "200/255 at 7,4", "FLIP mean 0.", "(limit 0.00010)", "[tolerance: edges]"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q lacks %q", got, part)
		}
	}
	j, err := json.Marshal(WithinFLIP)
	if err != nil || string(j) != `"within-flip"` {
		t.Errorf("verdict in JSON: %s, %v", j, err)
	}
}

func BenchmarkCompareEqual(b *testing.B) {
	x, y := noise(1, 512, 512), noise(1, 512, 512)
	b.ReportAllocs()
	for b.Loop() {
		if !Compare(x, y, Tolerance{}).Pass() {
			b.Fatal("equal pictures differ")
		}
	}
}

func ExampleCompare() {
	want := image.NewGray(image.Rect(0, 0, 4, 2))
	got := image.NewGray(want.Rect)
	got.SetGray(1, 1, color.Gray{Y: 2})
	r := Compare(got, want, Tolerance{MaxDiff: 2, Reason: "rounding differs between drivers"})
	os.Stdout.WriteString(r.Verdict.String())
	// Output: within-pixels
}
