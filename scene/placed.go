package scene

import "math"

// What holds for the placements of an entity as a whole, in time that is fit for ten million.

// placedBounds returns a box around a box at all placements, whatever their yaw: the cylinder around
// the Y axis that holds the box takes its place.
func placedBounds(box Box, placements []Placement) Box {
	out := EmptyBox()
	if box.Empty() {
		return out
	}
	var radius float64
	for i := range 8 {
		c := box.Corner(i)
		radius = max(radius, math.Hypot(float64(c[0]), float64(c[2])))
	}
	r, low, high := roundUp(radius), box.Min[1], box.Max[1]
	for i := range placements {
		p := &placements[i]
		x, y, z, reach := p.Position[0], p.Position[1], p.Position[2], p.Scale*r
		out.Min[0], out.Max[0] = min(out.Min[0], x-reach), max(out.Max[0], x+reach)
		out.Min[1], out.Max[1] = min(out.Min[1], y+p.Scale*low), max(out.Max[1], y+p.Scale*high)
		out.Min[2], out.Max[2] = min(out.Min[2], z-reach), max(out.Max[2], z+reach)
	}
	for k := range 3 {
		// The sums were rounded once; a step more keeps the box outside.
		out.Min[k] = math.Nextafter32(out.Min[k], -inf32)
		out.Max[k] = math.Nextafter32(out.Max[k], inf32)
	}
	return out
}

func (c *checker) placements(e *Entity, i int) {
	if e.Scatter == nil {
		if e.Placements != nil {
			c.fail("entities[%d]: placements without a scatter", i)
		}
		return
	}
	for k := range e.Placements {
		p := &e.Placements[k]
		sum := p.Position[0] + p.Position[1] + p.Position[2] + p.Yaw
		if sum-sum != 0 || !(p.Scale > 0 && p.Scale <= math.MaxFloat32 && p.Tint >= 0 && p.Tint <= 1) {
			c.fail("entities[%d].placements[%d]: %v", i, k, *p)
			return
		}
	}
}
