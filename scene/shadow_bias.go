package scene

import "math"

// MaxShadowFilter is the largest filter radius in texels (of a tent, a texel less than its half
// width) that CascadeBorder leaves room for.
const MaxShadowFilter = 2

// NormalOffset returns how far to move a receiver along its normal before it is looked up in the
// map, in metres per unit of sin θ, where θ is the angle between normal and sun. The filter's taps
// lie within radius texels of the looked-up point in both directions.
//
// A tap compares with the depth at the middle of its texel, so it sees the receiver's own plane up
// to e = √2·(radius + 1/2) texels away across the light, where the plane is e·tan θ nearer to the sun.
// A point moved by o along the normal stands o above the plane, which is o/cos θ along the light;
// o = e·sin θ makes that the same, for every θ, and never moves a receiver by more than e. A tent
// filter of half width radius + 1 has less than 0.1 % of its weight beyond that.
func (c Cascade) NormalOffset(radius float32) float32 {
	return math.Sqrt2 * (radius + 0.5) * c.TexelSize
}

// DepthBias returns what to add to a receiver's depth (0..1, reversed) besides: float32's
// rounding of its position, and e·tan δ for a shading normal that is δ off the face, with a δ of
// about 3° chosen by eye.
func (c Cascade) DepthBias(radius float32) float32 {
	return (2*c.rounding+0.05*c.NormalOffset(radius))/c.DepthRange + 1.0/(1<<22)
}
