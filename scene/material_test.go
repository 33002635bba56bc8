package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestOnlyReflects(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Material)
		want   bool
	}{
		{"default", func(*Material) {}, true},
		{"metal", func(m *Material) { m.Metallic, m.BaseColorTexture = 1, &TextureRef{} }, true},
		{"tinted reflection", func(m *Material) { m.SpecularColor, m.IOR = mgl32.Vec3{0.5, 0.6, 2}, 0 }, true},
		{"emissive", func(m *Material) { m.Emissive = mgl32.Vec3{0, 0, 1e-6} }, false},
		{"texture of no emission", func(m *Material) { m.EmissiveTexture = &TextureRef{} }, true},
		{"unlit", func(m *Material) { m.Unlit = true }, false},
		{"half specular", func(m *Material) { m.Specular = 0.5 }, false},
		{"specular texture", func(m *Material) { m.SpecularTexture = &TextureRef{} }, false},
	} {
		m := DefaultMaterial()
		c.change(&m)
		if got := m.OnlyReflects(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
