package spirv

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// assemble makes a module of the given instructions, each an operation and its operands.
func assemble(list ...[]uint32) []byte {
	words := []uint32{magic, 1<<16 | 6<<8, 0, 1 << 16, 0}
	for _, in := range list {
		words = append(words, uint32(len(in))<<16|in[0])
		words = append(words, in[1:]...)
	}
	var code []byte
	for _, word := range words {
		code = binary.LittleEndian.AppendUint32(code, word)
	}
	return code
}

const main = 'm' | 'a'<<8 | 'i'<<16 | 'n'<<24

// Ids below 100 are free for the tests.
var (
	fragmentEntry = []uint32{opEntryPoint, uint32(Fragment), 100, main, 0}
	computeEntry  = []uint32{opEntryPoint, uint32(Compute), 100, main, 0}
	float32Type   = []uint32{opTypeFloat, 101, 32}
	uint32Type    = []uint32{opTypeInt, 102, 32, 0}
	two           = []uint32{opConstant, 102, 103, 2}
)

func inputOf(pointee uint32) [][]uint32 {
	return [][]uint32{{opTypePointer, 98, input, pointee}, {opVariable, 98, 99, input}}
}

func TestMalformed(t *testing.T) {
	uniformOf := func(list ...[]uint32) []byte {
		all := append([][]uint32{fragmentEntry, float32Type, uint32Type, two,
			{opDecorate, 99, descriptorSet, 0}, {opDecorate, 99, binding, 0}}, list...)
		return assemble(append(all, []uint32{opTypePointer, 98, uniform, 1}, []uint32{opVariable, 98, 99, uniform})...)
	}
	for _, c := range []struct {
		name string
		code []byte
		want string
	}{
		{"empty", nil, "0 bytes are too few for a SPIR-V header"},
		{"odd length", make([]byte, 21), "21 bytes are not a whole number of 32-bit words"},
		{"not SPIR-V", []byte("#version 460\nvoid main()"), "not SPIR-V: it begins with 0x72657623"},
		{"big-endian", append([]byte{7, 0x23, 2, 3}, make([]byte, 16)...), "big-endian SPIR-V, little-endian is wanted"},
		{"version 2", append([]byte{3, 2, 0x23, 7, 0, 0, 2, 0}, make([]byte, 12)...), "SPIR-V 2.0, up to 1.6 is read"},
		{"length zero", append(assemble(), 1, 0, 0, 0), "word 5: instruction 1 has length 0 with 1 words left"},
		{"cut off", append(assemble(), 21, 0, 4, 0), "word 5: instruction 21 has length 4 with 1 words left"},
		{"operands missing", assemble([]uint32{opTypeArray, 1}), "word 5: instruction 28 has 1 operands, it needs 3"},
		{"no entry point", assemble(), "0 entry points, one is wanted"},
		{"two entry points", assemble(fragmentEntry, computeEntry), "2 entry points, one is wanted"},
		{"kernel", assemble([]uint32{opEntryPoint, 6, 100, main, 0}), "execution model 6 is no stage that is read"},
		{"name without end", assemble(fragmentEntry, []uint32{opName, 1, main}), "the name of %1: a string without an end"},
		{"twice", assemble(fragmentEntry, float32Type, float32Type), "%101 is defined twice"},
		{"no workgroup", assemble(computeEntry), "a compute shader without a workgroup size"},
		{"empty workgroup", assemble(computeEntry, []uint32{opExecutionMode, 100, 17, 8, 0, 1}), "a workgroup of 0 threads along y"},
		{"workgroup of nothing", assemble(computeEntry, []uint32{opExecutionModeID, 100, 38, 8, 9, 10}),
			"workgroup size: %8 is not a constant with a value of its own"},
		{"no pointer", assemble(fragmentEntry, float32Type, []uint32{opVariable, 101, 99, input}), "variable %99 is not of a pointer type"},
		{"no location", assemble(append([][]uint32{fragmentEntry, float32Type}, inputOf(101)...)...), `variable "": no location`},
		{"no type", assemble(append([][]uint32{fragmentEntry, {opName, 99, 'v'}}, inputOf(1)...)...), `variable "v": %1 is not a type`},
		{"long vector", assemble(append([][]uint32{fragmentEntry, float32Type, {opTypeVector, 1, 101, 5}}, inputOf(1)...)...),
			`variable "": a vector or matrix of 5 parts`},
		{"vector of vectors", assemble(append([][]uint32{fragmentEntry, float32Type, {opTypeVector, 1, 101, 2}, {opTypeVector, 2, 1, 2}}, inputOf(2)...)...),
			`variable "": a vector or matrix of vec2`},
		{"odd number", assemble(append([][]uint32{fragmentEntry, {opTypeFloat, 1, 24}}, inputOf(1)...)...), `variable "": a number of 24 bits`},
		{"no set", assemble(fragmentEntry, []uint32{opTypeSampler, 1}, []uint32{opTypePointer, 98, uniformConstant, 1},
			[]uint32{opVariable, 98, 99, uniformConstant}), `variable "": no descriptor set or binding`},
		{"no block", uniformOf([]uint32{opTypeVector, 1, 101, 2}), `variable "": %1 is a vec2, a block is wanted`},
		{"no offset", uniformOf([]uint32{opTypeStruct, 1, 101}, []uint32{opName, 1, 'B'}, []uint32{opMemberName, 1, 0, 'm'}), `variable "": B.m: a member without an offset`},
		{"no array stride", uniformOf([]uint32{opTypeArray, 2, 101, 103}, []uint32{opTypeStruct, 1, 2}, []uint32{opMemberDecorate, 1, 0, offset, 0}),
			`variable "": .: an array without a stride`},
		{"no matrix stride", uniformOf([]uint32{opTypeVector, 2, 101, 2}, []uint32{opTypeMatrix, 3, 2, 2}, []uint32{opTypeStruct, 1, 3}, []uint32{opMemberDecorate, 1, 0, offset, 0}),
			`variable "": .: a matrix without a stride`},
		{"bool", uniformOf([]uint32{opTypeBool, 2}, []uint32{opTypeStruct, 1, 2}, []uint32{opMemberDecorate, 1, 0, offset, 0}),
			`variable "": .: a bool, which has no size in memory`},
		{"huge", uniformOf([]uint32{opTypeStruct, 1, 101}, []uint32{opMemberDecorate, 1, 0, offset, 0xffffffff}), `variable "": . ends at byte 4294967299`},
		{"empty array", uniformOf([]uint32{opConstant, 102, 3, 0}, []uint32{opTypeArray, 2, 101, 3}, []uint32{opTypeStruct, 1, 2}), `variable "": .: array %2 has the length 0`},
		{"huge array", uniformOf([]uint32{opDecorate, 2, arrayStride, 0x7fffffff}, []uint32{opTypeArray, 2, 101, 103}, []uint32{opTypeStruct, 1, 2}),
			`variable "": .: array %2 has 2 elements of 2147483647 bytes`},
		{"contains itself", uniformOf([]uint32{opTypeStruct, 1, 1}), "types nested deeper than 64"},
	} {
		_, err := Reflect(c.code)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// A struct of two structs of two structs and so on has 2^n leaves; reflection must not visit each.
func TestDoublingStructs(t *testing.T) {
	list := [][]uint32{fragmentEntry, float32Type, {opDecorate, 99, location, 0}, {opTypeStruct, 1, 101}}
	for id := uint32(2); id < 60; id++ {
		list = append(list, []uint32{opTypeStruct, id, id - 1, id - 1})
	}
	_, err := Reflect(assemble(append(list, inputOf(59)...)...))
	if want := `variable "": location 4294967294`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestCutModules(t *testing.T) {
	code, err := os.ReadFile("testdata/everything.comp.spv")
	if err != nil {
		t.Fatal(err)
	}
	for length := 0; length < len(code); length++ {
		_, err := Reflect(code[:length])
		if length%4 != 0 && err == nil {
			t.Errorf("%d bytes of %d were read without an error", length, len(code))
		}
	}
}

// bare leaves out source texts and functions, which reflection skips, so that changes hit what it reads.
func bare(t testing.TB, code []byte) []byte {
	t.Helper()
	list, err := instructions(code)
	if err != nil {
		t.Fatal(err)
	}
	var kept [][]uint32
	for _, in := range list {
		if in.op == opFunction {
			break
		}
		if in.op != opSource && in.op != opSourceContinued {
			kept = append(kept, append([]uint32{uint32(in.op)}, in.operands...))
		}
	}
	return assemble(kept...)
}

func FuzzReflect(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.spv")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		code, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bare(f, code))
	}
	f.Add(assemble(append([][]uint32{fragmentEntry, float32Type, {opDecorate, 99, location, 0}}, inputOf(101)...)...))
	f.Fuzz(func(t *testing.T, code []byte) {
		face, err := Reflect(code)
		if err != nil {
			return
		}
		blocks := append([]*Struct{}, face.Pointees...)
		for _, b := range face.Bindings {
			if b.Block != nil {
				blocks = append(blocks, b.Block)
			}
			_ = b.Kind.String()
		}
		if face.Push != nil {
			blocks = append(blocks, face.Push)
		}
		for _, block := range blocks {
			if block.Size < 0 {
				t.Errorf("block %q has %d bytes", block.Name, block.Size)
			}
			for _, member := range block.Members {
				if member.Offset < 0 || member.Size < 0 || member.Offset+member.Size > block.Size {
					t.Errorf("%s.%s: %d bytes at %d in a block of %d", block.Name, member.Name, member.Size, member.Offset, block.Size)
				}
				_ = member.Type.String()
			}
			_ = CheckStruct(reflect.TypeFor[frame](), block)
		}
		if face.Stage == Compute {
			face.WorkGroup.Groups(1, 1, 1)
		}
	})
}
