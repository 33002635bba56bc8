package passes

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// The share of samples that fall on a surface is the share of the pixel that it covers: to a sample
// for an upright edge, to a few for a slanted one, since N points know an area to about 1/N.
func TestEdgeCoverage(t *testing.T) {
	for _, c := range []struct {
		name       string
		move, turn float32
		slack      float64 // samples
	}{
		{"upright", 0.0137, 0, 1}, {"upright", 0.1, 0, 1}, {"level", 0.0731, math.Pi / 2, 1}, {"slanted", 0.02, 0.3, 2.5}, {"diagonal", 0.011, math.Pi / 4, 2.5},
	} {
		const size = 16
		// The quad's right edge goes through the picture's middle, moved and turned.
		edge := mgl32.HomogRotate3DZ(c.turn).Mul4(mgl32.Translate3D(c.move-4, 0, 0)).Mul4(mgl32.Scale3D(4, 8, 1))
		r := newTestRenderer(t, front(model(quadMesh, edge)))
		normal := vec2{float32(math.Cos(float64(c.turn))), float32(math.Sin(float64(c.turn)))}
		for _, samples := range []int{1, 2, 5, 16, 64} {
			q := linear(size, samples)
			q.Shot.Transparent = true
			p := shoot(t, r, q)
			for i := range size * size {
				x, y := frontAt(size, i%size, i/size)
				want := coveredShare(vec2{x, y}, 1.0/size, normal, c.move)
				slack := c.slack/float64(samples) + 0.002 // coveredShare's own
				if samples == 1 {
					slack = 0.51
				}
				if got := float64(p.alpha(i%size, i/size)); math.Abs(got-want) > slack {
					t.Errorf("%s, %d samples: pixel %d,%d has %.4f, covered are %.4f", c.name, samples, i%size, i/size, got, want)
				}
			}
		}
	}
}

// coveredShare is how much of a square around a point, of a half side, lies where normal·p < limit.
func coveredShare(at vec2, half float32, normal vec2, limit float32) float64 {
	const n = 64
	if d := (limit - normal.Dot(at)) / half; d > 1.5 {
		return 1
	} else if d < -1.5 {
		return 0
	}
	inside := 0
	for i := range n * n {
		p := at.Add(vec2{(float32(i%n)+0.5)/n*2 - 1, (float32(i/n)+0.5)/n*2 - 1}.Mul(half))
		if normal.Dot(p) < limit {
			inside++
		}
	}
	return float64(inside) / (n * n)
}

// Where a picture is smooth, many samples show what one does; the sky and shading follow the
// sub-pixel offset, so that their mean stays in place.
func TestSamplesKeepSmoothAreas(t *testing.T) {
	sc := ballStage(scene.Sky{Kind: scene.SkyHDRI, HDRI: smoothPanorama(64, 32), Scale: 700})
	sc.Materials[0].Specular, sc.Materials[0].Roughness = 1, 0.6
	sc.Cameras = append(sc.Cameras, looking(vec3{0, 0, 1}, vec3{0, 1, 0})) // away from the ball
	r := newTestRenderer(t, sc)
	for camera := range sc.Cameras {
		const size = 64
		q := linear(size, 1)
		q.Shot.Camera = camera
		one := shoot(t, r, q)
		q.Shot.Samples = 16
		many := shoot(t, r, q)
		for i := range size * size {
			x, y := i%size, i/size
			if d := (vec2{float32(x) - 31.5, float32(y) - 31.5}).Len(); camera == 0 && d > 24 {
				continue // the rim squeezes much of the sky into few pixels
			}
			if far(many.at(x, y), one.at(x, y), 0.006, 0) {
				t.Fatalf("camera %d, pixel %d,%d: %v of 16 samples, %v of one", camera, x, y, many.at(x, y), one.at(x, y))
			}
		}
	}
}

// A picture does not depend on what its renderer drew before: other sizes, cameras, outputs, numbers
// of samples, backgrounds.
func TestPictureForgetsThePast(t *testing.T) {
	sc := richScene()
	q := Request{Shot: scene.Shot{Width: 40, Height: 24, Samples: 3}}
	want := render(t, sc, q).Display
	smooth := q
	smooth.Shot.AntiAliasing = scene.AATAA
	wantSmooth := render(t, sc, smooth).Display
	r := newTestRenderer(t, sc)
	for i, before := range []Request{
		{Shot: scene.Shot{Width: 40, Height: 24, AntiAliasing: scene.AATAA, Camera: 1}, Sequence: true},
		{Shot: scene.Shot{Width: 24, Height: 40, Samples: 2, Camera: 1}},
		{Shot: scene.Shot{Width: 40, Height: 24, Samples: 7, Transparent: true}},
		{Shot: scene.Shot{Width: 64, Height: 64, Camera: 1}, Output: OutputShadow},
		{Shot: scene.Shot{Width: 40, Height: 24, Camera: 1}, Output: OutputNormal, Float: true},
		{Shot: scene.Shot{Width: 1, Height: 1, Tonemap: scene.TonemapACES}, Deep: true},
	} {
		shoot(t, r, before)
		for range 2 {
			if got := shoot(t, r, q).Display; !bytes.Equal(got, want) {
				t.Errorf("after request %d the picture is another one", i)
			}
			shoot(t, r, before)
			if got := shoot(t, r, smooth).Display; !bytes.Equal(got, wantSmooth) {
				t.Errorf("after request %d the picture of TAA is another one", i)
			}
		}
	}
}

// Too large a picture, or one of no camera, is an error that leaves the renderer as it was.
func TestPictureTooLarge(t *testing.T) {
	sc := richScene()
	q := Request{Shot: scene.Shot{Width: 16, Height: 16}}
	want := render(t, sc, q).Display
	r := newTestRenderer(t, sc)
	for _, size := range [][2]int{{1 << 17, 1}, {0, 4}, {4, -1}, {1, 1 << 17}} {
		big := q
		big.Shot.Width, big.Shot.Height = size[0], size[1]
		if j, err := r.Start(t.Context(), big); err == nil {
			if _, err := j.Wait(); err == nil {
				t.Errorf("a picture of %v pixels was drawn", size)
			}
		}
		if got := shoot(t, r, q).Display; !bytes.Equal(got, want) {
			t.Errorf("after a picture of %v pixels the next one is another", size)
		}
	}
	for _, camera := range []int{-1, len(sc.Cameras)} {
		q.Shot.Camera = camera
		if _, err := r.Start(t.Context(), q); err == nil {
			t.Errorf("camera %d drew a picture", camera)
		}
	}
}

// A scene with a texture that the device does not take is an error, and nothing of it is left behind:
// TestMain would say.
func TestTextureTooLarge(t *testing.T) {
	sc := richScene()
	n := testDevice(t).Limits().MaxImageSize + 1
	textured(sc, scene.Image{Name: "wide", Width: n, Height: 1, Pix: make([]byte, 4*n)}, scene.Sampler{})
	if r, err := New(testDevice(t), sc); err == nil {
		r.Destroy()
		t.Error("no error")
	}
}
