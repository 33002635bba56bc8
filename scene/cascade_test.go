package scene

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

const testMapSize = 512

type cascadeCase struct {
	view   View
	sun    Sun
	bounds Box
}

func randomCascadeCase(rng *rand.Rand) cascadeCase {
	number := func(lo, hi float64) float32 { return float32(lo + (hi-lo)*rng.Float64()) }
	size := math.Pow(10, rng.Float64()*3.5-0.5)
	center := mgl32.Vec3{number(-50, 50), number(-5, 5), number(-50, 50)}
	half := mgl32.Vec3{number(0.3, 1), number(0, 0.4), number(0.3, 1)}.Mul(float32(size))
	bounds := Box{Min: center.Sub(half), Max: center.Add(half)}
	eye := center.Add(mgl32.Vec3{number(-1, 1), number(0, 1), number(-1, 1)}.Mul(float32(size) * 1.2))
	at := center.Add(mgl32.Vec3{number(-1, 1), number(-1, 1), number(-1, 1)}.Mul(float32(size) * 0.3))
	c := Camera{WorldFromCamera: mgl32.LookAtV(eye, at, mgl32.Vec3{0.1, 1, 0}).Inv(), FovY: number(0.2, 1.6), Near: 0.05}
	switch rng.IntN(4) {
	case 0:
		c.Far = number(float64(size)*0.5, float64(size)*4)
	case 1:
		c = Camera{WorldFromCamera: c.WorldFromCamera, Height: number(0.2, 2) * float32(size), Near: 0.1, Far: float32(size) * 3}
	}
	d := mgl32.Vec3{number(-1, 1), number(-1, -0.15), number(-1, 1)}.Normalize()
	return cascadeCase{c.View(320+rng.IntN(400), 240, mgl32.Vec2{}), Sun{Direction: d}, bounds}
}

// visiblePoint returns a random point that is in the view and in the bounds.
func (c cascadeCase) visiblePoint(rng *rand.Rand) (mgl32.Vec3, bool) {
	size := c.bounds.Size()
	for range 400 {
		p := c.bounds.Min.Add(mgl32.Vec3{rng.Float32() * size[0], rng.Float32() * size[1], rng.Float32() * size[2]})
		x, y, depth := c.view.Pixel(p)
		if c.view.Depth(p) > c.view.Near && depth >= 0 && depth <= 1 &&
			x >= 0 && x <= float32(c.view.Width) && y >= 0 && y <= float32(c.view.Height) {
			return p, true
		}
	}
	return mgl32.Vec3{}, false
}

// texelOf returns a point's place in a map, in texels from its middle, and its depth.
func (c Cascade) texelOf(p mgl32.Vec3) (x, y, depth float64) {
	m := mat64(c.ClipFromWorld).Mul4x1(vec64(p).Vec4(1))
	return m[0] * testMapSize / 2, m[1] * testMapSize / 2, m[2]
}

func TestCascadesCoverWhatIsSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	counts := [MaxCascades + 1]int{}
	for n := range 300 {
		c := randomCascadeCase(rng)
		plan := PlanCascades(c.view, c.sun, c.bounds, testMapSize, MaxCascades)
		counts[len(plan)]++
		for range 60 {
			p, ok := c.visiblePoint(rng)
			if !ok {
				break
			}
			if len(plan) == 0 {
				t.Fatalf("case %d: no cascades, but %v is seen", n, p)
			}
			depth := c.view.Depth(p)
			covered := false
			for i, m := range plan {
				if depth < m.SplitNear || depth > m.SplitFar {
					continue
				}
				covered = true
				const room = testMapSize/2 - CascadeBorder + 0.01
				x, y, z := m.texelOf(p)
				if math.Abs(x) > room || math.Abs(y) > room || z <= 0 || z >= 1 {
					t.Fatalf("case %d: %v at depth %g is at texel %g, %g, depth %g of map %d of %d (%g..%g)",
						n, p, depth, x, y, z, i, len(plan), m.SplitNear, m.SplitFar)
				}
			}
			if !covered {
				t.Fatalf("case %d: no map covers depth %g", n, depth)
			}
			// Whatever in the scene is between the point and the sun is in the same map.
			caster := p
			for range 100 {
				next := caster.Sub(c.sun.Direction.Mul(c.bounds.Radius() / 25))
				if !c.bounds.Contains(next) {
					break
				}
				caster = next
			}
			for _, m := range plan {
				x0, y0, z0 := m.texelOf(p)
				x1, y1, z1 := m.texelOf(caster)
				off := math.Hypot(x1-x0, y1-y0) * float64(m.TexelSize)
				if off > 1e-5*float64(c.bounds.Radius()+100) || z1 < z0 || z1 >= 1 {
					t.Fatalf("case %d: caster %v of %v: %g m aside, depth %g over %g", n, caster, p, off, z1, z0)
				}
				if moved := float64(caster.Sub(p).Len()) / float64(m.DepthRange); math.Abs(z1-z0-moved) > 1e-4 {
					t.Fatalf("case %d: depth grew by %g over %g of the range", n, z1-z0, moved)
				}
			}
		}
	}
	for i, n := range counts {
		if n == 0 {
			t.Errorf("no case has %d cascades (%v): the test is blind to them", i, counts)
		}
	}
}

func TestCascadeSplitsAreOrdered(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 12))
	for range 300 {
		c := randomCascadeCase(rng)
		plan := PlanCascades(c.view, c.sun, c.bounds, testMapSize, 3)
		if len(plan) > 3 {
			t.Fatalf("%d cascades, limit 3", len(plan))
		}
		for i, m := range plan {
			if !(m.SplitNear < m.SplitFar) || !(m.TexelSize > 0) {
				t.Fatalf("cascade %d: %+v", i, m)
			}
			if i > 0 && !(m.SplitNear < plan[i-1].SplitFar && m.SplitNear > plan[i-1].SplitNear && m.SplitFar > plan[i-1].SplitFar) {
				t.Fatalf("cascade %d covers %g..%g after %g..%g", i, m.SplitNear, m.SplitFar, plan[i-1].SplitNear, plan[i-1].SplitFar)
			}
			if i > 0 && m.TexelSize < plan[i-1].TexelSize*0.999 {
				t.Fatalf("cascade %d is finer than the one before it", i)
			}
		}
	}
}

// A moving and turning camera leaves every texel of a map where it was in the world, and seldom
// changes the maps' extents.
func TestCascadesDoNotShimmer(t *testing.T) {
	sun := Sun{Direction: mgl32.Vec3{0.3, -0.8, 0.5}.Normalize()}
	bounds := Box{mgl32.Vec3{-60, -2, -60}, mgl32.Vec3{60, 12, 60}}
	point := mgl32.Vec3{1.234, 0.5, -3.21}
	changes, compared := 0, 0
	var before []Cascade
	for i := range 400 {
		f := float32(i) / 400
		pose := mgl32.Translate3D(10*f, 1.7+0.3*f, 5-20*f).Mul4(mgl32.HomogRotate3DY(2 * f)).Mul4(mgl32.HomogRotate3DX(-0.2 * f))
		v := Camera{WorldFromCamera: pose, FovY: 0.9, Near: 0.1}.View(640, 360, mgl32.Vec2{})
		plan := PlanCascades(v, sun, bounds, testMapSize, MaxCascades)
		if len(plan) != 4 {
			t.Fatalf("%d cascades", len(plan))
		}
		for k := range before {
			a, b := before[k], plan[k]
			if a.TexelSize != b.TexelSize || a.DepthRange != b.DepthRange {
				changes++
				continue
			}
			compared++
			x0, y0, z0 := a.texelOf(point)
			x1, y1, z1 := b.texelOf(point)
			if dx, dy := x1-x0, y1-y0; math.Abs(dx-math.Round(dx)) > 0.01 || math.Abs(dy-math.Round(dy)) > 0.01 {
				t.Fatalf("step %d: map %d moved by %g, %g texels", i, k, dx, dy)
			}
			if math.Abs(z1-z0) > 1e-6 {
				t.Fatalf("step %d: depth in map %d changed by %g", i, k, z1-z0)
			}
		}
		before = plan
	}
	if changes > 400*4/50 || compared < 1000 {
		t.Errorf("%d of %d maps changed their extent", changes, changes+compared)
	}
}

func TestCascadesTurningInPlaceKeepsExtents(t *testing.T) {
	sun := Sun{Direction: mgl32.Vec3{0.3, -0.8, 0.5}.Normalize()}
	bounds := Box{mgl32.Vec3{-500, -500, -500}, mgl32.Vec3{500, 500, 500}}
	var first []Cascade
	for i := range 60 {
		v := Camera{WorldFromCamera: mgl32.HomogRotate3DY(float32(i) / 10), FovY: 0.9, Near: 0.1, Far: 100}.View(640, 360, mgl32.Vec2{})
		plan := PlanCascades(v, sun, bounds, testMapSize, MaxCascades)
		if i == 0 {
			first = plan
		}
		for k := range plan {
			if plan[k].TexelSize != first[k].TexelSize || plan[k].SplitFar != first[k].SplitFar {
				t.Fatalf("turn %d changes map %d from %g to %g m a texel", i, k, first[k].TexelSize, plan[k].TexelSize)
			}
		}
	}
}

// The samples of a still share their maps.
func TestCascadesIgnoreJitter(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 12))
	for range 50 {
		c := randomCascadeCase(rng)
		camera := Camera{WorldFromCamera: c.view.WorldFromView, FovY: 0.8, Near: 0.1}
		still := PlanCascades(camera.View(320, 200, mgl32.Vec2{}), c.sun, c.bounds, testMapSize, 4)
		moved := PlanCascades(camera.View(320, 200, mgl32.Vec2{0.4, -0.3}), c.sun, c.bounds, testMapSize, 4)
		if !slices.Equal(still, moved) {
			t.Fatalf("jitter changes the cascades from %v to %v", still, moved)
		}
	}
}

func TestCascadeCount(t *testing.T) {
	sun := Sun{Direction: mgl32.Vec3{0.3, -0.8, 0.5}.Normalize()}
	view := func(z, fov float32) View {
		return Camera{WorldFromCamera: mgl32.Translate3D(0, 0.3, z), FovY: fov, Near: 0.05}.View(512, 512, mgl32.Vec2{})
	}
	unit := Box{mgl32.Vec3{-0.5, -0.5, -0.5}, mgl32.Vec3{0.5, 0.5, 0.5}}
	field := Box{mgl32.Vec3{-200, 0, -200}, mgl32.Vec3{200, 10, 200}}
	for _, c := range []struct {
		name       string
		view       View
		bounds     Box
		size, want int
	}{
		{"an object seen whole", view(3, 0.6), unit, 2048, 1},
		{"an object from afar through a long lens", view(300, 0.006), unit, 1024, 1},
		{"a wide field from within", view(0, 0.9), field, 1024, 4},
		{"nothing in view", view(-3, 0.9), unit, 1024, 0},
		{"an empty scene", view(3, 0.9), EmptyBox(), 1024, 0},
	} {
		plan := PlanCascades(c.view, sun, c.bounds, c.size, MaxCascades)
		if len(plan) != c.want {
			t.Errorf("%s: %d cascades, want %d", c.name, len(plan), c.want)
		}
		if c.want == 1 && plan[0].TexelSize > c.view.Footprint(plan[0].SplitNear) {
			t.Errorf("%s: one map with texels of %g m for pixels of %g m", c.name, plan[0].TexelSize, c.view.Footprint(plan[0].SplitNear))
		}
	}
	// A flat floor is a scene, too.
	floor := Box{mgl32.Vec3{-5, 0, -5}, mgl32.Vec3{5, 0, 5}}
	if len(PlanCascades(view(3, 0.9), sun, floor, 1024, 4)) == 0 {
		t.Error("a flat scene has no cascades")
	}
}

func TestVisibleDepths(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	seen := 0
	for n := range 120 {
		c := randomCascadeCase(rng)
		near, far, ok := visibleDepths(c.view, c.bounds)
		lo, hi := math.Inf(1), math.Inf(-1)
		for range 600 {
			p, found := c.visiblePoint(rng)
			if !found {
				break
			}
			d := float64(c.view.Depth(p))
			lo, hi = math.Min(lo, d), math.Max(hi, d)
		}
		if lo > hi {
			continue
		}
		seen++
		slack := 1e-4 * float64(c.bounds.Radius()+100)
		if !ok || lo < near-slack || hi > far+slack {
			t.Errorf("case %d: depths %g..%g, points at %g..%g", n, near, far, lo, hi)
		}
		if (lo-near)+(far-hi) > 0.7*(far-near) {
			t.Errorf("case %d: depths %g..%g are wide around the points' %g..%g", n, near, far, lo, hi)
		}
	}
	if seen < 60 {
		t.Errorf("only %d cases see anything", seen)
	}
	// Closed form: a box straight ahead, and one the camera is in.
	v := Camera{WorldFromCamera: mgl32.Ident4(), FovY: 1, Near: 0.1}.View(100, 100, mgl32.Vec2{})
	near, far, _ := visibleDepths(v, Box{mgl32.Vec3{-1, -1, -9}, mgl32.Vec3{1, 1, -4}})
	if math.Abs(near-4) > 1e-5 || math.Abs(far-9) > 1e-5 {
		t.Errorf("depths %g..%g, want 4..9", near, far)
	}
	near, far, _ = visibleDepths(v, Box{mgl32.Vec3{-1, -1, -1}, mgl32.Vec3{1, 1, 1}})
	if math.Abs(near-0.1) > 1e-5 || math.Abs(far-1) > 1e-5 {
		t.Errorf("depths %g..%g, want 0.1..1", near, far)
	}
	// The floor below a level camera is first seen where the lower edge of the picture meets it.
	near, _, _ = visibleDepths(v, Box{mgl32.Vec3{-50, -2, -50}, mgl32.Vec3{50, -2, 50}})
	if want := 2 / math.Tan(0.5); math.Abs(near-want) > 0.01 {
		t.Errorf("floor begins at %g, want %g", near, want)
	}
}

// A plane at any angle to the sun does not shadow itself with the offsets, and does without.
func TestShadowBias(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	sun := Sun{Direction: mgl32.Vec3{0.3, -0.8, 0.5}.Normalize()}
	v := Camera{WorldFromCamera: mgl32.Translate3D(0, 2, 0), FovY: 0.9, Near: 0.1}.View(640, 360, mgl32.Vec2{})
	c := PlanCascades(v, sun, Box{mgl32.Vec3{-20, 0, -20}, mgl32.Vec3{20, 10, 20}}, testMapSize, 4)[1]
	toSun := vec64(sun.Direction).Mul(-1)
	space := newSunSpace(sun.Direction, Box{})
	const radius = 1.5
	acne, worst := 0, math.Inf(-1)
	for range 20000 {
		// A plane through p whose angle to the sun is up to 85 degrees.
		p := mgl32.Vec3{rng.Float32()*10 - 5, rng.Float32() * 5, rng.Float32()*10 - 5}
		theta, turn := rng.Float64()*85*math.Pi/180, rng.Float64()*2*math.Pi
		normal := toSun.Mul(math.Cos(theta)).Add(space.right.Mul(math.Sin(theta) * math.Cos(turn))).Add(space.up.Mul(math.Sin(theta) * math.Sin(turn)))
		// Depth the plane has at a texel, in depth units, by its gradient in the map.
		px, py, pz := c.texelOf(p)
		gx := -normal.Dot(space.right) / normal.Dot(toSun) * float64(c.TexelSize) / float64(c.DepthRange)
		gy := -normal.Dot(space.up) / normal.Dot(toSun) * float64(c.TexelSize) / float64(c.DepthRange)
		offset := float64(c.NormalOffset(radius)) * math.Sin(theta)
		moved := p.Add(mgl32.Vec3{float32(normal[0] * offset), float32(normal[1] * offset), float32(normal[2] * offset)})
		mx, my, mz := c.texelOf(moved)
		mz += float64(c.DepthBias(radius))
		for _, tap := range [][2]float64{{0, 0}, {radius, radius}, {-radius, radius}, {radius, -radius}, {-radius, -radius}} {
			stored := func(x, y float64) float64 {
				x, y = math.Floor(x+tap[0])+0.5, math.Floor(y+tap[1])+0.5
				return pz + (x-px)*gx + (y-py)*gy
			}
			if stored(px, py) > pz {
				acne++
			}
			worst = math.Max(worst, stored(mx, my)-mz)
		}
	}
	if worst > 0 {
		t.Errorf("a plane shadows itself by %g of the depth range", worst)
	}
	if acne < 10000 {
		t.Errorf("only %d of 100000 taps need the bias: the test is blind", acne)
	}
	if reach := float64(c.NormalOffset(MaxShadowFilter)/c.TexelSize) + MaxShadowFilter + 1; reach > CascadeBorder {
		t.Errorf("the widest filter reaches %g texels over the border of %d", reach, CascadeBorder)
	}
}

func BenchmarkPlanCascades(b *testing.B) {
	sun := Sun{Direction: mgl32.Vec3{0.3, -0.8, 0.5}.Normalize()}
	v := Camera{WorldFromCamera: mgl32.Translate3D(0, 2, 0), FovY: 0.9, Near: 0.1}.View(640, 360, mgl32.Vec2{})
	bounds := Box{mgl32.Vec3{-60, -2, -60}, mgl32.Vec3{60, 12, 60}}
	b.ReportAllocs()
	var plan []Cascade
	for b.Loop() {
		plan = AppendCascades(plan[:0], v, sun, bounds, 1024, MaxCascades)
	}
}
