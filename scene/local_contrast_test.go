package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// contrasted returns a picture of greys, given in stops by a function, after LocalContrast, in stops.
func contrasted(strength float32, width, height int, stops func(x, y int) float64) []float64 {
	picture := make([]mgl32.Vec3, width*height)
	for i := range picture {
		picture[i] = grey(float32(math.Exp2(stops(i%width, i/width))))
	}
	out := make([]float64, len(picture))
	for i, g := range LocalContrast(strength, picture, width, height) {
		out[i] = math.Log2(float64(picture[i][0] * g))
	}
	return out
}

// A fine ripple grows by the strength, whatever the brightness it lies on, and the brightness stays.
func TestLocalContrastStrengthensDetails(t *testing.T) {
	const w, h = 160, 120
	for _, level := range []float64{-6, -2, 3} {
		ripple := func(x, y int) float64 { return level + 0.1*math.Sin(float64(x)*2*math.Pi/4) }
		out := contrasted(0.5, w, h, ripple)
		mean, swing := 0.0, 0.0
		for y := 20; y < 100; y++ {
			for x := 20; x < 140; x++ {
				mean += out[y*w+x] / (80 * 120)
				swing = max(swing, math.Abs(out[y*w+x]-level))
			}
		}
		if math.Abs(mean-level) > 0.01 || math.Abs(swing-0.15) > 0.01 {
			t.Errorf("at %g stops: mean %g, a swing of 0.1 becomes %g", level, mean, swing)
		}
	}
}

// An edge of four stops gets next to no halo: nothing near it is brighter or darker than far away by more than a
// tenth of a stop, where a blurred base would make it a whole one.
func TestLocalContrastHasNoHalos(t *testing.T) {
	const w, h = 240, 120
	out := contrasted(0.5, w, h, func(x, y int) float64 {
		if x < w/2 {
			return -3
		}
		return 1
	})
	for x := range w {
		want := -3.0
		if x >= w/2 {
			want = 1
		}
		if got := out[h/2*w+x]; math.Abs(got-want) > 0.1 {
			t.Errorf("%d pixels from the edge: %g stops, want %g", x-w/2, got, want)
		}
	}
}

// A slope and an even picture stay, and so does every picture at strength 0.
func TestLocalContrastLeavesAlone(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 5}, {64, 64}, {200, 37}} {
		w, h := size[0], size[1]
		for i, got := range contrasted(1, w, h, func(x, y int) float64 { return -1.5 }) {
			if math.Abs(got+1.5) > 1e-4 {
				t.Fatalf("%v: pixel %d of an even picture is %g stops", size, i, got)
			}
		}
		noise := func(x, y int) float64 { return float64((x*7+y*13)%11) - 5 }
		for i, got := range contrasted(0, w, h, noise) {
			if math.Abs(got-noise(i%w, i/w)) > 1e-4 {
				t.Fatalf("%v: pixel %d changes without strength", size, i)
			}
		}
	}
	const w, h = 300, 200
	slope := func(x, y int) float64 { return float64(x)/100 - 2 }
	out := contrasted(1, w, h, slope)
	for y := 60; y < 140; y++ {
		for x := 60; x < 240; x++ {
			if got := out[y*w+x]; math.Abs(got-slope(x, y)) > 0.02 {
				t.Fatalf("pixel %d, %d of a slope is %g stops, was %g", x, y, got, slope(x, y))
			}
		}
	}
}

// Darkness without a number, black and the brightest light give factors in bounds.
func TestLocalContrastExtremes(t *testing.T) {
	picture := make([]mgl32.Vec3, 64*64)
	for i := range picture {
		picture[i] = [4]mgl32.Vec3{{}, grey(DisplayMax), grey(1e-30), {0, 0, 5}}[i%4]
	}
	for i, g := range LocalContrast(1, picture, 64, 64) {
		if !(g >= 0.25 && g <= 4) {
			t.Fatalf("pixel %d times %g", i, g)
		}
	}
}
