package loader

import (
	"math"

	"scenerender/loader/field"
	"scenerender/scene"
)

type spotLight struct {
	lamp
	inner, outer float32
}

func spotLightBlock(s *spotLight) field.Block {
	s.inner, s.outer = 20*math.Pi/180, 30*math.Pi/180
	return field.Block{
		Name: "SpotLight3D",
		Doc: "A lamp in a cone around the entity's -Z. Its axis is as bright as a point light of the same power: " +
			"the cone only says where. With a `profile` it has a cone only where an angle is given.",
		Fields: append(s.fields(),
			field.Float("inner_angle", &s.inner).Degrees().Range(0, 89.9).Doc("Between the axis and where the light starts to fade."),
			field.Float("outer_angle", &s.outer).Degrees().Range(0.1, 89.9).Doc("Between the axis and where it ends: half of the whole cone."),
		),
		Rules: []field.Rule{field.AtMostOne("power", "intensity")},
		Check: func(g *field.Given) {
			s.check(g)
			switch {
			case s.inner <= s.outer || !g.Sure("inner_angle", "outer_angle"):
			case g.Has("inner_angle") && g.Has("outer_angle"):
				g.Errorf("inner_angle", "want at most outer_angle, which is %.4g, found %.4g", degrees(s.outer), degrees(s.inner))
			case g.Has("inner_angle"):
				s.outer = s.inner
			default:
				s.inner = s.outer
			}
		},
	}
}

// resolve leaves out the cone of a light whose profile says where it shines, unless the file gives one.
func (s *spotLight) resolve(light scene.PointLight) *scene.SpotLight {
	if light.Profile != nil && !s.at.Has("inner_angle") && !s.at.Has("outer_angle") {
		return &scene.SpotLight{PointLight: light, Inner: math.Pi, Outer: math.Pi}
	}
	return &scene.SpotLight{PointLight: light, Inner: s.inner, Outer: s.outer}
}

func degrees(radians float32) float64 { return float64(radians) * 180 / math.Pi }
