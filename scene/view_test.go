package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func testCameras() map[string]Camera {
	pose := mgl32.Translate3D(3, -2, 7).Mul4(mgl32.HomogRotate3DY(0.7)).Mul4(mgl32.HomogRotate3DX(-0.3))
	return map[string]Camera{
		"infinite":     {WorldFromCamera: pose, FovY: 0.9, Near: 0.05},
		"finite":       {WorldFromCamera: pose, FovY: 0.9, Near: 0.5, Far: 80},
		"orthographic": {WorldFromCamera: pose, Height: 12, Near: 0.1, Far: 50},
		"behind":       {WorldFromCamera: pose, Height: 12, Near: -10, Far: 50},
	}
}

func onAxis(c Camera, x, y, depth float32) mgl32.Vec3 {
	return mgl32.TransformCoordinate(mgl32.Vec3{x, y, -depth}, c.WorldFromCamera)
}

func TestViewDepthIsReversed(t *testing.T) {
	for name, c := range testCameras() {
		v := c.View(640, 360, mgl32.Vec2{})
		x, y, near := v.Pixel(onAxis(c, 0, 0, c.Near))
		if math.Abs(float64(near)-1) > 2e-5 || math.Abs(float64(x)-320) > 0.01 || math.Abs(float64(y)-180) > 0.01 {
			t.Errorf("%s: near plane on the axis is at %g, %g, depth %g, want 320, 180, 1", name, x, y, near)
		}
		far := c.Far
		if far == 0 {
			far = 1e7
		}
		_, _, d := v.Pixel(onAxis(c, 0, 0, far))
		if math.Abs(float64(d)) > 1e-5 {
			t.Errorf("%s: far depth is %g, want 0", name, d)
		}
		_, _, middle := v.Pixel(onAxis(c, 0, 0, c.Near+1))
		if !(middle < near && middle > d) {
			t.Errorf("%s: depth %g a metre behind the near plane, want between %g and %g", name, middle, d, near)
		}
	}
}

func TestViewEdges(t *testing.T) {
	c := testCameras()["infinite"]
	v := c.View(640, 360, mgl32.Vec2{})
	h := 10 * float32(math.Tan(0.45))
	for _, k := range []struct{ x, y, px, py float32 }{{-h * 16 / 9, h, 0, 0}, {h * 16 / 9, -h, 640, 360}, {0, h, 320, 0}} {
		x, y, _ := v.Pixel(onAxis(c, k.x, k.y, 10))
		if math.Abs(float64(x-k.px)) > 0.01 || math.Abs(float64(y-k.py)) > 0.01 {
			t.Errorf("camera (%g, %g) at 10 m is at pixel %g, %g, want %g, %g", k.x, k.y, x, y, k.px, k.py)
		}
	}
	if f := v.Footprint(10); math.Abs(float64(f)-2*float64(h)/360) > 1e-6 {
		t.Errorf("a pixel covers %g m at 10 m, want %g", f, 2*h/360)
	}
}

func TestViewJitterMovesByPixels(t *testing.T) {
	j := mgl32.Vec2{0.25, -0.375}
	for name, c := range testCameras() {
		still, moved := c.View(640, 360, mgl32.Vec2{}), c.View(640, 360, j)
		for _, depth := range []float32{1, 6, 40} {
			p := onAxis(c, 0.3*depth, -0.2*depth, depth)
			x0, y0, z0 := still.Pixel(p)
			x1, y1, z1 := moved.Pixel(p)
			if math.Abs(float64(x1-x0-j[0])) > 2e-3 || math.Abs(float64(y1-y0-j[1])) > 2e-3 || z0 != z1 {
				t.Errorf("%s: jitter %v moved a point at %g m by %g, %g (depth %g to %g)", name, j, depth, x1-x0, y1-y0, z0, z1)
			}
		}
		if still.HalfX != moved.HalfX || still.HalfY != moved.HalfY {
			t.Errorf("%s: jitter changes the half extents", name)
		}
	}
}

func TestViewRoundTrips(t *testing.T) {
	for name, c := range testCameras() {
		v := c.View(301, 200, mgl32.Vec2{0.3, 0.2})
		for _, m := range []struct {
			name string
			a, b mgl32.Mat4
		}{
			{"view·world", v.ViewFromWorld, v.WorldFromView},
			{"clip·view", v.ClipFromView, v.ViewFromClip},
			{"clip·world", v.ClipFromWorld, v.WorldFromClip},
		} {
			for i, x := range m.a.Mul4(m.b).Sub(mgl32.Ident4()) {
				if !(x < 1e-4 && x > -1e-4) {
					t.Errorf("%s: %s differs from the identity by %g in element %d", name, m.name, x, i)
				}
			}
		}
		p := mgl32.Vec3{1, 2, -3}
		clip := v.ClipFromWorld.Mul4x1(p.Vec4(1))
		back := v.WorldFromClip.Mul4x1(clip.Mul(1 / clip[3]))
		if d := back.Vec3().Mul(1 / back[3]).Sub(p).Len(); d > 2e-4 {
			t.Errorf("%s: %v comes back %g m away", name, p, d)
		}
		if d := v.Forward().Sub(onAxis(c, 0, 0, 1).Sub(c.WorldFromCamera.Col(3).Vec3())).Len(); d > 1e-5 {
			t.Errorf("%s: forward %v", name, v.Forward())
		}
		if d := v.Depth(onAxis(c, 3, 1, 9)); math.Abs(float64(d)-9) > 1e-4 {
			t.Errorf("%s: depth %g, want 9", name, d)
		}
	}
}

// A point lands where the other view sees it, also far from the origin, where single precision knows places
// to centimetres.
func TestClipFromClip(t *testing.T) {
	for _, far := range []float32{0, 2e5} {
		at := mgl32.Translate3D(far, 0, -far)
		a := Camera{WorldFromCamera: at, FovY: 1, Near: 0.1}.View(1000, 600, mgl32.Vec2{0.3, -0.2})
		b := Camera{WorldFromCamera: at.Mul4(mgl32.HomogRotate3DY(0.1)).Mul4(mgl32.Translate3D(0.5, 0.25, 0)), FovY: 0.8, Near: 0.2}.View(1000, 600, mgl32.Vec2{})
		m := b.ClipFromClip(&a)
		for _, p := range []mgl32.Vec3{{0, 0, -3}, {1, -1, -5}, {-10, 20, -80}} { // in a's space
			clip := a.ClipFromView.Mul4x1(p.Vec4(1))
			got := m.Mul4x1(clip.Mul(1 / clip[3]))
			inWorld := mat64(a.WorldFromView).Mul4x1(vec64(p).Vec4(1))
			want := b.ClipFromView.Mul4x1(vec32(mat64(b.WorldFromView).Inv().Mul4x1(inWorld).Vec3()).Vec4(1))
			for i := range 3 {
				if math.Abs(float64(got[i]/got[3]-want[i]/want[3])) > 2e-5 {
					t.Errorf("%v, %g m away: %v, want %v", p, far, got.Mul(1/got[3]), want.Mul(1/want[3]))
					break
				}
			}
		}
	}
}
