// Package ies reads photometric data files of IES LM-63: how a luminaire spreads its light.
package ies

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// MaxBytes is how large a file may be; real ones have some ten thousand bytes.
const MaxBytes = 4 << 20

// A Photometry is what a file says of a luminaire's light.
type Photometry struct {
	// Vertical angles in degrees, rising: 0 is straight down, 180 straight up. Directions below the
	// first and above the last get no light.
	Vertical []float64
	// Horizontal angles in degrees, rising, counter-clockwise seen from above: one, where all planes are
	// alike, or from 0 to 360, where both ends are the same plane. What the file leaves to symmetry is filled in.
	Horizontal []float64
	// Candela has the intensity for each vertical angle of the first horizontal one, then of the next,
	// with all factors of the file.
	Candela []float64
	// Lumens is what the file rates all its lamps at; 0 where it measured the luminaire as a whole.
	Lumens float64
}

// version of the standard, by year.
type version int

// headers are the first lines of the versions; the first version has none.
var headers = map[string]version{
	"IESNA86": 1986, "IESNA:LM-63-1986": 1986,
	"IESNA91": 1991, "IESNA:LM-63-1991": 1991,
	"IESNA:LM-63-1995": 1995,
	"IESNA:LM-63-2002": 2002,
	"IES:LM-63-2019":   2019, "IESNA:LM-63-2019": 2019,
}

// Decode reads a file of photometric type C, as luminaires for buildings and streets are measured.
// The tilt of a lamp inside its luminaire is read and left aside: the file's own position counts.
func Decode(r io.Reader) (*Photometry, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("is larger than %d MiB", MaxBytes>>20)
	}
	data = bytes.TrimSuffix(bytes.TrimRight(data, "\r\n\x00"), []byte{0x1a}) // the end of a file, to DOS
	d := &decoder{lines: strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")}
	v, err := d.header()
	if err != nil {
		return nil, err
	}
	if err := d.tilt(); err != nil {
		return nil, err
	}
	return d.photometry(v)
}

// header reads the first line, where it names a version.
func (d *decoder) header() (version, error) {
	first := strings.TrimSpace(d.lines[0])
	if v, ok := headers[strings.ToUpper(first)]; ok {
		d.line = 1
		return v, nil
	}
	if strings.HasPrefix(first, "IESNA") || strings.HasPrefix(first, "IES:") {
		return 0, fmt.Errorf(`line 1: want "IESNA91", "IESNA:LM-63-1995", "IESNA:LM-63-2002", "IES:LM-63-2019" or a label, found %q`, shorten(first))
	}
	return 1986, nil
}

// tilt skips the labels up to the line TILT=, and what belongs to that.
func (d *decoder) tilt() error {
	for ; d.line < len(d.lines); d.line++ {
		text, found := strings.CutPrefix(strings.TrimSpace(d.lines[d.line]), "TILT=")
		if !found {
			continue
		}
		d.line++
		switch text = strings.TrimSpace(text); text {
		case "NONE":
			return nil
		case "INCLUDE":
			return d.skipTilt()
		}
		return fmt.Errorf("line %d: the lamp's tilt is in another file, %q; want TILT=NONE or TILT=INCLUDE", d.line, shorten(text))
	}
	return errors.New(`has no line "TILT="; want a photometric data file of IES LM-63`)
}

func (d *decoder) skipTilt() error {
	d.whole("the lamp's position in the luminaire", 1, 3)
	pairs := d.whole("the number of tilt angles", 1, 1000)
	d.numbers("a tilt angle", pairs, -360, 360)
	d.numbers("a tilt factor", pairs, 0, 1000)
	return d.err
}

// photometry reads the numbers behind the tilt.
func (d *decoder) photometry(v version) (*Photometry, error) {
	const most = 1e12
	lamps := d.whole("the number of lamps", 0, 1e6)
	lumens := d.number("the lumens of a lamp", -1, most)
	factor := d.number("the candela multiplier", 0, most)
	verticals := d.whole("the number of vertical angles", 2, maxAngles)
	horizontals := d.whole("the number of horizontal angles", 1, maxAngles)
	kind := d.whole("the photometric type", 1, 3)
	if d.err == nil && kind != 1 {
		return nil, fmt.Errorf("line %d: photometric type %s, of floodlights and headlamps; want type C (1)", d.line, map[int]string{2: "B (2)", 3: "A (3)"}[kind])
	}
	d.whole("the type of units", 1, 2)
	d.numbers("a dimension", 3, -most, most)
	factor *= d.number("the ballast factor", 0, most)
	second := d.number("the ballast-lamp factor", -most, most)
	if v < 1995 { // later versions keep the place for the future, and the last for how the file was made
		if second < 0 {
			d.fail("want a ballast-lamp factor of at least 0, found %g", second)
		}
		factor *= second
	}
	d.number("the input watts", -most, most)
	if d.err == nil && verticals*horizontals > maxValues {
		d.fail("%d vertical times %d horizontal angles; want at most %d values", verticals, horizontals, maxValues)
	}
	p := &Photometry{Lumens: max(lumens, 0) * float64(lamps)}
	p.Vertical = d.angles("vertical", verticals)
	d.ends("vertical", p.Vertical, [][2]float64{{0, 90}, {0, 180}, {90, 180}})
	p.Horizontal = d.angles("horizontal", horizontals)
	d.ends("horizontal", p.Horizontal, [][2]float64{{0, 0}, {0, 90}, {0, 180}, {0, 360}, {90, 270}})
	if d.err != nil {
		return nil, d.err
	}
	if p.Horizontal[0] == 90 && !slices.Contains(p.Horizontal, 180) {
		d.fail("want a horizontal angle of 180 between 90 and 270")
	}
	p.Candela = d.numbers("a candela value", verticals*horizontals, 0, most)
	if d.err != nil {
		return nil, d.err
	}
	if word, ok := d.word(); ok {
		return nil, fmt.Errorf("line %d: want the end, since all %d candela values are there, found %q", d.line, verticals*horizontals, shorten(word))
	}
	for i := range p.Candela {
		if p.Candela[i] *= factor; p.Candela[i] > most {
			return nil, fmt.Errorf("an intensity of %g cd; want at most %g", p.Candela[i], most)
		}
	}
	p.unfold()
	return p, nil
}

const (
	maxAngles = 10_000
	maxValues = 1 << 20
)

// unfold fills in the planes that a file leaves to symmetry.
func (p *Photometry) unfold() {
	first, last := p.Horizontal[0], p.Horizontal[len(p.Horizontal)-1]
	if first == last {
		return
	}
	if first == 90 { // mirrored in the plane of 90 and 270: start at 90, as if that were 0
		for i := range p.Horizontal {
			p.Horizontal[i] -= 90
		}
		last = 180
	}
	for ; last < 360; last *= 2 {
		p.mirror(last)
	}
	if first == 90 {
		p.turn()
	}
}

// mirror adds the planes behind the last one, which are those before it.
func (p *Photometry) mirror(last float64) {
	n := len(p.Vertical)
	for i := len(p.Horizontal) - 2; i >= 0; i-- {
		p.Horizontal = append(p.Horizontal, 2*last-p.Horizontal[i])
		p.Candela = append(p.Candela, p.Candela[n*i:n*(i+1)]...)
	}
}

// turn moves all planes by 90 degrees: a circle from 0 to 360, which has a plane at 270, stays one.
func (p *Photometry) turn() {
	n := len(p.Vertical)
	start := 0
	for p.Horizontal[start] < 270 {
		start++
	}
	var horizontal, candela []float64
	for i := start; i < len(p.Horizontal); i++ {
		horizontal = append(horizontal, p.Horizontal[i]-270)
		candela = append(candela, p.Candela[n*i:n*(i+1)]...)
	}
	for i := 1; i <= start; i++ {
		horizontal = append(horizontal, p.Horizontal[i]+90)
		candela = append(candela, p.Candela[n*i:n*(i+1)]...)
	}
	p.Horizontal, p.Candela = horizontal, candela
}
