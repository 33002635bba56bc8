package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// FullMoon is what a full moon at its mean distance gives a surface that faces it, from straight above
// through clear air.
//
// It is the anchor of this program's nights, and what is measured under full moons of temperate latitudes:
// 0.05 to 0.1 lx (Kyba, Mohar and Posch, "How bright is moonlight?", 2017). The astronomers' own number is higher: magnitude
// -12.73 is 0.32 lx outside of the air and 0.27 lx below it, and nights as bright are those of a full moon
// overhead in the tropics or at midwinter. A scene may ask for that one.
const FullMoon Lux = 0.05

const (
	moonDiameter = 3474.8             // km
	sunDiameter  = 0.533 * degree     // seen from Earth, mean
	starlight    = 2.54e-6            // lux of a star of magnitude 0 outside of the air (Allen, "Astrophysical Quantities", 3rd edition, 1973, section 92)
	airAtZenith  = 0.8709635899560806 // share of moonlight that comes through clear air from straight above: 0.15 magnitudes
)

// A MoonPlan says what moon a scene has.
type MoonPlan struct {
	Direction mgl32.Vec3 // unit, the way its light travels; zero: from where it stands at the sun's moment
	Full      Lux        // full and straight above, on a surface that faces it
	Color     mgl32.Vec3 // of its light
	Shadows   bool
	Lit       bool    // Share is lit, whatever the sun would make of it
	Share     float32 // 0..1
}

// DefaultMoon is the Earth's.
func DefaultMoon() MoonPlan { return MoonPlan{Full: FullMoon, Color: NightColor, Shadows: true} }

// Moon returns the moon in the light of a sun, or the zero one where the plan has no place for it.
func (p *MoonPlan) Moon(sun *Sun) (m Moon) {
	switch {
	case p.Direction != (mgl32.Vec3{}):
		m = MoonAt(p.Direction, sun.Direction, p.Full)
	case sun.Moment.Given():
		m = sun.Moment.Moon(p.Full)
	default:
		return Moon{}
	}
	m.Color, m.Shadows = p.Color, p.Shadows
	if p.Lit {
		m = m.Lit(float64(p.Share))
	}
	return m
}

// A Moon is where the moon stands, and how the sun lights it. The zero Moon is none.
type Moon struct {
	Direction mgl32.Vec3 // unit, the way its light travels; zero: none
	Sunward   mgl32.Vec3 // unit, from the moon to the sun
	Diameter  float32    // angle that its disc spans, radians
	// Full is what it would give a surface that faces it, were it full and straight above; its distance counts.
	Full    Lux
	Color   mgl32.Vec3 // tint of its light
	Shadows bool
}

// Moon returns the moon of a moment, by what a full one at its mean distance gives.
func (m Moment) Moon(full Lux) Moon {
	towards, distance, sunward := m.moonPlace()
	near := moonDistance / distance
	return Moon{Direction: narrow(lifted(towards).Mul(-1)), Sunward: narrow(sunward), Diameter: float32(moonDiameter / distance),
		Full: Lux(float64(full) * near * near), Color: NightColor, Shadows: true}
}

// MoonAt returns a moon at its mean distance whose light travels along a direction. It is lit by a sun whose light travels along
// another, both unit: full where they shine from opposite sides. Without a sun (a zero vector) it is full.
func MoonAt(direction, sun mgl32.Vec3, full Lux) Moon {
	m := Moon{Direction: direction, Sunward: sun.Mul(-1), Diameter: moonDiameter / moonDistance, Full: full, Color: NightColor, Shadows: true}
	if sun == (mgl32.Vec3{}) {
		m.Sunward = direction
	}
	return m
}

// Lit returns the moon with a share of its disc lit, 0 to 1: the sun is moved along the great circle that it
// stands on, or to the right where it stands straight behind or before the moon.
func (m Moon) Lit(share float64) Moon {
	cos := min(max(2*share-1, -1), 1)
	across := m.Sunward.Sub(m.Direction.Mul(m.Sunward.Dot(m.Direction)))
	if across.Len() < 1e-4 {
		up := mgl32.Vec3{0, 1, 0}
		if math.Abs(float64(m.Direction[1])) > 0.99 {
			up = mgl32.Vec3{0, 0, -1}
		}
		across = up.Cross(m.Direction)
	}
	m.Sunward = m.Direction.Mul(float32(cos)).Add(across.Normalize().Mul(float32(math.Sqrt(1 - cos*cos)))).Normalize()
	return m
}

// Shines says whether there is a moon.
func (m *Moon) Shines() bool { return m.Direction != (mgl32.Vec3{}) }

// Up says whether there is a moon that may be seen: not deep below the horizon, which from a mountain is below its own.
func (m *Moon) Up() bool { return m.Shines() && m.Direction[1] < 0.1 }

// Phase returns the angle between sun and Earth as seen from the moon, in radians: 0 when it is full, π when it is
// new.
func (m *Moon) Phase() float64 {
	return math.Acos(min(max(float64(m.Sunward.Dot(m.Direction)), -1), 1))
}

// IlluminatedShare returns how much of the moon's disc is lit (Meeus, equation 48.1).
func (m *Moon) IlluminatedShare() float64 { return (1 + math.Cos(m.Phase())) / 2 }

// Outside returns what the moon gives a surface that faces it outside of the air. Half a moon gives a tenth
// of the light of a full one, as its shadows grow (Allen's law, in Krisciunas and Schaefer, "A Model of the Brightness of Moonlight",
// 1991, equation 9; the surge in the last 7° before full moon is left out).
func (m *Moon) Outside() Lux {
	a := m.Phase() / degree
	return Lux(float64(m.Full) / airAtZenith * math.Pow(10, -0.4*(0.026*a+4e-9*a*a*a*a)))
}

// Earthshine is what the moon's night side has of the luminance of its full disc, under a full Earth: about the
// Earth's albedo times the moon's own times its size in the moon's sky.
const earthshine = 1e-4

// A MoonDisc is how the moon's disc looks from the ground, before the air.
type MoonDisc struct {
	Surface    Nit     // of what the sun stands straight above, times two: the factor of Lommel and Seeliger's law
	Earthshine Nit     // of what the sun does not reach
	Radius     float32 // as it is drawn, radians
}

// Disc returns the disc for a picture whose pixels are an angle apart: at least 1.5 of them across, and as much
// darker, so that it gives no more light.
//
// The surface reflects by Lommel and Seeliger's law, μ0/(μ0 + μ), by which a full moon is as bright at its rim as in
// its middle. The disc as a whole gives what Outside says: the integral of the law over a disc of radius r at phase angle
// α is πr²/2·(1 - sin(α/2)·tan(α/2)·ln cot(α/4)) (Lester, McCall and Tatum, "Theory of planetary photometry", 1979). It is
// kept from growing beyond a full moon's surface, which only the last 3° before new moon would ask for.
func (m *Moon) Disc(pixel float32) MoonDisc {
	radius := m.Diameter / 2
	d := MoonDisc{Radius: max(radius, 0.75*pixel)}
	if radius == 0 {
		return MoonDisc{}
	}
	full := 2 * float64(m.Full) / airAtZenith / (math.Pi * float64(d.Radius) * float64(d.Radius))
	half := m.Phase() / 2
	share := 1 - math.Sin(half)*math.Tan(half)*math.Log(1/math.Tan(half/2))
	if half == 0 {
		share = 1
	}
	given := float64(m.Outside()) / float64(m.Full) * airAtZenith
	if !(share > 0) || m.Full == 0 {
		given, share = 0, 1
	}
	d.Surface = Nit(full * min(given/share, 1))
	d.Earthshine = Nit(full / 2 * earthshine * (1 - m.IlluminatedShare()))
	return d
}

// Towards returns what the moon shows in a direction of the world (unit), in cd/m², and whether it is there.
func (m *Moon) Towards(d mgl32.Vec3, disc MoonDisc) (light Nit, there bool) {
	towards := m.Direction.Mul(-1)
	cosine := d.Dot(towards)
	p := d.Sub(towards.Mul(cosine)).Mul(1 / max(disc.Radius, 1e-9)) // on the disc, whose radius is 1
	q := p.Dot(p)
	if cosine <= 0 || disc.Radius == 0 || q >= 1 {
		return 0, false
	}
	mu := sqrt32(1 - q)
	mu0 := max(p.Sub(towards.Mul(mu)).Dot(m.Sunward), 0)
	return disc.Surface*Nit(mu0/max(mu0+mu, 1e-4)) + disc.Earthshine, true
}

func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Light returns the moon as the light of a scene. Air is the share of its light that arrives from where it
// stands, per channel.
func (m *Moon) Light(air mgl32.Vec3) Sun {
	return Sun{Direction: m.Direction, Illuminance: m.Outside(), Color: mul3(m.Color, air), Shadows: m.Shadows, Diameter: m.Diameter}
}

// ClearAir returns the share of light that comes through clear air from a sine of elevation, 0 below the
// horizon: 0.15 magnitudes for an air mass of 1 (the extinction of a good site, V; Krisciunas and Schaefer 1991 have 0.172), and
// the air mass of their equation 3. It is for skies that have no air of their own.
func ClearAir(sine float64) float64 {
	if sine <= 0 {
		return 0
	}
	mass := 1 / math.Sqrt(1-0.96*(1-sine*sine))
	return math.Pow(airAtZenith, mass)
}

// AboveHorizon returns the share of a disc that is above the horizon, from the way its light travels and the angle
// that it spans: smooth, and 1/2 where its centre is on the horizon.
func AboveHorizon(direction mgl32.Vec3, diameter float64) float64 {
	// In half diameters; a small angle is its sine.
	x := min(max(-float64(direction[1])*2/diameter, -1), 1)
	return 0.5 + (x*math.Sqrt(1-x*x)+math.Asin(x))/math.Pi
}

func mul3(a, b mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }
