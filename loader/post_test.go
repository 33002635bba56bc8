package loader

import (
	"testing"

	"scenerender/scene"
)

// A shot's post replaces keys of the scene's, whole: what its bloom leaves out has the default again.
func TestPost(t *testing.T) {
	s := load(t, write(t, "x.toml", small(`[render]
antialiasing = "none"
[post]
bloom = { strength = 0.2, threshold = 3000, radius = 0.05 }
white_balance = 3000
vignette = 1
[[shots]]
name = "as the scene"
[[shots]]
name = "other"
antialiasing = "fxaa"
post = { bloom = 0.3, white_balance = { temperature = 5000, tint = 0.01 }, local_contrast = 0.5 }
[[shots]]
name = "off"
post = { bloom = 0, vignette = 0, white_balance.tint = 0 }
`)))
	base := scene.Post{Bloom: scene.Bloom{Strength: 0.2, Threshold: 3000, Radius: 0.05}, WhiteBalance: scene.WhiteBalance{Temperature: 3000}, Vignette: 1}
	for i, want := range []struct {
		post scene.Post
		aa   scene.AntiAliasing
	}{
		{base, scene.AANone},
		{scene.Post{Bloom: scene.Bloom{Strength: 0.3, Radius: scene.DefaultBloom().Radius}, WhiteBalance: scene.WhiteBalance{Temperature: 5000, Tint: 0.01}, Vignette: 1, LocalContrast: 0.5}, scene.AAFXAA},
		{scene.Post{Bloom: scene.Bloom{Radius: scene.DefaultBloom().Radius}, WhiteBalance: scene.WhiteBalance{Temperature: 6504}}, scene.AANone},
	} {
		if got := s.Shots[i]; got.Post != want.post || got.AntiAliasing != want.aa {
			t.Errorf("%s: %+v, %d, want %+v", got.Name, got.Post, got.AntiAliasing, want)
		}
	}
	if s := load(t, write(t, "plain.toml", small())); s.Shots[0].Post != (scene.Post{}) || s.Shots[0].AntiAliasing != scene.AASamples {
		t.Errorf("a scene that says nothing has %+v", s.Shots[0])
	}
}
