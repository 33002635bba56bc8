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

// writeFile writes a result that -o sends to a file, of which JSON says the name.
func (a *app) writeFile(path string, text []byte) error {
	if isFolder(path) {
		return usagef("-o %s is a folder; name a file", path)
	}
	if err := writeText(path, text); err != nil || !a.json {
		return err
	}
	return a.printJSON(struct {
		File string `json:"file"`
	}{path})
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
