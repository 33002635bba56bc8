package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// What Validate says of light: lamps, sun, moon, sky, fog, and the exposure they are seen with.

func (c *checker) lamps(e *Entity, i int) {
	if e.Point != nil {
		c.lamp(e.Point, fmt.Sprintf("entities[%d].point", i))
	}
	if l := e.Rect; l != nil {
		c.finite([]float32{l.Width, l.Height, float32(l.Luminance), l.Color[0], l.Color[1], l.Color[2], l.Range}, "entities[%d].rect", i)
	}
	if e.Spot != nil {
		c.lamp(&e.Spot.PointLight, fmt.Sprintf("entities[%d].spot", i))
		c.finite([]float32{e.Spot.Inner, e.Spot.Outer}, "entities[%d].spot", i)
	}
}

func (c *checker) lamp(l *PointLight, where string) {
	c.finite([]float32{float32(l.Intensity), l.Color[0], l.Color[1], l.Color[2], l.Range, l.Radius}, "%s", where)
	p := l.Profile
	if p == nil {
		return
	}
	c.rising(p.Vertical, 2, "%s: vertical angle", where)
	c.rising(p.Planes, 1, "%s: plane", where)
	if len(p.Candela) != len(p.Vertical)*len(p.Planes) {
		c.fail("%s: %d intensities in %d planes of %d", where, len(p.Candela), len(p.Planes), len(p.Vertical))
	}
	for _, x := range p.Candela {
		if !(x >= 0 && x <= math.MaxFloat32) {
			c.fail("%s: an intensity of %g", where, x)
			break
		}
	}
}

func (c *checker) sun(s *Sun, where string, args ...any) {
	if s == nil {
		return
	}
	where = fmt.Sprintf(where, args...)
	c.unit(s.Direction, "%s.direction", where)
	c.finite([]float32{float32(s.Illuminance), s.Color[0], s.Color[1], s.Color[2], s.Diameter}, "%s", where)
	if m := s.Moment; !(math.Abs(m.JulianDay) < 1e7 && math.Abs(m.Latitude) < 1.6 && math.Abs(m.Longitude) < 3.2) {
		c.fail("%s.moment: day %g at %g, %g", where, m.JulianDay, m.Latitude, m.Longitude)
	}
}

func (c *checker) moonAndNight(s *Scene) {
	if m := s.Moon; m != nil {
		if m.Direction != (mgl32.Vec3{}) {
			c.unit(m.Direction, "moon.direction")
		}
		c.finite([]float32{float32(m.Full), m.Color[0], m.Color[1], m.Color[2]}, "moon")
		if !(m.Share >= 0 && m.Share <= 1) {
			c.fail("moon.lit: %g", m.Share)
		}
	}
	if n := s.Night; n != nil {
		c.finite([]float32{float32(n.Glow), n.Stars, n.MilkyWay}, "night")
		c.finite(n.Turn[:], "night.turn")
	}
}

func (c *checker) sky(s *Sky) {
	for _, v := range []mgl32.Vec3{s.Color, s.Zenith, s.Horizon, s.Ground} {
		c.finite(v[:], "sky")
	}
	c.finite([]float32{s.Rotation, s.Scale}, "sky")
	if s.Kind > SkyAtmosphere || s.Kind == SkyHDRI && s.HDRI == nil {
		c.fail("sky: kind %d without its picture", s.Kind)
	}
	if s.Kind == SkyAtmosphere {
		if s.Air == nil {
			c.fail("sky: an atmosphere without air")
			return
		}
		a := &s.Air.Atmosphere
		c.finite([]float32{a.Air, a.Ozone, a.Haze, a.Anisotropy, a.GroundAlbedo[0], a.GroundAlbedo[1], a.GroundAlbedo[2], a.Altitude}, "sky.air")
	}
	if p := s.HDRI; p != nil {
		if p.Width < 1 || p.Height < 1 || len(p.Pix) != 3*p.Width*p.Height {
			c.fail("sky.hdri: %d numbers for %d x %d pixels", len(p.Pix), p.Width, p.Height)
		}
		for i, x := range p.Pix {
			if !(x >= 0 && x <= math.MaxFloat32) {
				c.fail("sky.hdri: number %d is %g", i, x)
				break
			}
		}
	}
}

func (c *checker) fog(f *Fog) {
	if f != nil {
		c.finite([]float32{f.Density, f.Height, f.Falloff, f.Color[0], f.Color[1], f.Color[2], f.Anisotropy, f.Start, f.Opacity}, "fog")
	}
}

func (c *checker) exposure(x *Exposure, where string, args ...any) {
	where = fmt.Sprintf(where, args...)
	c.finite([]float32{float32(x.EV100), float32(x.Compensation), float32(x.Min), float32(x.Max), x.LightAdaptation, x.DarkAdaptation}, "%s", where)
	if x.Min > x.Max || x.LightAdaptation < 0 || x.DarkAdaptation < 0 {
		c.fail("%s: from EV %g to %g, adapting in %g and %g s", where, x.Min, x.Max, x.LightAdaptation, x.DarkAdaptation)
	}
}
