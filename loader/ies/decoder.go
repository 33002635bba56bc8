package ies

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A decoder walks the numbers of a file. After a mistake it gives zeros.
type decoder struct {
	lines []string
	line  int      // how many lines were taken
	words []string // that are left of the last one
	err   error    // the first mistake
}

// fail keeps the first mistake, at the current line.
func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("line %d: %s", d.line, fmt.Sprintf(format, args...))
	}
}

// word is the next one, between blanks or commas.
func (d *decoder) word() (string, bool) {
	for len(d.words) == 0 {
		if d.line >= len(d.lines) {
			return "", false
		}
		d.words = strings.FieldsFunc(d.lines[d.line], func(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == '\r' })
		d.line++
	}
	w := d.words[0]
	d.words = d.words[1:]
	return w, true
}

// number is the next one, within limits.
func (d *decoder) number(what string, low, high float64) float64 {
	if d.err != nil {
		return 0
	}
	w, ok := d.word()
	if !ok {
		d.fail("want %s, found the end of the file", what)
		return 0
	}
	x, err := strconv.ParseFloat(w, 64)
	if err != nil || math.IsNaN(x) || strings.ContainsAny(w, "xXpP_") {
		d.fail("want %s, a number, found %q", what, shorten(w))
		return 0
	}
	if x < low || x > high {
		d.fail("want %s from %g to %g, found %s", what, low, high, shorten(w))
		return 0
	}
	return x
}

// whole is the next number, which has no fraction.
func (d *decoder) whole(what string, low, high float64) int {
	x := d.number(what, low, high)
	if x != math.Trunc(x) {
		d.fail("want %s, a whole number, found %g", what, x)
		return 0
	}
	return int(x)
}

// numbers are the next ones.
func (d *decoder) numbers(what string, count int, low, high float64) []float64 {
	var out []float64
	for i := 0; i < count && d.err == nil; i++ {
		out = append(out, d.number(what, low, high))
	}
	return out
}

// angles are the next numbers, in degrees, rising.
func (d *decoder) angles(kind string, count int) []float64 {
	var out []float64
	for i := 0; i < count && d.err == nil; i++ {
		x := d.number("a "+kind+" angle", 0, 360)
		if i > 0 && x <= out[i-1] {
			d.fail("want a %s angle above the one before, which is %g, found %g", kind, out[i-1], x)
		}
		out = append(out, x)
	}
	return out
}

// ends holds the first and the last angle against those that the standard knows.
func (d *decoder) ends(kind string, angles []float64, known [][2]float64) {
	if d.err != nil {
		return
	}
	first, last := angles[0], angles[len(angles)-1]
	var names []string
	for _, k := range known {
		if k == [2]float64{first, last} {
			return
		}
		names = append(names, fmt.Sprintf("%g to %g", k[0], k[1]))
	}
	d.fail("want %s angles from %s, found %g to %g", kind, strings.Join(names, ", "), first, last)
}

// shorten keeps messages to a line.
func shorten(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
