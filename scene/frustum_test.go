package scene

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestFrustum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	number := func(r float32) float32 { return (2*rng.Float32() - 1) * r }
	for name, c := range testCameras() {
		v := c.View(640, 360, mgl32.Vec2{})
		f := v.Frustum()
		inside, kept := 0, 0
		for range 4000 {
			p := mgl32.Vec3{number(60), number(60), number(60)}
			clip := v.ClipFromWorld.Mul4x1(p.Vec4(1))
			in := clip[3] > 0 && clip[2] >= 0 && clip[2] <= clip[3] && max(clip[0], -clip[0]) <= clip[3] && max(clip[1], -clip[1]) <= clip[3]
			r := rng.Float32() * 4
			box := Box{Min: p.Sub(mgl32.Vec3{r, r / 2, r}), Max: p.Add(mgl32.Vec3{r / 3, r, r})}
			if in {
				inside++
				if !f.MeetsSphere(p, 0) || !f.MeetsBox(Box{p, p}) || !f.MeetsBox(box) || !f.MeetsSphere(p.Add(mgl32.Vec3{r, 0, 0}), r*1.0001) {
					t.Fatalf("%s: %v is visible and denied", name, p)
				}
			} else if f.MeetsBox(Box{p, p}) {
				kept++
			}
		}
		if inside < 20 || kept > 2 {
			t.Errorf("%s: %d points inside, %d outside kept", name, inside, kept)
		}
		if f.MeetsBox(EmptyBox()) {
			t.Errorf("%s: meets the empty box", name)
		}
		if behind := onAxis(c, 0, 0, c.Near-3); f.MeetsSphere(behind, 2) || !f.MeetsSphere(behind, 3.01) {
			t.Errorf("%s: sphere around a point 3 m before the near plane", name)
		}
	}
	v := testCameras()["infinite"].View(64, 64, mgl32.Vec2{})
	if f := v.Frustum(); f[5] != (mgl32.Vec4{0, 0, 0, 1}) {
		t.Errorf("far plane at infinity is %v", f[5])
	}
}
