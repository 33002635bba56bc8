package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type sun struct {
	scene.Sun
	place       sunPlace
	temperature scene.Kelvin
}

func sunBlock(s *sun) field.Block {
	*s = sun{
		Sun:   scene.Sun{Illuminance: 100_000, Color: mgl32.Vec3{1, 1, 1}, Shadows: true},
		place: sunPlace{azimuth: 135 * math.Pi / 180, elevation: 45 * math.Pi / 180},
	}
	return field.Block{
		Name: "Sun",
		Doc:  "A light at infinity. Direct sun gives 100,000 lx, a full moon 0.05.",
		Fields: []*field.Field{
			luxField(&s.Illuminance),
			s.place.directionField(), s.place.azimuthField(), s.place.elevationField(),
			field.Color("color", &s.Color).Doc("Its tint; every channel's lux is multiplied."),
			temperatureField(&s.temperature),
			field.Bool("shadows", &s.Shadows).Doc("Whether things cast shadows."),
		},
		Rules: placeRules(),
		Check: func(g *field.Given) {
			if g.Has("temperature") && g.Sure("temperature", "color") {
				s.Color = s.temperature.Tint(s.Color)
			}
			if d, ok := s.place.towards(g); ok {
				s.Direction = d
			}
		},
	}
}

func luxField(to *scene.Lux) *field.Field {
	return field.Float("lux", to).Range(0, 1e9).Unit("lx").Doc("Light on a surface that faces it.")
}

// A sunPlace is where a file says that the sun stands.
type sunPlace struct {
	direction          mgl32.Vec3
	azimuth, elevation float64 // radians
}

func (p *sunPlace) directionField() *field.Field {
	return field.XYZ("direction", &p.direction).Optional().Doc("The way its light travels, of any length.")
}

func (p *sunPlace) azimuthField() *field.Field {
	return field.Float("azimuth", &p.azimuth).Degrees().Range(-360, 360).Doc("Where it stands: clockwise from north (-Z) over east (+X).")
}

func (p *sunPlace) elevationField() *field.Field {
	return field.Float("elevation", &p.elevation).Degrees().Range(-90, 90).Doc("Where it stands: above the horizon.")
}

func placeRules() []field.Rule {
	return []field.Rule{
		field.AtMostOne("direction", "azimuth"),
		field.AtMostOne("direction", "elevation"),
		field.Together("azimuth", "elevation"),
	}
}

// towards is the way that the light travels, unit; not ok where the file's direction is none.
func (p *sunPlace) towards(g *field.Given) (d mgl32.Vec3, ok bool) {
	if !g.Has("direction") {
		return sunlight(p.azimuth, p.elevation), true
	}
	if !g.Sure("direction") {
		return d, false
	}
	length := p.direction.Len()
	if length < 1e-6 || math.IsInf(float64(length), 0) {
		g.Errorf("direction", "want a direction with a length, found %s", spell(p.direction))
		return d, false
	}
	return p.direction.Mul(1 / length), true
}

// sunlight is the way that light travels from a place in the sky.
func sunlight(azimuth, elevation float64) mgl32.Vec3 {
	sinA, cosA := math.Sincos(azimuth)
	sinE, cosE := math.Sincos(elevation)
	return mgl32.Vec3{float32(-sinA * cosE), float32(-sinE), float32(cosA * cosE)}
}

// A shotSun is what a shot says of the sun; the rest is as the scene has it.
type shotSun struct {
	lux   scene.Lux
	place sunPlace
	moved bool // it has a place of its own
	at    *field.Given
}

func shotSunBlock(s *shotSun) field.Block {
	const inherited = "that of the scene's sun"
	return field.Block{
		Name: "ShotSun",
		Doc:  "The sun in one shot; what is not said is as in the scene's `sun`.",
		Fields: []*field.Field{
			luxField(&s.lux).Default(inherited),
			s.place.directionField().Default(inherited),
			s.place.azimuthField().Default(inherited),
			s.place.elevationField().Default(inherited),
		},
		Rules: placeRules(),
		Check: func(g *field.Given) {
			s.at = g
			if s.moved = g.Has("direction") || g.Has("azimuth"); s.moved {
				if d, ok := s.place.towards(g); ok {
					s.place.direction = d
				}
			}
		},
	}
}

// resolve returns the shot's sun, given the scene's, or nil where the shot has that one.
func (s *shotSun) resolve(of *scene.Sun) *scene.Sun {
	if s == nil {
		return nil
	}
	if of == nil {
		light := &sun{}
		sunBlock(light)
		light.Direction = sunlight(light.place.azimuth, light.place.elevation)
		of = &light.Sun
	}
	out := *of
	if s.at.Has("lux") {
		out.Illuminance = s.lux
	}
	if s.moved {
		out.Direction = s.place.direction
	}
	return &out
}
