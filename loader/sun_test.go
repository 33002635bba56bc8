package loader

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A shot says of the sun what is its own, and has the rest of the scene's.
func TestShotSun(t *testing.T) {
	s := load(t, write(t, "scene.toml", small(
		"azimuth = 90", "elevation = 30", "lux = 5000", "shadows = false",
		`[[shots]]`, `name = "as it is"`,
		`[[shots]]`, `name = "noon"`, `sun = { azimuth = 180, elevation = 90 }`,
		`[[shots]]`, `name = "dim"`, `sun = { lux = 3 }`,
		`[[shots]]`, `name = "straight"`, `sun.direction = [0, -2, 0]`)))
	of := func(shot int) scene.Sun { return s.LightingOf(&s.Shots[shot]).Sun }
	if of(0) != *s.Sun {
		t.Errorf("a shot that says nothing has %+v", of(0))
	}
	for i, want := range []mgl32.Vec3{{-0.8660254, -0.5, 0}, {0, -1, 0}, {-0.8660254, -0.5, 0}, {0, -1, 0}} {
		if d := of(i).Direction; !near(d, want) {
			t.Errorf("shot %d: light travels %v, want %v", i, d, want)
		}
		if of(i).Shadows {
			t.Errorf("shot %d has shadows", i)
		}
	}
	if a, b := of(1).Illuminance, of(2).Illuminance; a != 5000 || b != 3 {
		t.Errorf("%v and %v lx", a, b)
	}
}

// A shot may have a sun where the scene has none.
func TestShotSunAlone(t *testing.T) {
	s := load(t, write(t, "scene.toml", "format = \"scenerender\"\nversion = 1\nsky.color = 5\n"+
		"shots = [{ name = \"night\" }, { name = \"day\", sun = { azimuth = 90, elevation = 0 } }]\n"))
	if l := s.LightingOf(&s.Shots[0]); l.Sun.Shines() || l.Light.Shines() {
		t.Errorf("at night %+v", l.Sun)
	}
	if l := s.LightingOf(&s.Shots[1]); !near(l.Light.Direction, mgl32.Vec3{-1, 0, 0}) || l.Light.Illuminance != 100_000 {
		t.Errorf("by day %+v", l.Light)
	}
}
