package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// The anchor: a moonless sky has 0.00016 cd/m² at the zenith, in a cool colour of luminance 1, and level ground
// gets what stars alone give, 0.0006 to 0.0009 lx.
func TestNightSky(t *testing.T) {
	if c := NightColor; !(c[2] > c[1] && c[1] > c[0] && c[0] > 0) || math.Abs(float64(Luminance(c))-1) > 1e-3 {
		t.Errorf("colour %v of luminance %v", c, Luminance(c))
	}
	n := DefaultNight()
	within(t, "zenith", float64(Luminance(n.GlowTowards(mgl32.Vec3{0, 1, 0}))), 0.00016, 1e-6)
	within(t, "between stars, and the stars", float64(n.Backdrop()+starMean), 0.00016, 1e-7)
	var sh IrradianceSH
	n.addTo(&sh)
	if e := Luminance(sh.At(mgl32.Vec3{0, 1, 0})); e < 0.0006 || e > 0.0009 {
		t.Errorf("ground gets %v lx", e)
	}
	// It brightens towards the horizon, which the air limits, and nothing shines below.
	last := float32(0)
	for _, elevation := range []float64{90, 60, 40, 20, 10} {
		l := Luminance(n.GlowTowards(vec3(cosd(elevation), sind(elevation), 0)))
		if !(l > last) {
			t.Errorf("at %v°: %v after %v", elevation, l, last)
		}
		last = l
	}
	if h := Luminance(n.GlowTowards(mgl32.Vec3{1, 0, 0})); h > 3*0.00016 {
		t.Errorf("the horizon has %v", h)
	}
	if g := Luminance(n.GlowTowards(mgl32.Vec3{0, -1, 0})); math.Abs(float64(g)-0.2/math.Pi*0.00016*math.Pi*nightOpen) > 1e-7 {
		t.Errorf("the ground has %v", g)
	}
	if d := (&Night{}).GlowTowards(mgl32.Vec3{0, 1, 0}); d != (mgl32.Vec3{}) {
		t.Errorf("no night has %v", d)
	}
}

// The glow's irradiance is the cosine integral of the glow.
func TestNightIrradiance(t *testing.T) {
	n := Night{Glow: 1}
	var sh IrradianceSH
	n.addTo(&sh)
	for _, normal := range []mgl32.Vec3{{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 0.6, 0.8}} {
		var sum float64
		const rings, around = 200, 200
		for i := range rings {
			y := (float64(i)+0.5)/rings*2 - 1
			h := math.Sqrt(1 - y*y)
			for j := range around {
				sin, cos := math.Sincos(2 * math.Pi * (float64(j) + 0.5) / around)
				d := vec3(h*cos, y, h*sin)
				if c := d.Dot(normal); c > 0 {
					sum += float64(c*n.GlowTowards(d)[1]) * 4 * math.Pi / (rings * around)
				}
			}
		}
		// Three orders of harmonics leave out a few percent.
		if got := float64(sh.At(normal)[1]); math.Abs(got-sum) > 0.05*4.5 {
			t.Errorf("normal %v: %v, want %v", normal, got, sum)
		}
	}
}

// The band is where the galaxy is, and adds little to the mean.
func TestMilkyWay(t *testing.T) {
	within(t, "pole and centre are apart", float64(GalacticPole.Dot(GalacticCentre)), 0, 1e-5)
	within(t, "length", float64(GalacticPole.Len()), 1, 1e-5)
	within(t, "length", float64(GalacticCentre.Len()), 1, 1e-5)
	r := random{state: 1}
	var sum, inBand, towards, away float64
	bright := 0
	const n = 50000
	for range n {
		d := vec3(r.direction())
		l := float64(MilkyWayTowards(d))
		if !(l >= 0 && l < 2*MilkyWayPeak) {
			t.Fatalf("%v has %v", d, l)
		}
		sum += l
		if l+float64(NightSky) > 1.5*float64(NightSky) {
			bright++
		}
		if math.Abs(float64(d.Dot(GalacticPole))) < 0.34 {
			inBand += l
		}
		if d.Dot(GalacticCentre) > 0 {
			towards += l
		} else {
			away += l
		}
	}
	if inBand < 0.98*sum {
		t.Errorf("%.0f %% are in the band", 100*inBand/sum)
	}
	if towards < 1.5*away {
		t.Errorf("%v towards the centre, %v away from it", towards, away)
	}
	if bright > n/20 {
		t.Errorf("%d of %d places are more than half as bright again as the sky", bright, n)
	}
	if mean := sum / n; mean > 0.1*float64(NightSky) {
		t.Errorf("the band adds %v on the mean", mean)
	}
}

func TestMilkyNoise(t *testing.T) {
	r := random{state: 7}
	var sum, squares float64
	const n = 20000
	for range n {
		p := vec3(r.within(-20, 20), r.within(-20, 20), r.within(-20, 20))
		v := float64(valueNoise(p))
		if !(v >= 0 && v <= 1) {
			t.Fatalf("%v at %v", v, p)
		}
		sum, squares = sum+v, squares+v*v
		// Smooth: a small step changes little, over the borders of cells too.
		if d := float64(valueNoise(p.Add(mgl32.Vec3{1e-3, 0, 0}))) - v; math.Abs(d) > 4e-3 {
			t.Fatalf("a step of %v at %v", d, p)
		}
	}
	mean := sum / n
	within(t, "mean", mean, 0.5, 0.03)
	if deviation := math.Sqrt(squares/n - mean*mean); deviation < 0.1 {
		t.Errorf("deviation %v", deviation)
	}
}
