package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// edgePicture is a half plane at an angle, display values, with so many samples along each side of a pixel.
func edgePicture(size int, angle float64, samples int, dark, bright, cover float32) []mgl32.Vec4 {
	sin, cos := math.Sincos(angle)
	out := make([]mgl32.Vec4, size*size)
	for i := range out {
		inside := 0
		for k := range samples * samples {
			x := float64(i%size) + (float64(k%samples)+0.5)/float64(samples) - float64(size)/2 - 0.13
			y := float64(i/size) + (float64(k/samples)+0.5)/float64(samples) - float64(size)/2 - 0.29
			if x*cos+y*sin > 0 {
				inside++
			}
		}
		share := float32(inside) / float32(samples*samples)
		alpha := cover + share*(1-cover)
		v := float32(0)
		if alpha > 0 {
			v = SRGBFromLinear((share*LinearFromSRGB(bright) + (1-share)*cover*LinearFromSRGB(dark)) / alpha)
		}
		out[i] = mgl32.Vec4{v, v, v, alpha}
	}
	return out
}

func clampedAt(p []mgl32.Vec4, size int) func(x, y int) mgl32.Vec4 {
	return func(x, y int) mgl32.Vec4 { return p[min(max(y, 0), size-1)*size+min(max(x, 0), size-1)] }
}

// displayError is the mean difference of two pictures' displayed light over what an edge can touch.
func displayError(a, b []mgl32.Vec4, size int) (sum float64) {
	for y := 8; y < size-8; y++ {
		for x := 8; x < size-8; x++ {
			p, q := a[y*size+x], b[y*size+x]
			sum += math.Abs(float64(p[0]*p[3] - q[0]*q[3]))
		}
	}
	return sum
}

// An edge at any angle comes nearer to the same edge with 64 samples a pixel; of the error of all angles
// together less than 0.45 is left. So it does where the edge is cut out of nothing.
func TestFXAASmoothsEdges(t *testing.T) {
	const size = 64
	for _, c := range []struct{ dark, bright, cover float32 }{{0, 1, 1}, {0.2, 0.7, 1}, {0, 0.6, 0}, {0, 0, 0}} {
		before, after := 0.0, 0.0
		for degrees := 2.0; degrees < 180; degrees += 5.3 {
			rough := edgePicture(size, degrees*math.Pi/180, 1, c.dark, c.bright, c.cover)
			want := edgePicture(size, degrees*math.Pi/180, 8, c.dark, c.bright, c.cover)
			at := clampedAt(rough, size)
			got := make([]mgl32.Vec4, len(rough))
			for i := range got {
				got[i] = FXAA(at, i%size, i/size)
			}
			if c.bright == 0 { // black on nothing: look at the coverage
				for _, p := range [][]mgl32.Vec4{rough, want, got} {
					for i := range p {
						p[i] = mgl32.Vec4{p[i][3], 0, 0, 1}
					}
				}
			}
			b, a := displayError(rough, want, size), displayError(got, want, size)
			before, after = before+b, after+a
			if a > 0.9*b {
				t.Errorf("%v at %g degrees: the error goes from %.2f to %.2f", c, degrees, b, a)
			}
		}
		if after > 0.45*before {
			t.Errorf("%v: of the error %.2f is left", c, after/before)
		}
	}
}

// Even areas, slopes and the outside of edges keep their bits, in pictures of any size.
func TestFXAAKeepsFlatAreas(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, size := range []int{1, 2, 5, 40} {
		p := make([]mgl32.Vec4, size*size)
		for i := range p {
			v := 0.3 + 0.02*rng.Float32() + 0.004*float32(i%size)
			p[i] = mgl32.Vec4{v, v * 0.9, 1 - v, 1}
		}
		at := clampedAt(p, size)
		for i := range p {
			if got := FXAA(at, i%size, i/size); got != p[i] {
				t.Fatalf("size %d: pixel %d goes from %v to %v", size, i, p[i], got)
			}
		}
	}
	edge := edgePicture(40, 0.3, 1, 0, 1, 1)
	at := clampedAt(edge, 40)
	for i := range edge {
		x, y := float64(i%40)+0.5-20.13, float64(i/40)+0.5-20.29
		if far := math.Abs(x*math.Cos(0.3)+y*math.Sin(0.3)) > 2; far && FXAA(at, i%40, i/40) != edge[i] {
			t.Fatalf("pixel %d far from the edge changes", i)
		}
	}
}
