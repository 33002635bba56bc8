package passes

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// Leaving casters out of the sun's maps changes no pixel, from anywhere, at any sample; and it leaves out most.
func TestUnseenCastersAreNotMissed(t *testing.T) {
	sc := crowd(1500)
	sc.Entities = append(sc.Entities, model(planeMesh, mgl32.Translate3D(0, 0.1, 0).Mul4(mgl32.Scale3D(4, 1, 4))))
	camera := func(eye, at vec3, fov float32) scene.Camera {
		return scene.Camera{WorldFromCamera: lookAt(eye, at), FovY: fov, Near: 0.1}
	}
	sc.Cameras = []scene.Camera{
		camera(vec3{3, 6, 40}, vec3{0, 0, 0}, 0.9), camera(vec3{-60, 3, -20}, vec3{-90, 0, -60}, 1.3),
		camera(vec3{100, 90, 100}, vec3{20, 0, 10}, 0.3), camera(vec3{10, 2, -40}, vec3{80, 5, -30}, 0.7),
		{WorldFromCamera: lookAt(vec3{30, 40, 30}, vec3{0, 0, 0}), Height: 30, Near: 1, Far: 200},
	}
	seen, whole := newTestRenderer(t, sc), newTestRenderer(t, sc)
	whole.world.allCasters = true
	drawn := func(r *Renderer, q Request) int {
		_, commands, _ := selected(t, r, q)
		n := 0
		for _, c := range commands[r.world.draws.camera:][:(r.frame.selectView().count-1)*len(r.world.draws.of(1))] {
			n += int(c.Instances)
		}
		return n
	}
	for i := range sc.Cameras {
		q := Request{Shot: scene.Shot{Width: 160, Height: 100, Samples: 1, Camera: i}, Output: OutputShadow, Float: true}
		got, want := shoot(t, seen, q), shoot(t, whole, q)
		if !slices.Equal(got.Linear, want.Linear) {
			t.Errorf("camera %d: the shadows differ", i)
		}
		shaded := 0
		for k := 0; k < len(want.Linear); k += 4 {
			if want.Linear[k] < 0.5 && want.Linear[k+3] > 0 {
				shaded++
			}
		}
		a, b := drawn(seen, q), drawn(whole, q)
		t.Logf("camera %d: %d casters of %d, %d pixels in shadow", i, a, b, shaded)
		if a > b/2 || shaded < 50 {
			t.Errorf("camera %d: %d casters of %d are drawn, %d pixels are in shadow", i, a, b, shaded)
		}
	}
	q := Request{Shot: scene.Shot{Width: 160, Height: 100, Samples: 5, Camera: 1}, Float: true}
	if !slices.Equal(shoot(t, seen, q).Linear, shoot(t, whole, q).Linear) {
		t.Error("a picture of several samples differs")
	}
}
