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
	Direction mgl32.Vec4 // unit, also where a profile has its vertical angle 0; w: offset of the cone's cosine
	Right, Up mgl32.Vec4 // of a rectangle: halves of its sides; of a profile: its horizontal angles 0 and 90 degrees; Right's w: radius of a ball, metres
	Kind      uint32
	Shadow    int32  // twice its first shadow map, plus 1 if they are six; -1: none
	Profile   int32  // a layer of the profiles, or -1
	Flags     uint32 // lightTwoSided
}

// Kinds of lights.
const (
	lightPoint = 0
	lightSpot  = 1
	lightRect  = 2
)

const lightTwoSided = 1 // of Flags

// collectLights gathers the lamps of a scene.
func collectLights(sc *scene.Scene, profiles []*scene.Profile) []lightBlock {
	var lights []lightBlock
	worlds := sc.WorldFromEntity()
	for i := range sc.Entities {
		if p := sc.Entities[i].Point; p != nil {
			b := makePoint(p, worlds[i])
			b.hang(p.Profile, profiles, axis(worlds[i], 1).Mul(-1), axis(worlds[i], 0), axis(worlds[i], 2).Mul(-1))
			lights = append(lights, b)
		}
		if s := sc.Entities[i].Spot; s != nil {
			b := makeSpot(s, worlds[i])
			b.hang(s.Profile, profiles, axis(worlds[i], 2).Mul(-1), axis(worlds[i], 0), axis(worlds[i], 1))
			lights = append(lights, b)
		}
		if r := sc.Entities[i].Rect; r != nil {
			lights = append(lights, makeRect(r, worlds[i]))
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
	if p.Radius >= scene.MinBallRadius {
		b.Right[3] = p.Radius
	}
	return b
}

// hang gives a light a profile, by the directions in which its vertical angle is 0, and its horizontal one 0 and 90 degrees.
func (b *lightBlock) hang(p *scene.Profile, profiles []*scene.Profile, down, right, up mgl32.Vec3) {
	if b.Profile = int32(slices.Index(profiles, p)); b.Profile < 0 {
		return
	}
	b.Direction = down.Vec4(b.Direction[3])
	b.Right, b.Up = right.Vec4(b.Right[3]), up.Vec4(0)
}

// makeRect is a light without area where the entity is flat.
func makeRect(r *scene.RectLight, worldFromLight mgl32.Mat4) lightBlock {
	b := makePoint(&scene.PointLight{Intensity: scene.Candela(r.Luminance), Color: r.Color, Range: r.Range, Shadows: r.Shadows}, worldFromLight)
	b.Kind = lightRect
	b.Direction = axis(worldFromLight, 2).Mul(-1).Vec4(0)
	b.Right, b.Up = axis(worldFromLight, 0).Mul(r.Width/2).Vec4(0), axis(worldFromLight, 1).Mul(r.Height/2).Vec4(0)
	if r.TwoSided {
		b.Flags |= lightTwoSided
	}
	return b
}

// axis is a column of a matrix as a unit vector, or zero.
func axis(m mgl32.Mat4, i int) mgl32.Vec3 {
	v := m.Col(i).Vec3()
	if length := v.Len(); length > 0 {
		return v.Mul(1 / length)
	}
	return v
}

// areaLights says whether any lamp has a size.
func areaLights(lights []lightBlock) bool {
	return slices.ContainsFunc(lights, func(b lightBlock) bool { return b.Kind == lightRect || b.Right[3] > 0 })
}

// makeSpot adds the cone.
func makeSpot(s *scene.SpotLight, worldFromLight mgl32.Mat4) lightBlock {
	b := makePoint(&s.PointLight, worldFromLight)
	b.Kind = lightSpot
	scale, offset := s.Cone()
	b.Intensity[3] = scale
	b.Direction = axis(worldFromLight, 2).Mul(-1).Vec4(offset)
	if scale == 0 {
		b.Kind = lightPoint
	}
	return b
}
