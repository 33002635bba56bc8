package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxScatter is how many times a Scatter places its entity at most.
const MaxScatter = 10_000_000

// A Scatter places an entity many times in a region of the entity's XZ plane: a seed is a forest. Each
// number of a placement is a hash of the seed and its index, so that it neither depends on how many
// there are nor on the order in which they are made.
type Scatter struct {
	Seed  uint64 // another seed, another forest
	Count int    // 0..MaxScatter; fewer where there is no room or the ground does not suit

	Disc bool       // inscribed in the area, instead of all of it
	Area mgl32.Vec2 // metres along X and Z, around the entity's origin

	Scale       [2]float32 // least and greatest factor, > 0
	Yaw         [2]float32 // about +Y, counter-clockwise seen from above
	Tint        [2]mgl32.Vec3
	MinDistance float32 // metres in the XZ plane between two placements; 0: they may meet

	// What the ground must be. Without one it is at Y 0 and level.
	Height [2]float32 // metres, least and greatest Y
	Slope  [2]float32 // least and greatest angle from level, 0..π/2
}

// DefaultScatter places without limits, evenly turned and all of one size and colour.
func DefaultScatter() Scatter {
	white := mgl32.Vec3{1, 1, 1}
	return Scatter{
		Seed: 1, Count: 100, Area: mgl32.Vec2{10, 10},
		Scale: [2]float32{1, 1}, Yaw: [2]float32{0, 2 * math.Pi}, Tint: [2]mgl32.Vec3{white, white},
		Height: [2]float32{-inf32, inf32}, Slope: [2]float32{0, math.Pi / 2},
	}
}

// Validate reports what Place does not accept.
func (s *Scatter) Validate() error {
	order := func(name string, v [2]float32, lo, hi float32) error {
		if !(lo <= v[0] && v[0] <= v[1] && v[1] <= hi) {
			return fmt.Errorf("%s is %g to %g, must rise within %g to %g", name, v[0], v[1], lo, hi)
		}
		return nil
	}
	errs := []error{
		checkCount("count", s.Count, 0, MaxScatter),
		checkSize("area[0]", s.Area[0]), checkSize("area[1]", s.Area[1]),
		order("scale", s.Scale, math.SmallestNonzeroFloat32, math.MaxFloat32),
		order("yaw", s.Yaw, -math.MaxFloat32, math.MaxFloat32),
		order("height", s.Height, -inf32, inf32),
		order("slope", s.Slope, 0, math.Pi/2),
	}
	if !(s.MinDistance >= 0 && s.MinDistance <= math.MaxFloat32) {
		errs = append(errs, fmt.Errorf("min_distance is %g, must be 0 or more", s.MinDistance))
	}
	for i, t := range s.Tint {
		for _, x := range t {
			if !(x >= 0 && x <= math.MaxFloat32) {
				errs = append(errs, fmt.Errorf("tint[%d] is %v, must be 0 or more", i, t))
				break
			}
		}
	}
	return errors.Join(errs...)
}

// Ground returns the height in metres at a point of the entity's XZ plane and the ground's unit normal.
// Nil is level ground at 0.
type Ground func(x, z float32) (y float32, normal mgl32.Vec3)

// A Placement is one of a Scatter, in 24 bytes, in the entity's space.
type Placement struct {
	Position mgl32.Vec3 // metres
	Yaw      float32
	Scale    float32
	Tint     float32 // 0..1, between the two of the Scatter
}

// EntityFromPlaced returns the transform: scaled, turned, moved.
func (p Placement) EntityFromPlaced() mgl32.Mat4 {
	sin64, cos64 := math.Sincos(float64(p.Yaw))
	sin, cos := float32(sin64)*p.Scale, float32(cos64)*p.Scale
	return mgl32.Mat4{
		cos, 0, -sin, 0,
		0, p.Scale, 0, 0,
		sin, 0, cos, 0,
		p.Position[0], p.Position[1], p.Position[2], 1,
	}
}

// Color returns what multiplies the base colour of a placement.
func (s *Scatter) Color(p Placement) mgl32.Vec3 {
	return s.Tint[0].Mul(1 - p.Tint).Add(s.Tint[1].Mul(p.Tint))
}

const (
	scatterTries  = 24   // places that a placement tries before it is left out
	scatterGiveUp = 4096 // left out in a row: no more are tried
)

// Place returns the placements in the order of their index, those left out that found no place. The
// Scatter must be valid. A million take about 50 ms where nothing limits them, and
// about ten times as long with a distance.
func (s *Scatter) Place(ground Ground) []Placement {
	var taken *scatterGrid
	count := s.Count
	if s.MinDistance > 0 {
		count = min(count, s.room())
		taken = newScatterGrid(s, count)
	}
	out := make([]Placement, 0, count)
	for i, failed := 0, 0; i < s.Count && len(out) < count && failed < scatterGiveUp; i++ {
		failed++
		for try := range scatterTries {
			p, ok := s.at(i, try, ground)
			if ok && (taken == nil || taken.add(p.Position[0], p.Position[2])) {
				out = append(out, p)
				failed = 0
				break
			}
		}
	}
	return out
}

// At returns the placement of an index where there is no MinDistance, and whether it has a place. It
// is the same as in Place.
func (s *Scatter) At(i int, ground Ground) (Placement, bool) {
	for try := range scatterTries {
		if p, ok := s.at(i, try, ground); ok {
			return p, true
		}
	}
	return Placement{}, false
}

// at returns what a placement would be at one of the places that it tries.
func (s *Scatter) at(i, try int, ground Ground) (p Placement, ok bool) {
	// Weyl steps under two rounds of mixing: streams of SplitMix64 that start at hashed states.
	state := mix64(s.Seed^0x5851f42d4c957f2d) + uint64(i)*0x9e3779b97f4a7c15
	place := mix64(state)
	if try > 0 {
		place = mix64(place + uint64(try)*0xd1342543de82ef95)
	}
	look := mix64(state ^ 0xa0761d6478bd642f)
	u, v := unit32(uint32(place)), unit32(uint32(place>>32))
	if s.Disc {
		// Even over a disc: the share of the area within a radius grows with its square.
		r, a := math.Sqrt(float64(u)), 2*math.Pi*float64(v)
		sin, cos := math.Sincos(a)
		u, v = float32(r*cos)/2, float32(r*sin)/2
	} else {
		u, v = u-0.5, v-0.5
	}
	p.Position[0], p.Position[2] = u*s.Area[0], v*s.Area[1]
	slope := float32(0)
	if ground != nil {
		var normal mgl32.Vec3
		p.Position[1], normal = ground(p.Position[0], p.Position[2])
		slope = float32(math.Acos(float64(min(max(normal[1], -1), 1))))
	}
	y := p.Position[1]
	ok = s.Height[0] <= y && y <= s.Height[1] && s.Slope[0] <= slope && slope <= s.Slope[1]
	p.Yaw = between(s.Yaw, look)
	p.Scale = between(s.Scale, look>>21)
	p.Tint = float32(look>>43) / (1 << 21)
	return p, ok
}

// unit32 returns a number in [0, 1) of which float32 holds every digit.
func unit32(x uint32) float32 { return float32(x>>8) / (1 << 24) }

// between returns a number in a range from the lower 21 bits of x.
func between(v [2]float32, x uint64) float32 {
	t := float32(x&(1<<21-1)) / (1 << 21)
	return min(v[0]*(1-t)+v[1]*t, v[1])
}
