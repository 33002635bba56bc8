package vk

import (
	"math"
	"strings"
	"testing"
)

// TestMips uploads a checker of 2x2 texels; each finer mip keeps it and from the first that mixes it is grey.
func TestMips(t *testing.T) {
	d := openDevice(t)
	const size = 16
	img := newImage(t, d, ImageDesc{Name: "checker", Kind: ImageArray, Layers: 2, Width: size, Height: size, Mips: MipCount(size, size), Format: RGBA8,
		Uses: Uses(SampledFragment, TransferWrite, TransferRead)})
	if got := img.Desc().Mips; got != 5 {
		t.Fatalf("%d mips", got)
	}
	u := d.NewUploader()
	for layer := range 2 {
		texels := make([][4]byte, size*size)
		for i := range texels {
			on := (i%size/2+i/size/2)%2 == layer
			if on {
				texels[i] = [4]byte{200, 100, byte(layer), 255}
			}
		}
		u.Image(img, 0, layer, Bytes(texels))
	}
	u.GenerateMips(img)
	if err := u.Finish(SampledFragment); err != nil {
		t.Fatal(err)
	}
	for layer := range 2 {
		for mip := range 5 {
			w := size >> mip
			pixels := readImage(t, d, img, mip, layer, Uses(SampledFragment))
			for i := range w * w {
				want := [4]byte{100, 50, byte((layer + 1) / 2), 128}
				switch cell := max(2>>mip, 1); {
				case mip <= 1 && (i%w/cell+i/w/cell)%2 == layer:
					want = [4]byte{200, 100, byte(layer), 255}
				case mip <= 1:
					want = [4]byte{}
				}
				got := at(pixels, w, i%w, i/w)
				for k := range got {
					if math.Abs(float64(got[k])-float64(want[k])) > 1 {
						t.Fatalf("layer %d, mip %d, texel %d: %v, want %v", layer, mip, i, got, want)
					}
				}
			}
		}
	}
}

func TestCube(t *testing.T) {
	d := openDevice(t)
	cube := newImage(t, d, ImageDesc{Name: "cube", Kind: ImageCube, Width: 2, Height: 2, Format: RGBA32F, Uses: Uses(SampledCompute, TransferWrite)})
	out := newBuffer(t, d, BufferDesc{Name: "out", Size: 6 * 16, Uses: Uses(StorageWriteCompute, HostRead), Memory: ReadbackMemory})
	s := must[*Sampler](t)(d.Sampler(SamplerDesc{U: Clamp, V: Clamp}))
	if again := must[*Sampler](t)(d.Sampler(SamplerDesc{U: Clamp, V: Clamp})); again != s {
		t.Error("equal samplers are not shared")
	}
	u := d.NewUploader()
	for face := range 6 {
		texels := make([][4]float32, 4)
		for i := range texels {
			texels[i] = [4]float32{float32(face), float32(face * face), -1, 0.5}
		}
		u.Image(cube, 0, face, Bytes(texels))
	}
	if err := u.Finish(SampledCompute); err != nil {
		t.Fatal(err)
	}
	l := Layout{Bindings: []Binding{{Set: 0, Binding: 0, Type: SampledImage}, {Set: 1, Binding: 0, Type: StorageBuffer}}}
	p := newCompute(t, d, ComputeDesc{Name: "cube", Code: shader(t, "cube.comp"), Layout: l})
	g := must[*Group](t)(d.NewGroup("cube", l, 0, Bound{Binding: 0, View: cube.View(), Sampler: s}))
	t.Cleanup(g.Destroy)
	frame(t, d, func(r *Recorder) {
		r.Bind(p)
		r.Group(0, g)
		r.Set(1, Bound{Binding: 0, Buffer: out})
		r.Dispatch(1, 1, 1)
		r.Barriers([]Barrier{{Buffer: out, From: Uses(StorageWriteCompute), To: Uses(HostRead)}})
	})
	out.Invalidate()
	for face := range 6 {
		for i, want := range []float32{float32(face), float32(face * face), -1, 0.5} {
			if got := float32At(out.Mapped(), 4*face+i); got != want {
				t.Errorf("face %d, channel %d: %v, want %v", face, i, got, want)
			}
		}
	}
}

// TestBindings reads an array of textures and a depth comparison and writes a storage image, whose one layer is a
// part of an array.
func TestBindings(t *testing.T) {
	d := openDevice(t)
	const size = 8
	a := newImage(t, d, ImageDesc{Name: "a", Width: 1, Height: 1, Format: RGBA8, Uses: Uses(SampledCompute, TransferWrite)})
	b := newImage(t, d, ImageDesc{Name: "b", Width: 1, Height: 1, Format: RGBA8, Uses: Uses(SampledCompute, TransferWrite)})
	depth := newImage(t, d, ImageDesc{Name: "depth", Width: 2, Height: 1, Format: D32F, Uses: Uses(SampledCompute, DepthWrite, TransferWrite)})
	result := newImage(t, d, ImageDesc{Name: "result", Kind: ImageArray, Layers: 3, Width: size, Height: size, Format: RGBA8,
		Uses: Uses(StorageWriteCompute, TransferRead, TransferWrite)})
	layer := must[View](t)(result.Sub(ViewDesc{Kind: Image2D, BaseLayer: 1}))
	if again := must[View](t)(result.Sub(ViewDesc{Kind: Image2D, BaseLayer: 1, Layers: 1, Mips: 1})); again != layer {
		t.Error("equal views are not shared")
	}
	if _, err := result.Sub(ViewDesc{Kind: ImageArray, BaseLayer: 2, Layers: 2}); err == nil || !strings.Contains(err.Error(), `"result"`) {
		t.Errorf("a view past the end: %v", err)
	}
	u := d.NewUploader()
	u.Image(a, 0, 0, []byte{250, 0, 0, 0})
	u.Image(b, 0, 0, []byte{0, 120, 0, 0})
	u.Image(depth, 0, 0, Bytes([]float32{0.25, 0.75}))
	if err := u.Finish(SampledCompute); err != nil {
		t.Fatal(err)
	}
	p := newCompute(t, d, ComputeDesc{Name: "sample", Code: shader(t, "sample.comp"), Local: [3]int{8, 8, 1}, Layout: Layout{Bindings: []Binding{
		{Binding: 3, Type: StorageImage}, {Binding: 0, Count: 2, Type: Texture}, {Binding: 1, Type: SamplerOnly}, {Binding: 2, Type: SampledImage}}}})
	linear := must[*Sampler](t)(d.Sampler(SamplerDesc{Min: Linear, Mag: Linear, U: Clamp, V: Clamp, Anisotropy: 4}))
	compare := must[*Sampler](t)(d.Sampler(SamplerDesc{Compare: true, U: Clamp, V: Clamp}))
	frame(t, d, func(r *Recorder) {
		r.Barriers([]Barrier{{Image: result, To: Uses(TransferWrite)}})
		r.ClearColor(result, [4]float32{1, 1, 1, 1})
		r.Barriers([]Barrier{{Image: result, From: Uses(TransferWrite), To: Uses(StorageWriteCompute)}})
		r.Bind(p)
		r.Set(0, Bound{Binding: 0, Views: []View{a.View(), b.View()}}, Bound{Binding: 1, Sampler: linear},
			Bound{Binding: 2, View: depth.View(), Sampler: compare}, Bound{Binding: 3, View: layer})
		r.DispatchThreads(size, size, 1)
	})
	for l, inside := range []bool{false, true, false} {
		pixels := readImage(t, d, result, 0, l, Uses(StorageWriteCompute))
		for x := range size {
			want := [4]byte{255, 255, 255, 255}
			if inside {
				want = [4]byte{250, 120, 255, 255} // 0.5 >= 0.25: lit
				if x >= size/2 {
					want[2] = 0 // 0.5 < 0.75: something is nearer
				}
			}
			if got := at(pixels, size, x, 3); got != want {
				t.Errorf("layer %d, texel %d: %v, want %v", l, x, got, want)
			}
		}
	}
}

func TestImageErrors(t *testing.T) {
	d := openDevice(t)
	ok := ImageDesc{Name: "x", Width: 4, Height: 4, Format: RGBA8, Uses: Uses(SampledCompute)}
	for _, c := range []struct {
		want   string
		change func(*ImageDesc)
	}{
		{"size 0x4", func(i *ImageDesc) { i.Width = 0 }},
		{"size 4x1000000", func(i *ImageDesc) { i.Height = 1e6 }},
		{"4 mips", func(i *ImageDesc) { i.Mips = 4 }},
		{"square faces", func(i *ImageDesc) { i.Kind, i.Height = ImageCube, 5 }},
		{"2 layers in a 2D image", func(i *ImageDesc) { i.Layers = 2 }},
		{"no use", func(i *ImageDesc) { i.Uses = 0 }},
		{"cannot use format rgba8 for depth-write", func(i *ImageDesc) { i.Uses = Uses(DepthWrite) }},
		{"3 samples", func(i *ImageDesc) { i.Samples = 3 }},
	} {
		desc := ok
		c.change(&desc)
		_, err := d.NewImage(desc)
		if err == nil || !strings.HasPrefix(err.Error(), `vk: create image "x": `) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want it to mention %q", err, c.want)
		}
	}
}
