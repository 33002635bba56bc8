package scene

import "github.com/go-gl/mathgl/mgl32"

// A Lighting is what shines on a shot from infinity: everything that may change between the shots of
// a scene while its geometry stands. Two that are equal (==) light a picture alike, so what a pass made
// for one is good for the other.
type Lighting struct {
	Sky Sky
	// Sun is where the sun stands, for the sky; the zero Sun: there is none.
	Sun Sun
	// Moon is where the moon stands, for the sky; the zero Moon: there is none.
	Moon Moon
	// Night is what a dark sky shows; the zero Night: nothing, as while the sun is up and outshines it a million times.
	Night Night
	// Light lights surfaces and casts shadows; the zero Sun: nothing does. It is the sun or the moon: the one
	// that gives more to a surface that faces it. When the one hands over to the other, the sun has just set
	// or is about to rise, and twilight outshines both.
	Light Sun
}

// LightingOf returns what lights a shot, which need not be one of the scene's own.
func (s *Scene) LightingOf(shot *Shot) Lighting {
	l := Lighting{Sky: s.Sky}
	switch {
	case shot.Sun != nil:
		l.Sun = *shot.Sun
	case s.Sun != nil:
		l.Sun = *s.Sun
	}
	if s.Moon != nil {
		l.Moon = s.Moon.Moon(&l.Sun)
	}
	if s.Night != nil && !(-l.Sun.Direction[1] > 0) {
		l.Night = *s.Night
		if l.Sun.Moment.Given() {
			l.Night.Turn = l.Sun.Moment.WorldFromEquatorial()
		}
	}
	if l.Sky.Kind == SkyAtmosphere {
		l.Light = l.throughAir()
	} else {
		l.Light = brighter(l.sunlight(), l.moonlight())
	}
	return l
}

// throughAir lets sun and moon shine through the air of the sky, and returns the one of which more arrives.
func (l *Lighting) throughAir() Sun {
	var sun, moon Sun
	l.Sky.Lights[0], sun = l.Sky.Air.Daylight(l.Sun)
	if l.Moon.Shines() {
		light := l.Moon.Light(mgl32.Vec3{1, 1, 1})
		var arrives mgl32.Vec3
		l.Sky.Lights[1], arrives = l.Sky.Air.Shine(light.Direction.Mul(-1), light.Color.Mul(float32(light.Illuminance)))
		moon = light.arriving(arrives)
	}
	return brighter(sun, moon)
}

// sunlight is what arrives of the sun. Where there is an Earth, which a date or a moon say, it sets.
func (l *Lighting) sunlight() Sun {
	s := l.Sun
	if s.Moment.Given() || l.Moon.Shines() {
		s.Illuminance *= Lux(AboveHorizon(s.Direction, sunDiameter))
		if s.Illuminance == 0 {
			return Sun{}
		}
	}
	return s
}

// moonlight is what arrives of the moon.
func (l *Lighting) moonlight() Sun {
	m := &l.Moon
	if !m.Shines() {
		return Sun{}
	}
	air := float32(ClearAir(float64(-m.Direction[1])) * AboveHorizon(m.Direction, float64(m.Diameter)))
	s := m.Light(mgl32.Vec3{1, 1, 1})
	if s.Illuminance *= Lux(air); s.Illuminance == 0 {
		return Sun{}
	}
	return s
}

func brighter(a, b Sun) Sun {
	if float32(b.Illuminance)*Luminance(b.Color) > float32(a.Illuminance)*Luminance(a.Color) {
		return b
	}
	return a
}

// Lightings returns what lights a shot that says nothing of it, and then what else lights the scene's own shots. An
// entry may light several.
func (s *Scene) Lightings() []Lighting {
	all := []Lighting{s.LightingOf(&Shot{})}
	for i := range s.Shots {
		if l := s.LightingOf(&s.Shots[i]); l != all[len(all)-1] {
			all = append(all, l)
		}
	}
	return all
}

// Shines says whether this is a sun at all, and not the zero one.
func (s *Sun) Shines() bool { return s.Direction != (mgl32.Vec3{}) }

// Casts says whether things cast shadows in its light.
func (s *Sun) Casts() bool { return s.Shines() && s.Shadows }

// Radiance returns what is seen behind everything in a direction of the world (unit), in cd/m² per
// channel, but for the discs of sun and moon and the places of the stars, whose light is spread evenly.
func (l *Lighting) Radiance(dir mgl32.Vec3) mgl32.Vec3 {
	return l.Sky.Radiance(dir).Add(l.Night.GlowTowards(dir))
}

// Irradiance returns the light of the sky alone, without Light's.
func (l *Lighting) Irradiance() IrradianceSH {
	sh := l.Sky.Irradiance()
	l.Night.addTo(&sh)
	return sh
}
