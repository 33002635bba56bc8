package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// An Atmosphere is the air around a planet of the Earth's size, in layers that differ with height
// only: molecules, haze and ozone (Sébastien Hillaire, "A Scalable and Production Ready Sky and
// Atmosphere Rendering Technique", EGSR 2020, section 4). The zero value is empty space around a
// black planet.
//
// Each channel is computed at one wavelength, as in the paper; but the wavelengths are those that come
// closest to a whole spectrum seen as Rec.709, which 680, 550 and 440 nm are too red for when the sun
// is low. Light goes straight: what bends it is in where a dated sun and moon are seen (Refraction).
type Atmosphere struct {
	Air   float32 // molecules, as a factor of the Earth's, ≥ 0
	Ozone float32 // as a factor of 300 Dobson units, ≥ 0
	// Haze is dust and droplets, as a factor of a clear day's, ≥ 0. A clear day's let 90 % through from
	// straight above; objects fade over some 40 km.
	Haze float32
	// Anisotropy is how much haze scatters forward: the g of Cornette and Shanks, -0.95..0.95.
	Anisotropy   float32
	GroundAlbedo mgl32.Vec3 // what the planet reflects, 0..1
	Altitude     float32    // metres above the sea at which the world's Y is 0
	Aerial       bool       // whether the air between is seen in front of things too
}

// DefaultAtmosphere is a clear day at the sea.
func DefaultAtmosphere() Atmosphere {
	return Atmosphere{Air: 1, Ozone: 1, Haze: 1, Anisotropy: 0.8, GroundAlbedo: mgl32.Vec3{0.2, 0.2, 0.2}, Aerial: true}
}

// The layers of air, in metres.
const (
	groundRadius = 6360e3 // metres (ibid., section 4)
	airTop       = 100e3  // metres above the ground where the air ends
	leastHeight  = 1      // metres above the ground: nobody looks from lower

	HazeScale     = 1200 // metres over which haze thins out to 1/e (ibid., table 1)
	OzoneHeight   = 25e3 // of the layer's middle
	OzoneHalf     = 15e3 // from its middle to where it ends
	hazeDepth     = 0.1  // optical depth of a clear day's haze at 550 nm, straight up; by taste of clear days
	hazeExponent  = 1.3  // with which it grows towards short waves (Ångström, "The parameters of atmospheric turbidity", 1964)
	hazeScattered = 0.9  // share of what haze takes that it scatters (Bruneton and Neyret, "Precomputed Atmospheric Scattering", 2008)
)

// AirThinning is how molecules thin out: their density is exp(x·(a + x·(b + x·(c + x·d)))) of that at the ground for x = height /
// airTop. It is the U.S. Standard Atmosphere of 1976 within 4 % up to 32 km and 6 % up to 85. The paper's exp(-height/8000) has
// twice as many at 40 km and higher, where all light of a deep twilight comes from.
var AirThinning = [4]float32{-8.0527, -36.882, 69.688, -40.753}

var (
	airWavelengths  = mgl64.Vec3{628e-9, 542e-9, 440e-9}        // metres
	airScattering   = mgl64.Vec3{6.694e-6, 12.196e-6, 28.71e-6} // 1/m at the ground, at 15 °C (Bodhaine et al., "On Rayleigh Optical Depth Calculations", 1999, eq. 29; the paper's are a sixth more)
	ozoneAbsorption = mgl64.Vec3{1.783e-6, 1.706e-6, 0.085e-6}  // 1/m at the layer's middle (ibid.)
	sunColor        = mgl64.Vec3{1.1010, 0.9789, 0.9091}        // a black body of 5772 K (IAU 2015, resolution B3) in Rec.709, luminance 1
)

const (
	// sunOutside is the sun's illuminance above the air in lux (Darula, Kittler and Gueymard,
	// "Reference luminous solar constant and solar luminance for illuminance calculations", 2005).
	sunOutside = 133_334

	// SunDiameter is the angle that the sun's disc spans on the mean, in radians: 0.53°.
	SunDiameter = 0.00930
)

// SunOutside returns the sun's illuminance above the air, in lux per channel.
func SunOutside() mgl32.Vec3 {
	return mgl32.Vec3{float32(sunColor[0]), float32(sunColor[1]), float32(sunColor[2])}.Mul(sunOutside)
}

// AirCoefficients are those of an atmosphere at the ground (of ozone at the layer's middle), in 1/m per channel.
type AirCoefficients struct {
	Air, HazeScattering, HazeExtinction, Ozone mgl64.Vec3
}

// Coefficients returns what scatters and takes light.
func (a *Atmosphere) Coefficients() (c AirCoefficients) {
	for k := range 3 {
		c.Air[k] = float64(a.Air) * airScattering[k]
		c.HazeExtinction[k] = float64(a.Haze) * hazeDepth / HazeScale * math.Pow(airWavelengths[k]/550e-9, -hazeExponent)
		c.HazeScattering[k] = hazeScattered * c.HazeExtinction[k]
		c.Ozone[k] = float64(a.Ozone) * ozoneAbsorption[k]
	}
	return c
}

// densities are the shares of the layers' coefficients at a height above the ground.
func densities(height float64) (air, haze, ozone float64) {
	return airDensity(height), math.Exp(-height / HazeScale), math.Max(0, 1-math.Abs(height-OzoneHeight)/OzoneHalf)
}

func airDensity(height float64) float64 {
	x, t := height/airTop, &AirThinning
	return math.Exp(x * (float64(t[0]) + x*(float64(t[1])+x*(float64(t[2])+x*float64(t[3])))))
}

// airPhase is Rayleigh's phase function of the cosine between the ways before and after, per steradian.
func airPhase(cosine float64) float64 { return 3 / (16 * math.Pi) * (1 + cosine*cosine) }

// hazePhase is that of Cornette and Shanks ("Physically reasonable analytic expression for the
// single-scattering phase function", 1992, eq. 8).
func hazePhase(g, cosine float64) float64 {
	d := 1 + g*g - 2*g*cosine
	return 3 / (8 * math.Pi) * (1 - g*g) * (1 + cosine*cosine) / ((2 + g*g) * d * math.Sqrt(d))
}

// An airWay is a straight way through the air, from where it is in the air (or from height, if that
// is) to its end at the ground or in space. Heights along it come from differences that stay exact in
// single precision too, since the shader has no more.
type airWay struct {
	skipped  float64 // metres of empty space before the air begins
	height   float64 // where the air begins, above the ground
	mu       float64 // cosine to the zenith there
	end      float64 // metres of air
	low      float64 // of them to where the way comes closest to the planet
	from, to float64 // for cut
	ground   bool    // ends at the ground
}

// wayThroughAir returns the way from a height in a direction by its cosine to the zenith. It has no
// length where it misses the air.
func wayThroughAir(height, mu float64) (w airWay) {
	height = max(height, leastHeight)
	if height > airTop {
		r := groundRadius + height
		above := (height - airTop) * (2*groundRadius + height + airTop)
		q := r*r*mu*mu - above
		if mu >= 0 || q < 0 {
			return airWay{height: airTop, mu: 1}
		}
		w.skipped = above / (-r*mu + math.Sqrt(q))
		mu = (r*mu + w.skipped) / (groundRadius + airTop)
		height = airTop
	}
	r := groundRadius + height
	below := height * (2*groundRadius + height)
	if q := r*r*mu*mu - below; mu < 0 && q >= 0 {
		end := below / (-r*mu + math.Sqrt(q))
		return airWay{skipped: w.skipped, height: height, mu: mu, end: end, low: end, from: -math.Sqrt(end), ground: true}
	}
	skipped := w.skipped
	w = wayToSpace(height, mu)
	w.skipped = skipped
	return w
}

// wayToSpace returns the way from a height in the air to its end, as if the ground were not there: near the horizon
// rounding could decide whether it is.
func wayToSpace(height, mu float64) (w airWay) {
	w.height, w.mu, w.end = height, mu, wayToTop(height, mu)
	w.low = min(max(-(groundRadius+height)*mu, 0), w.end)
	w.from, w.to = -math.Sqrt(w.low), math.Sqrt(w.end-w.low)
	return w
}

// wayToTop returns the metres from a height within the air to its end, if the ground were not there.
func wayToTop(height, mu float64) float64 {
	r := groundRadius + height
	above := (airTop - height) * (2*groundRadius + height + airTop)
	root := math.Sqrt(r*r*mu*mu + above)
	if mu > 0 {
		return above / (root + r*mu)
	}
	return root - r*mu
}

// at returns the height above the ground at a distance along the way.
func (w *airWay) at(t float64) float64 {
	q := t*t + 2*t*(groundRadius+w.height)*w.mu + w.height*(2*groundRadius+w.height)
	return max(q/(math.Sqrt(q+groundRadius*groundRadius)+groundRadius), 0)
}

// cut returns where a share of the way ends, 0..1: equal shares grow with the distance from the
// lowest place, where the air is densest and changes fastest.
func (w *airWay) cut(share float64) float64 {
	s := w.from + (w.to-w.from)*share
	return w.low + s*math.Abs(s)
}

// Height returns how far above the ground a viewer at a world's Y is, at least a metre.
func (a *Atmosphere) Height(y float32) float64 {
	return max(float64(a.Altitude)+float64(y), leastHeight)
}

// HorizonElevation returns that of the horizon as seen from a height above the ground, in radians: 0 or less.
func HorizonElevation(height float64) float64 {
	return math.Asin(horizonCosine(max(height, leastHeight)))
}

// horizonCosine is the cosine to the zenith of the horizon as seen from a height.
func horizonCosine(height float64) float64 {
	return -math.Sqrt(height*(2*groundRadius+height)) / (groundRadius + height)
}
