package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// lampLookup is the lookup of lamp_shadow.glsl in float64: the share of the light that reaches a point with a
// normal where the map holds depth(ray), the distance along Forward at which a ray of slopes (right, up) ends.
func lampLookup(t testing.TB, f LampFace, size int, p, normal mgl32.Vec3, depth func(x, y float64) float64) float64 {
	t.Helper()
	q := vec64(p.Sub(f.Position))
	n := vec64(normal)
	forward, right, up := vec64(f.Forward), vec64(f.Right), vec64(f.Up)
	slant := math.Abs(n.Dot(right)) + math.Abs(n.Dot(up))
	offset := float64(f.NormalOffset(size)) * q.Dot(forward)
	q = q.Add(n.Mul(offset * slant / (1 - float64(f.NormalOffset(size))*slant*n.Dot(forward))))
	w := q.Dot(forward)
	tangent := float64(f.Tangent(size))
	texel := func(s float64) float64 { return (s/(w*tangent) + 1) / 2 * float64(size) } // from the map's edge
	x, y := texel(q.Dot(right)), texel(q.Dot(up))
	reference := 1 / (w - float64(LampDepthBias(0, 0, float32(offset))))
	lit := 0.0
	for j := math.Floor(y+0.5) - 2; j < math.Floor(y+0.5)+2; j++ {
		for i := math.Floor(x+0.5) - 2; i < math.Floor(x+0.5)+2; i++ {
			if i < 0 || j < 0 || i >= float64(size) || j >= float64(size) {
				t.Fatalf("face %+v, size %d: %v, moved by %g, reads texel %v, %v", f, size, p, offset, i, j)
			}
			share := (2 - math.Abs(i+0.5-x)) * (2 - math.Abs(j+0.5-y)) / 16
			slope := func(k float64) float64 { return ((k+0.5)/float64(size)*2 - 1) * tangent }
			if reference >= 1/depth(slope(i), slope(j)) {
				lit += share
			}
		}
	}
	return lit
}

// planeDepth is what a map holds where only a plane casts a shadow.
func planeDepth(f LampFace, p, normal mgl32.Vec3) func(x, y float64) float64 {
	n := vec64(normal)
	a, b, c := n.Dot(vec64(f.Right)), n.Dot(vec64(f.Up)), n.Dot(vec64(f.Forward))
	d := n.Dot(vec64(p.Sub(f.Position)))
	return func(x, y float64) float64 {
		w := d / (a*x + b*y + c)
		if w <= 0 {
			return math.Inf(1)
		}
		return w
	}
}

// A plane throws no shadow on itself, at any angle, distance and size of the map: no acne. Nor does a filter near an
// edge read beyond its map.
func TestLampShadowHasNoAcne(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for range 200_000 {
		at := mgl32.Vec3{3, -2, 5}
		d := randomDirection(r)
		f := PointFaces(at)[CubeFace(d)]
		if r.IntN(2) == 0 {
			outer := 0.02 + 1.02*r.Float32()
			f = SpotFace(at, randomDirection(r), outer)
			angle := float64(outer) * math.Sqrt(r.Float64())
			side := 2 * math.Pi * r.Float64()
			d = f.Forward.Mul(float32(math.Cos(angle))).Add(f.Right.Mul(float32(math.Sin(angle) * math.Cos(side)))).Add(f.Up.Mul(float32(math.Sin(angle) * math.Sin(side))))
		}
		size := 64 << r.IntN(5)
		distance := float32(math.Exp(r.Float64()*7 - 3))
		p := at.Add(d.Mul(distance))
		normal := randomDirection(r)
		cosine := -normal.Dot(d)
		if cosine < 0 {
			normal, cosine = normal.Mul(-1), -cosine
		}
		if cosine < 0.02 {
			continue
		}
		lit := lampLookup(t, f, size, p, normal, planeDepth(f, p, normal))
		if lit < 1-1e-9 {
			t.Fatalf("size %d, face %+v: a plane at %v facing %v, at %.3f to the light, is %v lit", size, f, p.Sub(at), normal, cosine, lit)
		}
	}
}

// What blocks the light a few texels above a surface throws a full shadow: shadows stay attached. A receiver moves by
// up to 3 texels, and the filter reads a tilted caster as much deeper again; where the surface faces the map, an eighth of
// a texel is enough.
func TestLampShadowStaysAttached(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for range 50_000 {
		d := randomDirection(r)
		f := PointFaces(mgl32.Vec3{})[CubeFace(d)]
		size := 64 << r.IntN(4)
		p := d.Mul(1 + 20*r.Float32())
		w := p.Dot(f.Forward)
		texel := 2 * f.Tangent(size) * w / float32(size)
		if o := f.NormalOffset(size) * w * math.Sqrt2; o > 3*texel {
			t.Fatalf("moved by %v texels", o/texel)
		}
		normal := randomDirection(r)
		if normal.Dot(d) > 0 {
			normal = normal.Mul(-1)
		}
		if -normal.Dot(d) < 0.1 {
			continue
		}
		// A plane parallel to the surface, a little further than the offset towards the lamp.
		above := p.Add(normal.Mul(6 * texel))
		if normal.Dot(f.Position.Sub(above)) <= 0 {
			continue // the lamp is between them
		}
		if lit := lampLookup(t, f, size, p, normal, planeDepth(f, above, normal)); lit > 0 {
			t.Fatalf("size %d: a plane 6 texels above %v facing %v lets %v of the light through", size, p, normal, lit)
		}
		// Facing the lamp, a plane an eighth of a texel above is enough.
		facing := f.Forward.Mul(-1)
		above = p.Add(facing.Mul(0.125 * texel))
		if lit := lampLookup(t, f, size, p, facing, planeDepth(f, above, facing)); lit > 0 {
			t.Fatalf("size %d: a plane an eighth of a texel above %v lets %v through", size, p, lit)
		}
	}
}

// Every direction has its cube face, whose slopes reach it; the faces' axes make frames.
func TestCubeFaces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	faces := PointFaces(mgl32.Vec3{})
	for _, f := range faces {
		if f.Right.Cross(f.Up) != f.Forward {
			t.Errorf("%v × %v is not %v", f.Right, f.Up, f.Forward)
		}
	}
	for range 1000 {
		d := randomDirection(r)
		f := faces[CubeFace(d)]
		w := d.Dot(f.Forward)
		if w < 0.57 || abs(d.Dot(f.Right)) > w || abs(d.Dot(f.Up)) > w {
			t.Errorf("%v goes through %+v", d, f)
		}
	}
	for _, d := range []mgl32.Vec3{{1, 1, 1}, {-1, 1, -1}, {0, 1, 1}, {0, -1, 1}, {0, 0, 0}} {
		if f := faces[CubeFace(d)]; d.Dot(f.Forward) < abs(d[0]) || d.Dot(f.Forward) < abs(d[2]) {
			t.Errorf("%v goes through %+v", d, f)
		}
	}
}

// What is in a face's map, border included, is never culled, and most of what is not is.
func TestLampFaceMeetsBox(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	kept, wrong := 0, 0
	for range 20_000 {
		number := func() float32 { return r.Float32()*20 - 10 }
		at := mgl32.Vec3{number(), number(), number()}
		f := PointFaces(at)[r.IntN(6)]
		size := 64 << r.IntN(4)
		b := BoundsOf([]mgl32.Vec3{{number(), number(), number()}, {number(), number(), number()}})
		inside := false
		for range 200 {
			p := b.Min
			for k := range 3 {
				p[k] += (b.Max[k] - b.Min[k]) * r.Float32()
			}
			q := p.Sub(at)
			w := q.Dot(f.Forward) * f.Tangent(size)
			inside = inside || abs(q.Dot(f.Right)) <= w && abs(q.Dot(f.Up)) <= w
		}
		meets := f.MeetsBox(b, size)
		if inside && !meets {
			t.Fatalf("%+v misses %v", f, b)
		}
		if meets {
			kept++
			if !inside {
				wrong++
			}
		}
	}
	if kept < 1000 || wrong > kept/3 {
		t.Errorf("%d boxes are kept, %d of them for nothing", kept, wrong)
	}
}

// A cube face that a cone reaches is not left out.
func TestLampFaceMeetsCone(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	skipped := 0
	for range 300 {
		axis := randomDirection(r)
		outer := 1.05 + 0.5*r.Float32()
		met := map[int]bool{}
		side := mgl64.Vec3{0, 1, 0}.Cross(vec64(axis))
		if side.Len() < 1e-3 {
			continue
		}
		side = side.Normalize()
		up := vec64(axis).Cross(side)
		for range 500 {
			angle, turn := float64(outer)*math.Sqrt(r.Float64()), 2*math.Pi*r.Float64()
			d := vec64(axis).Mul(math.Cos(angle)).Add(side.Mul(math.Sin(angle) * math.Cos(turn))).Add(up.Mul(math.Sin(angle) * math.Sin(turn)))
			met[CubeFace(mgl32.Vec3{float32(d[0]), float32(d[1]), float32(d[2])})] = true
		}
		for i, f := range PointFaces(mgl32.Vec3{}) {
			if !f.MeetsCone(axis, outer) {
				skipped++
				if met[i] {
					t.Fatalf("a cone of %v about %v lacks face %d", outer, axis, i)
				}
			}
		}
	}
	if skipped == 0 {
		t.Error("no face is ever left out")
	}
}
