package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// EncodePNG writes an image of sRGB values with its own number of bits, or with
// o.Bits, and the metadata as text chunks before the pixels.
func EncodePNG(w io.Writer, img image.Image, o Options) error {
	if err := o.validate(); err != nil {
		return err
	}
	if b := img.Bounds(); b.Empty() {
		return fmt.Errorf("a picture of %dx%d has no pixels", b.Dx(), b.Dy())
	}
	// sRGB: values are in that space, to be shown as they look (intent 0).
	extra := appendChunk(nil, "sRGB", []byte{0})
	for _, p := range o.Metadata {
		extra = appendText(extra, p)
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(&afterHeader{w: w, extra: extra}, withBits(img, o.Bits))
}

func floatPNG(w io.Writer, p *Float, o Options) error {
	if err := ready(p, o); err != nil {
		return err
	}
	return EncodePNG(w, p.ToImage(o.Bits), o)
}

// withBits converts an image to 8 or 16 bits, rounding, where it has others.
func withBits(img image.Image, bits int) image.Image {
	deep := false
	switch img.(type) {
	case *image.NRGBA64, *image.RGBA64, *image.Gray16, *image.Alpha16:
		deep = true
	}
	if bits == 0 || deep == (bits == 16) {
		return img
	}
	b := img.Bounds()
	if bits == 16 {
		out := image.NewNRGBA64(b)
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				out.SetNRGBA64(x, y, straight16(img.At(x, y)))
			}
		}
		return out
	}
	out := image.NewNRGBA(b)
	round := func(v uint16) uint8 { return uint8((uint32(v) + 128) / 257) }
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := straight16(img.At(x, y))
			out.SetNRGBA(x, y, color.NRGBA{R: round(c.R), G: round(c.G), B: round(c.B), A: round(c.A)})
		}
	}
	return out
}

// appendText adds a pair as tEXt, which is Latin-1 and here kept to ASCII, or as
// iTXt, which is UTF-8.
func appendText(dst []byte, p Pair) []byte {
	ascii := strings.IndexFunc(p.Value, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) < 0
	if ascii {
		return appendChunk(dst, "tEXt", []byte(p.Name+"\x00"+p.Value))
	}
	// After the keyword: not compressed, method 0, no language, no translation.
	return appendChunk(dst, "iTXt", []byte(p.Name+"\x00\x00\x00\x00\x00"+p.Value))
}

func appendChunk(dst []byte, kind string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	start := len(dst)
	dst = append(dst, kind...)
	dst = append(dst, data...)
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
}

// afterHeader passes on a PNG and puts extra chunks behind its header, which
// the standard encoder always writes first and with this length.
type afterHeader struct {
	w     io.Writer
	extra []byte
	n     int // bytes of the PNG passed on so far, up to the header's end
}

func (a *afterHeader) Write(b []byte) (int, error) {
	const end = len(pngSignature) + 4 + 4 + 13 + 4 // length, kind, data, sum
	if a.n >= end {
		return a.w.Write(b)
	}
	first := b[:min(len(b), end-a.n)]
	n, err := a.w.Write(first)
	a.n += n
	if err != nil || a.n < end {
		return n, err
	}
	if _, err := a.w.Write(a.extra); err != nil {
		return n, err
	}
	m, err := a.w.Write(b[len(first):])
	return n + m, err
}

// readPNG decodes to linear; the size is checked before pixels are allocated.
func readPNG(data []byte) (*Float, error) {
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	// A deflated byte makes at most 1032 plain ones, and a pixel needs a bit.
	if head.Width > MaxSide || head.Height > MaxSide || head.Width*head.Height/8 > 1032*len(data) {
		return nil, fmt.Errorf("a file of %d bytes declares %dx%d pixels", len(data), head.Width, head.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return FromImage(img), nil
}

// PNGMetadata reads the text of a PNG that [EncodePNG] wrote. Text of other
// programs is given where it is not compressed.
func PNGMetadata(data []byte) ([]Pair, error) {
	rest, ok := bytes.CutPrefix(data, []byte(pngSignature))
	if !ok {
		return nil, errors.New("picture: no PNG")
	}
	var pairs []Pair
	for len(rest) >= 12 {
		n := uint64(binary.BigEndian.Uint32(rest))
		if n > uint64(len(rest)-12) {
			break
		}
		kind, body := string(rest[4:8]), rest[8:8+n]
		rest = rest[12+n:]
		name, value, ok := bytes.Cut(body, []byte{0})
		switch {
		case kind == "IEND":
			return pairs, nil
		case kind == "tEXt" && ok:
			latin := make([]rune, len(value))
			for i, b := range value {
				latin[i] = rune(b)
			}
			pairs = append(pairs, Pair{string(name), string(latin)})
		case kind == "iTXt" && ok && len(value) > 2 && value[0] == 0:
			// Language and translated keyword stand before the text.
			if f := bytes.SplitN(value[2:], []byte{0}, 3); len(f) == 3 {
				pairs = append(pairs, Pair{string(name), string(f[2])})
			}
		}
	}
	return nil, errors.New("picture: PNG ends early")
}
