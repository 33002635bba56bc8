package half

import (
	"math"
	"testing"
)

func TestHalf(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		f float32
		h uint16
	}{
		{0, 0}, {float32(math.Copysign(0, -1)), 0x8000}, {1, 0x3c00}, {-2, 0xc000}, {0.1, 0x2e66},
		{65504, 0x7bff}, {65519.996, 0x7bff}, {65520, 0x7c00}, {1e30, 0x7c00}, {inf, 0x7c00}, {-inf, 0xfc00},
		{1.0 / (1 << 14), 0x0400}, {1023.0 / (1 << 24), 0x03ff}, {1.0 / (1 << 24), 1}, {1.0 / (1 << 25), 0},
		{1.0000001 / (1 << 25), 1}, {3.0 / (1 << 25), 2}, {1e-30, 0},
		{1 + 1.0/2048, 0x3c00}, {1 + 3.0/2048, 0x3c02}, // ties go to the even
	} {
		if got := FromFloat32(c.f); got != c.h {
			t.Errorf("%v is %#04x, want %#04x", c.f, got, c.h)
		}
	}
	for i := range 65536 {
		h := uint16(i)
		f := ToFloat32(h)
		back := FromFloat32(f)
		if h&0x7c00 == 0x7c00 && h&0x3ff != 0 {
			if f == f || back&0x7c00 != 0x7c00 || back&0x3ff == 0 {
				t.Fatalf("%#04x is no number, but %v and %#04x", h, f, back)
			}
			continue
		}
		if back != h {
			t.Fatalf("%#04x is %v and comes back as %#04x", h, f, back)
		}
		if h >= 0x7bff {
			continue // no finite neighbour above, or negative
		}
		// Halfway to the next one goes to the even, a little beside to the nearer.
		next := ToFloat32(h + 1)
		middle := float32((float64(f) + float64(next)) / 2)
		even := h + h&1
		for v, want := range map[float32]uint16{middle: even, math.Nextafter32(middle, 0): h, math.Nextafter32(middle, inf): h + 1} {
			if got := FromFloat32(v); got != want {
				t.Fatalf("%v, between %#04x and the next, is %#04x, want %#04x", v, h, got, want)
			}
		}
	}
}
