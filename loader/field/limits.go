package field

import (
	"math"
	"strconv"
	"strings"

	"scenerender/loader/tree"
)

// limits bound a number, in the file's unit, the ends included.
type limits struct {
	low, high       float64
	hasLow, hasHigh bool
}

func (l limits) contain(x float64) bool {
	return (!l.hasLow || x >= l.low) && (!l.hasHigh || x <= l.high)
}

// words is `from 0 to 1`, or empty.
func (l limits) words() string {
	switch low, high := spell(l.low), spell(l.high); {
	case l.hasLow && l.hasHigh && low == high:
		return "equal to " + low
	case l.hasLow && l.hasHigh:
		return "from " + low + " to " + high
	case l.hasLow:
		return "of at least " + low
	case l.hasHigh:
		return "of at most " + high
	}
	return ""
}

// symbols is the range as the reference writes it.
func (l limits) symbols() string {
	switch low, high := spell(l.low), spell(l.high); {
	case l.hasLow && l.hasHigh && low == high:
		return low
	case l.hasLow && l.hasHigh:
		return low + " … " + high
	case l.hasLow:
		return "≥ " + low
	case l.hasHigh:
		return "≤ " + high
	}
	return ""
}

func (l limits) schema(into map[string]any) {
	if l.hasLow {
		into["minimum"] = l.low
	}
	if l.hasHigh {
		into["maximum"] = l.high
	}
}

// number reads a finite number within the field's limits and returns it in Go's unit.
// Whatever a file says fits a float32 afterwards; a range that starts above 0 should start at a
// number that float32 has.
func (f *Field) number(d *Decoder, n *tree.Node) (float64, bool) {
	isNumber := n.Kind == tree.Int || n.Kind == tree.Float
	isFinite := math.Abs(n.Float) <= math.MaxFloat32 // false of NaN
	if isNumber && isFinite && f.limits.contain(n.Float) {
		return n.Float * f.factor, true
	}
	want := f.wantNumber("a number")
	if isNumber && !f.limits.hasLow && !f.limits.hasHigh {
		want += " that fits 32 bits"
	}
	d.Errorf(n, "want %s, found %s", want, n.Describe())
	return 0, false
}

// wantNumber is `a number from 0.01 to 179 degrees`.
func (f *Field) wantNumber(noun string) string {
	if l := f.limits; l.hasLow && l.hasHigh && l.low == l.high {
		return spell(l.low)
	}
	words := f.limits.words()
	switch {
	case words != "" && f.unit != "":
		return noun + " " + words + " " + f.unit
	case words != "":
		return noun + " " + words
	case f.unit != "":
		return noun + " in " + f.unit
	}
	return noun
}

// spell writes a number as a file would, without the noise of float32.
func spell(x float64) string {
	if r := math.Round(x*1e5) / 1e5; math.Abs(r-x) <= 1e-6*math.Abs(x) {
		x = r
	}
	plain := strconv.FormatFloat(x, 'f', -1, 64)
	if a := math.Abs(x); a >= 1e6 || a != 0 && a < 1e-4 {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
		e, _ := strconv.Atoi(exponent)
		if short := mantissa + "e" + strconv.Itoa(e); len(short) < len(plain) {
			return short
		}
	}
	return plain
}

// inFile turns a Go value into the file's unit.
func (f *Field) inFile(x float64) float64 {
	y := x / f.factor
	for _, steps := range []float64{1e3, 1e5} {
		if r := math.Round(y*steps) / steps; math.Abs(r-y) <= 1e-6*math.Abs(y) {
			return r
		}
	}
	return y
}
