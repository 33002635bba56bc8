package loader

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type rectLight struct {
	scene.RectLight
	power       scene.Lumen
	temperature scene.Kelvin
	visible     bool
}

func rectLightBlock(l *rectLight) field.Block {
	*l = rectLight{power: household, visible: true, RectLight: scene.RectLight{Width: 1, Height: 1, Color: mgl32.Vec3{1, 1, 1}, Shadows: true}}
	return field.Block{
		Name: "RectLight3D",
		Doc: "A rectangle around the entity's origin, equally bright all over and from wherever it is seen: a window, a softbox, a ceiling panel. " +
			"It shines along the entity's -Z, whose scale has no effect on it.",
		Fields: []*field.Field{
			field.Float("width", &l.Width).Range(1e-3, 1e4).Unit("m").Doc("Along the entity's X."),
			field.Float("height", &l.Height).Range(1e-3, 1e4).Unit("m").Doc("Along its Y."),
			field.Float("power", &l.power).Range(0, 1e12).Unit("lm").Doc("Its light from all sides that shine; the luminance is power / (π · area), of two sides half of that."),
			field.Float("luminance", &l.Luminance).Range(0, 1e12).Unit("cd/m²").Optional().Doc("In place of `power`."),
			field.Color("color", &l.Color).Doc("Its tint; every channel's luminance is multiplied."),
			temperatureField(&l.temperature),
			field.Bool("two_sided", &l.TwoSided).Doc("Whether it shines along +Z as well."),
			field.Float("range", &l.Range).Range(0, 1e7).Unit("m").Doc("Where the light ends, smoothly, from its middle; 0 is never."),
			field.Bool("shadows", &l.Shadows).Doc("Whether things cast shadows in its light."),
			field.Bool("visible", &l.visible).Doc("Whether it is seen itself, from where it shines to; it casts no shadow."),
		},
		Rules: []field.Rule{field.AtMostOne("power", "luminance")},
		Check: func(g *field.Given) {
			if !g.Has("luminance") {
				l.Luminance = l.power.Luminance(l.Area())
			}
			tintBy(g, l.temperature, &l.Color)
		},
	}
}
