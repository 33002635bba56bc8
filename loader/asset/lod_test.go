package asset

import (
	"slices"
	"testing"
)

// nodesOf describes the nodes as a list of name, group and level.
func nodesOf(a *Asset) (list []string) {
	for _, n := range a.Nodes {
		s := n.Name
		if n.LodOf >= 0 {
			s += " " + a.Nodes[n.LodOf].Name + " " + string(rune('0'+n.Level))
		}
		list = append(list, s)
	}
	return list
}

func TestLod(t *testing.T) {
	const used = `"extensionsUsed": ["MSFT_lod"], `
	lod := func(ids, coverage string) string {
		return `"extensions": {"MSFT_lod": {"ids": [` + ids + `]}}, "extras": {"MSFT_screencoverage": [` + coverage + `]}`
	}
	for _, test := range []struct {
		name, json string
		want       []string
	}{
		{"beside", `"scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "a", "children": [2], ` + lod("1", "0.5, 0.1") + `}, {"name": "b", "children": [3]}, {"name": "c"}, {"name": "d"}]`,
			[]string{"a a 0", "c a 0", "b a 1", "d a 1"}},
		{"in the scene", `"nodes": [{"name": "a", ` + lod("1", "0.5") + `}, {"name": "b", "children": [2]}, {"name": "c"}]`,
			[]string{"a a 0", "b a 1", "c a 1"}},
		{"before its group", `"nodes": [{"name": "b"}, {"name": "a", ` + lod("0", "0.5") + `}]`,
			[]string{"b a 1", "a a 0"}},
		{"a child as a level", `"nodes": [{"name": "a", "children": [1, 2], ` + lod("1", "0.5") + `}, {"name": "b"}, {"name": "c"}]`,
			[]string{"a a 0", "b a 1", "c a 0"}},
		{"shared", `"scene": 0, "scenes": [{"nodes": [0, 1]}], "nodes": [{"name": "a", ` + lod("2", "0.5") + `}, {"name": "b", ` + lod("2", "0.5") + `}, {"name": "c"}]`,
			[]string{"a a 0", "b b 0", "c a 1", "c b 1"}},
		{"nested", `"scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "a", "children": [1], ` + lod("2", "0.5") + `}, {"name": "b", ` + lod("2", "0.5") + `}, {"name": "c"}]`,
			[]string{"a a 0", "b a 0", "c a 1"}},
		{"no coverage", `"scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "a", "extensions": {"MSFT_lod": {"ids": [1]}}}, {"name": "b"}]`,
			[]string{"a"}},
	} {
		a := mustOpen(t, used+test.json, nil)
		if got := nodesOf(a); !slices.Equal(got, test.want) {
			t.Errorf("%s: nodes %q, want %q", test.name, got, test.want)
		}
		switch test.name {
		case "beside":
			if l := a.Nodes[0].Lod; l.Levels != 2 || !slices.Equal(l.Coverage, []float32{0.5, 0.1}) {
				t.Errorf("levels %+v", l)
			}
		case "no coverage":
			wantWarning(t, a, "nodes[0].extensions.MSFT_lod.ids", "nothing says when to draw them")
		case "nested":
			wantWarning(t, a, "nodes[1].extensions.MSFT_lod", "is left out")
		}
	}
	for coverage, words := range map[string]string{
		"":            "must be an array",
		"0.5, 0.5":    "must be below the one before",
		"1.5":         "must be a number of 0 to 1",
		`"half"`:      "must be a number of 0 to 1",
		"0.1, 0.2, 0": "must be below the one before",
	} {
		a := mustOpen(t, used+`"nodes": [{`+lod("1", coverage)+`}, {}]`, nil)
		found := slices.ContainsFunc(a.Warnings, func(p Problem) bool { return p.Element[:15] == "nodes[0].extras" })
		if !found || a.Nodes[0].Lod != nil {
			t.Errorf("coverage [%s]: warnings %v, want %q", coverage, a.Warnings, words)
		}
	}
	for _, test := range []struct{ json, element, words string }{
		{`"nodes": [{"extensions": {"MSFT_lod": {}}}]`, "nodes[0].extensions.MSFT_lod.ids", "is required"},
		{`"nodes": [{"extensions": {"MSFT_lod": {"ids": [3]}}}]`, "nodes[0].extensions.MSFT_lod.ids[0]", "refers to nodes[3]"},
		{`"nodes": [{` + lod("0", "0.5") + `}]`, "nodes[0].extensions.MSFT_lod.ids[0]", "which the node itself is or is below"},
		{`"nodes": [{"children": [1]}, {` + lod("0", "0.5") + `}]`, "nodes[1].extensions.MSFT_lod.ids[0]", "which the node itself is or is below"},
	} {
		_, err := openJSON(t, used+test.json, nil)
		wantProblem(t, err, test.element, test.words)
	}
	a := mustOpen(t, used+`"materials": [{"extensions": {"MSFT_lod": {"ids": [1]}}}, {}]`, nil)
	wantWarning(t, a, "materials[0].extensions", "of materials are left out")
}

// TestLodOfSkin holds that a skinned mesh, which has a node of its own here, is in its node's group.
func TestLodOfSkin(t *testing.T) {
	a := mustOpen(t, `"extensionsUsed": ["MSFT_lod"], "scene": 0, "scenes": [{"nodes": [0, 2]}],
		"nodes": [{"name": "a", "extensions": {"MSFT_lod": {"ids": [1]}}, "extras": {"MSFT_screencoverage": [0.5]}},
			{"name": "b", "mesh": 0, "skin": 0}, {"name": "joint"}],
		"skins": [{"joints": [2]}], "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
		"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]`, nil)
	want := []string{"a a 0", "joint", "b a 1", "b a 1"}
	if got := nodesOf(a); !slices.Equal(got, want) {
		t.Errorf("nodes %q, want %q", got, want)
	}
}
