// Package golden compares rendered pictures with stored ones and keeps what a
// person needs to see where they part: the two pictures and a heat map of the
// difference.
//
// A comparison goes from cheap and strict to dear and forgiving, and stops at
// the first test that the picture passes:
//
//  1. equal: every channel of every pixel has the same value;
//  2. size: pictures of different size always differ;
//  3. pixels: no more than a share of the pixels differ by more than a number
//     of 8-bit steps in any channel, alpha included, and no block of 16 x 16
//     pixels drifts one way by more than a limit;
//  4. FLIP: the mean and the 99th percentile of the FLIP error, which is what a
//     person sees who flips between the two pictures, stay under their limits.
//
// The limits are a [Tolerance], and the zero Tolerance asks for equal pictures.
package golden

import (
	"errors"
	"fmt"
	"image"
	"strings"
)

// Tolerance says how far a picture may be from its golden one. A picture
// passes when it is equal, or keeps the pixel limits, or keeps the FLIP limits.
//
// The pixel limits always apply; when they are zero only equal pictures keep
// them. The FLIP limits apply when both are above zero; FLIP is not asked when
// they are zero, so that a picture that differs invisibly still differs.
type Tolerance struct {
	// MaxDiff is the largest difference of one channel that does not count, in
	// 8-bit steps (0 to 255). Pictures with 16 bits are held to 257 times as
	// many of their own steps, so at MaxDiff 0 they must be equal to the last bit.
	MaxDiff int `json:"max_diff"`
	// PixelShare is the share of pixels (0 to 1) that may differ by more than
	// MaxDiff, by however much: edges move, and a pixel on an edge changes fully.
	PixelShare float64 `json:"pixel_share"`
	// Drift limits how far a region may move one way: the mean of the signed
	// differences of a channel, alpha included, over any block of 16 x 16 pixels,
	// in 8-bit steps (0 to 255, but no more than MaxDiff can be reached); zero is
	// no limit. Rounding that differs between processors goes up as often as down
	// and leaves a block's mean where it was; a colour that changed by two percent
	// moves whole blocks by about one step. Pixels beyond MaxDiff count as
	// unchanged here, because PixelShare judges them.
	Drift float64 `json:"drift"`
	// FLIPMean and FLIP99 limit the mean and the 99th percentile of the FLIP
	// error (0 to 1). They come together: the mean alone forgives a small
	// broken region, the percentile alone a faint change of everything.
	FLIPMean float64 `json:"flip_mean"`
	FLIP99   float64 `json:"flip_p99"`
	// Reason says why the picture is not held to equality. It is required where
	// any limit but Drift, which forgives nothing, is above zero, and is repeated
	// where the comparison is reported.
	Reason string `json:"reason,omitempty"`
}

// Validate reports limits out of range, FLIP limits that do not come as a pair,
// and a missing reason; all of them at once.
func (t Tolerance) Validate() error {
	var errs []error
	if t.MaxDiff < 0 || t.MaxDiff > 255 {
		errs = append(errs, fmt.Errorf("golden: tolerance: maximum difference %d is not in 0..255", t.MaxDiff))
	}
	for _, l := range []struct {
		name  string
		value float64
	}{{"pixel share", t.PixelShare}, {"FLIP mean", t.FLIPMean}, {"FLIP 99th percentile", t.FLIP99}} {
		if !(l.value >= 0 && l.value <= 1) { // also true for NaN
			errs = append(errs, fmt.Errorf("golden: tolerance: %s %v is not in 0..1", l.name, l.value))
		}
	}
	if !(t.Drift >= 0 && t.Drift <= 255) {
		errs = append(errs, fmt.Errorf("golden: tolerance: drift %v is not in 0..255", t.Drift))
	}
	if (t.FLIPMean > 0) != (t.FLIP99 > 0) {
		errs = append(errs, errors.New("golden: tolerance: FLIP mean and FLIP 99th percentile must be given together"))
	}
	if !t.exact() && strings.TrimSpace(t.Reason) == "" {
		errs = append(errs, errors.New("golden: tolerance: a tolerance needs a reason"))
	}
	return errors.Join(errs...)
}

func (t Tolerance) exact() bool {
	return t.MaxDiff == 0 && t.PixelShare == 0 && t.FLIPMean == 0 && t.FLIP99 == 0
}

// Verdict is the outcome of a comparison.
type Verdict int

// The outcomes, in the order in which they are tried. Those before Different pass.
const (
	Equal        Verdict = iota // all channel values are the same
	WithinPixels                // the pixel limits are kept
	WithinFLIP                  // the FLIP limits are kept, the pixel limits are not
	Different                   // no limit is kept
	SizeDiffers                 // width or height differs
)

var verdictNames = [...]string{"equal", "within-pixels", "within-flip", "different", "size-differs"}

func (v Verdict) String() string {
	if v < 0 || int(v) >= len(verdictNames) {
		return fmt.Sprintf("Verdict(%d)", int(v))
	}
	return verdictNames[v]
}

// MarshalText gives the name, so that reports in JSON carry words.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Result is a comparison with everything that was measured for it.
type Result struct {
	Verdict           Verdict
	GotSize, WantSize image.Point

	// MaxDiff is the largest difference of any channel, in 8-bit steps; it is
	// not a whole number where 16-bit pictures are compared. Worst is the first
	// pixel (in reading order, from 0,0) that has it. Both are zero when sizes differ.
	MaxDiff float64
	Worst   image.Point
	// Above is the number of pixels that differ by more than the tolerance's MaxDiff.
	Above int
	// Drift is the largest absolute mean of a channel's signed differences over a
	// block of 16 x 16 pixels, in 8-bit steps, without the pixels that are beyond
	// the tolerance's MaxDiff. Drifted is the upper left corner of the first block
	// that has it. Both are zero when sizes differ.
	Drift   float64
	Drifted image.Point

	// FLIP is the FLIP error. It is nil when the picture passed before FLIP was
	// asked, and when sizes differ.
	FLIP *ErrorMap

	Tolerance Tolerance
}

// Compare holds a picture against the golden one. Coordinates count from the
// upper left corner of each picture's bounds. Channels are compared as straight
// (not premultiplied) 16-bit values, so an 8-bit and a 16-bit picture of the same
// values are equal. A failing picture costs a FLIP map, about 0.2 s for 512 x 512.
func Compare(got, want image.Image, tol Tolerance) Result {
	g, w := channelsOf(got), channelsOf(want)
	r := Result{GotSize: g.size(), WantSize: w.size(), Tolerance: tol}
	if r.GotSize != r.WantSize {
		r.Verdict = SizeDiffers
		return r
	}
	limit := tol.MaxDiff * 257
	largest := 0
	for i := 0; i < len(g.v); i += 4 {
		a, b := g.v[i:i+4:i+4], w.v[i:i+4:i+4]
		d := 0
		for c := range 4 {
			e := int(a[c]) - int(b[c])
			d = max(d, e, -e)
		}
		if d > limit {
			r.Above++
		}
		if d > largest {
			largest = d
			r.Worst = image.Pt(i/4%g.w, i/4/g.w)
		}
	}
	if largest == 0 {
		r.Verdict = Equal
		return r
	}
	r.MaxDiff = float64(largest) / 257
	r.Drift, r.Drifted = drift(g, w, limit)
	if float64(r.Above) <= tol.PixelShare*float64(g.w*g.h) && (tol.Drift == 0 || r.Drift <= tol.Drift) {
		r.Verdict = WithinPixels
		return r
	}
	r.FLIP = flip(g, w, DefaultPixelsPerDegree)
	r.Verdict = Different
	if tol.FLIPMean > 0 && tol.FLIP99 > 0 && r.FLIP.Mean() <= tol.FLIPMean && r.FLIP.Percentile(99) <= tol.FLIP99 {
		r.Verdict = WithinFLIP
	}
	return r
}

// Pass says whether the picture is as good as the golden one.
func (r Result) Pass() bool { return r.Verdict < Different }

// Share is the share of pixels (0 to 1) that differ by more than the tolerance's MaxDiff.
func (r Result) Share() float64 {
	n := r.GotSize.X * r.GotSize.Y
	if n == 0 {
		return 0
	}
	return float64(r.Above) / float64(n)
}

// String is one line for a person: what was found, and the limit beside it.
func (r Result) String() string {
	switch r.Verdict {
	case Equal:
		return "equal"
	case SizeDiffers:
		return fmt.Sprintf("size differs: got %dx%d, want %dx%d", r.GotSize.X, r.GotSize.Y, r.WantSize.X, r.WantSize.Y)
	}
	var b strings.Builder
	n := r.GotSize.X * r.GotSize.Y
	fmt.Fprintf(&b, "%s: %d of %d pixels (%.4g%%) differ by more than %d/255, limit %.4g%%",
		r.Verdict, r.Above, n, 100*r.Share(), r.Tolerance.MaxDiff, 100*r.Tolerance.PixelShare)
	if r.Tolerance.Drift > 0 {
		fmt.Fprintf(&b, "; drift %.4g/255 in the block at %d,%d, limit %.4g/255", r.Drift, r.Drifted.X, r.Drifted.Y, r.Tolerance.Drift)
	}
	fmt.Fprintf(&b, "; largest difference %.4g/255 at %d,%d", r.MaxDiff, r.Worst.X, r.Worst.Y)
	if r.FLIP != nil {
		fmt.Fprintf(&b, "; FLIP mean %.5f", r.FLIP.Mean())
		if r.Tolerance.FLIPMean > 0 {
			fmt.Fprintf(&b, " (limit %.5f)", r.Tolerance.FLIPMean)
		}
		fmt.Fprintf(&b, ", 99th percentile %.5f", r.FLIP.Percentile(99))
		if r.Tolerance.FLIP99 > 0 {
			fmt.Fprintf(&b, " (limit %.5f)", r.Tolerance.FLIP99)
		}
	}
	if r.Tolerance.Reason != "" {
		fmt.Fprintf(&b, " [tolerance: %s]", r.Tolerance.Reason)
	}
	return b.String()
}
