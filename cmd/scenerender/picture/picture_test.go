package picture

import (
	"bytes"
	"image"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var sizes = []image.Point{{1, 1}, {3, 7}, {8, 1}, {17, 33}, {300, 16}}

// sample is a picture with smooth parts, even parts, noise and large values.
func sample(w, h, channels int) *Float {
	p := &Float{Width: w, Height: h, Channels: channels}
	r := rand.New(rand.NewPCG(uint64(w), uint64(h*8+channels)))
	for y := range h {
		for x := range w {
			for c := range channels {
				v := float32(x+c) / float32(w)
				switch {
				case c == 3:
					v = float32(y+1) / float32(h)
				case y%3 == 1:
					v = 0.25 * float32(c)
				case y%3 == 2:
					v = r.Float32() * 900
				}
				p.Pix = append(p.Pix, v)
			}
		}
	}
	return p
}

func same(t *testing.T, got, want *Float, near func(got, want float32) bool) {
	t.Helper()
	if got.Width != want.Width || got.Height != want.Height || got.Channels != want.Channels || len(got.Pix) != len(want.Pix) {
		t.Fatalf("got %dx%dx%d with %d values, want %dx%dx%d", got.Width, got.Height, got.Channels, len(got.Pix), want.Width, want.Height, want.Channels)
	}
	for i := range want.Pix {
		if !near(got.Pix[i], want.Pix[i]) {
			t.Fatalf("value %d is %v, want %v", i, got.Pix[i], want.Pix[i])
		}
	}
}

func exactly(got, want float32) bool { return math.Float32bits(got) == math.Float32bits(want) }

func encoded(t testing.TB, encode func(io.Writer, *Float, Options) error, p *Float, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, p, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWriteAndRead(t *testing.T) {
	dir := t.TempDir()
	p := sample(17, 33, 3)
	for i, v := range p.Pix {
		p.Pix[i] = min(v, 1)
	}
	for _, c := range []struct {
		name string
		o    Options
		off  float64
	}{
		{"a.png", Options{}, 0.005}, {"b.PNG", Options{Bits: 16}, 2e-5}, {"c.exr", Options{}, 5e-4}, {"d.hdr", Options{}, 0.004}, {"e.pfm", Options{}, 0},
	} {
		path := filepath.Join(dir, c.name)
		if err := Write(path, p, c.o); err != nil {
			t.Error(err)
			continue
		}
		got, err := Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		same(t, got, p, func(got, want float32) bool { return math.Abs(float64(got-want)) <= c.off })

		// The same as image, which the float formats decode.
		img := p.ToImage(16)
		if err := WriteImage(path, img, c.o); err != nil {
			t.Error(err)
			continue
		}
		if got, err = Read(path); err != nil {
			t.Error(err)
			continue
		}
		same(t, got, p, func(got, want float32) bool { return math.Abs(float64(got-want)) <= c.off+2e-5 })
	}
}

func TestWriteFailures(t *testing.T) {
	dir := t.TempDir()
	p := sample(2, 2, 3)
	depth := sample(2, 2, 1)
	for _, c := range []struct {
		name string
		p    *Float
		o    Options
		want string
	}{
		{"a.bmp", p, Options{}, `unknown extension ".bmp", accepted are .png, .exr, .hdr, .pfm`},
		{"a", p, Options{}, `unknown extension ""`},
		{"a.hdr", depth, Options{}, ".exr or .pfm"},
		{"a.png", p, Options{Bits: 12}, "not 12"},
		{"a.png", &Float{Width: 2, Height: 2, Channels: 3}, Options{}, "values"},
		{"a.exr", &Float{}, Options{}, "no pixels"},
		{"a.exr", &Float{Width: 1, Height: 1, Channels: 2, Pix: []float32{1, 2}}, Options{}, "channels"},
		{"a.exr", &Float{Width: 16384, Height: 16384, Channels: 3}, Options{}, "above"},
		{"a.exr", p, Options{Metadata: []Pair{{"channels", "x"}}}, "own attributes"},
		{"a.exr", p, Options{Metadata: []Pair{{"type", "x"}}}, "own attributes"},
		{"a.pfm", p, Options{Metadata: []Pair{{"", "x"}}}, "1 to 31"},
		{"a.png", p, Options{Metadata: []Pair{{strings.Repeat("n", 32), "x"}}}, "1 to 31"},
		{"a.png", p, Options{Metadata: []Pair{{" n", "x"}}}, "blanks"},
		{"a.png", p, Options{Metadata: []Pair{{"n=", "x"}}}, "'='"},
		{"a.png", p, Options{Metadata: []Pair{{"n", "x"}, {"n", "y"}}}, "twice"},
		{"a.png", p, Options{Metadata: []Pair{{"n", "x\x00"}}}, "not text"},
		{"a.png", p, Options{Metadata: []Pair{{"n", "\xff"}}}, "not text"},
		{"none/a.png", p, Options{}, "none"},
	} {
		err := Write(filepath.Join(dir, c.name), c.p, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if refused := Accepts(c.name) != nil; refused != strings.Contains(c.want, "extension") {
			t.Errorf("Accepts(%s): %v", c.name, Accepts(c.name))
		}
	}
	if err := WriteImage(filepath.Join(dir, "a.png"), image.NewNRGBA(image.Rect(0, 0, 0, 5)), Options{}); err == nil {
		t.Error("an empty image: no error")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func BenchmarkEncode1080p(b *testing.B) {
	p := &Float{Width: 1920, Height: 1080, Channels: 4, Pix: make([]float32, 1920*1080*4)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range p.Pix {
		x, y := i/4%1920, i/4/1920
		p.Pix[i] = float32(0.5+0.4*math.Sin(float64(x)/90)*math.Cos(float64(y)/70)) + 0.002*r.Float32()
		if i%4 == 3 {
			p.Pix[i] = 1
		}
	}
	for _, c := range []struct {
		name   string
		encode func(io.Writer, *Float, Options) error
		o      Options
	}{{"PNG8", floatPNG, Options{}}, {"PNG16", floatPNG, Options{Bits: 16}}, {"EXR", EncodeEXR, Options{}}, {"EXRFloat32", EncodeEXR, Options{Float32: true}}, {"HDR", EncodeHDR, Options{}}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				size = len(encoded(b, c.encode, p, c.o))
			}
			b.ReportMetric(float64(size), "bytes/file")
		})
	}
	img := p.ToImage(8)
	b.Run("PNG8fromImage", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := EncodePNG(io.Discard, img, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
