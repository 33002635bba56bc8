package loader

import (
	"errors"
	"fmt"
	"strings"
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

// A tint that no light of the temperature can have is refused where it stands, and what the message offers is accepted.
func TestTintOfWarmWhite(t *testing.T) {
	scene := func(tint string) string {
		return write(t, "x.toml", small("[post]", "white_balance = { temperature = 2700, tint = "+tint+" }"))
	}
	_, _, err := Load(scene("0.03"), Options{})
	var invalid *Invalid
	if !errors.As(err, &invalid) || len(invalid.Problems) != 1 {
		t.Fatalf("got %v", err)
	}
	p := invalid.Problems[0]
	var limit, temperature, found float64
	if _, err := fmt.Sscanf(p.Message, "want at most %g Duv at %g K,", &limit, &temperature); err != nil || temperature != 2700 {
		t.Fatalf("%s: %v", p, err)
	}
	if _, err := fmt.Sscanf(p.Message[strings.LastIndex(p.Message, " ")+1:], "%g", &found); err != nil || found != 0.03 || p.Line != 5 || p.Path != "post.white_balance.tint" {
		t.Errorf("%s", p)
	}
	load(t, scene(fmt.Sprint(limit)))
	load(t, scene("-0.03"))
	if _, _, err := Load(scene(fmt.Sprint(limit+0.0001)), Options{}); err == nil {
		t.Errorf("%g is accepted beyond %g", limit+0.0001, limit)
	}
}
