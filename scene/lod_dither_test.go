package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

var ditherPatterns = map[string]DitherPattern{"blue noise": DitherBlueNoise, "gradient": DitherGradient}

// Complementary masks: of two levels that fade into each other every pixel belongs to exactly one, at
// every blend, with every pattern, for every object and in every sample; with a DitherFade, every
// pixel that a level alone would keep.
func TestMasksAreComplementary(t *testing.T) {
	rotations := DitherRotations(7)
	for name, pattern := range ditherPatterns {
		for i := range 256 {
			blend := float32(i) / 256
			for _, coverage := range []float32{1, 0.6, 0.01, 0} {
				level, next := LodPick{Level: 0, Next: 1, Blend: blend}.Masks(coverage)
				whole, nobody := alone(0).Masks(coverage)
				if !nobody.Empty() {
					t.Fatalf("a level alone leaves %+v to another", nobody)
				}
				offset, rotation := DitherOffset(uint32(i)), rotations[i%len(rotations)]
				for y := range uint32(2 * BlueNoiseSize) {
					for x := range uint32(2 * BlueNoiseSize) {
						th := pattern.Threshold(x, y, offset, rotation)
						leaves, enters := level.Keeps(th), next.Keeps(th)
						if leaves && enters || (leaves || enters) != whole.Keeps(th) {
							t.Fatalf("%s, blend %g, coverage %g: threshold %d at %d, %d: leaving %v, entering %v, alone %v",
								name, blend, coverage, th, x, y, leaves, enters, whole.Keeps(th))
						}
						// In the words of the rule, for a coverage of 1.
						if entering := float32(th)/DitherSteps < blend; coverage == 1 && enters != entering {
							t.Fatalf("%s: threshold %d enters at blend %g: %v", name, th, blend, enters)
						}
					}
				}
			}
		}
	}
}

func TestMasks(t *testing.T) {
	for _, c := range []struct {
		blend, coverage float32
		level, next     DitherMask
	}{
		{0, 1, DitherAll, DitherMask{}},
		{0.25, 1, DitherMask{8192, 32768}, DitherMask{0, 8192}},
		{0.5, 0.5, DitherMask{8192, 16384}, DitherMask{0, 8192}},
		{0.5, 0, DitherMask{}, DitherMask{}},
		{0.5, 7, DitherMask{16384, 32768}, DitherMask{0, 16384}},
		{0.5, -7, DitherMask{}, DitherMask{}},
	} {
		level, next := LodPick{Next: 1, Blend: c.blend}.Masks(c.coverage)
		if level != c.level || next != c.next {
			t.Errorf("blend %g, coverage %g: %+v and %+v, want %+v and %+v", c.blend, c.coverage, level, next, c.level, c.next)
		}
	}
	if p := (DitherMask{0x1234, 0x5678}).Pack(); p != 0x56781234 {
		t.Errorf("packed as %#x", p)
	}
	if !DitherAll.Keeps(0) || !DitherAll.Keeps(DitherSteps-1) {
		t.Error("DitherAll leaves out a pixel")
	}
}

// The leaving and the entering level have the shares that the blend says: exactly over a tile of blue
// noise, closely with the gradient, which has no tile.
func TestMasksHaveTheirShares(t *testing.T) {
	for name, pattern := range ditherPatterns {
		allowed := map[DitherPattern]float64{DitherBlueNoise: 0, DitherGradient: 0.006}[pattern]
		for i := range 256 {
			blend := float32(i) / 256
			_, next := LodPick{Next: 1, Blend: blend}.Masks(1)
			count := 0
			for y := range uint32(BlueNoiseSize) {
				for x := range uint32(BlueNoiseSize) {
					if next.Keeps(pattern.Threshold(x, y, DitherOffset(77), DitherRotation{})) {
						count++
					}
				}
			}
			if d := math.Abs(float64(count)/(BlueNoiseSize*BlueNoiseSize) - float64(blend)); d > allowed {
				t.Errorf("%s: at blend %g the share is off by %g", name, blend, d)
			}
		}
	}
}

// Averaged over n samples, a fade is within 1/n of its blend in every single pixel.
func TestRotationsMakeFadesSmooth(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 16, 25, 64, 100, 1024} {
		rotations := DitherRotations(n)
		for name, pattern := range ditherPatterns {
			for i := range 64 {
				blend := (float32(i) + 0.3) / 64
				_, next := LodPick{Next: 1, Blend: blend}.Masks(1)
				for pixel := range uint32(40) {
					count := 0
					for _, r := range rotations {
						if next.Keeps(pattern.Threshold(pixel, 7*pixel, DitherOffset(pixel), r)) {
							count++
						}
					}
					if d := math.Abs(float64(count)/float64(n) - float64(blend)); d >= 1/float64(n)+1.0/DitherSteps {
						t.Fatalf("%s: %d samples at blend %g average to %g", name, n, blend, float64(count)/float64(n))
					}
				}
			}
		}
	}
	if r := DitherRotations(1)[0]; r != (DitherRotation{}) {
		t.Errorf("one sample is rotated by %d", r)
	}
}

// Which samples a fade keeps has nothing to do with where in the pixel they are, nor do two objects with
// different rotations keep the same.
func TestRotationsAreIndependent(t *testing.T) {
	for _, n := range []int{16, 64, 256} {
		jitter, rotations := Jitter(n), DitherRotations(n)
		coordinate := func(k, sample int) float32 {
			if k < 2 {
				return jitter[sample][k]
			}
			return float32(rotations[sample][k-2])/DitherSteps + 0.5/float32(n) - 0.5 // the middle of its strip
		}
		worst := 0.0
		for a := range 2 + len(DitherRotation{}) {
			for b := range a {
				points := make([]mgl32.Vec2, n)
				for i := range points {
					points[i] = mgl32.Vec2{coordinate(a, i), coordinate(b, i)}
				}
				worst = max(worst, starDiscrepancy(points))
			}
		}
		// The same coordinate twice has 0.11, random points 0.37 / √n.
		if limit := 0.25 / math.Sqrt(float64(n)); worst > limit {
			t.Errorf("%d samples: discrepancy up to %.4f, want less than %.4f", n, worst, limit)
		}
	}
}

// The fixed-point gradient is the published formula.
func TestInterleavedGradient(t *testing.T) {
	fract := func(x float64) float64 { return x - math.Floor(x) }
	for y := range uint32(300) {
		for x := range uint32(300) {
			want := fract(52.9829189 * fract(0.06711056*float64(x)+0.00583715*float64(y)))
			got := (float64(interleavedGradient(x, y)) + 0.5) / DitherSteps
			if d := math.Abs(got - want); d > 1e-4 && d < 1-1e-4 {
				t.Fatalf("at %d, %d: %g, want %g", x, y, got, want)
			}
		}
	}
}

// Objects are spread over all places of the tile and all rotations.
func TestDitherOffset(t *testing.T) {
	const n = 1 << 16
	place, rotation := make([]int, BlueNoiseSize*BlueNoiseSize), make([]int, len(DitherRotation{}))
	for i := range uint32(n) {
		o := DitherOffset(i)
		place[o%BlueNoiseSize+o>>16%BlueNoiseSize*BlueNoiseSize]++
		rotation[o>>30]++
	}
	for i, c := range place {
		if c == 0 || c > 48 { // 16 on average
			t.Errorf("%d objects at place %d", c, i)
		}
	}
	for i, c := range rotation {
		if math.Abs(float64(c)/n-0.25) > 0.01 {
			t.Errorf("%d of %d objects have rotation %d", c, n, i)
		}
	}
}

// An offset moves the pattern, and all that an object draws has the same one.
func TestThresholdOffset(t *testing.T) {
	for name, pattern := range ditherPatterns {
		for i := range uint32(100) {
			x, y := 13*i, 7*i
			moved := pattern.Threshold(x, y, 5|9<<16, DitherRotation{})
			if still := pattern.Threshold(x+5, y+9, 0, DitherRotation{}); moved != still {
				t.Fatalf("%s at %d, %d moved by 5, 9: threshold %d, want %d", name, x, y, moved, still)
			}
			// The two upper bits choose the rotation; it wraps around.
			r := DitherRotation{1, 2, 3, DitherSteps - 1}
			turned, flat := pattern.Threshold(x, y, 3<<30, r), pattern.Threshold(x, y, 3<<30, DitherRotation{})
			if turned != (flat+DitherSteps-1)%DitherSteps {
				t.Fatalf("%s: %d rotated by %d is %d", name, flat, r[3], turned)
			}
		}
	}
}
