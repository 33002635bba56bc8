package scene

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func forest() Scatter {
	s := DefaultScatter()
	s.Seed, s.Count, s.Area = 5, 20_000, mgl32.Vec2{100, 40}
	s.Scale, s.Yaw = [2]float32{0.5, 2}, [2]float32{-1, 1}
	s.Tint = [2]mgl32.Vec3{{1, 0.5, 0}, {0, 0.5, 1}}
	return s
}

// Everything is within its range and evenly spread over it.
func TestScatter(t *testing.T) {
	s := forest()
	placed := s.Place(nil)
	if len(placed) != s.Count {
		t.Fatalf("%d placements, want %d", len(placed), s.Count)
	}
	histograms := map[string]*[10]int{}
	put := func(name string, v, lo, hi float32) {
		if !(lo <= v && v <= hi) {
			t.Fatalf("%s is %g, want %g to %g", name, v, lo, hi)
		}
		if histograms[name] == nil {
			histograms[name] = new([10]int)
		}
		histograms[name][min(int((v-lo)/(hi-lo)*10), 9)]++
	}
	for _, p := range placed {
		put("x", p.Position[0], -50, 50)
		put("z", p.Position[2], -20, 20)
		put("scale", p.Scale, 0.5, 2)
		put("yaw", p.Yaw, -1, 1)
		put("tint", p.Tint, 0, 1)
		put("x after z", p.Position[0]/100+0.5+p.Position[2]/40+0.5, 0, 2)
		if p.Position[1] != 0 {
			t.Fatalf("stands at %v", p.Position)
		}
	}
	for name, h := range histograms {
		if name == "x after z" { // a sum of independent numbers has a triangle
			if !(h[0] < h[2] && h[2] < h[4] && h[5] > h[7] && h[7] > h[9]) {
				t.Errorf("x and z are not independent: %v", h)
			}
			continue
		}
		for _, c := range h {
			if math.Abs(float64(c)-2000) > 5*math.Sqrt(2000) {
				t.Errorf("%s is uneven: %v", name, h)
				break
			}
		}
	}
	if c := s.Color(Placement{Tint: 0.25}); c != (mgl32.Vec3{0.75, 0.5, 0.25}) {
		t.Errorf("a quarter of the way between the tints is %v", c)
	}
}

// A placement depends on seed and index only.
func TestScatterDependsOnSeedAndIndex(t *testing.T) {
	s := forest()
	placed := s.Place(nil)
	if again := s.Place(nil); !slices.Equal(placed, again) {
		t.Error("the same scatter differs the second time")
	}
	for i := len(placed) - 1; i >= 0; i -= 97 {
		if p, ok := s.At(i, nil); !ok || p != placed[i] {
			t.Fatalf("placement %d is %+v by itself, %+v among all", i, p, placed[i])
		}
	}
	s.Count /= 2
	if fewer := s.Place(nil); !slices.Equal(fewer, placed[:s.Count]) {
		t.Error("fewer are not the first of more")
	}
	s.Seed++
	same := 0
	for i, p := range s.Place(nil) {
		if p.Position == placed[i].Position {
			same++
		}
	}
	if same > 0 {
		t.Errorf("another seed has %d placements in common", same)
	}
}

func TestScatterDisc(t *testing.T) {
	s := forest()
	s.Disc, s.Area = true, mgl32.Vec2{20, 20}
	inner := 0
	for _, p := range s.Place(nil) {
		r := math.Hypot(float64(p.Position[0]), float64(p.Position[2]))
		if r > 10+1e-5 {
			t.Fatalf("%v is outside", p.Position)
		}
		if r < 5 {
			inner++
		}
	}
	// A quarter of the area is within half the radius.
	if want := s.Count / 4; math.Abs(float64(inner-want)) > 5*math.Sqrt(float64(want)) {
		t.Errorf("%d of %d within half the radius, want about %d", inner, s.Count, want)
	}
}

func TestScatterMinDistance(t *testing.T) {
	for _, disc := range []bool{false, true} {
		s := forest()
		s.Disc, s.Count, s.MinDistance, s.Area = disc, 1000, 1, mgl32.Vec2{60, 50}
		placed := s.Place(nil)
		if len(placed) < 990 { // 42 to 61 % of what random places can fill
			t.Errorf("disc %v: %d of %d found a place", disc, len(placed), s.Count)
		}
		for i, p := range placed {
			for _, q := range placed[:i] {
				if d := math.Hypot(float64(p.Position[0]-q.Position[0]), float64(p.Position[2]-q.Position[2])); d < 1-1e-5 {
					t.Fatalf("%v and %v are %g m apart", p.Position, q.Position, d)
				}
			}
		}
		if !slices.Equal(placed, s.Place(nil)) {
			t.Error("the same scatter differs the second time")
		}
		if most := s.room(); len(placed) > most {
			t.Errorf("%d placements, where there is room for %d", len(placed), most)
		}
	}
}

// Where there is no more room, it ends: ten million wanted, and one that fits.
func TestScatterWithoutRoom(t *testing.T) {
	s := forest()
	s.Count, s.MinDistance, s.Area = MaxScatter, 200, mgl32.Vec2{100, 40}
	if got := len(s.Place(nil)); got != 1 {
		t.Errorf("%d placements 200 m apart on 100 m", got)
	}
	s.MinDistance = 5
	if got, least := len(s.Place(nil)), 100; got < least || got > s.room() {
		t.Errorf("%d placements 5 m apart on 100 m by 40 m, want %d to %d", got, least, s.room())
	}
	s.Area = mgl32.Vec2{MaxMeshSize, MinMeshSize} // a line
	s.Count, s.MinDistance = 100, MinMeshSize
	if got := len(s.Place(nil)); got != 100 {
		t.Errorf("%d of 100 placements on a line", got)
	}
}

// A valley: 45° slopes on both sides of a level bottom.
func valley(x, _ float32) (float32, mgl32.Vec3) {
	h := float32(math.Sqrt2 / 2)
	switch {
	case x > 10:
		return x - 10, mgl32.Vec3{-h, h, 0}
	case x < -10:
		return -x - 10, mgl32.Vec3{h, h, 0}
	}
	return 0, mgl32.Vec3{0, 1, 0}
}

func TestScatterOnGround(t *testing.T) {
	s := forest()
	s.Count = 2000
	check := func(name string, ok func(p Placement) bool, least int) {
		t.Helper()
		placed := s.Place(valley)
		for _, p := range placed {
			if y, _ := valley(p.Position[0], p.Position[2]); p.Position[1] != y || !ok(p) {
				t.Fatalf("%s: %v", name, p.Position)
			}
		}
		if len(placed) < least {
			t.Errorf("%s: %d placements, want %d at least", name, len(placed), least)
		}
	}
	check("anywhere", func(Placement) bool { return true }, s.Count)
	s.Slope = [2]float32{0, 0.5}
	check("level", func(p Placement) bool { return max(p.Position[0], -p.Position[0]) <= 10 }, 1950) // 0.8^24 of them find none
	s.Slope = [2]float32{0.5, 1}
	check("steep", func(p Placement) bool { return max(p.Position[0], -p.Position[0]) > 10 }, s.Count)
	s.Slope, s.Height = [2]float32{0, math.Pi / 2}, [2]float32{5, 15}
	check("between heights", func(p Placement) bool { return 5 <= p.Position[1] && p.Position[1] <= 15 }, 1980)
	s.Height = [2]float32{50, 60}
	check("too high", func(Placement) bool { return false }, 0)
}

func TestPlacementTransform(t *testing.T) {
	p := Placement{Position: mgl32.Vec3{1, 2, 3}, Yaw: math.Pi / 2, Scale: 2}
	// A quarter turn about +Y takes +X to -Z.
	got := mgl32.TransformCoordinate(mgl32.Vec3{1, 1, 0}, p.EntityFromPlaced())
	if got.Sub(mgl32.Vec3{1, 4, 1}).Len() > 1e-5 {
		t.Errorf("1, 1, 0 is placed at %v, want 1, 4, 1", got)
	}
	want := mgl32.Translate3D(1, 2, 3).Mul4(mgl32.HomogRotate3DY(math.Pi / 2)).Mul4(mgl32.Scale3D(2, 2, 2))
	if !p.EntityFromPlaced().ApproxEqualThreshold(want, 1e-5) {
		t.Errorf("transform %v, want %v", p.EntityFromPlaced(), want)
	}
}

func TestPlacedBounds(t *testing.T) {
	tree := Box{Min: mgl32.Vec3{-1, -0.5, -2}, Max: mgl32.Vec3{1, 6, 2}}
	s := forest()
	placed := s.Place(valley)
	bounds := placedBounds(tree, placed)
	for _, p := range placed {
		b := tree.Transform(p.EntityFromPlaced())
		for i := range 8 { // of a box that is rounded outward
			if c := b.Corner(i); c.Sub(bounds.nearest(c)).Len() > 1e-4 {
				t.Fatalf("%v is outside of %v", c, bounds)
			}
		}
	}
	if size := bounds.Size(); size[0] > 100+9 || size[2] > 40+9 { // 2 · 2 · √5
		t.Errorf("bounds %v are too wide", bounds)
	}
	if b := placedBounds(EmptyBox(), placed); !b.Empty() {
		t.Errorf("bounds of nothing: %v", b)
	}
}

func (b Box) nearest(p mgl32.Vec3) mgl32.Vec3 {
	for i := range 3 {
		p[i] = min(max(p[i], b.Min[i]), b.Max[i])
	}
	return p
}

func TestScatterValidate(t *testing.T) {
	s := DefaultScatter()
	if err := s.Validate(); err != nil {
		t.Errorf("the default is wrong: %v", err)
	}
	nan := float32(math.NaN())
	for want, change := range map[string]func(s *Scatter){
		"count is 10000001":    func(s *Scatter) { s.Count = MaxScatter + 1 },
		"count is -1":          func(s *Scatter) { s.Count = -1 },
		"area[1] is 0":         func(s *Scatter) { s.Area[1] = 0 },
		"scale is 0 to 1":      func(s *Scatter) { s.Scale[0] = 0 },
		"scale is 2 to 1":      func(s *Scatter) { s.Scale[0] = 2 },
		"yaw is NaN":           func(s *Scatter) { s.Yaw[0] = nan },
		"slope is 0 to 2":      func(s *Scatter) { s.Slope[1] = 2 },
		"height is 3 to 2":     func(s *Scatter) { s.Height = [2]float32{3, 2} },
		"min_distance is -1":   func(s *Scatter) { s.MinDistance = -1 },
		"min_distance is +Inf": func(s *Scatter) { s.MinDistance = inf32 },
		"tint[1]":              func(s *Scatter) { s.Tint[1][2] = nan },
	} {
		s := DefaultScatter()
		change(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func BenchmarkScatter(b *testing.B) {
	for name, change := range map[string]func(s *Scatter){
		"box":      func(*Scatter) {},
		"disc":     func(s *Scatter) { s.Disc = true },
		"distance": func(s *Scatter) { s.MinDistance = 0.5 },
	} {
		b.Run(name, func(b *testing.B) {
			s := DefaultScatter()
			s.Count, s.Area = 1_000_000, mgl32.Vec2{1000, 1000}
			change(&s)
			b.ReportAllocs()
			for range b.N {
				s.Place(nil)
			}
		})
	}
}
