package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// A lightSource is something whose light a LightSurvey follows. A new kind of lamp is a case in lampSources.
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
		out = append(out, lampSources(i, &s.Entities[i], world)...)
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

// A lampSource is a lamp. As far as shadows go, its light comes from its middle.
type lampSource struct {
	entity   int
	name     string
	kind     string
	position mgl32.Vec3
	power    Lumen
	shadows  bool
	lumen    func(point, normal mgl32.Vec3) mgl32.Vec3 // the illuminance, if it had one lumen
}

// lampSources are the lamps of an entity, which they do not change.
func lampSources(entity int, e *Entity, world mgl32.Mat4) (out []lightSource) {
	add := func(kind string, power Lumen, shadows bool, lumen func(worldFromLight mgl32.Mat4, point, normal mgl32.Vec3) mgl32.Vec3) {
		out = append(out, &lampSource{entity, e.Name, kind, world.Col(3).Vec3(), power, shadows,
			func(point, normal mgl32.Vec3) mgl32.Vec3 { return lumen(world, point, normal) }})
	}
	if e.Point != nil {
		l := *e.Point
		l.Intensity = l.IntensityOf(1)
		add("point", e.Point.Power(), l.Shadows, l.Illuminance)
	}
	if e.Spot != nil {
		l := *e.Spot
		l.Intensity = l.IntensityOf(1)
		add("spot", e.Spot.Power(), l.Shadows, l.Illuminance)
	}
	if e.Rect != nil {
		l := *e.Rect
		l.Luminance = Lumen(1).Luminance(l.Area())
		add("rectangle", e.Rect.Luminance.Power(l.Area()), l.Shadows, l.Illuminance)
	}
	return out
}

func (s *lampSource) describe() LightAt {
	return LightAt{Entity: s.entity, Name: s.name, Kind: s.kind, Amount: clampedTo32(float64(s.power)), Unit: "lm"}
}

func (s *lampSource) illuminance(point, normal mgl32.Vec3) mgl32.Vec3 { return s.lumen(point, normal) }

func (s *lampSource) towards(point mgl32.Vec3) (mgl32.Vec3, float32) {
	to := s.position.Sub(point)
	d := to.Len()
	if !(d > 0) || d > math.MaxFloat32 {
		return mgl32.Vec3{}, d
	}
	return to.Mul(1 / d), d
}

func (s *lampSource) casts() bool { return s.shadows }
