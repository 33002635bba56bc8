package asset

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-json/jsontext"
)

// maxDepth is how deep JSON may nest. The deepest thing glTF itself defines is at 9.
const maxDepth = 128

// A value is one JSON value with everything below it.
type value struct {
	kind  jsontext.Kind // n, f, t, ", 0, {, [
	num   float64
	str   string
	keys  []string // of an object, parallel to items
	items []value  // of an object or an array
}

func (v *value) get(key string) *value {
	for i, k := range v.keys {
		if k == key {
			return &v.items[i]
		}
	}
	return nil
}

// what names the value's type for messages.
func (v *value) what() string {
	switch v.kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return fmt.Sprintf("the number %v", v.num)
	case '{':
		return "an object"
	}
	return "an array"
}

var utf8BOM = []byte("\xef\xbb\xbf")

var (
	errTooDeep  = fmt.Errorf("nested deeper than %d", maxDepth)
	errTooLarge = errors.New("more values than a glTF file may reasonably have")
)

// parseJSON reads text, which must be one JSON object.
func parseJSON(text []byte, r *report, maxValues int) (*value, bool) {
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		r.fail("", "the JSON is empty")
		return nil, false
	case bytes.HasPrefix(text, utf8BOM):
		r.fail("", "the JSON starts with a byte order mark, which glTF forbids")
		return nil, false
	}
	p := parser{dec: jsontext.NewDecoder(bytes.NewBuffer(text)), left: maxValues}
	v, err := p.value(0)
	if err == nil {
		if _, end := p.dec.ReadToken(); end == nil {
			err = errors.New("data after the end of the JSON")
		} else if end != io.EOF {
			err = end
		}
	}
	if err != nil {
		line, column := position(text, p.offset(err))
		var syntax *jsontext.SyntacticError
		if errors.As(err, &syntax) && syntax.Err != nil {
			err = syntax.Err
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		r.fail("", "invalid JSON at line %d, column %d: %v", line, column, err)
		return nil, false
	}
	if v.kind != '{' {
		r.fail("", "the JSON must be an object, not %s", v.what())
		return nil, false
	}
	return &v, true
}

type parser struct {
	dec  *jsontext.Decoder
	left int // values that may still come
}

func (p *parser) offset(err error) int64 {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return syntax.ByteOffset
	}
	return p.dec.InputOffset()
}

func (p *parser) value(depth int) (value, error) {
	if depth > maxDepth {
		return value{}, errTooDeep
	}
	tok, err := p.dec.ReadToken()
	if err != nil {
		return value{}, err
	}
	if p.left--; p.left < 0 {
		return value{}, errTooLarge
	}
	v := value{kind: tok.Kind()}
	switch v.kind {
	case '"':
		v.str = tok.String()
	case '0':
		if v.num, err = tok.Float(); err != nil {
			// Out of range for a float64. Whoever reads it says so with its place.
			v.num, err = inf, nil
		}
	case '{':
		for p.dec.PeekKind() != '}' {
			name, err := p.dec.ReadToken()
			if err != nil {
				return value{}, err
			}
			key := name.String()
			item, err := p.value(depth + 1)
			if err != nil {
				return value{}, err
			}
			v.keys = append(v.keys, key)
			v.items = append(v.items, item)
		}
		_, err = p.dec.ReadToken()
	case '[':
		for p.dec.PeekKind() != ']' {
			item, err := p.value(depth + 1)
			if err != nil {
				return value{}, err
			}
			v.items = append(v.items, item)
		}
		_, err = p.dec.ReadToken()
	}
	return v, err
}

// position returns line and column, from 1, of a byte offset; a column counts runes.
func position(text []byte, offset int64) (line, column int) {
	before := text[:min(max(offset, 0), int64(len(text)))]
	line = 1 + bytes.Count(before, []byte{'\n'})
	return line, 1 + len(bytes.Runes(before[bytes.LastIndexByte(before, '\n')+1:]))
}
