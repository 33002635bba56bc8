package scene

import "math"

// Seeded randomness of the built-in tree and rock. It is integer arithmetic of our own, so that a
// seed means the same mesh in every version of Go.

// A random is a SplitMix64 stream (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
// Generators", 2014).
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return mix64(r.state)
}

// unit returns a number in [0, 1).
func (r *random) unit() float64 { return float64(r.next()>>11) / (1 << 53) }

// within returns a number in [lo, hi).
func (r *random) within(lo, hi float64) float64 { return lo + (hi-lo)*r.unit() }

// direction returns a direction evenly spread over the sphere.
func (r *random) direction() (x, y, z float64) {
	y = r.within(-1, 1)
	sin, cos := math.Sincos(2 * math.Pi * r.unit())
	h := math.Sqrt(1 - y*y)
	return h * sin, y, h * cos
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// gradientNoise is Perlin's noise ("Improving Noise", 2002) with hashed gradients: about -1..1,
// zero at whole coordinates, smooth.
func gradientNoise(seed uint64, x, y, z float64) float64 {
	fx, fy, fz := math.Floor(x), math.Floor(y), math.Floor(z)
	ix, iy, iz := int64(fx), int64(fy), int64(fz)
	x, y, z = x-fx, y-fy, z-fz
	u, v, w := fade(x), fade(y), fade(z)
	corner := func(dx, dy, dz int64) float64 {
		h := mix64(seed ^ mix64(uint64(ix+dx)+mix64(uint64(iy+dy)+mix64(uint64(iz+dz)))))
		a, b, c := x-float64(dx), y-float64(dy), z-float64(dz)
		switch h % 3 { // one of the twelve edges of a cube
		case 0:
			a = 0
		case 1:
			b = 0
		default:
			c = 0
		}
		if h>>8&1 != 0 {
			a = -a
		}
		if h>>9&1 != 0 {
			b = -b
		}
		if h>>10&1 != 0 {
			c = -c
		}
		return a + b + c
	}
	lerp := func(t, a, b float64) float64 { return a + t*(b-a) }
	return lerp(w,
		lerp(v, lerp(u, corner(0, 0, 0), corner(1, 0, 0)), lerp(u, corner(0, 1, 0), corner(1, 1, 0))),
		lerp(v, lerp(u, corner(0, 0, 1), corner(1, 0, 1)), lerp(u, corner(0, 1, 1), corner(1, 1, 1))))
}

// fractalNoise sums octaves of gradientNoise, each twice as fine and half as strong.
func fractalNoise(seed uint64, x, y, z float64, octaves int) float64 {
	sum, amplitude := 0.0, 1.0
	for i := range octaves {
		sum += amplitude * gradientNoise(seed+uint64(i), x, y, z)
		x, y, z, amplitude = 2*x+17, 2*y+31, 2*z+47, amplitude/2
	}
	return sum
}

func fade(t float64) float64 { return t * t * t * (t*(t*6-15) + 10) }
