package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

func anyHit(*surfaceHit) bool { return true }

func TestSurfaceHit(t *testing.T) {
	s := surface(boxOf(2), mgl32.Translate3D(5, 0, 0))
	far := math.Inf(1)
	for _, c := range []struct {
		name  string
		r     ray
		want  float64 // 0: none
		front bool
	}{
		{"before a face", ray{mgl64.Vec3{0, 0.3, 0.2}, mgl64.Vec3{1, 0, 0}, 0, far}, 4, true},
		{"with a longer way", ray{mgl64.Vec3{0, 0.3, 0.2}, mgl64.Vec3{8, 0, 0}, 0, far}, 0.5, true},
		{"on an edge of triangles", ray{mgl64.Vec3{0, 0, 0}, mgl64.Vec3{1, 0, 0}, 0, far}, 4, true},
		{"from inside", ray{mgl64.Vec3{5, 0.1, 0}, mgl64.Vec3{1, 0, 0}, 0, far}, 1, false},
		{"behind", ray{mgl64.Vec3{9, 0, 0}, mgl64.Vec3{1, 0, 0}, 0, far}, 0, false},
		{"too near to end there", ray{mgl64.Vec3{0, 0, 0}, mgl64.Vec3{1, 0, 0}, 0, 3.9}, 0, false},
		{"begun past the first", ray{mgl64.Vec3{0, 0.1, 0.2}, mgl64.Vec3{1, 0, 0}, 4.5, far}, 6, false},
		{"past it", ray{mgl64.Vec3{0, 1.001, 0}, mgl64.Vec3{1, 0, 0}, 0, far}, 0, false},
		{"along a face outside", ray{mgl64.Vec3{0, 1.1, 0}, mgl64.Vec3{1, 0, 0}, 0, far}, 0, false},
	} {
		h, ok := s.hit(c.r, anyHit)
		if ok != (c.want != 0) || ok && (math.Abs(h.distance-c.want) > 1e-9 || h.front != c.front) {
			t.Errorf("%s: %v at %g, front %v; want %g, %v", c.name, ok, h.distance, h.front, c.want, c.front)
		}
	}
	if _, ok := surface().hit(ray{way: mgl64.Vec3{1, 0, 0}, far: far}, anyHit); ok {
		t.Error("a ray meets nothing")
	}
}

// The tree leaves nothing out: it finds what a walk over all triangles does. The number of a triangle and the
// weights of its corners lead back to the point.
func TestSurfaceHitOfTree(t *testing.T) {
	p := TorusMesh(DefaultTorus())
	s := surfaceOfPrimitive(&p)
	r, hits := random{state: 9}, 0
	for range 400 {
		from := mgl64.Vec3{r.within(-2, 2), r.within(-2, 2), r.within(-2, 2)}
		to := mgl64.Vec3{r.within(-0.6, 0.6), r.within(-0.2, 0.2), r.within(-0.6, 0.6)}
		line := ray{from, to.Sub(from), 0, math.Inf(1)}
		want, any := math.Inf(1), false
		for i := range p.Indices {
			if i%3 != 0 {
				continue
			}
			at := func(k int) mgl64.Vec3 { return vec64(p.Positions[p.Indices[i+k]]) }
			if h, ok := line.triangle(at(0), at(1), at(2)); ok {
				want, any = min(want, h.distance), true
			}
		}
		h, ok := s.hit(line, anyHit)
		if ok != any || ok && h.distance != want {
			t.Fatalf("from %v to %v: %v at %g, want %v at %g", from, to, ok, h.distance, any, want)
		}
		if !ok {
			continue
		}
		hits++
		corner := func(k int) mgl64.Vec3 { return vec64(p.Positions[p.Indices[3*h.triangle+k]]) }
		at := corner(0).Mul(1 - h.b - h.c).Add(corner(1).Mul(h.b)).Add(corner(2).Mul(h.c))
		if at.Sub(line.at(h.distance)).Len() > 1e-6 {
			t.Fatalf("triangle %d is met at %v, want %v", h.triangle, at, line.at(h.distance))
		}
	}
	if hits < 100 {
		t.Errorf("only %d of 400 rays met the ring", hits)
	}
}
