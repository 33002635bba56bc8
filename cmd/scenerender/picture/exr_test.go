package picture

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"scenerender/scene/half"
)

func TestEXRRoundTrip(t *testing.T) {
	asHalf := func(got, want float32) bool { return got == half.ToFloat32(half.FromFloat32(want)) }
	meta := []Pair{{"Software", "scenerender"}, {"Scene hash", "Größe 5"}, {"empty", ""}}
	for _, size := range sizes {
		for _, channels := range []int{1, 3, 4} {
			for _, o := range []Options{{}, {Float32: true}, {Uncompressed: true}, {Uncompressed: true, Float32: true}} {
				t.Run(fmt.Sprintf("%v/%d/%v/%v", size, channels, o.Float32, o.Uncompressed), func(t *testing.T) {
					o.Metadata = meta
					p := sample(size.X, size.Y, channels)
					data := encoded(t, EncodeEXR, p, o)
					if again := encoded(t, EncodeEXR, p, o); !bytes.Equal(data, again) {
						t.Error("a second time gives other bytes")
					}
					got, pairs, err := DecodeEXR(bytes.NewReader(data))
					if err != nil {
						t.Fatal(err)
					}
					near := asHalf
					if o.Float32 || channels == 1 {
						near = exactly
					}
					same(t, got, p, near)
					if !reflect.DeepEqual(pairs, meta) {
						t.Errorf("metadata %v, want %v", pairs, meta)
					}
				})
			}
		}
	}
}

func TestEXRSpecialValues(t *testing.T) {
	inf := float32(math.Inf(1))
	nan := float32(math.NaN())
	p := &Float{Width: 2, Height: 1, Channels: 3, Pix: []float32{1e9, -1e9, inf, -inf, nan, 65519}}
	got, _, err := DecodeEXR(bytes.NewReader(encoded(t, EncodeEXR, p, Options{})))
	if err != nil {
		t.Fatal(err)
	}
	want := []float32{65504, -65504, inf, -inf, nan, 65504}
	for i, v := range got.Pix {
		if v != want[i] && !(v != v && want[i] != want[i]) {
			t.Errorf("%v comes back as %v, want %v", p.Pix[i], v, want[i])
		}
	}
}

func TestEXRCompresses(t *testing.T) {
	p := &Float{Width: 200, Height: 100, Channels: 3, Pix: make([]float32, 200*100*3)}
	small, large := encoded(t, EncodeEXR, p, Options{}), encoded(t, EncodeEXR, p, Options{Uncompressed: true})
	if len(small)*50 > len(large) {
		t.Errorf("black takes %d bytes of %d", len(small), len(large))
	}
}

// TestEXRRefusals damages a good file in one place each.
func TestEXRRefusals(t *testing.T) {
	good := encoded(t, EncodeEXR, sample(17, 33, 3), Options{Metadata: []Pair{{"k", "v"}}})
	replace := func(old, new string) []byte {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("%q is not in the file", old)
		}
		return bytes.Replace(good, []byte(old), []byte(new), 1)
	}
	window := "dataWindow\x00box2i\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	head := bytes.Index(good, []byte("k\x00string\x00\x01\x00\x00\x00v\x00")) + len("k\x00string\x00\x01\x00\x00\x00v\x00")
	with := func(at int, b ...byte) []byte {
		d := bytes.Clone(good)
		copy(d[at:], b)
		return d
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "no OpenEXR"},
		{"tiled", with(5, 2), "not supported"},
		{"compression", replace("compression\x00compression\x00\x01\x00\x00\x00\x03", "compression\x00compression\x00\x01\x00\x00\x00\x04"), "ZIPS"},
		{"no window", replace("dataWindow", "dataWindox"), "missing"},
		{"type of window", replace("dataWindow\x00box2i", "dataWindow\x00box2j"), "type"},
		{"huge", replace(window+"\x10\x00\x00\x00\x20\x00\x00\x00", window+"\xff\xff\xff\x7f\xff\xff\xff\x7f"), "size"},
		{"empty window", replace(window+"\x10\x00\x00\x00", window+"\xff\xff\xff\xff"), "size"},
		{"large for its bytes", replace(window+"\x10\x00\x00\x00\x20\x00\x00\x00", window+"\xff\x1f\x00\x00\xff\x1f\x00\x00"), "declares"},
		{"channel type", replace("chlist\x00\x37\x00\x00\x00B\x00\x01", "chlist\x00\x37\x00\x00\x00B\x00\x09"), "type 9"},
		{"no colours", replace("\x00B\x00\x01", "\x00X\x00\x01"), "neither"},
		{"offset", with(head, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), "block 0"},
		{"same block twice", with(head, good[head+8:head+16]...), "twice"},
		{"truncated", good[:len(good)-1], "ends early"},
		{"half", good[:len(good)/2], "ends early"},
		{"header only", good[:head], "ends early"},
		{"half a header", good[:head/2], ""},
		{"zlib header", with(head+3*8+8, 0x55), "block 0"},
		{"zlib data", with(head+3*8+8+60, bytes.Repeat([]byte{0x55}, 60)...), "block 0"},
	} {
		if _, _, err := DecodeEXR(bytes.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for n := range good { // no prefix is a picture, and none panics
		if _, _, err := DecodeEXR(bytes.NewReader(good[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes pass", n, len(good))
		}
	}
}

func FuzzDecodeEXR(f *testing.F) {
	for _, o := range []Options{{}, {Uncompressed: true}, {Float32: true, Metadata: []Pair{{"k", "v"}}}} {
		f.Add(encoded(f, EncodeEXR, sample(3, 18, 3), o))
		f.Add(encoded(f, EncodeEXR, sample(5, 2, 1), o))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, _, err := DecodeEXR(bytes.NewReader(data)); err == nil {
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
