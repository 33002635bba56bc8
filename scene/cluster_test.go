package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// clusterViews are cameras of every kind over a scene of 60 m.
func clusterViews() map[string]View {
	look := func(eye, at mgl32.Vec3) mgl32.Mat4 { return mgl32.LookAtV(eye, at, mgl32.Vec3{0, 1, 0.01}).Inv() }
	out := map[string]View{}
	for name, c := range map[string]Camera{
		"street":       {WorldFromCamera: look(mgl32.Vec3{0, 1.7, 28}, mgl32.Vec3{0, 1, 0}), FovY: 0.9, Near: 0.05},
		"tele":         {WorldFromCamera: look(mgl32.Vec3{200, 90, 10}, mgl32.Vec3{3, 0, 0}), FovY: 0.05, Near: 1, Far: 1000},
		"down":         {WorldFromCamera: look(mgl32.Vec3{0, 20, 0}, mgl32.Vec3{}), FovY: 1.6, Near: 0.1},
		"orthographic": {WorldFromCamera: look(mgl32.Vec3{10, 10, 10}, mgl32.Vec3{}), Height: 40, Near: -30, Far: 90},
	} {
		for _, size := range [][2]int{{1920, 1080}, {97, 61}} {
			out[fmt.Sprint(name, size)] = c.View(size[0], size[1], mgl32.Vec2{})
		}
	}
	return out
}

var clusterBounds = Box{mgl32.Vec3{-30, 0, -30}, mgl32.Vec3{30, 6, 30}}

// A lamp of any kind, and how bright it makes a point that faces it.
type anyLamp struct {
	spot  SpotLight // without a cone: Outer 0
	world mgl32.Mat4
}

func (l *anyLamp) reach(v View) LampReach {
	if l.spot.Outer == 0 {
		return l.spot.PointLight.Reach(v.ViewFromWorld.Mul4(l.world))
	}
	return l.spot.Reach(v.ViewFromWorld.Mul4(l.world))
}

func (l *anyLamp) lights(p mgl32.Vec3) bool {
	towards := l.world.Col(3).Vec3().Sub(p).Normalize()
	if l.spot.Outer == 0 {
		return l.spot.PointLight.Illuminance(l.world, p, towards)[0] > 0
	}
	return l.spot.Illuminance(l.world, p, towards)[0] > 0
}

func randomLamps(r *rand.Rand, count int) []anyLamp {
	lamps := make([]anyLamp, count)
	number := func(low, high float32) float32 { return low + (high-low)*r.Float32() }
	for i := range lamps {
		l := &lamps[i]
		l.spot.Intensity, l.spot.Color, l.spot.Range = 100, mgl32.Vec3{1, 1, 1}, float32(math.Exp(float64(number(-2, 3))))
		if i%5 == 4 {
			l.spot.Range = 0
		}
		if i%2 == 0 {
			l.spot.Outer = number(0.002, 1.56)
			l.spot.Inner = l.spot.Outer * number(0, 1)
		}
		l.world = mgl32.Translate3D(number(-32, 32), number(-1, 7), number(-32, 32)).
			Mul4(mgl32.HomogRotate3DY(number(-4, 4))).Mul4(mgl32.HomogRotate3DX(number(-3, 3)))
	}
	return lamps
}

// Wherever a lamp's light falls in a picture, the cluster there has the lamp in its list. Points on the edges of
// ranges and cones, and in both directions of the jitter, are among them.
func TestClustersMissNoLight(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, v := range clusterViews() {
		g := PlanClusters(v, clusterBounds, 1000)
		lamps := randomLamps(r, 60)
		lit := 0
		for i := range lamps {
			l := &lamps[i]
			reach := l.reach(v)
			for range 400 {
				// A point of the light, as often at its end as within.
				d := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
				if l.spot.Outer > 0 {
					angle := float64(l.spot.Outer) * math.Sqrt(r.Float64())
					if r.IntN(3) == 0 {
						angle = float64(l.spot.Outer) * (1 - 1e-4*r.Float64())
					}
					s, c := math.Sincos(angle)
					side, up := math.Sincos(2 * math.Pi * r.Float64())
					d = l.world.Mul4x1(mgl32.Vec4{float32(s * side), float32(s * up), float32(-c), 0}).Vec3()
				}
				far := l.spot.Range
				if far == 0 {
					far = 50
				}
				if r.IntN(3) > 0 {
					far *= r.Float32()
				}
				p := l.world.Col(3).Vec3().Add(d.Mul(far * 0.99999))
				x, y, z := v.Pixel(p)
				depth := v.Depth(p)
				if !clusterBounds.Contains(p) || !l.lights(p) || !(z > 0 && z < 1) || !v.Orthographic && depth <= v.Near {
					continue
				}
				x, y = x+r.Float32()*1.8-0.9, y+r.Float32()*1.8-0.9
				column, row := int(math.Floor(float64(x)))/g.Tile, int(math.Floor(float64(y)))/g.Tile
				if x < 0 || y < 0 || column >= g.Columns || row >= g.Rows {
					continue
				}
				lit++
				slice := g.Slice(v, depth)
				if f := g.Froxel(v, column, row, slice); !f.Meets(reach) {
					t.Fatalf("%s: lamp %d (range %v, cone %v) lights %v at depth %v, and cluster %d,%d,%d lacks it: %+v, %+v", name, i, l.spot.Range, l.spot.Outer, p, depth, column, row, slice, f, reach)
				}
			}
		}
		if lit < 300 {
			t.Errorf("%s: only %d points tested", name, lit)
		}
	}
}

// Lists are not much longer than what the lamps light. Cones are held against balls around the clusters, which are
// longer than wide.
func TestClustersAreTight(t *testing.T) {
	v := clusterViews()["street[1920 1080]"]
	g := PlanClusters(v, clusterBounds, 4096)
	r := rand.New(rand.NewPCG(5, 6))
	for _, cone := range []bool{false, true} {
		listed, lit := 0, 0
		for i := range 40 {
			l := &randomLamps(r, 2)[1]
			l.spot.Range = 3
			if cone {
				l.spot.Outer = 0.5
			}
			reach := l.reach(v)
			for slice := range g.Slices {
				for row := range g.Rows {
					for column := range g.Columns {
						f := g.Froxel(v, column, row, slice)
						if !f.Meets(reach) {
							continue
						}
						listed++
						if lights(l, v, g, column, row, slice, rand.New(rand.NewPCG(uint64(i), 1))) {
							lit++
						}
					}
				}
			}
		}
		t.Logf("cone %v: %d clusters listed, %d lit", cone, listed, lit)
		most := 2.0
		if cone {
			most = 4
		}
		if float64(listed) > most*float64(lit) {
			t.Errorf("cone %v: %d clusters list lamps that light %d", cone, listed, lit)
		}
	}
}

// lights looks at points of a cluster.
func lights(l *anyLamp, v View, g ClusterGrid, column, row, slice int, r *rand.Rand) bool {
	f := g.Froxel(v, column, row, slice)
	for range 300 {
		d := f.Near + (min(f.Far, 1e3)-f.Near)*r.Float32()
		x, y := f.Left+(f.Right-f.Left)*r.Float32(), f.Bottom+(f.Top-f.Bottom)*r.Float32()
		p := mgl32.TransformCoordinate(mgl32.Vec3{x * d, y * d, -d}, v.WorldFromView)
		if l.lights(p) {
			return true
		}
	}
	return false
}

// The slices of depths follow one another from the camera on; everything visible is before the last one.
func TestClusterSlices(t *testing.T) {
	for name, v := range clusterViews() {
		g := PlanClusters(v, clusterBounds, 1)
		near, far, ok := visibleDepths(v, clusterBounds)
		if !ok {
			t.Fatalf("%s sees nothing", name)
		}
		if s := g.Slice(v, float32(far)); s > g.Slices-2 || s < 5 {
			t.Errorf("%s: what is farthest is in slice %d of %d", name, s, g.Slices)
		}
		if s := g.Slice(v, float32(near)); s != 0 && near*clusterNearest > far {
			t.Errorf("%s: what is nearest is in slice %d", name, s)
		}
		last := 0
		for i := range 1000 {
			d := float32(near + (far*1.1-near)*float64(i)/999)
			s := g.Slice(v, d)
			if s < last || s > last+20 || s >= g.Slices {
				t.Fatalf("%s: slice %d after %d", name, s, last)
			}
			if n, f := g.depths(v, s); d < n || d > f {
				t.Errorf("%s: depth %v is in slice %d, which is from %v to %v", name, d, s, n, f)
			}
			last = s
		}
	}
}

// However many lamps and pixels: lists stay within their memory, and a bit for every lamp is there.
func TestClusterMemoryIsBounded(t *testing.T) {
	for _, lamps := range []int{1, 32, 33, 4096, 20_000, 100_000, 1 << 20} {
		for _, size := range [][2]int{{1, 1}, {384, 216}, {1920, 1080}, {16384, 16384}, {16384, 1}} {
			v := Camera{FovY: 1, Near: 0.1, WorldFromCamera: mgl32.Translate3D(0, 1, 20)}.View(size[0], size[1], mgl32.Vec2{})
			g := PlanClusters(v, clusterBounds, lamps)
			if n := g.Clusters() * g.Stride(); n > clusterWords || g.Words()*32 < lamps || (g.Stride()-g.Words())*32 < g.Words() {
				t.Errorf("%d lamps, %v pixels: %+v takes %d words", lamps, size, g, n)
			}
			if g.Columns*g.Tile < size[0] || g.Rows*g.Tile < size[1] || g.Tile%clusterTileStep != 0 {
				t.Errorf("%d lamps, %v pixels: %+v does not cover the picture", lamps, size, g)
			}
			if lamps == 4096 && size[0] == 1920 && (g.Tile != 64 || g.Clusters() != 30*17*32) {
				t.Errorf("the usual picture has %+v", g)
			}
		}
	}
}
