package spirv

import (
	"fmt"
	"strings"
)

// Type is the type of a block member, constant or variable. Values are shared: read only.
type Type struct {
	Kind Kind
	// Bits of one component: 8 to 64; 0 for Array and Record.
	Bits int
	// Rows and Columns of scalars (1, 1), vectors (n, 1) and matrices; 0 for Array and Record.
	Rows, Columns int
	// Stride is the distance in bytes between the elements of an array or the columns of a matrix
	// (its rows if RowMajor); 0 outside of blocks.
	Stride   int
	RowMajor bool
	// Count of elements of an Array; 0 for one without a length.
	Count  int
	Elem   *Type   // of an Array
	Struct *Struct // of a Record

	height int   // of the tree below
	slots  int64 // locations that an input or output of this type takes
}

// Kind tells what a Type is made of.
type Kind uint8

// Kinds. The first five are the components of scalars, vectors and matrices.
const (
	Bool Kind = iota
	Int
	Uint
	Float
	Pointer // a buffer reference, 64 bits
	Array
	Record
)

// Struct is a block or a struct inside one.
type Struct struct {
	Name string
	// Size in bytes up to the end of the last member, without padding after it and without an
	// array that has no length.
	Size    int
	Members []Member
}

// Member of a Struct.
type Member struct {
	Name string
	// Offset from the start of the Struct, and Size without padding after it, in bytes.
	Offset, Size int
	Type         *Type
}

// Member returns the member with that name.
func (s *Struct) Member(name string) (Member, bool) {
	for _, member := range s.Members {
		if member.Name == name {
			return member, true
		}
	}
	return Member{}, false
}

// Size in bytes without padding after it; 0 for an array that has no length.
func (t *Type) Size() int {
	switch {
	case t.Kind == Array:
		return t.Count * t.Stride
	case t.Kind == Record:
		return t.Struct.Size
	case t.Columns > 1 && t.RowMajor:
		return t.Rows * t.Stride
	case t.Columns > 1:
		return t.Columns * t.Stride
	}
	return t.Rows * t.Bits / 8
}

// String spells the type as GLSL does: "uvec2", "mat3x4", "Light[4]", "float[]".
func (t *Type) String() string {
	switch t.Kind {
	case Record:
		return t.Struct.Name
	case Pointer:
		return "buffer reference"
	case Array:
		var lengths strings.Builder
		for ; t.Kind == Array; t = t.Elem {
			if t.Count == 0 {
				lengths.WriteString("[]")
			} else {
				fmt.Fprintf(&lengths, "[%d]", t.Count)
			}
		}
		return t.String() + lengths.String()
	}
	scalar := [...]string{Bool: "bool", Int: "int", Uint: "uint", Float: "float"}[t.Kind]
	prefix := [...]string{Bool: "b", Int: "i", Uint: "u", Float: ""}[t.Kind]
	switch {
	case t.Kind == Float && t.Bits == 64:
		scalar, prefix = "double", "d"
	case t.Kind != Bool && t.Bits != 32:
		scalar = fmt.Sprintf("%s%d_t", scalar, t.Bits)
		prefix = fmt.Sprintf("%c%d", scalar[0], t.Bits)
	}
	switch {
	case t.Columns > 1 && t.Columns == t.Rows:
		return fmt.Sprintf("%smat%d", prefix, t.Rows)
	case t.Columns > 1:
		return fmt.Sprintf("%smat%dx%d", prefix, t.Columns, t.Rows)
	case t.Rows > 1:
		return fmt.Sprintf("%svec%d", prefix, t.Rows)
	}
	return scalar
}
