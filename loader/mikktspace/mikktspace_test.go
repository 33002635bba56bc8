package mikktspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// A soup is an indexed mesh under test.
type soup struct {
	indices            []uint32
	positions, normals []mgl32.Vec3
	uvs                []mgl32.Vec2
}

func (s *soup) generate() Result { return Generate(s.indices, s.positions, s.normals, s.uvs) }

// corner returns the tangent of corner c.
func (r *Result) corner(c int) mgl32.Vec4 { return r.Tangents[r.Indices[c]] }

// wavyGrid is a height field of n by n quads whose texture mirrors at the middle, so that
// vertices there need two tangents.
func wavyGrid(n int) *soup {
	s := &soup{}
	for j := range n + 1 {
		for i := range n + 1 {
			x, y := float64(i)/float64(n), float64(j)/float64(n)
			dx, dy := 0.6*math.Cos(6*x)*math.Cos(4*y), -0.4*math.Sin(6*x)*math.Sin(4*y)
			s.positions = append(s.positions, mgl32.Vec3{float32(x), float32(y), float32(0.1 * math.Sin(6*x) * math.Cos(4*y))})
			s.normals = append(s.normals, mgl32.Vec3{float32(-dx), float32(-dy), 1}.Normalize())
			s.uvs = append(s.uvs, mgl32.Vec2{float32(math.Abs(x - 0.5)), float32(y)})
		}
	}
	for j := range n {
		for i := range n {
			a := uint32(j*(n+1) + i)
			b, c, d := a+1, a+uint32(n)+1, a+uint32(n)+2
			s.indices = append(s.indices, a, b, d, a, d, c)
		}
	}
	return s
}

func near(a, b mgl32.Vec4, eps float32) bool {
	for k := range a {
		if d := a[k] - b[k]; !(d <= eps && d >= -eps) {
			return false
		}
	}
	return true
}

func TestFlatQuad(t *testing.T) {
	z := mgl32.Vec3{0, 0, 1}
	s := &soup{
		indices:   []uint32{0, 1, 2, 0, 2, 3},
		positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
		normals:   []mgl32.Vec3{z, z, z, z},
	}
	for _, c := range []struct {
		name string
		uv   func(p mgl32.Vec3) mgl32.Vec2
		want mgl32.Vec4
	}{
		{"as it lies", func(p mgl32.Vec3) mgl32.Vec2 { return p.Vec2() }, mgl32.Vec4{1, 0, 0, 1}},
		{"mirrored u", func(p mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{-p[0], p[1]} }, mgl32.Vec4{-1, 0, 0, -1}},
		{"mirrored v", func(p mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{p[0], -p[1]} }, mgl32.Vec4{1, 0, 0, -1}},
		{"turned", func(p mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{p[1], -p[0]} }, mgl32.Vec4{0, 1, 0, 1}},
		{"stretched", func(p mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{7 * p[0], 0.01 * p[1]} }, mgl32.Vec4{1, 0, 0, 1}},
		{"without area", func(mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{} }, lost},
	} {
		s.uvs = nil
		for _, p := range s.positions {
			s.uvs = append(s.uvs, c.uv(p))
		}
		r := s.generate()
		for i := range s.indices {
			if !near(r.corner(i), c.want, 1e-6) {
				t.Errorf("%s: corner %d has %v, want %v", c.name, i, r.corner(i), c.want)
			}
		}
		if len(r.Copies) != 0 {
			t.Errorf("%s: splits %v", c.name, r.Copies)
		}
	}
}

// TestMirrorSeam checks that vertices are split where the texture mirrors, and only there.
func TestMirrorSeam(t *testing.T) {
	const n = 16
	s := wavyGrid(n)
	r := s.generate()
	if len(r.Copies) != n+1 {
		t.Errorf("%d copies, want the %d vertices of the seam", len(r.Copies), n+1)
	}
	for _, v := range r.Copies {
		if s.positions[v][0] != 0.5 {
			t.Errorf("vertex %d at %v is split", v, s.positions[v])
		}
	}
	for c := range s.indices {
		left := s.positions[s.indices[c-c%3]][0]+s.positions[s.indices[c-c%3+1]][0]+s.positions[s.indices[c-c%3+2]][0] < 1.5
		if tangent := r.corner(c); (tangent[3] < 0) != left || (tangent[0] < 0) != left {
			t.Fatalf("corner %d: %v, left of the seam is %v", c, tangent, left)
		}
	}
}

// TestReference holds wavyGrid(4) against the tangents that the npm package mikktspace 1.1.1, a
// build of the published program, gives for its corners.
func TestReference(t *testing.T) {
	r := wavyGrid(4).generate()
	for _, want := range []struct {
		corner  int
		tangent mgl32.Vec4
	}{
		{0, mgl32.Vec4{-0.8574929, 0, -0.5144958, -1}},
		{7, mgl32.Vec4{-0.8597621, 0, 0.5106948, -1}},
		{14, mgl32.Vec4{0.997392, -0.01006634, -0.07146993, 1}},
		{21, mgl32.Vec4{0.9920964, 0, -0.1254779, 1}},
		{28, mgl32.Vec4{-0.9996344, 0.02572512, 0.008322503, -1}},
		{35, mgl32.Vec4{-0.9996344, 0.02572512, 0.008322503, -1}},
		{42, mgl32.Vec4{0.997392, -0.01006634, -0.07146993, 1}},
		{49, mgl32.Vec4{-0.9996344, 0.02572512, 0.008322503, -1}},
		{56, mgl32.Vec4{-0.8620084, -0.001759244, -0.5068909, -1}},
		{63, mgl32.Vec4{0.9707788, -0.0001948449, 0.2399762, 1}},
		{70, mgl32.Vec4{0.8686717, 0.004037367, -0.4953718, 1}},
		{77, mgl32.Vec4{-0.9309639, 0, 0.3651111, -1}},
		{84, mgl32.Vec4{0.8620068, 0.001027385, 0.5068958, 1}},
		{91, mgl32.Vec4{0.8686717, 0.004037367, -0.4953718, 1}},
	} {
		if got := r.corner(want.corner); !near(got, want.tangent, 1e-6) {
			t.Errorf("corner %d has %v, want %v", want.corner, got, want.tangent)
		}
	}
}

// TestIndexingDoesNotMatter compares an indexed mesh with the same one taken apart.
func TestIndexingDoesNotMatter(t *testing.T) {
	s := wavyGrid(12)
	apart := &soup{}
	for c, v := range s.indices {
		apart.indices = append(apart.indices, uint32(c))
		apart.positions = append(apart.positions, s.positions[v])
		apart.normals = append(apart.normals, s.normals[v])
		apart.uvs = append(apart.uvs, s.uvs[v])
	}
	a, b := s.generate(), apart.generate()
	for c := range s.indices {
		if a.corner(c) != b.corner(c) {
			t.Fatalf("corner %d: %v and %v", c, a.corner(c), b.corner(c))
		}
	}
	if len(b.Copies) != 0 {
		t.Errorf("%d copies of vertices with one corner each", len(b.Copies))
	}
}

// TestDegenerate checks that triangles without area take their neighbours' tangent, and what
// has no neighbours gets something.
func TestDegenerate(t *testing.T) {
	z := mgl32.Vec3{0, 0, 1}
	s := &soup{
		indices:   []uint32{0, 1, 2, 1, 1, 2, 3, 3, 3},
		positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}},
		normals:   []mgl32.Vec3{z, z, z, z},
		uvs:       []mgl32.Vec2{{0, 0}, {1, 0}, {0, 1}, {0, 0}},
	}
	r := s.generate()
	for c, want := range []mgl32.Vec4{{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, lost, lost, lost} {
		if r.corner(c) != want {
			t.Errorf("corner %d: %v, want %v", c, r.corner(c), want)
		}
	}
}

// TestRandomSoup makes sure that nothing a mesh can be breaks the program: few vertices, so
// that edges meet in threes and fours, and every kind of degenerate triangle.
func TestRandomSoup(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s := randomSoup(rnd, 1+rnd.IntN(9), rnd.IntN(40))
		r := s.generate()
		if len(r.Tangents) != len(s.positions)+len(r.Copies) || len(r.Indices) != len(s.indices) {
			t.Fatalf("%d tangents for %d vertices and %d copies", len(r.Tangents), len(s.positions), len(r.Copies))
		}
		for c, i := range r.Indices {
			v := i
			if int(i) >= len(s.positions) {
				v = r.Copies[int(i)-len(s.positions)]
			}
			if v != s.indices[c] {
				t.Fatalf("corner %d is vertex %d, was %d", c, v, s.indices[c])
			}
		}
	}
}

func randomSoup(rnd *rand.Rand, vertices, triangles int) *soup {
	s := &soup{}
	axes := []mgl32.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}}
	for range vertices {
		s.positions = append(s.positions, mgl32.Vec3{float32(rnd.IntN(3)), float32(rnd.IntN(3)), float32(rnd.IntN(3))})
		s.normals = append(s.normals, axes[rnd.IntN(4)])
		s.uvs = append(s.uvs, mgl32.Vec2{float32(rnd.IntN(3)), float32(rnd.IntN(3))})
	}
	for range 3 * triangles {
		s.indices = append(s.indices, uint32(rnd.IntN(vertices)))
	}
	return s
}

// TestHugeFan makes sure that a vertex with very many triangles does not cost their square.
func TestHugeFan(t *testing.T) {
	const n = 200_000
	s := &soup{}
	add := func(x, y, u, v float64) {
		s.positions = append(s.positions, mgl32.Vec3{float32(x), float32(y), 0})
		s.normals = append(s.normals, mgl32.Vec3{0, 0, 1})
		s.uvs = append(s.uvs, mgl32.Vec2{float32(u), float32(v)})
	}
	add(0, 0, 0, 0)
	for i := range n {
		x, y := math.Cos(2*math.Pi*float64(i)/n), math.Sin(2*math.Pi*float64(i)/n)
		add(x, y, x, y)
		s.indices = append(s.indices, 0, uint32(1+i), uint32(1+(i+1)%n))
	}
	r := s.generate()
	if !near(r.corner(0), mgl32.Vec4{1, 0, 0, 1}, 1e-3) {
		t.Errorf("the centre has %v", r.corner(0))
	}
}

func BenchmarkGenerate(b *testing.B) {
	s := wavyGrid(708) // a million triangles
	b.ReportAllocs()
	for b.Loop() {
		s.generate()
	}
	b.ReportMetric(float64(len(s.indices)/3)/1e6*float64(b.N)/b.Elapsed().Seconds(), "Mtri/s")
}
