package vk

// #include "shim.h"
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Constant is a specialisation constant: the bits of a uint, int, float or bool.
type Constant struct{ ID, Value uint32 }

// ComputeDesc describes a compute pipeline; the entry point is main.
type ComputeDesc struct {
	Name      string
	Code      []byte // SPIR-V
	Layout    Layout
	Constants []Constant
	Local     [3]int // the shader's local size; only DispatchThreads needs it
}

// Pipeline is compiled shaders with their fixed state. Destroy ends it.
type Pipeline struct {
	d       *Device
	name    string
	handle  vulkan.Pipeline
	layout  *pipelineLayout
	compute bool
	local   [3]int
}

// NewCompute creates a compute pipeline. Safe for several goroutines at once.
//
// When the driver compiles differs. Drivers of GPUs do it here. lavapipe (Mesa 22.3) does not: creating takes some
// 3 ms, and LLVM runs on the queue's thread at the first dispatch or draw, 100 to 300 ms for a long shader
// (TestWhenPipelinesCompile), again for each new combination of bound texture formats and sampler states. So there
// creating pipelines side by side gains nothing; a first frame submitted while assets load does, even one whose
// dispatches have no groups. What LLVM made goes to Mesa's own cache on disk (MESA_SHADER_CACHE_DIR, by default
// below ~/.cache), which brings a later run's 300 ms down to 5.
func (d *Device) NewCompute(desc ComputeDesc) (*Pipeline, error) {
	const op = "create compute pipeline"
	l, err := d.layout(desc.Layout)
	if err == nil {
		err = checkCode(desc.Code)
	}
	if err != nil {
		return nil, wrap(op, desc.Name, err)
	}
	k := constants(desc.Constants)
	var h C.uint64_t
	r := C.vkx_compute_pipeline(d.c, raw(d.cache.handle), raw(l.handle), unsafe.Pointer(pointer(desc.Code)),
		C.size_t(len(desc.Code)), pointer(k), C.uint32_t(len(k)), &h)
	if r < 0 {
		return nil, failure(op, desc.Name, r)
	}
	p := &Pipeline{layout: l, compute: true, local: desc.Local}
	return d.pipeline(p, desc.Name, h), nil
}

// Blend says how a fragment's colour meets the attachment's.
type Blend uint8

const (
	Opaque     Blend = iota
	AlphaBlend       // premultiplied: source + (1 - source alpha) * destination
	Additive         // source + destination
)

// Cull says which triangles are dropped. Front faces are counter-clockwise as seen, as in glTF.
type Cull uint8

const (
	CullNone Cull = iota
	CullBack
	CullFront
)

// Topology says what vertices make.
type Topology uint8

const (
	TriangleList Topology = iota
	TriangleStrip
	LineList
)

var (
	topologies = [...]C.uint32_t{TriangleList: 3, TriangleStrip: 4, LineList: 1} // VkPrimitiveTopology
	cullModes  = [...]C.uint32_t{CullNone: 0, CullBack: 2, CullFront: 1}         // VkCullModeFlags
)

// VertexBuffer is a stream of vertex or instance data; its position in GraphicsDesc.Buffers is its binding.
type VertexBuffer struct {
	Stride      int // bytes
	PerInstance bool
	Attributes  []Attribute
}

// Attribute is one input of the vertex shader.
type Attribute struct {
	Location int
	Format   Format
	Offset   int // bytes from the element's start
}

// GraphicsDesc describes a graphics pipeline. Viewport and scissor come from BeginRendering.
type GraphicsDesc struct {
	Name             string
	Vertex, Fragment []byte // SPIR-V, entry point main; no Fragment: depth only
	Layout           Layout
	Buffers          []VertexBuffer
	Colors           []Format // of the colour attachments
	Blend            Blend    // of all of them
	Depth            Format   // of the depth attachment, FormatNone without
	DepthTest        bool     // keep fragments whose depth is greater or equal: reversed depth
	DepthWrite       bool
	DepthClamp       bool // do not clip at the near and far plane
	DepthBias        bool // by Recorder.DepthBias, which is then to be called before drawing
	Cull             Cull
	Topology         Topology
	Samples          int // of the attachments; 0 means 1
	Constants        []Constant
}

// NewGraphics creates a graphics pipeline. Safe for several goroutines at once. NewCompute says when drivers
// compile.
func (d *Device) NewGraphics(desc GraphicsDesc) (*Pipeline, error) {
	const op = "create graphics pipeline"
	l, err := d.layout(desc.Layout)
	if err == nil {
		err = d.checkGraphics(&desc)
	}
	if err != nil {
		return nil, wrap(op, desc.Name, err)
	}
	state := C.vkx_state{
		topology:     topologies[desc.Topology],
		cull:         cullModes[desc.Cull],
		blend:        C.uint32_t(desc.Blend),
		samples:      C.uint32_t(max(desc.Samples, 1)),
		depth_format: C.uint32_t(desc.Depth),
		depth_test:   C.uint32_t(boolean(desc.DepthTest)),
		depth_write:  C.uint32_t(boolean(desc.DepthWrite)),
		depth_clamp:  C.uint32_t(boolean(desc.DepthClamp)),
		depth_bias:   C.uint32_t(boolean(desc.DepthBias)),
	}
	var streams []C.vkx_stream
	var attributes []C.vkx_attribute
	for i, b := range desc.Buffers {
		streams = append(streams, C.vkx_stream{binding: C.uint32_t(i), stride: C.uint32_t(b.Stride), instance: C.uint32_t(boolean(b.PerInstance))})
		for _, a := range b.Attributes {
			attributes = append(attributes, C.vkx_attribute{location: C.uint32_t(a.Location), binding: C.uint32_t(i),
				format: C.uint32_t(a.Format), offset: C.uint32_t(a.Offset)})
		}
	}
	var colors []C.uint32_t
	for _, f := range desc.Colors {
		colors = append(colors, C.uint32_t(f))
	}
	k := constants(desc.Constants)
	var h C.uint64_t
	r := C.vkx_graphics_pipeline(d.c, raw(d.cache.handle), raw(l.handle), &state,
		unsafe.Pointer(pointer(desc.Vertex)), C.size_t(len(desc.Vertex)),
		unsafe.Pointer(pointer(desc.Fragment)), C.size_t(len(desc.Fragment)),
		pointer(streams), C.uint32_t(len(streams)), pointer(attributes), C.uint32_t(len(attributes)),
		pointer(colors), C.uint32_t(len(colors)), pointer(k), C.uint32_t(len(k)), &h)
	if r < 0 {
		return nil, failure(op, desc.Name, r)
	}
	return d.pipeline(&Pipeline{layout: l}, desc.Name, h), nil
}

func (d *Device) pipeline(p *Pipeline, name string, h C.uint64_t) *Pipeline {
	p.d, p.name, p.handle = d, name, cooked[vulkan.Pipeline](h)
	d.name(C.VK_OBJECT_TYPE_PIPELINE, h, name)
	d.born(p)
	return p
}

func (d *Device) checkGraphics(desc *GraphicsDesc) error {
	if err := checkCode(desc.Vertex); err != nil {
		return fmt.Errorf("vertex shader: %w", err)
	}
	if desc.Fragment != nil {
		if err := checkCode(desc.Fragment); err != nil {
			return fmt.Errorf("fragment shader: %w", err)
		}
	}
	if desc.Depth != FormatNone && !desc.Depth.Depth() {
		return fmt.Errorf("%v is no depth format", desc.Depth)
	}
	if (desc.DepthTest || desc.DepthWrite) && desc.Depth == FormatNone {
		return errors.New("depth is tested or written, but Depth names no format")
	}
	for i, f := range desc.Colors {
		have := d.formatFeatures(f)
		switch {
		case have&featureOf[imageColor] == 0:
			return fmt.Errorf("the device cannot draw into format %v of attachment %d", f, i)
		case desc.Blend != Opaque && have&featureBlend == 0:
			return fmt.Errorf("the device cannot blend into format %v of attachment %d", f, i)
		}
	}
	attributes := 0
	for _, b := range desc.Buffers {
		attributes += len(b.Attributes)
	}
	if len(desc.Colors) > 8 || len(desc.Buffers) > 16 || attributes > 32 || len(desc.Constants) > 64 {
		return errors.New("more than 8 colours, 16 vertex buffers, 32 attributes or 64 constants")
	}
	return nil
}

// checkCode keeps what is no SPIR-V from drivers, few of which look.
func checkCode(code []byte) error {
	if len(code) < 20 || len(code)%4 != 0 || binary.LittleEndian.Uint32(code) != 0x07230203 {
		return fmt.Errorf("%d bytes that are no SPIR-V", len(code))
	}
	return nil
}

func constants(ks []Constant) []C.vkx_constant {
	var c []C.vkx_constant
	for _, k := range ks {
		c = append(c, C.vkx_constant{id: C.uint32_t(k.ID), value: C.uint32_t(k.Value)})
	}
	return c
}

// Name is the pipeline's name.
func (p *Pipeline) Name() string { return p.name }

// Destroy hands the pipeline to the frame in flight, after which it is gone. nil is fine.
func (p *Pipeline) Destroy() {
	if p != nil {
		p.d.retire(p)
	}
}

func (p *Pipeline) label() string { return "pipeline " + strconv.Quote(p.name) }

func (p *Pipeline) release(d *Device) { vulkan.DestroyPipeline(d.handle, p.handle, nil) }
