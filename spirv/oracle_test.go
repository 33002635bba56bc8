package spirv

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// crossed is the part of spirv-cross's JSON that is compared.
type crossed struct {
	EntryPoints []struct {
		Mode           string
		WorkgroupSize  []int  `json:"workgroup_size"`
		WorkgroupIsIDs []bool `json:"workgroup_size_is_spec_constant_id"`
	}
	Types map[string]struct {
		Name    string
		Members []struct {
			Name, Type   string
			Offset       int
			Array        []int
			ArrayStride  int  `json:"array_stride"`
			MatrixStride int  `json:"matrix_stride"`
			RowMajor     bool `json:"row_major"`
			Pointer      bool `json:"physical_pointer"`
		}
	}
	Inputs, Outputs []crossedVariable
	Textures        []crossedVariable
	SeparateImages  []crossedVariable `json:"separate_images"`
	Samplers        []crossedVariable `json:"separate_samplers"`
	Images          []crossedVariable
	SSBOs, UBOs     []crossedVariable
	PushConstants   []crossedVariable `json:"push_constants"`
	Constants       []struct {
		Name    string
		ID      int
		Type    string
		Default any `json:"default_value"`
	} `json:"specialization_constants"`
}

type crossedVariable struct {
	Type, Name             string
	Set, Binding, Location int
	Array                  []int
	ReadOnly               bool
	BlockSize              int `json:"block_size"`
}

// TestAgainstSpirvCross compares every shader, and the fixtures, with an independent reader.
func TestAgainstSpirvCross(t *testing.T) {
	cross := tool(t, "spirv-cross")
	for _, source := range sources(t) {
		path := source + ".spv"
		output, err := exec.Command(cross, path, "--reflect").Output()
		if err != nil {
			t.Errorf("spirv-cross %s: %v", path, err)
			continue
		}
		var want crossed
		if err := json.Unmarshal(output, &want); err != nil {
			t.Errorf("spirv-cross %s: %v", path, err)
			continue
		}
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		face, err := Reflect(code)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		got, expected := ours(face), theirs(want)
		if got != expected {
			t.Errorf("%s: got\n%s\nspirv-cross has\n%s", path, got, expected)
		}
	}
}

// ours and theirs write an interface as the same sorted lines.
func ours(f Interface) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	mode := [...]string{Vertex: "vert", Fragment: "frag", Compute: "comp"}[f.Stage]
	add("stage %s", mode)
	if f.Stage == Compute {
		for axis, id := range f.WorkGroup.SpecID {
			add("workgroup axis %d specialized %v", axis, id >= 0)
		}
	}
	for _, b := range f.Bindings {
		family := map[Descriptor]string{Sampler: "sampler", CombinedImageSampler: "texture", SampledImage: "separate image",
			UniformTexelBuffer: "separate image", StorageImage: "image", StorageTexelBuffer: "image",
			UniformBuffer: "uniform", StorageBuffer: "storage"}[b.Kind]
		name := b.Name
		if b.Block != nil {
			name = fmt.Sprintf("%s of %d bytes", b.Block.Name, b.Block.Size)
		}
		add("%s %d.%d %s x%d readonly %v", family, b.Set, b.Number, name, b.Count, b.ReadOnly)
		if b.Block != nil {
			block(add, b.Block.Name, b.Block, map[*Struct]bool{})
		}
	}
	if f.Push != nil {
		add("push %s", f.Push.Name)
		block(add, f.Push.Name, f.Push, map[*Struct]bool{})
	}
	for _, p := range f.Pointees {
		block(add, p.Name, p, map[*Struct]bool{})
	}
	for _, c := range f.Constants {
		value := any(float64(c.Default))
		switch {
		case c.Type.Kind == Bool:
			value = c.Default == 1
		case c.Type.Kind == Float:
			value = float64(math.Float32frombits(uint32(c.Default)))
		case c.Type.Kind == Int:
			value = float64(int32(c.Default))
		}
		add("constant %d %q %s %v", c.ID, c.Name, c.Type, value)
	}
	// spirv-cross lists an interface block as one variable: its members are told by the dot.
	for direction, list := range map[string][]Variable{"in": f.Inputs, "out": f.Outputs} {
		for _, v := range list {
			name, _, inBlock := strings.Cut(v.Name, ".")
			if inBlock {
				add("%s block %s", direction, name)
			} else {
				add("%s %d %s %s", direction, v.Location, v.Type, name)
			}
		}
	}
	return sorted(lines)
}

func block(add func(string, ...any), path string, s *Struct, seen map[*Struct]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	for _, m := range s.Members {
		t := m.Type
		stride, lengths := 0, ""
		if t.Kind == Array {
			stride = t.Stride
		}
		for ; t.Kind == Array; t = t.Elem {
			lengths += fmt.Sprintf("[%d]", t.Count)
		}
		matrix, rows := 0, false
		name := t.String()
		if t.Kind < Pointer && t.Columns > 1 {
			matrix, rows = t.Stride, t.RowMajor
		}
		if t.Kind == Pointer {
			name = "pointer"
		}
		add("member %s.%s %s%s at %d, strides %d %d, rows %v", s.Name, m.Name, name, lengths, m.Offset, stride, matrix, rows)
		if t.Kind == Record {
			block(add, path+"."+m.Name, t.Struct, seen)
		}
	}
}

func theirs(c crossed) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	entry := c.EntryPoints[0]
	add("stage %s", entry.Mode)
	for axis, isID := range entry.WorkgroupIsIDs {
		add("workgroup axis %d specialized %v", axis, isID)
	}
	named := func(id string) string {
		if strings.HasPrefix(id, "_") {
			return c.Types[id].Name
		}
		return id
	}
	var members func(id string)
	visited := map[string]bool{}
	members = func(id string) {
		if visited[id] || !strings.HasPrefix(id, "_") {
			return
		}
		visited[id] = true
		for _, m := range c.Types[id].Members {
			lengths := ""
			for _, n := range slices.Backward(m.Array) {
				lengths += fmt.Sprintf("[%d]", n)
			}
			name := named(m.Type)
			if m.Pointer {
				name = "pointer"
			}
			add("member %s.%s %s%s at %d, strides %d %d, rows %v", c.Types[id].Name, m.Name, name, lengths, m.Offset, m.ArrayStride, m.MatrixStride, m.RowMajor)
			members(m.Type)
		}
	}
	for _, family := range []struct {
		name string
		list []crossedVariable
	}{{"texture", c.Textures}, {"separate image", c.SeparateImages}, {"sampler", c.Samplers}, {"image", c.Images}, {"uniform", c.UBOs}, {"storage", c.SSBOs}} {
		for _, v := range family.list {
			count, name := 1, v.Name
			if len(v.Array) > 0 {
				count = v.Array[0]
			}
			if family.name == "uniform" || family.name == "storage" {
				name = fmt.Sprintf("%s of %d bytes", c.Types[v.Type].Name, v.BlockSize)
			}
			add("%s %d.%d %s x%d readonly %v", family.name, v.Set, v.Binding, name, count, v.ReadOnly)
			members(v.Type)
		}
	}
	for _, v := range c.PushConstants {
		add("push %s", c.Types[v.Type].Name)
		members(v.Type)
	}
	for _, k := range c.Constants {
		add("constant %d %q %s %v", k.ID, k.Name, k.Type, k.Default)
	}
	for direction, list := range map[string][]crossedVariable{"in": c.Inputs, "out": c.Outputs} {
		for _, v := range list {
			if strings.HasPrefix(v.Type, "_") {
				add("%s block %s", direction, c.Types[v.Type].Name)
				continue
			}
			lengths := ""
			for _, n := range slices.Backward(v.Array) {
				lengths += fmt.Sprintf("[%d]", n)
			}
			add("%s %d %s%s %s", direction, v.Location, v.Type, lengths, v.Name)
		}
	}
	return sorted(lines)
}

func sorted(lines []string) string {
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}
