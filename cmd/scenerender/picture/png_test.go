package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestPNGMetadata(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	img.SetNRGBA(1, 1, color.NRGBA{10, 20, 30, 40})
	meta := []Pair{{"Software", "scenerender 1"}, {"Scene hash", "abc\ndef"}, {"Device", "Gerät 日本"}, {"Settings", ""}}
	var b bytes.Buffer
	if err := EncodePNG(&b, img, Options{Metadata: meta}); err != nil {
		t.Fatal(err)
	}
	got, err := PNGMetadata(b.Bytes())
	if err != nil || !reflect.DeepEqual(got, meta) {
		t.Errorf("metadata %q (%v), want %q", got, err, meta)
	}
	back, err := png.Decode(bytes.NewReader(b.Bytes()))
	if err != nil || !reflect.DeepEqual(back, img) {
		t.Errorf("the picture changed (%v)", err)
	}
	// Header, then ours, in order, then the pixels.
	if kinds := strings.Join(chunkKinds(b.Bytes()), " "); kinds != "IHDR sRGB tEXt tEXt iTXt tEXt IDAT IEND" {
		t.Errorf("chunks are %s", kinds)
	}
	for n := range b.Len() {
		if _, err := PNGMetadata(b.Bytes()[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes pass", n, b.Len())
		}
	}
}

func chunkKinds(data []byte) (kinds []string) {
	for data = data[8:]; len(data) >= 12; {
		n := int(data[2])<<8 | int(data[3])
		kinds = append(kinds, string(data[4:8]))
		data = data[12+n:]
	}
	return kinds
}

// TestAfterHeader gives the PNG in pieces of every length.
func TestAfterHeader(t *testing.T) {
	src := []byte(strings.Repeat("h", 33) + strings.Repeat("p", 20))
	want := strings.Repeat("h", 33) + "EXTRA" + strings.Repeat("p", 20)
	for piece := 1; piece <= len(src); piece++ {
		var b bytes.Buffer
		a := &afterHeader{w: &b, extra: []byte("EXTRA")}
		for rest := src; len(rest) > 0; {
			n, err := a.Write(rest[:min(piece, len(rest))])
			if err != nil || n != min(piece, len(rest)) {
				t.Fatalf("wrote %d, %v", n, err)
			}
			rest = rest[n:]
		}
		if b.String() != want {
			t.Errorf("in pieces of %d: %q", piece, b.String())
		}
	}
}

func TestPNGBits(t *testing.T) {
	shallow := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	shallow.SetNRGBA(0, 0, color.NRGBA{200, 100, 50, 25})
	deep := image.NewNRGBA64(shallow.Rect)
	deep.SetNRGBA64(0, 0, color.NRGBA64{200*257 + 128, 100 * 257, 50*257 + 129, 25*257 - 128})
	for _, c := range []struct {
		img  image.Image
		bits int
		want color.Color
	}{
		{shallow, 0, color.NRGBA{200, 100, 50, 25}},
		{shallow, 8, color.NRGBA{200, 100, 50, 25}},
		{shallow, 16, color.NRGBA64{200 * 257, 100 * 257, 50 * 257, 25 * 257}},
		{deep, 0, color.NRGBA64{200*257 + 128, 100 * 257, 50*257 + 129, 25*257 - 128}},
		{deep, 8, color.NRGBA{200, 100, 51, 25}},
	} {
		var b bytes.Buffer
		if err := EncodePNG(&b, c.img, Options{Bits: c.bits}); err != nil {
			t.Fatal(err)
		}
		back, err := png.Decode(&b)
		if err != nil || back.At(0, 0) != c.want {
			t.Errorf("%T with %d bits: %v (%v), want %v", c.img, c.bits, back.At(0, 0), err, c.want)
		}
	}
}

func TestReadPNGRefusals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	for name, data := range map[string]string{
		"text": "no picture",
		// Signature and header of a PNG that declares 60000 x 60000.
		"huge": "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\xea\x60\x00\x00\xea\x60\x08\x06\x00\x00\x00\x6c\xfb\x89\xcc",
	} {
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "a.png") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.exr")); err == nil {
		t.Error("a file that is not there: no error")
	}
}
