package main

import (
	"bytes"
	"encoding/json"
)

// printJSON writes v as one indented document to standard output. Keys stand in the order of v's
// fields; v holds no maps, so the order never changes.
func (a *app) printJSON(v any) error {
	text, err := marshal(v)
	if err != nil {
		return err
	}
	_, err = a.out.Write(text)
	return err
}

// marshal returns v as indented JSON with a final newline. What stands in it is for programs, not
// for a page, so <, > and & stay as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
