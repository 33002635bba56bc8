package asset

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A light is an entry of KHR_lights_punctual; one of its fields is set.
type light struct {
	point *scene.PointLight
	spot  *scene.SpotLight
	sun   *scene.Sun
}

func (l *light) attach(n *Node) { n.Point, n.Spot, n.Sun = l.point, l.spot, l.sun }

func (r *reader) readLights(root *element) []*light {
	x := root.extension("KHR_lights_punctual")
	if x == nil || !x.require("lights") {
		return nil
	}
	a := x.array("lights")
	if a == nil {
		return nil
	}
	list := make([]*light, len(a.v.items))
	x.objects("lights", func(i int, e *element) { list[i] = r.readLight(e) })
	return list
}

func (r *reader) readLight(e *element) *light {
	if !e.require("type") {
		return nil
	}
	color := mgl32.Vec3(e.floats("color", []float32{1, 1, 1}, 0, inf))
	intensity := e.float("intensity", 1, 0, inf)
	p := scene.PointLight{Intensity: scene.Candela(intensity), Color: color, Range: e.float("range", 0, 0, inf), Shadows: true}
	switch kind := e.string("type"); kind {
	case "point":
		return &light{point: &p}
	case "directional":
		return &light{sun: &scene.Sun{
			Direction: mgl32.Vec3{0, 0, -1}, Illuminance: scene.Lux(intensity), Color: color, Shadows: true,
		}}
	case "spot":
		s := scene.SpotLight{PointLight: p, Outer: math.Pi / 4}
		e.require("spot")
		if c := e.object("spot"); c != nil {
			s.Inner = c.float("innerConeAngle", 0, 0, math.Pi/2)
			s.Outer = c.float("outerConeAngle", math.Pi/4, 0, math.Pi/2+1e-6)
			if s.Inner >= s.Outer {
				c.fail("innerConeAngle", "is %v, must be less than outerConeAngle, %v", s.Inner, s.Outer)
			}
		}
		return &light{spot: &s}
	default:
		if kind != "" {
			r.warn(e.at("type"), "%q is unknown, the light is left out", kind)
		}
		return nil
	}
}
