package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type sun struct {
	scene.Sun
	azimuth, elevation float64 // radians
	temperature        scene.Kelvin
}

func sunBlock(s *sun) field.Block {
	*s = sun{
		Sun:     scene.Sun{Illuminance: 100_000, Color: mgl32.Vec3{1, 1, 1}, Shadows: true},
		azimuth: 135 * math.Pi / 180, elevation: 45 * math.Pi / 180,
	}
	return field.Block{
		Name: "Sun",
		Doc:  "A light at infinity. Direct sun gives 100,000 lx, a full moon 0.05.",
		Fields: []*field.Field{
			field.Float("lux", &s.Illuminance).Range(0, 1e9).Unit("lx").Doc("Light on a surface that faces it."),
			field.XYZ("direction", &s.Direction).Optional().Doc("The way its light travels, of any length."),
			field.Float("azimuth", &s.azimuth).Degrees().Range(-360, 360).Doc("Where it stands: clockwise from north (-Z) over east (+X)."),
			field.Float("elevation", &s.elevation).Degrees().Range(-90, 90).Doc("Where it stands: above the horizon."),
			field.Color("color", &s.Color).Doc("Its tint; every channel's lux is multiplied."),
			temperatureField(&s.temperature),
			field.Bool("shadows", &s.Shadows).Doc("Whether things cast shadows."),
		},
		Rules: []field.Rule{
			field.AtMostOne("direction", "azimuth"),
			field.AtMostOne("direction", "elevation"),
			field.Together("azimuth", "elevation"),
		},
		Check: func(g *field.Given) {
			if g.Has("temperature") && g.Sure("temperature", "color") {
				s.Color = s.temperature.Tint(s.Color)
			}
			if g.Has("direction") {
				if !g.Sure("direction") {
					return
				}
				length := s.Direction.Len()
				if length < 1e-6 || math.IsInf(float64(length), 0) {
					g.Errorf("direction", "want a direction with a length, found %s", spell(s.Direction))
					return
				}
				s.Direction = s.Direction.Mul(1 / length)
				return
			}
			s.Direction = sunlight(s.azimuth, s.elevation)
		},
	}
}

// sunlight is the way that light travels from a place in the sky.
func sunlight(azimuth, elevation float64) mgl32.Vec3 {
	sinA, cosA := math.Sincos(azimuth)
	sinE, cosE := math.Sincos(elevation)
	return mgl32.Vec3{float32(-sinA * cosE), float32(-sinE), float32(cosA * cosE)}
}
