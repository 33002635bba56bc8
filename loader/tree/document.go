package tree

import (
	"bytes"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf8"
)

// Limits of what is parsed. They bound time and memory for any input; real scenes stay far below.
const (
	MaxBytes    = 64 << 20
	MaxTOML     = 16 << 20 // bytes of a TOML file, which takes ten times as long to read
	MaxDepth    = 64       // nested lists and objects
	MaxKeyParts = 16       // of a dotted TOML key
	MaxValues   = 4 << 20  // nodes of a tree
)

// A Document is a parsed file.
type Document struct {
	Name string // as given, for messages
	Root *Node  // an Object

	text  []byte
	lines []int // offsets at which lines start
}

// Format is a spelling of the tree.
type Format uint8

// Formats. An Unknown one is not read.
const (
	Unknown Format = iota
	JSON
	TOML
)

// FormatOf chooses by a file's extension.
func FormatOf(name string) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return JSON
	case ".toml":
		return TOML
	}
	return Unknown
}

// Parse reads a document. What it cannot read it reports: then the document is nil.
func Parse(name string, text []byte, format Format) (doc *Document, problems []Problem) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	d := &Document{Name: name, text: text}
	defer func() {
		// The parsers are others' code and their input is anyone's: a panic is a bad file.
		if r := recover(); r != nil {
			doc, problems = nil, []Problem{{File: name, Message: fmt.Sprintf("cannot be parsed: %v", r)}}
		}
	}()
	most := MaxBytes
	if format == TOML {
		most = MaxTOML
	}
	if len(text) > most {
		return nil, []Problem{{File: name, Message: fmt.Sprintf("the file has more than %d bytes, which is the most that is read", most)}}
	}
	d.indexLines()
	err := d.checkUTF8()
	if err == nil {
		if format == JSON {
			d.Root, err = parseJSON(text)
		} else {
			d.Root, err = parseTOML(text)
		}
	}
	if err != nil {
		at := d.Problem(err.pos, "", err.message)
		if err.at != nil {
			at.Path = err.at.Path()
		}
		return nil, []Problem{at}
	}
	if d.Root.Kind != Object {
		return nil, []Problem{d.Problem(d.Root.Pos, "", "want an object with the blocks of a scene, found "+d.Root.Describe())}
	}
	return d, nil
}

// A fault is why a text is no document. Parsing stops at the first.
type fault struct {
	pos     int
	at      *Node // nil where no path is known
	message string
}

func faultf(pos int, at *Node, format string, args ...any) *fault {
	return &fault{pos: pos, at: at, message: fmt.Sprintf(format, args...)}
}

// Problem makes a problem at a byte offset.
func (d *Document) Problem(offset int, path, message string) Problem {
	line, column := d.place(offset)
	return Problem{File: d.Name, Line: line, Column: column, Path: path, Message: message}
}

// Text is what the document was parsed from, without a byte order mark.
func (d *Document) Text() []byte { return d.text }

// place turns an offset into a line and a column, both from 1; the column counts characters.
func (d *Document) place(offset int) (line, column int) {
	offset = min(max(offset, 0), len(d.text))
	line = sort.SearchInts(d.lines, offset+1)
	return line, utf8.RuneCount(d.text[d.lines[line-1]:offset]) + 1
}

func (d *Document) indexLines() {
	d.lines = append(d.lines, 0)
	for i, c := range d.text {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
}

func (d *Document) checkUTF8() *fault {
	if utf8.Valid(d.text) {
		return nil
	}
	for i := 0; i < len(d.text); {
		r, size := utf8.DecodeRune(d.text[i:])
		if r == utf8.RuneError && size == 1 {
			return faultf(i, nil, "the byte 0x%02X is not valid UTF-8", d.text[i])
		}
		i += size
	}
	return nil
}
