package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// A tint is what a pixel is painted with: red, green, blue and alpha as the picture stores them,
// 0..1. Colours are sRGB encoded.
type tint [4]float64

// rgb is an opaque tint from 0xrrggbb.
func rgb(hex int) tint {
	return tint{float64(hex>>16&255) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255, 1}
}

// to mixes with another tint.
func (t tint) to(o tint, share float64) tint {
	for i := range t {
		t[i] = mix(t[i], o[i], share)
	}
	return t
}

// times scales the colour and leaves alpha.
func (t tint) times(k float64) tint { return tint{t[0] * k, t[1] * k, t[2] * k, t[3]} }

// paint makes a picture of width × height pixels, as a function of u to the right and v down, both
// 0..1, at the pixels' middles.
func paint(width, height int, at func(u, v float64) tint) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			t := at((float64(x)+0.5)/float64(width), (float64(y)+0.5)/float64(height))
			m.SetNRGBA(x, y, color.NRGBA{byteOf(t[0]), byteOf(t[1]), byteOf(t[2]), byteOf(t[3])})
		}
	}
	return m
}

// relief makes the normal texture of a height in metres over a picture that covers sizeU × sizeV
// metres. The surface is taken to repeat.
func relief(width, height int, sizeU, sizeV float64, at func(u, v float64) float64) *image.NRGBA {
	heights := make([]float64, width*height)
	for i := range heights {
		heights[i] = at((float64(i%width)+0.5)/float64(width), (float64(i/width)+0.5)/float64(height))
	}
	acrossU, acrossV := 2*sizeU/float64(width), 2*sizeV/float64(height) // metres over two pixels
	return paint(width, height, func(u, v float64) tint {
		x, y := int(u*float64(width)), int(v*float64(height))
		slopeU := (heights[y*width+wrap(x+1, width)] - heights[y*width+wrap(x-1, width)]) / acrossU
		slopeV := (heights[wrap(y+1, height)*width+x] - heights[wrap(y-1, height)*width+x]) / acrossV
		// Green is up and v is down.
		l := math.Sqrt(slopeU*slopeU + slopeV*slopeV + 1)
		return tint{-slopeU/l/2 + 0.5, slopeV/l/2 + 0.5, 1/l/2 + 0.5, 1}
	})
}

func byteOf(x float64) uint8 { return uint8(math.Round(255 * clamp(x))) }

// pngOf encodes a picture; without alpha where it is opaque.
func pngOf(m image.Image, level png.CompressionLevel) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: level}
	err := e.Encode(&b, m)
	return b.Bytes(), err
}

// pictures encodes pictures under a common name: name-color.png and so on.
func pictures(name string, list ...picture) ([]file, error) {
	var files []file
	for _, p := range list {
		data, err := pngOf(p.image, png.DefaultCompression)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name + p.suffix + ".png", data})
	}
	return files, nil
}

type picture struct {
	suffix string
	image  image.Image
}
