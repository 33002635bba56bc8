package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// The natural falloff is that of the angle between a pixel's ray and the middle's.
func TestVignette(t *testing.T) {
	camera := Camera{WorldFromCamera: mgl32.HomogRotate3DY(0.7), FovY: 1.2, Near: 0.1}
	v := camera.View(300, 200, mgl32.Vec2{})
	for _, strength := range []float32{0.5, 1, 3} {
		for _, p := range [][2]float32{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {-0.3, 0.8}} {
			ray := mgl32.TransformCoordinate(mgl32.Vec3{p[0], p[1], 0.5}, v.WorldFromClip).Sub(v.Position).Normalize()
			want := math.Pow(math.Pow(float64(ray.Dot(v.Forward())), 4), float64(strength))
			if got := v.Vignette(strength, p[0], p[1]); math.Abs(float64(got)-want) > 1e-5 {
				t.Errorf("%g at %v: %g, want %g", strength, p, got, want)
			}
		}
	}
	if got := v.Vignette(0, 1, 1); got != 1 {
		t.Errorf("none is %g", got)
	}
	camera.FovY, camera.Height, camera.Far = 0, 3, 10
	if got := camera.View(300, 200, mgl32.Vec2{}).Vignette(1, 1, 1); got != 1 {
		t.Errorf("parallel rays lose light: %g", got)
	}
}
