package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// NightColor is the colour of light by which nobody sees colours, luminance 1: blue above green above red, as the
// rods of the eye see best at 507 nm and dark scenes look blue. It has the chromaticity x = y = 0.25 that Jensen,
// Durand, Stark, Premoze, Dorsey and Shirley found in paintings of nights ("A Physically-Based Night Sky Model",
// 2001, section 6), in Rec.709.
var NightColor = mgl32.Vec3{0.7062, 0.9899, 1.9657}

// NightSky is what a moonless night shows straight up, away from all lamps: 22 magnitudes per square second of arc.
const NightSky Nit = 0.00016

// A Night is what a sky has beside the light of sun and moon. The zero Night is nothing.
type Night struct {
	// Glow is the luminance of the darkest sky at the zenith with the stars in it: of the air's own light, dust
	// between the planets and what stars are too faint to tell apart.
	Glow Nit
	// Stars multiplies the light of the stars, and MilkyWay that of the band: 1 is as in nature, 0 none.
	Stars, MilkyWay float32
	Seed            uint64     // of where the stars stand
	Turn            mgl32.Mat3 // world from equatorial: Moment.WorldFromEquatorial
}

// DefaultNight is as in nature. Its stars stand as at a latitude of 50°, with the equinox in the south.
func DefaultNight() Night {
	return Night{Glow: NightSky, Stars: 1, MilkyWay: 1, Turn: Moment{JulianDay: j2000, Latitude: 50 * degree, Longitude: -siderealTime(j2000)}.WorldFromEquatorial()}
}

// Starry says whether there is something of the night that does not light the scene.
func (n *Night) Starry() bool { return n.Stars > 0 || n.MilkyWay > 0 }

// GlowTowards returns the luminance in a direction, in cd/m² per channel, of everything but the moon and the
// band of the Milky Way, with the stars' light spread evenly. The sky brightens towards the horizon, since one looks along
// the air that shines, and less than that, since the air takes of it: 10^(-0.4·k·(X - 1))·X for an air mass X
// of 1/√(1 - 0.96·sin²Z) and k = 0.172 magnitudes (Garstang, "Model for artificial night-sky illumination", 1986; as in Krisciunas and Schaefer,
// "A Model of the Brightness of Moonlight", 1991, equations 2 and 3). Below the horizon is a ground in that light.
func (n *Night) GlowTowards(dir mgl32.Vec3) mgl32.Vec3 {
	return NightColor.Mul(float32(n.Glow) * nightShape(dir[1]))
}

// nightShape is the glow by the sine of the elevation, 1 at the zenith.
func nightShape(sine float32) float32 {
	if sine < 0 {
		return NightGround
	}
	x := 1 / math.Sqrt(1-0.96*(1-float64(sine)*float64(sine)))
	return float32(math.Pow(10, -0.4*0.172*(x-1)) * x)
}

// nightOpen is the mean of nightShape over the upper half of the sky, weighted by the cosine to the zenith:
// level ground gets π·Glow times that.
const nightOpen = 1.436

// NightGround is what the ground below a night sky has of the luminance at the zenith: it reflects a fifth.
const NightGround = 0.2 * nightOpen

// nightMoments are the integrals of the shape times 1, y and 3y² - 1 over the sphere, divided by 2π.
func nightMoments() (m [3]float64) {
	const steps = 512
	for i := range steps {
		y := (float64(i) + 0.5) / steps
		for sign := -1.0; sign <= 1; sign += 2 {
			l := float64(nightShape(float32(sign*y))) / steps
			m[0] += l
			m[1] += l * sign * y
			m[2] += l * (3*y*y - 1)
		}
	}
	return m
}

// addTo adds the glow to a sky's irradiance.
func (n *Night) addTo(sh *IrradianceSH) {
	if n.Glow == 0 {
		return
	}
	m := nightMoments()
	for i, k := range [3]int{0, 2, 7} {
		sh[k] = sh[k].Add(NightColor.Mul(float32(shFactors[k] * 2 * math.Pi * m[i] * float64(n.Glow))))
	}
}

// Backdrop returns the glow between the stars that are drawn: GlowTowards at the zenith without their light, never below 0.
func (n *Night) Backdrop() Nit { return max(n.Glow-Nit(n.Stars)*starMean, 0) }

// MilkyWayTowards returns the luminance that the band of the Milky Way adds in a direction of the equatorial
// sphere, for MilkyWay = 1, before the air: brightest towards the galaxy's centre, mottled, with a dark rift in its middle.
// The galaxy's pole and centre are those of the International Astronomical Union (1958, for J2000: 192.8595° 27.1283°
// and 266.4050° -28.9362°). The shape was made by eye.
func MilkyWayTowards(d mgl32.Vec3) Nit {
	across, centre := d.Dot(GalacticPole), 0.5+0.5*d.Dot(GalacticCentre)
	band := across / (0.11 + 0.09*centre)
	if band*band > 9 {
		return 0
	}
	cloud := (milkyNoise(d.Mul(6)) - 0.5) * 3
	rift := (across + 0.12*(milkyNoise(d.Mul(10))-0.5)) / 0.05
	light := exp32(-band*band) * (0.35 + 0.65*centre*centre) * max(1+cloud, 0.2)
	return Nit(MilkyWayPeak * light * (1 - 0.75*centre*exp32(-rift*rift)))
}

// MilkyWayPeak is the luminance of the band's brightest places, without its mottles, in cd/m²: somewhat less than the
// sky around it; by eye.
const MilkyWayPeak = 1.2e-4

var (
	// GalacticPole and GalacticCentre are unit and equatorial.
	GalacticPole   = mgl32.Vec3{-0.8676661, -0.1980764, 0.4559838}
	GalacticCentre = mgl32.Vec3{-0.0548755, -0.8734371, -0.4838350}
)

func exp32(x float32) float32 { return float32(math.Exp(float64(x))) }

// milkyNoise is four octaves of value noise, 0..1, about 0.5 on the mean. The shader repeats it, so it has
// 32-bit integers only.
func milkyNoise(p mgl32.Vec3) float32 {
	sum, share := float32(0), float32(0.5)
	for range 4 {
		sum += share * valueNoise(p)
		p, share = p.Mul(2.03), share/2
	}
	return sum / 0.9375
}

// valueNoise blends numbers of 0..1 at whole coordinates.
func valueNoise(p mgl32.Vec3) float32 {
	var cell [3]int32
	var f mgl32.Vec3
	for k := range 3 {
		floor := float32(math.Floor(float64(p[k])))
		cell[k], f[k] = int32(floor), p[k]-floor
		f[k] = f[k] * f[k] * (3 - 2*f[k])
	}
	sum := float32(0)
	for i := range int32(8) {
		dx, dy, dz := i&1, i>>1&1, i>>2
		w := mixed(f[0], dx) * mixed(f[1], dy) * mixed(f[2], dz)
		sum += w * latticeValue(uint32(cell[0]+dx), uint32(cell[1]+dy), uint32(cell[2]+dz))
	}
	return sum
}

func mixed(f float32, end int32) float32 {
	if end == 1 {
		return f
	}
	return 1 - f
}

// latticeValue is a hash as a number of 0..1: the last step of pcg3d (Jarzynski and Olano, "Hash Functions for
// GPU Rendering", 2020).
func latticeValue(x, y, z uint32) float32 {
	x, y, z = x*1664525+1013904223, y*1664525+1013904223, z*1664525+1013904223
	x += y * z
	y += z * x
	z += x * y
	x, y, z = x^x>>16, y^y>>16, z^z>>16
	x += y * z
	return float32(x>>8) / (1 << 24)
}
