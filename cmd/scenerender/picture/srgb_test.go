package picture

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"reflect"
	"testing"
)

func TestImages(t *testing.T) {
	p := &Float{Width: 2, Height: 1, Channels: 4, Pix: []float32{0.25, 0.5, 1, 0.5, 0, 0, 0, 0}}
	want := []color.NRGBA64{{0xbc40, 0xffff, 0xffff, 0x8000}, {}} // 0.5 encodes to 0.7354
	for i, w := range want {
		got := p.ToImage(16).(*image.NRGBA64).NRGBA64At(i, 0)
		if math.Abs(float64(got.R)-float64(w.R)) > 4 || got.G != w.G || got.B != w.B || got.A != w.A {
			t.Errorf("pixel %d is %v, want %v", i, got, w)
		}
	}
	// Every 8-bit and 16-bit value comes back, also where alpha is not whole.
	img := image.NewNRGBA(image.Rect(0, 0, 256, 1))
	deep := image.NewNRGBA64(image.Rect(0, 0, 256, 256))
	for i := range 65536 {
		if i < 256 {
			img.SetNRGBA(i, 0, color.NRGBA{uint8(i), uint8(255 - i), 0, 128})
		}
		deep.SetNRGBA64(i%256, i/256, color.NRGBA64{uint16(i), uint16(65535 - i), 0, 0xffff})
	}
	if got := FromImage(img).ToImage(8); !reflect.DeepEqual(got, img) {
		t.Error("8-bit values change")
	}
	if got := FromImage(deep).ToImage(16); !reflect.DeepEqual(got, deep) {
		t.Error("16-bit values change")
	}
	depth := &Float{Width: 5, Height: 1, Channels: 1, Pix: []float32{-1, float32(math.NaN()), 0.5, 1, 7}}
	if got := depth.ToImage(8).(*image.Gray).Pix; !bytes.Equal(got, []byte{0, 0, 188, 255, 255}) {
		t.Errorf("grey is %v", got)
	}
	if got := depth.ToImage(16).(*image.Gray16).Gray16At(2, 0).Y; math.Abs(float64(got)-0.735357*65535) > 1 {
		t.Errorf("grey of 0.5 is %d", got)
	}
}

// TestSRGB8 holds the search in steps to the formula.
func TestSRGB8(t *testing.T) {
	for i := range 100000 {
		v := float32(i) / 99999
		exact := encode(float64(v)) * 255
		if got := float64(srgb8(v)); math.Abs(got-exact) > 0.5001 {
			t.Fatalf("%v encodes to %v, exact is %v", v, got, exact)
		}
	}
}
