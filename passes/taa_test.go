package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// shootOnce draws one frame of a picture at an offset within the pixel.
func shootOnce(t testing.TB, r *Renderer, q Request, offset vec2) *Picture {
	t.Helper()
	j := &Job{renderer: r, request: q}
	if err := j.borrow(); err != nil {
		t.Fatal(err)
	}
	if err := r.begin(&j.request); err != nil {
		t.Fatal(err)
	}
	ticket, err := r.draw(0, offset, &j.stats)
	if err != nil {
		t.Fatal(err)
	}
	j.declared()
	j.tickets = append(j.tickets, ticket)
	p, err := j.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pixel(p *Picture, x, y int) vec4 {
	x, y = min(max(x, 0), p.Width-1), min(max(y, 0), p.Height-1)
	i := 4 * (y*p.Width + x)
	return vec4{p.Linear[i], p.Linear[i+1], p.Linear[i+2], p.Linear[i+3]}
}

// A picture that stands still follows the rule frame by frame, transparent backgrounds included.
func TestTAAFollowsTheRule(t *testing.T) {
	sc := sparkling()
	r := newTestRenderer(t, sc)
	for _, transparent := range []bool{false, true} {
		const w, h = 70, 50
		q := Request{Shot: scene.Shot{Width: w, Height: h, AntiAliasing: scene.AANone, Transparent: transparent}, Float: true}
		states := make([]scene.TAAState, w*h)
		offsets := scene.Jitter(scene.TAAFrames)
		var frames []*Picture
		for n := range 20 {
			frames = append(frames, shootOnce(t, r, q, offsets[n%len(offsets)]))
		}
		q.Shot.AntiAliasing, q.Sequence = scene.AATAA, true
		r.endSequence()
		for n, frame := range frames {
			got := shoot(t, r, q)
			wrong := 0
			for i := range states {
				var around [9]vec4
				for k := range around {
					around[k] = pixel(frame, i%w+k%3-1, i/w+k/3-1)
				}
				states[i] = states[i].Next(&around, false)
				g, want := pixel(got, i%w, i/w), states[i].Color
				for k := range 4 {
					// The device keeps half floats.
					if math.Abs(float64(g[k]-want[k])) > 0.003*float64(max(want[0], want[1], want[2]))+1e-4 {
						wrong++
						break
					}
				}
			}
			if wrong > w*h/200 {
				t.Fatalf("frame %d: %d of %d pixels are wrong", n, wrong, w*h)
			}
		}
		r.endSequence()
	}
}

// A still is the mean of as many samples, but for what a frame's neighbours do not know of.
func TestTAAStill(t *testing.T) {
	sc := richScene()
	r := newTestRenderer(t, sc)
	q := Request{Shot: scene.Shot{Width: 160, Height: 100, Samples: scene.TAAFrames}}
	want := shoot(t, r, q).Display
	q.Shot.AntiAliasing = scene.AATAA
	first := shoot(t, r, q).Display
	q.Shot.AntiAliasing = scene.AANone
	rough := shoot(t, r, q).Display
	taa, none := psnr(first, want), psnr(rough, want)
	t.Logf("PSNR %.1f dB, without %.1f", taa, none)
	if taa < 40 || taa < none+10 {
		t.Errorf("PSNR %.1f dB, without smoothing %.1f", taa, none)
	}
	q.Shot.AntiAliasing = scene.AATAA
	if string(shoot(t, r, q).Display) != string(first) {
		t.Error("the picture depends on those before it")
	}
}

// Another exposure multiplies the history: the next frame is as smooth as those before.
func TestTAAExposure(t *testing.T) {
	sc := wires()
	r := newTestRenderer(t, sc)
	q := Request{Shot: scene.Shot{Width: 60, Height: 40, AntiAliasing: scene.AATAA}, Float: true, Linear: true, Sequence: true}
	var before *Picture
	for range 20 {
		before = shoot(t, r, q)
	}
	darker := scene.FixedExposure(14)
	q.Shot.Exposure = &darker
	after := shoot(t, r, q)
	rough := shoot(t, r, Request{Shot: scene.Shot{Width: 60, Height: 40, AntiAliasing: scene.AANone, Exposure: &darker}, Float: true, Linear: true})
	changed, unlike := 0.0, 0.0
	for i := range before.Linear {
		if v := before.Linear[i]; i%4 < 3 {
			changed += math.Abs(float64(after.Linear[i] - v))
			unlike += math.Abs(float64(rough.Linear[i] - v))
		}
	}
	if changed > unlike/5 {
		t.Errorf("the frame after another exposure differs by %.0f, one without history by %.0f", changed, unlike)
	}
}

// psnr is the likeness of two 8-bit pictures in decibels.
func psnr(a, b []byte) float64 {
	sum, n := 0.0, 0
	for i := range a {
		if i%4 == 3 {
			continue
		}
		d := float64(a[i]) - float64(b[i])
		sum += d * d
		n++
	}
	return 10 * math.Log10(255*255*float64(n)/math.Max(sum, 1e-9))
}

// wallAndBox is a box before a patterned wall, seen by a level camera.
func wallAndBox() *scene.Scene {
	sc := stage(model(quadMesh, mgl32.Scale3D(6, 4, 1)), model(boxMesh, mgl32.Translate3D(-1.2, 0, 0.8)))
	pattern := scene.Image{Name: "pattern", Width: 64, Height: 64}
	for i := range 64 * 64 {
		x, y := float64(i%64), float64(i/64)
		v := byte(150 + 60*math.Sin(x*2*math.Pi/16)*math.Cos(y*2*math.Pi/16))
		pattern.Pix = append(pattern.Pix, v, byte(255-int(v)/2), v/2+60, 255)
	}
	sc.Images, sc.Textures = []scene.Image{pattern}, []scene.Texture{{Sampler: scene.Sampler{}}}
	wall := sc.Materials[0]
	wall.BaseColor = vec4{1, 1, 1, 1}
	wall.BaseColorTexture = &scene.TextureRef{UVFromMesh: mgl32.Ident3()}
	sc.Materials = append(sc.Materials, wall)
	sc.Entities[0] = withMaterial(sc.Entities[0], 1)
	sc.Materials[0].BaseColor = vec4{0.9, 0.1, 0.05, 1}
	sc.Cameras[0] = scene.Camera{Name: "main", WorldFromCamera: mgl32.Translate3D(0, 0, 7), FovY: 0.5, Near: 0.1}
	sc.Sky.Color = vec3{2000, 2000, 2000}
	return sc
}

// moving is a sequence of a moving box: its pictures, and for each which pixels the output shows as dark.
type moving struct {
	scene    *scene.Scene
	renderer *Renderer
	shot     scene.Shot
	box      int
	at       func(n int) mgl32.Mat4
}

func (m *moving) move(t *testing.T, to mgl32.Mat4) {
	t.Helper()
	if err := m.renderer.Move(m.box, to); err != nil {
		t.Fatal(err)
	}
}

// covered is where a picture of frame n shows something, or has it next to it.
func (m *moving) covered(t *testing.T, n int, output Output, shows func(vec3) bool) []bool {
	m.move(t, m.at(n))
	w, h := m.shot.Width, m.shot.Height
	mask := make([]bool, w*h)
	p := shoot(t, m.renderer, Request{Shot: m.shot, Output: output, Float: true})
	for i := range mask {
		for k := range 9 {
			mask[i] = mask[i] || shows(pixel(p, i%w+k%3-1, i/w+k/3-1).Vec3())
		}
	}
	return mask
}

// uncovered compares the sequence with the picture without the box, where pixels were free for three frames. It
// returns how many there were, and which share is off by more than 3 %.
func (m *moving) uncovered(t *testing.T, frames int, masks [][]bool) (count int, off float64) {
	w, h := m.shot.Width, m.shot.Height
	q := Request{Shot: m.shot, Float: true}
	q.Shot.AntiAliasing, q.Shot.Samples = scene.AASamples, 64
	m.move(t, mgl32.Translate3D(500, 0, 0))
	free := shoot(t, m.renderer, q)
	q.Shot.AntiAliasing, q.Sequence = scene.AATAA, true
	wrong := 0
	for n := range frames {
		m.move(t, m.at(n))
		p := shoot(t, m.renderer, q)
		if n < 8 {
			continue
		}
		for i := range w * h {
			if !masks[n-4][i] || masks[n-3][i] || masks[n-2][i] || masks[n-1][i] || masks[n][i] {
				continue
			}
			count++
			if far(pixel(p, i%w, i/w).Vec3(), pixel(free, i%w, i/w).Vec3(), 0.03, 0) {
				wrong++
			}
		}
	}
	return count, float64(wrong) / float64(max(count, 1))
}

// Behind a moving box the wall is back three frames after the box has left it. Where its shadow has been the light
// is, too, but for the line along which an edge of the shadow has lain for long.
func TestTAALeavesNoGhosts(t *testing.T) {
	sc := wallAndBox()
	m := &moving{scene: sc, renderer: newTestRenderer(t, sc), box: 1, shot: scene.Shot{Width: 160, Height: 100},
		at: func(n int) mgl32.Mat4 { return mgl32.Translate3D(-1.2+0.11*float32(n), 0, 0.8) }}
	const frames = 24
	var masks [][]bool
	for n := range frames {
		masks = append(masks, m.covered(t, n, OutputAlbedo, func(c vec3) bool { return c[0] > 0.85 && c[2] < 0.1 }))
	}
	if count, off := m.uncovered(t, frames, masks); count < 500 || off > 0 {
		t.Errorf("of %d pixels that the box has left %.4f are not the wall's", count, off)
	}

	sc = wallAndBox()
	sc.Sun = &scene.Sun{Direction: vec3{0, -0.6, -0.8}, Illuminance: 9000, Color: vec3{1, 1, 1}, Shadows: true}
	m = &moving{scene: sc, renderer: newTestRenderer(t, sc), box: 1, shot: scene.Shot{Width: 160, Height: 100},
		at: func(n int) mgl32.Mat4 { return mgl32.Translate3D(-1.2+0.11*float32(n), 2.8, 2.5) }} // above what is seen
	masks = nil
	for n := range frames {
		masks = append(masks, m.covered(t, n, OutputShadow, func(c vec3) bool { return c[0] < 0.9 }))
	}
	if count, off := m.uncovered(t, frames, masks); count < 500 || off > 0.08 {
		t.Errorf("of %d pixels that the shadow has left %.4f are not lit again", count, off)
	}
}

// wires are rods of a third of a pixel, in front of a sky and of a wall, at several angles.
func wires() *scene.Scene {
	sc := stage(model(quadMesh, mgl32.Translate3D(0, -2, -3).Mul4(mgl32.Scale3D(6, 2, 1))))
	sc.Sky.Color = vec3{3000, 3000, 3000}
	dark := sc.Materials[0]
	dark.BaseColor = vec4{0.02, 0.02, 0.02, 1}
	sc.Materials = append(sc.Materials, dark)
	const thin = 0.009 // a pixel is 0.026
	for i := range 7 {
		turn := mgl32.HomogRotate3DZ(float32(i) * math.Pi / 14)
		place := mgl32.Translate3D(0.35*float32(i)-1.05, 0, 0).Mul4(turn).Mul4(mgl32.Scale3D(thin, 1.6, thin))
		sc.Entities = append(sc.Entities, withMaterial(model(boxMesh, place), 1))
	}
	sc.Cameras[0] = scene.Camera{Name: "main", WorldFromCamera: mgl32.Translate3D(0, 0, 5), FovY: 0.5, Near: 0.1}
	return sc
}

// panned draws frames of a camera that turns by an angle each.
func panned(t *testing.T, r *Renderer, shot scene.Shot, angle float32, frames int) []*Picture {
	return pannedFrom(t, r, shot, angle, 0, frames)
}

// pannedFrom leaves out the frames before the first.
func pannedFrom(t *testing.T, r *Renderer, shot scene.Shot, angle float32, first, frames int) []*Picture {
	out := make([]*Picture, first, frames)
	for n := first; n < frames; n++ {
		c := r.world.scene.Cameras[0]
		c.WorldFromCamera = c.WorldFromCamera.Mul4(mgl32.HomogRotate3DY(angle * float32(n)))
		out = append(out, shoot(t, r, Request{Shot: shot, Float: true, Sequence: true, Camera: &c}))
	}
	return out
}

// Thin things seen by a camera that turns slowly: how bright the picture is around a pixel, over 5 x 5 pixels,
// flickers against a picture of 64 samples less than a quarter as much as without smoothing.
func TestTAAKeepsThinThingsCalm(t *testing.T) {
	r := newTestRenderer(t, wires())
	const w, h, frames, warm = 128, 96, 40, 16
	const turn = 0.0007 // 0.13 pixels
	shot := scene.Shot{Width: w, Height: h, Samples: 64}
	want := pannedFrom(t, r, shot, turn, warm-1, frames)
	flicker := func(aa scene.AntiAliasing) float64 {
		shot := shot
		shot.AntiAliasing = aa
		got := panned(t, r, shot, turn, frames)
		off := make([][]float64, frames)
		for n := warm - 1; n < frames; n++ {
			off[n] = make([]float64, w*h)
			for i := range w * h {
				for k := range 25 {
					x, y := i%w+k%5-2, i/w+k/5-2
					off[n][i] += float64(scene.Luminance(pixel(got[n], x, y).Vec3())-scene.Luminance(pixel(want[n], x, y).Vec3())) / 25
				}
			}
		}
		sum := 0.0
		for n := warm; n < frames; n++ {
			for i := range w * h {
				sum += math.Abs(off[n][i]-off[n-1][i]) / ((frames - warm) * w * h)
			}
		}
		return sum
	}
	taa, none := flicker(scene.AATAA), flicker(scene.AANone)
	t.Logf("%.6f, without smoothing %.6f: %.1f times", taa, none, none/taa)
	if taa > none/4 {
		t.Errorf("flicker is %.6f, without smoothing %.6f", taa, none)
	}
}

// A texture as fine as the pixels keeps nine tenths of its contrast, whether it stands still or moves at any speed.
func TestTAAKeepsTextures(t *testing.T) {
	sc := wallAndBox()
	noise := scene.Image{Name: "noise", Width: 256, Height: 256}
	for i := range uint32(256 * 256) {
		v := byte(60 + (i*2654435769)>>24/2)
		noise.Pix = append(noise.Pix, v, v, v, 255)
	}
	sc.Images[0] = noise
	r := newTestRenderer(t, sc)
	const w, h, frames = 128, 96, 24
	contrast := func(p *Picture) float64 {
		sum, squares := 0.0, 0.0
		for i := range w * h {
			l := float64(scene.Luminance(pixel(p, i%w, i/w).Vec3()))
			sum, squares = sum+l/(w*h), squares+l*l/(w*h)
		}
		return math.Sqrt(squares - sum*sum)
	}
	shot := scene.Shot{Width: w, Height: h, AntiAliasing: scene.AATAA}
	for _, turn := range []float32{0, 0.0007, 0.0027, 0.0131} { // up to 2.5 pixels
		got := contrast(panned(t, r, shot, turn, frames)[frames-1])
		r.endSequence()
		c := sc.Cameras[0]
		c.WorldFromCamera = c.WorldFromCamera.Mul4(mgl32.HomogRotate3DY(turn * (frames - 1)))
		want := contrast(shoot(t, r, Request{Shot: scene.Shot{Width: w, Height: h, Samples: 64}, Float: true, Camera: &c}))
		if got < 0.9*want || got > 1.04*want {
			t.Errorf("turning by %g: contrast %.4f, want %.4f", turn, got, want)
		}
	}
}

// Where things have been is known to the pixel: what Renderer.Move does, and what a camera does, is what the
// view of motion says.
func TestMotionOfASequence(t *testing.T) {
	sc := wallAndBox()
	r := newTestRenderer(t, sc)
	const w, h = 64, 40
	camera := sc.Cameras[0]
	draw := func(c scene.Camera) *Picture {
		return shoot(t, r, Request{Shot: scene.Shot{Width: w, Height: h}, Output: OutputMotion, Float: true, Sequence: true, Camera: &c})
	}
	draw(camera)
	before, after := sc.Entities[1].ParentFromLocal, mgl32.Translate3D(-1, 0.2, 1).Mul4(mgl32.HomogRotate3DZ(0.1))
	turned := camera
	turned.WorldFromCamera = camera.WorldFromCamera.Mul4(mgl32.HomogRotate3DX(0.01)).Mul4(mgl32.Translate3D(0.1, 0, -0.3))
	if err := r.Move(1, after); err != nil {
		t.Fatal(err)
	}
	motion := draw(turned)
	still := draw(turned) // nothing moves any more
	where := surfels(t, r, Request{Shot: scene.Shot{Width: w, Height: h}, Camera: &turned})
	then, now := camera.View(w, h, vec2{}), turned.View(w, h, vec2{})
	boxes := 0
	for i, s := range where {
		if !s.hit {
			continue
		}
		was := s.position
		if s.position[2] > 0.1 {
			boxes++
			was = mgl32.TransformCoordinate(s.position, before.Mul4(after.Inv()))
		}
		x0, y0, _ := then.Pixel(was)
		x1, y1, _ := now.Pixel(s.position)
		if got := pixel(motion, i%w, i/w).Vec2(); got.Sub(vec2{x1 - x0, y1 - y0}).Len() > 0.02 {
			t.Fatalf("pixel %d,%d moves by %v, want %v", i%w, i/w, got, vec2{x1 - x0, y1 - y0})
		}
		if got := pixel(still, i%w, i/w).Vec2(); got.Len() > 1e-3 {
			t.Fatalf("pixel %d,%d moves by %v after everything stopped", i%w, i/w, got)
		}
	}
	if boxes < 50 {
		t.Errorf("%d pixels of the box", boxes)
	}
}

// What has been moved is drawn, shaded and sorted where it is, as in a scene that has it there.
func TestMove(t *testing.T) {
	build := func(at mgl32.Mat4) *scene.Scene {
		sc := richScene()
		for _, e := range []int{1, len(sc.Entities) - 2} { // the box, and the glass
			sc.Entities[e].ParentFromLocal = at.Mul4(sc.Entities[e].ParentFromLocal)
		}
		return sc
	}
	to := mgl32.Translate3D(-0.3, 0.25, 0.2).Mul4(mgl32.HomogRotate3DY(0.4))
	q := Request{Shot: scene.Shot{Width: 64, Height: 48, Samples: 2}}
	want := render(t, build(to), q).Display
	sc := build(mgl32.Ident4())
	r := newTestRenderer(t, sc)
	stays := shoot(t, r, q).Display
	for _, e := range []int{1, len(sc.Entities) - 2} {
		if err := r.Move(e, to.Mul4(sc.Entities[e].ParentFromLocal)); err != nil {
			t.Fatal(err)
		}
	}
	if p := psnr(shoot(t, r, q).Display, want); p < 45 { // the sun's maps cover what was there, too
		t.Errorf("moved things look %.1f dB like things that are there", p)
	}
	for _, e := range []int{1, len(sc.Entities) - 2} {
		if err := r.Move(e, sc.Entities[e].ParentFromLocal); err != nil {
			t.Fatal(err)
		}
	}
	if string(shoot(t, r, q).Display) != string(stays) {
		t.Error("back where they were, things look different")
	}
	for _, e := range []int{-1, len(sc.Entities), len(sc.Entities) - 1} { // none, none, a lamp
		if r.Move(e, mgl32.Ident4()) == nil {
			t.Errorf("entity %d moved", e)
		}
	}
	if r.Move(1, mgl32.Scale3D(-1, 1, 1)) == nil {
		t.Error("the box turned inside out")
	}
}
