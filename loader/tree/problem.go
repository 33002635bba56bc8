package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Problem is a mistake in a file, or something there that has no effect.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`   // from 1; 0 where there is no text to point at
	Column  int    `json:"column,omitempty"` // in characters, from 1
	Path    string `json:"path,omitempty"`   // in the document, as in entities[3].Model.mesh
	Message string `json:"message"`

	// Where the mistake is in another file, which this place names.
	Asset   string `json:"asset,omitempty"`   // that file
	Element string `json:"element,omitempty"` // in it, as in meshes[3].primitives[0].indices
}

// String is `scenes/oak.toml:12:5: entities[3].Model.mesh: unknown mesh "oka"`, and of another file
// `scenes/oak.toml:7:8: meshes.oak.file: scenes/oak.glb: nodes[2].mesh: is 9, there are 3 meshes`.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	b.WriteString(": ")
	for _, part := range []string{p.Path, p.Asset, p.Element} {
		if part != "" {
			b.WriteString(part + ": ")
		}
	}
	b.WriteString(p.Message)
	return b.String()
}

// Sort orders problems by file and place; those of one place keep their order.
func Sort(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
