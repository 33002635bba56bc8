package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// The mean over all shifts is the integral of what of the fog is seen and lit, and one shift alone is near it: in even
// and layered fog, thick and thin, upwards and level, with and without an end.
func TestFogSunlit(t *testing.T) {
	beams := func(t float64) float64 { // two shadows on the way
		if t > 7 && t < 11 || t > 20 && t < 60 {
			return 0
		}
		return 1
	}
	for _, f := range []Fog{
		{Density: 0.03, Height: 1e6, Opacity: 1}, {Density: 0.4, Height: 1, Falloff: 5, Opacity: 1}, {Density: 1e-4, Height: 2, Falloff: 3, Opacity: 1},
		{Density: 0.05, Height: 3, Falloff: 10, Start: 9, Opacity: 0.5},
	} {
		for _, dir := range []mgl32.Vec3{{0, 0, -1}, {0.6, 0, 0.8}, {0, 0.3, -1}, {0, -0.02, 1}} {
			dir = dir.Normalize()
			for _, metres := range []float64{5, 40, 500, 1e9} {
				const reach = 50.0
				var whole, lit float64
				through := 1.0
				end := min(metres, 2e4)
				y := 2 + float64(dir[1])*float64(f.Start)
				from := float64(f.Start)
				for from < end {
					to := min(from+0.01+from*1e-4, end)
					at := math.Exp(-f.Depth(y, y+float64(dir[1])*(to-float64(f.Start)), to-float64(f.Start)))
					v := 1.0
					if to < reach {
						v = beams((from + to) / 2)
					}
					whole, lit = whole+through-at, lit+(through-at)*v
					through, from = at, to
				}
				want := 1.0
				if whole > 0 {
					want = lit / whole
				}
				const shifts = 400
				mean := 0.0
				for i := range shifts {
					got := f.Sunlit(mgl32.Vec3{0, 2, 0}, dir, metres, reach, (float64(i)+0.5)/shifts, beams)
					if math.Abs(got-want) > 0.2 {
						t.Errorf("%+v, %v m towards %v: %v at shift %d, want %v", f, metres, dir, got, i, want)
					}
					mean += got / shifts
				}
				if math.Abs(mean-want) > 0.02 {
					t.Errorf("%+v, %v m towards %v: %v, want %v", f, metres, dir, mean, want)
				}
			}
		}
	}
}

// Whatever the fog, the share is one.
func TestFogSunlitExtremes(t *testing.T) {
	for _, f := range []Fog{{}, {Density: 1e3, Height: 1e6}, {Density: 1e3, Falloff: 1e6, Start: 1e6}, {Density: 1e-12, Height: -1e6, Falloff: 1}} {
		for _, metres := range []float64{0, 1e-6, 10, 1e9} {
			for _, reach := range []float64{-5, 0, 1, 1e9} {
				for _, v := range []float64{0, 1} {
					got := f.Sunlit(mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0.6, 0.8}, metres, reach, 0.5, func(float64) float64 { return v })
					if !(got >= 0 && got <= 1) || v == 1 && got < 1-1e-6 {
						t.Errorf("%+v, %v m, reach %v: %v of %v", f, metres, reach, got, v)
					}
				}
			}
		}
	}
}
