package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// A Star is a point of light on the sphere of the sky.
type Star struct {
	Direction   mgl32.Vec3 // unit, towards it: equatorial, as in Moment.WorldFromEquatorial
	Illuminance Lux        // outside of the air
	Color       mgl32.Vec3 // luminance 1
}

// StarCount is how many stars eyes can tell apart under a dark sky: to magnitude 6.5 (the Bright Star Catalogue has some 9,000).
const StarCount = 8768

const (
	faintest   = 6.5     // magnitude
	starGrowth = 0.51    // log10 of how many times more stars there are for each magnitude
	starCrowd  = 1.2     // how many times more stand in the Milky Way than at its poles, beyond 1; by eye
	StarBands  = 48      // of a StarMap, in declination
	starAcross = 96      // cells of a band at the equator
	starMean   = 1.84e-5 // cd/m²: what all stars of Stars give, evenly spread over the sphere
)

// Stars returns the stars of a seed, brightest first: as many of each brightness as on the real sky, in places of their own.
// The i-th has the magnitude at which log10 N = 3.943 + 0.51·(m - 6.5) counts i of them: 25 above 1.5, 258 above 3.5 and 2700
// above 5.5, where the catalogue has 22, 283 and 2822. The first is as bright as Sirius.
func Stars(seed uint64) []Star {
	r := random{state: mix64(seed ^ 0x73746172)}
	stars := make([]Star, StarCount)
	for i := range stars {
		magnitude := faintest + math.Log10((float64(i)+0.75)/StarCount)/starGrowth
		stars[i] = Star{
			Direction:   r.starDirection(),
			Illuminance: Lux(starlight * math.Pow(10, -0.4*magnitude)),
			Color:       r.starTemperature().Color(),
		}
	}
	return stars
}

// starDirection crowds towards the plane of the galaxy.
func (r *random) starDirection() mgl32.Vec3 {
	for {
		d := vec3(r.direction())
		across := d.Dot(GalacticPole)
		if r.unit()*(1+starCrowd) < 1+starCrowd*float64(exp32(-across*across*16)) {
			return d
		}
	}
}

// starTemperature follows the shares of spectral classes among the naked-eye stars, of B to M, and their temperatures
// (Allen, "Astrophysical Quantities", 1973, sections 99 and 117, rounded).
func (r *random) starTemperature() Kelvin {
	classes := [...]struct {
		share    float64
		from, to Kelvin
	}{{0.18, 10500, 24000}, {0.22, 7600, 10500}, {0.16, 6100, 7600}, {0.14, 5300, 6100}, {0.24, 3900, 5300}, {0.06, 3200, 3900}}
	u := r.unit()
	for _, c := range classes {
		if u < c.share {
			t := float32(u / c.share)
			return c.from * Kelvin(math.Pow(float64(c.to/c.from), float64(t)))
		}
		u -= c.share
	}
	return 3200
}

// A StarMap finds the stars near a direction. The sphere is cut into bands of declination and these into
// cells of right ascension, all about as large.
type StarMap struct {
	Stars []Star   // by cell
	Cells []uint32 // StarBands + 1 numbers: the first cell of each band; then the first star of each cell, and the end
}

// NewStarMap sorts stars into cells.
func NewStarMap(stars []Star) StarMap {
	var m StarMap
	cells := uint32(0)
	for band := range StarBands {
		m.Cells = append(m.Cells, cells)
		middle := (float64(band)+0.5)/StarBands*math.Pi - math.Pi/2
		cells += uint32(math.Ceil(starAcross * math.Cos(middle)))
	}
	m.Cells = append(m.Cells, cells)
	m.Stars = slices.Clone(stars)
	slices.SortStableFunc(m.Stars, func(a, b Star) int { return int(m.cell(a.Direction)) - int(m.cell(b.Direction)) })
	counts := make([]uint32, cells+1)
	for i := range m.Stars {
		counts[m.cell(m.Stars[i].Direction)+1]++
	}
	for i := range cells {
		counts[i+1] += counts[i]
	}
	m.Cells = append(m.Cells, counts...)
	return m
}

// starBand is the band of a direction, unrounded.
func starBand(d mgl32.Vec3) float32 {
	return float32(math.Asin(float64(min(max(d[2], -1), 1)))/math.Pi+0.5) * StarBands
}

// starColumn is its place along a band, unrounded, in turns of 0..1.
func starColumn(d mgl32.Vec3) float32 {
	return float32(math.Atan2(float64(d[1]), float64(d[0]))/(2*math.Pi) + 0.5)
}

func (m *StarMap) cell(d mgl32.Vec3) uint32 {
	band := min(int(starBand(d)), StarBands-1)
	first, count := m.Cells[band], m.Cells[band+1]-m.Cells[band]
	return first + min(uint32(starColumn(d)*float32(count)), count-1)
}

// Towards returns the luminance of the stars in a direction (equatorial, unit), per channel, where each is spread over a
// disc of a radius in radians, at most MaxStarRadius. With StarRadius a picture's stars are as bright at
// any size, and none is lost between two pixels. The disc is (1 - x²)², whose integral is π/3.
func (m *StarMap) Towards(d mgl32.Vec3, radius float32) (sum mgl32.Vec3) {
	band := starBand(d)
	reach := (radius + StarMargin) / math.Pi * StarBands
	peak := 3 / (math.Pi * radius * radius)
	for b := max(int(band-reach), 0); b <= min(int(band+reach), StarBands-1); b++ {
		first, count := m.Cells[b], int(m.Cells[b+1]-m.Cells[b])
		// How far the disc reaches along the band, where that is narrowest: sin Δα = sin r / cos δ.
		low, high := math.Cos(math.Pi*(float64(b)/StarBands-0.5)), math.Cos(math.Pi*(float64(b+1)/StarBands-0.5))
		width := 0.5
		if s := math.Sin(float64(radius)+StarMargin) / math.Min(low, high); s < 1 {
			width = math.Asin(s) / (2 * math.Pi)
		}
		column := starColumn(d) * float32(count)
		side := min(float32(width)*float32(count), float32(count-1)/2)
		from, to := int(math.Floor(float64(column-side))), int(math.Floor(float64(column+side)))
		for c := from; c <= min(to, from+count-1); c++ {
			at := StarBands + 1 + first + uint32((c+count)%count)
			for _, s := range m.Stars[m.Cells[at]:m.Cells[at+1]] {
				away := s.Direction.Sub(d)
				x := max(1-away.Dot(away)/(radius*radius), 0)
				sum = sum.Add(s.Color.Mul(float32(s.Illuminance) * peak * x * x))
			}
		}
	}
	return sum
}

const (
	// MaxStarRadius is how far a star may be spread, and MinStarRadius how far air spreads it at least, in radians.
	MaxStarRadius, MinStarRadius = 0.05, 2e-5

	StarMargin = 0.002 // radians by which single precision may be off near a pole
)

// StarRadius is how far a picture spreads its stars whose pixels are an angle apart.
func StarRadius(pixel float32) float32 { return min(max(1.5*pixel, MinStarRadius), MaxStarRadius) }
