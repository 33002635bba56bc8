package scene

import (
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// inner is the share of the true volume or area that facets must reach in these tests.
const inner = 0.985

func builtinMeshes() []struct {
	name      string
	p         Primitive
	closed    bool
	volume    float64 // closed form; 0: not checked
	triangles int
	bounds    Box
} {
	box := func(x, y, z float32) Box {
		return Box{Min: mgl32.Vec3{-x, -y, -z}, Max: mgl32.Vec3{x, y, z}}
	}
	const pi = math.Pi
	return []struct {
		name      string
		p         Primitive
		closed    bool
		volume    float64
		triangles int
		bounds    Box
	}{
		{"box", BoxMesh(BoxOptions{Size: mgl32.Vec3{1, 2, 3}}), true, 6, 12, box(0.5, 1, 1.5)},
		{"plane", PlaneMesh(PlaneOptions{Size: mgl32.Vec2{4, 6}, Segments: 5}), false, 0, 50, box(2, 0, 3)},
		{"sphere", SphereMesh(SphereOptions{Radius: 2, Segments: 40, Rings: 28}), true, 4 * pi / 3 * 8, 2 * 40 * 27, box(2, 2, 2)},
		{"sphere odd", SphereMesh(SphereOptions{Radius: 1, Segments: 3, Rings: 2}), true, 0, 6, Box{}},
		{"cylinder", CylinderMesh(CylinderOptions{Radius: 1.5, Height: 2, Segments: 36, Rings: 3}), true, pi * 1.5 * 1.5 * 2, 2*36*3 + 2*36, box(1.5, 1, 1.5)},
		{"cylinder open", CylinderMesh(CylinderOptions{Radius: 1.5, Height: 2, Segments: 36, Rings: 1, Open: true}), false, 0, 2 * 36, box(1.5, 1, 1.5)},
		{"cone", ConeMesh(ConeOptions{Radius: 1, Height: 3, Segments: 44, Rings: 4}), true, pi, 44*7 + 44, box(1, 1.5, 1)},
		{"torus", TorusMesh(TorusOptions{Radius: 2, Tube: 0.5, Segments: 64, Sides: 40}), true, 2 * pi * pi * 2 * 0.25, 2 * 64 * 40, box(2.5, 0.5, 2.5)},
		{"capsule", CapsuleMesh(CapsuleOptions{Radius: 1, Height: 5, Segments: 40, Rings: 14}), true, 4*pi/3 + 3*pi, 4 * 40 * 14, box(1, 2.5, 1)},
		{"capsule ball", CapsuleMesh(CapsuleOptions{Radius: 1, Height: 2, Segments: 40, Rings: 14}), true, 4 * pi / 3, 4*40*14 - 2*40, box(1, 1, 1)},
		{"rock", RockMesh(RockOptions{Seed: 7, Size: mgl32.Vec3{2, 1, 3}, Detail: 4}), true, 0, 12 * 256, box(1, 0.5, 1.5)},
	}
}

func TestBuiltinMeshes(t *testing.T) {
	for _, m := range builtinMeshes() {
		t.Run(m.name, func(t *testing.T) {
			checkPrimitive(t, m.p)
			if got := len(m.p.Indices) / 3; got != m.triangles {
				t.Errorf("%d triangles, want %d", got, m.triangles)
			}
			if m.bounds != (Box{}) && m.p.Bounds != m.bounds {
				t.Errorf("bounds %v, want %v", m.p.Bounds, m.bounds)
			}
			if open := openEdges(m.p); m.closed != (open == 0) {
				t.Errorf("%d open edges, closed should be %v", open, m.closed)
			}
			v := signedVolume(m.p)
			if m.closed && v <= 0 {
				t.Errorf("volume %g: faces look inward", v)
			}
			if m.volume > 0 && (v > m.volume*1.000001 || v < m.volume*inner) {
				t.Errorf("volume %g, want just under %g", v, m.volume)
			}
		})
	}
}

// checkPrimitive checks what every primitive promises.
func checkPrimitive(t *testing.T, p Primitive) {
	t.Helper()
	n := len(p.Positions)
	if len(p.Normals) != n || len(p.UV0) != n || (p.Colors != nil && len(p.Colors) != n) {
		t.Fatalf("%d positions, %d normals, %d UVs, %d colours", n, len(p.Normals), len(p.UV0), len(p.Colors))
	}
	if p.Bounds != BoundsOf(p.Positions) {
		t.Errorf("bounds %v are not those of the positions, %v", p.Bounds, BoundsOf(p.Positions))
	}
	for i, v := range p.Normals {
		if l := v.Len(); math.Abs(float64(l)-1) > 1e-6 {
			t.Fatalf("normal %d has length %g", i, l)
		}
		if uv := p.UV0[i]; uv[0] < 0 || uv[0] > 1 || uv[1] < 0 || uv[1] > 1 {
			t.Fatalf("UV %d is %v", i, uv)
		}
		if p.Colors != nil {
			for _, c := range p.Colors[i] {
				if !(c >= 0 && c <= 1) {
					t.Fatalf("colour %d is %v", i, p.Colors[i])
				}
			}
		}
	}
	for k := 0; k < len(p.Indices); k += 3 {
		a, b, c := p.Indices[k], p.Indices[k+1], p.Indices[k+2]
		face := p.Positions[b].Sub(p.Positions[a]).Cross(p.Positions[c].Sub(p.Positions[a]))
		if face.Len() == 0 {
			t.Fatalf("triangle %d has no area", k/3)
		}
		mean := p.Normals[a].Add(p.Normals[b]).Add(p.Normals[c])
		if face.Dot(mean) <= 0 {
			t.Fatalf("triangle %d is wound against its normals", k/3)
		}
	}
}

// openEdges counts directed edges, with equal positions welded, whose opposite is missing or
// that occur more than once.
func openEdges(p Primitive) int {
	edges := map[[2]mgl32.Vec3]int{}
	for k := 0; k < len(p.Indices); k += 3 {
		for i := range 3 {
			a, b := p.Positions[p.Indices[k+i]], p.Positions[p.Indices[k+(i+1)%3]]
			edges[[2]mgl32.Vec3{plusZero(a), plusZero(b)}]++
		}
	}
	open := 0
	for e, n := range edges {
		if n != 1 || edges[[2]mgl32.Vec3{e[1], e[0]}] != 1 {
			open++
		}
	}
	return open
}

func plusZero(v mgl32.Vec3) mgl32.Vec3 { return v.Add(mgl32.Vec3{}) }

func signedVolume(p Primitive) float64 {
	sum := 0.0
	for k := 0; k < len(p.Indices); k += 3 {
		a, b, c := p.Positions[p.Indices[k]], p.Positions[p.Indices[k+1]], p.Positions[p.Indices[k+2]]
		sum += float64(a.Dot(b.Cross(c))) / 6
	}
	return sum
}

func TestSphereNormalsAreRadial(t *testing.T) {
	p := SphereMesh(SphereOptions{Radius: 3, Segments: 16, Rings: 8})
	for i, v := range p.Positions {
		if d := v.Normalize().Sub(p.Normals[i]).Len(); d > 1e-6 && v[0] != 0 {
			t.Fatalf("vertex %d at %v has normal %v", i, v, p.Normals[i])
		}
	}
}

// The picture on a sphere reads from left to right seen from outside, with its middle towards +Z.
func TestSphereTextureFacesZ(t *testing.T) {
	p := SphereMesh(SphereOptions{Radius: 1, Segments: 8, Rings: 4})
	for i, uv := range p.UV0 {
		if uv == (mgl32.Vec2{0.5, 0.5}) && p.Positions[i].Sub(mgl32.Vec3{0, 0, 1}).Len() > 1e-6 {
			t.Errorf("u = v = 0.5 at %v, want +Z", p.Positions[i])
		}
		if uv == (mgl32.Vec2{0.75, 0.5}) && p.Positions[i].Sub(mgl32.Vec3{1, 0, 0}).Len() > 1e-6 {
			t.Errorf("u = 0.75 at %v, want +X", p.Positions[i])
		}
	}
}

func TestTree(t *testing.T) {
	o := DefaultTree()
	o.Height, o.Leaves = 9, 700
	m := TreeMesh(o)
	if len(m.Primitives) != 2 {
		t.Fatalf("%d primitives, want bark and leaves", len(m.Primitives))
	}
	box := EmptyBox()
	for _, p := range m.Primitives {
		checkPrimitive(t, p)
		box = box.Union(p.Bounds)
	}
	if got := len(m.Primitives[1].Indices) / 3; got != 4*700 {
		t.Errorf("%d leaf triangles, want four a leaf", got)
	}
	if math.Abs(float64(box.Max[1])-9) > 1e-5 || m.Primitives[0].Bounds.Min[1] != 0 {
		t.Errorf("tree from %g to %g, want 0 to 9", m.Primitives[0].Bounds.Min[1], box.Max[1])
	}
	if w := box.Size()[0]; w < 3 || w > 12 {
		t.Errorf("crown is %g wide", w)
	}
	o.Leaves = 0
	if n := len(TreeMesh(o).Primitives); n != 1 {
		t.Errorf("a bare tree has %d primitives", n)
	}
}

func TestSeeds(t *testing.T) {
	tree := func(seed uint64) any { return TreeMesh(TreeOptions{Seed: seed, Height: 5, Leaves: 200, Sides: 8}) }
	rock := func(seed uint64) any { return RockMesh(RockOptions{Seed: seed, Size: mgl32.Vec3{1, 1, 1}, Detail: 3}) }
	for name, f := range map[string]func(uint64) any{"tree": tree, "rock": rock} {
		if !reflect.DeepEqual(f(3), f(3)) {
			t.Errorf("%s: the same seed gives different meshes", name)
		}
		if reflect.DeepEqual(f(3), f(4)) {
			t.Errorf("%s: another seed gives the same mesh", name)
		}
	}
}

func TestManySeedsAreSound(t *testing.T) {
	for seed := range uint64(12) {
		p := RockMesh(RockOptions{Seed: seed, Size: mgl32.Vec3{1, 1, 1}, Detail: 3})
		checkPrimitive(t, p)
		if n := openEdges(p); n != 0 {
			t.Errorf("rock %d has %d open edges", seed, n)
		}
		for _, q := range TreeMesh(TreeOptions{Seed: seed, Height: 3, Leaves: 300, Sides: 5}).Primitives {
			checkPrimitive(t, q)
		}
	}
}

func TestMeshOptions(t *testing.T) {
	for _, d := range []interface{ Validate() error }{
		DefaultBox(), DefaultPlane(), DefaultSphere(), DefaultCylinder(), DefaultCone(), DefaultTorus(),
		DefaultCapsule(), DefaultTree(), DefaultRock(),
	} {
		if err := d.Validate(); err != nil {
			t.Errorf("default %T: %v", d, err)
		}
	}
	nan := float32(math.NaN())
	for _, bad := range []interface{ Validate() error }{
		BoxOptions{Size: mgl32.Vec3{1, 0, 1}}, BoxOptions{Size: mgl32.Vec3{1, nan, 1}},
		PlaneOptions{Size: mgl32.Vec2{1, 1}}, SphereOptions{Radius: 1, Segments: 2, Rings: 8},
		SphereOptions{Radius: float32(math.Inf(1)), Segments: 8, Rings: 8},
		SphereOptions{Radius: 1, Segments: 8, Rings: 1}, CylinderOptions{Radius: 1, Height: -1, Segments: 8, Rings: 1},
		ConeOptions{Radius: 1, Height: 1, Segments: 2000, Rings: 1}, TorusOptions{Radius: 1, Tube: 1, Segments: 8, Sides: 8},
		CapsuleOptions{Radius: 1, Height: 1.9, Segments: 8, Rings: 4}, TreeOptions{Height: 1, Leaves: -1, Sides: 8},
		RockOptions{Size: mgl32.Vec3{1, 1, 1}, Detail: 9},
	} {
		if bad.Validate() == nil {
			t.Errorf("%T %+v is accepted", bad, bad)
		}
	}
}

func TestTurnIsExactAtQuarters(t *testing.T) {
	for _, n := range []int{4, 12, 1024} {
		for q, want := range [][2]float64{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}} {
			if s, c := turn(q*n/4, n); s != want[0] || c != want[1] {
				t.Errorf("turn(%d, %d) = %g, %g, want %v", q*n/4, n, s, c, want)
			}
		}
	}
	for k := range 37 {
		s, c := turn(k, 37)
		ws, wc := math.Sincos(2 * math.Pi * float64(k) / 37)
		if math.Abs(s-ws) > 1e-14 || math.Abs(c-wc) > 1e-14 {
			t.Errorf("turn(%d, 37) = %g, %g, want %g, %g", k, s, c, ws, wc)
		}
	}
}

func BenchmarkTreeMesh(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		TreeMesh(DefaultTree())
	}
}

func BenchmarkRockMesh(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		RockMesh(DefaultRock())
	}
}
