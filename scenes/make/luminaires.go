package main

import (
	"fmt"
	"math"
	"strings"
)

// luminaires makes photometric files of four lamps that do not exist, each by a formula of the
// vertical angle v from straight down and the horizontal angle h, in degrees: candela.
func luminaires() ([]file, error) {
	cos := func(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
	bump := func(x, middle, width float64) float64 {
		return math.Exp(-(x - middle) * (x - middle) / (2 * width * width))
	}
	return []file{
		// A reflector lamp: a beam of about 25 degrees in a faint rim.
		luminaire("downlight", "recessed downlight", 1, 0, 0, func(v, h float64) float64 {
			return 2200*bump(v, 0, 10) + 160*bump(v, 34, 5)
		}),
		// An office luminaire with two wings across its length.
		luminaire("batwing", "office luminaire", 2.5, 15, 90, func(v, h float64) float64 {
			across := (1 - cos(2*h)) / 2 * math.Min(v/20, 1)
			return cos(v) * (220 + 420*across*bump(v, 38, 12))
		}),
		// A wall washer: everything to one side, low and wide.
		luminaire("washer", "wall washer", 2.5, 10, 180, func(v, h float64) float64 {
			return 900 * bump(v, 35, 22) * math.Pow(bump(h, 0, 45), math.Min(v/20, 1)) * math.Max(cos(v), 0)
		}),
		// A lantern for gardens that shines up as well.
		luminaire("uplight", "two-way wall light", 5, 0, 0, func(v, h float64) float64 {
			return 500*bump(v, 0, 18) + 350*bump(v, 180, 14)
		}),
	}, nil
}

// luminaire writes a file of IES LM-63-2002 with planes every so many degrees up to the last one; the rest is symmetry. A
// step of 0 is one plane.
func luminaire(name, description string, step, around, last float64, candela func(v, h float64) float64) file {
	top := 90.0
	if candela(180, 0) > 1 {
		top = 180
	}
	vertical, horizontal := []float64{0}, []float64{0}
	for vertical[len(vertical)-1] < top {
		vertical = append(vertical, vertical[len(vertical)-1]+step)
	}
	for horizontal[len(horizontal)-1] < last {
		horizontal = append(horizontal, horizontal[len(horizontal)-1]+around)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "IESNA:LM-63-2002\n[TEST] none: made by a formula\n[TESTLAB] none\n[ISSUEDATE] none\n[MANUFAC] scenerender\n[LUMINAIRE] %s\nTILT=NONE\n", description)
	fmt.Fprintf(&b, "1 -1 1 %d %d 1 2 0.1 0.1 0\n1 1 10\n", len(vertical), len(horizontal))
	line := func(values []float64, format string) {
		for i, x := range values {
			separator := " "
			if i == len(values)-1 || i%10 == 9 {
				separator = "\n"
			}
			fmt.Fprintf(&b, format+"%s", x, separator)
		}
	}
	line(vertical, "%g")
	line(horizontal, "%g")
	for _, h := range horizontal {
		var plane []float64
		for _, v := range vertical {
			if v == 90 && top == 90 {
				plane = append(plane, 0)
				continue
			}
			plane = append(plane, math.Max(candela(v, h), 0))
		}
		line(plane, "%.1f")
	}
	return file{"profiles/" + name + ".ies", []byte(b.String())}
}
