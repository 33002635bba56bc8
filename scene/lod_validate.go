package scene

import (
	"fmt"
	"math"
)

// lod checks an entity's LodGroup, DitherFade and Scatter.
func (c *checker) lod(s *Scene, i int) {
	e := &s.Entities[i]
	where := fmt.Sprintf("entities[%d]", i)
	if e.Lod != nil {
		if e.Model != nil {
			c.fail("%s: a model and a lod group", where)
		}
		c.group(s, e.Lod, where+".lod")
	}
	if f := e.Fade; f != nil {
		if !(f.Coverage >= 0 && f.Coverage <= 1) || !(f.Full >= 0 && f.Full <= math.MaxFloat32) || !(f.Gone >= 0 && f.Gone <= math.MaxFloat32) {
			c.fail("%s.fade: coverage %g, whole at %g, gone at %g", where, f.Coverage, f.Full, f.Gone)
		}
	}
	if e.Scatter != nil {
		if err := e.Scatter.Validate(); err != nil {
			c.fail("%s.scatter: %w", where, err)
		}
	}
}

func (c *checker) group(s *Scene, g *LodGroup, where string) {
	c.finite(g.Center[:], "%s.center", where)
	c.finite([]float32{g.Size, g.Transition, g.Hysteresis}, "%s", where)
	if !(g.Size > 0) || g.Transition < 0 || g.Hysteresis < 0 || g.Hysteresis > 1 {
		c.fail("%s: size %g, transition %g, hysteresis %g", where, g.Size, g.Transition, g.Hysteresis)
	}
	if len(g.Levels) > MaxLodLevels {
		c.fail("%s: %d levels of at most %d", where, len(g.Levels), MaxLodLevels)
	}
	for k := range g.Levels {
		l := &g.Levels[k]
		level := fmt.Sprintf("%s.levels[%d]", where, k)
		switch {
		case g.ByDistance:
			before := float32(0)
			if k > 0 {
				before = g.Levels[k-1].Distance
			}
			if !(l.Distance > before) {
				c.fail("%s.distance: %g after %g", level, l.Distance, before)
			}
		default:
			before := inf32
			if k > 0 {
				before = g.Levels[k-1].ScreenHeight
			}
			if !(l.ScreenHeight >= 0 && l.ScreenHeight < before) {
				c.fail("%s.screen_height: %g after %g", level, l.ScreenHeight, before)
			}
		}
		if !(l.FadeWidth >= 0 && l.FadeWidth <= 1) {
			c.fail("%s.fade_width: %g", level, l.FadeWidth)
		}
		if l.Shadow > LodShadowOwn {
			c.fail("%s.shadow: %d", level, l.Shadow)
		}
		for _, list := range []struct {
			name  string
			parts []LodPart
		}{{"parts", l.Parts}, {"shadow_parts", l.ShadowParts}} {
			for j, p := range list.parts {
				at := fmt.Sprintf("%s.%s[%d]", level, list.name, j)
				c.part(s, p.Part, at)
				c.finite(p.Color[:], "%s.color", at)
			}
		}
	}
}
