package golden

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"image"
	"image/color"
)

// Hash names a picture by its size and channel values: the SHA-256, in
// hexadecimal, of width and height (32 bits, little-endian) and then of every
// pixel from the top left: red, green, blue, alpha, straight, 16 bits each,
// little-endian. Pictures have the same hash exactly when [Compare] calls them
// equal; metadata and the way a file is compressed do not count.
func Hash(img image.Image) string {
	c := channelsOf(img)
	h := sha256.New()
	var size [8]byte
	binary.LittleEndian.PutUint32(size[:4], uint32(c.w))
	binary.LittleEndian.PutUint32(size[4:], uint32(c.h))
	h.Write(size[:])
	row := make([]byte, 8*c.w)
	for y := range c.h {
		for i, v := range c.v[y*c.w*4 : (y+1)*c.w*4] {
			binary.LittleEndian.PutUint16(row[2*i:], v)
		}
		h.Write(row)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// channels is a picture as straight 16-bit channels: 4 values a pixel (red,
// green, blue, alpha), row by row from the top.
type channels struct {
	w, h int
	v    []uint16
}

func (c channels) size() image.Point { return image.Pt(c.w, c.h) }

func (c channels) opaque() bool {
	for i := 3; i < len(c.v); i += 4 {
		if c.v[i] != 0xffff {
			return false
		}
	}
	return true
}

// channelsOf reads any picture. The types that PNG decoding and the renderer
// give are read directly, the others through their colour model.
func channelsOf(img image.Image) channels {
	b := img.Bounds()
	c := channels{w: b.Dx(), h: b.Dy()}
	c.v = make([]uint16, 4*c.w*c.h)
	for y := range c.h {
		row := c.v[y*c.w*4 : (y+1)*c.w*4]
		switch m := img.(type) {
		case *image.NRGBA:
			p := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for i := range row {
				row[i] = uint16(p[i]) * 257
			}
		case *image.RGBA:
			p := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for i := 0; i < len(row); i += 4 {
				if p[i+3] == 0xff {
					for k := range 4 {
						row[i+k] = uint16(p[i+k]) * 257
					}
				} else {
					put(row[i:], color.RGBA{R: p[i], G: p[i+1], B: p[i+2], A: p[i+3]})
				}
			}
		case *image.NRGBA64:
			p := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for i := range row {
				row[i] = uint16(p[2*i])<<8 | uint16(p[2*i+1])
			}
		default:
			for x := range c.w {
				put(row[4*x:], img.At(b.Min.X+x, b.Min.Y+y))
			}
		}
	}
	return c
}

// put converts a colour. The straight ones (also those of a palette) are taken
// as they are: the general way premultiplies them, which loses bits.
func put(dst []uint16, c color.Color) {
	if s, ok := c.(color.NRGBA); ok {
		c = color.NRGBA64{R: uint16(s.R) * 257, G: uint16(s.G) * 257, B: uint16(s.B) * 257, A: uint16(s.A) * 257}
	}
	n := color.NRGBA64Model.Convert(c).(color.NRGBA64)
	dst[0], dst[1], dst[2], dst[3] = n.R, n.G, n.B, n.A
}
