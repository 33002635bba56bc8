package loader

import (
	"math"
	"os"
	"testing"

	"scenerender/scene"
)

// checkScene holds a loaded scene against what the rest of the program relies on.
func checkScene(t testing.TB, s *scene.Scene) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf(format, args...)
	}
	if err := s.Validate(); err != nil {
		fail("%v", err)
	}
	finite := func(what string, xs ...float32) {
		t.Helper()
		for _, x := range xs {
			if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
				fail("%s is %v", what, xs)
				return
			}
		}
	}
	in := func(what string, i, n int) {
		t.Helper()
		if i < 0 || i >= n {
			fail("%s is index %d of %d", what, i, n)
		}
	}

	if len(s.Cameras) == 0 || len(s.Shots) == 0 {
		t.Fatalf("%d cameras, %d shots", len(s.Cameras), len(s.Shots))
	}
	for _, texture := range s.Textures {
		in("image of a texture", texture.Image, len(s.Images))
	}
	for _, m := range s.Materials {
		for _, ref := range []*scene.TextureRef{
			m.BaseColorTexture, m.MetallicRoughnessTexture, m.NormalTexture, m.OcclusionTexture,
			m.EmissiveTexture, m.SpecularTexture, m.SpecularColorTexture,
		} {
			if ref != nil {
				in("texture of "+m.Name, ref.Texture, len(s.Textures))
				finite("uvFromMesh", ref.UVFromMesh[:]...)
			}
		}
		finite("material "+m.Name, m.BaseColor[0], m.Metallic, m.Roughness, m.Specular, m.IOR, m.Emissive[0], m.NormalScale)
	}
	for _, mesh := range s.Meshes {
		for _, p := range mesh.Primitives {
			in("material of "+mesh.Name, p.Material, len(s.Materials))
			for _, i := range p.Indices {
				if int(i) >= len(p.Positions) {
					fail("index %d of %d positions in %s", i, len(p.Positions), mesh.Name)
					break
				}
			}
			if len(p.Normals) != len(p.Positions) {
				fail("%d normals of %d positions in %s", len(p.Normals), len(p.Positions), mesh.Name)
			}
		}
	}
	names, entities := map[string]bool{}, map[string]bool{}
	for i, e := range s.Entities {
		if entities[e.Name] {
			fail("two entities are called %q", e.Name)
		}
		entities[e.Name] = true
		if e.Parent >= i || e.Parent < -1 {
			fail("entity %d has parent %d", i, e.Parent)
		}
		finite("transform of "+e.Name, e.ParentFromLocal[:]...)
		if e.Model != nil {
			for _, part := range e.Model.Parts {
				in("mesh of "+e.Name, part.Mesh, len(s.Meshes))
				if part.Material != -1 {
					in("material of "+e.Name, part.Material, len(s.Materials))
				}
				finite("part of "+e.Name, part.EntityFromPart[:]...)
			}
		}
		if e.Point != nil {
			finite("light of "+e.Name, float32(e.Point.Intensity), e.Point.Range)
		}
		if l := e.Rect; l != nil {
			finite("rectangle of "+e.Name, l.Width, l.Height, float32(l.Luminance), l.Range)
			if !(l.Width > 0 && l.Height > 0) {
				fail("rectangle of %s is %v x %v", e.Name, l.Width, l.Height)
			}
		}
		if cone := e.Spot; cone != nil && !(cone.Inner <= cone.Outer && (cone.Outer < math.Pi/2+1e-3 || cone.Profile != nil && cone.Outer == math.Pi)) {
			fail("cone of %s is %v to %v", e.Name, e.Spot.Inner, e.Spot.Outer)
		}
	}
	for _, c := range s.Cameras {
		if names[c.Name] {
			fail("two cameras are called %q", c.Name)
		}
		names[c.Name] = true
		finite("camera "+c.Name, c.WorldFromCamera[:]...)
		x, y, z := c.WorldFromCamera.Col(0).Vec3(), c.WorldFromCamera.Col(1).Vec3(), c.WorldFromCamera.Col(2).Vec3()
		if x.Cross(y).Sub(z).Len() > 1e-3 || math.Abs(float64(z.Len())-1) > 1e-3 {
			fail("camera %s is not rigid: %v", c.Name, c.WorldFromCamera)
		}
		if (c.FovY > 0) == (c.Height > 0) || c.FovY > 0 && !(c.Near > 0) || c.Far != 0 && c.Far <= c.Near {
			fail("camera %+v", c)
		}
	}
	if s.Sun != nil && math.Abs(float64(s.Sun.Direction.Len())-1) > 1e-4 {
		fail("the sun's light travels %v", s.Sun.Direction)
	}
	if s.Sky.Kind == scene.SkyHDRI && len(s.Sky.HDRI.Pix) != 3*s.Sky.HDRI.Width*s.Sky.HDRI.Height {
		fail("the panorama has %d values", len(s.Sky.HDRI.Pix))
	}
	finite("light", s.Sky.Color[0], s.Sky.Zenith[0], s.Sky.Scale, float32(s.Exposure.EV100), float32(s.Exposure.Compensation))
	shots := map[string]bool{}
	for _, shot := range s.Shots {
		in("camera of "+shot.Name, shot.Camera, len(s.Cameras))
		if shots[shot.Name] || shot.Name == "" || shot.Width < 1 || shot.Height < 1 || shot.Samples < 1 || shot.Samples > 1024 {
			fail("shot %+v", shot)
		}
		shots[shot.Name] = true
	}
}

// The fuzz tests hold that no text makes Load panic, and that every scene it accepts keeps the
// invariants. They run without files beside the scene.

func FuzzTOML(f *testing.F) { fuzz(f, "x.toml", "testdata/simple.toml", "testdata/lod.toml") }

func FuzzJSON(f *testing.F) { fuzz(f, "x.json", "testdata/simple.json", "testdata/lod.json") }

func fuzz(f *testing.F, name string, seeds ...string) {
	for _, seed := range seeds {
		text, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	path := write(f, name, "")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		s, _, err := Load(path, Options{})
		if err == nil {
			checkScene(t, s)
		} else if err.Error() == "" {
			t.Error("an error without words")
		}
	})
}
