package picture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// EncodePFM writes a portable float map: a header of text and 32-bit floats,
// little-endian (scale -1), bottom row first. Every value is kept exactly; alpha
// and metadata are left out.
func EncodePFM(w io.Writer, p *Float, o Options) error {
	if err := ready(p, o); err != nil {
		return err
	}
	kind, channels := "PF", 3
	if p.Channels == 1 {
		kind, channels = "Pf", 1
	}
	if _, err := fmt.Fprintf(w, "%s\n%d %d\n-1.0\n", kind, p.Width, p.Height); err != nil {
		return err
	}
	line := make([]byte, 0, 4*channels*p.Width)
	for y := p.Height - 1; y >= 0; y-- {
		row := p.row(y)
		line = line[:0]
		for x := 0; x < len(row); x += p.Channels {
			for _, v := range row[x : x+channels] {
				line = binary.LittleEndian.AppendUint32(line, math.Float32bits(v))
			}
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// DecodePFM reads a portable float map of either byte order, with 1 or 3
// channels. The sign of the header's scale gives the byte order; its size, which
// programs use differently, is ignored. Memory grows with the data that is there.
func DecodePFM(r io.Reader) (*Float, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	p, err := decodePFM(b)
	if err != nil {
		return nil, fmt.Errorf("PFM: %w", err)
	}
	return p, nil
}

func decodePFM(r *bufio.Reader) (*Float, error) {
	var words [4]string
	for i := range words {
		var err error
		if words[i], err = word(r); err != nil {
			return nil, err
		}
		if i == 0 && words[0] != "PF" && words[0] != "Pf" {
			return nil, fmt.Errorf("starts with %q, want PF or Pf", words[0])
		}
	}
	p := &Float{Channels: 3}
	if words[0] == "Pf" {
		p.Channels = 1
	}
	w, err1 := strconv.Atoi(words[1])
	h, err2 := strconv.Atoi(words[2])
	if err1 != nil || err2 != nil || w < 1 || h < 1 {
		return nil, fmt.Errorf("size %q %q is not one", words[1], words[2])
	}
	if w > MaxSide || h > MaxSide || w*h > MaxPixels {
		return nil, fmt.Errorf("size %d x %d is above %d x %d or %d pixels", w, h, MaxSide, MaxSide, MaxPixels)
	}
	scale, err := strconv.ParseFloat(words[3], 64)
	if err != nil || scale == 0 || math.IsNaN(scale) || math.IsInf(scale, 0) {
		return nil, fmt.Errorf("scale %q is not a number other than 0", words[3])
	}
	var order binary.ByteOrder = binary.LittleEndian
	if scale > 0 {
		order = binary.BigEndian
	}
	p.Width, p.Height = w, h

	n := w * p.Channels
	line := make([]byte, 4*n)
	up := make([]float32, 0, min(n*h, 1<<20)) // rows from the bottom
	for range h {
		if _, err := io.ReadFull(r, line); err != nil {
			return nil, readError("picture", err)
		}
		if need := len(up) + n; need > cap(up) {
			up = append(make([]float32, 0, min(n*h, 2*need)), up...)
		}
		for i := 0; i < len(line); i += 4 {
			up = append(up, math.Float32frombits(order.Uint32(line[i:])))
		}
	}
	p.Pix = up
	for y := range h / 2 {
		low, high := p.row(y), p.row(h-1-y)
		for i := range low {
			low[i], high[i] = high[i], low[i]
		}
	}
	return p, nil
}

// word reads up to one blank or line feed, which it consumes, since after the
// last word the pixels follow at once.
func word(r *bufio.Reader) (string, error) {
	var w []byte
	for len(w) < 64 {
		c, err := r.ReadByte()
		if err != nil {
			return "", readError("header", err)
		}
		switch c {
		case ' ', '\n', '\r', '\t':
			if len(w) > 0 {
				return string(w), nil
			}
		default:
			w = append(w, c)
		}
	}
	return "", errors.New("header has a word of more than 64 bytes")
}

func readError(what string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the %s ends early: %w", what, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("%s: %w", what, err)
}
