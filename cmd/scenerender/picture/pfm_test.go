package picture

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

func TestPFMRoundTrip(t *testing.T) {
	for _, size := range sizes {
		for _, channels := range []int{1, 3} {
			p := sample(size.X, size.Y, channels)
			p.Pix[0] = float32(math.Inf(-1))
			got, err := DecodePFM(bytes.NewReader(encoded(t, EncodePFM, p, Options{})))
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, p, exactly)
		}
	}
	p := sample(3, 2, 4) // alpha is left out
	got, err := DecodePFM(bytes.NewReader(encoded(t, EncodePFM, p, Options{})))
	if err != nil || got.Channels != 3 || got.Pix[3] != p.Pix[4] {
		t.Errorf("got %+v (%v)", got, err)
	}
}

func TestPFMBytes(t *testing.T) {
	p := &Float{Width: 1, Height: 2, Channels: 1, Pix: []float32{1, 2}} // 1 above 2
	want := "Pf\n1 2\n-1.0\n\x00\x00\x00\x40\x00\x00\x80\x3f"
	if got := encoded(t, EncodePFM, p, Options{}); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got, err := DecodePFM(strings.NewReader("Pf 1 2 +2.5 \x40\x00\x00\x00\x3f\x80\x00\x00"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, p, exactly)
	for data, want := range map[string]string{
		"":                                    "ends early",
		"P6\n1 1\n255\n...":                   "want PF",
		"PF\n0 1\n-1\n":                       "size",
		"PF\n-1 1\n-1\n":                      "size",
		"PF\nx 1\n-1\n":                       "size",
		"PF\n16385 1\n-1\n":                   "above",
		"PF\n16384 16384\n-1\n":               "above",
		"PF\n1 1\n0\n":                        "scale",
		"PF\n1 1\nnan\n":                      "scale",
		"PF\n16384 8192\n-1\n":                "picture ends early",
		"PF\n1 1\n-1\n12345678901":            "picture ends early",
		"PF\n1 1\n" + strings.Repeat("1", 99): "64 bytes",
	} {
		if _, err := DecodePFM(strings.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", data, err, want)
		}
	}
}

// TestGroundTruth reads float maps that another program wrote.
func TestGroundTruth(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "ground-truth")
	names, _ := filepath.Glob(filepath.Join(dir, "*.pfm"))
	if len(names) == 0 {
		t.Skipf("no float maps in %s", dir)
	}
	for _, name := range names {
		p, err := Read(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Width != 64 || p.Height != 64 || p.Channels != 3 {
			t.Errorf("%s: %dx%dx%d", filepath.Base(name), p.Width, p.Height, p.Channels)
		}
		for i, v := range p.Pix {
			if !(v >= 0 && v < 1e6) {
				t.Fatalf("%s: value %d is %v", filepath.Base(name), i, v)
			}
		}
	}
}

func FuzzDecodePFM(f *testing.F) {
	f.Add([]byte("PF\n1 1\n-1\n123456789012"))
	f.Add([]byte("Pf 2 1 1 12345678"))
	f.Add([]byte("PF\n16384 8192\n-1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := DecodePFM(bytes.NewReader(data)); err == nil {
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
