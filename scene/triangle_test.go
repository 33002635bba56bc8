package scene

import (
	"math"
	"testing"
)

// The nearest point of a triangle is the one from which no corner lies towards p, for a triangle is convex.
func TestClosestOnTriangle(t *testing.T) {
	r := random{state: 4}
	v := func(size float64) [3]float64 {
		return [3]float64{r.within(0, size), r.within(0, size), r.within(0, size)}
	}
	narrow := func(v [3]float64) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }
	for range 20000 {
		p, a, b, c := v(2), v(1), v(1), v(1)
		q, w := ClosestOnTriangle(p, a, b, c)
		for _, corner := range [][3]float64{a, b, c} {
			if towards := dot(minus(p, q), minus(corner, q)); towards > 1e-12 {
				t.Fatalf("%v from %v %v %v: %v, off by %g", p, a, b, c, q, towards)
			}
		}
		sum := along(along(along([3]float64{}, a, w[0]), b, w[1]), c, w[2])
		if d := minus(sum, q); dot(d, d) > 1e-24 || min(w[0], w[1], w[2]) < 0 {
			t.Fatalf("weights %v give %v, not %v", w, sum, q)
		}
		single, _ := ClosestOnTriangle(narrow(p), narrow(a), narrow(b), narrow(c))
		d, d32 := minus(p, q), minus(narrow(p), single)
		if got, want := math.Sqrt(float64(dot(d32, d32))), math.Sqrt(dot(d, d)); math.Abs(got-want) > 1e-4 {
			t.Fatalf("%v from %v %v %v: %g away in single precision, %g in double", p, a, b, c, got, want)
		}
	}
}
