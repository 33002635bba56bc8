package scene

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// scattered is a scene whose second entity, which stands turned and away from the origin, is placed
// many times.
func scattered(count int) *Scene {
	s := testScene()
	scatter := DefaultScatter()
	scatter.Count, scatter.Scale = count, [2]float32{0.5, 3}
	s.Entities[1].Scatter, s.Entities[1].Placements = &scatter, scatter.Place(nil)
	s.Lod = DefaultLodSettings()
	return s
}

// TestBoundsOfPlacements holds the bounds against the corners of everything that is drawn, by hand.
func TestBoundsOfPlacements(t *testing.T) {
	s := scattered(200)
	e := &s.Entities[1]
	worldFromEntity := s.WorldFromEntity()[1]
	check := func(what string) {
		t.Helper()
		exact, bounds := EmptyBox(), s.Bounds()
		for _, p := range e.Placements {
			world := worldFromEntity.Mul4(p.EntityFromPlaced())
			add := func(part Part) {
				for i := range 8 {
					corner := s.Meshes[part.Mesh].Bounds().Corner(i)
					exact = exact.Add(world.Mul4(part.EntityFromPart).Mul4x1(corner.Vec4(1)).Vec3())
				}
			}
			if e.Model != nil {
				add(e.Model.Parts[0])
			}
			if e.Lod != nil {
				for _, l := range e.Lod.Levels {
					for _, part := range append(l.Parts, l.ShadowParts...) {
						add(part.Part)
					}
				}
			}
		}
		for k := range 3 {
			// A cylinder is at most √2 wider than what it holds; the largest here is 3 m · √2 / 2 thick.
			if bounds.Min[k] > exact.Min[k]+1e-5 || bounds.Max[k] < exact.Max[k]-1e-5 || bounds.Size()[k] > exact.Size()[k]+4.3 {
				t.Errorf("%s: bounds %v, everything is in %v", what, bounds, exact)
			}
		}
	}
	check("a model")
	e.Model, e.Lod = nil, &LodGroup{Size: 1, Levels: []LodLevel{
		{ScreenHeight: 0.5, Parts: []LodPart{{Part: Part{EntityFromPart: mgl32.Ident4(), Material: -1}}}},
		{ScreenHeight: 0.1, Parts: []LodPart{{Part: Part{EntityFromPart: mgl32.Translate3D(0, 5, 0), Material: -1}}}},
		{Shadow: LodShadowOwn, ShadowParts: []LodPart{{Part: Part{EntityFromPart: mgl32.Translate3D(0, -7, 0), Material: -1}}}},
	}}
	check("levels and casters")
	if err := s.Validate(); err != nil {
		t.Error(err)
	}

	e.Placements = nil
	if b := s.Bounds(); !b.Empty() {
		t.Errorf("no placement has the bounds %v", b)
	}
}

func TestValidatePlacements(t *testing.T) {
	nan := float32(math.NaN())
	for _, damage := range []func(*Placement){
		func(p *Placement) { p.Position[2] = nan },
		func(p *Placement) { p.Position[0] = inf32 },
		func(p *Placement) { p.Yaw = nan },
		func(p *Placement) { p.Scale = 0 },
		func(p *Placement) { p.Scale = inf32 },
		func(p *Placement) { p.Tint = 1.5 },
	} {
		s := scattered(20)
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		damage(&s.Entities[1].Placements[13])
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "entities[1].placements[13]") {
			t.Errorf("%+v: %v", s.Entities[1].Placements[13], err)
		}
	}
	s := scattered(1)
	s.Entities[1].Scatter = nil
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "without a scatter") {
		t.Error(err)
	}
}

func BenchmarkBoundsOfAMillion(b *testing.B) {
	s := scattered(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		s.Bounds()
	}
}
