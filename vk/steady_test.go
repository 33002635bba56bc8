package vk

import (
	"os"
	"testing"
)

// scenery is a small frame of every kind of command: depth, then colour tested against it read-only, then compute
// that samples both.
type scenery struct {
	d                 *Device
	color, depth, out *Image
	prepass, draw     *Pipeline
	sample            *Pipeline
	vertices          *Buffer
	read              *Buffer
	linear, compare   *Sampler
	vertexCount       int
	last              Ticket
}

func newScenery(t testing.TB, d *Device) *scenery {
	const size = 8
	s := &scenery{d: d}
	s.color = newImage(t, d, ImageDesc{Name: "color", Width: size, Height: size, Format: RGBA8, Uses: Uses(ColorWrite, SampledCompute)})
	s.depth = newImage(t, d, ImageDesc{Name: "depth", Width: size, Height: size, Format: D32F, Uses: Uses(DepthWrite, DepthTest, SampledCompute)})
	s.out = newImage(t, d, ImageDesc{Name: "out", Width: size, Height: size, Format: RGBA8, Uses: Uses(StorageWriteCompute, TransferRead)})
	s.prepass = newGraphics(t, d, GraphicsDesc{Name: "depth", Vertex: shader(t, "color.vert"), Buffers: vertexStream, Depth: D32F, DepthTest: true, DepthWrite: true})
	s.draw = newGraphics(t, d, GraphicsDesc{Name: "draw", Vertex: shader(t, "color.vert"), Fragment: shader(t, "cells.frag"), Buffers: vertexStream,
		Colors: []Format{RGBA8}, Depth: D32F, DepthTest: true})
	s.sample = newCompute(t, d, ComputeDesc{Name: "sample", Code: shader(t, "sample.comp"), Local: [3]int{8, 8, 1}, Layout: Layout{Bindings: []Binding{
		{Binding: 0, Count: 2, Type: Texture}, {Binding: 1, Type: SamplerOnly}, {Binding: 2, Type: SampledImage}, {Binding: 3, Type: StorageImage}}}})
	vs := triangle(0.75, green)
	s.vertexCount = len(vs)
	s.vertices = newBuffer(t, d, BufferDesc{Name: "vertices", Size: 2 * len(vs) * 28, Uses: Uses(VertexRead)})
	s.read = newBuffer(t, d, BufferDesc{Name: "read", Size: size * size * 4, Uses: Uses(TransferWrite, HostRead), Memory: ReadbackMemory})
	u := d.NewUploader()
	u.Buffer(s.vertices, 0, Bytes(vs))
	u.Buffer(s.vertices, len(vs)*28, Bytes(square(0.5, red)[:3]))
	if err := u.Finish(VertexRead); err != nil {
		t.Fatal(err)
	}
	s.linear = must[*Sampler](t)(d.Sampler(SamplerDesc{}))
	s.compare = must[*Sampler](t)(d.Sampler(SamplerDesc{Compare: true}))
	return s
}

func (s *scenery) frame() error {
	f, err := s.d.Begin()
	if err != nil {
		return err
	}
	r := &f.Recorder
	r.BeginPass("depth")
	r.Barriers([]Barrier{{Image: s.depth, To: Uses(DepthWrite)}, {Image: s.color, To: Uses(ColorWrite)}, {Image: s.out, To: Uses(StorageWriteCompute)}})
	r.BeginRendering(Rendering{Depth: &Attachment{View: s.depth.View(), Clear: true}})
	r.Bind(s.prepass)
	r.VertexBuffers(0, s.vertices)
	r.Draw(s.vertexCount, 1, 0, 0)
	r.EndRendering()
	r.EndPass()

	r.BeginPass("color")
	r.Barriers([]Barrier{{Image: s.depth, From: Uses(DepthWrite), To: Uses(DepthTest, SampledCompute)}})
	r.BeginRendering(Rendering{
		Colors: []Attachment{{View: s.color.View(), Clear: true, Value: [4]float32{0, 0, 1, 1}}},
		Depth:  &Attachment{View: s.depth.View(), ReadOnly: true},
	})
	r.Bind(s.draw)
	r.VertexBuffers(0, s.vertices)
	r.Draw(2*s.vertexCount, 1, 0, 0) // the second triangle, behind the first, is hidden
	r.EndRendering()
	r.EndPass()

	r.BeginPass("sample")
	r.Barriers([]Barrier{{Image: s.color, From: Uses(ColorWrite), To: Uses(SampledCompute)}})
	r.Bind(s.sample)
	r.Set(0, Bound{Binding: 0, Views: []View{s.color.View(), s.color.View()}}, Bound{Binding: 1, Sampler: s.linear},
		Bound{Binding: 2, View: s.depth.View(), Sampler: s.compare}, Bound{Binding: 3, View: s.out.View()})
	r.DispatchThreads(8, 8, 1)
	r.EndPass()

	r.Barriers([]Barrier{{Image: s.out, From: Uses(StorageWriteCompute), To: Uses(TransferRead)}})
	r.CopyImageToBuffer(s.out, 0, 0, s.read, 0)
	r.Barriers([]Barrier{{Buffer: s.read, From: Uses(TransferWrite), To: Uses(HostRead)}})
	s.last, err = f.Submit()
	return err
}

// check: the green triangle hides the red one; it is nearer than 0.5, the background farther.
func (s *scenery) check(t *testing.T) {
	t.Helper()
	if err := s.d.Wait(s.last); err != nil {
		t.Fatal(err)
	}
	s.read.Invalidate()
	if got, want := at(s.read.Mapped(), 8, 1, 1), ([4]byte{0, 255, 0, 255}); got != want {
		t.Errorf("inside: %v, want %v", got, want)
	}
	if got, want := at(s.read.Mapped(), 8, 6, 6), ([4]byte{0, 0, 255, 255}); got != want {
		t.Errorf("outside: %v, want %v", got, want)
	}
}

// TestDepthReadOnly: depth is tested and sampled at once, in one layout, and validation agrees.
func TestDepthReadOnly(t *testing.T) {
	d := openDevice(t)
	s := newScenery(t, d)
	for range 4 {
		if err := s.frame(); err != nil {
			t.Fatal(err)
		}
		s.check(t)
	}
}

// TestSteadyAllocations: a steady frame that draws allocates nothing in Go either.
func TestSteadyAllocations(t *testing.T) {
	d := openWith(t, Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	s := newScenery(t, d)
	allocatesNothing(t, 50, s.frame)
	s.check(t)
}
