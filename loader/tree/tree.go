// Package tree reads JSON and TOML into one tree whose values know where they stand.
//
// The libraries only parse: everything that depends on a place in the file (lines, columns,
// paths, what was found) is said by this package, in the same words for both formats. The
// package decides nothing about scenes; loader/field walks its trees.
package tree

import (
	"math"
	"strconv"
	"strings"
)

// Kind is what a value is.
type Kind uint8

// Kinds of values. JSON has no dates and TOML no null.
const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	Date // a date or time of TOML; Text holds it as written
	List
	Object
)

// A Node is a value of a file.
type Node struct {
	Kind  Kind
	table tableState // how TOML made it
	Bool  bool
	Int   int64
	Float float64 // also of an Int; may be infinite or NaN in TOML
	Text  string  // of a String or Date
	Items []*Node // of a List or Object, as ordered in the file

	Parent *Node  // nil for the root
	Key    string // name in an Object
	Index  int    // place in a List

	Pos    int // byte offset of the value
	KeyPos int // byte offset of its key; Pos in a List
}

// A nodeStore makes nodes many at a time, which is much faster than one by one.
type nodeStore struct{ free []Node }

func (s *nodeStore) make(n Node) *Node {
	if len(s.free) == 0 {
		s.free = make([]Node, 128)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = n
	return p
}

// Get returns the value of a key, or nil.
func (n *Node) Get(key string) *Node {
	for _, item := range n.Items {
		if item.Key == key {
			return item
		}
	}
	return nil
}

// Path says where in its file a value stands, as in `entities[3].Model.mesh`. The root's is empty.
func (n *Node) Path() string {
	var parts []*Node
	for ; n.Parent != nil; n = n.Parent {
		parts = append(parts, n)
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		if part := parts[i]; part.Parent.Kind == List {
			b.WriteString("[" + strconv.Itoa(part.Index) + "]")
		} else {
			writeKey(&b, part.Key)
		}
	}
	return b.String()
}

// PathOf is the path of a key of n, whether it is there or not.
func (n *Node) PathOf(key string) string {
	var b strings.Builder
	b.WriteString(n.Path())
	writeKey(&b, key)
	return b.String()
}

func writeKey(b *strings.Builder, key string) {
	if b.Len() > 0 {
		b.WriteByte('.')
	}
	if isBare(key) {
		b.WriteString(key)
	} else {
		b.WriteString(strconv.Quote(key))
	}
}

func isBare(key string) bool {
	for _, r := range key {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' && r != '$' {
			return false
		}
	}
	return key != ""
}

// Describe says what a value is, for "found …".
func (n *Node) Describe() string {
	switch n.Kind {
	case Null:
		return "null"
	case Bool:
		return strconv.FormatBool(n.Bool)
	case Int:
		return strconv.FormatInt(n.Int, 10)
	case Float:
		switch {
		case math.IsNaN(n.Float):
			return "nan"
		case math.IsInf(n.Float, 0):
			return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(n.Float, 'g', -1, 64), "+"))
		}
		// Exponents have two digits and a sign at least: 1e+06.
		text := strings.Replace(strconv.FormatFloat(n.Float, 'g', -1, 64), "e+", "e", 1)
		return strings.Replace(strings.Replace(text, "e0", "e", 1), "e-0", "e-", 1)
	case String:
		return "the string " + Quote(n.Text)
	case Date:
		return "the date or time " + n.Text
	case List:
		switch len(n.Items) {
		case 0:
			return "an empty list"
		case 1:
			return "a list of 1 value"
		}
		return "a list of " + strconv.Itoa(len(n.Items)) + " values"
	}
	return "an object"
}

// Quote quotes a string of the file, cut where it is long.
func Quote(s string) string {
	const longest = 60
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return strconv.Quote(s)
}

// Any returns the value as encoding/json would decode it, with int64 for whole numbers.
func (n *Node) Any() any {
	switch n.Kind {
	case Null:
		return nil
	case Bool:
		return n.Bool
	case Int:
		return n.Int
	case Float:
		return n.Float
	case List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.Any()
		}
		return list
	case Object:
		object := make(map[string]any, len(n.Items))
		for _, item := range n.Items {
			object[item.Key] = item.Any()
		}
		return object
	}
	return n.Text
}
