package scene

import "math"

// SoftReach is how many texels of a cascade the sun's penumbra reaches at most. Where it would be wider, as
// of a tower's top in a map for what is near, it stays that wide.
const SoftReach = 32

// Penumbra returns how wide the half shadow of an edge is on a plane that faces the sun, metres: the edge is
// distance metres before the plane.
func (s *Sun) Penumbra(distance float32) float32 { return 2 * s.Spread() * distance }

// Spread is the tangent of half the angle that the sun's disc spans: the radius of the half shadow for each
// metre between edge and surface. 0 is a sun without size.
func (s *Sun) Spread() float32 {
	if !(s.Diameter > 0) {
		return 0
	}
	return float32(math.Tan(math.Min(float64(s.Diameter), math.Pi/2) / 2))
}

// softReach is how many texels around a point its shadow is looked up in, beyond the filter of a hard one.
func (s *Sun) softReach() int {
	if s.Spread() > 0 {
		return SoftReach
	}
	return 0
}
