package picture

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"scenerender/loader/radiance"
)

func TestHDRRoundTrip(t *testing.T) {
	for _, size := range sizes {
		p := sample(size.X, size.Y, 3)
		data := encoded(t, EncodeHDR, p, Options{Metadata: []Pair{{"Software", "two\nlines"}}})
		if !bytes.Contains(data, []byte("\n# Software: two lines\n")) {
			t.Errorf("metadata is missing in %.80q", data)
		}
		w, h, pix, err := radiance.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		got := &Float{Width: w, Height: h, Channels: 3, Pix: pix}
		if got.Validate() != nil || w != p.Width || h != p.Height {
			t.Fatalf("comes back as %dx%d", w, h)
		}
		for i := 0; i < len(pix); i += 3 {
			largest := max(p.Pix[i], p.Pix[i+1], p.Pix[i+2])
			for c := range 3 {
				if d := math.Abs(float64(pix[i+c] - p.Pix[i+c])); d > float64(largest)/256*1.001 {
					t.Fatalf("%v: value %d is %v, want %v (largest %v)", size, i+c, pix[i+c], p.Pix[i+c], largest)
				}
			}
		}
		// What was read is in the format's steps, and comes through unchanged.
		_, _, again, err := radiance.Decode(bytes.NewReader(encoded(t, EncodeHDR, got, Options{})))
		if err != nil || !reflect.DeepEqual(again, pix) {
			t.Errorf("%v: a second pass changes values (%v)", size, err)
		}
	}
}

func TestRGBE(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		in   [3]float32
		want [4]byte
	}{
		{[3]float32{0, 0, 0}, [4]byte{}},
		{[3]float32{1, 0.5, 0.25}, [4]byte{128, 64, 32, 129}},
		{[3]float32{-1, nan, 1}, [4]byte{0, 0, 128, 129}},
		{[3]float32{0.999, 0, 0}, [4]byte{128, 0, 0, 129}}, // rounds up to 1
		{[3]float32{inf, 1, 0}, [4]byte{255, 0, 0, 255}},
		{[3]float32{math.MaxFloat32, 0, 0}, [4]byte{255, 0, 0, 255}},
		{[3]float32{1e-45, 0, 0}, [4]byte{}},
		{[3]float32{nan, nan, nan}, [4]byte{}},
	} {
		if got := rgbe(c.in); got != c.want {
			t.Errorf("%v is %v, want %v", c.in, got, c.want)
		}
	}
}

func TestAppendRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 600 {
		v := make([]byte, n)
		for i := range v {
			v[i] = byte(r.IntN(2) * r.IntN(2) * r.IntN(3))
			if n%5 == 0 {
				v[i] = byte(i)
			}
			if n%7 == 0 {
				v[i] = 9
			}
		}
		packed := appendRuns(nil, v)
		var got []byte
		for rest := packed; len(rest) > 0; {
			k := int(rest[0])
			if k > 128 {
				got = append(got, bytes.Repeat(rest[1:2], k-128)...)
				rest = rest[2:]
			} else {
				got = append(got, rest[1:1+k]...)
				rest = rest[1+k:]
			}
		}
		if !bytes.Equal(got, v) {
			t.Fatalf("%v packs as %v", v, packed)
		}
		if len(packed) > n+n/128+1 {
			t.Errorf("%d bytes take %d", n, len(packed))
		}
	}
}
