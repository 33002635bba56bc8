package scene

import "slices"

// LodTable holds the bands of many groups as a GPU reads them (std430, no padding):
//
//	struct LodDef  { uint first, count, flags, unused; };  // one for each group
//	vec4 bands[];                                          // LodBand: lower, top, keep low, keep high
//	vec4 instance;                                         // LodInstance: centre in the world, extent
//	struct LodView { vec4 eye_height_scale; float distance_scale; uint flags; uint unused[2]; };
//
// Instances of one group, such as those of a Scatter, share its LodDef.
type LodTable struct {
	Defs  []LodDef
	Bands []LodBand
}

// A LodDef says which bands of a table are a group's.
type LodDef struct {
	First, Count uint32 // into LodTable.Bands; level i ends with band First + i
	Flags        uint32 // LodByDistance
	_            uint32
}

// Flags of a LodDef.
const LodByDistance = 1 << iota

// Add appends a group and returns its index in Defs.
func (t *LodTable) Add(g *LodGroup, s LodSettings) int {
	def := LodDef{First: uint32(len(t.Bands)), Count: uint32(len(g.Levels))}
	if g.ByDistance {
		def.Flags |= LodByDistance
	}
	t.Bands = g.AppendBands(t.Bands, s)
	t.Defs = append(t.Defs, def)
	return len(t.Defs) - 1
}

// Pick chooses what an instance of group def draws. It allocates nothing.
func (t *LodTable) Pick(def int, in LodInstance, v *LodView, before LodState) (LodPick, LodState) {
	d := &t.Defs[def]
	return PickBands(t.Bands[d.First:d.First+d.Count], v.Measure(in, d.Flags&LodByDistance != 0), before)
}

// Remembers says whether the choice of some group depends on what it drew before.
func (t *LodTable) Remembers() bool {
	return slices.ContainsFunc(t.Bands, func(b LodBand) bool { return b.KeepLow != b.Lower || b.KeepHigh != b.Top })
}

// LodCounters are the levels of detail of one view, over the groups that its frustum test keeps.
type LodCounters struct {
	Selections int   // groups that draw at least one level; a group that fades counts once
	Culled     int   // groups that draw nothing because they are past the end of their last level
	Fading     int   // groups that fade to the next level or to nothing
	Levels     []int // groups that draw level i; a group that fades to the next level counts in both
}

// Add counts a group's choice. A group whose DitherFade leaves none of its pixels is not counted.
func (c *LodCounters) Add(p LodPick, coverage float32) {
	level, next := p.Masks(coverage)
	switch {
	case p.Culled():
		c.Culled++
		return
	case level.Empty() && next.Empty():
		return
	}
	c.Selections++
	c.level(p.Level)
	if p.Fading() {
		c.Fading++
		if p.Next != LodNothing {
			c.level(p.Next)
		}
	}
}

func (c *LodCounters) level(i int) {
	for len(c.Levels) <= i {
		c.Levels = append(c.Levels, 0)
	}
	c.Levels[i]++
}
