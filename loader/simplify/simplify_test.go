package simplify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

var shapes = []struct {
	name   string
	p      *scene.Primitive
	least  int // levels of DefaultOptions
	closed bool
}{
	{"sphere", everything(sphere(96, 2)), 4, true},
	{"torus", everything(torus(120, 60)), 4, true},
	{"box", everything(box(24)), 4, true},
	{"sheet", everything(sheet(64, 0.05)), 4, false},
	{"tree", everything(tree(200)), 1, false},
}

func TestLevels(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			o := DefaultOptions()
			levels, err := Levels(s.p, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(levels) < s.least || len(levels) > o.Levels {
				t.Errorf("%d levels", len(levels))
			}
			extent := float32(0)
			for _, x := range s.p.Bounds.Size() {
				extent = max(extent, x)
			}
			triangles, worst := len(s.p.Indices)/3, float32(0)
			edges := openEdges(s.p)
			for i, l := range levels {
				n := len(l.Primitive.Indices) / 3
				t.Logf("level %d: %d triangles, %+v", i+1, n, l.Deviation)
				checkLevel(t, s.p, &l.Primitive)
				if target := float64(o.Ratio) * float64(triangles); float64(n) > target*1.5+4 || float64(n) < target*0.7-4 {
					t.Errorf("level %d has %d triangles, the one before %d", i+1, n, triangles)
				}
				if l.Error < worst || l.Error > o.MaxError*extent || l.Color > o.MaxColor || l.Slide > o.MaxSlide*extent {
					t.Errorf("level %d breaks its bounds: %+v", i+1, l.Deviation)
				}
				there, back := distances(s.p, &l.Primitive), distances(&l.Primitive, s.p)
				t.Logf("sampled: %g from the mesh, %g from the level", there, back)
				if there > 1.5*l.Error+1e-5*extent || back > 2*l.Error+1e-5*extent {
					t.Errorf("level %d says its error is %g, sampled %g and %g", i+1, l.Error, there, back)
				}
				if open := openEdges(&l.Primitive); s.closed && open > 0 || open > edges {
					t.Errorf("level %d: %d open edges of %d", i+1, open, edges)
				}
				triangles, worst = n, l.Error
			}
		})
	}
}

// checkLevel sees that a level is sound and made of the primitive's own vertices.
func checkLevel(t *testing.T, p, l *scene.Primitive) {
	t.Helper()
	type vertex struct {
		position, normal mgl32.Vec3
		tangent, color   mgl32.Vec4
		uv0, uv1         mgl32.Vec2
	}
	at := func(p *scene.Primitive, i int) (v vertex) {
		v.position = p.Positions[i]
		if p.Normals != nil {
			v.normal = p.Normals[i]
		}
		if p.Tangents != nil {
			v.tangent = p.Tangents[i]
		}
		if p.Colors != nil {
			v.color = p.Colors[i]
		}
		if p.UV0 != nil {
			v.uv0 = p.UV0[i]
		}
		if p.UV1 != nil {
			v.uv1 = p.UV1[i]
		}
		return v
	}
	own := map[vertex]bool{}
	for i := range p.Positions {
		own[at(p, i)] = true
	}
	if err := checkPrimitive(l); err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]any{{p.Normals, l.Normals}, {p.Tangents, l.Tangents}, {p.UV0, l.UV0}, {p.UV1, l.UV1}, {p.Colors, l.Colors}} {
		if a, b := reflect.ValueOf(pair[0]), reflect.ValueOf(pair[1]); a.IsNil() != b.IsNil() {
			t.Errorf("%T: nil before %v, after %v", pair[0], a.IsNil(), b.IsNil())
		}
	}
	for i := range l.Positions {
		if !own[at(l, i)] {
			t.Fatalf("vertex %d is none of the mesh", i)
		}
	}
	used := uint32(0) // vertices in the order of use
	for _, v := range l.Indices {
		if v > used {
			t.Fatalf("vertex %d is used before %d", v, used)
		}
		used = max(used, v+1)
	}
	if int(used) != len(l.Positions) {
		t.Errorf("%d vertices, %d used", len(l.Positions), used)
	}
	if l.Bounds != scene.BoundsOf(l.Positions) || l.Material != p.Material {
		t.Errorf("bounds %v, material %d", l.Bounds, l.Material)
	}
}

// openEdges counts edges between positions that as many triangles run along one way as the other way
// do not. A crack or a hole is made of them.
func openEdges(list ...*scene.Primitive) int {
	edges := map[[2]mgl32.Vec3]int{}
	for _, p := range list {
		for i := 0; i < len(p.Indices); i += 3 {
			for k := range 3 {
				a, b, way := p.Positions[p.Indices[i+k]], p.Positions[p.Indices[i+(k+1)%3]], 1
				if a[0] > b[0] || a[0] == b[0] && (a[1] > b[1] || a[1] == b[1] && a[2] > b[2]) {
					a, b, way = b, a, -1
				}
				edges[[2]mgl32.Vec3{a, b}] += way
			}
		}
	}
	open := 0
	for _, n := range edges {
		if n != 0 {
			open++
		}
	}
	return open
}

// distances is the largest distance of points spread over a from the nearest point of b, without
// what is under test: by trying triangles one after the other.
func distances(a, b *scene.Primitive) float32 {
	random := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	middles, radii := make([]mgl32.Vec3, len(b.Indices)/3), make([]float64, len(b.Indices)/3)
	for i := range middles {
		c := [3]mgl32.Vec3{b.Positions[b.Indices[3*i]], b.Positions[b.Indices[3*i+1]], b.Positions[b.Indices[3*i+2]]}
		middles[i] = c[0].Add(c[1]).Add(c[2]).Mul(1.0 / 3)
		for _, x := range c {
			radii[i] = max(radii[i], float64(x.Sub(middles[i]).Len()))
		}
	}
	for range 400 {
		t := 3 * random.IntN(len(a.Indices)/3)
		u, v := random.Float32(), random.Float32()
		if u+v > 1 {
			u, v = 1-u, 1-v
		}
		q := a.Positions[a.Indices[t]].Mul(1 - u - v).Add(a.Positions[a.Indices[t+1]].Mul(u)).Add(a.Positions[a.Indices[t+2]].Mul(v))
		best := math.Inf(1)
		for i := 0; i < len(b.Indices); i += 3 {
			if float64(q.Sub(middles[i/3]).Len())-radii[i/3] > best {
				continue
			}
			best = min(best, pointTriangle(q, b.Positions[b.Indices[i]], b.Positions[b.Indices[i+1]], b.Positions[b.Indices[i+2]]))
		}
		worst = max(worst, best)
	}
	return float32(worst)
}

// pointTriangle is the distance by another road than scene.ClosestOnTriangle: the plane where the foot is inside,
// else the three edges.
func pointTriangle(p, a, b, c mgl32.Vec3) float64 {
	n := b.Sub(a).Cross(c.Sub(a))
	inside := n.Len() > 0
	best := math.Inf(1)
	for _, e := range [][2]mgl32.Vec3{{a, b}, {b, c}, {c, a}} {
		d := e[1].Sub(e[0])
		if n.Cross(d).Dot(p.Sub(e[0])) < 0 {
			inside = false
		}
		s := float32(0)
		if d.Dot(d) > 0 {
			s = min(max(p.Sub(e[0]).Dot(d)/d.Dot(d), 0), 1)
		}
		best = min(best, float64(p.Sub(e[0].Add(d.Mul(s))).Len()))
	}
	if inside {
		best = math.Abs(float64(p.Sub(a).Dot(n.Normalize())))
	}
	return best
}

// TestSeamKeepsItsTexture: no triangle of a level spans two sides of the box, in space or in the texture.
func TestSeamKeepsItsTexture(t *testing.T) {
	levels, err := Levels(box(24), Options{Levels: 8, Ratio: 0.25, MaxError: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if len(levels) == 0 {
		t.Fatal("no levels")
	}
	for _, l := range levels {
		p := &l.Primitive
		var area float64
		for i := 0; i < len(p.Indices); i += 3 {
			a, b, c := p.Indices[i], p.Indices[i+1], p.Indices[i+2]
			if p.Normals[a] != p.Normals[b] || p.Normals[b] != p.Normals[c] {
				t.Fatalf("a triangle has normals %v %v %v", p.Normals[a], p.Normals[b], p.Normals[c])
			}
			d, e := p.UV0[b].Sub(p.UV0[a]), p.UV0[c].Sub(p.UV0[a])
			area += math.Abs(float64(d[0]*e[1]-d[1]*e[0])) / 2
		}
		if want := 0.81; math.Abs(area-want) > 1e-4 { // six ninths of a sixth
			t.Errorf("triangles cover %g of the texture, want %g", area, want)
		}
		t.Logf("%d triangles, %+v", len(p.Indices)/3, l.Deviation)
	}
	if last := levels[len(levels)-1]; len(last.Primitive.Indices)/3 > 40 || last.Error > 1e-3 { // the estimate counts moved borders
		t.Errorf("a flat-sided box went down to %d triangles with error %g", len(last.Primitive.Indices)/3, last.Error)
	}
}

// TestColors: on a flat sheet nothing but the colours stands against losing every vertex.
func TestColors(t *testing.T) {
	p := sheet(40, 0)
	for _, q := range p.Positions {
		c := float32(0.0)
		if q.Sub(mgl32.Vec3{0.5, 0, 0.5}).Len() < 0.25 {
			c = 1
		}
		p.Colors = append(p.Colors, mgl32.Vec4{c, c, c, 1})
	}
	o := Options{Levels: 3, Ratio: 0.5, MaxError: 0.05}
	free, err := Levels(p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.MaxColor = 0.25
	bound, err := Levels(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(free) != 3 || free[2].Color < 0.3 {
		t.Fatalf("without a bound: %d levels, the test tests nothing", len(free))
	}
	if len(bound) == 0 {
		t.Error("no levels under a bound")
	}
	for i, l := range bound {
		t.Logf("%d triangles, color off by %g, free %g", len(l.Primitive.Indices)/3, l.Color, free[i].Color)
		if l.Color > 0.25 {
			t.Errorf("level %d is off by %g", i+1, l.Color)
		}
	}
}

// TestLocked: a locked vertex survives where all its neighbours go.
func TestLocked(t *testing.T) {
	if _, err := library(); err != nil {
		t.Fatal(err)
	}
	s, err := weld([]*scene.Primitive{sheet(20, 0)})
	if err != nil {
		t.Fatal(err)
	}
	r := newReducer(s, Options{MaxError: 1})
	const kept = 100
	has := func(list []uint32) bool {
		for _, v := range list {
			if v == kept {
				return true
			}
		}
		return false
	}
	if free, _ := r.reduce(s.indices, 2, 0.1); has(free) {
		t.Fatalf("%d triangles keep the vertex by themselves, the test tests nothing", len(free)/3)
	}
	r.locked[kept] = true
	if bound, _ := r.reduce(s.indices, 2, 0.1); !has(bound) || len(bound)/3 > 20 {
		t.Errorf("a locked vertex: there %v, %d triangles", has(bound), len(bound)/3)
	}
}

// TestMeshLevels: primitives that share a border stay together without cracks.
func TestMeshLevels(t *testing.T) {
	whole := everything(sphere(64, 1))
	m := &scene.Mesh{Name: "ball", Primitives: []scene.Primitive{*whole, *whole}}
	m.Primitives[0].Indices, m.Primitives[1].Indices = nil, nil
	m.Primitives[1].Material = 3
	for i := 0; i < len(whole.Indices); i += 3 {
		half := &m.Primitives[0]
		if q := whole.Positions[whole.Indices[i]]; q[0]+0.3*q[1] > 0.1 {
			half = &m.Primitives[1]
		}
		half.Indices = append(half.Indices, whole.Indices[i:i+3]...)
	}
	levels, err := MeshLevels(m, Options{Levels: 5, Ratio: 0.4, MaxError: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if len(levels) < 4 {
		t.Errorf("%d levels", len(levels))
	}
	for i, l := range levels {
		if len(l.Mesh.Primitives) != 2 || l.Mesh.Name != "ball" {
			t.Fatalf("level %d: %d primitives", i+1, len(l.Mesh.Primitives))
		}
		n := 0
		for k := range l.Mesh.Primitives {
			checkLevel(t, &m.Primitives[k], &l.Mesh.Primitives[k])
			n += len(l.Mesh.Primitives[k].Indices) / 3
		}
		if open := openEdges(&l.Mesh.Primitives[0], &l.Mesh.Primitives[1]); open > 0 {
			t.Errorf("level %d of %d triangles: %d open edges", i+1, n, open)
		}
	}
}

func TestDeterministic(t *testing.T) {
	p := everything(torus(120, 60))
	var first []Level
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(n)
		levels, err := Levels(p, DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = levels
		} else if !reflect.DeepEqual(first, levels) {
			t.Errorf("other levels on %d processors", n)
		}
	}
}

// TestNegativeZero: 0 and -0 are one place, though their bits differ.
func TestNegativeZero(t *testing.T) {
	p := sheet(16, 0)
	q := sheet(16, 0)
	for i := range q.Positions {
		q.Positions[i][0] *= -1 // the border at x = 0 turns to -0
		q.Positions[i][1] = float32(math.Copysign(0, -1))
		q.UV0[i][0] += 2
	}
	for i := 0; i < len(q.Indices); i += 3 {
		q.Indices[i], q.Indices[i+1] = q.Indices[i+1], q.Indices[i]
	}
	join(p, q)
	before := openEdges(p)
	levels, err := Levels(p, Options{Levels: 2, Ratio: 0.3, MaxError: 0.05})
	if err != nil || len(levels) == 0 {
		t.Fatal(len(levels), err)
	}
	for _, l := range levels {
		ends := map[float32]int{} // a crack would leave a border at x = 0 with other vertices on either side
		for i, v := range l.Primitive.Positions {
			if v[0] == 0 {
				ends[v[2]] += 1 - 2*int(min(l.Primitive.UV0[i][0], 1))
			}
		}
		for z, sum := range ends {
			if sum != 0 {
				t.Errorf("a vertex at z = %g is on one side of the seam only", z)
			}
		}
		if after := openEdges(&l.Primitive); after >= before {
			t.Errorf("%d open edges of %d", after, before)
		}
	}
}

func TestRejects(t *testing.T) {
	nan := float32(math.NaN())
	bad := func(change func(p *scene.Primitive)) *scene.Primitive {
		p := everything(sphere(8, 1))
		change(p)
		return p
	}
	for name, p := range map[string]*scene.Primitive{
		"NaN position":     bad(func(p *scene.Primitive) { p.Positions[3][1] = nan }),
		"infinite":         bad(func(p *scene.Primitive) { p.Positions[3][1] = float32(math.Inf(-1)) }),
		"far":              bad(func(p *scene.Primitive) { p.Positions[3][1] = 1e30 }),
		"NaN normal":       bad(func(p *scene.Primitive) { p.Normals[3][1] = nan }),
		"NaN tangent":      bad(func(p *scene.Primitive) { p.Tangents[3][1] = nan }),
		"NaN UV":           bad(func(p *scene.Primitive) { p.UV0[3][1] = nan }),
		"infinite UV1":     bad(func(p *scene.Primitive) { p.UV1[3][1] = float32(math.Inf(1)) }),
		"NaN color":        bad(func(p *scene.Primitive) { p.Colors[3][1] = nan }),
		"index":            bad(func(p *scene.Primitive) { p.Indices[3] = uint32(len(p.Positions)) }),
		"two corners":      bad(func(p *scene.Primitive) { p.Indices = p.Indices[:5] }),
		"too few normals":  bad(func(p *scene.Primitive) { p.Normals = p.Normals[1:] }),
		"too many colors":  bad(func(p *scene.Primitive) { p.Colors = append(p.Colors, mgl32.Vec4{}) }),
		"normals are gone": bad(func(p *scene.Primitive) { p.Normals = p.Normals[:0] }),
	} {
		if _, err := Levels(p, DefaultOptions()); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := (Cache{Dir: t.TempDir()}).Levels(p, DefaultOptions()); err == nil {
			t.Errorf("%s, cached: no error", name)
		}
		if err := Optimize(p); err == nil {
			t.Errorf("%s, Optimize: no error", name)
		}
	}
	for _, change := range []func(o *Options){
		func(o *Options) { o.Levels = 0 }, func(o *Options) { o.Levels = 9 },
		func(o *Options) { o.Ratio = 0 }, func(o *Options) { o.Ratio = 1 }, func(o *Options) { o.Ratio = nan },
		func(o *Options) { o.MaxError = 0 }, func(o *Options) { o.MaxError = 1.5 }, func(o *Options) { o.MaxError = nan },
		func(o *Options) { o.MaxColor = -1 }, func(o *Options) { o.MaxNormal = nan }, func(o *Options) { o.MaxSlide = float32(math.Inf(1)) },
	} {
		o := DefaultOptions()
		change(&o)
		if _, err := Levels(sphere(8, 1), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// TestDegenerate: little or nothing to work on gives few levels or none, but never an error.
func TestDegenerate(t *testing.T) {
	vertices := func(list ...mgl32.Vec3) *scene.Primitive {
		p := &scene.Primitive{Positions: list}
		for i := range list {
			p.Indices = append(p.Indices, uint32(i))
		}
		return p
	}
	double := sphere(24, 1)
	double.Indices = append(double.Indices, double.Indices...)
	inverted := sphere(24, 1)
	for i := len(inverted.Indices) - 3; i >= 0; i -= 3 {
		x := inverted.Indices[i:]
		inverted.Indices = append(inverted.Indices, x[0], x[2], x[1])
	}
	line := sheet(16, 0)
	for i := range line.Positions {
		line.Positions[i][2] = 0
	}
	small, large := sphere(24, 1e-18), sphere(24, 1e14)
	offset := sphere(24, 1)
	for i := range offset.Positions {
		offset.Positions[i][0] += 1e6
	}
	spare := sphere(24, 1)
	spare.Positions = append(spare.Positions, mgl32.Vec3{500, 0, 0})
	spare.Normals, spare.UV0 = append(spare.Normals, mgl32.Vec3{}), append(spare.UV0, mgl32.Vec2{})
	for name, c := range map[string]struct {
		p      *scene.Primitive
		levels int // at least; -1: none
	}{
		"empty":        {&scene.Primitive{}, -1},
		"no triangles": {&scene.Primitive{Positions: make([]mgl32.Vec3, 5)}, -1},
		"one triangle": {vertices(mgl32.Vec3{}, mgl32.Vec3{1}, mgl32.Vec3{0, 1}), -1},
		"a point":      {vertices(mgl32.Vec3{2, 3}, mgl32.Vec3{2, 3}, mgl32.Vec3{2, 3}), -1},
		"a needle":     {vertices(mgl32.Vec3{}, mgl32.Vec3{1}, mgl32.Vec3{2}), -1},
		"line":         {line, 0}, "double": {double, 0}, "inverted": {inverted, 0},
		"small": {small, 2}, "large": {large, 2}, "offset": {offset, 1}, "unused": {spare, 2},
	} {
		levels, err := Levels(c.p, DefaultOptions())
		if err != nil || len(levels) < c.levels || c.levels < 0 && len(levels) > 0 {
			t.Errorf("%s: %d levels, %v", name, len(levels), err)
		}
		before := len(c.p.Indices)
		for _, l := range levels {
			if len(l.Primitive.Indices) >= before || len(l.Primitive.Indices) == 0 {
				t.Errorf("%s: %d indices after %d", name, len(l.Primitive.Indices), before)
			}
			before = len(l.Primitive.Indices)
			checkLevel(t, c.p, &l.Primitive)
			if d := l.Error; !(d >= 0 && d < 1e14) {
				t.Errorf("%s: error %g", name, d)
			}
		}
		q := *c.p
		if err := Optimize(&q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzLevels: triangles between a few points on a coarse grid, where anything may coincide.
func FuzzLevels(f *testing.F) {
	f.Add([]byte{}, uint8(3))
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 200, 100, 50, 25, 12, 6, 3, 1}, uint8(40))
	f.Add([]byte("the quick brown fox jumps over the lazy dog, and again and again"), uint8(9))
	f.Fuzz(func(t *testing.T, data []byte, vertices uint8) {
		p := &scene.Primitive{}
		for i := range int(vertices) + 1 {
			h := uint32(i) * 2654435761
			p.Positions = append(p.Positions, mgl32.Vec3{float32(h >> 30), float32(h >> 28 & 3), float32(h >> 26 & 3)})
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(h >> 25 & 1)})
		}
		for _, b := range data[:len(data)/3*3] {
			p.Indices = append(p.Indices, uint32(b)%uint32(len(p.Positions)))
		}
		levels, err := Levels(p, Options{Levels: 8, Ratio: 0.6, MaxError: 0.5, MaxSlide: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		before := len(p.Indices)
		for _, l := range levels {
			checkLevel(t, p, &l.Primitive)
			if len(l.Primitive.Indices) >= before || l.Error > 0.5*3 {
				t.Fatalf("%d indices after %d, error %g", len(l.Primitive.Indices), before, l.Error)
			}
			before = len(l.Primitive.Indices)
		}
	})
}

func BenchmarkLevels(b *testing.B) {
	for _, n := range []int{10, 100, 707} {
		p := torus(n, n)
		b.Run(fmt.Sprintf("%dk", len(p.Indices)/3000), func(b *testing.B) {
			for b.Loop() {
				if _, err := Levels(p, DefaultOptions()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
