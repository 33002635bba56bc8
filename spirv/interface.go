package spirv

import "fmt"

// Interface is what a shader asks of the program that runs it.
type Interface struct {
	Stage Stage
	// Bindings in order of set, then number. Two blocks that alias one binding are two entries.
	Bindings []Binding
	// Push is the push-constant block, nil if there is none; Push.Size bytes are read.
	Push *Struct
	// WorkGroup of a compute shader, zero elsewhere.
	WorkGroup WorkGroup
	// Constants that can be specialized, in order of their id.
	Constants []Constant
	// Inputs and Outputs that carry a location, in order of it; built-in variables are left out.
	// Members of an interface block stand as variables of their own.
	Inputs, Outputs []Variable
	// Pointees are the blocks that buffer references lead to, in order of declaration.
	Pointees []*Struct
}

// Stage is the pipeline stage of a shader.
type Stage uint8

// Stages, numbered as SPIR-V's execution models (specification section 3.3).
const (
	Vertex Stage = iota
	TessControl
	TessEvaluation
	Geometry
	Fragment
	Compute
)

func (s Stage) String() string {
	return [...]string{"vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment", "compute"}[s]
}

// Binding is one entry of a descriptor set.
type Binding struct {
	Set, Number int
	// Name of the variable, or of its block where the variable has none.
	Name string
	Kind Descriptor
	// Count of descriptors: the length of the array, 1 for a single one, 0 for an array without
	// a length.
	Count int
	// Block is the layout of a uniform or storage buffer, nil for the others.
	Block *Struct
	// ReadOnly: a storage buffer or image that the shader declares readonly.
	ReadOnly bool
}

// Descriptor is the kind of resource that a binding takes.
type Descriptor uint8

// Descriptors, in the order of VkDescriptorType, whose values they share up to InputAttachment.
const (
	Sampler Descriptor = iota
	CombinedImageSampler
	SampledImage
	StorageImage
	UniformTexelBuffer
	StorageTexelBuffer
	UniformBuffer
	StorageBuffer
	uniformBufferDynamic // a choice of the layout, which the shader does not see
	storageBufferDynamic
	InputAttachment
)

func (d Descriptor) String() string {
	return [...]string{"sampler", "combined image sampler", "sampled image", "storage image",
		"uniform texel buffer", "storage texel buffer", "uniform buffer", "storage buffer",
		"dynamic uniform buffer", "dynamic storage buffer", "input attachment"}[d]
}

// WorkGroup is the size of a compute shader's workgroup in threads.
type WorkGroup struct {
	// Size by axis: x, y, z. Where it can be specialized, the default.
	Size [3]int
	// SpecID is the constant that sets the axis, or -1 where the size is fixed.
	SpecID [3]int
}

// Groups returns how many workgroups cover that many threads, for sizes that were not specialized.
func (w WorkGroup) Groups(x, y, z int) (int, int, int) {
	cover := func(threads, size int) int {
		if size <= 0 {
			panic(fmt.Sprintf("spirv: workgroups of a shader whose workgroup size is %v", w.Size))
		}
		return (threads + size - 1) / size
	}
	return cover(x, w.Size[0]), cover(y, w.Size[1]), cover(z, w.Size[2])
}

// Constant is a specialization constant.
type Constant struct {
	ID   int
	Name string // "" for the workgroup size
	Type *Type
	// Default holds the bits of the value: sign-extended for signed integers narrower than 32
	// bits, 0 or 1 for bool.
	Default uint64
}

// Variable is an input or output with a location.
type Variable struct {
	Location int
	Name     string // "block.member" for a member of an interface block
	Type     *Type
}

// Binding returns the binding with that name.
func (f *Interface) Binding(name string) (Binding, bool) {
	for _, binding := range f.Bindings {
		if binding.Name == name {
			return binding, true
		}
	}
	return Binding{}, false
}

// Block returns the uniform, storage, push-constant or referenced block whose type has that name.
func (f *Interface) Block(name string) (*Struct, bool) {
	for _, binding := range f.Bindings {
		if binding.Block != nil && binding.Block.Name == name {
			return binding.Block, true
		}
	}
	if f.Push != nil && f.Push.Name == name {
		return f.Push, true
	}
	for _, block := range f.Pointees {
		if block.Name == name {
			return block, true
		}
	}
	return nil, false
}
