package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Bloom is light that scatters in a lens or an eye and lands beside where it belongs. It takes from
// every pixel what it gives to others: the light of a picture is the same, but for what would come in from
// beyond the edges, where the picture's border is taken to go on.
//
// What scatters spreads over six octaves of distance in equal shares: an inverse square law, that of
// glare (Vos, "On mechanisms of glare", 2003). Each is a smooth bump. They are made in a pyramid whose
// levels halve: down by a B-spline of degree 4 (weights 1 5 10 10 5 1), up by one of degree 2 after
// a tent (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", 2014, has the
// scheme; these weights sum to the same for every pixel and move a spot's peak by 0.2 % as it crosses
// the pyramid's cells). His weighting against single bright pixels is left out, since it loses light.
type Bloom struct {
	Strength  float32 // share of the light that scatters, 0..1; 0: none
	Threshold Nit     // what of a pixel's luminance is above it scatters; 0: all. The edge is soft, see glaring
	Radius    float32 // of the widest octave, one standard deviation, as a share of the picture's height
}

// DefaultBloom is one that a file asks for without numbers. The share is found by eye; an eye
// scatters about a tenth.
func DefaultBloom() Bloom { return Bloom{Strength: 0.1, Radius: 0.1} }

// MaxBloomLevels is how many levels a pyramid can have.
const MaxBloomLevels = 12

const bloomOctaves = 6

// Shares returns how much of the scattered light each level of the pyramid spreads; they sum to 1. Level 0 is
// the pixel itself, and level k, of half the size of the one before, rounded up, spreads with
// a variance of 4/3·(4^k - 1) square pixels. The length is one more than the number of levels needed.
func (b Bloom) Shares(width, height int) []float32 {
	levels := 0
	for w, h := width, height; (w > 1 || h > 1) && levels < MaxBloomLevels; levels++ {
		w, h = (w+1)/2, (h+1)/2
	}
	shares := make([]float64, levels+1)
	used := 0
	for octave := range bloomOctaves {
		sigma := float64(b.Radius) * float64(height) / float64(int(1)<<octave)
		power := min(1+0.75*sigma*sigma, math.Exp2(float64(2*levels))) // 4^k, between two levels
		low := min(int(math.Log2(power)/2), levels)
		// The two levels around it are mixed to its variance.
		base := math.Exp2(float64(2 * low))
		part := (power/base - 1) / 3
		shares[low] += (1 - part) / bloomOctaves
		if part > 0 && low < levels {
			shares[low+1] += part / bloomOctaves
			low++
		}
		used = max(used, low)
	}
	out := make([]float32, used+1)
	for i := range out {
		out[i] = float32(shares[i])
	}
	return out
}

// glaring is the part of a colour that is open to scattering. Threshold is exposed. Between half and one and a half
// of it the part grows as a parabola, so that no edge shows where light passes it.
func glaring(c mgl32.Vec4, threshold float32) mgl32.Vec4 {
	if threshold == 0 {
		return c
	}
	l := Luminance(c.Vec3())
	knee := 0.5 * threshold
	rise := min(max(l-threshold+knee, 0), 2*knee)
	part := max(rise*rise/(4*knee), l-threshold)
	return c.Mul(part / max(l, 1e-30))
}

// Apply is the rule in plain Go: a picture of exposed light, row by row, with coverage in w, which
// stays as it is. Light falls on what is covered only: a background that is left out shows no glow.
func (b Bloom) Apply(picture []mgl32.Vec4, width, height int, exposure float32) []mgl32.Vec4 {
	shares := b.Shares(width, height)
	threshold := float32(b.Threshold) * exposure
	levels := []bloomLevel{{width, height, make([]mgl32.Vec4, len(picture))}}
	for i, c := range picture {
		levels[0].texels[i] = glaring(c, threshold)
	}
	for range len(shares) - 1 {
		levels = append(levels, levels[len(levels)-1].down())
	}
	for k := len(shares) - 1; k >= 1; k-- {
		l := &levels[k]
		for i := range l.texels {
			l.texels[i] = l.texels[i].Mul(shares[k])
			if k+1 < len(shares) {
				l.texels[i] = l.texels[i].Add(levels[k+1].up(i%l.width, i/l.width))
			}
		}
	}
	out := make([]mgl32.Vec4, len(picture))
	for i, c := range picture {
		own := levels[0].texels[i]
		spread := own.Mul(shares[0])
		if len(levels) > 1 {
			spread = spread.Add(levels[1].up(i%width, i/width))
		}
		cover := min(max(c[3], 0), 1)
		for k := range 3 {
			out[i][k] = c[k] + b.Strength*(cover*spread[k]-own[k])
		}
		out[i][3] = c[3]
	}
	return out
}

// A bloomLevel is a picture of a pyramid.
type bloomLevel struct {
	width, height int
	texels        []mgl32.Vec4
}

func (l *bloomLevel) at(x, y int) mgl32.Vec4 {
	return l.texels[min(max(y, 0), l.height-1)*l.width+min(max(x, 0), l.width-1)]
}

// down halves a picture. A texel covers two by two of those before, also where their number is odd.
func (l *bloomLevel) down() bloomLevel {
	weights := [6]float32{1.0 / 32, 5.0 / 32, 10.0 / 32, 10.0 / 32, 5.0 / 32, 1.0 / 32}
	d := bloomLevel{width: (l.width + 1) / 2, height: (l.height + 1) / 2}
	for y := range d.height {
		for x := range d.width {
			var sum mgl32.Vec4
			for j, wy := range weights {
				for i, wx := range weights {
					sum = sum.Add(l.at(2*x-2+i, 2*y-2+j).Mul(wx * wy))
				}
			}
			d.texels = append(d.texels, sum)
		}
	}
	return d
}

// up is what a texel of the level below, twice as large, gets.
func (l *bloomLevel) up(x, y int) (sum mgl32.Vec4) {
	// A tent of three, then linear interpolation at a quarter of a texel.
	weights := [4]float32{3.0 / 16, 7.0 / 16, 5.0 / 16, 1.0 / 16}
	sx, sy := 1-2*(x&1), 1-2*(y&1) // away from the neighbour that is nearer
	for j, wy := range weights {
		for i, wx := range weights {
			sum = sum.Add(l.at(x/2+sx*(1-i), y/2+sy*(1-j)).Mul(wx * wy))
		}
	}
	return sum
}
