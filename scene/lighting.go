package scene

import "github.com/go-gl/mathgl/mgl32"

// A Lighting is what shines on a shot from infinity: everything that may change between the shots of
// a scene while its geometry stands. Two that are equal (==) light a picture alike, so what a pass made
// for one is good for the other.
type Lighting struct {
	Sky Sky
	// Sun is where the sun stands, for the sky; the zero Sun: there is none.
	Sun Sun
	// Light lights surfaces and casts shadows; the zero Sun: nothing does.
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
	l.Light = l.Sun
	return l
}

// AnyLighting says whether a property holds for what lights any picture: that of a shot that says
// nothing, and those of the scene's shots. Pipelines are compiled for that.
func (s *Scene) AnyLighting(has func(*Lighting) bool) bool {
	l := s.LightingOf(&Shot{})
	if has(&l) {
		return true
	}
	for i := range s.Shots {
		if l = s.LightingOf(&s.Shots[i]); has(&l) {
			return true
		}
	}
	return false
}

// Shines says whether this is a sun at all, and not the zero one.
func (s *Sun) Shines() bool { return s.Direction != (mgl32.Vec3{}) }

// Radiance returns what is seen behind everything in a direction of the world (unit), in cd/m² per
// channel.
func (l *Lighting) Radiance(dir mgl32.Vec3) mgl32.Vec3 { return l.Sky.Radiance(dir) }

// Irradiance returns the light of the sky alone, without Light's.
func (l *Lighting) Irradiance() IrradianceSH { return l.Sky.Irradiance() }
