package scene

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// lodScene is a scene of one group over a box, and of a scattered model.
func lodScene() *Scene {
	box := BoxMesh(BoxOptions{Size: mgl32.Vec3{1, 2, 1}})
	parts := []LodPart{{Part: Part{EntityFromPart: mgl32.Ident4(), Material: -1}, Color: mgl32.Vec4{1, 1, 1, 1}}}
	fade, scatter := DefaultDitherFade(), DefaultScatter()
	return &Scene{
		Materials: []Material{DefaultMaterial()},
		Meshes:    []Mesh{{Primitives: []Primitive{box}}},
		Cameras:   []Camera{{WorldFromCamera: mgl32.Ident4(), FovY: 1, Near: 0.1}},
		Shots:     []Shot{DefaultShot()},
		Lod:       DefaultLodSettings(),
		Entities: []Entity{
			{Parent: -1, ParentFromLocal: mgl32.Ident4(), Fade: &fade, Lod: &LodGroup{Size: 2, Levels: []LodLevel{
				{ScreenHeight: 0.3, FadeWidth: 0.5, Distance: 10, Parts: parts},
				{ScreenHeight: 0.1, Distance: inf32, Parts: parts, Shadow: LodShadowOwn, ShadowParts: parts},
			}}},
			{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 100, 0), Scatter: &scatter, Model: &Model{Parts: []Part{parts[0].Part}}},
		},
	}
}

func TestValidateLod(t *testing.T) {
	if err := lodScene().Validate(); err != nil {
		t.Fatal(err)
	}
	byDistance := lodScene()
	byDistance.Entities[0].Lod.ByDistance = true
	if err := byDistance.Validate(); err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	group := func(change func(g *LodGroup)) func(s *Scene) { return func(s *Scene) { change(s.Entities[0].Lod) } }
	for want, change := range map[string]func(s *Scene){
		"lod.bias: NaN":                       func(s *Scene) { s.Lod.Bias = nan },
		"a model and a lod group":             func(s *Scene) { s.Entities[0].Model = &Model{} },
		"fade: coverage 2":                    func(s *Scene) { s.Entities[0].Fade.Coverage = 2 },
		"gone at -1":                          func(s *Scene) { s.Entities[0].Fade.Gone = -1 },
		"scatter: count is -1":                func(s *Scene) { s.Entities[1].Scatter.Count = -1 },
		"lod: size 0":                         group(func(g *LodGroup) { g.Size = 0 }),
		"lod: NaN":                            group(func(g *LodGroup) { g.Size = nan }),
		"lod.center: +Inf":                    group(func(g *LodGroup) { g.Center[1] = inf32 }),
		"transition -1":                       group(func(g *LodGroup) { g.Transition = -1 }),
		"hysteresis 2":                        group(func(g *LodGroup) { g.Hysteresis = 2 }),
		"levels[1].screen_height: 0.3 after":  group(func(g *LodGroup) { g.Levels[1].ScreenHeight = 0.3 }),
		"levels[0].screen_height: NaN":        group(func(g *LodGroup) { g.Levels[0].ScreenHeight = nan }),
		"levels[1].screen_height: -1":         group(func(g *LodGroup) { g.Levels[1].ScreenHeight = -1 }),
		"levels[1].fade_width: 1.5":           group(func(g *LodGroup) { g.Levels[1].FadeWidth = 1.5 }),
		"levels[0].distance: 0 after 0":       group(func(g *LodGroup) { g.ByDistance, g.Levels[0].Distance = true, 0 }),
		"levels[1].distance: 9 after 10":      group(func(g *LodGroup) { g.ByDistance, g.Levels[1].Distance = true, 9 }),
		"levels[0].shadow: 3":                 group(func(g *LodGroup) { g.Levels[0].Shadow = 3 }),
		"levels[0].parts[0].mesh: 1 of 1":     group(func(g *LodGroup) { g.Levels[0].Parts[0].Mesh = 1 }),
		"levels[1].shadow_parts[0].color":     group(func(g *LodGroup) { g.Levels[1].ShadowParts[0].Color[3] = nan }),
		"17 levels of at most 16":             group(func(g *LodGroup) { g.Levels = make([]LodLevel, 17) }),
		"levels[0].parts[0].material: 5 of 1": group(func(g *LodGroup) { g.Levels[0].Parts[0].Material = 5 }),
	} {
		s := lodScene()
		change(s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestBoundsOfLod(t *testing.T) {
	s := lodScene()
	entities := s.Entities
	s.Entities = entities[:1]
	if b := s.Bounds(); b != (Box{mgl32.Vec3{-0.5, -1, -0.5}, mgl32.Vec3{0.5, 1, 0.5}}) {
		t.Errorf("bounds of the group: %v", b)
	}
	if size := s.Entities[0].Lod.Bounds([]Box{s.Meshes[0].Bounds()}).Size(); size != (mgl32.Vec3{1, 2, 1}) {
		t.Errorf("size of the group: %v", size)
	}
	far := s.Entities[0].Lod.Levels[1].ShadowParts[0]
	far.EntityFromPart = mgl32.Translate3D(10, 0, 0)
	s.Entities[0].Lod.Levels[1].ShadowParts = []LodPart{far}
	if b := s.Bounds(); !isAbout(b.Max[0], 10.5) {
		t.Errorf("bounds without the shadow's caster: %v", b)
	}
	s.Entities = entities[1:]
	if b := s.Bounds(); !b.Empty() {
		t.Errorf("bounds of a model that is placed nowhere: %v", b)
	}
	s.Entities[0].Placements = []Placement{{Position: mgl32.Vec3{-3, 0, 0}, Scale: 1}, {Position: mgl32.Vec3{5, 1, 0}, Scale: 2}}
	b := s.Bounds() // boxes at any yaw; the entity is at Y 100
	reach := float32(math.Sqrt2) / 2
	want := Box{mgl32.Vec3{-3 - reach, 99, -2 * reach}, mgl32.Vec3{5 + 2*reach, 103, 2 * reach}}
	for k := range 3 {
		if !isAbout(b.Min[k], want.Min[k]) || !isAbout(b.Max[k], want.Max[k]) {
			t.Errorf("bounds of the scattered: %v, want %v", b, want)
		}
	}
}

func TestCasters(t *testing.T) {
	drawn, own := []LodPart{{}}, []LodPart{{}, {}}
	for shadow, want := range map[LodShadow]int{LodShadowSame: 1, LodShadowNone: 0, LodShadowOwn: 2} {
		l := LodLevel{Parts: drawn, Shadow: shadow, ShadowParts: own}
		if got := len(l.Casters()); got != want {
			t.Errorf("shadow %d: %d casters, want %d", shadow, got, want)
		}
	}
}

// A model is the group with one level that never ends.
func TestLodOfModel(t *testing.T) {
	m := &Model{Parts: []Part{{Mesh: 3}, {Mesh: 4}}, Color: mgl32.Vec4{1, 2, 3, 4}, Shadows: true}
	g := LodOfModel(m)
	if l := g.Levels[0]; len(l.Parts) != 2 || l.Parts[1].Mesh != 4 || l.Parts[1].Color != m.Color || len(l.Casters()) != 2 {
		t.Errorf("level %+v", l)
	}
	v := LodViewAt(mgl32.Vec3{}, 1e-9, LodSettings{Bias: 1e-3})
	for _, z := range []float32{0, 1, 1e30} {
		if p, _ := g.Pick(g.At(mgl32.Translate3D(0, 0, z)), v, LodSettings{Bias: 1e-3}, 0); p != alone(0) {
			t.Errorf("at %g m: %+v", z, p)
		}
	}
	m.Shadows = false
	if c := LodOfModel(m).Levels[0].Casters(); len(c) != 0 {
		t.Errorf("%d casters of a model without shadows", len(c))
	}
}
