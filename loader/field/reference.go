package field

import (
	"fmt"
	"strings"
)

// Reference is a Markdown page with a section for a block and each block within it, in the
// order of the table.
func Reference(root Block) string {
	r := &reference{seen: map[string]bool{}}
	r.section(root)
	return r.b.String()
}

type reference struct {
	b    strings.Builder
	seen map[string]bool
}

// nested is implemented by the types that hold blocks.
type nested interface{ fresh() Block }

func (r *reference) section(b Block) {
	if r.seen[b.Name] {
		return
	}
	r.seen[b.Name] = true
	fmt.Fprintf(&r.b, "## %s\n\n%s\n\n", b.Name, b.Doc)
	if len(b.Fields) > 0 {
		r.b.WriteString("| Key | Type | Unit | Range | Default | Meaning |\n| --- | --- | --- | --- | --- | --- |\n")
	}
	for _, f := range b.Fields {
		fmt.Fprintf(&r.b, "| `%s` | %s | %s | %s | %s | %s |\n",
			f.key, cell(f.value.words(f)), f.unit, f.limits.symbols(), cell(f.standard()), cell(f.doc))
	}
	if len(b.Fields) > 0 {
		r.b.WriteString("\n")
	}
	for _, rule := range b.Rules {
		r.b.WriteString(rule.words() + "\n\n")
	}
	for _, f := range b.Fields {
		if v, ok := f.value.(nested); ok {
			r.section(v.fresh())
		}
	}
}

// standard is the default as the reference says it.
func (f *Field) standard() string {
	switch {
	case f.required:
		return "**required**"
	case f.initial != "":
		return f.initial
	}
	if initial := f.value.initial(f); initial != nil {
		return "`" + literal(initial) + "`"
	}
	return "none"
}

// literal spells a value as JSON and TOML both do.
func literal(v any) string {
	switch v := v.(type) {
	case float64:
		return spell(v)
	case string:
		return fmt.Sprintf("%q", v)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = literal(item)
		}
		return bracket(parts)
	}
	return fmt.Sprint(v)
}

func link(b Block) string { return "[" + b.Name + "](#" + strings.ToLower(b.Name) + ")" }

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
