package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

func TestScreenHeight(t *testing.T) {
	for _, c := range []struct{ size, scale, d, tan, want float32 }{
		{8, 1, 10, 1, 0.4},               // 8 / (2 · 10 · 1)
		{8, 2, 10, 1, 0.8},               // twice as large
		{8, 1, 10, 0.5, 0.8},             // a lens of half the field
		{8, 1, 20, 0.5, 0.4},             // twice as far
		{1, 1, 0, 1, 5000},               // 1 / (2 · 1e-4): the eye is in the centre
		{1, 1, 1e-5, 1, 5000},            //
		{1, 1, 1, 0, 5000},               // no field of view
		{1, 1, 0, 0, 5e7},                // 1 / (2 · 1e-8)
		{0, 1, 1, 1, 0},                  //
		{3, 1, float32(inf32), 1, 0},     //
		{2, 0.25, 0.5, 0.5, 1},           // 0.5 / 0.5: fills the picture
		{1000, 1000, 1, 1, 500_000},      //
		{1, 1, -1, 1, 5000},              // not a distance
		{1e-3, 1, 1000, 0.1, 1e-3 / 200}, //
	} {
		if got := ScreenHeight(c.size, c.scale, c.d, c.tan); math.Abs(float64(got-c.want)) > 1e-6*float64(c.want) {
			t.Errorf("ScreenHeight(%g, %g, %g, %g) = %g, want %g", c.size, c.scale, c.d, c.tan, got, c.want)
		}
	}
}

func TestDistanceOfHeight(t *testing.T) {
	// 8 m seen at 90° fill 0.4 of the height at 10 m.
	if got := DistanceOfHeight(8, 1, 0.4, 1); math.Abs(float64(got)-10) > 1e-5 {
		t.Errorf("8 m fill 0.4 at %g m, want 10", got)
	}
	for _, h := range []float32{0, -1, float32(math.NaN())} {
		if got := DistanceOfHeight(8, 1, h, 1); got != inf32 {
			t.Errorf("height %g is reached at %g m, want never", h, got)
		}
	}
	if got := DistanceOfHeight(1, 1, 1e9, 1); got != lodLeast {
		t.Errorf("a height that no distance gives is at %g, want 1e-4", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Float32Range(0.01, 1000).Draw(t, "size")
		scale := rapid.Float32Range(0.01, 100).Draw(t, "scale")
		tan := rapid.Float32Range(0.01, 10).Draw(t, "tan")
		d := rapid.Float32Range(0.01, 1e5).Draw(t, "d")
		h := ScreenHeight(size, scale, d, tan)
		if back := DistanceOfHeight(size, scale, h, tan); math.Abs(float64(back/d)-1) > 1e-6 {
			t.Fatalf("height %g of %g m comes back as %g m", h, d, back)
		}
	})
}

func TestErrorOfHeight(t *testing.T) {
	// An error of 1 cm on something 2 m high that fills half of 1000 lines: 500 · 0.005 = 2.5 pixels.
	if got := ErrorOfHeight(2, 0.01, 0.5, 1000); math.Abs(float64(got)-2.5) > 1e-6 {
		t.Errorf("the error is %g pixels, want 2.5", got)
	}
	// It is one pixel where the thing fills 200 lines.
	if got := HeightOfError(2, 0.01, 1, 1000); math.Abs(float64(got)-0.2) > 1e-6 {
		t.Errorf("one pixel at height %g, want 0.2", got)
	}
}

func TestMaxScale(t *testing.T) {
	turn := mgl32.HomogRotate3DY(0.7).Mul4(mgl32.HomogRotate3DX(-1.1))
	for _, c := range []struct {
		m    mgl32.Mat4
		want float32
	}{
		{mgl32.Ident4(), 1},
		{mgl32.Scale3D(1, 3, 2), 3},
		{mgl32.Scale3D(-4, 3, 2), 4}, // mirrored
		{turn.Mul4(mgl32.Scale3D(1, 3, -5)), 5},
		{mgl32.Translate3D(100, 0, 0), 1},
		{mgl32.Scale3D(0, 0, 0), 0},
	} {
		if got := MaxScale(c.m); math.Abs(float64(got-c.want)) > 1e-5 {
			t.Errorf("MaxScale of %v is %g, want %g", c.m, got, c.want)
		}
	}
}

// Distances are to the transformed centre, and the extent is scaled by the largest axis.
func TestLodInstance(t *testing.T) {
	g := LodGroup{Size: 2, Center: mgl32.Vec3{1, 0, 0}}
	in := g.At(mgl32.Translate3D(10, 0, 0).Mul4(mgl32.Scale3D(-3, 1, 1)))
	if in.Center != (mgl32.Vec3{7, 0, 0}) || in.Extent != 6 {
		t.Errorf("stands at %v with extent %g, want 7, 0, 0 and 6", in.Center, in.Extent)
	}
	v := LodViewAt(mgl32.Vec3{7, 3, 4}, 1, DefaultLodSettings())
	if d := v.Distance(in); d != 5 {
		t.Errorf("distance %g, want 5", d)
	}
	if h := v.Measure(in, false); math.Abs(float64(h)-0.6) > 1e-6 { // 6 / (2 · 5)
		t.Errorf("height %g, want 0.6", h)
	}
	if m := v.Measure(in, true); m != -5 {
		t.Errorf("measure by distance %g, want -5", m)
	}
}

func TestLodViewMeasuresLikeTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := LodGroup{Size: rapid.Float32Range(0.01, 100).Draw(t, "size"), Center: mgl32.Vec3{0.5, -1, 2}}
		scale := rapid.Float32Range(0.01, 100).Draw(t, "scale")
		d := rapid.Float32Range(0, 1000).Draw(t, "d")
		fov := rapid.Float32Range(0.01, 3).Draw(t, "fov")
		bias := rapid.Float32Range(0.01, 10).Draw(t, "bias")
		width, height := rapid.IntRange(1, 4000).Draw(t, "width"), rapid.IntRange(1, 4000).Draw(t, "height")
		in := g.At(mgl32.Scale3D(scale, scale, scale))
		camera := Camera{WorldFromCamera: mgl32.Translate3D(in.Center[0], in.Center[1], in.Center[2]+d), FovY: fov, Near: 0.1}
		v := camera.View(width, height, mgl32.Vec2{}).LodView(LodSettings{Bias: bias, Crossfade: true})
		d = v.Distance(in) // rounding of the position aside
		want := float64(ScreenHeight(g.Size, scale, d, float32(math.Tan(float64(fov)/2)))) * float64(bias)
		if got := float64(v.Measure(in, false)); math.Abs(got/want-1) > 1e-6 {
			t.Fatalf("measures %g, the rule says %g", got, want)
		}
		if got := float64(-v.Measure(in, true)); math.Abs(got-float64(d)/float64(bias)) > 1e-6*got {
			t.Fatalf("measures %g m, want %g", got, float64(d)/float64(bias))
		}
	})
}

// What an orthographic camera sees is as high at every distance.
func TestLodViewOrthographic(t *testing.T) {
	g := LodGroup{Size: 3}
	for _, z := range []float32{0, 5, 500} {
		camera := Camera{WorldFromCamera: mgl32.Translate3D(0, 0, z), Height: 12, Near: -10, Far: 1000}
		v := camera.View(100, 100, mgl32.Vec2{}).LodView(LodSettings{Bias: 2, Crossfade: true})
		if h := v.Measure(g.At(mgl32.Ident4()), false); h != 0.5 { // 2 · 3 / 12
			t.Errorf("at %g m: height %g, want 0.5", z, h)
		}
		if m := v.Measure(g.At(mgl32.Ident4()), true); m != -z/2 {
			t.Errorf("at %g m: measure by distance %g, want %g", z, m, -z/2)
		}
	}
}
