package scene

import "math"

// A LodCaster is a level with casters of its own in a view, and whether their shadow gives them away.
type LodCaster struct {
	Level   int
	Sticks  float32 // metres in the world that they stick out of what is drawn, +Inf where that is nothing
	Texel   float32 // metres of a texel of the shadow map there, where the level is nearest; 0: no map
	Drawn   bool    // somewhere in the view; otherwise Texel is that of where the level begins
	Visible bool    // they stick out by more than a texel
}

// Casters measures the levels of a group that cast something else than they draw. Survey and switches are
// those of the same group in the same view, and so are the cascades.
func (m *LodMeter) Casters(g *LodGroup, survey *LodSurvey, switches []LodSwitch, v View, s LodSettings, cascades []Cascade) []LodCaster {
	var out []LodCaster
	for i, sticks := range m.Protrusions(g) {
		if g.Levels[i].Shadow != LodShadowOwn {
			continue
		}
		c := LodCaster{Level: i, Drawn: survey.Drawn[i] > 0}
		if sticks > 0 {
			c.Sticks = float32(float64(sticks) * float64(survey.Scale))
		}
		depth := survey.Depth[i]
		if !c.Drawn {
			depth = beginOf(g, i, survey.Scale, switches, &v, s)
		}
		if texels := CascadeAt(cascades, depth); texels != nil {
			c.Texel = texels.TexelSize
			c.Visible = c.Sticks > c.Texel
		}
		out = append(out, c)
	}
	return out
}

// beginOf returns the least distance at which a level is drawn.
func beginOf(g *LodGroup, level int, scale float32, switches []LodSwitch, v *View, s LodSettings) float32 {
	for _, sw := range switches {
		switch {
		case sw.To != level:
		case g.ByDistance:
			return sw.Threshold * s.Bias
		case !v.Orthographic:
			return DistanceOfHeight(g.Size, scale, sw.Height, v.HalfY)
		}
	}
	return float32(math.Inf(-1)) // anywhere: the nearest map
}
