package scene

import (
	"cmp"
	"math"
	"slices"
)

// Follow is a plan for the next of many frames in a row. Tiles stay where they are, so that their maps need not be
// drawn again, but for those of lamps that the view wants larger, or smaller by a factor of four; of these
// at most so many faces move, or one lamp's, those first whose size is furthest off. Where there is no room, or
// room for maps twice as large, or the image is of other lamps, it is PlanLampTiles' plan, and all may move. What it
// returns depends on the frames before, other than PlanLampTiles.
func (a LampAtlas) Follow(view View, lamps []LampShadow, limit, faces int) (LampAtlas, bool) {
	fresh, ok := PlanLampTiles(view, lamps, limit)
	if !ok || len(fresh.Tiles) != len(a.Tiles) || a.Side > limit || fresh.scale >= 2*a.scale && a.scale < 1 {
		return fresh, ok
	}
	type change struct {
		lamp, first, size int
		off               float64 // octaves
	}
	var changes []change
	frustum, first := view.Frustum(), 0
	for i := range lamps {
		l := &lamps[i]
		has := 0
		for k := range l.Faces {
			has = max(has, a.Tiles[first+k].Size)
		}
		ideal := tileSize(l.texels(view, &frustum)*a.scale, a.least)
		if has > 0 && (ideal > has || ideal*4 <= has) {
			changes = append(changes, change{i, first, ideal, math.Abs(math.Log2(float64(ideal) / float64(has)))})
		}
		first += l.Faces
	}
	slices.SortStableFunc(changes, func(x, y change) int { return cmp.Compare(y.off, x.off) })
	moved := 0
	for i, c := range changes {
		if moved += lamps[c.lamp].Faces; i > 0 && moved > faces {
			changes = changes[:i]
			break
		}
	}
	if len(changes) == 0 {
		return a, true
	}
	next := LampAtlas{a.Side, slices.Clone(a.Tiles), a.scale, a.least}
	for _, c := range changes {
		for k := range lamps[c.lamp].Faces {
			next.Tiles[c.first+k] = LampTile{}
		}
	}
	taken := next.taken()
	for _, c := range changes {
		for k := range lamps[c.lamp].Faces {
			if !lamps[c.lamp].Needed[k] {
				continue
			}
			at, ok := 0, false
			if taken, at, ok = taken.place(c.size*c.size, a.Side*a.Side); !ok {
				return fresh, true
			}
			next.Tiles[c.first+k] = tileAt(at, c.size)
		}
	}
	return next, true
}

// intervals are places on the Z-order curve that tiles take, [begin, end), in order.
type intervals [][2]int

func (a *LampAtlas) taken() (out intervals) {
	for _, t := range a.Tiles {
		if t.Size > 0 {
			out = append(out, [2]int{t.along(), t.along() + t.Size*t.Size})
		}
	}
	slices.SortFunc(out, func(x, y [2]int) int { return cmp.Compare(x[0], y[0]) })
	return out
}

// place takes the first place for a tile of an area, which begins at a multiple of it.
func (v intervals) place(area, all int) (intervals, int, bool) {
	at := 0
	for i := range len(v) + 1 {
		end := all
		if i < len(v) {
			end = v[i][0]
		}
		if begin := (at + area - 1) / area * area; begin+area <= end {
			return slices.Insert(v, i, [2]int{begin, begin + area}), begin, true
		}
		if i < len(v) {
			at = v[i][1]
		}
	}
	return v, 0, false
}

// tileAt is the tile of a size that begins so many texels along the Z-order curve, and along the way back.
func tileAt(at, size int) LampTile {
	t := LampTile{Size: size}
	for b := range 16 {
		t.X |= at >> (2 * b) & 1 << b
		t.Y |= at >> (2*b + 1) & 1 << b
	}
	return t
}

func (t LampTile) along() (at int) {
	for b := range 16 {
		at |= t.X>>b&1<<(2*b) | t.Y>>b&1<<(2*b+1)
	}
	return at
}
