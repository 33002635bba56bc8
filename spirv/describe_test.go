package spirv

import (
	"fmt"
	"strings"
)

// describe lists the members of a block, one a line: offset, size, type, name.
func describe(block *Struct) string {
	var b strings.Builder
	for _, m := range block.Members {
		fmt.Fprintf(&b, "\n%d %d %s %s", m.Offset, m.Size, m.Type, m.Name)
	}
	return b.String()
}
