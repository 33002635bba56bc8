package scene

import "math"

// A LodBand is the end of a level: the measures (LodView.Measure) between which it fades into the
// next one, or the last one into nothing. It is 16 bytes, a vec4 to a shader.
//
//	... level i alone ... | Top ... both ... Lower | ... level i+1 alone ...   measure falls, distance grows
//
// A hard switch has Top = Lower. For measures below Lower a level i that was drawn alone is kept
// down to KeepLow; for measures above Top a level i+1 is kept up to KeepHigh. Without
// hysteresis these are Lower and Top themselves.
type LodBand struct {
	Lower, Top        float32
	KeepLow, KeepHigh float32
}

// lodNever is the measure of an end that is never reached; only that of a culling view is less.
const lodNever = -math.MaxFloat32

// Bands returns the bands of the group's levels, in their order. Bands of neighbours may touch and
// never overlap, so at most two levels are drawn at a time.
//
// Levels by height: lower is the level's ScreenHeight; upper that of the level before, 1 for the
// first one, and never below lower; the band goes up to lower + FadeWidth · (upper - lower).
//
// Levels by distance have bands of the group's Transition centred on their ends, automatic levels
// of either kind bands of AutoFade of the threshold on both sides. Where such a band would overlap its
// neighbour, both are cut in the middle between the two thresholds; none begins before distance 0.
func (g *LodGroup) Bands(s LodSettings) []LodBand { return g.AppendBands(nil, s) }

// AppendBands is Bands into a slice that the caller keeps.
func (g *LodGroup) AppendBands(bands []LodBand, s LodSettings) []LodBand {
	first := len(bands)
	for i := range g.Levels {
		lower, top := g.end(i)
		if s.Crossfade {
			lower, top = g.band(i)
		}
		bands = append(bands, LodBand{Lower: lower, Top: top})
	}
	ends := bands[first:]
	for i := 1; i < len(ends); i++ {
		if ends[i-1].Lower < ends[i].Top {
			a, _ := g.end(i - 1)
			b, _ := g.end(i)
			middle := a/2 + b/2
			ends[i-1].Lower = min(max(ends[i-1].Lower, middle), a)
			ends[i].Top = max(min(ends[i].Top, middle), b)
		}
	}
	keep := float64(min(max(g.Hysteresis, 0), 1))
	for i := range ends {
		b := &ends[i]
		if g.ByDistance { // measures are negative: farther is a larger number with a minus
			b.KeepLow = never(-float64(b.Lower) * (1 + keep))
			b.KeepHigh = never(-float64(b.Top) * (1 - keep))
		} else {
			b.KeepLow = float32(float64(b.Lower) * (1 - keep))
			b.KeepHigh = float32(float64(b.Top) * (1 + keep))
		}
	}
	return bands
}

// end returns level i's threshold as a measure, twice: a band without width.
func (g *LodGroup) end(i int) (lower, top float32) {
	threshold := g.Levels[i].ScreenHeight
	if g.ByDistance {
		threshold = never(float64(g.Levels[i].Distance))
	}
	return threshold, threshold
}

// band returns level i's band before neighbours are looked at.
func (g *LodGroup) band(i int) (lower, top float32) {
	level := &g.Levels[i]
	switch {
	case g.ByDistance:
		half := max(float64(g.Transition), 0) / 2
		if level.Auto {
			half = AutoFade * float64(level.Distance)
		}
		if math.IsInf(half, 0) {
			return g.end(i)
		}
		return never(float64(level.Distance) + half), never(max(float64(level.Distance)-half, 0))
	case level.Auto:
		h := float64(level.ScreenHeight)
		return float32(h * (1 - AutoFade)), float32(h * (1 + AutoFade))
	default:
		lower, upper := level.ScreenHeight, float32(1)
		if i > 0 {
			upper = g.Levels[i-1].ScreenHeight
		}
		upper = max(upper, lower)
		w := min(max(level.FadeWidth, 0), 1)
		return lower, min(lower+float32(w*(upper-lower)), upper)
	}
}

// never returns a distance as a measure.
func never(distance float64) float32 { return float32(max(-distance, lodNever)) }
