package spirv

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// instruction is one instruction of a module without its first word.
type instruction struct {
	op       uint16
	operands []uint32
}

// Operations that reflection reads (SPIR-V specification 1.6, section 3.49).
const (
	opSourceContinued   = 2
	opSource            = 3
	opName              = 5
	opMemberName        = 6
	opString            = 7
	opEntryPoint        = 15
	opExecutionMode     = 16
	opTypeBool          = 20
	opTypeInt           = 21
	opTypeFloat         = 22
	opTypeVector        = 23
	opTypeMatrix        = 24
	opTypeImage         = 25
	opTypeSampler       = 26
	opTypeSampledImage  = 27
	opTypeArray         = 28
	opTypeRuntimeArray  = 29
	opTypeStruct        = 30
	opTypePointer       = 32
	opConstant          = 43
	opConstantComposite = 44
	opSpecConstantTrue  = 48
	opSpecConstantFalse = 49
	opSpecConstant      = 50
	opSpecConstantComp  = 51
	opFunction          = 54
	opVariable          = 59
	opDecorate          = 71
	opMemberDecorate    = 72
	opDecorationGroup   = 73
	opExecutionModeID   = 331
)

const (
	magic       = 0x07230203
	headerWords = 5
	newestMajor = 1
	newestMinor = 6
)

// leastOperands is the smallest number of operands of the operations that are read by position.
var leastOperands = map[uint16]int{
	opSourceContinued: 1, opSource: 2, opName: 2, opMemberName: 3, opString: 2,
	opEntryPoint: 3, opExecutionMode: 2, opExecutionModeID: 2,
	opTypeBool: 1, opTypeInt: 3, opTypeFloat: 2, opTypeVector: 3, opTypeMatrix: 3, opTypeImage: 8,
	opTypeSampler: 1, opTypeSampledImage: 2, opTypeArray: 3, opTypeRuntimeArray: 2, opTypeStruct: 1,
	opTypePointer: 3, opConstant: 3, opConstantComposite: 2, opSpecConstantTrue: 2,
	opSpecConstantFalse: 2, opSpecConstant: 3, opSpecConstantComp: 2, opVariable: 3,
	opDecorate: 2, opMemberDecorate: 3,
}

// instructions splits a module into its instructions (specification section 2.3).
func instructions(code []byte) ([]instruction, error) {
	if len(code)%4 != 0 {
		return nil, fmt.Errorf("%d bytes are not a whole number of 32-bit words", len(code))
	}
	if len(code) < headerWords*4 {
		return nil, fmt.Errorf("%d bytes are too few for a SPIR-V header", len(code))
	}
	words := make([]uint32, len(code)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(code[i*4:])
	}
	if words[0] != magic {
		if binary.BigEndian.Uint32(code) == magic {
			return nil, errors.New("big-endian SPIR-V, little-endian is wanted")
		}
		return nil, fmt.Errorf("not SPIR-V: it begins with %#08x", words[0])
	}
	if major, minor := words[1]>>16&0xff, words[1]>>8&0xff; major != newestMajor || minor > newestMinor {
		return nil, fmt.Errorf("SPIR-V %d.%d, up to %d.%d is read", major, minor, newestMajor, newestMinor)
	}
	var list []instruction
	for at := headerWords; at < len(words); {
		op, count := uint16(words[at]), int(words[at]>>16)
		if count == 0 || count > len(words)-at {
			return nil, fmt.Errorf("word %d: instruction %d has length %d with %d words left", at, op, count, len(words)-at)
		}
		if count-1 < leastOperands[op] {
			return nil, fmt.Errorf("word %d: instruction %d has %d operands, it needs %d", at, op, count-1, leastOperands[op])
		}
		list = append(list, instruction{op, words[at+1 : at+count]})
		at += count
	}
	return list, nil
}

// text reads a string that ends with a zero byte inside words.
func text(words []uint32) (string, error) {
	var bytes []byte
	for _, word := range words {
		for shift := 0; shift < 32; shift += 8 {
			b := byte(word >> shift)
			if b == 0 {
				return string(bytes), nil
			}
			bytes = append(bytes, b)
		}
	}
	return "", errors.New("a string without an end")
}
