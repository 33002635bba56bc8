package scene

// Choosing the levels of a group. The GPU repeats PickBands.

// A LodPick is what a group draws.
type LodPick struct {
	Level int     // the level that is drawn, or fades out; LodNothing: culled
	Next  int     // while it fades: the level that comes in, or LodNothing
	Blend float32 // 0: Level alone. Otherwise the share of Next, between 1/128 and 127/128
}

// LodNothing stands for the level after the last one.
const LodNothing = -1

// Culled says that nothing is drawn.
func (p LodPick) Culled() bool { return p.Level == LodNothing }

// Fading says that two levels, or the last one and nothing, share the pixels.
func (p LodPick) Fading() bool { return p.Blend > 0 }

// A LodState is what a group remembers from frame to frame for its hysteresis: which level had
// the larger share of the pixels. Zero is no memory, i+1 level i, and one more than the levels nothing.
type LodState uint32

// blendSnap is how near to an end a blend is that end: less than two steps of 8 bits, which no one
// sees, for the price of a second level.
const blendSnap = 1.0 / 128

// Pick chooses what a group draws where it stands. The state of the frame before is zero for a
// picture that has none; then, and for groups without hysteresis, the choice depends on nothing else
// than the arguments. Where many are chosen, keep the bands.
func (g *LodGroup) Pick(in LodInstance, v LodView, s LodSettings, before LodState) (LodPick, LodState) {
	return PickBands(g.Bands(s), v.Measure(in, g.ByDistance), before)
}

// PickBands is the rule: the first level whose band's lower end is no higher than the measure is
// drawn, and below the band's top fades into the next by 1 - (measure - lower) / (top - lower).
// A measure that is not a number is below every band.
func PickBands(bands []LodBand, measure float32, before LodState) (LodPick, LodState) {
	n := len(bands)
	level := n
	for i := range bands {
		if bands[i].Lower <= measure {
			level = i
			break
		}
	}
	if level < n && measure < bands[level].Top {
		lower, top := bands[level].Lower, bands[level].Top
		blend := 1 - (measure-lower)/(top-lower)
		if blend > blendSnap && blend < 1-blendSnap {
			next, most := level+1, level
			if blend >= 0.5 {
				most = next
			}
			return LodPick{Level: level, Next: orNothing(next, n), Blend: blend}, LodState(most + 1)
		}
		if blend >= 0.5 {
			level++
		}
	} else if last := int(before) - 1; last >= 0 && last <= n {
		// Outside the bands the level of the frame before is kept a little longer.
		if last == level-1 && bands[last].KeepLow <= measure || last == level+1 && measure < bands[level].KeepHigh {
			level = last
		}
	}
	only := orNothing(level, n)
	return LodPick{Level: only, Next: only}, LodState(level + 1)
}

func orNothing(level, n int) int {
	if level == n {
		return LodNothing
	}
	return level
}
