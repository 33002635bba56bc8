package radiance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func file(header, size string, data ...byte) []byte {
	return append([]byte("#?RADIANCE\n"+header+"\n"+size+"\n"), data...)
}

func repeat(n int, b ...byte) []byte { return bytes.Repeat(b, n) }

// A pixel of exponent 136 has its mantissas as values.
func TestEncodings(t *testing.T) {
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, c := range []struct {
		name string
		data []byte
		want []float32 // red of each pixel; green and blue are red + 1 and + 2
	}{
		{"flat", join([]byte{10, 11, 12, 136}, []byte{20, 21, 22, 136}, []byte{3, 4, 5, 136}), []float32{10, 20, 3}},
		{"old runs", join([]byte{10, 11, 12, 136}, []byte{1, 1, 1, 3}, []byte{20, 21, 22, 136}), []float32{10, 10, 10, 10, 20}},
		{"old long run", join([]byte{10, 11, 12, 136}, []byte{1, 1, 1, 3}, []byte{1, 1, 1, 1}), func() []float32 {
			v := make([]float32, 1+3+256)
			for i := range v {
				v[i] = 10
			}
			return v
		}()},
		{"new runs", join([]byte{2, 2, 0, 9},
			[]byte{128 + 7, 50, 2, 60, 70},      // red: 7 times 50, then 60, 70
			[]byte{128 + 7, 51, 2, 61, 71},      // green
			[]byte{128 + 7, 52, 128 + 1, 62, 1}, // blue: a run of one, then one plain
			[]byte{72, 128 + 9, 136}), []float32{50, 50, 50, 50, 50, 50, 50, 60, 70}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, h, pix, err := Decode(bytes.NewReader(file("", fmt.Sprintf("-Y 1 +X %d", len(c.want)), c.data...)))
			if err != nil {
				t.Fatal(err)
			}
			var want []float32
			for _, r := range c.want {
				want = append(want, r, r+1, r+2)
			}
			if w != len(c.want) || h != 1 || !reflect.DeepEqual(pix, want) {
				t.Errorf("got %dx%d %v, want %v", w, h, pix, want)
			}
		})
	}
}

func TestExponents(t *testing.T) {
	for _, c := range []struct {
		p    [4]byte
		want float32
	}{
		{[4]byte{128, 0, 0, 129}, 1},
		{[4]byte{255, 0, 0, 0}, 0}, // exponent 0 is black
		{[4]byte{192, 0, 0, 128}, 0.75},
		{[4]byte{128, 0, 0, 1}, float32(math.Ldexp(1, -128))},
		{[4]byte{255, 0, 0, 255}, float32(math.Ldexp(255, 255-136))},
	} {
		_, _, pix, err := Decode(bytes.NewReader(file("", "-Y 1 +X 1", c.p[:]...)))
		if err != nil || pix[0] != c.want {
			t.Errorf("%v is %v (%v), want %v", c.p, pix, err, c.want)
		}
	}
}

func TestHeader(t *testing.T) {
	pixel := []byte{128, 128, 128, 129} // 1, 1, 1
	for _, c := range []struct {
		header string
		want   []float32
	}{
		{"", []float32{1, 1, 1}},
		{"# EXPOSURE=4\nrpict -vf view\nFORMAT=32-bit_rle_rgbe\nPRIMARIES=0 0 0 0 0 0 0 0\n", []float32{1, 1, 1}},
		{"EXPOSURE=4\n", []float32{0.25, 0.25, 0.25}},
		{"EXPOSURE= 4\r\nEXPOSURE=.5\r\n", []float32{0.5, 0.5, 0.5}},
		{"COLORCORR=1 2 4\nCOLORCORR= 2 2 .5\n", []float32{0.5, 0.25, 0.5}},
		{strings.Repeat("EXPOSURE=1e-300\n", 3), []float32{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}},
		{strings.Repeat("EXPOSURE=1e300\n", 3), []float32{0, 0, 0}},
	} {
		_, _, pix, err := Decode(bytes.NewReader(file(c.header, "-Y 1 +X 1", pixel...)))
		if err != nil || !reflect.DeepEqual(pix, c.want) {
			t.Errorf("%q: %v (%v), want %v", c.header, pix, err, c.want)
		}
	}
}

// TestOrientations writes the upright picture
//
//	1 2 3
//	4 5 6
//
// in all eight orders.
func TestOrientations(t *testing.T) {
	for size, order := range map[string][]byte{
		"-Y 2 +X 3": {1, 2, 3, 4, 5, 6},
		"-Y 2 -X 3": {3, 2, 1, 6, 5, 4},
		"+Y 2 +X 3": {4, 5, 6, 1, 2, 3},
		"+Y 2 -X 3": {6, 5, 4, 3, 2, 1},
		"+X 3 -Y 2": {1, 4, 2, 5, 3, 6},
		"+X 3 +Y 2": {4, 1, 5, 2, 6, 3},
		"-X 3 -Y 2": {3, 6, 2, 5, 1, 4},
		"-X 3 +Y 2": {6, 3, 5, 2, 4, 1},
	} {
		var data []byte
		for _, v := range order {
			data = append(data, v, v+10, v+20, 136)
		}
		w, h, pix, err := Decode(bytes.NewReader(file("", size, data...)))
		if err != nil {
			t.Errorf("%s: %v", size, err)
			continue
		}
		if w != 3 || h != 2 {
			t.Errorf("%s: size %dx%d, want 3x2", size, w, h)
		}
		for i := range 6 {
			if v := float32(i + 1); pix[3*i] != v || pix[3*i+1] != v+10 || pix[3*i+2] != v+20 {
				t.Errorf("%s: pixel %d is %v", size, i, pix[3*i:3*i+3])
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "ends early"},
		{"another format", []byte("\x89PNG\r\n\x1a\n"), "#?"},
		{"no size", file("", ""), "size"},
		{"no end of header", []byte("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"), "ends early"},
		{"xyz", file("FORMAT=32-bit_rle_xyze\n", "-Y 1 +X 1", 1, 2, 3, 4), "xyze"},
		{"exposure", file("EXPOSURE=0\n", "-Y 1 +X 1", 1, 2, 3, 4), "EXPOSURE"},
		{"exposure not a number", file("EXPOSURE=NaN\n", "-Y 1 +X 1", 1, 2, 3, 4), "EXPOSURE"},
		{"colour correction", file("COLORCORR=1 2\n", "-Y 1 +X 1", 1, 2, 3, 4), "COLORCORR"},
		{"no width", file("", "-Y 1 +X 0"), "size"},
		{"negative width", file("", "-Y 1 +X -4"), "size"},
		{"same axis", file("", "-Y 1 +Y 4"), "size"},
		{"no sign", file("", "-Y 1 XX 4"), "size"},
		{"too wide", file("", "-Y 1 +X 16385"), "16384"},
		{"too many pixels", file("", "-Y 16384 +X 16384"), "pixels"},
		{"overflow", file("", "-Y 99999999999999999999 +X 4"), "size"},
		{"no pixels", file("", "-Y 16384 +X 8192"), "unexpected EOF"},
		{"truncated", file("", "-Y 2 +X 1", 1, 2, 3, 4, 5), "unexpected EOF"},
		{"old run first", file("", "-Y 1 +X 2", 1, 1, 1, 2), "starts with"},
		{"old run too long", file("", "-Y 1 +X 2", 5, 5, 5, 5, 1, 1, 1, 2), "2 pixels where 1"},
		{"old run of nothing", file("", "-Y 1 +X 9", append([]byte{5, 5, 5, 5}, repeat(9, 1, 1, 1, 0)...)...), "too long"},
		{"new length", file("", "-Y 1 +X 9", 2, 2, 0, 8), "8 pixels long"},
		{"new run too long", file("", "-Y 1 +X 9", 2, 2, 0, 9, 128+10, 1), "10 pixels where 9"},
		{"new run of nothing", file("", "-Y 1 +X 9", 2, 2, 0, 9, 0, 1), "no pixels"},
		{"long line", file(strings.Repeat("x", 5000)+"\n", "-Y 1 +X 1", 1, 2, 3, 4), "4096"},
		{"many lines", file(strings.Repeat("x\n", 5000), "-Y 1 +X 1", 1, 2, 3, 4), "1024"},
	} {
		w, h, pix, err := Decode(bytes.NewReader(c.data))
		if err == nil || !strings.HasPrefix(err.Error(), "radiance: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if w != 0 || h != 0 || pix != nil {
			t.Errorf("%s: something came back with the error", c.name)
		}
	}
}

// TestMemoryFollowsData: a header alone must not take the memory it asks for.
func TestMemoryFollowsData(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, _, err := Decode(bytes.NewReader(file("", "-Y 8192 +X 16384"))); err == nil {
		t.Fatal("no error")
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 16<<20 {
		t.Errorf("took %d bytes for an empty picture", taken)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("disk gone") }

func TestReadErrorIsPassedOn(t *testing.T) {
	_, _, _, err := Decode(io.MultiReader(bytes.NewReader(file("", "-Y 2 +X 2", 1, 2, 3, 4)), failing{}))
	if err == nil || !strings.Contains(err.Error(), "disk gone") {
		t.Errorf("got %v", err)
	}
}

// TestRealFiles reads environment maps as other programs wrote them.
func TestRealFiles(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "assets", "hdri")
	names, _ := filepath.Glob(filepath.Join(dir, "*.hdr"))
	if len(names) == 0 {
		t.Skipf("no environment maps in %s", dir)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, h, pix, err := Decode(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		if w != 2*h || len(pix) != 3*w*h {
			t.Errorf("%s: %dx%d with %d values", filepath.Base(name), w, h, len(pix))
		}
		// Sky or ceiling above are brighter than the ground below.
		half := len(pix) / 2
		if mean(pix[:half]) <= mean(pix[half:]) {
			t.Errorf("%s: upper half %v, lower half %v", filepath.Base(name), mean(pix[:half]), mean(pix[half:]))
		}
	}
}

func mean(v []float32) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x)
	}
	return sum / float64(len(v))
}

func FuzzDecode(f *testing.F) {
	f.Add(file("EXPOSURE=2\n", "-Y 1 +X 2", 1, 2, 3, 130, 1, 1, 1, 1))
	f.Add(file("COLORCORR=1 2 3\n", "+X 2 -Y 1", 1, 2, 3, 130, 4, 5, 6, 131))
	f.Add(file("FORMAT=32-bit_rle_rgbe\n", "-Y 1 +X 9", 2, 2, 0, 9, 137, 1, 137, 2, 137, 3, 137, 129))
	f.Add(file("", "-Y 16384 +X 16384"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, h, pix, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		if w <= 0 || h <= 0 || w > MaxSide || h > MaxSide || len(pix) != 3*w*h {
			t.Fatalf("%dx%d with %d values", w, h, len(pix))
		}
		for i, v := range pix {
			if !(v >= 0 && v <= math.MaxFloat32) {
				t.Fatalf("value %d is %v", i, v)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	// 1024 x 512, every line in plain stretches of the newer encoding.
	line := []byte{2, 2, 4, 0}
	for c := range 4 {
		for i := range 8 {
			line = append(line, 128)
			for k := range 128 {
				line = append(line, byte(128+(c*31+i*7+k*13)%16))
			}
		}
	}
	data := file("", "-Y 512 +X 1024", repeat(512, line...)...)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, _, err := Decode(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}
