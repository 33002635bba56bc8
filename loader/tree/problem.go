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
}

// String is `scenes/oak.toml:12:5: entities[3].Model.mesh: unknown mesh "oka"`.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	b.WriteString(": ")
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
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
