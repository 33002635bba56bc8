package spirv

import (
	"errors"
	"fmt"
)

// maxNesting of types is far beyond what GLSL allows and keeps recursion off the stack's end.
const maxNesting = 64

// maxBytes bounds sizes and offsets, so that sums of two of them stay within an int64.
const maxBytes = 1<<31 - 1

// resolver turns type instructions into Types. Each is made once: structs that contain each other
// many times over would otherwise grow without bound.
type resolver struct {
	*tables
	types   map[uint32]*Type
	checked map[uint32]bool // laid-out types
}

// resolve returns the type with that id. Matrices get their stride from the member that holds them.
func (r *resolver) resolve(id uint32, depth int) (*Type, error) {
	if known, ok := r.types[id]; ok {
		return known, nil
	}
	if depth > maxNesting {
		return nil, fmt.Errorf("types nested deeper than %d", maxNesting)
	}
	made, err := r.make(id, depth)
	if err != nil {
		return nil, err
	}
	if made.measure(); made.height > maxNesting {
		return nil, fmt.Errorf("types nested deeper than %d", maxNesting)
	}
	r.types[id] = made
	return made, nil
}

// measure sets height and slots from those of the parts. Locations are counted as in the Vulkan
// specification, section "Location Assignment", up to maxBytes, which no device comes near.
func (t *Type) measure() {
	switch {
	case t.Kind == Array:
		t.height, t.slots = t.Elem.height+1, int64(t.Count)*t.Elem.slots
	case t.Kind == Record:
		t.height, t.slots = 1, 0
		for _, member := range t.Struct.Members {
			t.height = max(t.height, member.Type.height+1)
			t.slots = min(t.slots+member.Type.slots, maxBytes)
		}
	case t.Bits == 64 && t.Rows > 2:
		t.slots = 2 * int64(t.Columns)
	default:
		t.slots = int64(t.Columns)
	}
	t.slots = min(t.slots, maxBytes)
}

func (r *resolver) make(id uint32, depth int) (*Type, error) {
	in, ok := r.defined[id]
	if !ok {
		return nil, fmt.Errorf("%%%d is not a type", id)
	}
	switch in.op {
	case opTypeBool:
		return &Type{Kind: Bool, Bits: 32, Rows: 1, Columns: 1}, nil
	case opTypeInt:
		kind := Uint
		if in.operands[2] != 0 {
			kind = Int
		}
		return number(kind, in.operands[1])
	case opTypeFloat:
		return number(Float, in.operands[1])
	case opTypeVector, opTypeMatrix:
		return r.composite(in, depth)
	case opTypePointer:
		if in.operands[1] != physicalStorageBuffer {
			return nil, fmt.Errorf("%%%d: a pointer of storage class %d inside a type", id, in.operands[1])
		}
		return &Type{Kind: Pointer, Bits: 64, Rows: 1, Columns: 1}, nil
	case opTypeArray, opTypeRuntimeArray:
		return r.array(id, in, depth)
	case opTypeStruct:
		return r.structure(id, in, depth)
	}
	return nil, fmt.Errorf("%%%d is no type that has a value in memory", id)
}

func number(kind Kind, bits uint32) (*Type, error) {
	switch bits {
	case 8, 16, 32, 64:
		return &Type{Kind: kind, Bits: int(bits), Rows: 1, Columns: 1}, nil
	}
	return nil, fmt.Errorf("a number of %d bits", bits)
}

func (r *resolver) composite(in instruction, depth int) (*Type, error) {
	part, err := r.resolve(in.operands[1], depth+1)
	if err != nil {
		return nil, err
	}
	count := in.operands[2]
	if count < 2 || count > 4 {
		return nil, fmt.Errorf("a vector or matrix of %d parts", count)
	}
	made := *part
	switch {
	case in.op == opTypeVector && part.Kind < Pointer && part.Rows == 1 && part.Columns == 1:
		made.Rows = int(count)
	case in.op == opTypeMatrix && part.Kind == Float && part.Rows > 1 && part.Columns == 1:
		made.Columns = int(count)
	default:
		return nil, fmt.Errorf("a vector or matrix of %s", part)
	}
	return &made, nil
}

func (r *resolver) array(id uint32, in instruction, depth int) (*Type, error) {
	elem, err := r.resolve(in.operands[1], depth+1)
	if err != nil {
		return nil, err
	}
	made := &Type{Kind: Array, Elem: elem}
	if in.op == opTypeArray {
		count, err := r.constant(in.operands[2])
		if err != nil {
			return nil, fmt.Errorf("the length of array %%%d: %w", id, err)
		}
		if count == 0 || count > maxBytes {
			return nil, fmt.Errorf("array %%%d has the length %d", id, count)
		}
		made.Count = int(count)
	}
	if stride, ok := r.decoration(id, whole, arrayStride); ok {
		made.Stride = int(stride)
		if int64(stride)*int64(made.Count) > maxBytes {
			return nil, fmt.Errorf("array %%%d has %d elements of %d bytes", id, made.Count, stride)
		}
	}
	return made, nil
}

func (r *resolver) structure(id uint32, in instruction, depth int) (*Type, error) {
	made := &Struct{Name: r.names[place{id, whole}]}
	for i, memberID := range in.operands[1:] {
		member := Member{Name: r.names[place{id, i}]}
		t, err := r.resolve(memberID, depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", made.Name, member.Name, err)
		}
		if stride, ok := r.decoration(id, i, matrixStride); ok {
			_, byRows := r.decoration(id, i, rowMajor)
			t = withMatrix(t, int(stride), byRows)
		}
		at, _ := r.decoration(id, i, offset)
		member.Type, member.Offset, member.Size = t, int(at), t.Size()
		if end := int64(at) + int64(member.Size); end > maxBytes {
			return nil, fmt.Errorf("%s.%s ends at byte %d", made.Name, member.Name, end)
		}
		made.Size = max(made.Size, member.Offset+member.Size)
		made.Members = append(made.Members, member)
	}
	return &Type{Kind: Record, Struct: made}, nil
}

// withMatrix returns a matrix, or an array of such, with the layout that its member states.
func withMatrix(t *Type, stride int, byRows bool) *Type {
	made := *t
	switch {
	case t.Kind == Array:
		made.Elem = withMatrix(t.Elem, stride, byRows)
	case t.Kind != Record && t.Columns > 1:
		made.Stride, made.RowMajor = stride, byRows
	}
	return &made
}

// block returns the struct with that id after checking that all of it has a place in memory.
func (r *resolver) block(id uint32) (*Struct, error) {
	t, err := r.resolve(id, 0)
	if err != nil {
		return nil, err
	}
	if t.Kind != Record {
		return nil, fmt.Errorf("%%%d is a %s, a block is wanted", id, t)
	}
	return t.Struct, r.laidOut(id)
}

// laidOut checks that members have offsets, arrays and matrices strides.
func (r *resolver) laidOut(id uint32) error {
	if r.checked[id] {
		return nil
	}
	r.checked[id] = true
	in := r.defined[id]
	switch in.op {
	case opTypeBool:
		return errors.New("a bool, which has no size in memory")
	case opTypeArray, opTypeRuntimeArray:
		if stride, ok := r.decoration(id, whole, arrayStride); !ok || stride == 0 {
			return errors.New("an array without a stride")
		}
		return r.laidOut(in.operands[1])
	case opTypeVector, opTypeMatrix:
		return r.laidOut(in.operands[1])
	case opTypeStruct:
		name := r.names[place{id, whole}]
		for i, memberID := range in.operands[1:] {
			if _, ok := r.decoration(id, i, offset); !ok {
				return fmt.Errorf("%s.%s: a member without an offset", name, r.names[place{id, i}])
			}
			if stride, ok := r.decoration(id, i, matrixStride); (!ok || stride == 0) && r.holdsMatrix(memberID) {
				return fmt.Errorf("%s.%s: a matrix without a stride", name, r.names[place{id, i}])
			}
			if err := r.laidOut(memberID); err != nil {
				return fmt.Errorf("%s.%s: %w", name, r.names[place{id, i}], err)
			}
		}
	}
	return nil
}

func (r *resolver) holdsMatrix(id uint32) bool {
	t := r.types[id]
	for t.Kind == Array {
		t = t.Elem
	}
	return t.Kind < Pointer && t.Columns > 1
}
