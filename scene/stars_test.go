package scene

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// As many stars of each brightness as in the Bright Star Catalogue.
func TestStarsByMagnitude(t *testing.T) {
	stars := Stars(3)
	if len(stars) != StarCount {
		t.Errorf("%d stars", len(stars))
	}
	for _, c := range []struct {
		magnitude float64
		count     int
	}{{1.5, 22}, {2.5, 93}, {3.5, 283}, {4.5, 893}, {5.5, 2822}, {6.5, 8768}} {
		n := 0
		for _, s := range stars {
			if float64(s.Illuminance) > starlight*math.Pow(10, -0.4*c.magnitude) {
				n++
			}
		}
		if share := float64(n) / float64(c.count); share < 0.85 || share > 1.15 {
			t.Errorf("%d stars brighter than %v, want about %d", n, c.magnitude, c.count)
		}
	}
	// Sirius has magnitude -1.46.
	within(t, "the brightest", -2.5*math.Log10(float64(stars[0].Illuminance)/starlight), -1.46, 0.1)
	var sum float64
	var axis mgl32.Vec3
	red, blue := 0, 0
	for _, s := range stars {
		sum += float64(s.Illuminance)
		axis = axis.Add(s.Direction.Mul(1.0 / StarCount))
		within(t, "length", float64(s.Direction.Len()), 1, 1e-5)
		within(t, "luminance", float64(Luminance(s.Color)), 1, 1e-4)
		if s.Color[0] > s.Color[2] {
			red++
		} else {
			blue++
		}
	}
	within(t, "mean luminance", sum/(4*math.Pi)/starMean, 1, 0.01)
	if axis.Len() > 0.03 {
		t.Errorf("more stars towards %v", axis)
	}
	if red < StarCount/4 || blue < StarCount/4 {
		t.Errorf("%d reddish and %d bluish stars", red, blue)
	}
	if !slices.Equal(stars, Stars(3)) || slices.Equal(stars, Stars(4)) {
		t.Error("a seed does not decide where stars stand")
	}
}

// A map finds in its few cells what a look at all stars finds, at the poles and at the seam too.
func TestStarMapFindsAll(t *testing.T) {
	stars := Stars(0)
	m := NewStarMap(stars)
	if n := len(m.Cells) - StarBands - 1; int(m.Cells[StarBands])+1 != n || m.Cells[len(m.Cells)-1] != StarCount {
		t.Fatalf("%d cells", n)
	}
	r := random{state: 5}
	for i := range 3000 {
		d := vec3(r.direction())
		switch i % 4 {
		case 1: // around a pole
			d = vec3(r.within(-0.1, 0.1), r.within(-0.1, 0.1), float64(1-i%8/4*2)).Normalize()
		case 2: // around the seam
			d = vec3(-1, r.within(-0.05, 0.05), r.within(-1, 1)).Normalize()
		}
		radius := float32(r.within(0.0005, MaxStarRadius))
		var want mgl32.Vec3
		for _, s := range stars {
			away := s.Direction.Sub(d)
			if q := away.Dot(away) / (radius * radius); q < 1 {
				want = want.Add(s.Color.Mul(float32(s.Illuminance) * 3 / (math.Pi * radius * radius) * (1 - q) * (1 - q)))
			}
		}
		if got := m.Towards(d, radius); got.Sub(want).Len() > 1e-4*want.Len() {
			t.Fatalf("towards %v within %v: %v, want %v", d, radius, got, want)
		}
	}
}

// However far it is spread, a star gives its illuminance: the integral of its luminance over the sky.
func TestStarKeepsItsLight(t *testing.T) {
	star := Star{Direction: mgl32.Vec3{0.48, 0.6, 0.64}, Illuminance: 2e-6, Color: mgl32.Vec3{1, 1, 1}}
	m := NewStarMap([]Star{star})
	a := mgl32.Vec3{0.8, -0.6, 0}.Normalize()
	a = a.Sub(star.Direction.Mul(a.Dot(star.Direction))).Normalize()
	b := a.Cross(star.Direction)
	for _, radius := range []float32{0.001, 0.01, 0.05} {
		const n = 60
		var sum float64
		step := 2.2 * radius / n
		for i := range n {
			for j := range n {
				x, y := (float32(i)-n/2+0.5)*step, (float32(j)-n/2+0.5)*step
				d := star.Direction.Add(a.Mul(x)).Add(b.Mul(y)).Normalize()
				sum += float64(m.Towards(d, radius)[1] * step * step)
			}
		}
		within(t, "illuminance", sum/2e-6, 1, 0.01)
	}
}
