package picture

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// EncodeHDR writes Radiance's format, which [radiance.Decode] reads: colours with
// 8-bit mantissas and one exponent, so that a channel is off by at most 1/256 of
// the pixel's largest. Negative values and what is not a number become 0, and
// infinity the largest value. Metadata becomes comment lines, alpha is left out.
func EncodeHDR(w io.Writer, p *Float, o Options) error {
	if err := ready(p, o); err != nil {
		return err
	}
	if p.Channels == 1 {
		return errors.New("HDR holds colours; a single channel can be written as .exr or .pfm")
	}
	var head strings.Builder
	head.WriteString("#?RADIANCE\n")
	for _, m := range o.Metadata {
		fmt.Fprintf(&head, "# %s: %s\n", m.Name, strings.Join(strings.Fields(m.Value), " "))
	}
	fmt.Fprintf(&head, "FORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", p.Height, p.Width)
	if _, err := io.WriteString(w, head.String()); err != nil {
		return err
	}
	line := make([]byte, 4*p.Width) // one channel after the other
	var out []byte
	for y := range p.Height {
		row := p.row(y)
		for x := range p.Width {
			c := rgbe([3]float32(row[x*p.Channels:]))
			for k := range 4 {
				line[k*p.Width+x] = c[k]
			}
		}
		out = appendScanline(out[:0], line, p.Width)
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	return nil
}

// rgbe encodes one pixel: mantissas for an exponent at which the largest one
// lies in 128..255.
func rgbe(c [3]float32) [4]byte {
	var v [3]float64
	largest := 0.0
	for i, f := range c {
		if f > 0 { // neither negative nor NaN
			v[i] = min(float64(f), math.MaxFloat32)
		}
		largest = max(largest, v[i])
	}
	_, e := math.Frexp(largest)
	if largest*math.Ldexp(1, 8-e) >= 255.5 {
		e++ // its mantissa would round to 256
	}
	if e < -127 || largest == 0 {
		return [4]byte{}
	}
	e = min(e, 127)
	var out [4]byte
	for i := range v {
		out[i] = byte(min(math.Floor(v[i]*math.Ldexp(1, 8-e)+0.5), 255))
	}
	out[3] = byte(e + 128)
	return out
}

// appendScanline adds a line whose channels stand one after the other: run-length
// encoded by channel, or, where its width does not allow that, plain pixels. No
// plain pixel can look like a repetition (1,1,1), since one mantissa is above 127.
func appendScanline(dst, line []byte, width int) []byte {
	if width < 8 || width > 0x7fff {
		for x := range width {
			dst = append(dst, line[x], line[width+x], line[2*width+x], line[3*width+x])
		}
		return dst
	}
	dst = append(dst, 2, 2, byte(width>>8), byte(width))
	for c := range 4 {
		dst = appendRuns(dst, line[c*width:(c+1)*width])
	}
	return dst
}

// appendRuns writes runs of at least 4 equal bytes as 128+n and the byte, the
// rest as n and n bytes.
func appendRuns(dst, v []byte) []byte {
	for plain := 0; plain < len(v); {
		// Find the next run from plain on.
		start, n := plain, 0
		for start < len(v) {
			for n = 1; n < 127 && start+n < len(v) && v[start+n] == v[start]; n++ {
			}
			if n >= 4 {
				break
			}
			start, n = start+n, 0
		}
		for plain < start {
			k := min(start-plain, 128)
			dst = append(dst, byte(k))
			dst = append(dst, v[plain:plain+k]...)
			plain += k
		}
		if n > 0 {
			dst = append(dst, byte(128+n), v[start])
			plain += n
		}
	}
	return dst
}
