package vk

import "testing"

type vertex struct {
	position [3]float32
	color    [4]float32
}

var vertexStream = []VertexBuffer{{Stride: 28, Attributes: []Attribute{
	{Location: 0, Format: RGB32F, Offset: 0}, {Location: 1, Format: RGBA32F, Offset: 12}}}}

// triangle covers the half of the picture above its diagonal from the lower left to the upper right; it is
// counter-clockwise as seen.
func triangle(depth float32, color [4]float32) []vertex {
	return []vertex{{[3]float32{-1, -1, depth}, color}, {[3]float32{1, 1, depth}, color}, {[3]float32{-1, 1, depth}, color}}
}

func square(depth float32, color [4]float32) []vertex {
	return append(triangle(depth, color), vertex{[3]float32{-1, -1, depth}, color},
		vertex{[3]float32{1, -1, depth}, color}, vertex{[3]float32{1, 1, depth}, color})
}

// at returns texel x, y (from the top left) of an rgba8 picture.
func at(pixels []byte, width, x, y int) [4]byte { return [4]byte(pixels[4*(y*width+x):]) }

var (
	red   = [4]float32{1, 0, 0, 1}
	green = [4]float32{0, 1, 0, 1}
	blue  = [4]float32{0, 0, 1, 1}
)

// TestTriangle draws with everything that the picture's orientation and depth hang on: the flipped viewport, front
// faces, reversed depth, two attachments of which one is integer.
func TestTriangle(t *testing.T) {
	d := openDevice(t)
	const size = 16
	color := newImage(t, d, ImageDesc{Name: "color", Width: size, Height: size, Format: RGBA8, Uses: Uses(ColorWrite, TransferRead)})
	id := newImage(t, d, ImageDesc{Name: "id", Width: size, Height: size, Format: R32U, Uses: Uses(ColorWrite, TransferRead)})
	depth := newImage(t, d, ImageDesc{Name: "depth", Width: size, Height: size, Format: D32F, Uses: Uses(DepthWrite, TransferRead)})
	p := newGraphics(t, d, GraphicsDesc{Name: "color", Vertex: shader(t, "color.vert"), Fragment: shader(t, "color.frag"), Buffers: vertexStream,
		Colors: []Format{RGBA8, R32U}, Depth: D32F, DepthTest: true, DepthWrite: true, Cull: CullBack})

	var vs []vertex
	vs = append(vs, triangle(0.5, red)...)     // upper left half
	vs = append(vs, square(0.25, green)...)    // behind it: only the lower right half stays
	back := triangle(0.75, blue)               // nearest, but clockwise
	vs = append(vs, back[0], back[2], back[1]) //
	frame(t, d, func(r *Recorder) {
		r.Barriers([]Barrier{{Image: color, To: Uses(ColorWrite)}, {Image: id, To: Uses(ColorWrite)}, {Image: depth, To: Uses(DepthWrite)}})
		r.BeginPass("triangle")
		r.BeginRendering(Rendering{
			Colors: []Attachment{{View: color.View(), Clear: true}, {View: id.View(), Clear: true, ClearUint: [4]uint32{99}}},
			Depth:  &Attachment{View: depth.View(), Clear: true},
		})
		r.Bind(p)
		r.VertexSlice(0, UploadSlice(r, vs))
		r.Draw(len(vs), 1, 0, 0)
		r.EndRendering()
		r.EndPass()
	})
	pixels := readImage(t, d, color, 0, 0, Uses(ColorWrite))
	ids := readImage(t, d, id, 0, 0, Uses(ColorWrite))
	depths := readImage(t, d, depth, 0, 0, Uses(DepthWrite))
	for y := range size {
		for x := range size {
			want, wantDepth := [4]byte{255, 0, 0, 255}, float32(0.5)
			if x+y >= size { // below the diagonal from the lower left to the upper right
				want, wantDepth = [4]byte{0, 255, 0, 255}, 0.25
			}
			if x+y == size-1 { // the edge runs through these
				continue
			}
			if got := at(pixels, size, x, y); got != want {
				t.Fatalf("texel %d,%d is %v, want %v", x, y, got, want)
			}
			if got := at(ids, size, x, y); got != [4]byte{7} {
				t.Fatalf("id %d,%d is %v", x, y, got)
			}
			if got := float32At(depths, y*size+x); got != wantDepth {
				t.Fatalf("depth %d,%d is %v, want %v", x, y, got, wantDepth)
			}
		}
	}
}

// TestBlendAndResolve draws half-transparent squares into four samples and resolves them.
func TestBlendAndResolve(t *testing.T) {
	d := openDevice(t)
	if d.Limits().MaxSamples < 4 {
		t.Skip("the device has no 4 samples")
	}
	const size = 8
	for _, c := range []struct {
		name  string
		blend Blend
		want  [4]byte // of the square over the cleared 0.25 grey
	}{{"opaque", Opaque, [4]byte{0, 128, 0, 128}}, {"alpha", AlphaBlend, [4]byte{32, 159, 32, 255}}, {"additive", Additive, [4]byte{64, 191, 64, 255}}} {
		t.Run(c.name, func(t *testing.T) {
			many := newImage(t, d, ImageDesc{Name: "samples", Width: size, Height: size, Samples: 4, Format: RGBA8, Uses: Uses(ColorWrite)})
			one := newImage(t, d, ImageDesc{Name: "resolved", Width: size, Height: size, Format: RGBA8, Uses: Uses(ColorWrite, TransferRead)})
			p := newGraphics(t, d, GraphicsDesc{Name: c.name, Vertex: shader(t, "color.vert"), Fragment: shader(t, "cells.frag"),
				Buffers: vertexStream, Colors: []Format{RGBA8}, Blend: c.blend, Samples: 4})
			vs := triangle(0.5, [4]float32{0, 0.5, 0, 0.5})
			frame(t, d, func(r *Recorder) {
				r.Barriers([]Barrier{{Image: many, To: Uses(ColorWrite)}, {Image: one, To: Uses(ColorWrite)}})
				r.BeginRendering(Rendering{Colors: []Attachment{{View: many.View(), Clear: true, Value: [4]float32{0.25, 0.25, 0.25, 1}, NoStore: true, Resolve: one.View()}}})
				r.Bind(p)
				r.VertexSlice(0, UploadSlice(r, vs))
				r.Draw(len(vs), 1, 0, 0)
				r.EndRendering()
			})
			pixels := readImage(t, d, one, 0, 0, Uses(ColorWrite))
			near := func(a, b [4]byte) bool {
				for i := range a {
					if x := int(a[i]) - int(b[i]); x < -1 || x > 1 {
						return false
					}
				}
				return true
			}
			if got := at(pixels, size, 1, 1); !near(got, c.want) {
				t.Errorf("inside: %v, want %v", got, c.want)
			}
			if got := at(pixels, size, 6, 6); !near(got, [4]byte{64, 64, 64, 255}) {
				t.Errorf("outside: %v", got)
			}
			// On the diagonal the samples disagree, so the mean lies between.
			if got := at(pixels, size, 3, 4); got[1] == c.want[1] || got[1] == 64 {
				t.Errorf("on the edge: %v is no mixture", got)
			}
		})
	}
}

// TestDepthBias moves a second square in front of the first by the bias alone.
func TestDepthBias(t *testing.T) {
	d := openDevice(t)
	const size = 4
	depth := newImage(t, d, ImageDesc{Name: "depth", Width: size, Height: size, Format: D32F, Uses: Uses(DepthWrite, TransferRead)})
	p := newGraphics(t, d, GraphicsDesc{Name: "bias", Vertex: shader(t, "color.vert"), Buffers: vertexStream, Depth: D32F,
		DepthTest: true, DepthWrite: true, DepthBias: true, DepthClamp: true})
	vs := square(0.5, red)
	for _, c := range []struct {
		bias float32
		less bool
	}{{0, false}, {-1000, true}} {
		frame(t, d, func(r *Recorder) {
			r.Barriers([]Barrier{{Image: depth, To: Uses(DepthWrite)}})
			r.BeginRendering(Rendering{Depth: &Attachment{View: depth.View(), Clear: true}})
			r.Bind(p)
			r.DepthBias(c.bias, 0, 0)
			r.VertexSlice(0, UploadSlice(r, vs))
			r.Draw(len(vs), 1, 0, 0)
			r.EndRendering()
		})
		got := float32At(readImage(t, d, depth, 0, 0, Uses(DepthWrite)), size+1)
		if (got < 0.5) != c.less || got <= 0 || got > 0.5 {
			t.Errorf("bias %v: depth %v", c.bias, got)
		}
	}
}

// TestIndirect draws cells from records in a buffer, some by a count in another.
func TestIndirect(t *testing.T) {
	d := openDevice(t)
	const width, height = 8, 1
	color := newImage(t, d, ImageDesc{Name: "color", Width: width, Height: height, Format: RGBA8, Uses: Uses(ColorWrite, TransferRead)})
	p := newGraphics(t, d, GraphicsDesc{Name: "cells", Vertex: shader(t, "cells.vert"), Fragment: shader(t, "cells.frag"), Colors: []Format{RGBA8}})
	index := newBuffer(t, d, BufferDesc{Name: "index", Size: 24, Uses: Uses(IndexRead)})
	draws := newBuffer(t, d, BufferDesc{Name: "draws", Size: 3 * DrawIndexedStride, Uses: Uses(IndirectRead)})
	counts := newBuffer(t, d, BufferDesc{Name: "counts", Size: 8, Uses: Uses(IndirectRead)})
	u := d.NewUploader()
	u.Buffer(index, 0, Bytes([]uint32{0, 1, 2, 0, 2, 3}))
	u.Buffer(draws, 0, Bytes([]uint32{
		6, 2, 0, 0, 0, // cells 0 and 1
		6, 1, 0, 0, 3, // cell 3
		6, 2, 0, 0, 5, // cells 5 and 6
	}))
	u.Buffer(counts, 4, Bytes([]uint32{2}))
	if err := u.Finish(IndirectRead); err != nil {
		t.Fatal(err)
	}
	cell := func(draw, base byte) [4]byte { return [4]byte{255, draw, base, 255} }
	for _, c := range []struct {
		name string
		draw func(r *Recorder)
		want [width][4]byte
	}{
		{"indirect", func(r *Recorder) { r.DrawIndexedIndirect(draws, 0, 3) },
			[8][4]byte{cell(1, 0), cell(1, 0), {}, cell(2, 3), {}, cell(3, 5), cell(3, 5), {}}},
		{"offset", func(r *Recorder) { r.DrawIndexedIndirect(draws, DrawIndexedStride, 1) },
			[8][4]byte{3: cell(1, 3)}},
		{"count", func(r *Recorder) { r.DrawIndexedIndirectCount(draws, 0, counts, 4, 3) },
			[8][4]byte{cell(1, 0), cell(1, 0), {}, cell(2, 3), {}, {}, {}, {}}},
		{"direct", func(r *Recorder) { r.DrawIndexed(6, 1, 0, 0, 7) },
			[8][4]byte{7: cell(1, 7)}},
	} {
		frame(t, d, func(r *Recorder) {
			r.Barriers([]Barrier{{Image: color, To: Uses(ColorWrite)}})
			r.BeginRendering(Rendering{Colors: []Attachment{{View: color.View(), Clear: true}}})
			r.Bind(p)
			r.IndexBuffer(index)
			c.draw(r)
			r.EndRendering()
		})
		pixels := readImage(t, d, color, 0, 0, Uses(ColorWrite))
		for x := range width {
			if got := at(pixels, width, x, 0); got != c.want[x] {
				t.Errorf("%s: cell %d is %v, want %v", c.name, x, got, c.want[x])
			}
		}
	}
}

// ClearDepth touches its rectangle alone, counted from the top left.
func TestClearDepth(t *testing.T) {
	d := openDevice(t)
	const size = 16
	depth := newImage(t, d, ImageDesc{Name: "depth", Width: size, Height: size, Format: D32F, Uses: Uses(DepthWrite, TransferRead)})
	frame(t, d, func(r *Recorder) {
		r.Barriers([]Barrier{{Image: depth, To: Uses(DepthWrite)}})
		r.BeginRendering(Rendering{Depth: &Attachment{View: depth.View(), Clear: true, Value: [4]float32{0.25}}})
		r.ClearDepth(2, 3, 4, 5, 0.75)
		r.EndRendering()
	})
	depths := readImage(t, d, depth, 0, 0, Uses(DepthWrite))
	for i := range size * size {
		x, y := i%size, i/size
		want := float32(0.25)
		if x >= 2 && x < 6 && y >= 3 && y < 8 {
			want = 0.75
		}
		if got := float32At(depths, i); got != want {
			t.Fatalf("depth %d,%d is %v, want %v", x, y, got, want)
		}
	}
}
