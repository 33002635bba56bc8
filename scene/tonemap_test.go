package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

var tonemaps = map[string]Tonemap{"agx": TonemapAgX, "aces": TonemapACES, "khronos-neutral": TonemapKhronosNeutral, "reinhard": TonemapReinhard, "none": TonemapNone}

func grey(x float32) mgl32.Vec3 { return mgl32.Vec3{x, x, x} }

func TestTonemapGreys(t *testing.T) {
	for name, m := range tonemaps {
		if got := m.Apply(mgl32.Vec3{}); got != (mgl32.Vec3{}) {
			t.Errorf("%s: black gives %v", name, got)
		}
		if got := m.Apply(grey(-1)); got != (mgl32.Vec3{}) {
			t.Errorf("%s: less than black gives %v", name, got)
		}
		before := grey(-1)
		for x := float32(1e-5); x < DisplayMax; x *= 1.02 {
			got := m.Apply(grey(x))
			for c := range 3 {
				// The polynomial of agx is flat at its upper end to a few 1e-5.
				if !(got[c] >= before[c]-2e-5 && got[c] >= 0 && got[c] <= 1) {
					t.Fatalf("%s: %g gives %v after %v", name, x, got, before)
				}
				if math.Abs(float64(got[c]-got[1])) > 3e-3 {
					t.Fatalf("%s: grey %g is tinted: %v", name, x, got)
				}
			}
			before = got
		}
		if white := m.Apply(grey(DisplayMax))[1]; white < 0.99 {
			t.Errorf("%s: the brightest light gives %g", name, white)
		}
	}
}

func TestTonemapKnownValues(t *testing.T) {
	for _, c := range []struct {
		m         Tonemap
		in        float32
		want, tol float64
	}{
		// 0.18 is 10/16.5 of the way; the polynomial there is 0.4967, to the power of 2.2.
		{TonemapAgX, 0.18, 0.2143, 5e-4},
		{TonemapAgX, 0.18 * 90.51, 0.997, 1e-3}, // 6.5 stops over grey: the end of the curve
		// (v(v+0.0245786)-0.000090537)/(v(0.983729v+0.432951)+0.238081) at v = 0.3
		{TonemapACES, 0.18, 0.2131, 5e-4},
		{TonemapKhronosNeutral, 0.18, 0.14, 1e-6},
		{TonemapKhronosNeutral, 0.04, 0.01, 1e-6}, // 6.25·0.04²
		// The peak of 1.0 is 0.96 after the offset: 1 - 0.24²/(0.96+0.24-0.76)
		{TonemapKhronosNeutral, 1, 1 - 0.0576/0.44, 1e-5},
		{TonemapReinhard, 0.18, 0.18 * (1 + 0.18/265.42) / 1.18, 1e-5},
		{TonemapReinhard, 0.18 * 90.5097, 1, 1e-5}, // white
		{TonemapNone, 0.6, 0.6, 1e-7},
	} {
		if got := c.m.Apply(grey(c.in))[1]; math.Abs(float64(got)-c.want) > c.tol {
			t.Errorf("curve %d: %g gives %g, want %g", c.m, c.in, got, c.want)
		}
	}
}

// The base colour of a material under white light, with the 4 % it reflects on top, is shown as it is.
func TestKhronosNeutralIsIdentityBelowCompression(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 1000 {
		base := mgl32.Vec3{0.04 + 0.719*rng.Float32(), 0.04 + 0.719*rng.Float32(), 0.04 + 0.719*rng.Float32()}
		if got := TonemapKhronosNeutral.Apply(base.Add(grey(0.04))); got.Sub(base).Len() > 1e-6 {
			t.Fatalf("%v gives %v", base, got)
		}
	}
}

// Reinhard's curve changes luminance alone: where nothing is cut, channels keep their ratios.
func TestReinhardKeepsHues(t *testing.T) {
	for _, l := range []float32{0.01, 0.3, 1, 2} {
		c := mgl32.Vec3{0.9 * l, 0.5 * l, 0.3 * l}
		got := TonemapReinhard.Apply(c)
		y := 0.2126*float64(c[0]) + 0.7152*float64(c[1]) + 0.0722*float64(c[2])
		want := (1 + y/math.Pow(0.18*math.Exp2(6.5), 2)) / (1 + y)
		for i := range c {
			if math.Abs(float64(got[i]/c[i])-want) > 1e-5 {
				t.Errorf("%v gives %v, want all channels times %g", c, got, want)
			}
		}
	}
}

func TestTonemapIsBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	for name, m := range tonemaps {
		for range 2000 {
			var c mgl32.Vec3
			for i := range c {
				c[i] = float32(math.Exp2(rng.Float64()*24 - 12))
			}
			got := m.Apply(c)
			for i, x := range got {
				if !(x >= 0 && x <= 1) {
					t.Fatalf("%s: %v gives %v", name, c, got)
				}
				// These keep the order of the channels; the filmic ones bend hues.
				if k := (i + 1) % 3; (m == TonemapNone || m == TonemapKhronosNeutral || m == TonemapReinhard) && (c[i]-c[k])*(got[i]-got[k]) < 0 {
					t.Fatalf("%s: %v gives %v", name, c, got)
				}
			}
		}
	}
}

func TestSRGB(t *testing.T) {
	for _, c := range [][2]float32{{0, 0}, {1, 1}, {0.0031308, 0.04045}, {0.21404114, 0.5}} {
		if got := SRGBFromLinear(c[0]); math.Abs(float64(got-c[1])) > 1e-5 {
			t.Errorf("SRGBFromLinear(%g) = %g, want %g", c[0], got, c[1])
		}
	}
	for i := range 256 {
		if got := SRGBFromLinear(LinearFromSRGB(float32(i)/255)) * 255; math.Abs(float64(got)-float64(i)) > 1e-3 {
			t.Errorf("%d comes back as %g", i, got)
		}
	}
}

func TestDitherKeepsExactValuesAndMeans(t *testing.T) {
	for k := range 256 {
		for i := range 256 {
			if got := Quantize(float32(k)/255, (float32(i)+0.5)/256); int(got) != k {
				t.Fatalf("%d/255 becomes %d at threshold %d", k, got, i)
			}
		}
	}
	// A patch of 16 x 16 pixels has the mean that was asked for.
	for _, v := range []float32{0.1, 0.3337, 0.5, 0.9001} {
		sum := 0.0
		for y := range 16 {
			for x := range 16 {
				sum += float64(Quantize(v, Dither(x+100, y+37)))
			}
		}
		if d := sum/256 - float64(v)*255; math.Abs(d) > 0.02 {
			t.Errorf("the mean of %g is %g steps off", v, d)
		}
	}
	seen := map[float32]bool{}
	for y := range 64 {
		for x := range 64 {
			d := Dither(x, y)
			if d <= 0 || d >= 1 {
				t.Fatalf("threshold %g", d)
			}
			seen[d] = true
		}
	}
	if len(seen) != 256 {
		t.Errorf("%d thresholds, want 256", len(seen))
	}
	if Quantize(-1, 0.9) != 0 || Quantize(2, 0.1) != 255 {
		t.Error("values outside 0..1 are not clamped")
	}
}

func ExampleTonemap_Apply() {
	light := mgl32.Vec3{0.18, 0.18, 0.18}
	for _, t := range []Tonemap{TonemapAgX, TonemapACES, TonemapKhronosNeutral, TonemapReinhard, TonemapNone} {
		fmt.Printf("%.2f ", t.Apply(light)[1])
	}
	// Output: 0.21 0.21 0.14 0.15 0.18
}
