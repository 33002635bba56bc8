package spirv

import "fmt"

// tables index the instructions of a module that stand before its functions.
type tables struct {
	names       map[place]string
	decorations map[decorationKey]uint32 // to the first operand, or 0 where there is none
	defined     map[uint32]instruction   // types and constants by their id
	variables   []instruction            // in order of declaration
	constants   []instruction            // that can be specialized, in order of declaration
	pointers    []instruction            // pointer types, in order of declaration
	composites  []instruction            // constants, in order of declaration
	modes       []instruction            // execution modes
	entry       instruction
}

// place is a type or variable (member -1) or a member of a struct type.
type place struct {
	id     uint32
	member int
}

type decorationKey struct {
	place
	decoration uint32
}

// whole is the member number of a place that is not a member.
const whole = -1

// Decorations that reflection reads (specification section 3.20).
const (
	specID        = 1
	blockLayout   = 2
	bufferBlock   = 3
	rowMajor      = 4
	arrayStride   = 6
	matrixStride  = 7
	builtIn       = 11
	nonWritable   = 24
	location      = 30
	binding       = 33
	descriptorSet = 34
	offset        = 35
)

func index(code []byte) (*tables, error) {
	list, err := instructions(code)
	if err != nil {
		return nil, err
	}
	t := &tables{
		names:       map[place]string{},
		decorations: map[decorationKey]uint32{},
		defined:     map[uint32]instruction{},
	}
	entries := 0
	for _, in := range list {
		if in.op == opFunction {
			break
		}
		switch in.op {
		case opEntryPoint:
			t.entry = in
			entries++
		case opExecutionMode, opExecutionModeID:
			t.modes = append(t.modes, in)
		case opName:
			err = t.name(place{in.operands[0], whole}, in.operands[1:])
		case opMemberName:
			err = t.name(place{in.operands[0], int(in.operands[1])}, in.operands[2:])
		case opDecorate:
			t.decorate(place{in.operands[0], whole}, in.operands[1:])
		case opMemberDecorate:
			t.decorate(place{in.operands[0], int(in.operands[1])}, in.operands[2:])
		case opDecorationGroup:
			err = fmt.Errorf("decoration groups, which SPIR-V deprecates, are not read")
		case opTypeBool, opTypeInt, opTypeFloat, opTypeVector, opTypeMatrix, opTypeImage,
			opTypeSampler, opTypeSampledImage, opTypeArray, opTypeRuntimeArray, opTypeStruct:
			err = t.define(in.operands[0], in)
		case opTypePointer:
			t.pointers = append(t.pointers, in)
			err = t.define(in.operands[0], in)
		case opConstant:
			err = t.define(in.operands[1], in)
		case opConstantComposite, opSpecConstantComp:
			t.composites = append(t.composites, in)
		case opSpecConstant, opSpecConstantTrue, opSpecConstantFalse:
			t.constants = append(t.constants, in)
			err = t.define(in.operands[1], in)
		case opVariable:
			t.variables = append(t.variables, in)
		}
		if err != nil {
			return nil, err
		}
	}
	if entries != 1 {
		return nil, fmt.Errorf("%d entry points, one is wanted", entries)
	}
	return t, nil
}

func (t *tables) name(of place, words []uint32) error {
	name, err := text(words)
	if err != nil {
		return fmt.Errorf("the name of %%%d: %w", of.id, err)
	}
	t.names[of] = name
	return nil
}

func (t *tables) decorate(of place, words []uint32) {
	var value uint32
	if len(words) > 1 {
		value = words[1]
	}
	t.decorations[decorationKey{of, words[0]}] = value
}

func (t *tables) define(id uint32, in instruction) error {
	if _, twice := t.defined[id]; twice {
		return fmt.Errorf("%%%d is defined twice", id)
	}
	t.defined[id] = in
	return nil
}

// decoration returns the operand of a decoration and whether it is there.
func (t *tables) decoration(id uint32, member int, decoration uint32) (uint32, bool) {
	value, ok := t.decorations[decorationKey{place{id, member}, decoration}]
	return value, ok
}

// constant returns the bits of a scalar constant, specialized or not.
func (t *tables) constant(id uint32) (uint64, error) {
	in := t.defined[id]
	switch in.op {
	case opSpecConstantTrue:
		return 1, nil
	case opSpecConstantFalse:
		return 0, nil
	case opConstant, opSpecConstant:
		value := uint64(in.operands[2])
		if len(in.operands) > 3 {
			value |= uint64(in.operands[3]) << 32
		}
		return value, nil
	}
	return 0, fmt.Errorf("%%%d is not a constant with a value of its own", id)
}
