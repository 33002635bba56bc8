package spirv

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func fixture(t testing.TB, name string) Interface {
	t.Helper()
	code, err := os.ReadFile("testdata/" + name + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	face, err := Reflect(code)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return face
}

func TestBindings(t *testing.T) {
	face := fixture(t, "everything.comp")
	type row struct {
		set, number int
		name        string
		kind        Descriptor
		count       int
		readOnly    bool
		size        int
	}
	want := []row{
		{0, 0, "frame", UniformBuffer, 1, false, 316},
		{0, 1, "Lights", StorageBuffer, 1, true, 64},
		{0, 2, "Totals", StorageBuffer, 1, false, 0},
		{1, 0, "textures", CombinedImageSampler, 8, false, 0},
		{1, 1, "sky", SampledImage, 1, false, 0},
		{1, 2, "linear_clamp", Sampler, 1, false, 0},
		{1, 3, "target", StorageImage, 1, false, 0},
		{1, 4, "table", UniformTexelBuffer, 1, false, 0},
		{1, 5, "counters", StorageTexelBuffer, 1, false, 0},
	}
	var got []row
	for _, b := range face.Bindings {
		made := row{b.Set, b.Number, b.Name, b.Kind, b.Count, b.ReadOnly, 0}
		if b.Block != nil {
			made.size = b.Block.Size
		}
		got = append(got, made)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if b, ok := face.Binding("sky"); !ok || b.Number != 1 || b.Set != 1 {
		t.Errorf("binding sky: %v, %v", b, ok)
	}
	if _, ok := face.Binding("moon"); ok {
		t.Error("a binding that is not there was found")
	}
}

func TestBlocks(t *testing.T) {
	face := fixture(t, "everything.comp")
	want := map[string]string{
		"Push": `
0 64 mat4 clip_from_world
64 8 uvec2 size
72 4 float time
76 4 uint pad_0
80 8 buffer reference instances`,
		"Frame": `
0 48 mat3 view_from_world
48 32 mat4x2 rows
80 12 vec3 eye
92 4 float exposure
96 64 vec4[4] cascades
160 48 float[3] steps
208 32 Light sun
240 64 Light[2] fill
304 12 ivec3 probes`,
		"Lights": `
0 4 uint count
8 32 mat2[2] spin
40 24 float[2][3] curve
64 0 Light[] lights`,
		"Instances": `
0 48 mat3x4 world_from_model
48 4 uint material`,
	}
	for name, want := range want {
		block, ok := face.Block(name)
		if !ok {
			t.Errorf("no block %s", name)
			continue
		}
		if got := describe(block); got != want {
			t.Errorf("%s:%s\nwant:%s", name, got, want)
		}
	}
	frame, _ := face.Block("Frame")
	rows, _ := frame.Member("rows")
	if !rows.Type.RowMajor || rows.Type.Stride != 16 || rows.Type.Rows != 2 || rows.Type.Columns != 4 {
		t.Errorf("rows: %+v", rows.Type)
	}
	if fill, _ := frame.Member("fill"); fill.Type.Stride != 32 || fill.Type.Elem.Struct.Size != 32 {
		t.Errorf("fill: %+v", fill.Type)
	}
	if _, ok := face.Block("Nothing"); ok {
		t.Error("a block that is not there was found")
	}
}

func TestWorkGroupAndConstants(t *testing.T) {
	face := fixture(t, "everything.comp")
	want := WorkGroup{Size: [3]int{1, 4, 1}, SpecID: [3]int{0, -1, 1}}
	if face.Stage != Compute || face.WorkGroup != want {
		t.Errorf("stage %v, workgroup %+v, want %+v", face.Stage, face.WorkGroup, want)
	}
	if x, y, z := face.WorkGroup.Groups(7, 9, 0); x != 7 || y != 3 || z != 0 {
		t.Errorf("groups: %d %d %d", x, y, z)
	}
	type row struct {
		id       int
		name, is string
		bits     uint64
	}
	wantRows := []row{
		{0, "", "uint", 1}, {1, "", "uint", 1}, {3, "sample_count", "int", 16},
		{4, "fancy", "bool", 1}, {5, "gain", "float", 0x3fc00000}, {6, "bits", "uint", 7},
	}
	var got []row
	for _, c := range face.Constants {
		got = append(got, row{c.ID, c.Name, c.Type.String(), c.Default})
	}
	if !reflect.DeepEqual(got, wantRows) {
		t.Errorf("got  %v\nwant %v", got, wantRows)
	}
}

func TestStages(t *testing.T) {
	type row struct {
		location int
		name, is string
	}
	list := func(variables []Variable) (rows []row) {
		for _, v := range variables {
			rows = append(rows, row{v.Location, v.Name, v.Type.String()})
		}
		return rows
	}
	check := func(what string, got []Variable, want ...row) {
		t.Helper()
		if !reflect.DeepEqual(list(got), want) {
			t.Errorf("%s: got  %v\nwant %v", what, list(got), want)
		}
	}
	vertex, fragment := fixture(t, "stages.vert"), fixture(t, "stages.frag")
	if vertex.Stage != Vertex || fragment.Stage != Fragment {
		t.Errorf("stages %v, %v", vertex.Stage, fragment.Stage)
	}
	if vertex.Push != nil || len(vertex.Bindings) != 0 || vertex.WorkGroup != (WorkGroup{}) {
		t.Errorf("the vertex shader has more than it declares: %+v", vertex)
	}
	varyings := []row{
		{0, "world_normal", "vec3"}, {1, "material", "uint"},
		{2, "Surface.tangent", "vec4"}, {3, "Surface.uv", "vec2"},
	}
	check("vertex inputs", vertex.Inputs, row{0, "position", "vec3"}, row{1, "packed_normal", "uvec2"},
		row{2, "uv", "vec2[2]"}, row{4, "world_from_model", "mat4"})
	check("vertex outputs", vertex.Outputs, varyings...)
	check("fragment inputs", fragment.Inputs, varyings...)
	check("fragment outputs", fragment.Outputs, row{0, "color", "vec4"}, row{1, "motion", "vec2"}, row{2, "id", "uint"})
}

func TestLoad(t *testing.T) {
	names := Names()
	if len(names) == 0 {
		t.Fatal("no shaders are built in")
	}
	suffix := map[Stage]string{Vertex: ".vert", Fragment: ".frag", Compute: ".comp"}
	for _, name := range names {
		module, err := Load(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if module.Name != name || !strings.HasSuffix(name, suffix[module.Stage]) {
			t.Errorf("%s is called %s and is a %s shader", name, module.Name, module.Stage)
		}
	}
	one := MustLoad(names[0])
	one.Code[0]++
	if again := MustLoad(names[0]); again.Code[0] == one.Code[0] {
		t.Error("two loads share their code")
	}
	_, err := Load("no such thing")
	if err == nil || !strings.Contains(err.Error(), `"no such thing"`) || !strings.Contains(err.Error(), names[0]) {
		t.Errorf("error for an unknown name: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("MustLoad did not panic for an unknown name")
		}
	}()
	MustLoad("no such thing")
}

func BenchmarkReflect(b *testing.B) {
	code, err := os.ReadFile("testdata/everything.comp.spv")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Reflect(code); err != nil {
			b.Fatal(err)
		}
	}
}
