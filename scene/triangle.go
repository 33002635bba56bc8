package scene

// ClosestOnTriangle is the point of the triangle a, b, c nearest to p, and its weights of the corners (Christer Ericson,
// "Real-Time Collision Detection", 2005, section 5.1.5).
func ClosestOnTriangle[T float32 | float64](p, a, b, c [3]T) (at, weights [3]T) {
	ab, ac, ap := minus(b, a), minus(c, a), minus(p, a)
	d1, d2 := dot(ab, ap), dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return a, [3]T{1, 0, 0}
	}
	bp := minus(p, b)
	d3, d4 := dot(ab, bp), dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return b, [3]T{0, 1, 0}
	}
	cp := minus(p, c)
	d5, d6 := dot(ab, cp), dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return c, [3]T{0, 0, 1}
	}
	va, vb, vc := d3*d6-d5*d4, d5*d2-d1*d6, d1*d4-d3*d2
	switch {
	case vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3:
		v := d1 / (d1 - d3)
		return along(a, ab, v), [3]T{1 - v, v, 0}
	case vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6:
		w := d2 / (d2 - d6)
		return along(a, ac, w), [3]T{1 - w, 0, w}
	case va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 && (d4-d3)+(d5-d6) > 0:
		w := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return along(b, minus(c, b), w), [3]T{0, 1 - w, w}
	}
	sum := va + vb + vc
	if !(sum > 0) { // rounded away: a needle
		return a, [3]T{1, 0, 0}
	}
	v, w := vb/sum, vc/sum
	return along(along(a, ab, v), ac, w), [3]T{1 - v - w, v, w}
}

func minus[T float32 | float64](a, b [3]T) [3]T { return [3]T{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot[T float32 | float64](a, b [3]T) T { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// along is a + t·way.
func along[T float32 | float64](a, way [3]T, t T) [3]T {
	return [3]T{a[0] + way[0]*t, a[1] + way[1]*t, a[2] + way[2]*t}
}
