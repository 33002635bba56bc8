package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// A lightSource is something whose light a LightSurvey follows. A new kind of light is a type here, and a case
// in lightSources.
type lightSource interface {
	// describe says what it is and how much light it has.
	describe() LightAt

	// illuminance is what the light gives a point of a surface with a unit normal and nothing between, in lux
	// per channel, for each unit of the amount that describe says.
	illuminance(point, normal mgl32.Vec3) mgl32.Vec3

	// towards is the unit vector from a point to where the light comes from, and how many metres that is away,
	// +Inf of the sun. The vector is 0 where the light comes from everywhere, or from the point itself.
	towards(point mgl32.Vec3) (way mgl32.Vec3, distance float32)

	casts() bool // shadows
}

// lightSources are all lights of a shot: the sun or the moon, the sky, and lamps in the order of their entities.
func (s *Scene) lightSources(lighting *Lighting) []lightSource {
	var out []lightSource
	if light := &lighting.Light; light.Shines() {
		name := "sun"
		if light.Direction != lighting.Sun.Direction {
			name = "moon"
		}
		out = append(out, &sunSource{light, name})
	}
	if sky := (skySource{lighting.Irradiance()}); sky.mean() > 0 {
		out = append(out, &sky)
	}
	for i, world := range s.WorldFromEntity() {
		e := &s.Entities[i]
		at := lampAt{entity: i, name: e.Name, position: world.Col(3).Vec3()}
		if e.Point != nil {
			out = append(out, &pointSource{at, *e.Point, world})
		}
		if e.Spot != nil {
			out = append(out, &spotSource{at, *e.Spot, world})
		}
		if e.Rect != nil {
			out = append(out, &rectSource{at, *e.Rect, world})
		}
	}
	return out
}

type sunSource struct {
	*Sun
	name string // sun or moon
}

func (s *sunSource) describe() LightAt {
	return LightAt{Entity: -1, Name: s.name, Kind: s.name, Amount: float32(s.Sun.Illuminance), Unit: "lx"}
}

func (s *sunSource) illuminance(_, normal mgl32.Vec3) mgl32.Vec3 {
	return s.Color.Mul(max(-s.Direction.Dot(normal), 0))
}

func (s *sunSource) towards(mgl32.Vec3) (mgl32.Vec3, float32) { return s.Direction.Mul(-1), inf32 }
func (s *sunSource) casts() bool                              { return s.Shadows }

// A skySource has the mean luminance of all directions as its amount. Nothing shadows it, as in pictures.
type skySource struct{ IrradianceSH }

// mean is the first coefficient's: an even sky of L gives π·L everywhere.
func (s *skySource) mean() float32 { return Luminance(s.IrradianceSH[0]) / math.Pi }

func (s *skySource) describe() LightAt {
	return LightAt{Entity: -1, Name: "sky", Kind: "sky", Amount: s.mean(), Unit: "cd/m²"}
}

func (s *skySource) illuminance(_, normal mgl32.Vec3) mgl32.Vec3 {
	return s.At(normal).Mul(1 / s.mean())
}

func (s *skySource) towards(mgl32.Vec3) (mgl32.Vec3, float32) { return mgl32.Vec3{}, inf32 }
func (s *skySource) casts() bool                              { return false }

// lampAt is where an entity's lamp stands.
type lampAt struct {
	entity   int
	name     string
	position mgl32.Vec3
}

func (l *lampAt) towards(point mgl32.Vec3) (mgl32.Vec3, float32) {
	to := l.position.Sub(point)
	d := to.Len()
	if !(d > 0) || d > math.MaxFloat32 {
		return mgl32.Vec3{}, d
	}
	return to.Mul(1 / d), d
}

func (l *lampAt) lamp(kind string, p *PointLight) LightAt {
	return LightAt{Entity: l.entity, Name: l.name, Kind: kind, Amount: clampedTo32(float64(p.Power())), Unit: "lm"}
}

type pointSource struct {
	lampAt
	PointLight
	worldFromLight mgl32.Mat4
}

func (s *pointSource) describe() LightAt { return s.lamp("point", &s.PointLight) }

func (s *pointSource) illuminance(point, normal mgl32.Vec3) mgl32.Vec3 {
	l := s.PointLight
	l.Intensity = l.IntensityOf(1)
	return l.Illuminance(s.worldFromLight, point, normal)
}

func (s *pointSource) casts() bool { return s.Shadows }

type spotSource struct {
	lampAt
	SpotLight
	worldFromLight mgl32.Mat4
}

func (s *spotSource) describe() LightAt { return s.lamp("spot", &s.PointLight) }

func (s *spotSource) illuminance(point, normal mgl32.Vec3) mgl32.Vec3 {
	l := s.SpotLight
	l.Intensity = l.IntensityOf(1)
	return l.Illuminance(s.worldFromLight, point, normal)
}

func (s *spotSource) casts() bool { return s.Shadows }

// A rectSource comes from the rectangle's middle, as far as shadows go.
type rectSource struct {
	lampAt
	RectLight
	worldFromLight mgl32.Mat4
}

// area is that of the sides that shine.
func (s *rectSource) area() float32 {
	if s.TwoSided {
		return 2 * s.Width * s.Height
	}
	return s.Width * s.Height
}

func (s *rectSource) describe() LightAt {
	return LightAt{Entity: s.entity, Name: s.name, Kind: "rectangle", Amount: clampedTo32(float64(s.Luminance.Power(s.area()))), Unit: "lm"}
}

func (s *rectSource) illuminance(point, normal mgl32.Vec3) mgl32.Vec3 {
	l := s.RectLight
	l.Luminance = Lumen(1).Luminance(s.area())
	return l.Illuminance(s.worldFromLight, point, normal)
}

func (s *rectSource) casts() bool { return s.Shadows }
