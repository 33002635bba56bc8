package passes

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// richScene has something for every pass: textures, a mask, glass, lamps, a sun, a gradient.
func richScene() *scene.Scene {
	sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0, 0.5, 0)), model(sphereMesh, mgl32.Translate3D(1, 0.5, 0.5)))
	sc.Images = []scene.Image{numbered(8, 8)}
	sc.Textures = []scene.Texture{{}}
	masked := sc.Materials[0]
	masked.AlphaMode, masked.BaseColorTexture = scene.AlphaMask, &scene.TextureRef{UVFromMesh: mgl32.Ident3()}
	sc.Materials = append(sc.Materials, masked)
	sc.Entities = append(sc.Entities, withMaterial(model(quadMesh, mgl32.Translate3D(-1, 1, 0)), 1),
		withMaterial(model(quadMesh, mgl32.Translate3D(0.5, 0.5, 1).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))), glass(sc, vec4{0.2, 0.4, 0.6, 0.5})),
		pointAt(vec3{0, 2, 1}, scene.PointLight{Intensity: 3000, Color: vec3{1, 1, 1}, Shadows: true}))
	sc.Sun = sunAt(40, 30)
	sc.Sun.Illuminance = 20000
	sc.Sky = gradientSky
	sc.Cameras = append(sc.Cameras, scene.Camera{Name: "side", WorldFromCamera: lookAt(vec3{5, 2, 0}, vec3{}), FovY: 0.8, Near: 0.1})
	return sc
}

// Drawing the same frame again allocates nothing.
func TestFrameAllocatesNothing(t *testing.T) {
	airy := richScene()
	airy.Sky = scene.Sky{Kind: scene.SkyAtmosphere, Air: airOf(scene.DefaultAtmosphere())}
	airy.Fog = &scene.Fog{Density: 0.01, Color: vec3{1, 1, 1}, Opacity: 1, Shadows: true}
	effects := scene.Post{Bloom: scene.DefaultBloom(), Vignette: 1, LocalContrast: 1, WhiteBalance: scene.WhiteBalance{Temperature: 3000}}
	for _, c := range []struct {
		scene *scene.Scene
		shot  scene.Shot
	}{
		{richScene(), scene.Shot{Samples: 1}}, {richScene(), scene.Shot{Samples: 4, Post: effects}},
		{richScene(), scene.Shot{AntiAliasing: scene.AAFXAA, Post: effects}}, {airy, scene.Shot{Samples: 1}}, {richScene(), scene.Shot{AntiAliasing: scene.AATAA}},
	} {
		r, shot := newTestRenderer(t, c.scene), c.shot
		shot.Width, shot.Height = 32, 32
		q, samples := Request{Shot: shot}, shot.Frames()
		shoot(t, r, q)
		if err := r.begin(&q); err != nil {
			t.Fatal(err)
		}
		jitter := scene.Jitter(samples)
		var stats Stats
		i := 0
		draw := func() {
			n := i % samples
			i++
			if n == 0 { // as if the camera had moved
				r.passes.selection.forget()
				r.passes.shadow.forget()
				r.passes.lamps.forget()
			}
			ticket, err := r.draw(n, jitter[n], &stats)
			if err == nil {
				err = r.dev.Wait(ticket)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 3 * vk.FramesInFlight * samples {
			draw()
		}
		if n := testing.AllocsPerRun(16, draw); n != 0 {
			t.Errorf("%+v: %v allocations a frame", shot, n)
		}
	}
}

// Hundreds of pictures leave memory as it was.
func TestMemoryIsFlat(t *testing.T) {
	r := newTestRenderer(t, richScene())
	q := Request{Shot: scene.Shot{Width: 24, Height: 16, Samples: 5}}
	draw := func(pictures int) {
		for i := range pictures {
			q.Shot.Camera = i / 20 % 2 // every change draws the shadow maps anew
			j, err := r.Start(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := j.Wait(); err != nil {
				t.Fatal(err)
			}
		}
	}
	measure := func() (heap, resident int) {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc), residentBytes(t)
	}
	draw(40)
	heap, resident := measure()
	draw(100) // 500 frames
	heapAfter, residentAfter := measure()
	if grown := heapAfter - heap; grown > 64<<10 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if grown := residentAfter - resident; grown > 4<<20 {
		t.Errorf("resident memory grew by %d KiB", grown>>10)
	}
}

// residentBytes is what the process holds in memory; 0 where the system does not tell.
func residentBytes(t *testing.T) int {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func BenchmarkFrame(b *testing.B) {
	r := newTestRenderer(b, richScene())
	q := Request{Shot: scene.Shot{Width: 32, Height: 32}}
	if err := r.begin(&q); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var stats Stats
	for b.Loop() {
		ticket, err := r.draw(0, vec2{}, &stats)
		if err == nil {
			err = r.dev.Wait(ticket)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(stats.CPUMS/float64(stats.Frames), "cpu-ms/op")
}
