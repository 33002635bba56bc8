package loader

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type moon struct {
	scene.MoonPlan
	lit   float64
	place skyPlace
	at    *field.Given
}

func moonBlock(m *moon) field.Block {
	const dated = "where it stands at the sun's `date` and `time`"
	*m = moon{MoonPlan: scene.DefaultMoon(), lit: 1}
	return field.Block{
		Name: "Moon",
		Doc:  "The moon. It lights the scene and casts shadows when it gives more light than the sun, which is after sunset.",
		Fields: []*field.Field{
			field.Float("lux", &m.Full).Range(0, 1e9).Unit("lx").Doc("Light of a full moon straight above on a surface that faces it: 0.05 is usual, 0.27 is the most there is."),
			m.place.directionField().Default(dated), m.place.azimuthField().Default(dated), m.place.elevationField().Default(dated),
			field.Float("lit", &m.lit).Range(0, 1).Default("by where the sun stands").Doc("The share of its disc that is lit: 0 new, 0.5 half, 1 full."),
			field.Color("color", &m.Color).Doc("The tint of its light."),
			field.Bool("shadows", &m.Shadows).Doc("Whether things cast shadows in its light."),
		},
		Rules: placeRules(),
		Check: func(g *field.Given) {
			m.at = g
			if g.Has("lit") {
				m.Lit, m.Share = true, float32(m.lit)
			}
			if g.Has("direction") || g.Has("azimuth") {
				if d, ok := m.place.light(g); ok {
					m.Direction = d
				}
			}
		},
	}
}

// addMoon adds the moon that the file asks for, or the one that belongs to a sky with a night whose sun has a date.
func (r *resolver) addMoon() {
	m := r.file.moon
	dated := r.file.sun != nil && r.file.sun.when.given
	switch {
	case m != nil:
		if m.Direction == (mgl32.Vec3{}) && !dated && m.at.Right() {
			r.errorf(m.at.Node(), `want "azimuth" and "elevation" or "direction", or a sun with a "date"`)
			return
		}
		plan := m.MoonPlan
		r.out.Moon = &plan
	case dated && r.out.Night != nil:
		plan := scene.DefaultMoon()
		r.out.Moon = &plan
	}
}
