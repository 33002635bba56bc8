package loader

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// lamp is what point and spot lights share.
type lamp struct {
	scene.PointLight
	power scene.Lumen
}

// household is about a 60 W bulb.
const household scene.Lumen = 800

func (l *lamp) fields() []*field.Field {
	*l = lamp{power: household, PointLight: scene.PointLight{Color: mgl32.Vec3{1, 1, 1}}}
	return []*field.Field{
		field.Float("power", &l.power).Range(0, 1e12).Unit("lm").Doc("Its light over the whole sphere; intensity is power / 4π."),
		field.Float("intensity", &l.Intensity).Range(0, 1e12).Unit("cd").Optional().Doc("In place of `power`."),
		field.Color("color", &l.Color).Doc("Its tint; every channel's intensity is multiplied."),
		field.Float("range", &l.Range).Range(0, 1e7).Unit("m").Doc("Where the light ends, smoothly; 0 is never."),
	}
}

func (l *lamp) check(g *field.Given) {
	if !g.Has("intensity") {
		l.Intensity = l.power.PointIntensity()
	}
}

type pointLight struct{ lamp }

func pointLightBlock(p *pointLight) field.Block {
	return field.Block{
		Name:   "PointLight3D",
		Doc:    "A lamp without size at the entity's origin.",
		Fields: p.fields(),
		Rules:  []field.Rule{field.AtMostOne("power", "intensity")},
		Check:  p.check,
	}
}
