package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// profileOf is a profile with a formula's values at every so many degrees.
func profileOf(vertical, horizontal float64, from, to float64, f func(v, h float64) float64) *Profile {
	p := &Profile{Name: "formula"}
	for a := from; a <= to+1e-6; a += vertical {
		p.Vertical = append(p.Vertical, a*math.Pi/180)
	}
	p.Planes = []float64{0}
	if horizontal > 0 {
		for a := horizontal; a <= 360+1e-6; a += horizontal {
			p.Planes = append(p.Planes, a*math.Pi/180)
		}
	}
	for _, h := range p.Planes {
		for _, v := range p.Vertical {
			p.Candela = append(p.Candela, max(f(v, h), 0))
		}
	}
	return p
}

// The flux of a Lambert panel of I is πI, of an even lamp 4πI, and of any other the sum over the sphere.
func TestProfileFlux(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Profile
		want float64
	}{
		{"even", profileOf(10, 0, 0, 180, func(v, h float64) float64 { return 5 }), 4 * math.Pi * 5},
		{"panel", profileOf(0.5, 0, 0, 90, func(v, h float64) float64 { return 100 * math.Cos(v) }), 100 * math.Pi},
		{"upwards", profileOf(0.5, 0, 90, 180, func(v, h float64) float64 { return -100 * math.Cos(v) }), 100 * math.Pi},
		// ∫ cos²h dh = π times ∫ cos v sin v dv = 1/2.
		{"two lobes", profileOf(0.5, 1, 0, 90, func(v, h float64) float64 { return 100 * math.Cos(v) * math.Cos(h) * math.Cos(h) }), 100 * math.Pi / 2},
	} {
		if got := c.p.Flux(); !near(float32(got), c.want, 2e-4) {
			t.Errorf("%s: %v lm, want %v", c.name, got, c.want)
		}
	}
	random := rand.New(rand.NewPCG(7, 8))
	p := profileOf(30, 45, 0, 180, func(v, h float64) float64 { return random.Float64() })
	copy(p.Candela[7*8:], p.Candela[:7]) // 360° is 0°
	sum := 0.0
	sphere(200, func(d mgl32.Vec3, w float64) {
		v, h := p.Angles(d)
		sum += p.Candle(v, h) * w
	})
	if got := p.Flux(); !near(float32(got), sum, 1e-3) {
		t.Errorf("%v lm, the sum over the sphere %v", got, sum)
	}
}

// Angles are those of a lamp that hangs: down is 0, and from +X it goes counter-clockwise seen from above.
func TestProfileAngles(t *testing.T) {
	p := &Profile{}
	for _, c := range []struct {
		d    mgl32.Vec3
		v, h float64
	}{
		{mgl32.Vec3{1, 0, 0}, 90, 0}, {mgl32.Vec3{0, 0, -1}, 90, 90}, {mgl32.Vec3{-1, 0, -1e-6}, 90, 180}, {mgl32.Vec3{0, 0, 1}, 90, -90},
		{mgl32.Vec3{3, -3, 0}, 45, 0}, {mgl32.Vec3{0, 2, -2}, 135, 90},
	} {
		v, h := p.Angles(c.d)
		if math.Abs(v*180/math.Pi-c.v) > 1e-3 || math.Abs(h*180/math.Pi-c.h) > 1e-3 {
			t.Errorf("%v: %v° and %v°, want %v° and %v°", c.d, v*180/math.Pi, h*180/math.Pi, c.v, c.h)
		}
	}
	if v, _ := p.Angles(mgl32.Vec3{0, -1, 0}); v != 0 {
		t.Errorf("down is %v", v)
	}
	p = profileOf(10, 90, 0, 90, func(v, h float64) float64 { return 10 + h })
	for _, c := range []struct{ v, h, want float64 }{{0.3, 0.5, 10.5}, {0.3, 2*math.Pi + 0.5, 10.5}, {0.3, -0.5, 10 + 2*math.Pi - 0.5}, {math.Pi / 2, 1, 11}, {1.6, 1, 0}} {
		if got := p.Candle(c.v, c.h); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("at %v, %v: %v, want %v", c.v, c.h, got, c.want)
		}
	}
}

// A grid tells what its profile tells, within 1 % of a value or a thirtieth of the peak, also where the
// profile's angles are uneven.
func TestProfileGrid(t *testing.T) {
	spot := profileOf(1, 0, 0, 90, func(v, h float64) float64 { return 5000 * math.Exp(-v*v*60) })
	// Every second angle beyond 20° is missing.
	for i := 21; i < len(spot.Vertical); i++ {
		spot.Vertical = append(spot.Vertical[:i], spot.Vertical[i+1:]...)
		spot.Candela = append(spot.Candela[:i], spot.Candela[i+1:]...)
	}
	var all []*Profile
	for _, c := range []struct {
		name          string
		p             *Profile
		rows, columns int
	}{
		{"even", profileOf(180, 0, 0, 180, func(v, h float64) float64 { return 5 }), 19, 1},
		{"panel", profileOf(5, 0, 0, 90, func(v, h float64) float64 { return 100 * math.Cos(v) }), 19, 1},
		{"spot", spot, 181, 1},
		{"street", profileOf(2.5, 22.5, 0, 180, func(v, h float64) float64 { return 300 * (1.2 + math.Cos(3*v)*math.Cos(2*h)) }), 73, 16},
		{"odd planes", profileOf(5, 36, 0, 180, func(v, h float64) float64 { return 300 * (1.1 + math.Sin(v)*math.Cos(2*h)) }), 37, 10},
	} {
		all = append(all, c.p)
		rows, columns := ProfileGrid(c.p)
		if rows != c.rows || columns != c.columns {
			t.Errorf("%s: %d x %d, want %d x %d", c.name, rows, columns, c.rows, c.columns)
		}
		grid := c.p.Sampled(rows, columns)
		peak := float64(c.p.Peak())
		random := rand.New(rand.NewPCG(9, 10))
		for range 20000 {
			v, h := random.Float64()*math.Pi, random.Float64()*2*math.Pi
			y, x := v/math.Pi*float64(rows-1), h/(2*math.Pi)*float64(columns)
			i, j := min(int(y), rows-2), int(x)
			y, x = y-float64(i), x-float64(j)
			at := func(i, j int) float64 { return float64(grid[i*columns+j%columns]) * peak }
			got := (1-y)*((1-x)*at(i, j)+x*at(i, j+1)) + y*((1-x)*at(i+1, j)+x*at(i+1, j+1))
			want := c.p.Candle(v, h)
			if v > c.p.Vertical[len(c.p.Vertical)-1] {
				continue // a step's slope behind the last angle
			}
			if math.Abs(got-want) > 0.01*max(want, peak/30) {
				t.Errorf("%s at %v, %v: %v, want %v", c.name, v, h, got, want)
				break
			}
		}
	}
	// Together they need steps of 0.5 degrees, for 1 and 2.5, and of 4.5, for 22.5 and 36.
	if rows, columns := ProfileGrid(all...); rows != 361 || columns != 40 && columns != 240 && columns != 80 {
		t.Errorf("all: %d x %d", rows, columns)
	}
}
