package graph

import "math/bits"

// useSet has bit i for the i-th use a graph has met, which makes the sets in
// barriers words instead of slices.
type useSet uint64

const maxUses = 64

// useTable remembers the uses in the order in which the graph met them. It
// outlives frames, as the slots do whose last uses it explains.
type useTable []Use

func (t *useTable) bit(use Use) (useSet, bool) {
	for i, known := range *t {
		if known == use {
			return 1 << i, true
		}
	}
	if len(*t) == maxUses {
		return 0, false
	}
	*t = append(*t, use)
	return 1 << (len(*t) - 1), true
}

func (t useTable) writes(s useSet) bool {
	for ; s != 0; s &= s - 1 {
		if t[bits.TrailingZeros64(uint64(s))].Writes() {
			return true
		}
	}
	return false
}

// appendTo adds the uses of s to arena and returns it, and the part just added.
func (t useTable) appendTo(arena []Use, s useSet) (grown, added []Use) {
	start := len(arena)
	for ; s != 0; s &= s - 1 {
		arena = append(arena, t[bits.TrailingZeros64(uint64(s))])
	}
	return arena, arena[start:len(arena):len(arena)]
}
