package passes

import (
	"bytes"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// newSpelledRenderer makes a renderer whose camera's list spells its objects out, or not, whatever the device.
func newSpelledRenderer(t *testing.T, sc *scene.Scene, spelled bool) *Renderer {
	t.Helper()
	w := planWorld(sc)
	w.spelled = spelled
	return newRendererOf(t, w)
}

// Pictures are the same to the bit whether the camera's list spells its objects out or not, where the CPU
// chooses and where the device does, of what is solid, blended, faded and moving.
func TestListsSpelledOut(t *testing.T) {
	for name, build := range map[string]func() *scene.Scene{"rich": richScene, "crowd": func() *scene.Scene { return crowd(300) }} {
		draw := func(spelled bool) (out [][]byte) {
			r := newSpelledRenderer(t, build(), spelled)
			for _, q := range []Request{
				{Shot: scene.Shot{Width: 64, Height: 48, Samples: 4}}, {Shot: scene.Shot{Width: 64, Height: 48}, Output: OutputAlbedo},
				{Shot: scene.Shot{Width: 64, Height: 48}, Output: OutputMotion, Sequence: true}, {Shot: scene.Shot{Width: 64, Height: 48}, Output: OutputMotion, Sequence: true},
			} {
				out = append(out, shoot(t, r, q).Display)
				if q.Sequence && name == "rich" {
					if err := r.Move(1, mgl32.Translate3D(0.1, 0.6, 0)); err != nil {
						t.Fatal(err)
					}
				}
			}
			return out
		}
		a, b := draw(false), draw(true)
		for i := range a {
			if !bytes.Equal(a[i], b[i]) {
				t.Errorf("%s: picture %d is another one", name, i)
			}
		}
		if name == "rich" && bytes.Equal(a[2], a[3]) {
			t.Error("nothing moves")
		}
	}
}
