package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// No shadow is lost: whatever stands between the sun and a point that looks into a cascade, or into the map
// beside that point as far as bias and filter reach, is drawn into it.
func TestReceiversKeepTheirCasters(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	tried, denied, others := 0, 0, 0
	for range 1500 {
		c := randomCascadeCase(rng)
		cascades := PlanCascades(c.view, c.sun, c.bounds, testMapSize, MaxCascades)
		if len(cascades) == 0 {
			continue
		}
		receivers := make([]Receivers, len(cascades))
		for i := range cascades {
			receivers[i] = cascades[i].Receivers(c.view, c.sun, c.bounds)
		}
		for range 20 {
			p, ok := c.visiblePoint(rng)
			if !ok {
				break
			}
			// By up to a pixel beside the picture.
			p = p.Add(besidePixel(c.view, p, rng))
			if !c.bounds.Contains(p) {
				continue
			}
			depth := c.view.Depth(p)
			for i, cascade := range cascades {
				if depth < cascade.SplitNear || depth > cascade.SplitFar {
					continue
				}
				looked := p.Add(randomDirection(rng).Mul(0.999 * rng.Float32() * receiverMargin * cascade.TexelSize))
				caster, ok := blocker(looked, c, rng)
				if !ok {
					continue
				}
				tried++
				if !receivers[i].Shaded(caster) {
					t.Fatalf("%+v: cascade %d at %v drops caster %+v that shades %v", c, i, depth, caster, p)
				}
			}
		}
		// Most casters anywhere shade nothing that is seen.
		size := c.bounds.Size()
		for range 20 {
			low := c.bounds.Min.Add(mgl32.Vec3{rng.Float32() * size[0], rng.Float32() * size[1], rng.Float32() * size[2]})
			others++
			if !receivers[len(receivers)-1].Shaded(Box{Min: low, Max: low.Add(size.Mul(0.001))}) {
				denied++
			}
		}
	}
	if tried < 10_000 || denied < others/4 {
		t.Errorf("%d casters tried; %d of %d boxes denied", tried, denied, others)
	}
}

// besidePixel is a step across the view of up to a pixel in both directions.
func besidePixel(v View, p mgl32.Vec3, rng *rand.Rand) mgl32.Vec3 {
	step := v.Footprint(v.Depth(p)) * 0.99
	right, up := v.WorldFromView.Col(0).Vec3(), v.WorldFromView.Col(1).Vec3()
	return right.Mul(step * (2*rng.Float32() - 1)).Add(up.Mul(step * (2*rng.Float32() - 1)))
}

func randomDirection(rng *rand.Rand) mgl32.Vec3 {
	for {
		d := mgl32.Vec3{2*rng.Float32() - 1, 2*rng.Float32() - 1, 2*rng.Float32() - 1}
		if l := d.Len(); l > 0.1 && l < 1 {
			return d.Mul(1 / l)
		}
	}
}

// blocker returns a box of a random size within the bounds that the ray from a point towards the sun meets.
func blocker(p mgl32.Vec3, c cascadeCase, rng *rand.Rand) (Box, bool) {
	far := float32(math.MaxFloat32) // where the ray leaves the bounds
	for k, l := range c.sun.Direction {
		if l > 0 {
			far = min(far, (p[k]-c.bounds.Min[k])/l)
		} else if l < 0 {
			far = min(far, (p[k]-c.bounds.Max[k])/l)
		}
	}
	at := p.Sub(c.sun.Direction.Mul(far * rng.Float32()))
	if far < 0 || !c.bounds.Contains(at) {
		return Box{}, false
	}
	b := Box{Min: at, Max: at}
	size := c.bounds.Radius() * 0.1
	for k := range 3 {
		b.Min[k] = max(c.bounds.Min[k], at[k]-size*rng.Float32())
		b.Max[k] = min(c.bounds.Max[k], at[k]+size*rng.Float32())
	}
	return b, true
}

// Over flat ground a shadow ends h/tan(elevation) behind a caster of height h: one beside the view is drawn
// if it is nearer than that, but for the margin, and not otherwise.
func TestReceiversEndWithTheShadow(t *testing.T) {
	const height, elevation = 10, 30 * math.Pi / 180
	bounds := Box{Min: mgl32.Vec3{-500, 0, -500}, Max: mgl32.Vec3{500, height, 500}}
	camera := Camera{WorldFromCamera: mgl32.Translate3D(0, 2, 0), Height: 40, Near: 0.1, Far: 300} // 40 m wide, along -Z
	view := camera.View(400, 400, mgl32.Vec2{})
	sun := Sun{Direction: mgl32.Vec3{float32(math.Cos(elevation)), float32(-math.Sin(elevation)), 0}}
	cascades := PlanCascades(view, sun, bounds, 2048, MaxCascades)
	r := cascades[0].Receivers(view, sun, bounds)
	reach := float32(height / math.Tan(elevation))
	depth := (cascades[0].SplitNear + cascades[0].SplitFar) / 2
	// The shadow's end lies lower by the margin, which takes it that much farther.
	slack := r.Margin * (1 + 2/float32(math.Tan(elevation)) + 0.1)
	for _, c := range []struct {
		x    float32 // the caster's right side
		want bool
	}{
		{-20 - reach + 0.01, true}, {-20 - reach - slack, false}, {20.01 + 1, true}, {21 + slack, false}, {0, true},
	} {
		b := Box{Min: mgl32.Vec3{c.x - 1, 0, -depth - 1}, Max: mgl32.Vec3{c.x, height, -depth + 1}}
		if got := r.Shaded(b); got != c.want {
			t.Errorf("a caster at %v m: %v, the shadow is %v m long, margin %v", c.x, got, reach, r.Margin)
		}
	}

	// Nor is one drawn into a map whose points are all behind it, seen along a light from the side.
	camera.Height, camera.FovY, camera.Far = 0, 1, 0
	view = camera.View(400, 400, mgl32.Vec2{})
	cascades = PlanCascades(view, sun, bounds, 256, MaxCascades)
	last := cascades[len(cascades)-1]
	r = last.Receivers(view, sun, bounds)
	for _, c := range []struct {
		z    float32 // its far side
		want bool
	}{{-last.SplitNear + 1.1*r.Margin, false}, {-last.SplitNear, true}} {
		b := Box{Min: mgl32.Vec3{-1, 0, c.z}, Max: mgl32.Vec3{1, height, c.z + 1}}
		if got := r.Shaded(b); got != c.want || len(cascades) < 2 {
			t.Errorf("a caster at %v m in the last of %d cascades, from %v m: %v", -c.z, len(cascades), last.SplitNear, got)
		}
	}
}
