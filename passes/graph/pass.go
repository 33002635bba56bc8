package graph

// Pass is being declared. All its accesses are declared before the next
// AddPass, since the order of declaration is the order of execution.
type Pass[C any] struct {
	g     *Graph[C]
	index int
}

// AddPass starts the next pass. Names are unique within a frame: the name is
// the debug label, the timing row, the line in the dump and in errors.
func (g *Graph[C]) AddPass(name string) Pass[C] {
	g.records = append(g.records, nil)
	return Pass[C]{g, g.addPass(name)}
}

// Read declares that the pass reads the image, or the mips it is restricted to.
func (p Pass[C]) Read(img Image, use Use) {
	p.g.declare(p.index, imageKind, img.ref, img.first, img.count, use, reading)
}

// Write declares that the pass writes the image and returns the new version;
// the old one must not be used any more. What the pass does not overwrite stays,
// unless nothing was there: a first write starts from undefined contents.
func (p Pass[C]) Write(img Image, use Use) Image {
	return Image{ref: p.g.declare(p.index, imageKind, img.ref, img.first, img.count, use, writing)}
}

// WriteDiscard is Write by a pass that clears or overwrites everything, so that
// neither the old contents nor the passes that made them are needed.
func (p Pass[C]) WriteDiscard(img Image, use Use) Image {
	return Image{ref: p.g.declare(p.index, imageKind, img.ref, img.first, img.count, use, discarding)}
}

// ReadBuffer is Read for buffers.
func (p Pass[C]) ReadBuffer(buf Buffer, use Use) {
	p.g.declare(p.index, bufferKind, buf.ref, 0, 0, use, reading)
}

// WriteBuffer is Write for buffers.
func (p Pass[C]) WriteBuffer(buf Buffer, use Use) Buffer {
	return Buffer{p.g.declare(p.index, bufferKind, buf.ref, 0, 0, use, writing)}
}

// WriteBufferDiscard is WriteDiscard for buffers.
func (p Pass[C]) WriteBufferDiscard(buf Buffer, use Use) Buffer {
	return Buffer{p.g.declare(p.index, bufferKind, buf.ref, 0, 0, use, discarding)}
}

// SideEffect keeps the pass, and all it reads, even if nobody wants its results.
func (p Pass[C]) SideEffect() { p.g.passes[p.index].sideEffect = true }

// Record sets what the pass does, called by [Graph.Run] unless it is culled.
func (p Pass[C]) Record(record func(C)) { p.g.records[p.index] = record }
