package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func sunFrom(elevation float64) *Sun {
	return &Sun{Direction: vec3(cosd(elevation), -sind(elevation), 0), Illuminance: 100_000, Color: mgl32.Vec3{1, 1, 1}, Shadows: true}
}

func moonFrom(elevation float64) *MoonPlan {
	m := DefaultMoon()
	m.Direction = vec3(-cosd(elevation), -sind(elevation), 0)
	return &m
}

// The brighter of sun and moon lights a scene, and below the horizon neither does.
func TestLightIsTheBrighter(t *testing.T) {
	for _, c := range []struct {
		sun, moon float64 // elevations
		want      string
	}{
		{30, 40, "sun"}, {1, 80, "sun"}, {-1, 40, "moon"}, {-20, 60, "moon"}, {-20, -10, "none"}, {5, -10, "sun"},
	} {
		s := &Scene{Sun: sunFrom(c.sun), Moon: moonFrom(c.moon)}
		l := s.LightingOf(&Shot{})
		got := "none"
		switch l.Light.Direction {
		case mgl32.Vec3{}:
		case l.Sun.Direction:
			got = "sun"
		case l.Moon.Direction:
			got = "moon"
		}
		if got != c.want {
			t.Errorf("sun at %v°, moon at %v°: %s, want %s", c.sun, c.moon, got, c.want)
		}
	}
	// A full moon high up gives the anchor of 0.05 lx, within a factor of 1.5.
	s := &Scene{Sun: sunFrom(-40), Moon: moonFrom(40)}
	l := s.LightingOf(&Shot{})
	if e := Luminance(l.Light.At(l.Light.Direction.Mul(-1))); e < 0.05/1.5 || e > 0.05*1.5 {
		t.Errorf("full moon: %v lx", e)
	}
	if c := l.Light.Color; !(c[2] > c[1] && c[1] > c[0]) {
		t.Errorf("moonlight is %v", c)
	}
	// Where nobody speaks of a moon or a date, a light may come from below.
	s = &Scene{Sun: sunFrom(-30)}
	if l := s.LightingOf(&Shot{}); l.Light != *s.Sun {
		t.Errorf("light %+v", l.Light)
	}
}

// Over a dated day the light goes from sun to moon and back without a gap that twilight would not hide, never
// jumping from one bright light to another, and sun, sky and light have one direction.
func TestLightThroughADay(t *testing.T) {
	m := DefaultMoon()
	s := &Scene{Moon: &m, Night: &Night{Glow: NightSky, Stars: 1}}
	last := Lighting{}
	for minute := range 1440 {
		// 2025 March 14: a full moon.
		moment := at(2025, 3, 14, float64(minute)/60, 48, 0)
		sun := sunFrom(0)
		sun.Moment, sun.Direction = moment, moment.SunTowards().Mul(-1)
		l := s.LightingOf(&Shot{Sun: sun})
		_, elevation := horizontal(l.Sun.Direction.Mul(-1))
		switch {
		case elevation > 0.3 && l.Light.Direction != l.Sun.Direction:
			t.Errorf("minute %d: sun at %.1f° does not light", minute, elevation)
		case elevation < -0.3 && l.Light.Direction == l.Sun.Direction:
			t.Errorf("minute %d: sun at %.1f° lights", minute, elevation)
		}
		if l.Light.Shines() && -l.Light.Direction[1] < -0.005 {
			t.Errorf("minute %d: light from below, %+v", minute, l.Light)
		}
		if elevation < -20 && !l.Light.Shines() {
			t.Errorf("minute %d: no moon", minute)
		}
		if up := elevation > 0; up != (l.Night == Night{}) {
			t.Errorf("minute %d: sun at %.1f°, night %+v", minute, elevation, l.Night)
		}
		if elevation < 0 && last.Night.Turn == l.Night.Turn {
			t.Errorf("minute %d: the stars stand still", minute)
		}
		last = l
	}
}
