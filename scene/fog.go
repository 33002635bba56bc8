package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// A Fog hides what is far. It is even up to a height and thins out exponentially above. The optical
// depth along a way has a closed form (Carsten Wenzel, "Real-time Atmospheric Effects in Games", 2006, section
// on volumetric fog, for the exponential part).
//
// It is lit by the sky, evenly from all sides whatever stands there, and by sun or moon, whose light the fog
// above dims and things keep off where they cast shadows. Lamps do not light it. Light is scattered once.
type Fog struct {
	Density    float32    // up to Height: share of light taken, per metre
	Height     float32    // world Y, metres
	Falloff    float32    // metres over which it thins to 1/e above; 0: it ends there
	Color      mgl32.Vec3 // share of what it takes that it scatters, 0..1
	Anisotropy float32    // how much it scatters forward, -0.95..0.95: the g of Henyey and Greenstein
	Start      float32    // metres before the viewer that are clear
	Opacity    float32    // the most that it hides, 0..1
	Shadows    bool       // things cast theirs into it, if the sun's light casts any
}

// DefaultFog is a mist in which things fade over 100 metres.
func DefaultFog() Fog {
	return Fog{Density: 0.01, Falloff: 20, Color: mgl32.Vec3{1, 1, 1}, Anisotropy: 0.6, Opacity: 1, Shadows: true}
}

// fogFar is how far away the sky is, in metres.
const fogFar = 1e9

// Depth returns the optical depth between two heights of the world in so many metres.
func (f *Fog) Depth(from, to, metres float64) float64 {
	low, high := min(from, to)-float64(f.Height), max(from, to)-float64(f.Height)
	thins, span := max(float64(f.Falloff), 1e-3), high-low
	below := 0.0 // share of the way that is in the even part
	switch {
	case span > 1e-3:
		below = min(max(-low/span, 0), 1)
	case low < 0:
		below = 1
	}
	bottom := max(low, 0)
	x := (max(high, 0) - bottom) / thins
	above := math.Exp(-bottom / thins) // the mean density of the rest
	if x > 1e-3 {
		above *= (1 - math.Exp(-x)) / x
	} else {
		above *= 1 - 0.5*x
	}
	return float64(f.Density) * metres * (below + (1-below)*above)
}

// Veil returns what a fog makes of light that goes so many metres (at most fogFar, the sky's distance) to a place,
// seen in a unit direction: its share that gets through, and the radiance that is added. Towards
// is the unit vector to the sun, lux what of its light reaches the fog's top, and ambient the mean radiance of
// the sky over all directions.
func (f *Fog) Veil(from, dir mgl32.Vec3, metres float64, towards, lux, ambient mgl32.Vec3) (through float64, light mgl32.Vec3) {
	start := min(float64(f.Start), metres)
	metres -= start
	y := float64(from[1]) + float64(dir[1])*start
	lit := 0.0
	if up := float64(towards[1]); up > 0 {
		lit = math.Exp(-f.Depth(y, y+fogFar*up, fogFar))
	}
	g := float64(f.Anisotropy)
	d := 1 + g*g - 2*g*float64(dir.Dot(towards))
	phase := (1 - g*g) / (4 * math.Pi * d * math.Sqrt(d)) // Henyey and Greenstein, "Diffuse radiation in the galaxy", 1941
	through = max(math.Exp(-f.Depth(y, y+float64(dir[1])*metres, metres)), 1-float64(f.Opacity))
	source := lux.Mul(float32(phase * lit)).Add(ambient)
	return through, mul3(f.Color, source).Mul(float32(1 - through))
}

// FogSteps is in how many parts Sunlit cuts a way.
const FogSteps = 16

// Sunlit returns the share of a way's sunlight, lux in Veil, that is left where things cast shadows: the mean of visible, the
// share of the sun that reaches a place so many metres along the way, each place by how much of its fog is seen.
//
// In even fog the parts of the way give the same light. In each one place is looked at: shift, 0..1, says where, and the mean
// over all shifts is the integral. Beyond reach, in metres, no shadow is known.
func (f *Fog) Sunlit(from, dir mgl32.Vec3, metres, reach, shift float64, visible func(metres float64) float64) float64 {
	start := min(float64(f.Start), metres)
	y := float64(from[1]) + float64(dir[1])*start
	depth := func(metres float64) float64 { return f.Depth(y, y+float64(dir[1])*metres, metres) }
	whole := -math.Expm1(-depth(metres - start))
	if whole <= 0 {
		return 1
	}
	span := min(metres, max(reach, start)) - start
	thick := depth(span)
	before, lit := 0.0, whole+math.Expm1(-thick) // what is beyond
	for i := range FogSteps {
		to := -math.Expm1(-depth(span * fogPart(float64(i+1)/FogSteps, thick)))
		lit += (to - before) * visible(start+span*fogPart((float64(i)+shift)/FogSteps, thick))
		before = to
	}
	return min(max(lit/whole, 0), 1)
}

// fogPart returns the share of a way through even fog of an optical depth in which a share of its light is scattered.
func fogPart(share, depth float64) float64 {
	if depth < 1e-3 || share >= 1 {
		return share
	}
	return min(-math.Log1p(share*math.Expm1(-depth))/depth, 1)
}
