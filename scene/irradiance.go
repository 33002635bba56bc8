package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// An IrradianceSH is the illuminance that a sky gives a surface, by the surface's normal, as
// spherical harmonics up to the second order, already convolved with the cosine (Ramamoorthi and
// Hanrahan, "An Efficient Representation for Irradiance Environment Maps", 2001). All factors are in
// the coefficients, in lux per channel, and the basis has its pole at +Y:
//
//	E(n) = c0 + c1·x + c2·y + c3·z + c4·x·y + c5·y·z + c6·z·x + c7·(3y² - 1) + c8·(x² - z²)
//
// A sky with a small, very bright spot overshoots: E can be a few percent of the peak below zero on
// the far side, and is clamped there.
type IrradianceSH [9]mgl32.Vec3

// At returns E(n) for a unit normal, in lux per channel.
func (e *IrradianceSH) At(n mgl32.Vec3) mgl32.Vec3 {
	x, y, z := n[0], n[1], n[2]
	sum := e[0]
	for i, b := range [8]float32{x, y, z, x * y, y * z, z * x, 3*y*y - 1, x*x - z*z} {
		sum = sum.Add(e[i+1].Mul(b))
	}
	return mgl32.Vec3{max(sum[0], 0), max(sum[1], 0), max(sum[2], 0)}
}

// shFactors are A_l·K² for the basis above: the cosine's coefficient (π, 2π/3, π/4) times the
// square of the basis function's normalisation (1/4π, 3/4π, 15/4π, 5/16π, 15/16π).
var shFactors = [9]float64{0.25, 0.5, 0.5, 0.5, 15.0 / 16, 15.0 / 16, 15.0 / 16, 5.0 / 64, 15.0 / 64}

// Irradiance returns the sky's irradiance: exact integrals for a colour and a gradient, and
// for a picture whose pixels are evenly filled patches of the sphere. That of an atmosphere is a sum
// over directions, which takes less than a millisecond.
func (s *Sky) Irradiance() IrradianceSH {
	var m [9][3]float64 // the integral of radiance times basis function over the sphere
	switch s.Kind {
	case SkyGradient:
		// Around the pole only 1, y and 3y²-1 remain: 2π ∫ L(y)·f(y) dy. The moments
		// ∫ y^k·t(y) dy over 0..1 of the two curves:
		above := [3]float64{2.0 / 3, 2.0 / 5, 2.0 / 7}
		below := [3]float64{1 - 1.0/9, 1.0/2 - 1.0/90, 1.0/3 - 1.0/495}
		for c := range 3 {
			horizon := float64(s.Horizon[c])
			up, down := float64(s.Zenith[c])-horizon, float64(s.Ground[c])-horizon
			m[0][c] = 2 * math.Pi * (2*horizon + up*above[0] + down*below[0])
			m[2][c] = 2 * math.Pi * (up*above[1] - down*below[1])
			m[7][c] = 2 * math.Pi * (up*(3*above[2]-above[0]) + down*(3*below[2]-below[0]))
		}
	case SkyHDRI:
		if s.HDRI == nil {
			return IrradianceSH{}
		}
		m = s.HDRI.moments(float64(s.Rotation))
		for i := range m {
			for c := range 3 {
				m[i][c] *= float64(s.Scale)
			}
		}
	case SkyAtmosphere:
		m = s.moments()
	default:
		for c := range 3 {
			m[0][c] = 4 * math.Pi * float64(s.Color[c])
		}
	}
	var out IrradianceSH
	for i := range m {
		out[i] = vec3(shFactors[i]*m[i][0], shFactors[i]*m[i][1], shFactors[i]*m[i][2])
	}
	return out
}

// moments sums an atmosphere against the nine functions of IrradianceSH, over rings of equal solid
// angle with directions spread evenly over each.
func (s *Sky) moments() (m [9][3]float64) {
	const rings, turns = 48, 64
	for j := range rings {
		y := (float64(j)+0.5)/rings*2 - 1
		h := math.Sqrt(1 - y*y)
		for i := range turns {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / turns)
			x, z := h*sin, h*cos
			l := s.Radiance(vec3(x, y, z))
			for k, b := range [9]float64{1, x, y, z, x * y, y * z, z * x, 3*y*y - 1, x*x - z*z} {
				for c := range 3 {
					m[k][c] += float64(l[c]) * b * (4 * math.Pi / (rings * turns))
				}
			}
		}
	}
	return m
}

// Mean returns the picture's mean over the sphere (not over the pixels, which crowd at the poles).
func (p *Panorama) Mean() mgl32.Vec3 {
	m := p.moments(0)
	return vec3(m[0][0]/(4*math.Pi), m[0][1]/(4*math.Pi), m[0][2]/(4*math.Pi))
}

// moments integrates the picture, turned by rotation, against the nine functions of IrradianceSH.
//
// With φ to the right of the centre column and t the sine of the elevation, a direction is (c·sin φ,
// t, -c·cos φ), c = √(1-t²). Each function is a product of one in φ and one in t, so a row is five
// sums over its pixels, whose integrals over φ stand in a table, times integrals over t in
// closed form.
func (p *Panorama) moments(rotation float64) (m [9][3]float64) {
	w, h := p.Width, p.Height
	table := make([][4]float64, w) // cos φ, sin φ, cos 2φ, sin 2φ, integrated over the pixel
	edge := func(i int) float64 { return 2*math.Pi*(float64(i)/float64(w)-0.5) - rotation }
	for i := range table {
		s0, c0 := math.Sincos(edge(i))
		s1, c1 := math.Sincos(edge(i + 1))
		table[i] = [4]float64{s1 - s0, c0 - c1, s1*c1 - s0*c0, s1*s1 - s0*s0}
	}
	dphi := 2 * math.Pi / float64(w)
	for j := range h {
		sums := azimuthSums(p.Pix[3*w*j:3*w*(j+1)], table)
		t1, c1 := math.Cos(math.Pi*float64(j)/float64(h)), math.Sin(math.Pi*float64(j)/float64(h))
		t0, c0 := math.Cos(math.Pi*float64(j+1)/float64(h)), math.Sin(math.Pi*float64(j+1)/float64(h))
		theta := math.Pi / float64(h)
		one := t1 - t0                   // ∫ dt
		t := (t1*t1 - t0*t0) / 2         // ∫ t dt
		tt := (t1*t1*t1 - t0*t0*t0) / 3  // ∫ t² dt
		c := (t1*c1 - t0*c0 + theta) / 2 // ∫ c dt
		tc := (c0*c0*c0 - c1*c1*c1) / 3  // ∫ t·c dt
		cc := one - tt                   // ∫ c² dt
		for k := range 3 {
			all, cos, sin, cos2, sin2 := dphi*sums[0][k], sums[1][k], sums[2][k], sums[3][k], sums[4][k]
			m[0][k] += one * all
			m[1][k] += c * sin
			m[2][k] += t * all
			m[3][k] -= c * cos
			m[4][k] += tc * sin
			m[5][k] -= tc * cos
			m[6][k] -= cc * sin2 / 2
			m[7][k] += (3*tt - one) * all
			m[8][k] -= cc * cos2
		}
	}
	return m
}

// azimuthSums returns a row's sums of its pixels, and of its pixels times each column of the table.
func azimuthSums(row []float32, table [][4]float64) (sums [5][3]float64) {
	for k := range 3 {
		var all, a, b, c, d float64
		for i := range table {
			x, t := float64(row[3*i+k]), &table[i]
			all += x
			a += x * t[0]
			b += x * t[1]
			c += x * t[2]
			d += x * t[3]
		}
		sums[0][k], sums[1][k], sums[2][k], sums[3][k], sums[4][k] = all, a, b, c, d
	}
	return sums
}
