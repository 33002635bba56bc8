package vk

import "unsafe"

// firstRing is the size in bytes of a slot's first ring chunk.
const firstRing = 256 << 10

// ring is a slot's memory for data that lives one frame. It grows by chunks while a frame needs more, and becomes
// one chunk of their sum when the slot comes round.
type ring struct {
	chunks []*Buffer
	used   int // bytes of the last chunk
	align  int
}

// take reserves size bytes for the frame.
func (g *ring) take(d *Device, size int) (Slice, error) {
	if g.align == 0 {
		g.align = max(d.limits.UniformAlign, d.limits.StorageAlign, 16)
	}
	if n := len(g.chunks); n > 0 {
		b := g.chunks[n-1]
		if at := int(alignUp(uint64(g.used), uint64(g.align))); at+size <= b.desc.Size {
			g.used = at + size
			return Slice{b, at, size}, nil
		}
	}
	n := firstRing
	if len(g.chunks) > 0 {
		n = 2 * g.chunks[len(g.chunks)-1].desc.Size
	}
	b, err := d.newRingChunk(max(n, size))
	if err != nil {
		return Slice{}, err
	}
	g.chunks = append(g.chunks, b)
	g.used = size
	return Slice{b, 0, size}, nil
}

func (d *Device) newRingChunk(size int) (*Buffer, error) {
	b, err := d.NewBuffer(BufferDesc{
		Name:   "frame.ring",
		Size:   size,
		Uses:   Uses(UniformRead, StorageReadCompute, IndirectRead, VertexRead, IndexRead, TransferRead),
		Memory: UploadMemory,
	})
	if err == nil {
		d.disown(b) // the slot destroys it, not the caller
	}
	return b, err
}

// reset empties the ring. The device is done with its slot.
func (g *ring) reset(d *Device) error {
	g.used = 0
	if len(g.chunks) < 2 {
		return nil
	}
	sum := 0
	for _, b := range g.chunks {
		sum += b.desc.Size
	}
	g.destroy(d)
	b, err := d.newRingChunk(sum)
	if err == nil {
		g.chunks = append(g.chunks, b)
	}
	return err
}

func (g *ring) flush() {
	for _, b := range g.chunks {
		b.Flush()
	}
}

func (g *ring) destroy(d *Device) {
	for _, b := range g.chunks {
		b.release(d)
	}
	clear(g.chunks)
	g.chunks = g.chunks[:0]
}

// Upload copies *v into the frame's ring, aligned for uniform and storage buffers. The slice lives until the frame
// is done.
func Upload[T any](r *Recorder, v *T) Slice { return r.upload(bytesOf(v)) }

// UploadSlice copies s into the frame's ring, as Upload does.
func UploadSlice[T any](r *Recorder, s []T) Slice {
	var zero T
	return r.upload(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero))))
}

func (r *Recorder) upload(data []byte) Slice {
	// An empty slice still wants something to bind.
	s, err := r.slot.ring.take(r.d, max(len(data), 4))
	if err != nil {
		r.fail(err)
		return Slice{}
	}
	copy(s.Buffer.mapped[s.Offset:], data)
	return s
}
