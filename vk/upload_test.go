package vk

import (
	"bytes"
	"testing"
)

// pattern is n bytes that differ from those of another seed.
func pattern(n int, seed byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7+i>>8) ^ seed*31
	}
	return b
}

// TestUploadBatches: an uploader that may stage little submits by itself, also in the middle of an image.
func TestUploadBatches(t *testing.T) {
	d := openDevice(t)
	const size = 64
	u := d.NewUploader()
	u.limit = 20_000
	buffer := newBuffer(t, d, BufferDesc{Name: "buffer", Size: 100_000, Uses: Uses(StorageReadCompute)})
	img := newImage(t, d, ImageDesc{Name: "image", Kind: ImageArray, Layers: 4, Mips: 2, Width: size, Height: size, Format: RGBA8,
		Uses: Uses(SampledFragment, TransferWrite, TransferRead)})
	u.Buffer(buffer, 10, pattern(90_000, 1))
	for layer := range 4 {
		for mip := range 2 {
			u.Image(img, mip, layer, pattern((size>>mip)*(size>>mip)*4, byte(layer*2+mip)))
		}
		u.Buffer(buffer, layer, []byte{byte(layer)})
	}
	if err := u.Finish(SampledCompute); err != nil {
		t.Fatal(err)
	}
	if n := d.submitted.Load(); n < 4 {
		t.Errorf("%d submissions", n)
	}
	for layer := range 4 {
		for mip := range 2 {
			got := readImage(t, d, img, mip, layer, Uses(SampledFragment))
			if !bytes.Equal(got, pattern(len(got), byte(layer*2+mip))) {
				t.Errorf("layer %d, mip %d differs", layer, mip)
			}
		}
	}
	read := newBuffer(t, d, BufferDesc{Name: "read", Size: 100_000, Uses: Uses(TransferWrite, HostRead), Memory: ReadbackMemory})
	frame(t, d, func(r *Recorder) {
		r.CopyBuffer(buffer, 0, read, 0, 100_000)
		r.Barriers([]Barrier{{Buffer: read, From: Uses(TransferWrite), To: Uses(HostRead)}})
	})
	read.Invalidate()
	if got := read.Mapped(); !bytes.Equal(got[:4], []byte{0, 1, 2, 3}) || !bytes.Equal(got[10:90_010], pattern(90_000, 1)) {
		t.Error("the buffer differs")
	}
	// Used again it starts anew.
	u.Buffer(buffer, 0, []byte{9})
	if err := u.Finish(IndirectRead); err != nil {
		t.Fatal(err)
	}
	if err := d.NewUploader().Finish(SampledFragment); err != nil {
		t.Errorf("an empty upload: %v", err)
	}
}

// TestUploadDuringFrame: an upload finished between Begin and Submit comes before the frame.
func TestUploadDuringFrame(t *testing.T) {
	d := openDevice(t)
	src := newBuffer(t, d, BufferDesc{Name: "src", Size: 16, Uses: Uses(TransferRead)})
	read := newBuffer(t, d, BufferDesc{Name: "read", Size: 16, Uses: Uses(TransferWrite, HostRead), Memory: ReadbackMemory})
	for round := range byte(4) {
		frame(t, d, func(r *Recorder) {
			r.CopyBuffer(src, 0, read, 0, 16)
			r.Barriers([]Barrier{{Buffer: read, From: Uses(TransferWrite), To: Uses(HostRead)}})
			u := d.NewUploader()
			u.Buffer(src, 0, pattern(16, round))
			if err := u.Finish(TransferRead); err != nil {
				t.Fatal(err)
			}
		})
		read.Invalidate()
		if !bytes.Equal(read.Mapped(), pattern(16, round)) {
			t.Errorf("round %d: %v", round, read.Mapped())
		}
	}
}

// TestMemoryReturns: what is destroyed goes back to the driver, but for one empty block of a kind.
func TestMemoryReturns(t *testing.T) {
	d := openDevice(t)
	var objects []interface{ Destroy() }
	for i := range 40 {
		objects = append(objects, must[*Buffer](t)(d.NewBuffer(BufferDesc{Name: "b", Size: 1 << 20, Uses: Uses(StorageReadCompute), Memory: Memory(i % 3)})))
		objects = append(objects, must[*Image](t)(d.NewImage(ImageDesc{Name: "i", Width: 300, Height: 300, Format: RGBA32F, Uses: Uses(SampledCompute)})))
	}
	objects = append(objects, must[*Buffer](t)(d.NewBuffer(BufferDesc{Name: "large", Size: 80 << 20, Uses: Uses(StorageReadCompute)})))
	peak := d.mem.reserved
	if peak < 160<<20 || d.mem.allocs > 20 {
		t.Errorf("%d bytes in %d allocations", peak, d.mem.allocs)
	}
	for i := range objects { // in an order that leaves holes
		objects[(i*29)%len(objects)].Destroy()
	}
	if err := d.WaitIdle(); err != nil {
		t.Fatal(err)
	}
	d.collect()
	if d.mem.reserved > 3*maxBlock || d.mem.allocs > 6 {
		t.Errorf("%d bytes in %d allocations stay of %d", d.mem.reserved, d.mem.allocs, peak)
	}
	for key, pool := range d.mem.pools {
		for _, b := range pool {
			b.arena.check(t)
			if b.arena.used != 0 {
				t.Errorf("%+v: %d bytes are still used", key, b.arena.used)
			}
		}
	}
}
