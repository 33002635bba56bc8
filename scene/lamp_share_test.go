package scene

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// The parts of a rectangle light every point as the whole does, for any number of them and any shape, and each is nearly
// square.
func TestPartsAreTheRectangle(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	number := func(low, high float32) float32 { return low + (high-low)*random.Float32() }
	for _, size := range [][2]float32{{1, 1}, {2, 0.3}, {0.16, 1}, {0.01, 3}} {
		whole := RectLight{Width: size[0], Height: size[1], Luminance: 100, Color: mgl32.Vec3{1, 1, 1}}
		source := LampSource{Right: mgl32.Vec3{size[0] / 2, 0, 0}, Up: mgl32.Vec3{0, size[1] / 2, 0}}
		for _, n := range []int{1, 2, 3, 5, 8, 16, 37, 64} {
			shares := source.Shares(n)
			if len(shares) != n {
				t.Fatalf("%d shares of %d", len(shares), n)
			}
			for range 20 {
				point := mgl32.Vec3{number(-2, 2), number(-2, 2), number(-3, -0.1)}
				normal := mgl32.Vec3{number(-1, 1), number(-1, 1), number(-0.5, 1)}.Normalize()
				want, sum := whole.Illuminance(mgl32.Ident4(), point, normal)[0], float32(0)
				for _, s := range shares {
					part := whole
					part.Width, part.Height = 2*s.Right.Len(), 2*s.Up.Len()
					sum += part.Illuminance(mgl32.Translate3D(s.Middle[0], s.Middle[1], s.Middle[2]), point, normal)[0]
				}
				if abs(sum-want) > 2e-4*want+1e-5 {
					t.Fatalf("%v in %d: the parts give %v, the whole %v", size, n, sum, want)
				}
			}
			for i, s := range shares {
				if area := 4 * s.Right.Len() * s.Up.Len() * float32(n); abs(area-size[0]*size[1]) > 1e-5*area {
					t.Errorf("%v in %d: part %d has an area of %v", size, n, i, area)
				}
				if w, h := s.Right.Len(), s.Up.Len(); n >= 16 && size[0] > 0.1 && max(w/h, h/w) > 3 {
					t.Errorf("%v in %d: part %d is %v by %v", size, n, i, 2*w, 2*h)
				}
			}
		}
	}
}

// From any side, the balls of a ball's shares are spread as its disc is: their middle, how far they reach, and how
// many are left of a line. What they light a surface by is in the mean what the ball does.
func TestBallsAreTheBall(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	number := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
	source := LampSource{Radius: 0.5}
	for _, c := range []struct {
		n                    int
		moment, below, light float64 // limits
	}{{4, 1e-6, 0.2, 0.07}, {8, 1e-6, 0.1, 0.05}, {16, 1e-6, 0.07, 0.02}, {64, 1e-6, 0.04, 0.01}, {256, 1e-6, 0.02, 0.003}} {
		shares := source.Shares(c.n)
		moment, below, light := 0.0, 0.0, 0.0
		for range 100 {
			way := mgl64.Vec3{number(-1, 1), number(-1, 1), number(-1, 1)}.Normalize()
			var at []float64
			mean, second := 0.0, 0.0
			for _, s := range shares {
				x := double(s.Middle).Dot(way) / 0.5
				at = append(at, x)
				mean += x / float64(c.n)
				second += (x*x + math.Pow(float64(s.Radius)/0.5, 2)/4) / float64(c.n)
			}
			if math.Abs(mean) > 1e-5 {
				t.Fatalf("%d balls: their mean is %v off", c.n, mean)
			}
			moment = max(moment, math.Abs(second*4-1))
			// As a share of a disc lies left of a line, so does one of the balls, each a small disc.
			for x := -1.0; x <= 1; x += 0.1 {
				share := 0.0
				for i, p := range at {
					share += leftOf((x-p)/(float64(shares[i].Radius)/0.5)) / float64(c.n)
				}
				below = max(below, math.Abs(share-leftOf(x)))
			}
			// A plane that the ball is above.
			point, normal := way.Mul(number(1, 3)), mgl64.Vec3{number(-1, 1), number(-1, 1), number(-1, 1)}.Normalize()
			if normal.Dot(point) > 0 {
				normal = normal.Mul(-1)
			}
			if -normal.Dot(point) < 0.6 {
				continue
			}
			sum := 0.0
			for _, s := range shares {
				d := double(s.Middle).Sub(point)
				sum += normal.Dot(d) / math.Pow(d.Len(), 3) / float64(c.n)
			}
			light = max(light, math.Abs(sum*math.Pow(point.Len(), 3)/-normal.Dot(point)-1))
		}
		t.Logf("%d balls: second moment off by %.3f, shares left of a line by %.3f, light by %.4f", c.n, moment, below, light)
		if moment > c.moment || below > c.below || light > c.light {
			t.Errorf("%d balls: second moment off by %v, shares left of a line by %v, light by %v, want %+v at most", c.n, moment, below, light, c)
		}
	}
}

// leftOf is the share of a disc of radius 1 that lies left of a line at x.
func leftOf(x float64) float64 {
	x = min(max(x, -1), 1)
	return (math.Pi - math.Acos(x) + x*math.Sqrt(1-x*x)) / math.Pi
}

// Shares are taken so that the first few samples are spread over the lamp, and do not go along with where in the pixel
// they are.
func TestSharesAreSpread(t *testing.T) {
	source := LampSource{Right: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
	for _, n := range []int{16, 32, 64} {
		shares, jitter := source.Shares(n), Jitter(n)
		var sum mgl32.Vec3
		var with mgl32.Mat2
		for i, s := range shares {
			sum = sum.Add(s.Middle)
			if mean := sum.Mul(1 / float32(i+1)); i >= 3 && mean.Len() > 0.5 {
				t.Errorf("%d of %d samples see the lamp from %v in the mean", i+1, n, mean)
			}
			for r := range 2 {
				for c := range 2 {
					with[2*c+r] += s.Middle[r] * jitter[i][c] * 6 / float32(n) // 1: the same
				}
			}
		}
		for _, x := range with {
			if abs(x) > 0.35 {
				t.Errorf("%d samples: places on the lamp go along with those in the pixel: %v", n, with)
			}
		}
	}
}

// Which lamps are seen in shares: large ones in view, and of many the largest.
func TestPlanLampShares(t *testing.T) {
	view := Camera{WorldFromCamera: mgl32.Translate3D(0, 1, 0), FovY: 0.7, Near: 0.1}.View(640, 360, mgl32.Vec2{})
	lamp := func(z, radius float32) LampShadow {
		return LampShadow{Position: mgl32.Vec3{0, 2, z}, Reach: 3, Slope: 1, Faces: 6, Source: LampSource{Radius: radius}}
	}
	lamps := []LampShadow{lamp(-5, 0.2), lamp(-5, 0), lamp(-200, 0.2), lamp(20, 0.2), lamp(-5, 0.001)}
	got := PlanLampShares(view, lamps, 4)
	for i, want := range []bool{true, false, false, false, false} {
		if (got[i] != nil) != want || want && len(got[i]) != 4 {
			t.Errorf("lamp %d: %d shares", i, len(got[i]))
		}
	}
	lamps = nil
	for i := range 40 {
		lamps = append(lamps, lamp(-3-float32(i)*0.1, 0.2))
	}
	slices.Reverse(lamps)
	faces := 0
	for i, s := range PlanLampShares(view, lamps, 4) {
		if s != nil {
			faces += 6
		}
		if (s != nil) != (i >= 40-shareFaces/6) {
			t.Errorf("lamp %d of 40, from far to near: %d shares", i, len(s))
		}
	}
	if faces > shareFaces {
		t.Errorf("%d maps are drawn anew for each sample", faces)
	}
	for _, radius := range []float32{float32(math.NaN()), float32(math.Inf(1)), 1e30} {
		PlanLampShares(view, []LampShadow{lamp(-5, radius), {Source: LampSource{Radius: radius}}}, 3)
	}
}
