package passes

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// The tests share one device and its pipelines, since opening it with validation takes as long as many pictures, and
// so does compiling.
var openDevice = sync.OnceValues(func() (*vk.Device, error) {
	return vk.Open(vk.Options{Device: os.Getenv("SCENERENDER_DEVICE"), Validation: true})
})

var testPipelines *Pipelines // nil: the device was not used

// TestMain closes the device, which reports what was not destroyed and what validation said.
func TestMain(m *testing.M) {
	code := m.Run()
	if testPipelines != nil {
		testPipelines.Destroy()
		if err := testPipelines.dev.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// testDevice returns the device; what validation says during the test fails it.
func testDevice(t testing.TB) *vk.Device {
	t.Helper()
	dev, err := openDevice()
	if err != nil {
		if os.Getenv("SCENERENDER_REQUIRE_DEVICE") == "1" {
			t.Fatal(err)
		}
		t.Skipf("needs a Vulkan device with the validation layer: %v", err)
	}
	if testPipelines == nil {
		testPipelines = NewPipelines(dev)
	}
	before := len(dev.Messages())
	t.Cleanup(func() {
		for _, m := range dev.Messages()[before:] {
			t.Error("validation: ", m)
		}
	})
	return dev
}

// open makes a renderer.
func open(t testing.TB, sc *scene.Scene) *Renderer {
	t.Helper()
	testDevice(t)
	r, err := NewSharing(testPipelines, sc)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newTestRenderer makes a renderer that lives as long as the test.
func newTestRenderer(t testing.TB, sc *scene.Scene) *Renderer {
	t.Helper()
	r := open(t, sc)
	t.Cleanup(r.Destroy)
	return r
}

// newRendererOf is newTestRenderer for a world that is not planned as New does.
func newRendererOf(t testing.TB, w *world) *Renderer {
	t.Helper()
	testDevice(t)
	r, err := newRenderer(testPipelines, w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Destroy)
	return r
}

// shoot draws one picture.
func shoot(t testing.TB, r *Renderer, q Request) *Picture {
	t.Helper()
	j, err := r.Start(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	p, err := j.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// render draws one picture of a scene that nothing else is drawn of.
func render(t testing.TB, sc *scene.Scene, q Request) *Picture {
	t.Helper()
	r := open(t, sc)
	defer r.Destroy()
	return shoot(t, r, q)
}

// readBuffer copies what a buffer holds after the last frame.
func readBuffer(t testing.TB, r *Renderer, o *owned) []byte {
	t.Helper()
	host, err := r.dev.NewBuffer(vk.BufferDesc{Name: "test", Size: o.buffer.Size(), Uses: vk.Uses(vk.TransferWrite, vk.HostRead), Memory: vk.ReadbackMemory})
	if err != nil {
		t.Fatal(err)
	}
	defer host.Destroy()
	f, err := r.dev.Begin()
	if err != nil {
		t.Fatal(err)
	}
	f.Barriers([]vk.Barrier{{Buffer: o.buffer, From: useSet(o.state), To: vk.Uses(vk.TransferRead)}})
	f.CopyBuffer(o.buffer, 0, host, 0, host.Size())
	f.Barriers([]vk.Barrier{{Buffer: host, From: vk.Uses(vk.TransferWrite), To: vk.Uses(vk.HostRead)}})
	ticket, err := f.Submit()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.dev.Wait(ticket); err != nil {
		t.Fatal(err)
	}
	o.state = append(o.state[:0], vk.TransferRead)
	host.Invalidate()
	return append([]byte{}, host.Mapped()...)
}

// quad is the square -1..1 in XY that faces +Z, the picture upright, the second UV set turned by a
// quarter: its u goes down and its v to the left.
func quad() scene.Primitive {
	p := scene.Primitive{Indices: []uint32{0, 1, 2, 0, 2, 3}}
	for _, c := range []vec2{{0, 0}, {0, 1}, {1, 1}, {1, 0}} {
		p.Positions = append(p.Positions, vec3{2*c[0] - 1, 1 - 2*c[1], 0})
		p.Normals = append(p.Normals, vec3{0, 0, 1})
		p.Tangents = append(p.Tangents, vec4{1, 0, 0, 1})
		p.UV0 = append(p.UV0, c)
		p.UV1 = append(p.UV1, vec2{c[1], 1 - c[0]})
	}
	p.Bounds = scene.BoundsOf(p.Positions)
	return p
}

// front is a stage seen by an orthographic camera that shows -1..1 in X and Y, from +Z, where the
// light comes from as well: a Lambert surface that faces it shows 1000 cd/m² times its colour.
func front(models ...scene.Entity) *scene.Scene {
	sc := stage(models...)
	sc.Materials[0].BaseColor = vec4{1, 1, 1, 1}
	sc.Cameras[0] = scene.Camera{Name: "main", WorldFromCamera: mgl32.Translate3D(0, 0, 5), Height: 2, Near: 0.1, Far: 20}
	sc.Sun = &scene.Sun{Direction: vec3{0, 0, -1}, Illuminance: 1000 * 3.14159265, Color: vec3{1, 1, 1}}
	return sc
}

// frontAt is where the centre of a pixel of a square picture of a front scene lies in the plane
// z = 0.
func frontAt(size, x, y int) (float32, float32) {
	s := float32(size)
	return (float32(x)+0.5)/s*2 - 1, 1 - (float32(y)+0.5)/s*2
}

// A contact sheet shows many quads of a front scene, each with a material of its own, in one
// picture: pipelines are compiled once.
type sheet struct {
	*scene.Scene
	side  int // cells along each side
	count int
}

func newSheet(side int) *sheet { return &sheet{Scene: front(), side: side} }

// add places a quad under a transform that keeps it within its cell and returns its material.
func (s *sheet) add(turn mgl32.Mat4) *scene.Material {
	n := float32(s.side)
	x, y := frontAt(s.side, s.count%s.side, s.count/s.side)
	s.count++
	s.Materials = append(s.Materials, s.Materials[0])
	place := mgl32.Translate3D(x, y, 0).Mul4(mgl32.Scale3D(1/n, 1/n, 1/n)).Mul4(turn)
	s.Entities = append(s.Entities, withMaterial(model(quadMesh, place), len(s.Materials)-1))
	return &s.Materials[len(s.Materials)-1]
}

// request draws cells of a number of pixels along each side.
func (s *sheet) request(cell int) Request { return linear(cell*s.side, 1) }

// pixel is a pixel of a cell.
func (s *sheet) pixel(p *Picture, index, x, y int) vec3 {
	cell := p.Width / s.side
	return p.at(index%s.side*cell+x, index/s.side*cell+y)
}

// above is an orthographic camera that looks down; the picture's top is at -Z.
func above(height, extent float32) scene.Camera {
	return scene.Camera{Name: "main", WorldFromCamera: mgl32.Mat4{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, height, 0, 1},
		Height: extent, Near: 0.01, Far: height + 10}
}

// withMaterial gives a model's parts a material.
func withMaterial(e scene.Entity, material int) scene.Entity {
	m := *e.Model
	m.Parts = append([]scene.Part(nil), m.Parts...)
	for i := range m.Parts {
		m.Parts[i].Material = material
	}
	e.Model = &m
	return e
}

// alpha returns a pixel's fourth channel.
func (p *Picture) alpha(x, y int) float32 { return p.Linear[4*(y*p.Width+x)+3] }

// A surfel is what a picture shows in one pixel.
type surfel struct {
	hit              bool
	position, normal vec3
}

// surfels finds what is where in a picture through its depth and normals.
func surfels(t testing.TB, r *Renderer, q Request) []surfel {
	t.Helper()
	q.Float, q.Linear, q.Shot.Samples = true, true, 1
	q.Output = OutputDepth
	depth := shoot(t, r, q)
	q.Output = OutputNormal
	normal := shoot(t, r, q)
	w, h := q.Shot.Width, q.Shot.Height
	view := r.camera(&q).View(w, h, vec2{})
	out := make([]surfel, w*h)
	for i := range out {
		d := depth.Linear[4*i]
		if d > 1e30 {
			continue
		}
		x := ((float32(i%w)+0.5)/float32(w)*2 - 1) * view.HalfX
		y := (1 - (float32(i/w)+0.5)/float32(h)*2) * view.HalfY
		if !view.Orthographic {
			x, y = x*d, y*d
		}
		out[i] = surfel{true, mgl32.TransformCoordinate(vec3{x, y, -d}, view.WorldFromView), normal.at(i%w, i/w)}
	}
	return out
}

// far reports whether two colours differ by more than a share of the wanted one plus a constant.
func far(got, want vec3, share, plus float32) bool {
	for c := range 3 {
		if d := got[c] - want[c]; !(max(d, -d) <= share*want[c]+plus) {
			return true
		}
	}
	return false
}
