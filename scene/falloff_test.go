package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func near(a float32, b float64, rel float64) bool {
	return math.Abs(float64(a)-b) <= rel*math.Max(math.Abs(b), 1e-12)
}

func TestPointLightInverseSquare(t *testing.T) {
	l := PointLight{Intensity: Lumen(1000).PointIntensity(), Color: mgl32.Vec3{1, 0.5, 0.25}}
	up := mgl32.Vec3{0, 1, 0}
	for _, d := range []float32{0.1, 1, 7, 300} {
		got := l.Illuminance(mgl32.Translate3D(3, d, 0), mgl32.Vec3{3, 0, 0}, up)
		want := 1000 / (4 * math.Pi) / float64(d*d)
		if !near(got[0], want, 1e-5) || !near(got[1], want/2, 1e-5) || !near(got[2], want/4, 1e-5) {
			t.Errorf("%g m above: %v lx, want %g", d, got, want)
		}
	}
	// At 60° half of it, below the horizon nothing.
	if got := l.Illuminance(mgl32.Translate3D(float32(math.Sqrt(3)), 1, 0), mgl32.Vec3{}, up)[0]; !near(got, 1000/(4*math.Pi)/4/2, 1e-5) {
		t.Errorf("at 60°: %g lx", got)
	}
	if got := l.Illuminance(mgl32.Translate3D(0, -1, 0), mgl32.Vec3{}, up); got != (mgl32.Vec3{}) {
		t.Errorf("from behind: %v lx", got)
	}
}

// All the light that leaves the lamp arrives on a sphere around it.
func TestPointLightFlux(t *testing.T) {
	l := PointLight{Intensity: Lumen(800).PointIntensity(), Color: mgl32.Vec3{1, 1, 1}}
	center, radius := mgl32.Vec3{0.3, 0.2, -0.4}, float32(2)
	flux := 0.0
	sphere(60, func(d mgl32.Vec3, w float64) {
		// The sphere is not centred on the light; inside it, every ray ends on its inner side.
		p := d.Mul(radius)
		flux += float64(l.Illuminance(mgl32.Translate3D(center[0], center[1], center[2]), p, d.Mul(-1))[0]) * w * float64(radius*radius)
	})
	if math.Abs(flux-800) > 0.5 {
		t.Errorf("%g lm arrive of 800", flux)
	}
}

func TestPointLightEdges(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	l := PointLight{Intensity: 100, Color: mgl32.Vec3{1, 1, 1}, Range: 5}
	if got := l.Illuminance(mgl32.Translate3D(1, 2, 3), mgl32.Vec3{1, 2, 3}, up); got != (mgl32.Vec3{}) {
		t.Errorf("at the light: %v", got)
	}
	if got := l.Illuminance(mgl32.Translate3D(0, 1e-20, 0), mgl32.Vec3{}, up)[0]; got < 0 || got > 100/(MinLightDistance*MinLightDistance)*1.001 {
		t.Errorf("next to the light: %g", got)
	}
	for _, d := range []float32{5, 5.01, 100} {
		if got := l.Illuminance(mgl32.Translate3D(0, d, 0), mgl32.Vec3{}, up); got != (mgl32.Vec3{}) {
			t.Errorf("%g m away with a range of 5: %v", d, got)
		}
	}
	// (1 - (2.5/5)⁴)² at half the range.
	if got := l.Illuminance(mgl32.Translate3D(0, 2.5, 0), mgl32.Vec3{}, up)[0]; !near(got, 100/6.25*(15.0/16)*(15.0/16), 1e-5) {
		t.Errorf("at half the range: %g", got)
	}
	for _, dark := range []Candela{0, -5, Candela(math.NaN())} {
		l.Intensity = dark
		if got := l.Illuminance(mgl32.Translate3D(0, 1, 0), mgl32.Vec3{}, up); got != (mgl32.Vec3{}) {
			t.Errorf("intensity %g: %v", dark, got)
		}
	}
}

func TestSpotLight(t *testing.T) {
	const rad = math.Pi / 180
	l := SpotLight{PointLight: PointLight{Intensity: 50, Color: mgl32.Vec3{1, 1, 1}}, Inner: 20 * rad, Outer: 40 * rad}
	// Hangs 4 m up, shines down, scaled (which must not matter).
	pose := mgl32.Translate3D(1, 4, 2).Mul4(mgl32.HomogRotate3DX(-math.Pi / 2)).Mul4(mgl32.Scale3D(3, 3, 3))
	at := func(angle float64) float32 {
		p := mgl32.Vec3{1 + 4*float32(math.Tan(angle*rad)), 0, 2}
		lx := l.Illuminance(pose, p, mgl32.Vec3{0, 1, 0})[0]
		c := math.Cos(angle * rad)
		return lx / float32(50*c*c*c/16) // without distance and cosine: the cone alone
	}
	for _, c := range []struct{ angle, want float64 }{{0, 1}, {19.9, 1}, {40.1, 0}, {60, 0}} {
		if got := at(c.angle); !near(got, c.want, 1e-4) {
			t.Errorf("at %g°: %g, want %g", c.angle, got, c.want)
		}
	}
	half := (math.Cos(30*rad) - math.Cos(40*rad)) / (math.Cos(20*rad) - math.Cos(40*rad))
	if got := at(30); !near(got, half*half, 1e-3) {
		t.Errorf("at 30°: %g, want %g", got, half*half)
	}
	if got := l.Illuminance(pose, mgl32.Vec3{1, 8, 2}, mgl32.Vec3{0, -1, 0}); got != (mgl32.Vec3{}) {
		t.Errorf("behind the spot: %v", got)
	}
	if got := l.Illuminance(pose, mgl32.Vec3{1, 4, 2}, mgl32.Vec3{0, 1, 0}); got != (mgl32.Vec3{}) {
		t.Errorf("in the spot: %v", got)
	}
	l.Outer = l.Inner // a hard edge is finite
	if in, out := at(19), at(21.5); !near(in, 1, 1e-4) || out != 0 {
		t.Errorf("hard edge: %g inside, %g outside", in, out)
	}
}
