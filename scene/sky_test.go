package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// sphere calls f with directions evenly over the sphere, each with its share of solid angle.
func sphere(n int, f func(d mgl32.Vec3, solidAngle float64)) {
	for j := range n {
		y := (float64(j)+0.5)/float64(n)*2 - 1
		for i := range 2 * n {
			sin, cos := math.Sincos(math.Pi * (float64(i) + 0.5) / float64(n))
			h := math.Sqrt(1 - y*y)
			f(vec3(h*sin, y, h*cos), 4*math.Pi/float64(2*n*n))
		}
	}
}

// numericSH projects the sky on the basis by numbers, and returns what At sums.
func numericSH(s *Sky, n int) (out IrradianceSH) {
	var sum [9][3]float64
	sphere(n, func(d mgl32.Vec3, w float64) {
		l := s.Radiance(d)
		x, y, z := float64(d[0]), float64(d[1]), float64(d[2])
		for i, b := range [9]float64{1, x, y, z, x * y, y * z, z * x, 3*y*y - 1, x*x - z*z} {
			for c := range 3 {
				sum[i][c] += float64(l[c]) * b * w
			}
		}
	})
	for i := range sum {
		out[i] = vec3(shFactors[i]*sum[i][0], shFactors[i]*sum[i][1], shFactors[i]*sum[i][2])
	}
	return out
}

func testPanorama(w, h int) *Panorama {
	p := &Panorama{Name: "test", Width: w, Height: h, Pix: make([]float32, 3*w*h)}
	for j := range h {
		for i := range w {
			u, v := (float64(i)+0.5)/float64(w), (float64(j)+0.5)/float64(h)
			k := 3 * (j*w + i)
			p.Pix[k] = float32(1 + math.Sin(2*math.Pi*u)*math.Sin(math.Pi*v))
			p.Pix[k+1] = float32(2 - v + 0.5*math.Cos(4*math.Pi*u)*math.Sin(math.Pi*v))
			p.Pix[k+2] = float32(math.Exp(-20 * ((u-0.7)*(u-0.7) + (v-0.3)*(v-0.3))))
		}
	}
	return p
}

func testSkies() map[string]*Sky {
	return map[string]*Sky{
		"color":    {Color: mgl32.Vec3{1, 2, 3}},
		"gradient": {Kind: SkyGradient, Zenith: mgl32.Vec3{500, 1000, 4000}, Horizon: mgl32.Vec3{3000, 3500, 3800}, Ground: mgl32.Vec3{400, 300, 200}},
		"hdri":     {Kind: SkyHDRI, HDRI: testPanorama(64, 32), Scale: 3, Rotation: 0.8},
	}
}

func TestUniformSkyGivesPiL(t *testing.T) {
	white := &Panorama{Width: 13, Height: 7, Pix: make([]float32, 3*13*7)}
	for i := range white.Pix {
		white.Pix[i] = 2
	}
	for _, s := range []*Sky{{Color: mgl32.Vec3{5, 5, 5}}, {Kind: SkyHDRI, HDRI: white, Scale: 2.5, Rotation: 1},
		{Kind: SkyGradient, Zenith: mgl32.Vec3{5, 5, 5}, Horizon: mgl32.Vec3{5, 5, 5}, Ground: mgl32.Vec3{5, 5, 5}}} {
		e := s.Irradiance()
		for _, n := range []mgl32.Vec3{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}, mgl32.Vec3{1, -2, 3}.Normalize()} {
			if got := e.At(n); math.Abs(float64(got[1])-5*math.Pi) > 1e-4 {
				t.Errorf("kind %d: %v lx towards %v, want 5π", s.Kind, got, n)
			}
		}
	}
}

func TestIrradianceAgainstNumbers(t *testing.T) {
	for name, s := range testSkies() {
		got, want := s.Irradiance(), numericSH(s, 400)
		scale := want[0].Len()
		// A picture's integral takes pixels as patches, Radiance blends between them.
		tolerance := 2e-4
		if s.Kind == SkyHDRI {
			tolerance = 4e-3
		}
		for i := range got {
			if d := got[i].Sub(want[i]).Len() / scale; float64(d) > tolerance {
				t.Errorf("%s: coefficient %d is %v, numbers say %v", name, i, got[i], want[i])
			}
		}
	}
}

// The harmonics stand for the cosine-weighted integral itself, to the accuracy of second order:
// a gradient's sharp horizon is what they follow worst.
func TestIrradianceIsTheCosineIntegral(t *testing.T) {
	for name, s := range testSkies() {
		e := s.Irradiance()
		for _, n := range []mgl32.Vec3{{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, mgl32.Vec3{1, 1, 1}.Normalize(), mgl32.Vec3{-1, 0.2, 0.5}.Normalize()} {
			var want mgl32.Vec3
			sphere(200, func(d mgl32.Vec3, w float64) {
				if c := d.Dot(n); c > 0 {
					want = want.Add(s.Radiance(d).Mul(c * float32(w)))
				}
			})
			got := e.At(n)
			for c := range 3 {
				if math.Abs(float64(got[c]-want[c])) > 0.065*float64(e[0][c]) {
					t.Errorf("%s: %v lx towards %v, the integral is %v", name, got, n, want)
				}
			}
		}
	}
}

func TestSkyTurnsCounterClockwise(t *testing.T) {
	p := testPanorama(256, 128)
	still := &Sky{Kind: SkyHDRI, HDRI: p, Scale: 1}
	turned := &Sky{Kind: SkyHDRI, HDRI: p, Scale: 1, Rotation: 0.9}
	m := mgl32.Rotate3DY(0.9) // counter-clockwise seen from above
	e0, e1 := still.Irradiance(), turned.Irradiance()
	rng := rand.New(rand.NewPCG(1, 9))
	for range 50 {
		d := mgl32.Vec3{rng.Float32() - 0.5, rng.Float32() - 0.5, rng.Float32() - 0.5}.Normalize()
		if diff := turned.Radiance(m.Mul3x1(d)).Sub(still.Radiance(d)).Len(); diff > 1e-3 {
			t.Fatalf("radiance towards %v changes by %g when all turns", d, diff)
		}
		if diff := e1.At(m.Mul3x1(d)).Sub(e0.At(d)).Len(); diff > 1e-4 {
			t.Fatalf("illuminance towards %v changes by %g when all turns", d, diff)
		}
	}
}

func TestPanoramaDirections(t *testing.T) {
	p := &Panorama{Width: 8, Height: 4, Pix: make([]float32, 3*8*4)}
	for j := range 4 {
		for i := range 8 {
			p.Pix[3*(8*j+i)], p.Pix[3*(8*j+i)+1] = float32(i), float32(j)
		}
	}
	for _, c := range []struct{ d, want mgl32.Vec3 }{
		{mgl32.Vec3{0, 0, -1}, mgl32.Vec3{3.5, 1.5, 0}}, // centre
		{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{5.5, 1.5, 0}},  // to the right
		{mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{1.5, 1.5, 0}},
		{mgl32.Vec3{0, 0, 1}, mgl32.Vec3{3.5, 1.5, 0}}, // the seam: between 7 and 0
	} {
		if got := p.Sample(c.d); got.Sub(c.want).Len() > 1e-4 {
			t.Errorf("towards %v: %v, want %v", c.d, got, c.want)
		}
	}
	if top, bottom := p.Sample(mgl32.Vec3{0, 1, 0})[1], p.Sample(mgl32.Vec3{0, -1, 0})[1]; top != 0 || bottom != 3 {
		t.Errorf("rows at the poles are %g and %g, want 0 and 3", top, bottom)
	}
}

func TestPanoramaMeanWeighsSolidAngle(t *testing.T) {
	// One bright row at the top: its share is (1-cos(π/4))/2 of the sphere, not a quarter.
	p := &Panorama{Width: 6, Height: 4, Pix: make([]float32, 3*6*4)}
	for i := range 3 * 6 {
		p.Pix[i] = 1
	}
	if got, want := p.Mean()[0], (1-math.Cos(math.Pi/4))/2; math.Abs(float64(got)-want) > 1e-6 {
		t.Errorf("mean %g, want %g", got, want)
	}
}

func TestGradientEnds(t *testing.T) {
	s := testSkies()["gradient"]
	for _, c := range []struct {
		y    float32
		want mgl32.Vec3
	}{{1, s.Zenith}, {0, s.Horizon}, {-1, s.Ground}} {
		d := mgl32.Vec3{float32(math.Sqrt(float64(1 - c.y*c.y))), c.y, 0}
		if got := s.Radiance(d); got.Sub(c.want).Len() > 1e-2 {
			t.Errorf("at height %g: %v, want %v", c.y, got, c.want)
		}
	}
	if (&Sky{Kind: SkyHDRI}).Radiance(mgl32.Vec3{0, 1, 0}) != (mgl32.Vec3{}) || (&Sky{Kind: SkyHDRI}).Irradiance() != (IrradianceSH{}) {
		t.Error("a sky without its picture is not black")
	}
}

func BenchmarkIrradiance4k(b *testing.B) {
	s := &Sky{Kind: SkyHDRI, HDRI: &Panorama{Width: 4096, Height: 2048, Pix: make([]float32, 3*4096*2048)}, Scale: 1}
	for i := range s.HDRI.Pix {
		s.HDRI.Pix[i] = float32(i % 7)
	}
	for b.Loop() {
		s.Irradiance()
	}
}
