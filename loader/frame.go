package loader

import (
	"math"
	"path/filepath"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// modelScene is the scene of a model by itself: daylight, and a camera that frames it.
func modelScene(name string) *file {
	f := &file{}
	fileBlock(f)
	light, air := &sun{}, &sky{gradient: &gradient{}}
	sunBlock(light)
	light.Direction = sunlight(light.place.azimuth, light.place.elevation)
	gradientBlock(air.gradient)
	it := &entity{name: strings.TrimSuffix(name, filepath.Ext(name)), model: &model{}}
	modelBlock(it.model)
	it.model.mesh = field.Ref{Name: name}
	f.sun, f.sky, f.entities = light, air, []*entity{it}
	return f
}

// inDisplayUnits dims the daylight of a model by itself, and opens the exposure as much, so that light
// of 1 cd/m² is as bright as the picture gets: models emit such values where nobody thought of
// units. A model with lamps of its own means them, and stays in daylight.
func inDisplayUnits(s *scene.Scene) {
	for _, e := range s.Entities {
		if e.Point != nil || e.Spot != nil || e.Rect != nil {
			return
		}
	}
	ev, _ := s.Exposure.Fixed()
	dim := ev.Exposure()
	s.Exposure = scene.FixedExposure(scene.EV(-math.Log2(1.2))) // an exposure of 1
	s.Exposure.Source = "display units, as of a model by itself"
	s.Sun.Illuminance *= scene.Lux(dim)
	for _, c := range []*mgl32.Vec3{&s.Sky.Zenith, &s.Sky.Horizon, &s.Sky.Ground} {
		*c = c.Mul(dim)
	}
}

// framing is a camera that sees a box a little from the right and from above, as close as the
// box stays in a picture of that width per height.
func framing(box scene.Box, aspect float32) scene.Camera {
	if box.Empty() {
		box = scene.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}}
	}
	const (
		fovY   = 35 * math.Pi / 180
		margin = 1.08
	)
	back := mgl32.Vec3{0.55, 0.38, 1}.Normalize() // by eye: a three-quarter view
	pose := looking(back, mgl32.Vec3{})
	tanY := float32(math.Tan(fovY / 2))
	tanX := tanY * aspect
	center := box.Center()
	var distance float32
	for i := range 8 {
		corner := box.Corner(i).Sub(center)
		x, y, z := corner.Dot(pose.Col(0).Vec3()), corner.Dot(pose.Col(1).Vec3()), corner.Dot(back)
		distance = max(distance, z+margin*abs(x)/tanX, z+margin*abs(y)/tanY)
	}
	if distance < 1e-4 {
		distance = 1 // everything stands in one point
	}
	pose.SetCol(3, center.Add(back.Mul(distance)).Vec4(1))
	return scene.Camera{Name: "main", WorldFromCamera: pose, FovY: fovY, Near: distance / 200}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }
