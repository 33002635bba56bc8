package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// surface makes one of primitives, each with a transform of its own.
func surface(parts ...any) *Surface {
	var meshes []Mesh
	var list []LodPart
	for i := 0; i < len(parts); i += 2 {
		list = append(list, LodPart{Part: Part{Mesh: len(meshes), EntityFromPart: parts[i+1].(mgl32.Mat4)}})
		meshes = append(meshes, Mesh{Primitives: []Primitive{parts[i].(Primitive)}})
	}
	return SurfaceOf(meshes, list)
}

func boxOf(edge float32) Primitive { return BoxMesh(BoxOptions{Size: mgl32.Vec3{edge, edge, edge}}) }

func ballOf(radius float32, rings int) Primitive {
	return SphereMesh(SphereOptions{Radius: radius, Segments: 2 * rings, Rings: rings})
}

func TestSurfaceDistance(t *testing.T) {
	// A cube of 2 m around (10, 0, 0), as a cube of 1 m that is scaled.
	s := surface(boxOf(1), mgl32.Translate3D(10, 0, 0).Mul4(mgl32.Scale3D(2, 2, 2)))
	if s.Triangles() != 12 {
		t.Fatalf("%d triangles", s.Triangles())
	}
	for _, c := range []struct {
		p    mgl32.Vec3
		want float64
	}{
		{mgl32.Vec3{10, 0, 0}, 1},                // the middle, from inside
		{mgl32.Vec3{10.75, 0, 0.1}, 0.25},        // inside, near a face
		{mgl32.Vec3{14, 0.5, 0.5}, 3},            // before a face
		{mgl32.Vec3{14, 5, 0}, 5},                // before an edge: 3, 4
		{mgl32.Vec3{13, 3, 2}, math.Sqrt(4 + 5)}, // before a corner: 2, 2, 1
		{mgl32.Vec3{11, 1, 1}, 0},                // the corner
	} {
		if got := s.Distance(c.p); math.Abs(float64(got)-c.want) > 1e-6 {
			t.Errorf("%v is %g m away, want %g", c.p, got, c.want)
		}
	}
	if d := surface().Distance(mgl32.Vec3{}); d != inf32 {
		t.Errorf("nothing is %g m away", d)
	}
}

// The tree leaves nothing out: it finds what a walk over all triangles does.
func TestSurfaceDistanceOfTree(t *testing.T) {
	s := surface(TorusMesh(DefaultTorus()), mgl32.HomogRotate3DX(1), ballOf(0.3, 16), mgl32.Translate3D(1, 0.5, 0))
	r := random{state: 5}
	for range 300 {
		p := mgl32.Vec3{float32(r.within(-3, 3)), float32(r.within(-3, 3)), float32(r.within(-3, 3))}
		want := math.Inf(1)
		var angle float64
		for _, x := range s.triangles {
			a, b, c := vec64(x[0]), vec64(x[1]), vec64(x[2])
			at, _ := ClosestOnTriangle(vec64(p), a, b, c)
			want = min(want, vec64(p).Sub(at).Len())
			angle += solidAngle(a.Sub(vec64(p)), b.Sub(vec64(p)), c.Sub(vec64(p)))
		}
		if got := float64(s.Distance(p)); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%v is %g m away, want %g", p, got, want)
		}
		// A node's dipole may be off by as much as its distance allows.
		if got := s.angle(0, vec64(p)); math.Abs(got-angle) > 0.05*4*math.Pi {
			t.Fatalf("seen from %v the surface fills %g, want %g", p, got, angle)
		}
	}
}

func TestSurfaceEncloses(t *testing.T) {
	ring := TorusMesh(TorusOptions{Radius: 1, Tube: 0.25, Segments: 64, Sides: 32})
	two := surface(boxOf(2), mgl32.Ident4(), boxOf(2), mgl32.Translate3D(5, 0, 0))
	mirrored := surface(boxOf(2), mgl32.Scale3D(-1, 1, 1), boxOf(2), mgl32.Translate3D(5, 0, 0))
	inside := boxOf(2)
	for i := 0; i < len(inside.Indices); i += 3 {
		inside.Indices[i], inside.Indices[i+1] = inside.Indices[i+1], inside.Indices[i]
	}
	for _, c := range []struct {
		name string
		s    *Surface
		p    mgl32.Vec3
		want bool
	}{
		{"middle of a box", two, mgl32.Vec3{}, true},
		{"near its corner", two, mgl32.Vec3{0.99, 0.99, -0.99}, true},
		{"just outside", two, mgl32.Vec3{1.01, 0.99, 0.99}, false},
		{"between two boxes", two, mgl32.Vec3{2.5, 0, 0}, false},
		{"in the other one", two, mgl32.Vec3{5.5, 0, 0}, true},
		{"a box that is mirrored", mirrored, mgl32.Vec3{}, true},
		{"a box that faces inside", surface(inside, mgl32.Ident4()), mgl32.Vec3{}, true},
		{"the hole of a ring", surface(ring, mgl32.Ident4()), mgl32.Vec3{}, false},
		{"a ring's tube", surface(ring, mgl32.Ident4()), mgl32.Vec3{1, 0, 0}, true},
		{"under a plane", surface(PlaneMesh(DefaultPlane()), mgl32.Ident4()), mgl32.Vec3{0, 0, 0}, false},
		{"nothing", surface(), mgl32.Vec3{}, false},
	} {
		if got := c.s.Encloses(c.p); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

func TestSurfaceSamples(t *testing.T) {
	s := surface(boxOf(2), mgl32.Ident4(), PlaneMesh(PlaneOptions{Size: mgl32.Vec2{4, 6}, Segments: 3}), mgl32.Translate3D(0, 5, 0))
	// 24 corners of the box and 16 of the plane, then 24 m² of either.
	points := s.Samples(2040)
	if len(points) != 2040 {
		t.Fatalf("%d points", len(points))
	}
	box := 0
	for _, p := range points[40:] {
		if d := s.Distance(p); d > 1e-6 {
			t.Fatalf("%v is %g m off the surface", p, d)
		}
		if p[1] < 2 {
			box++
		}
	}
	if box != 1000 {
		t.Errorf("%d of 2000 points are on the box, want half", box)
	}
	// Where there are more vertices than points, half of these are vertices.
	ball := surface(ballOf(1, 64), mgl32.Ident4())
	points = ball.Samples(100)
	exact := 0
	for _, p := range points {
		if math.Abs(float64(p.Len())-1) < 1e-6 {
			exact++
		}
	}
	if len(points) != 100 || exact < 50 {
		t.Errorf("%d points, %d of them vertices", len(points), exact)
	}
}

func TestSurfaceDeviation(t *testing.T) {
	one := mgl32.Ident4()
	sheet := func(edge float32) Primitive {
		return PlaneMesh(PlaneOptions{Size: mgl32.Vec2{edge, edge}, Segments: 4})
	}
	for _, c := range []struct {
		name     string
		from, to *Surface
		want     float64
		known    bool
	}{
		{"the same", surface(ballOf(1, 16), one), surface(ballOf(1, 16), one), 0, true},
		{"lower", surface(sheet(2), one), surface(sheet(2), mgl32.Translate3D(0, -0.25, 0)), 0.25, true},
		{"corners to corners", surface(boxOf(2), one), surface(boxOf(1.8), one), 0.1 * math.Sqrt(3), true},
		{"a part of it", surface(sheet(2), one), surface(sheet(4), one), 0, true},
		{"more than it", surface(sheet(4), one), surface(sheet(2), one), math.Sqrt2, true},
		// A ball of 1 m against an octahedron in it: farthest from the middle of a face, which is 1/√3 from
		// the centre. Only some points of the ball are tried, so that it is a little less.
		{"ball to octahedron", surface(ballOf(1, 64), one), surface(ballOf(1, 2), one), 1 - 1/math.Sqrt(3), true},
		{"to nothing", surface(boxOf(2), one), surface(), 0, false},
		{"of nothing", surface(), surface(boxOf(2), one), 0, false},
	} {
		got, known := c.from.Deviation(c.to, SurfaceSamples)
		if known != c.known || float64(got) > c.want+1e-5 || float64(got) < c.want*0.998-1e-5 {
			t.Errorf("%s: %g (%t), want %g", c.name, got, known, c.want)
		}
	}
}

func TestSurfaceProtrusion(t *testing.T) {
	one := mgl32.Ident4()
	drawn := surface(boxOf(2), one)
	for _, c := range []struct {
		name    string
		casters *Surface
		outOf   *Surface
		want    float64
	}{
		{"within", surface(ballOf(0.9, 16), one), drawn, 0},
		{"the same", drawn, drawn, 0},
		{"out of one side", surface(boxOf(1), mgl32.Translate3D(0.75, 0, 0)), drawn, 0.25},
		{"larger", surface(boxOf(2.2), one), drawn, 0.1 * math.Sqrt(3)},
		{"off a sheet", surface(boxOf(1), mgl32.Translate3D(0, 1, 0)), surface(PlaneMesh(PlaneOptions{Size: mgl32.Vec2{9, 9}, Segments: 1}), one), 1.5},
		{"no casters", surface(), drawn, 0},
	} {
		if got := c.casters.Protrusion(c.outOf, SurfaceSamples); math.Abs(float64(got)-c.want) > 1e-5 {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
	if got := drawn.Protrusion(surface(), SurfaceSamples); got != inf32 {
		t.Errorf("out of nothing: %g", got)
	}
}

// BenchmarkSurfaceDeviation compares two levels of a ball, once their surfaces are made.
func BenchmarkSurfaceDeviation(b *testing.B) {
	fine, coarse := surface(ballOf(1, 64), mgl32.Ident4()), surface(ballOf(1, 24), mgl32.Ident4())
	b.ReportAllocs()
	for b.Loop() {
		fine.Deviation(coarse, SurfaceSamples)
	}
}
