package spirv

import (
	"cmp"
	"fmt"
	"slices"
)

// Reflect reads the interface of a module with one entry point. Code may come from anywhere: what
// is malformed is an error. Functions are skipped, so validity is not checked (spirv-val does).
func Reflect(code []byte) (Interface, error) {
	t, err := index(code)
	if err != nil {
		return Interface{}, err
	}
	r := &resolver{tables: t, types: map[uint32]*Type{}, checked: map[uint32]bool{}}
	var f Interface
	if t.entry.operands[0] > uint32(Compute) {
		return Interface{}, fmt.Errorf("execution model %d is no stage that is read", t.entry.operands[0])
	}
	f.Stage = Stage(t.entry.operands[0])
	for _, variable := range t.variables {
		if err := r.variable(&f, variable); err != nil {
			return Interface{}, err
		}
	}
	for _, pointer := range t.pointers {
		if pointer.operands[1] == physicalStorageBuffer && r.defined[pointer.operands[2]].op == opTypeStruct {
			if _, isBlock := r.decoration(pointer.operands[2], whole, blockLayout); !isBlock {
				continue // a pointer to a struct inside the block
			}
			block, err := r.block(pointer.operands[2])
			if err != nil {
				return Interface{}, err
			}
			if !slices.Contains(f.Pointees, block) {
				f.Pointees = append(f.Pointees, block)
			}
		}
	}
	if err := r.specialized(&f); err != nil {
		return Interface{}, err
	}
	if f.Stage == Compute {
		if f.WorkGroup, err = r.workGroup(); err != nil {
			return Interface{}, err
		}
	}
	slices.SortStableFunc(f.Bindings, func(a, b Binding) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Number, b.Number))
	})
	slices.SortStableFunc(f.Constants, func(a, b Constant) int { return cmp.Compare(a.ID, b.ID) })
	byLocation := func(a, b Variable) int { return cmp.Compare(a.Location, b.Location) }
	slices.SortStableFunc(f.Inputs, byLocation)
	slices.SortStableFunc(f.Outputs, byLocation)
	return f, nil
}

// Storage classes (specification section 3.7).
const (
	uniformConstant       = 0
	input                 = 1
	uniform               = 2
	output                = 3
	pushConstant          = 9
	storageBuffer         = 12
	physicalStorageBuffer = 5349
)

// variable adds what a global variable means to the interface.
func (r *resolver) variable(f *Interface, in instruction) error {
	id, class := in.operands[1], in.operands[2]
	pointer := r.defined[in.operands[0]]
	if pointer.op != opTypePointer {
		return fmt.Errorf("variable %%%d is not of a pointer type", id)
	}
	pointee, name := pointer.operands[2], r.names[place{id, whole}]
	var err error
	switch class {
	case pushConstant:
		if f.Push != nil {
			return fmt.Errorf("push constants %q: a second block", name)
		}
		f.Push, err = r.block(pointee)
	case uniform, storageBuffer, uniformConstant:
		var made Binding
		made, err = r.binding(id, class, pointee)
		f.Bindings = append(f.Bindings, made)
	case input:
		f.Inputs, err = r.located(f.Inputs, id, pointee)
	case output:
		f.Outputs, err = r.located(f.Outputs, id, pointee)
	}
	if err != nil {
		return fmt.Errorf("variable %q: %w", name, err)
	}
	return nil
}

func (r *resolver) binding(id, class, pointee uint32) (Binding, error) {
	made := Binding{Name: r.names[place{id, whole}], Count: 1}
	set, hasSet := r.decoration(id, whole, descriptorSet)
	number, hasNumber := r.decoration(id, whole, binding)
	if !hasSet || !hasNumber {
		return made, fmt.Errorf("no descriptor set or binding")
	}
	made.Set, made.Number = int(set), int(number)
	in := r.defined[pointee]
	switch in.op {
	case opTypeArray:
		count, err := r.constant(in.operands[2])
		if err != nil {
			return made, fmt.Errorf("length: %w", err)
		}
		if count == 0 || count > maxBytes {
			return made, fmt.Errorf("an array of %d descriptors", count)
		}
		made.Count, pointee = int(count), in.operands[1]
	case opTypeRuntimeArray:
		made.Count, pointee = 0, in.operands[1]
	}
	if class == uniformConstant {
		_, made.ReadOnly = r.decoration(id, whole, nonWritable)
		var err error
		made.Kind, err = r.opaque(pointee)
		return made, err
	}
	var err error
	if made.Block, err = r.block(pointee); err != nil {
		return made, err
	}
	if made.Name == "" {
		made.Name = made.Block.Name
	}
	made.Kind = UniformBuffer
	if _, old := r.decoration(pointee, whole, bufferBlock); old || class == storageBuffer {
		made.Kind = StorageBuffer
		made.ReadOnly = true
		for i := range made.Block.Members {
			_, readOnly := r.decoration(pointee, i, nonWritable)
			made.ReadOnly = made.ReadOnly && readOnly
		}
	}
	return made, nil
}

// opaque names the descriptor of an image or sampler type (Vulkan specification, section "Shader
// Resource and Descriptor Type Correspondence").
func (r *resolver) opaque(id uint32) (Descriptor, error) {
	const (
		dimBuffer      = 5
		dimSubpassData = 6
		withSampler    = 1
		withoutSampler = 2
	)
	in := r.defined[id]
	switch in.op {
	case opTypeSampler:
		return Sampler, nil
	case opTypeSampledImage:
		return CombinedImageSampler, nil
	case opTypeImage:
		dim, sampled := in.operands[2], in.operands[6]
		switch {
		case dim == dimSubpassData && sampled == withoutSampler:
			return InputAttachment, nil
		case dim == dimBuffer && sampled == withSampler:
			return UniformTexelBuffer, nil
		case dim == dimBuffer && sampled == withoutSampler:
			return StorageTexelBuffer, nil
		case sampled == withSampler:
			return SampledImage, nil
		case sampled == withoutSampler:
			return StorageImage, nil
		}
		return 0, fmt.Errorf("an image that does not say how it is used")
	}
	return 0, fmt.Errorf("%%%d is no image or sampler", id)
}

// located appends an input or output, or the members of an interface block, to the list.
func (r *resolver) located(list []Variable, id, pointee uint32) ([]Variable, error) {
	if _, ok := r.decoration(id, whole, builtIn); ok {
		return list, nil
	}
	if _, ok := r.decoration(pointee, 0, builtIn); ok {
		return list, nil // gl_PerVertex
	}
	if in := r.defined[pointee]; in.op == opTypeArray {
		if _, ok := r.decoration(in.operands[1], 0, builtIn); ok {
			return list, nil // gl_in[]
		}
	}
	t, err := r.resolve(pointee, 0)
	if err != nil {
		return nil, err
	}
	at, ok := r.decoration(id, whole, location)
	if t.Kind != Record {
		if !ok {
			return nil, fmt.Errorf("no location")
		}
		return append(list, Variable{int(at), r.names[place{id, whole}], t}), nil
	}
	next := int64(at)
	for i, member := range t.Struct.Members {
		if own, has := r.decoration(pointee, i, location); has {
			next, ok = int64(own), true
		}
		if !ok {
			return nil, fmt.Errorf("no location")
		}
		list = append(list, Variable{int(next), t.Struct.Name + "." + member.Name, member.Type})
		if next += member.Type.slots; next > maxBytes {
			return nil, fmt.Errorf("location %d", next)
		}
	}
	return list, nil
}

func (r *resolver) specialized(f *Interface) error {
	for _, in := range r.constants {
		id := in.operands[1]
		number, ok := r.decoration(id, whole, specID)
		if !ok {
			continue // a part of a composite, which cannot be set from outside
		}
		name := r.names[place{id, whole}]
		t, err := r.resolve(in.operands[0], 0)
		if err != nil {
			return fmt.Errorf("constant %q: %w", name, err)
		}
		value, err := r.constant(id)
		if err != nil {
			return fmt.Errorf("constant %q: %w", name, err)
		}
		f.Constants = append(f.Constants, Constant{int(number), name, t, value})
	}
	return nil
}

// workGroup reads the size from the execution mode, or from the constant decorated as WorkgroupSize,
// which has precedence (specification section 3.21).
func (r *resolver) workGroup() (WorkGroup, error) {
	const (
		localSize     = 17
		localSizeID   = 38
		workgroupSize = 25
	)
	var sizes []uint32
	literal := false
	for _, mode := range r.modes {
		if m := mode.operands[1]; m == localSize || m == localSizeID {
			sizes, literal = mode.operands[2:], m == localSize
		}
	}
	for _, in := range r.composites {
		if b, ok := r.decoration(in.operands[1], whole, builtIn); ok && b == workgroupSize {
			sizes, literal = in.operands[2:], false
		}
	}
	if len(sizes) != 3 {
		return WorkGroup{}, fmt.Errorf("a compute shader without a workgroup size")
	}
	made := WorkGroup{SpecID: [3]int{-1, -1, -1}}
	for axis, size := range sizes {
		value := uint64(size)
		if !literal {
			var err error
			if value, err = r.constant(size); err != nil {
				return WorkGroup{}, fmt.Errorf("workgroup size: %w", err)
			}
			if id, ok := r.decoration(size, whole, specID); ok {
				made.SpecID[axis] = int(id)
			}
		}
		if value == 0 || value > maxBytes {
			return WorkGroup{}, fmt.Errorf("a workgroup of %d threads along %c", value, "xyz"[axis])
		}
		made.Size[axis] = int(value)
	}
	return made, nil
}
