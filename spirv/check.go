package spirv

import (
	"fmt"
	"reflect"
	"strings"
)

// CheckStruct compares a Go struct with a block and describes the first difference, or returns nil.
//
// Fields and members must have the same names (upper and lower case and underscores aside), order,
// offsets and types. A vector or matrix may be any Go type that consists of its components without
// gaps: [3]float32, mgl32.Mat4, struct{ X, Y float32 }. Padding, "_" or "pad", "Pad0" and the like,
// needs no counterpart, and neither does an array without a length at the end of a storage buffer:
// compare its element by Type.Elem.Struct. The Go struct may end with up to 15 bytes of padding.
func CheckStruct(goType reflect.Type, block *Struct) error {
	if goType.Kind() == reflect.Pointer {
		goType = goType.Elem()
	}
	if goType.Kind() != reflect.Struct {
		return fmt.Errorf("%s is not a struct", goType)
	}
	if err := checkStruct(goType.String(), block.Name, goType, block); err != nil {
		return err
	}
	if size, most := int(goType.Size()), (block.Size+15)/16*16; size < block.Size || size > most {
		return fmt.Errorf("%s has %d bytes, the block %s %d", goType, size, block.Name, block.Size)
	}
	return nil
}

func checkStruct(goPath, path string, goType reflect.Type, s *Struct) error {
	var fields []reflect.StructField
	for i := range goType.NumField() {
		if field := goType.Field(i); !isPadding(field.Name) {
			fields = append(fields, field)
		}
	}
	for i, member := range s.Members {
		if member.Name == "" {
			return fmt.Errorf("member %d of %s has no name: the shader was compiled without names", i, path)
		}
		if isPadding(member.Name) {
			continue
		}
		memberPath := path + "." + member.Name
		if len(fields) == 0 {
			if member.Type.Kind == Array && member.Type.Count == 0 {
				continue
			}
			return fmt.Errorf("%s (%s at byte %d) has no field in %s", memberPath, member.Type, member.Offset, goPath)
		}
		field := fields[0]
		fields = fields[1:]
		fieldPath := goPath + "." + field.Name
		if plain(field.Name) != plain(member.Name) {
			return fmt.Errorf("%s stands where the shader has %s", fieldPath, memberPath)
		}
		if int(field.Offset) != member.Offset {
			return fmt.Errorf("%s is at byte %d, %s at byte %d", fieldPath, field.Offset, memberPath, member.Offset)
		}
		if err := checkType(fieldPath, memberPath, field.Type, member.Type); err != nil {
			return err
		}
	}
	if len(fields) > 0 {
		return fmt.Errorf("%s.%s has no member in %s", goPath, fields[0].Name, path)
	}
	return nil
}

func checkType(goPath, path string, goType reflect.Type, t *Type) error {
	differ := func() error {
		return fmt.Errorf("%s is %s, %s is %s", goPath, goType, path, t)
	}
	switch t.Kind {
	case Record:
		if goType.Kind() != reflect.Struct {
			return differ()
		}
		return checkStruct(goPath, path, goType, t.Struct)
	case Array:
		if goType.Kind() != reflect.Array || goType.Len() != t.Count {
			return differ()
		}
		if size := int(goType.Elem().Size()); size != t.Stride {
			return fmt.Errorf("%s has elements of %d bytes, %s of %d", goPath, size, path, t.Stride)
		}
		return checkType(goPath+"[0]", path+"[0]", goType.Elem(), t.Elem)
	}
	component, count := components(goType)
	if component != componentOf(t) {
		return differ()
	}
	if want := t.Rows * t.Columns; count == want && int(goType.Size()) == t.Size() {
		return nil
	}
	if t.Columns > 1 && int(goType.Size()) == t.Size() && count*t.Bits/8 == t.Size() {
		return nil // columns with their padding
	}
	if count == t.Rows*t.Columns {
		return fmt.Errorf("%s has %d bytes, %s has %d: its columns lie %d apart", goPath, goType.Size(), path, t.Size(), t.Stride)
	}
	return differ()
}

// components reduces arrays and structs of one kind of number, without gaps, to that kind and how
// many there are. For other types the kind is Invalid.
func components(t reflect.Type) (reflect.Kind, int) {
	switch t.Kind() {
	case reflect.Array:
		kind, count := components(t.Elem())
		return kind, count * t.Len()
	case reflect.Struct:
		var kind reflect.Kind
		total := 0
		var size uintptr
		for i := range t.NumField() {
			fieldKind, count := components(t.Field(i).Type)
			if i > 0 && fieldKind != kind {
				return reflect.Invalid, 0
			}
			kind = fieldKind
			total += count
			size += t.Field(i).Type.Size()
		}
		if size != t.Size() {
			return reflect.Invalid, 0
		}
		return kind, total
	}
	return t.Kind(), 1
}

// componentOf is the Go kind of a component; 16-bit floats are uint16 in Go.
func componentOf(t *Type) reflect.Kind {
	switch {
	case t.Kind == Float && t.Bits == 32:
		return reflect.Float32
	case t.Kind == Float && t.Bits == 64:
		return reflect.Float64
	case t.Kind == Pointer:
		return reflect.Uint64
	case t.Kind == Int:
		return map[int]reflect.Kind{8: reflect.Int8, 16: reflect.Int16, 32: reflect.Int32, 64: reflect.Int64}[t.Bits]
	case t.Kind == Bool:
		return reflect.Bool
	}
	return map[int]reflect.Kind{8: reflect.Uint8, 16: reflect.Uint16, 32: reflect.Uint32, 64: reflect.Uint64}[t.Bits]
}

// plain is a name without what GLSL and Go spell differently.
func plain(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// isPadding tells names like "_", "pad", "pad_0" and "Padding2".
func isPadding(name string) bool {
	rest := strings.TrimRight(plain(name), "0123456789")
	return rest == "" || rest == "pad" || rest == "padding"
}
