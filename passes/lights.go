package passes

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// lightBlock mirrors Light in spirv/include/light.glsl.
type lightBlock struct {
	Position  mgl32.Vec4 // world; w: 1/range²
	Intensity mgl32.Vec4 // candela, of a rectangle cd/m²; w: scale of the cone's cosine, 0: no cone
	Direction mgl32.Vec4 // unit; w: offset of the cone's cosine
	Right, Up mgl32.Vec4 // of a rectangle: halves of its sides; Right's w: radius of a ball, metres
	Kind      uint32
	Shadow    int32 // twice its first shadow map, plus 1 if they are six; -1: none
	Profile   int32 // or -1
	Flags     uint32
}

// Kinds of lights.
const (
	lightPoint = 0
	lightSpot  = 1
)

// collectLights gathers the lamps of a scene.
func collectLights(sc *scene.Scene) []lightBlock {
	var lights []lightBlock
	worlds := sc.WorldFromEntity()
	for i := range sc.Entities {
		if p := sc.Entities[i].Point; p != nil {
			lights = append(lights, makePoint(p, worlds[i]))
		}
		if s := sc.Entities[i].Spot; s != nil {
			lights = append(lights, makeSpot(s, worlds[i]))
		}
	}
	return lights
}

// fewLights is up to how many lamps with an end every point goes through: a list is not worth a pass then.
const fewLights = 16

// sortLights puts the lamps that light everything first, in their order, and returns how many others there are, or 0
// where they are few and stay where they are.
func sortLights(lights []lightBlock) (bounded int) {
	for i := range lights {
		bounded += int(boolean(lights[i].bounded()))
	}
	if bounded <= fewLights {
		return 0
	}
	slices.SortStableFunc(lights, func(a, b lightBlock) int { return cmp.Compare(boolean(a.bounded()), boolean(b.bounded())) })
	return bounded
}

// bounded is scene.LampReach.Bounded.
func (b *lightBlock) bounded() bool { return b.Position[3] > 0 || b.Kind == lightSpot }

func makePoint(p *scene.PointLight, worldFromLight mgl32.Mat4) lightBlock {
	b := lightBlock{
		Position:  worldFromLight.Col(3).Vec3().Vec4(0),
		Intensity: p.Color.Mul(float32(p.Intensity)).Vec4(0),
		Kind:      lightPoint, Shadow: -1, Profile: -1,
	}
	if p.Range > 0 {
		b.Position[3] = 1 / (p.Range * p.Range)
	}
	if p.Shadows {
		b.Shadow = 0 // planLampShadows says where
	}
	return b
}

// makeSpot adds the cone.
func makeSpot(s *scene.SpotLight, worldFromLight mgl32.Mat4) lightBlock {
	b := makePoint(&s.PointLight, worldFromLight)
	b.Kind = lightSpot
	scale, offset := s.Cone()
	b.Intensity[3] = scale
	axis := worldFromLight.Col(2).Vec3().Mul(-1)
	if length := axis.Len(); length > 0 {
		axis = axis.Mul(1 / length)
	}
	b.Direction = axis.Vec4(offset)
	return b
}
