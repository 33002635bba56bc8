package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// spot is a black picture with one bright pixel.
func spot(width, height, x, y int) []mgl32.Vec4 {
	p := make([]mgl32.Vec4, width*height)
	for i := range p {
		p[i] = mgl32.Vec4{0, 0, 0, 1}
	}
	p[y*width+x] = mgl32.Vec4{100, 50, 25, 1}
	return p
}

// moments are the sum of a channel, its centre and its variance along both axes.
func moments(p []mgl32.Vec4, width, channel int) (sum, cx, cy, vx, vy float64) {
	for pass := range 2 {
		for i, c := range p {
			x, y, l := float64(i%width), float64(i/width), float64(c[channel])
			if pass == 0 {
				sum, cx, cy = sum+l, cx+l*x, cy+l*y
				continue
			}
			vx, vy = vx+l*(x-cx)*(x-cx)/sum, vy+l*(y-cy)*(y-cy)/sum
		}
		if pass == 0 {
			cx, cy = cx/sum, cy/sum
		}
	}
	return
}

// A spot keeps its light and its place, and spreads as widely as six octaves do, at any place of the
// pyramid and in pictures of odd sizes.
func TestBloomOfASpot(t *testing.T) {
	for _, radius := range []float32{0.01, 0.03, 0.05} {
		b := Bloom{Strength: 0.4, Radius: radius}
		for _, place := range [][4]int{{256, 256, 128, 128}, {256, 256, 127, 130}, {255, 251, 126, 121}, {233, 249, 120, 133}} {
			w, h, x, y := place[0], place[1], place[2], place[3]
			before := spot(w, h, x, y)
			after := b.Apply(before, w, h, 1)
			want := 0.0
			for octave := range 6 {
				sigma := float64(radius) * float64(h) / math.Exp2(float64(octave))
				want += 0.4 * sigma * sigma / 6
			}
			for channel := range 3 {
				light, _, _, _, _ := moments(before, w, channel)
				sum, cx, cy, vx, vy := moments(after, w, channel)
				if math.Abs(sum/light-1) > 1e-4 {
					t.Errorf("%v, radius %g: the sum is %g of %g", place, radius, sum, light)
				}
				if math.Hypot(cx-float64(x), cy-float64(y)) > 0.01 {
					t.Errorf("%v, radius %g: the spot moves to %g, %g", place, radius, cx, cy)
				}
				if math.Abs(vx/want-1) > 0.02 || math.Abs(vy/want-1) > 0.02 {
					t.Errorf("%v, radius %g: variances %g and %g, want %g", place, radius, vx, vy, want)
				}
			}
		}
	}
}

// The spread is that of six Gaussians but for 4 % of the light, and much the same wherever the spot lies in the pyramid's cells.
func TestBloomAgainstConvolution(t *testing.T) {
	const size, radius = 320, 0.05
	b := Bloom{Strength: 1, Radius: radius}
	var first []float64 // along a line through the spot
	for at := 150; at < 166; at += 3 {
		p := b.Apply(spot(size, size, at, at), size, size, 1)
		line := []float64{}
		off, sum := 0.0, 0.0
		for i, c := range p {
			r2 := float64((i%size-at)*(i%size-at) + (i/size-at)*(i/size-at))
			want := 0.0
			for octave := range 6 {
				s2 := math.Pow(radius*size/math.Exp2(float64(octave)), 2)
				want += 100 / 6.0 / (2 * math.Pi * (s2 + 1.0/12)) * math.Exp(-r2/2/(s2+1.0/12))
			}
			if r2 >= 36 { // farther than the octaves that are finer than the grid
				off += math.Abs(float64(c[0]) - want)
				sum += want
			}
			if i/size == at && i%size >= at && i%size < at+100 {
				line = append(line, float64(c[0]))
			}
		}
		if off/2 > 0.04*sum {
			t.Errorf("spot at %d: %.3f of the light is elsewhere", at, off/2/sum)
		}
		if first == nil {
			first = line
		}
		for d := 8; d < 60; d++ {
			if math.Abs(line[d]-first[d]) > 0.04*first[d]+1e-7*100 {
				t.Errorf("%d pixels from a spot at %d: %g, at 150: %g", d, at, line[d], first[d])
			}
		}
		// Away from the spot it only gets darker: no blocks, no rings.
		for d := 1; d < len(line); d++ {
			if line[d] > line[d-1]*(1+1e-5) {
				t.Errorf("spot at %d: %g at %d pixels, %g one nearer", at, line[d], d, line[d-1])
			}
		}
	}
}

// An even picture stays as it is, whatever its size; light never appears or vanishes, and coverage stays.
func TestBloomOfEvenPictures(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 7}, {3, 5}, {2, 2}, {64, 1}, {17, 33}} {
		p := make([]mgl32.Vec4, size[0]*size[1])
		for i := range p {
			p[i] = mgl32.Vec4{3, 2, 1, 0.5}
		}
		b := Bloom{Strength: 0.5, Radius: 0.3}
		for i, c := range b.Apply(p, size[0], size[1], 1) {
			if want := (mgl32.Vec4{3 - 0.25*3, 2 - 0.25*2, 1 - 0.25, 0.5}); c.Sub(want).Len() > 1e-5 {
				t.Fatalf("%v: pixel %d is %v, want %v", size, i, c, want) // half covered: half of what scatters lands on it
			}
			p[i][3] = 1
		}
		for i, c := range b.Apply(p, size[0], size[1], 1) {
			if c.Sub(p[i]).Len() > 1e-5 {
				t.Fatalf("%v: pixel %d is %v", size, i, c)
			}
		}
	}
}

// Only what is above the threshold scatters, and what does rises smoothly with the light.
func TestBloomThreshold(t *testing.T) {
	b := Bloom{Strength: 0.3, Threshold: 800, Radius: 0.05}
	const exposure = 0.01 // so that the threshold is 8
	lost := func(l float32) float64 {
		p := spot(64, 64, 32, 32)
		p[32*64+32] = mgl32.Vec4{l, l, l, 1}
		return float64(l - b.Apply(p, 64, 64, exposure)[32*64+32][0])
	}
	for _, l := range []float32{0, 1, 3.99} {
		if got := lost(l); got != 0 {
			t.Errorf("%g is below the threshold and loses %g", l, got)
		}
	}
	full := lost(1e6) / (1e6 - 8)
	for _, l := range []float32{12, 50, 4096} {
		if got, want := lost(l), full*float64(l-8); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%g loses %g, want %g", l, got, want)
		}
	}
	slope, before := 0.0, 0.0
	for l := 3.0; l < 14; l += 0.05 {
		now := lost(float32(l))
		if s := (now - before) / 0.05 / full; s < slope-1e-3 || s > slope+0.02 {
			t.Errorf("at %g the slope goes from %g to %g", l, slope, s)
		} else {
			slope = s
		}
		before = now
	}
}

// Shares sum to one, and pictures of twice the size glow as widely on the wall: one level more.
func TestBloomShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		b := Bloom{Radius: rng.Float32()}
		w, h := 1+rng.IntN(4000), 1+rng.IntN(4000)
		sum := 0.0
		for _, s := range b.Shares(w, h) {
			if s < 0 || s > 1 {
				t.Fatalf("%+v at %d x %d: share %g", b, w, h, s)
			}
			sum += float64(s)
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("%+v at %d x %d: sum %g", b, w, h, sum)
		}
	}
	small, large := DefaultBloom().Shares(640, 360), DefaultBloom().Shares(5120, 2880)
	if len(large) != len(small)+3 {
		t.Fatalf("%v and %v", small, large)
	}
	for i := 3; i < len(small); i++ {
		if math.Abs(float64(large[i+3]-small[i])) > 0.01 {
			t.Errorf("level %d: %g, in a larger picture %g", i, small[i], large[i+3])
		}
	}
	if got := (Bloom{}).Shares(100, 100); len(got) != 1 || got[0] != 1 {
		t.Errorf("no radius gives %v", got)
	}
}
