package picture

import (
	"image"
	"image/color"
	"math"
	"runtime"
	"sort"
	"sync"
)

// ToImage encodes a picture to sRGB with 8 or 16 bits, clamped to 0..1; what is
// not a number becomes 0. Three channels give an opaque image, four a straight
// (not premultiplied) one, and one channel a grey one.
func (p *Float) ToImage(bits int) image.Image {
	r := image.Rect(0, 0, p.Width, p.Height)
	switch {
	case p.Channels == 1 && bits == 16:
		img := image.NewGray16(r)
		p.eachRow(func(y int, row []float32) {
			for x, v := range row {
				img.SetGray16(x, y, color.Gray16{Y: srgb16(v)})
			}
		})
		return img
	case p.Channels == 1:
		img := image.NewGray(r)
		p.eachRow(func(y int, row []float32) {
			for x, v := range row {
				img.Pix[y*img.Stride+x] = srgb8(v)
			}
		})
		return img
	case bits == 16:
		img := image.NewNRGBA64(r)
		p.eachRow(func(y int, row []float32) {
			for x := range p.Width {
				c, a := p.straight(row, x)
				img.SetNRGBA64(x, y, color.NRGBA64{R: srgb16(c[0]), G: srgb16(c[1]), B: srgb16(c[2]), A: uint16(unit(a)*65535 + 0.5)})
			}
		})
		return img
	default:
		img := image.NewNRGBA(r)
		p.eachRow(func(y int, row []float32) {
			out := img.Pix[y*img.Stride:]
			for x := range p.Width {
				c, a := p.straight(row, x)
				o := out[4*x : 4*x+4 : 4*x+4]
				o[0], o[1], o[2], o[3] = srgb8(c[0]), srgb8(c[1]), srgb8(c[2]), uint8(unit(a)*255+0.5)
			}
		})
		return img
	}
}

// straight gives pixel x of a row with its colour divided by alpha.
func (p *Float) straight(row []float32, x int) (c [3]float32, alpha float32) {
	v := row[x*p.Channels : (x+1)*p.Channels]
	c = [3]float32(v)
	if p.Channels == 3 {
		return c, 1
	}
	if a := v[3]; a > 0 && a < 1 {
		return [3]float32{c[0] / a, c[1] / a, c[2] / a}, a
	}
	return c, v[3]
}

// FromImage decodes an image of sRGB values, also a grey one: three channels when
// it is opaque, and four, with colours multiplied by alpha, when it is not.
func FromImage(img image.Image) *Float {
	b := img.Bounds()
	p := &Float{Width: b.Dx(), Height: b.Dy(), Channels: 4}
	if m, ok := img.(interface{ Opaque() bool }); ok && m.Opaque() {
		p.Channels = 3
	}
	p.Pix = make([]float32, p.Width*p.Height*p.Channels)
	linear := linear16()
	p.eachRow(func(y int, row []float32) {
		for x := range p.Width {
			c := straight16(img.At(b.Min.X+x, b.Min.Y+y))
			v := row[x*p.Channels : (x+1)*p.Channels]
			v[0], v[1], v[2] = linear[c.R], linear[c.G], linear[c.B]
			if p.Channels == 4 {
				a := float32(c.A) / 0xffff
				v[0], v[1], v[2], v[3] = v[0]*a, v[1]*a, v[2]*a, a
			}
		}
	})
	return p
}

// straight16 converts a colour; straight ones keep all their bits.
func straight16(c color.Color) color.NRGBA64 {
	switch c := c.(type) {
	case color.NRGBA:
		return color.NRGBA64{R: uint16(c.R) * 257, G: uint16(c.G) * 257, B: uint16(c.B) * 257, A: uint16(c.A) * 257}
	default:
		return color.NRGBA64Model.Convert(c).(color.NRGBA64)
	}
}

// eachRow calls do for all rows, on all processors.
func (p *Float) eachRow(do func(y int, row []float32)) {
	eachIndex(p.Height, func(y int) { do(y, p.row(y)) })
}

// eachIndex calls do for 0..n-1 on all processors, in no particular order; one
// call may not depend on another.
func eachIndex(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			for i := k; i < n; i += workers {
				do(i)
			}
		})
	}
	wg.Wait()
}

// unit clamps to 0..1, and makes 0 of what is not a number.
func unit(v float32) float32 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}

// The sRGB curve (IEC 61966-2-1) and its inverse.
func encode(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

func decode(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// steps8[i] is the linear value from which on 8 bits round to i+1 and not to i.
// Looking a value up is exact, as fast as a power, and the same on all processors.
var steps8 = func() (t [255]float32) {
	for i := range t {
		t[i] = float32(decode((float64(i) + 0.5) / 255))
	}
	return t
}()

func srgb8(v float32) uint8 {
	if !(v > 0) {
		return 0
	}
	return uint8(sort.Search(len(steps8), func(i int) bool { return v < steps8[i] }))
}

func srgb16(v float32) uint16 { return uint16(encode(float64(unit(v)))*65535 + 0.5) }

// linear16 decodes all 65536 values.
var linear16 = sync.OnceValue(func() []float32 {
	t := make([]float32, 65536)
	for i := range t {
		t[i] = float32(decode(float64(i) / 65535))
	}
	return t
})
