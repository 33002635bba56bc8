package passes

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// edge draws the shadow of a board's straight edge, height metres above a floor, and returns the mean share
// of light over columns that follow the sun: pixels of so many metres.
func edge(t *testing.T, sun *scene.Sun, height float64) (lit []float64, metre float64) {
	t.Helper()
	const size, extent = 512, 3.0
	sc := stage(model(planeMesh, mgl32.Ident4()),
		model(boxMesh, mgl32.Translate3D(4, float32(height), 0).Mul4(mgl32.Scale3D(8, 0.002, 8)))) // its edge is at x = 0
	sc.Sun = sun
	elevation := math.Asin(float64(-sun.Direction[1]))
	at := -height / math.Tan(elevation) // where the middle of the half shadow lies
	sc.Cameras[0] = above(0.001, extent)
	sc.Cameras[0].WorldFromCamera = mgl32.Translate3D(float32(at), 0.5, 0).Mul4(sc.Cameras[0].WorldFromCamera)
	q := Request{Shot: scene.Shot{Width: size, Height: size, Samples: 1}, Output: OutputShadow, Float: true}
	p := render(t, sc, q)
	lit = make([]float64, size)
	for i := range lit {
		for y := range size {
			lit[i] += float64(p.at(i, y)[0]) / size
		}
	}
	return lit, extent / size
}

// width is how far it is from 10 to 90 % of the light.
func width(lit []float64, metre float64) float64 {
	low := slices.IndexFunc(lit, func(x float64) bool { return x < 0.9 })
	high := slices.IndexFunc(lit, func(x float64) bool { return x < 0.1 })
	if low < 1 || high < 0 {
		return math.NaN()
	}
	at := func(i int, level float64) float64 { return float64(i) - (level-lit[i])/(lit[i-1]-lit[i]) }
	return (at(high, 0.1) - at(low, 0.9)) * metre
}

// The half shadow of an edge widens with its height as the sun's disc does; the light in it grows as the
// part of the disc that an edge leaves free.
func TestSoftSunWidensWithDistance(t *testing.T) {
	const elevation, diameter = 60.0, 2 * math.Pi / 180
	sine := math.Sin(elevation * math.Pi / 180)
	for _, height := range []float64{1, 2, 4} {
		sun := sunAt(elevation, 0)
		sun.Diameter = diameter
		lit, metre := edge(t, sun, height)
		// An edge across a disc of radius 1 leaves 10 % free at 0.687 from its centre.
		want := 0.687 * float64(sun.Penumbra(float32(height/sine))) / sine
		t.Logf("%v m: %.1f mm, by the formula %.1f", height, 1000*width(lit, metre), 1000*want)
		if got := width(lit, metre); !(math.Abs(got-want) < 0.15*want) {
			t.Errorf("%v m above the floor: 10 to 90 %% in %.1f mm, want %.1f", height, 1000*got, 1000*want)
		}
		if first, last := lit[0], lit[len(lit)-1]; first < 0.999 || last > 0.001 {
			t.Errorf("%v m above the floor: %v of the sun beside the shadow, %v in it", height, first, last)
		}
	}
}

// Surfaces that nothing shades are lit in full, whatever their slope and however large the sun is; a hard
// sun's edge is a few texels wide.
func TestSoftSunLeavesTheLitAlone(t *testing.T) {
	for _, degrees := range []float64{0.53, 5, 30} {
		for _, elevation := range []float64{8, 30, 75} {
			sc := stage(model(planeMesh, mgl32.Ident4()))
			for i := range 4 {
				turn := mgl32.HomogRotate3DY(float32(i)).Mul4(mgl32.HomogRotate3DX(float32(i) * 0.35))
				sc.Entities = append(sc.Entities, model(sphereMesh, mgl32.Translate3D(float32(2*i-3), 3, 0)), model(planeMesh, mgl32.Translate3D(float32(3*i-4), 0.7, 4).Mul4(turn).Mul4(mgl32.Scale3D(0.1, 1, 0.1))))
			}
			sc.Cameras[0] = above(12, 10)
			hard, soft := sunAt(elevation, 35), sunAt(elevation, 35)
			soft.Diameter = float32(degrees * math.Pi / 180)
			q := Request{Shot: scene.Shot{Width: 128, Height: 128, Samples: 1}, Output: OutputShadow, Float: true}
			sc.Sun = hard
			a := render(t, sc, q)
			sc.Sun = soft
			b := render(t, sc, q)
			// Where the hard shadow is far, there is no soft one either: look at the neighbourhood that the widest half
			// shadow of this scene can reach.
			reach := int(math.Ceil(math.Tan(degrees*math.Pi/360)*4/math.Pow(math.Sin(elevation*math.Pi/180), 2)*12.8)) + 2
			wrong, open := 0, 0
			for y := range 128 {
				for x := range 128 {
					near := false
					for j := max(0, y-reach); j <= min(127, y+reach) && !near; j++ {
						for i := max(0, x-reach); i <= min(127, x+reach); i++ {
							if a.at(i, j)[0] < 0.999 {
								near = true
								break
							}
						}
					}
					if near {
						continue
					}
					if open++; b.at(x, y)[0] < 0.999 {
						wrong++
					}
				}
			}
			if wrong > 0 || open < 500 && degrees < 1 {
				t.Errorf("sun of %v degrees at %v: %d of %d pixels in the open are shaded", degrees, elevation, wrong, open)
			}
		}
	}
}
