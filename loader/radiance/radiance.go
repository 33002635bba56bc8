// Package radiance reads pictures in Radiance's format (.hdr, .pic), the usual
// one for environment maps, for the loader. Files are not trusted: sizes are
// checked before memory is taken, and memory grows only with the data that is
// really there.
//
// The format is described in Greg Ward, "Real Pixels", Graphics Gems II, 1991,
// and in Radiance's file format manual (filefmts): a header of text lines, a
// line with the size and orientation, and scanlines of four bytes a pixel (three
// mantissas that share an exponent), plain or run-length encoded in one of two ways.
package radiance

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits on what is read.
const (
	MaxSide   = 16384     // largest width and height
	MaxPixels = 128 << 20 // largest number of pixels: 16384 x 8192, 1.5 GiB as floats
)

// Decode reads a picture. The pixels are red, green and blue, linear, row by row
// from the top left, whatever orientation the file has: 3*width*height values,
// not negative and finite. Values are those of the scene: the file's EXPOSURE and
// COLORCORR are divided out. Colours are taken as Rec.709, whatever PRIMARIES say;
// files in XYZ are refused.
func Decode(r io.Reader) (width, height int, pix []float32, err error) {
	d := decoder{r: bufio.NewReaderSize(r, 64<<10)}
	if err := d.decode(); err != nil {
		return 0, 0, nil, fmt.Errorf("radiance: %w", err)
	}
	return d.width, d.height, d.pix, nil
}

// steps is the worth of one mantissa step by exponent; exponent 0 is black.
// Radiance's own tools put a value in the middle of its step, (m+0.5)/256; most
// other programs that write environment maps mean m/256, and so do we.
var steps = func() (t [256]float64) {
	for e := 1; e < len(t); e++ {
		t[e] = math.Ldexp(1, e-(128+8))
	}
	return t
}()

type decoder struct {
	r             *bufio.Reader
	header        header
	width, height int // of the picture, upright
	pix           []float32
}

func (d *decoder) decode() error {
	if err := d.header.read(d.r); err != nil {
		return err
	}
	length, count := d.header.length, d.header.count
	if length > MaxSide || count > MaxSide {
		return fmt.Errorf("size %d x %d is above %d x %d", length, count, MaxSide, MaxSide)
	}
	if length*count > MaxPixels {
		return fmt.Errorf("size %d x %d is above %d pixels", length, count, MaxPixels)
	}
	scale := d.header.scales()
	total := 3 * length * count
	d.pix = make([]float32, 0, min(total, 1<<20))
	line := make([]byte, 4*length)
	for y := range count {
		if err := d.scanline(line); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("scanline %d of %d: %w", y+1, count, err)
		}
		if need := len(d.pix) + 3*length; need > cap(d.pix) {
			bigger := make([]float32, len(d.pix), min(total, 2*need))
			copy(bigger, d.pix)
			d.pix = bigger
		}
		for i := 0; i < len(line); i += 4 {
			e := steps[line[i+3]]
			for c := range 3 {
				d.pix = append(d.pix, float32(min(float64(line[i+c])*e*scale[c], math.MaxFloat32)))
			}
		}
	}
	d.width, d.height, d.pix = d.header.upright(d.pix)
	return nil
}

// scanline reads one line of pixels, 4 bytes each.
func (d *decoder) scanline(line []byte) error {
	length := len(line) / 4
	if length < 8 || length > 0x7fff {
		return d.oldScanline(line)
	}
	head, err := d.r.Peek(4)
	if err != nil {
		return err
	}
	if head[0] != 2 || head[1] != 2 || head[2] >= 128 {
		return d.oldScanline(line)
	}
	if n := int(head[2])<<8 | int(head[3]); n != length {
		return fmt.Errorf("is %d pixels long, want %d", n, length)
	}
	_, _ = d.r.Discard(4) // just peeked
	for c := range 4 {
		if err := d.channel(line[c:], length); err != nil {
			return err
		}
	}
	return nil
}

// channel reads one channel of a line in the newer encoding: runs (a count above
// 128 and a value) and stretches of plain values (a count and the values).
func (d *decoder) channel(dst []byte, length int) error {
	for x := 0; x < length; {
		n, err := d.r.ReadByte()
		if err != nil {
			return err
		}
		count, run := int(n), n > 128
		if run {
			count -= 128
		}
		if count == 0 {
			return errors.New("has a stretch of no pixels")
		}
		if count > length-x {
			return fmt.Errorf("has a stretch of %d pixels where %d are left", count, length-x)
		}
		var v byte
		for i := range count {
			if i == 0 || !run {
				if v, err = d.r.ReadByte(); err != nil {
					return err
				}
			}
			dst[4*(x+i)] = v
		}
		x += count
	}
	return nil
}

// oldScanline reads plain pixels, among which 1,1,1,n repeats the pixel before n
// times; several such in a row give the count's next higher bytes.
func (d *decoder) oldScanline(line []byte) error {
	shift := 0
	for x := 0; x < len(line); {
		p := line[x : x+4]
		if _, err := io.ReadFull(d.r, p); err != nil {
			return err
		}
		if p[0] != 1 || p[1] != 1 || p[2] != 1 {
			x += 4
			shift = 0
			continue
		}
		if x == 0 {
			return errors.New("starts with a repetition")
		}
		if shift > 16 {
			return errors.New("has a repetition count that is too long")
		}
		count := int(p[3]) << shift
		shift += 8
		if count > (len(line)-x)/4 {
			return fmt.Errorf("has a repetition of %d pixels where %d are left", count, (len(line)-x)/4)
		}
		previous := [4]byte(line[x-4 : x])
		for range count {
			copy(line[x:], previous[:])
			x += 4
		}
	}
	return nil
}
