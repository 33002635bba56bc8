package scene

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func testScene() *Scene {
	box := BoxMesh(DefaultBox())
	shot := DefaultShot()
	return &Scene{
		Images:    []Image{{Width: 1, Height: 1, Pix: make([]byte, 4)}},
		Textures:  []Texture{{}},
		Materials: []Material{DefaultMaterial()},
		Meshes:    []Mesh{{Name: "box", Primitives: []Primitive{box}}},
		Entities: []Entity{
			{Name: "root", Parent: -1, ParentFromLocal: mgl32.Translate3D(10, 0, 0).Mul4(mgl32.HomogRotate3DY(math.Pi / 2))},
			{Name: "child", Parent: 0, ParentFromLocal: mgl32.Translate3D(0, 0, -2), Model: &Model{
				Parts: []Part{{EntityFromPart: mgl32.Scale3D(1, 3, 1), Material: -1}}, Color: mgl32.Vec4{1, 1, 1, 1},
			}},
			{Name: "lamp", Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 99, 0), Point: &PointLight{Intensity: 1}, Spot: &SpotLight{}},
		},
		Cameras: []Camera{{WorldFromCamera: mgl32.Ident4(), FovY: 1, Near: 0.1}},
		Sun:     &Sun{Direction: mgl32.Vec3{0, -1, 0}},
		Shots:   []Shot{shot},
	}
}

func TestWorldFromEntity(t *testing.T) {
	s := testScene()
	world := s.WorldFromEntity()
	// The root looks along -X; two metres before it is x = 8.
	if p := world[1].Col(3).Vec3(); p.Sub(mgl32.Vec3{8, 0, 0}).Len() > 1e-5 {
		t.Errorf("child at %v, want (8, 0, 0)", p)
	}
	b := s.Bounds()
	if b.Min.Sub(mgl32.Vec3{7.5, -1.5, -0.5}).Len() > 1e-5 || b.Max.Sub(mgl32.Vec3{8.5, 1.5, 0.5}).Len() > 1e-5 {
		t.Errorf("bounds %v", b)
	}
	if !(&Scene{}).Bounds().Empty() {
		t.Error("nothing has bounds")
	}
}

func TestValidate(t *testing.T) {
	if err := testScene().Validate(); err != nil {
		t.Fatalf("a sound scene: %v", err)
	}
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		want   string
		damage func(*Scene)
	}{
		{"images[0]", func(s *Scene) { s.Images[0].Width = 2 }},
		{"textures[0].image", func(s *Scene) { s.Textures[0].Image = 1 }},
		{"materials[0]: texture", func(s *Scene) { s.Materials[0].NormalTexture = &TextureRef{Texture: 3} }},
		{"materials[0]: UV set", func(s *Scene) { s.Materials[0].NormalTexture = &TextureRef{UV: 2} }},
		{"materials[0]", func(s *Scene) { s.Materials[0].Roughness = nan }},
		{"materials[0].emissive", func(s *Scene) { s.Materials[0].Emissive[1] = inf }},
		{"primitives[0]: 24 positions", func(s *Scene) { s.Meshes[0].Primitives[0].UV1 = make([]mgl32.Vec2, 3) }},
		{"primitives[0].material", func(s *Scene) { s.Meshes[0].Primitives[0].Material = -1 }},
		{"whole triangles", func(s *Scene) { p := &s.Meshes[0].Primitives[0]; p.Indices = p.Indices[:35] }},
		{"indices[7]", func(s *Scene) { s.Meshes[0].Primitives[0].Indices[7] = 24 }},
		{"indices[7]", func(s *Scene) { s.Meshes[0].Primitives[0].Indices[7] = 1<<32 - 1 }},
		{"positions[5]", func(s *Scene) { s.Meshes[0].Primitives[0].Positions[5][2] = nan }},
		{"normals[5]", func(s *Scene) { s.Meshes[0].Primitives[0].Normals[5] = mgl32.Vec3{} }},
		{"bounds", func(s *Scene) { s.Meshes[0].Primitives[0].Bounds.Max[0]++ }},
		{"entities[0].parent", func(s *Scene) { s.Entities[0].Parent = 1 }},
		{"entities[0].parent", func(s *Scene) { s.Entities[0].Parent = -2 }},
		{"entities[2].transform", func(s *Scene) { s.Entities[2].ParentFromLocal[12] = inf }},
		{"parts[0].mesh", func(s *Scene) { s.Entities[1].Model.Parts[0].Mesh = 1 }},
		{"parts[0].material", func(s *Scene) { s.Entities[1].Model.Parts[0].Material = 1 }},
		{"entities[2].point", func(s *Scene) { s.Entities[2].Point.Range = nan }},
		{"no cameras", func(s *Scene) { s.Cameras = nil }},
		{"cameras[0]", func(s *Scene) { s.Cameras[0].Near = 0 }},
		{"cameras[0]", func(s *Scene) { s.Cameras[0].Far = 0.05 }},
		{"cameras[0]", func(s *Scene) { s.Cameras[0].FovY = 0 }},
		{"sun.direction", func(s *Scene) { s.Sun.Direction = mgl32.Vec3{} }},
		{"sky", func(s *Scene) { s.Sky.Zenith[0] = nan }},
		{"without its picture", func(s *Scene) { s.Sky.Kind = SkyHDRI }},
		{"sky.hdri", func(s *Scene) { s.Sky.HDRI = &Panorama{Width: 1, Height: 1, Pix: []float32{0, -1, 0}} }},
		{"exposure", func(s *Scene) { s.Exposure.EV100 = EV(inf) }},
		{"exposure", func(s *Scene) { s.Exposure.Min = 1 }},
		{"exposure", func(s *Scene) { s.Exposure.DarkAdaptation = -1 }},
		{"no shots", func(s *Scene) { s.Shots = nil }},
		{"shots[0].camera", func(s *Scene) { s.Shots[0].Camera = 1 }},
		{"shots[0]", func(s *Scene) { s.Shots[0].Samples = 1025 }},
	} {
		s := testScene()
		c.damage(s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want an error about %s, got %v", c.want, err)
		}
	}
}

// However broken a mesh is, what is said about it stays short.
func TestValidateIsBounded(t *testing.T) {
	s := testScene()
	for range 500 {
		s.Textures = append(s.Textures, Texture{Image: 7})
	}
	if n := strings.Count(s.Validate().Error(), "\n"); n > 100 {
		t.Errorf("%d lines", n)
	}
}
