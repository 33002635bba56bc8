// Package picture holds rendered pictures in memory and writes and reads their
// file formats for the commands: PNG with 8 or 16 bits for looking at, OpenEXR,
// Radiance HDR and PFM for light values and depth.
//
// What is written is the same on every run for the same picture, options and
// metadata. Files appear whole or not at all.
package picture

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"

	"scenerender/golden"
	"scenerender/loader/radiance"
)

// MaxSide and MaxPixels limit the pictures that are written and read.
const (
	MaxSide   = radiance.MaxSide
	MaxPixels = radiance.MaxPixels
)

// Float is a picture of linear values, row by row from the top left, the
// channels of a pixel together: Width*Height*Channels values in Pix. Channels is
//   - 3 for red, green, blue (Rec.709 primaries, not limited to 1),
//   - 4 for the same and alpha, the colours multiplied by alpha,
//   - 1 for depth or another single value.
type Float struct {
	Width, Height, Channels int
	Pix                     []float32
}

// Validate reports a size, number of channels or number of values that is not possible.
func (p *Float) Validate() error {
	switch {
	case p.Width < 1 || p.Height < 1:
		return fmt.Errorf("a picture of %dx%d has no pixels", p.Width, p.Height)
	case p.Width > MaxSide || p.Height > MaxSide || p.Width*p.Height > MaxPixels:
		return fmt.Errorf("a picture of %dx%d is above %dx%d or %d pixels", p.Width, p.Height, MaxSide, MaxSide, MaxPixels)
	case p.Channels != 1 && p.Channels != 3 && p.Channels != 4:
		return fmt.Errorf("a picture has 1, 3 or 4 channels, not %d", p.Channels)
	case len(p.Pix) != p.Width*p.Height*p.Channels:
		return fmt.Errorf("a picture of %dx%d with %d channels has %d values, not %d", p.Width, p.Height, p.Channels, p.Width*p.Height*p.Channels, len(p.Pix))
	}
	return nil
}

// row gives the values of row y, from the top.
func (p *Float) row(y int) []float32 {
	n := p.Width * p.Channels
	return p.Pix[y*n : (y+1)*n]
}

// Options say how a picture is stored. The zero value is right for most uses.
type Options struct {
	// Bits of a PNG's channels: 8 or 16. With 0 a Float gets 8, and an image keeps its own.
	Bits int
	// Float32 stores OpenEXR's colours as 32-bit floats instead of 16-bit ones.
	// Single channels always have 32 bits.
	Float32 bool
	// Uncompressed stores OpenEXR without compression.
	Uncompressed bool
	// Metadata tells what made the picture. PFM has no room for it.
	Metadata []Pair
}

// Pair is an item of metadata. Names have 1 to 31 ASCII letters, digits, blanks
// and "_.-", values are text in UTF-8; every format keeps their order.
type Pair struct{ Name, Value string }

func (o Options) validate() error {
	if o.Bits != 0 && o.Bits != 8 && o.Bits != 16 {
		return fmt.Errorf("PNG has 8 or 16 bits, not %d", o.Bits)
	}
	return validatePairs(o.Metadata)
}

// formats in the order in which they are listed to people.
var formats = []struct {
	extension string
	float     func(io.Writer, *Float, Options) error
	image     func(io.Writer, image.Image, Options) error
	read      func([]byte) (*Float, error)
}{
	{".png", floatPNG, EncodePNG, readPNG},
	{".exr", EncodeEXR, imageAs(EncodeEXR), func(data []byte) (*Float, error) {
		p, _, err := DecodeEXR(bytes.NewReader(data))
		return p, err
	}},
	{".hdr", EncodeHDR, imageAs(EncodeHDR), readHDR},
	{".pfm", EncodePFM, imageAs(EncodePFM), func(data []byte) (*Float, error) { return DecodePFM(bytes.NewReader(data)) }},
}

func imageAs(encode func(io.Writer, *Float, Options) error) func(io.Writer, image.Image, Options) error {
	return func(w io.Writer, img image.Image, o Options) error { return encode(w, FromImage(img), o) }
}

// Accepts reports, before anything is rendered, whether a file of that name can
// be written. Letter case does not matter.
func Accepts(path string) error {
	_, err := formatOf(path)
	return err
}

func formatOf(path string) (int, error) {
	extension := strings.ToLower(filepath.Ext(path))
	var known []string
	for i, f := range formats {
		if f.extension == extension {
			return i, nil
		}
		known = append(known, f.extension)
	}
	return 0, fmt.Errorf("picture: %s: unknown extension %q, accepted are %s", path, extension, strings.Join(known, ", "))
}

// Write stores a picture in the format that the path's extension names, whole or
// not at all. As PNG it is encoded to sRGB and clamped; there is no tone mapping.
// HDR and PFM leave alpha out.
func Write(path string, p *Float, o Options) error {
	i, err := formatOf(path)
	if err != nil {
		return err
	}
	return write(path, func(w io.Writer) error { return formats[i].float(w, p, o) })
}

// WriteImage stores a picture of sRGB values likewise. The formats of light
// values get it decoded to linear, with colours multiplied by alpha.
func WriteImage(path string, img image.Image, o Options) error {
	i, err := formatOf(path)
	if err != nil {
		return err
	}
	return write(path, func(w io.Writer) error { return formats[i].image(w, img, o) })
}

func write(path string, encode func(io.Writer) error) error {
	err := golden.WriteFile(path, func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 256<<10)
		if err := encode(b); err != nil {
			return err
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	return nil
}

// Read reads a picture in the format that the path's extension names. PNG is
// decoded to linear.
func Read(path string) (*Float, error) {
	i, err := formatOf(path)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("picture: read: %w", err)
	}
	p, err := formats[i].read(data)
	if err != nil {
		return nil, fmt.Errorf("picture: read %s: %w", path, err)
	}
	return p, nil
}

func readHDR(data []byte) (*Float, error) {
	w, h, pix, err := radiance.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return &Float{Width: w, Height: h, Channels: 3, Pix: pix}, nil
}

// ready checks what every encoder is given.
func ready(p *Float, o Options) error { return errors.Join(p.Validate(), o.validate()) }
