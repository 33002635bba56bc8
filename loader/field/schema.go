package field

import (
	"bytes"
	"encoding/json"
)

// Schema is the JSON Schema (draft 2020-12) of documents whose root is a block. It is valid for
// the trees of both formats. title and description are the schema's own.
func Schema(root Block, title, description string) []byte {
	s := &schemas{defs: map[string]any{}}
	top := s.object(root)
	top["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	top["title"], top["description"] = title, description
	top["$defs"] = s.defs
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	// Maps are written in the order of their keys, so the text is always the same.
	if err := out.Encode(top); err != nil {
		panic("field: a schema is built from maps, lists and numbers only: " + err.Error())
	}
	return b.Bytes()
}

// schemas collects the schema of each kind of block once.
type schemas struct{ defs map[string]any }

func (s *schemas) ref(b Block) map[string]any {
	if _, ok := s.defs[b.Name]; !ok {
		s.defs[b.Name] = nil // a block may contain itself
		s.defs[b.Name] = s.object(b)
	}
	return map[string]any{"$ref": "#/$defs/" + b.Name}
}

func (s *schemas) object(b Block) map[string]any {
	properties := map[string]any{}
	required := []any{}
	for _, f := range b.Fields {
		p := f.value.schema(s, f)
		description := f.doc
		if f.unit != "" {
			description += " Unit: " + f.unit + "."
		}
		p["description"] = description
		if initial := f.value.initial(f); initial != nil && f.initial == "" && !f.required {
			p["default"] = initial
		}
		properties[f.key] = p
		if f.required {
			required = append(required, f.key)
		}
	}
	m := map[string]any{
		"type": "object", "description": b.Doc,
		"properties": properties, "additionalProperties": false,
	}
	if len(required) > 0 {
		m["required"] = required
	}
	all := []any{}
	for _, rule := range b.Rules {
		all = append(all, rule.schema()...)
	}
	if len(all) > 0 {
		m["allOf"] = all
	}
	return m
}
