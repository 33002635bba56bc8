package loader

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A rectangle has the luminance of its power, and a shape that is as large however its entity is scaled.
func TestRectLight(t *testing.T) {
	s := load(t, write(t, "s.toml", small(`lux = 1`, `[[entities]]`, `name = "panel"`,
		`Transform3D = { position = [1, 2, 3], rotation = [-90, 0, 0], scale = [5, 2, 0.1] }`,
		`RectLight3D = { width = 2, height = 0.5, power = 3141.5926 }`,
		`[[entities]]`, `RectLight3D = { power = 1000, two_sided = true, visible = false, shadows = false }`,
		`[[entities]]`, `RectLight3D = { luminance = 7, temperature = 6500 }`)))
	var rects []*scene.RectLight
	for i := range s.Entities {
		if r := s.Entities[i].Rect; r != nil {
			rects = append(rects, r)
		}
	}
	if len(rects) != 3 || math.Abs(float64(rects[0].Luminance)-1000) > 1e-3 || math.Abs(float64(rects[1].Luminance)-500/math.Pi) > 1e-3 || rects[2].Luminance != 7 {
		t.Fatalf("%+v", rects)
	}
	if !rects[0].Shadows || rects[1].Shadows || rects[0].TwoSided || !rects[1].TwoSided {
		t.Errorf("%+v", rects)
	}
	shape := -1
	for i, e := range s.Entities {
		if e.Name == "panel/rectangle" {
			shape = i
		}
	}
	if shape < 0 || len(s.Entities) != 5 {
		t.Fatalf("%d entities, the shape at %d", len(s.Entities), shape)
	}
	e := s.Entities[shape]
	part := e.Model.Parts[0]
	mesh := s.Meshes[part.Mesh].Primitives[0]
	world := s.WorldFromEntity()[shape]
	for i, p := range mesh.Positions {
		got := mgl32.TransformCoordinate(p, world)
		// 2 m along X and 0.5 m along Z.
		want := mgl32.Vec3{1 + 2*p[0], 2, 3 - 0.5*p[1]}
		if got.Sub(want).Len() > 1e-5 {
			t.Errorf("corner %d at %v, want %v", i, got, want)
		}
	}
	if n := mgl32.TransformNormal(mesh.Normals[0], world); n.Normalize().Sub(mgl32.Vec3{0, -1, 0}).Len() > 1e-5 {
		t.Errorf("the shape faces %v", n)
	}
	a, b, c := mesh.Positions[mesh.Indices[0]], mesh.Positions[mesh.Indices[1]], mesh.Positions[mesh.Indices[2]]
	if front := b.Sub(a).Cross(c.Sub(a)); front[2] >= 0 {
		t.Errorf("its front looks along %v", front)
	}
	if m := s.Materials[part.Material]; math.Abs(float64(m.Emissive[1])-1000) > 1e-2 || m.Specular != 0 || m.DoubleSided || e.Model.Shadows {
		t.Errorf("material %+v", m)
	}
}

// A lamp with a radius shows a ball of its luminance; one without shows nothing.
func TestBallLight(t *testing.T) {
	s := load(t, write(t, "s.toml", small(`lux = 1`, `[[entities]]`, `name = "globe"`,
		`Transform3D = { position = [1, 2, 3], scale = 4 }`, `PointLight3D = { intensity = 10, radius = 0.2, color = [1, 0.5, 0] }`,
		`[[entities]]`, `PointLight3D = {}`, `[[entities]]`, `PointLight3D = { radius = 1, visible = false }`)))
	if len(s.Entities) != 4 || s.Entities[1].Name != "globe/ball" {
		t.Fatalf("%d entities", len(s.Entities))
	}
	e := s.Entities[1]
	box := s.Meshes[e.Model.Parts[0].Mesh].Primitives[0].Bounds.Transform(s.WorldFromEntity()[1])
	if box.Min.Sub(mgl32.Vec3{0.8, 1.8, 2.8}).Len() > 1e-4 || box.Max.Sub(mgl32.Vec3{1.2, 2.2, 3.2}).Len() > 1e-4 {
		t.Errorf("the ball spans %v", box)
	}
	l := 10 / (math.Pi * 0.2 * 0.2)
	if m := s.Materials[e.Model.Parts[0].Material].Emissive; math.Abs(float64(m[0])-l) > 1e-2 || math.Abs(float64(m[1])-l/2) > 1e-2 || m[2] != 0 {
		t.Errorf("luminance %v, want %v", m, l)
	}
}

// Scattered lamps have a shape each, of one material.
func TestScatteredPanels(t *testing.T) {
	s := load(t, write(t, "s.toml", small(`lux = 1`, `[[entities]]`, `name = "panels"`, `Scatter = { count = 5, disc = 9 }`, `RectLight3D.luminance = 3`)))
	lamps, shapes, material := 0, 0, -1
	worlds := s.WorldFromEntity()
	for i, e := range s.Entities {
		if e.Rect != nil {
			lamps++
			shape := s.Entities[i+1]
			if shape.Model == nil || worlds[i+1].Col(3) != worlds[i].Col(3) {
				t.Errorf("lamp %d has no shape at %v", i, worlds[i].Col(3))
				continue
			}
			shapes++
			if m := shape.Model.Parts[0].Material; material >= 0 && m != material {
				t.Errorf("materials %d and %d", material, m)
			}
			material = shape.Model.Parts[0].Material
		}
	}
	if lamps != 5 || shapes != 5 {
		t.Errorf("%d lamps, %d shapes", lamps, shapes)
	}
}
