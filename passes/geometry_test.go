package passes

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// Where surfaces only reflect there is no image for what they emit, and the picture is the one with it.
func TestSurfacesThatOnlyReflect(t *testing.T) {
	sc := stage(model(sphereMesh, mgl32.Ident4()), model(planeMesh, mgl32.Translate3D(0, -1, 0)))
	sc.Materials[0] = scene.DefaultMaterial()
	sc.Materials[0].Roughness, sc.Materials[0].Metallic, sc.Materials[0].BaseColor = 0.4, 0.3, vec4{0.7, 0.5, 0.3, 1}
	sc.Sky = gradientSky
	sc.Sun = &scene.Sun{Direction: vec3{-0.6, -0.64, -0.48}, Illuminance: 50000, Color: vec3{1, 1, 1}, Shadows: true}
	q := Request{Shot: scene.Shot{Width: 64, Height: 48, Samples: 2}, Float: true}
	r := newTestRenderer(t, sc)
	if r.world.emits() {
		t.Fatal("a surface emits")
	}
	without := shoot(t, r, q)
	// What emits is behind the camera, within the bounds that shadow maps are planned for.
	lit := *sc
	lamp := scene.DefaultMaterial()
	lamp.Emissive = vec3{1, 1, 1}
	lit.Materials = append(slices.Clone(sc.Materials), lamp)
	lit.Entities = append(slices.Clone(sc.Entities), withMaterial(model(boxMesh, mgl32.Translate3D(0, -0.2, 30).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))), 1))
	lit.Entities[2].Model.Shadows = false
	r = newTestRenderer(t, &lit)
	if !r.world.emits() {
		t.Fatal("no surface emits")
	}
	if with := shoot(t, r, q); !slices.Equal(with.Linear, without.Linear) {
		t.Error("the pictures differ")
	}
	// Blended surfaces are lit where they are drawn.
	lit.Materials[1].AlphaMode = scene.AlphaBlend
	if newTestRenderer(t, &lit).world.emits() {
		t.Error("a blended surface asks for the image")
	}
}
