package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// tracedScene has a box with edges of 1 m, a sheet of 1 x 1 m that faces up, and materials: 0 plain, 1 blended,
// 2 masked by a texture whose left half is clear, 3 with two sides.
func tracedScene(entities ...Entity) *Scene {
	s := &Scene{
		Lod:    DefaultLodSettings(),
		Meshes: []Mesh{{Primitives: []Primitive{boxOf(1)}}, {Primitives: []Primitive{PlaneMesh(DefaultPlane())}}},
		Images: []Image{{Width: 2, Height: 1, Pix: []byte{0, 0, 0, 0, 0, 0, 0, 255}}}, Textures: []Texture{{}},
		Materials: []Material{DefaultMaterial(), DefaultMaterial(), DefaultMaterial(), DefaultMaterial()},
		Entities:  entities,
		Cameras:   []Camera{{WorldFromCamera: mgl32.Ident4(), FovY: 1, Near: 0.1}},
	}
	s.Materials[1].AlphaMode = AlphaBlend
	s.Materials[2].AlphaMode, s.Materials[2].BaseColorTexture = AlphaMask, &TextureRef{UVFromMesh: mgl32.Ident3()}
	s.Materials[3].DoubleSided = true
	return s
}

func drawn(mesh, material int, at mgl32.Mat4) Entity {
	return Entity{Parent: -1, ParentFromLocal: at, Model: &Model{Parts: []Part{{Mesh: mesh, EntityFromPart: mgl32.Ident4(), Material: material}}, Color: mgl32.Vec4{1, 1, 1, 1}, Shadows: true}}
}

func (s *Scene) tracer() *tracer { return newTracer(s, s.Cameras[0].View(64, 64, mgl32.Vec2{})) }

// down looks from above at x, z.
func down(x, z float64) ray {
	return ray{mgl64.Vec3{x, 100, z}, mgl64.Vec3{0, -1, 0}, 0, math.Inf(1)}
}

func TestTracer(t *testing.T) {
	noShadow := drawn(0, -1, mgl32.Translate3D(0, 20, 0))
	noShadow.Model.Shadows = false
	faded := drawn(0, -1, mgl32.Translate3D(0, 20, 0))
	faded.Fade = &DitherFade{Coverage: 0.4}
	floor := drawn(1, -1, mgl32.Scale3D(10, 1, 10))
	scattered := drawn(0, -1, mgl32.Translate3D(0, 10, 0))
	scattered.Scatter = &Scatter{}
	scattered.Placements = []Placement{{Position: mgl32.Vec3{3, 0, 0}, Scale: 1}, {Position: mgl32.Vec3{0.2, 5, 0}, Scale: 4, Yaw: 1}}
	child := drawn(0, -1, mgl32.Translate3D(0, 1, 0))
	child.Parent = 0
	for _, c := range []struct {
		name         string
		entities     []Entity
		seen, shadow float64 // heights of what a look and a shadow's ray from above meet first; NaN: nothing
	}{
		{"a floor", []Entity{floor}, 0, 0},
		{"a box above it", []Entity{floor, drawn(0, -1, mgl32.Translate3D(0, 20, 0))}, 20.5, 20.5},
		{"in any order", []Entity{drawn(0, -1, mgl32.Translate3D(0, 20, 0)), floor}, 20.5, 20.5},
		{"without a shadow", []Entity{floor, noShadow}, 20.5, 0},
		{"mostly faded", []Entity{floor, faded}, 0, 0},
		{"blended", []Entity{floor, drawn(0, 1, mgl32.Translate3D(0, 20, 0))}, 0, 0},
		{"from behind", []Entity{floor, drawn(1, -1, mgl32.Translate3D(0, 20, 0).Mul4(mgl32.HomogRotate3DX(math.Pi)))}, 0, 20},
		{"from behind, two sides", []Entity{floor, drawn(1, 3, mgl32.Translate3D(0, 20, 0).Mul4(mgl32.HomogRotate3DX(math.Pi)))}, 20, 20},
		{"mirrored", []Entity{floor, drawn(0, -1, mgl32.Translate3D(0, 20, 0).Mul4(mgl32.Scale3D(-1, 1, 1)))}, 20.5, 20.5},
		{"squeezed flat", []Entity{floor, drawn(0, -1, mgl32.Translate3D(0, 20, 0).Mul4(mgl32.Scale3D(1, 0, 1)))}, 0, 0},
		{"scaled", []Entity{floor, drawn(0, -1, mgl32.Translate3D(0, 20, 0).Mul4(mgl32.Scale3D(1, 10, 1)))}, 25, 25},
		{"scattered", []Entity{floor, scattered}, 17, 17},
		{"a child", []Entity{drawn(0, -1, mgl32.Translate3D(0, 7, 0)), child}, 8.5, 8.5},
		{"nothing", nil, math.NaN(), math.NaN()},
	} {
		tr := tracedScene(c.entities...).tracer()
		for i, want := range []float64{c.seen, c.shadow} {
			h, ok := []func(ray) (tracerHit, bool){tr.look, tr.shadow}[i](down(0.1, 0.2))
			if ok == math.IsNaN(want) || ok && math.Abs(h.point[1]-want) > 1e-5 {
				t.Errorf("%s, %d: met %v at %v, want the height %g", c.name, i, ok, h.point, want)
			}
			if ok && (h.facet.Sub(mgl64.Vec3{0, 1, 0}).Len() > 1e-6 || h.normal.Sub(mgl64.Vec3{0, 1, 0}).Len() > 1e-6) {
				t.Errorf("%s, %d: normals %v and %v, want up", c.name, i, h.normal, h.facet)
			}
		}
	}
}

func TestTracerMask(t *testing.T) {
	s := tracedScene(drawn(1, -1, mgl32.Scale3D(10, 1, 10)), drawn(1, 2, mgl32.Translate3D(0, 20, 0)))
	tr := s.tracer()
	uv := s.Meshes[1].Primitives[0].UV0
	clear := 0.0
	for i, p := range s.Meshes[1].Primitives[0].Positions {
		if uv[i][0] < 0.5 {
			clear = float64(p[0]) / 2 // the side on which the texture is clear
		}
	}
	if h, _ := tr.look(down(clear, 0.3)); h.point[1] != 0 {
		t.Errorf("the hole is solid: %v", h.point)
	}
	if h, _ := tr.shadow(down(-clear, 0.3)); math.Abs(h.point[1]-20) > 1e-5 {
		t.Errorf("beside the hole there is nothing: %v", h.point)
	}
	// A texture transform moves the hole to the other side; wrapping by a whole does nothing.
	for shift, want := range map[float32]float64{0.5: 20, 1: 0, -3: 0} {
		s.Materials[2].BaseColorTexture.UVFromMesh = mgl32.Translate2D(shift, 0)
		if h, _ := tr.look(down(clear, 0.3)); math.Abs(h.point[1]-want) > 1e-5 {
			t.Errorf("moved by %g: %v, want the height %g", shift, h.point, want)
		}
	}
}

func TestTexel(t *testing.T) {
	for _, c := range []struct {
		x    float32
		wrap Wrap
		want int
	}{
		{0.3, WrapRepeat, 1}, {1.3, WrapRepeat, 1}, {-0.7, WrapRepeat, 1}, {0.3, WrapMirror, 1}, {1.7, WrapMirror, 1}, {-0.3, WrapMirror, 1},
		{2.3, WrapMirror, 1}, {-5, WrapClamp, 0}, {7, WrapClamp, 3}, {1, WrapClamp, 3}, {float32(math.NaN()), WrapRepeat, 0}, {float32(math.Inf(1)), WrapRepeat, 0},
	} {
		if got := texel(c.x, 4, c.wrap); got != c.want {
			t.Errorf("texel(%g, 4, %d) = %d, want %d", c.x, c.wrap, got, c.want)
		}
	}
}

// Levels are those of the view, and casters their own.
func TestTracerLevels(t *testing.T) {
	part := func(y float32) []LodPart {
		return []LodPart{{Part: Part{Mesh: 0, EntityFromPart: mgl32.Translate3D(0, y, 0), Material: -1}, Color: mgl32.Vec4{1, 1, 1, 1}}}
	}
	group := func(distance float32) Entity {
		return Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 0, -distance), Lod: &LodGroup{Size: 1, ByDistance: true, Levels: []LodLevel{
			{Distance: 10, Parts: part(1)}, {Distance: 20, Parts: part(2), Shadow: LodShadowOwn, ShadowParts: part(5)}, {Distance: 30, Parts: part(3), Shadow: LodShadowNone}}}}
	}
	for _, c := range []struct {
		distance     float32
		seen, shadow float64
	}{{5, 1.5, 1.5}, {15, 2.5, 5.5}, {25, 3.5, math.NaN()}, {35, math.NaN(), math.NaN()}} {
		tr := tracedScene(group(c.distance)).tracer()
		for i, want := range []float64{c.seen, c.shadow} {
			h, ok := []func(ray) (tracerHit, bool){tr.look, tr.shadow}[i](down(0, -float64(c.distance)))
			if ok == math.IsNaN(want) || ok && math.Abs(h.point[1]-want) > 1e-5 {
				t.Errorf("at %g m, %d: met %v at %v, want the height %g", c.distance, i, ok, h.point, want)
			}
		}
	}
}

// A tree of boxes visits all that a walk over them finds.
func TestSortedBoxes(t *testing.T) {
	r := random{state: 3}
	boxes := make([]Box, 200)
	for i := range boxes {
		p := mgl32.Vec3{float32(r.within(-9, 9)), float32(r.within(-9, 9)), float32(r.within(-9, 9))}
		boxes[i] = Box{Min: p, Max: p.Add(mgl32.Vec3{1, 0.5, float32(r.within(0, 3))})}
	}
	tree, met := sortBoxes(boxes), 0
	for range 200 {
		line := ray{mgl64.Vec3{r.within(-9, 9), r.within(-9, 9), 20}, mgl64.Vec3{r.within(-0.3, 0.3), r.within(-0.3, 0.3), -1}, 0, 50}
		var got, want [200]bool
		tree.each(&line, func(i int) { got[i] = true })
		for i := range boxes {
			if want[i] = line.meets(&boxes[i]); want[i] {
				met++
			}
		}
		if got != want {
			t.Fatalf("the tree visits %v, want %v", got, want)
		}
	}
	if met < 50 {
		t.Errorf("only %d meetings", met)
	}
}
