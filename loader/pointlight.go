package loader

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// lamp is what point and spot lights share.
type lamp struct {
	scene.PointLight
	power       scene.Lumen
	temperature scene.Kelvin
	profile     field.Ref
	at          *field.Given
}

// household is about a 60 W bulb.
const household scene.Lumen = 800

func (l *lamp) fields() []*field.Field {
	*l = lamp{power: household, PointLight: scene.PointLight{Color: mgl32.Vec3{1, 1, 1}, Shadows: true}}
	return []*field.Field{
		field.Float("power", &l.power).Range(0, 1e12).Unit("lm").Doc("Its light over the whole sphere; intensity is power / 4π. A `profile` is brought to that flux."),
		field.Float("intensity", &l.Intensity).Range(0, 1e12).Unit("cd").Optional().Doc("In place of `power`; of a `profile`, in its brightest direction."),
		field.File("profile", "a photometric file of IES LM-63 (.ies), type C", &l.profile).Default("the same to all sides").Doc(
			"How a luminaire spreads its light. Without `power` and `intensity` it is as bright as the file says. " +
				"Its straight down is the entity's -Y, of a spot -Z; its horizontal angles count from +X, of a point light towards -Z, of a spot towards +Y."),
		field.Color("color", &l.Color).Doc("Its tint; every channel's intensity is multiplied."),
		temperatureField(&l.temperature),
		field.Float("radius", &l.Radius).Range(0, 1e4).Unit("m").Doc("Of the ball that shines, which rounds highlights; 0 is a point."),
		field.Float("range", &l.Range).Range(0, 1e7).Unit("m").Doc("Where the light ends, smoothly; 0 is never."),
		field.Bool("shadows", &l.Shadows).Doc("Whether things cast shadows in its light."),
	}
}

// temperatureField is the tint of a lamp or a sun. Its block calls tintBy.
func temperatureField(to *scene.Kelvin) *field.Field {
	return field.Float("temperature", to).Range(float64(scene.MinTemperature), float64(scene.MaxTemperature)).Unit("K").Optional().Doc(
		"Tints its `color` as a black body of that temperature does, and leaves it as bright: 1900 a candle, 2700 a bulb, 5800 the sun, 6500 nearly white.")
}

// tintBy gives a colour the tint of a temperature, where there is one.
func tintBy(g *field.Given, temperature scene.Kelvin, color *mgl32.Vec3) {
	if g.Has("temperature") && g.Sure("temperature", "color") {
		*color = temperature.Tint(*color)
	}
}

func (l *lamp) check(g *field.Given) {
	l.at = g
	if !g.Has("intensity") {
		l.Intensity = l.power.PointIntensity()
	}
	tintBy(g, l.temperature, &l.Color)
}

type pointLight struct {
	lamp
	visible bool
}

func pointLightBlock(p *pointLight) field.Block {
	fields := p.fields()
	p.visible = true
	return field.Block{
		Name: "PointLight3D",
		Doc:  "A lamp at the entity's origin that shines to all sides. The entity's scale has no effect on it.",
		Fields: append(fields,
			field.Bool("visible", &p.visible).Doc("Whether a ball of its `radius` is seen, as bright as it is; it casts no shadow. A point never is.")),
		Rules: []field.Rule{field.AtMostOne("power", "intensity")},
		Check: p.check,
	}
}
