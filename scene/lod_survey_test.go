package scene

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// partOf draws a mesh where the entity is.
func partOf(mesh int, at mgl32.Mat4) []LodPart {
	return []LodPart{{Part: Part{Mesh: mesh, EntityFromPart: at, Material: -1}, Color: mgl32.Vec4{1, 1, 1, 1}}}
}

// boxesOf is a scene of boxes with these edges, and nothing else.
func boxesOf(edges ...float32) *Scene {
	s := &Scene{Lod: fades}
	for _, e := range edges {
		s.Meshes = append(s.Meshes, Mesh{Primitives: []Primitive{boxOf(e)}})
	}
	return s
}

func TestSurveyLod(t *testing.T) {
	s := boxesOf(2, 1.8)
	g := byDistance(4, 20, 40) // 18 to 22, 38 to 42
	g.Size = 2
	for i := range g.Levels {
		g.Levels[i].Parts = partOf(i, mgl32.Ident4())
	}
	place := func(x, z, scale float32) Placement {
		return Placement{Position: mgl32.Vec3{x, 0, z}, Scale: scale}
	}
	// The entity stands 5 m ahead.
	e := Entity{Parent: -1, Lod: g, Scatter: &Scatter{}, Placements: []Placement{
		place(0, 0, 1),    // 5 m ahead: level 0
		place(3, 1, 2),    // (3, 0, -4), 5 m away at a depth of 4: level 0
		place(0, -15, 1),  // 20 m: half and half
		place(0, -20, 1),  // 25 m: level 1
		place(0, -34, 1),  // 39 m: a quarter is gone
		place(0, -55, 1),  // 60 m: culled
		place(0, 10, 1),   // 5 m behind
		place(100, -5, 1), // beside the picture, √(100² + 10²) m away
	}}
	world := mgl32.Translate3D(0, 0, -5)
	got := s.SurveyLod(&e, world, s.MeshBounds(), lens(400, 400))
	if got.Count != 8 || got.InView != 6 || got.Scale != 2 {
		t.Errorf("%d placed, %d in view, scale %g", got.Count, got.InView, got.Scale)
	}
	// Of two that are equally near, the first: 2 m at 5 m are 2/(2·5) of the picture.
	if n := got.Nearest; n.Distance != 5 || !near32(n.Height, 0.2) || n.Pick != (LodPick{Level: 0, Next: 0}) || !n.InView || n.Coverage != 1 {
		t.Errorf("nearest %+v", n)
	}
	if f := got.Farthest; !near32(f.Distance, float32(math.Hypot(100, 10))) || f.InView || !f.Pick.Culled() {
		t.Errorf("farthest %+v", f)
	}
	want := LodCounters{Selections: 5, Culled: 1, Fading: 2, Levels: []int{3, 3}}
	if c := got.Counters; c.Selections != want.Selections || c.Culled != want.Culled || c.Fading != want.Fading || !slices.Equal(c.Levels, want.Levels) {
		t.Errorf("counters %+v, want %+v", c, want)
	}
	if !slices.Equal(got.Drawn, []int{3, 3}) || got.Depth[0] != 4 || got.Depth[1] != 20 {
		t.Errorf("drawn %v from depths %v", got.Drawn, got.Depth)
	}

	// A fade that leaves nothing beyond 10 m.
	e.Fade = &DitherFade{Coverage: 1, Full: 5, Gone: 10}
	got = s.SurveyLod(&e, world, s.MeshBounds(), lens(400, 400))
	if got.Counters.Selections != 2 || got.Counters.Culled != 1 || !slices.Equal(got.Drawn, []int{2, 0}) || got.Farthest.Coverage != 0 {
		t.Errorf("with a fade: %+v", got)
	}

	e.Scatter, e.Placements, e.Fade = nil, nil, nil
	got = s.SurveyLod(&e, world, s.MeshBounds(), lens(400, 400))
	if got.Count != 1 || got.Nearest != got.Farthest || got.Nearest.Distance != 5 {
		t.Errorf("without a scatter: %+v", got)
	}
}

func TestLodErrors(t *testing.T) {
	s := boxesOf(2, 1.8, 1)
	g := byHeight(0.5, 0, 0.4, 0, 0.3, 0, 0.2, 0)
	for i, mesh := range []int{0, 1, 2, 2} {
		g.Levels[i].Parts = partOf(mesh, mgl32.Ident4())
	}
	g.Levels[2].Error, g.Levels[3].Error = 0.125, 0.25
	m := NewLodMeter(s.Meshes)
	got := m.Errors(g)
	want := []LodError{
		{From: LodNothing},
		{From: 0, Metres: 0.1 * float32(math.Sqrt(3)), Sampled: true, Known: true}, // corner to corner
		{From: 1, Metres: 0.125, Known: true},                                      // both were made of level 1
		{From: 1, Metres: 0.25, Known: true},
	}
	for i, w := range want {
		if g := got[i]; g.From != w.From || g.Sampled != w.Sampled || g.Known != w.Known || !near32(g.Metres, w.Metres) {
			t.Errorf("level %d: %+v, want %+v", i, g, w)
		}
	}
	if a, b := m.Surface(g.Levels[2].Parts), m.Surface(g.Levels[3].Parts); a != b {
		t.Error("levels of the same shape have two surfaces")
	}
	if len(m.Errors(&LodGroup{})) != 0 {
		t.Error("a group without levels has errors")
	}
}

func TestLodCasters(t *testing.T) {
	s := boxesOf(2, 2.2, 1)
	g := byDistance(0, 20, 40, 80, 160)
	g.Size = 2
	for i := range g.Levels {
		g.Levels[i].Parts = partOf(0, mgl32.Ident4())
		g.Levels[i].Shadow = LodShadowOwn
	}
	corner := float32(0.1 * math.Sqrt(3))
	g.Levels[0].ShadowParts = partOf(1, mgl32.Ident4()) // out by 0.1 on each side
	g.Levels[1].ShadowParts = partOf(2, mgl32.Ident4()) // within
	g.Levels[2].ShadowParts = partOf(1, mgl32.Ident4())
	g.Levels[3].Shadow = LodShadowNone
	e := Entity{Parent: -1, Lod: g}
	world := mgl32.Translate3D(0, 0, -10).Mul4(mgl32.Scale3D(3, 3, 3))
	v := lens(400, 400)
	survey := s.SurveyLod(&e, world, s.MeshBounds(), v)
	cascades := []Cascade{{SplitFar: 9, TexelSize: 0.1}, {SplitFar: 39, TexelSize: 0.5}, {SplitFar: 50, TexelSize: 0.6}}
	m := NewLodMeter(s.Meshes)
	switches := g.Switches(m.Errors(g), survey.Scale, v, s.Lod)
	got := m.Casters(g, &survey, switches, v, s.Lod, cascades)
	want := []LodCaster{
		// Drawn at a depth of 10 m, three times as large: 0.52 m.
		{Level: 0, Sticks: 3 * corner, Texel: 0.5, Drawn: true, Visible: true},
		{Level: 1, Texel: 0.5},                     // begins at 20 m
		{Level: 2, Sticks: 3 * corner, Texel: 0.6}, // begins at 40 m
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if g := got[i]; g.Level != w.Level || g.Texel != w.Texel || g.Drawn != w.Drawn || g.Visible != w.Visible || !near32(g.Sticks, w.Sticks) {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
	if c := m.Casters(g, &survey, switches, v, s.Lod, nil); c[0].Visible || c[0].Texel != 0 {
		t.Errorf("without a sun: %+v", c[0])
	}
	if CascadeAt(nil, 1) != nil || CascadeAt(cascades, -3) != &cascades[0] || CascadeAt(cascades, 9) != &cascades[1] || CascadeAt(cascades, 1e9) != &cascades[2] {
		t.Error("the wrong cascade")
	}
}
