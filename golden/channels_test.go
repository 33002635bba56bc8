package golden

import (
	"image"
	"image/color"
	"reflect"
	"testing"
)

// TestChannels reads one picture through every type that has its own code, and
// one that has not, at an offset.
func TestChannels(t *testing.T) {
	src := draw(5, 4, func(x, y int) color.NRGBA {
		return color.NRGBA{uint8(x * 50), uint8(y * 60), 77, uint8(255 * ((x + y + 1) & 1))}
	})
	want := channelsOf(src)
	if want.v[4*(1*5+2)] != 100*257 || want.v[4*(1*5+2)+1] != 60*257 || want.v[4*(1*5+2)+3] != 0 {
		t.Fatalf("pixel 2,1 is %v", want.v[4*(1*5+2):][:4])
	}
	at := image.Rect(-3, 7, 2, 11)
	wide := image.NewNRGBA(image.Rect(-10, 0, 20, 20))
	deep := image.NewNRGBA64(at)
	masked := image.NewRGBA(at)
	generic := image.NewPaletted(at, color.Palette{})
	for y := range 4 {
		for x := range 5 {
			c := src.NRGBAAt(x, y)
			wide.Set(at.Min.X+x, at.Min.Y+y, c)
			deep.SetNRGBA64(at.Min.X+x, at.Min.Y+y, color.NRGBA64{R: uint16(c.R) * 257, G: uint16(c.G) * 257, B: uint16(c.B) * 257, A: uint16(c.A) * 257})
			masked.Set(at.Min.X+x, at.Min.Y+y, c)
			generic.Palette = append(generic.Palette, c)
			generic.SetColorIndex(at.Min.X+x, at.Min.Y+y, uint8(y*5+x))
		}
	}
	for name, img := range map[string]image.Image{"NRGBA": wide.SubImage(at), "NRGBA64": deep, "Paletted": generic} {
		if got := channelsOf(img); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	for i, v := range want.v { // premultiplied pictures have no colour where they are clear
		if got := channelsOf(masked).v[i]; want.v[i|3] != 0 && got != v || want.v[i|3] == 0 && got != 0 {
			t.Errorf("RGBA: channel %d is %d, want %d", i, got, v)
		}
	}
}

func TestHash(t *testing.T) {
	base := flat(4, 6)
	h := Hash(base)
	if len(h) != 64 || h != Hash(flat(4, 6)) {
		t.Errorf("hash %q is not stable", h)
	}
	for name, img := range map[string]image.Image{
		"pixel": with(base, 3, 5, color.NRGBA{100, 150, 201, 255}),
		"alpha": with(base, 3, 5, color.NRGBA{100, 150, 200, 254}),
		"shape": flat(6, 4),
	} {
		if Hash(img) == h {
			t.Errorf("another %s has the same hash", name)
		}
	}
}
