// Package graph is the frame graph: passes say which images and buffers they
// read and write, and Compile answers with what has to happen between them.
//
// A frame is declared anew each time:
//
//	g.Reset()
//	color := g.CreateImage("lighting.color", desc)
//	lit := g.AddPass("lighting")
//	lit.Read(gbuffer.Normal, vk.SampledCompute)
//	color = lit.Write(color, vk.StorageWrite)
//	lit.Record(func(f *Frame) { f.Dispatch(...) })
//	g.Output(color, vk.TransferRead)
//	plan, err := g.Compile()
//	for i := range plan.Steps {
//		f.Barriers(plan.Steps[i].Barriers)
//		g.Run(&plan.Steps[i], f)
//	}
//	f.Barriers(plan.Final)
//
// The order of AddPass is the order of execution; nothing is reordered. Compile
// drops passes nobody needs (compile.go), places transient resources in shared
// slots (pool.go), and derives barriers (barrier.go). The package knows nothing
// of Vulkan: a Use says whether it reads or writes and in which layout.
//
// All storage is reused, so declaring and compiling a frame of a known shape
// allocates nothing. A Graph belongs to one goroutine. A Plan, and every slice
// in it, is valid until the next Reset.
package graph

// Use is one way in which a pass touches a resource: "sampled in a compute
// shader", "colour attachment". Values are compared with ==, and one graph
// meets at most 64 different ones. A small integer type serves best: Go stores
// values below 256 in an interface without allocating.
type Use interface {
	Reads() bool
	Writes() bool
	// Layout is the image layout the use needs, opaque but for 0, which means
	// undefined. Uses of buffers return 0.
	Layout() int
	String() string
}

// ImageDesc says what an image is. Depth, Layers, Mips and Samples of zero
// mean one. Equal descriptions may share memory, see [Slot].
type ImageDesc struct {
	Width, Height int // texels of mip 0
	Depth         int // above one for volumes
	Layers        int
	Mips          int // at most 32
	Samples       int
	Format        int // opaque
	Flags         int // opaque, for whoever creates the image: cube, mutable
}

// BufferDesc says what a buffer is.
type BufferDesc struct {
	Size int // bytes
}

// Image is a version of an image. The zero Image is no image, and using it is
// an error. An Image is dead after the Reset that follows its making.
type Image struct {
	ref
	first, count int // mips; count 0 is all of them
}

// Buffer is a version of a buffer, see [Image].
type Buffer struct{ ref }

// ref names a resource and a version of its contents: 0 is what was there
// before the frame, and each write makes the next.
type ref struct {
	frame   uint32 // Graph.frame when made; 0 in the zero value
	index   int32  // into resources; negative after an error already reported
	version int32
}

// Index is the resource's place in [Plan.Resources].
func (r ref) Index() int { return int(r.index) }

// IsZero says that the handle names nothing: an optional input left out.
func (r ref) IsZero() bool { return r.frame == 0 }

// Mips restricts an access to count levels from first on. The range lasts for
// one access: what Write returns is the whole image again.
func (i Image) Mips(first, count int) Image {
	i.first, i.count = first, count
	if count <= 0 {
		i.count = -1 // refused by the access, which can name the pass
	}
	return i
}

// Mip is Mips(level, 1).
func (i Image) Mip(level int) Image { return i.Mips(level, 1) }

// Names turns opaque numbers into words for dumps; either may be nil.
type Names struct {
	Format func(format int) string
	Layout func(layout int) string
}

// Graph collects one frame after another. C is what passes record with.
type Graph[C any] struct {
	builder
	records []func(C) // one per pass
}

// New makes an empty graph, ready for its first frame.
func New[C any](names Names) *Graph[C] {
	g := &Graph[C]{}
	g.plan.names = names
	g.reset()
	return g
}

// Reset starts the next frame. Handles and the plan of the last one are dead;
// the slots behind transient resources stay.
func (g *Graph[C]) Reset() {
	clear(g.records) // lets go of what the closures hold
	g.records = g.records[:0]
	g.reset()
}

// CreateImage declares an image that lives within the frame. Its contents are
// undefined until written, also where an earlier frame had the same name.
func (g *Graph[C]) CreateImage(name string, desc ImageDesc) Image {
	return Image{ref: g.addImage(name, desc, false, nil)}
}

// CreateBuffer declares a buffer that lives within the frame.
func (g *Graph[C]) CreateBuffer(name string, desc BufferDesc) Buffer {
	return Buffer{g.addBuffer(name, desc, false, nil)}
}

// ImportImage brings in an image that the caller owns: history, a swapchain
// image, a texture. State says what it was last used for, usually what
// [Resource.Final] said a frame ago; all of it shares one layout. Without state
// the contents are undefined and nothing is waited for.
func (g *Graph[C]) ImportImage(name string, desc ImageDesc, state ...Use) Image {
	return Image{ref: g.addImage(name, desc, true, state)}
}

// ImportBuffer brings in a buffer that the caller owns, see ImportImage.
func (g *Graph[C]) ImportBuffer(name string, desc BufferDesc, state ...Use) Buffer {
	return Buffer{g.addBuffer(name, desc, true, state)}
}

// ImageDesc returns the description of an image, ones filled in; of no image,
// the zero description.
func (g *Graph[C]) ImageDesc(img Image) ImageDesc {
	if !g.known(img.ref) {
		return ImageDesc{}
	}
	return g.resources[img.index].desc.image
}

// BufferDesc returns the description of a buffer; of no buffer, the zero one.
func (g *Graph[C]) BufferDesc(buf Buffer) BufferDesc {
	if !g.known(buf.ref) {
		return BufferDesc{}
	}
	return g.resources[buf.index].desc.buffer
}

// Output marks an image as wanted after the frame and leaves it ready for
// final: the passes that made it are kept, its slot is not shared after its
// last pass, and [Plan.Final] moves it there. A nil final leaves it as its last
// pass did, which suits history. It is called after the last write.
//
// An imported image that is written and not an output is not wanted: without
// Output (or SideEffect) the passes that write it are dropped.
func (g *Graph[C]) Output(img Image, final Use) {
	g.addOutput(imageKind, img.ref, img.first, img.count, final)
}

// OutputBuffer is Output for buffers.
func (g *Graph[C]) OutputBuffer(buf Buffer, final Use) {
	g.addOutput(bufferKind, buf.ref, 0, 0, final)
}

// Compile turns the declared frame into a plan, or returns all mistakes made
// since Reset, each an [*Error], joined. Calling it again returns the same.
func (g *Graph[C]) Compile() (*Plan, error) { return g.compile() }

// Run calls what the step's pass gave to Record, if anything.
func (g *Graph[C]) Run(step *Step, ctx C) {
	if record := g.records[step.Index]; record != nil {
		record(ctx)
	}
}
