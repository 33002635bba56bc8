package main

import "math"

// noise is smooth and random: about -1..1, one hump a unit, repeating after period units in both
// directions, so that what is painted with it tiles. It is Perlin's gradient noise
// ("Improving Noise", 2002) in two dimensions, with gradients from a hash.
func noise(seed uint64, x, y float64, period int) float64 {
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	at := func(i, j int) float64 {
		cx, cy := wrap(int(x0)+i, period), wrap(int(y0)+j, period)
		sin, cos := math.Sincos(2 * math.Pi * chance(seed, cx, cy))
		return cos*(fx-float64(i)) + sin*(fy-float64(j))
	}
	u, v := fade(fx), fade(fy)
	return 1.4 * mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v)
}

// clouds adds octaves of noise, each twice as fine and half as strong: about -1..1.
func clouds(seed uint64, x, y float64, period, octaves int) float64 {
	sum, weight := 0.0, 0.5
	for i := range octaves {
		sum += weight * noise(seed+uint64(i), x, y, period)
		x, y, period, weight = 2*x, 2*y, 2*period, weight/2
	}
	return sum
}

// chance is a random number in [0, 1) of a cell.
func chance(seed uint64, x, y int) float64 {
	h := seed*0x9e3779b97f4a7c15 + uint64(uint32(x))*0xd6e8feb86659fd93 + uint64(uint32(y))*0xa0761d6478bd642f
	// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= h >> 31
	return float64(h>>11) / (1 << 53)
}

func wrap(i, n int) int { return ((i % n) + n) % n }

func fade(t float64) float64 { return t * t * t * (t*(6*t-15) + 10) }

func mix(a, b, t float64) float64 { return a + (b-a)*t }

// step goes smoothly from 0 at a to 1 at b, which may be the smaller one.
func step(a, b, x float64) float64 {
	t := clamp((x - a) / (b - a))
	return t * t * (3 - 2*t)
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }
