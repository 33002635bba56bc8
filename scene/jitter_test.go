package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestJitter(t *testing.T) {
	if j := Jitter(1); len(j) != 1 || j[0] != (mgl32.Vec2{}) {
		t.Errorf("one sample at %v, want the pixel's centre", j)
	}
	for n := 2; n <= 1024; n++ {
		mx, my := 0.0, 0.0
		seen := map[mgl32.Vec2]bool{}
		for _, j := range Jitter(n) {
			if j[0] < -0.5 || j[0] >= 0.5 || j[1] < -0.5 || j[1] >= 0.5 {
				t.Fatalf("n = %d: %v is outside the pixel", n, j)
			}
			mx, my = mx+float64(j[0])/float64(n), my+float64(j[1])/float64(n)
			seen[j] = true
		}
		if math.Abs(mx) > 1e-6 || math.Abs(my) > 1e-6 {
			t.Fatalf("n = %d: mean %g, %g", n, mx, my)
		}
		if len(seen) != n {
			t.Fatalf("n = %d: only %d different positions", n, len(seen))
		}
	}
}

func TestJitterIsBetterThanRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{4, 16, 64, 100, 256} {
		random := 0.0
		const trials = 20
		for range trials {
			points := make([]mgl32.Vec2, n)
			for i := range points {
				points[i] = mgl32.Vec2{rng.Float32() - 0.5, rng.Float32() - 0.5}
			}
			random += starDiscrepancy(points) / trials
		}
		if d := starDiscrepancy(Jitter(n)); d > random/1.5 || n >= 64 && d > random/2.9 {
			t.Errorf("n = %d: discrepancy %g, random points have %g", n, d, random)
		}
	}
	// While it accumulates, the mean stays near the centre.
	x := float32(0)
	for i, j := range Jitter(64) {
		x += j[0]
		if m := x / float32(i+1); i >= 7 && (m > 0.08 || m < -0.08) {
			t.Errorf("after %d of 64 samples the mean is at %g", i+1, m)
		}
	}
}

// starDiscrepancy is the L2 star discrepancy of points in [-0.5, 0.5)² (Warnock, "Computational
// Investigations of Low-Discrepancy Point Sets", 1972).
func starDiscrepancy(points []mgl32.Vec2) float64 {
	n := float64(len(points))
	a, b := 0.0, 0.0
	for _, p := range points {
		x, y := float64(p[0])+0.5, float64(p[1])+0.5
		a += (1 - x*x) / 2 * (1 - y*y) / 2
		for _, q := range points {
			b += (1 - math.Max(x, float64(q[0])+0.5)) * (1 - math.Max(y, float64(q[1])+0.5))
		}
	}
	return math.Sqrt(1.0/9 - 2/n*a + b/(n*n))
}
