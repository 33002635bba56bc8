package spirv

import (
	"reflect"
	"testing"
)

type light struct {
	Position [3]float32
	Range    float32
	Color    struct{ R, G, B, A float32 }
}

type frame struct {
	ViewFromWorld [3][4]float32
	Rows          [8]float32
	Eye           [3]float32
	Exposure      float32
	Cascades      [4][4]float32
	Steps         [3][4]float32
	Sun           light
	Fill          [2]light
	Probes        [3]int32
	_             float32
}

type push struct {
	ClipFromWorld [16]float32
	Size          struct{ X, Y uint32 }
	Time          float32
	Pad0          uint32
	Instances     uint64
}

func TestCheckStructAccepts(t *testing.T) {
	face := fixture(t, "everything.comp")
	lights, _ := face.Block("Lights")
	element, _ := lights.Member("lights")
	for _, c := range []struct {
		goType reflect.Type
		block  *Struct
	}{
		{reflect.TypeFor[light](), element.Type.Elem.Struct},
		{reflect.TypeFor[*light](), element.Type.Elem.Struct},
		{reflect.TypeFor[push](), face.Push},
		{reflect.TypeFor[struct {
			Count uint32
			_     uint32
			Spin  [2][4]float32
			Curve [2][3]float32
		}](), lights},
		{reflect.TypeFor[struct{}](), &Struct{Name: "Totals", Members: []Member{{Name: "totals", Type: &Type{Kind: Array, Stride: 4}}}}},
	} {
		if err := CheckStruct(c.goType, c.block); err != nil {
			t.Errorf("%s: %v", c.goType, err)
		}
	}
	// Everything in it agrees up to the floats that std140 spaces 16 bytes apart: Go has no such array.
	block, _ := face.Block("Frame")
	err := CheckStruct(reflect.TypeFor[frame](), block)
	if err == nil || err.Error() != "spirv.frame.Steps[0] is [4]float32, Frame.steps[0] is float" {
		t.Errorf("frame: %v", err)
	}
}

func TestCheckStructReports(t *testing.T) {
	face := fixture(t, "everything.comp")
	lights, _ := face.Block("Lights")
	element, _ := lights.Member("lights")
	for _, c := range []struct {
		goType reflect.Type
		block  *Struct
		want   string
	}{
		{reflect.TypeFor[int](), face.Push, "int is not a struct"},
		{reflect.TypeFor[struct {
			Position [3]float32
			Reach    float32
		}](), element.Type.Elem.Struct, "struct { Position [3]float32; Reach float32 }.Reach stands where the shader has Light.range"},
		{reflect.TypeFor[struct {
			Position, Range, Color [4]float32
		}](), element.Type.Elem.Struct, "struct { Position [4]float32; Range [4]float32; Color [4]float32 }.Position is [4]float32, Light.position is vec3"},
		{reflect.TypeFor[struct {
			_        float32
			Position [3]float32
		}](), element.Type.Elem.Struct, "struct { _ float32; Position [3]float32 }.Position is at byte 4, Light.position at byte 0"},
		{reflect.TypeFor[struct {
			Position [3]float32
			Range    int32
		}](), element.Type.Elem.Struct, "struct { Position [3]float32; Range int32 }.Range is int32, Light.range is float"},
		{reflect.TypeFor[struct {
			Position [3]float32
		}](), element.Type.Elem.Struct, "Light.range (float at byte 12) has no field in struct { Position [3]float32 }"},
		{reflect.TypeFor[struct {
			light
			More float32
		}](), element.Type.Elem.Struct, "struct { spirv.light; More float32 }.light stands where the shader has Light.position"},
		{reflect.TypeFor[struct {
			Position    [3]float32
			Range       float32
			Color       [4]float32
			Temperature float32
		}](), element.Type.Elem.Struct, "struct { Position [3]float32; Range float32; Color [4]float32; Temperature float32 }.Temperature has no member in Light"},
		{reflect.TypeFor[struct {
			Position [3]float32
			Range    float32
			Color    [4]float32
			_        [2]float32
		}](), element.Type.Elem.Struct, "struct { Position [3]float32; Range float32; Color [4]float32; _ [2]float32 } has 40 bytes, the block Light 32"},
		{reflect.TypeFor[struct {
			Count uint32
			_     uint32
			Spin  [3][4]float32
		}](), lights, "struct { Count uint32; _ uint32; Spin [3][4]float32 }.Spin is [3][4]float32, Lights.spin is mat2[2]"},
		{reflect.TypeFor[struct {
			Count uint32
			_     uint32
			Spin  [2][6]float32
		}](), lights, "struct { Count uint32; _ uint32; Spin [2][6]float32 }.Spin has elements of 24 bytes, Lights.spin of 16"},
		{reflect.TypeFor[struct {
			View [9]float32
		}](), &Struct{Name: "B", Size: 48, Members: []Member{{Name: "view", Size: 48, Type: &Type{Kind: Float, Bits: 32, Rows: 3, Columns: 3, Stride: 16}}}},
			"struct { View [9]float32 }.View has 36 bytes, B.view has 48: its columns lie 16 apart"},
		{reflect.TypeFor[struct{ A uint32 }](), &Struct{Name: "B", Size: 4, Members: []Member{{Size: 4, Type: &Type{Kind: Uint, Bits: 32, Rows: 1, Columns: 1}}}},
			"member 0 of B has no name: the shader was compiled without names"},
	} {
		err := CheckStruct(c.goType, c.block)
		if err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}
