package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type sun struct {
	scene.Sun
	place       skyPlace
	when        sunTime
	temperature scene.Kelvin
	lux         bool // given
}

func sunBlock(s *sun) field.Block {
	*s = sun{
		Sun:   scene.Sun{Illuminance: 100_000, Color: mgl32.Vec3{1, 1, 1}, Shadows: true},
		place: skyPlace{azimuth: 135 * math.Pi / 180, elevation: 45 * math.Pi / 180},
		when:  sunTime{hours: 12},
	}
	return field.Block{
		Name: "Sun",
		Doc:  "A light at infinity. Direct sun gives 100,000 lx, a full moon 0.05. Under `sky.atmosphere` its light comes through the air, and the air shines in it.",
		Fields: []*field.Field{
			luxField(&s.Illuminance).Default("100000, or under `sky.atmosphere` what comes through the air"),
			s.place.directionField(), s.place.azimuthField(), s.place.elevationField(),
			s.when.dateField().Optional(),
			s.when.timeField(),
			field.Float("utc_offset", &s.when.offset).Range(-14, 14).Unit("hours").Doc("How far the clock that `time` is read from is ahead of UTC."),
			field.Float("latitude", &s.when.latitude).Degrees().Range(-90, 90).Optional().Doc("Of the place on Earth, north positive."),
			field.Float("longitude", &s.when.longitude).Degrees().Range(-180, 180).Optional().Doc("Of the place on Earth, east positive."),
			field.Color("color", &s.Color).Doc("Its tint; every channel's lux is multiplied."),
			temperatureField(&s.temperature),
			field.Float("angular_diameter", &s.Diameter).Degrees().Range(0, 45).Doc("The angle that its disc spans, which makes shadows soft with distance; from Earth the sun has 0.53. 0 is hard shadows."),
			field.Bool("shadows", &s.Shadows).Doc("Whether things cast shadows."),
		},
		Rules: append(placeRules(),
			field.AtMostOne("date", "direction"),
			field.AtMostOne("date", "azimuth"),
			field.Together("date", "latitude", "longitude"),
		),
		Check: func(g *field.Given) {
			tintBy(g, s.temperature, &s.Color)
			for _, key := range []string{"time", "utc_offset"} {
				if g.Has(key) && !g.Has("date") {
					g.Errorf(key, `%q needs "date", "latitude" and "longitude" beside it`, key)
				}
			}
			s.lux = g.Has("lux")
			s.when.given = g.Has("date")
			if s.when.given {
				s.at(s.when.moment())
			} else if d, ok := s.place.light(g); ok {
				s.Direction = d
			}
		},
	}
}

// at places the sun where it stands then.
func (s *sun) at(m scene.Moment) { s.Sun = sunAt(s.Sun, m) }

func sunAt(s scene.Sun, m scene.Moment) scene.Sun {
	s.Moment, s.Direction = m, m.SunTowards().Mul(-1)
	return s
}

func luxField(to *scene.Lux) *field.Field {
	return field.Float("lux", to).Range(0, 1e9).Unit("lx").Doc("Light on a surface that faces it.")
}

// A shotSun is what a shot says of the sun; the rest is as the scene has it.
type shotSun struct {
	lux   scene.Lux
	place skyPlace
	when  sunTime
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
			s.when.dateField().Default(inherited),
			s.when.timeField().Default(inherited),
		},
		Rules: append(placeRules(),
			field.AtMostOne("date", "direction"), field.AtMostOne("date", "azimuth"),
			field.AtMostOne("time", "direction"), field.AtMostOne("time", "azimuth"),
		),
		Check: func(g *field.Given) {
			s.at = g
			if s.moved = g.Has("direction") || g.Has("azimuth"); s.moved {
				if d, ok := s.place.light(g); ok {
					s.place.direction = d
				}
			}
		},
	}
}

// defaultSun is the sun of a scene that says nothing of it.
func defaultSun() scene.Sun {
	s := &sun{}
	sunBlock(s)
	s.Direction = sunlight(s.place.azimuth, s.place.elevation)
	return s.Sun
}

// shotSun returns a shot's sun, or nil where it has the scene's.
func (r *resolver) shotSun(s *shotSun) *scene.Sun {
	if s == nil {
		return nil
	}
	var out scene.Sun
	if r.out.Sun != nil {
		out = *r.out.Sun
	} else {
		out = defaultSun()
	}
	if s.at.Has("lux") {
		out.Illuminance, out.Natural = s.lux, false
	}
	if s.moved {
		out.Direction, out.Moment = s.place.direction, scene.Moment{}
	}
	for _, key := range []string{"date", "time"} {
		if !s.at.Has(key) {
			continue
		}
		of := r.file.sun
		if of == nil || !of.when.given {
			r.errorf(s.at.At(key), `%q needs a sun of the scene with "date", "latitude" and "longitude"`, key)
			break
		}
		when := of.when
		if s.at.Has("date") {
			when.day = s.when.day
		}
		if s.at.Has("time") {
			when.hours = s.when.hours
		}
		out = sunAt(out, when.moment())
	}
	return &out
}
