package loader

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// under writes a scene under an atmosphere.
func under(t *testing.T, lines ...string) *scene.Scene {
	t.Helper()
	text := "format = \"scenerender\"\nversion = 1\n"
	for _, l := range lines {
		text += l + "\n"
	}
	return load(t, write(t, "scene.toml", text))
}

// Under an atmosphere the sun is as bright as air lets it be, unless the file says how bright.
func TestSunUnderAtmosphere(t *testing.T) {
	arrives := func(s *scene.Scene, shot int) float64 {
		l := s.LightingOf(&s.Shots[shot])
		return float64(l.Light.Illuminance)
	}
	for _, c := range []struct {
		want  float64
		lines []string
	}{
		{97_000, []string{"sky.atmosphere = {}"}}, // the sun of a scene that has none
		{102_800, []string{"sun = { azimuth = 0, elevation = 60 }", "sky.atmosphere = {}"}},
		{80_000, []string{"sun = { azimuth = 0, elevation = 60, lux = 80000 }", "sky.atmosphere = {}"}},
		{0, []string{"sun = { azimuth = 0, elevation = -1 }", "sky.atmosphere = {}"}},
		{100_000, []string{"sun = { azimuth = 0, elevation = 60 }", "sky.gradient = {}"}},
	} {
		if got := arrives(under(t, c.lines...), 0); math.Abs(got-c.want) > 0.005*c.want {
			t.Errorf("%q: %.0f lx, want %.0f", c.lines, got, c.want)
		}
	}
	s := under(t, "sun = { azimuth = 0, elevation = 60 }", "sky.atmosphere = {}",
		`shots = [{ name = "a" }, { name = "low", sun = { azimuth = 0, elevation = 10 } }, { name = "dim", sun = { lux = 5000 } }]`)
	for i, want := range []float64{102_800, 38_900, 5000} {
		if got := arrives(s, i); math.Abs(got-want) > 0.01*want {
			t.Errorf("shot %d: %.0f lx, want %.0f", i, got, want)
		}
	}
	sky := func(shot int) float32 {
		l := s.LightingOf(&s.Shots[shot])
		return scene.Luminance(l.Sky.Radiance(mgl32.Vec3{0, 1, 0}))
	}
	if share := sky(2) / sky(0); math.Abs(float64(share)-5000.0/102_800) > 0.001 {
		t.Errorf("the sky of a dim sun has %v of its light", share)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

// The fields of both blocks reach the scene.
func TestAtmosphereAndFogFields(t *testing.T) {
	s := under(t, `sky.atmosphere = { haze = 2, air = 3, ozone = 4, anisotropy = 0.5, ground_albedo = [0.1, 0.2, 0.3], altitude = 1500, aerial_perspective = false }`,
		`fog = { density = 0.5, height = 2, falloff = 3, color = [0.1, 0.2, 0.3], anisotropy = 0.25, start = 4, opacity = 0.75, shadows = false }`)
	if got, want := s.Sky.Air.Atmosphere, (scene.Atmosphere{Haze: 2, Air: 3, Ozone: 4, Anisotropy: 0.5, GroundAlbedo: mgl32.Vec3{0.1, 0.2, 0.3}, Altitude: 1500}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := *s.Fog, (scene.Fog{Density: 0.5, Height: 2, Falloff: 3, Color: mgl32.Vec3{0.1, 0.2, 0.3}, Anisotropy: 0.25, Start: 4, Opacity: 0.75}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s = under(t, "sky.atmosphere = {}", "fog = {}")
	if s.Sky.Air.Atmosphere != scene.DefaultAtmosphere() || *s.Fog != scene.DefaultFog() {
		t.Errorf("defaults are %+v and %+v", s.Sky.Air.Atmosphere, *s.Fog)
	}
}
