package asset

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"testing"
)

func encodePNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tinyPNG is a flat normal map of one pixel.
func tinyPNG(t testing.TB) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	m.SetNRGBA(0, 0, color.NRGBA{128, 128, 255, 255})
	return encodePNG(t, m)
}

func TestOpenImage(t *testing.T) {
	size := image.Rect(0, 0, 2, 1)
	straightAlpha := image.NewNRGBA(size)
	straightAlpha.SetNRGBA(0, 0, color.NRGBA{200, 100, 50, 1})
	straightAlpha.SetNRGBA(1, 0, color.NRGBA{7, 8, 9, 0})
	gray := image.NewGray(size)
	gray.Pix = []byte{3, 250}
	gray16 := image.NewGray16(size)
	gray16.Pix = []byte{0x80, 0x80, 0x01, 0x80}
	deep := image.NewNRGBA64(size)
	deep.SetNRGBA64(0, 0, color.NRGBA64{0xffff, 0x8080, 0x0101, 0x0202})
	deep.SetNRGBA64(1, 0, color.NRGBA64{0x0180, 0x0181, 0, 0})
	deepOpaque := image.NewRGBA64(size)
	deepOpaque.SetRGBA64(0, 0, color.RGBA64{0x0101, 0x0202, 0x0303, 0xffff})
	deepOpaque.SetRGBA64(1, 0, color.RGBA64{0xffff, 0, 0x8080, 0xffff})
	palette := image.NewPaletted(size, color.Palette{color.NRGBA{9, 9, 9, 255}, color.NRGBA{200, 100, 50, 3}})
	palette.Pix = []byte{1, 0}
	opaque := image.NewRGBA(size)
	copy(opaque.Pix, []byte{1, 2, 3, 255, 4, 5, 6, 255})
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, gray, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	webp, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		want []byte
	}{
		{"straight alpha", encodePNG(t, straightAlpha), []byte{200, 100, 50, 1, 7, 8, 9, 0}},
		{"grey", encodePNG(t, gray), []byte{3, 3, 3, 255, 250, 250, 250, 255}},
		{"grey 16", encodePNG(t, gray16), []byte{128, 128, 128, 255, 1, 1, 1, 255}},
		{"16 bits", encodePNG(t, deep), []byte{255, 128, 1, 2, 1, 1, 0, 0}},
		{"16 bits without alpha", encodePNG(t, deepOpaque), []byte{1, 2, 3, 255, 255, 0, 128, 255}},
		{"palette", encodePNG(t, palette), []byte{200, 100, 50, 3, 9, 9, 9, 255}},
		{"opaque", encodePNG(t, opaque), []byte{1, 2, 3, 255, 4, 5, 6, 255}},
		{"jpeg", photo.Bytes(), []byte{3, 3, 3, 255, 250, 250, 250, 255}},
		{"webp", webp, []byte{0, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			img, err := OpenImage(folder(t, map[string][]byte{"p": c.data}), "p", true)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(img.Pix, c.want) || !img.SRGB || img.Width*img.Height*4 != len(c.want) {
				t.Errorf("got %+v, want %v", img, c.want)
			}
		})
	}
}

// bombPNG declares w by h pixels and has none.
func bombPNG(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	b = binary.BigEndian.AppendUint32(b, w)
	b = binary.BigEndian.AppendUint32(b, h)
	b = append(b, 8, 6, 0, 0, 0)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[12:]))
}

// trickyWebP has a canvas of one pixel and a lossless picture of 16384 x 16384 in it.
func trickyWebP() []byte {
	chunk := func(kind string, body ...byte) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(body))), body...)
	}
	body := append([]byte("WEBP"), chunk("VP8X", make([]byte, 10)...)...)
	body = append(body, chunk("VP8L", 0x2f, 0xff, 0xff, 0xff, 0x0f, 0)...)
	return chunk("RIFF", body...)
}

func TestOpenImageErrors(t *testing.T) {
	root := folder(t, map[string][]byte{
		"wide.png": bombPNG(60000, 1), "large.png": bombPNG(16384, 16384), "cut.png": bombPNG(4, 4), "not.png": []byte("hello"),
		"tricky.webp": trickyWebP(),
	})
	for name, words := range map[string]string{
		"tricky.webp": "16384 x 16384 pixels in a file of 1 x 1", "wide.png": "60000 x 1", "large.png": "16384 x 16384", "cut.png": "cannot be decoded", "not.png": "PNG, JPEG or WebP",
	} {
		_, err := OpenImage(root, name, false)
		wantProblem(t, err, "", words)
	}
	var invalid *Invalid
	if _, err := OpenImage(root, "none.png", false); !errors.Is(err, fs.ErrNotExist) || errors.As(err, &invalid) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := OpenImage(root, "../etc/passwd", false); err == nil {
		t.Error("reads outside the root")
	}
}

func BenchmarkDecode1K(b *testing.B) {
	m := image.NewNRGBA(image.Rect(0, 0, 1024, 1024))
	for i := range m.Pix {
		m.Pix[i] = byte(i * i >> 7)
	}
	data := encodePNG(b, m)
	b.SetBytes(int64(len(m.Pix)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decodeImage(data, defaultLimits, nil); err != nil {
			b.Fatal(err)
		}
	}
}
