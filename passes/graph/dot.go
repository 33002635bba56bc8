package graph

import (
	"fmt"
	"strconv"
	"strings"
)

// DOT prints the plan for Graphviz: passes as boxes, each version of a resource
// as a rounded node, arrows from writer to version to reader. A dashed arrow is
// a version that a write keeps, or keeps the other mips of; what is culled is grey.
func (p *Plan) DOT() string {
	var b strings.Builder
	b.WriteString("digraph frame {\n")
	b.WriteString("\trankdir=TB;\n\tnode [fontname=\"sans-serif\", fontsize=11];\n\tedge [fontname=\"sans-serif\", fontsize=9];\n")
	type version struct{ resource, version int }
	seen := map[version]bool{} // looked up only, never walked
	node := func(resource, v int) string {
		id := fmt.Sprintf("r%d_%d", resource, v)
		if key := (version{resource, v}); !seen[key] {
			seen[key] = true
			r := &p.Resources[resource]
			style := `shape=box, style="rounded,filled", fillcolor="` + columnColor(r).fill + `"`
			fmt.Fprintf(&b, "\t%s [label=%s, %s];\n", id,
				dotQuote(fmt.Sprintf("%s v%d\n%s", r.Name, v, p.describe(r))), style)
		}
		return id
	}
	culled := make([]bool, len(p.Steps)+len(p.Culled))
	for i := range p.Culled {
		culled[p.Culled[i].Index] = true
	}
	for _, s := range p.inOrder() {
		id := fmt.Sprintf("p%d", s.Index)
		style, edge := `shape=box, style=filled, fillcolor="#22303c", fontcolor=white`, ""
		if culled[s.Index] {
			style, edge = `shape=box, style=dashed, color="#999999", fontcolor="#999999"`, `, color="#bbbbbb"`
		}
		fmt.Fprintf(&b, "\t%s [label=%s, %s];\n", id, dotQuote(s.Name), style)
		for _, a := range s.Accesses {
			label := a.Use.String()
			r := &p.Resources[a.Resource]
			part := !r.IsBuffer && a.Mips != r.Image.Mips
			if part {
				label += strings.TrimPrefix(p.part(a.Resource, a.FirstMip, a.Mips), r.Name)
			}
			here := node(a.Resource, a.Version)
			if !a.Write {
				fmt.Fprintf(&b, "\t%s -> %s [label=%s%s];\n", here, id, dotQuote(label), edge)
				continue
			}
			if !a.Discard || part && a.Version > 1 {
				fmt.Fprintf(&b, "\t%s -> %s [style=dashed%s];\n", node(a.Resource, a.Version-1), id, edge)
			}
			fmt.Fprintf(&b, "\t%s -> %s [label=%s%s];\n", id, here, dotQuote(label), edge)
		}
	}
	for i, a := range p.outputs {
		label := "output"
		if a.Use != nil {
			label += "\n" + a.Use.String()
		}
		fmt.Fprintf(&b, "\to%d [label=%s, shape=plaintext];\n", i, dotQuote(label))
		fmt.Fprintf(&b, "\t%s -> o%d;\n", node(a.Resource, a.Version), i)
	}
	b.WriteString("}\n")
	return b.String()
}

// dotQuote writes a DOT string. DOT knows only \" within quotes, and gives
// other backslashes a meaning of its own.
func dotQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case !strconv.IsPrint(r):
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
