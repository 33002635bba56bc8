package radiance

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Headers longer than this are refused; real ones have a few lines.
const (
	maxLine  = 4096
	maxLines = 1024
)

// header is what stands before the pixels.
type header struct {
	exposure  float64    // product of all EXPOSURE lines
	colorCorr [3]float64 // product of all COLORCORR lines

	// Scanlines: their number and length, whether they run along x (as usual),
	// and whether they, and the pixels in them, go towards greater coordinates.
	// In the file x grows to the right and y upward, so "-Y" is downward.
	count, length         int
	alongX                bool
	linesGrow, pixelsGrow bool
}

func (h *header) read(r *bufio.Reader) error {
	first, err := readLine(r)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(first, "#?") {
		return errors.New(`is no Radiance picture: it does not start with "#?"`)
	}
	h.exposure, h.colorCorr = 1, [3]float64{1, 1, 1}
	for range maxLines {
		line, err := readLine(r)
		if err != nil {
			return err
		}
		if line == "" {
			size, err := readLine(r)
			if err != nil {
				return err
			}
			return h.size(size)
		}
		if err := h.variable(line); err != nil {
			return err
		}
	}
	return fmt.Errorf("header has more than %d lines", maxLines)
}

// readLine reads up to a line feed, which it leaves out with the carriage
// return or blanks before it.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return "", fmt.Errorf("header has a line of more than %d bytes", maxLine)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return "", fmt.Errorf("header ends early: %w", io.ErrUnexpectedEOF)
		}
		if err != nil {
			return "", fmt.Errorf("header: %w", err)
		}
		return string(bytes.TrimRight(line, "\r\n \t")), nil
	}
}

// variable reads a line "NAME=value"; other lines are comments or the commands
// that made the picture.
func (h *header) variable(line string) error {
	name, value, ok := strings.Cut(line, "=")
	if !ok || strings.HasPrefix(line, "#") {
		return nil
	}
	value = strings.TrimSpace(value)
	switch strings.TrimSpace(name) {
	case "FORMAT":
		if value != "32-bit_rle_rgbe" {
			return fmt.Errorf("format %.40q is not supported, only 32-bit_rle_rgbe", value)
		}
	case "EXPOSURE":
		v, err := positive(value)
		if err != nil {
			return fmt.Errorf("EXPOSURE: %w", err)
		}
		h.exposure *= v
	case "COLORCORR":
		fields := strings.Fields(value)
		if len(fields) != 3 {
			return fmt.Errorf("COLORCORR: want three numbers, found %.60q", value)
		}
		for c, f := range fields {
			v, err := positive(f)
			if err != nil {
				return fmt.Errorf("COLORCORR: %w", err)
			}
			h.colorCorr[c] *= v
		}
	}
	return nil
}

func positive(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("want a positive number, found %.40q", s)
	}
	return v, nil
}

// scales is what the file's values are multiplied with to get the scene's.
func (h *header) scales() [3]float64 {
	var s [3]float64
	for c := range s {
		// Products of many lines can leave the range of numbers; what is left
		// then has no meaning, but it stays finite.
		s[c] = min(1/(h.exposure*h.colorCorr[c]), math.MaxFloat64)
		if !(s[c] >= 0) {
			s[c] = 0
		}
	}
	return s
}

// size reads the line "-Y height +X width" in one of its eight forms.
func (h *header) size(line string) error {
	f := strings.Fields(line)
	bad := fmt.Errorf(`want a size like "-Y 512 +X 1024", found %.60q`, line)
	if len(f) != 4 || len(f[0]) != 2 || len(f[2]) != 2 {
		return bad
	}
	axes := string([]byte{f[0][1], f[2][1]})
	sign := func(s string) bool { return s[0] == '+' || s[0] == '-' }
	if axes != "YX" && axes != "XY" || !sign(f[0]) || !sign(f[2]) {
		return bad
	}
	var err1, err2 error
	h.count, err1 = strconv.Atoi(f[1])
	h.length, err2 = strconv.Atoi(f[3])
	if err1 != nil || err2 != nil || h.count <= 0 || h.length <= 0 {
		return bad
	}
	h.alongX = axes == "YX"
	h.linesGrow, h.pixelsGrow = f[0][0] == '+', f[2][0] == '+'
	return nil
}

// upright turns pixels from the file's order to rows from the top left. The
// usual order is left as it is, the others are copied.
func (h *header) upright(pix []float32) (width, height int, out []float32) {
	width, height = h.length, h.count
	if !h.alongX {
		width, height = height, width
	}
	if h.alongX && !h.linesGrow && h.pixelsGrow {
		return width, height, pix
	}
	out = make([]float32, len(pix))
	for line := range h.count {
		for i := range h.length {
			// x to the right, y upward; then y downward.
			l, p := line, i
			if !h.linesGrow {
				l = h.count - 1 - line
			}
			if !h.pixelsGrow {
				p = h.length - 1 - i
			}
			x, y := p, l
			if !h.alongX {
				x, y = l, p
			}
			copy(out[3*((height-1-y)*width+x):], pix[3*(line*h.length+i):][:3])
		}
	}
	return width, height, out
}
