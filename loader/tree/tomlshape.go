package tree

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A tomlShape builds a tree without values from the expressions of a TOML text.
type tomlShape struct {
	text    []byte
	root    *Node
	current *Node // the table that key-value lines go to
	values  int
	cursor  int // offset after the last token, for lists, which have no place of their own

	nodes nodeStore
	names map[name]*Node // keys of objects with more than few of them
}

// few is how many keys are searched one by one.
const few = 16

// A name is a key of an object.
type name struct {
	in  *Node
	key string
}

// find returns the value of a key, or nil, in constant time however large the object is.
func (s *tomlShape) find(in *Node, key string) *Node {
	if len(in.Items) <= few {
		return in.Get(key)
	}
	return s.names[name{in, key}]
}

// tableState says how TOML made an object or list, which decides who may add to it.
type tableState uint8

const (
	implied    tableState = iota // by a longer header, until it gets its own
	headed                       // by its own [header]
	dotted                       // by dotted keys, which may go on; a header may not
	arrayTable                   // a list made by [[headers]]
	closed                       // a value: nobody may add to it
)

func (s *tomlShape) read() *fault {
	var p unstable.Parser
	p.Reset(s.text)
	for p.NextExpression() {
		if err := s.expression(p.Expression()); err != nil {
			return err
		}
	}
	if err := p.Error(); err != nil {
		return tomlFault(s.text, err)
	}
	return nil
}

func (s *tomlShape) expression(e *unstable.Node) *fault {
	if e.Kind == unstable.KeyValue {
		return s.keyValue(s.current, e, depth(s.current))
	}
	table := s.root
	keys := e.Key()
	for parts := 1; keys.Next(); parts++ {
		key := keys.Node()
		if parts > MaxKeyParts {
			return faultf(start(key), nil, "a key with more than %d parts", MaxKeyParts)
		}
		var err *fault
		if keys.IsLast() {
			s.current, err = s.header(table, key, e.Kind == unstable.ArrayTable)
			return err
		}
		if table, err = s.pass(table, key); err != nil {
			return err
		}
	}
	return nil
}

// pass finds or makes the object that a part of a header names before its last.
func (s *tomlShape) pass(in *Node, key *unstable.Node) (*Node, *fault) {
	n := s.find(in, string(key.Data))
	switch {
	case n == nil:
		return s.add(in, key, Object)
	case n.table == arrayTable:
		return n.Items[len(n.Items)-1], nil
	case n.table == closed:
		return nil, faultf(start(key), n, "%s has a value already and takes no more keys", Quote(n.Key))
	}
	return n, nil
}

// open finds or makes the object that a part of a dotted key names before its last. Only such
// keys may add to it.
func (s *tomlShape) open(in *Node, key *unstable.Node) (*Node, *fault) {
	n := s.find(in, string(key.Data))
	if n == nil {
		n, err := s.add(in, key, Object)
		if err == nil {
			n.table = dotted
		}
		return n, err
	}
	if n.table != dotted {
		return nil, faultf(start(key), n, "%s is defined already and takes no more keys here", Quote(n.Key))
	}
	return n, nil
}

// header finds or makes the table of a [header] or [[header]].
func (s *tomlShape) header(in *Node, key *unstable.Node, array bool) (*Node, *fault) {
	n := s.find(in, string(key.Data))
	if !array {
		switch {
		case n == nil:
			var err *fault
			if n, err = s.add(in, key, Object); err != nil {
				return nil, err
			}
		case n.table != implied:
			return nil, &fault{pos: start(key), at: n, message: duplicate(n.Key)}
		}
		n.table, n.Pos, n.KeyPos = headed, start(key), start(key)
		return n, nil
	}
	switch {
	case n == nil:
		var err *fault
		if n, err = s.add(in, key, List); err != nil {
			return nil, err
		}
		n.table = arrayTable
	case n.table != arrayTable:
		return nil, &fault{pos: start(key), at: n, message: duplicate(n.Key)}
	}
	item := s.nodes.make(Node{Kind: Object, Parent: n, Index: len(n.Items), Pos: start(key), KeyPos: start(key), table: headed})
	n.Items = append(n.Items, item)
	return item, s.count(item)
}

// add appends a key to an object.
func (s *tomlShape) add(in *Node, key *unstable.Node, kind Kind) (*Node, *fault) {
	n := s.nodes.make(Node{Kind: kind, Parent: in, Key: string(key.Data), Pos: start(key), KeyPos: start(key)})
	in.Items = append(in.Items, n)
	switch {
	case len(in.Items) == few+1:
		if s.names == nil {
			s.names = make(map[name]*Node)
		}
		for _, item := range in.Items {
			s.names[name{in, item.Key}] = item
		}
	case len(in.Items) > few:
		s.names[name{in, n.Key}] = n
	}
	return n, s.count(n)
}

func (s *tomlShape) count(n *Node) *fault {
	if s.values++; s.values > MaxValues {
		return faultf(n.Pos, n, "more than %d values", MaxValues)
	}
	return nil
}

// keyValue reads `a.b = value` into a table that stands depth levels deep.
func (s *tomlShape) keyValue(in *Node, e *unstable.Node, depth int) *fault {
	keys := e.Key()
	for parts := 1; keys.Next(); parts++ {
		key := keys.Node()
		if parts > MaxKeyParts {
			return faultf(start(key), nil, "a key with more than %d parts", MaxKeyParts)
		}
		s.cursor = end(key)
		var err *fault
		if !keys.IsLast() {
			if in, err = s.open(in, key); err != nil {
				return err
			}
			depth++
			continue
		}
		if n := s.find(in, string(key.Data)); n != nil {
			return &fault{pos: start(key), at: n, message: duplicate(n.Key)}
		}
		n, err := s.add(in, key, Null)
		if err != nil {
			return err
		}
		s.skip(" \t=")
		return s.value(n, e.Value(), depth)
	}
	return nil
}

func (s *tomlShape) value(n *Node, v *unstable.Node, depth int) *fault {
	n.table = closed
	if (v.Kind == unstable.Array || v.Kind == unstable.InlineTable) && depth >= MaxDepth {
		return faultf(s.cursor, nil, "%s", errDepth)
	}
	switch v.Kind {
	case unstable.Array:
		return s.list(n, v, depth+1)
	case unstable.InlineTable:
		return s.inline(n, v, depth+1)
	}
	n.Pos = int(v.Raw.Offset)
	s.cursor = int(v.Raw.Offset + v.Raw.Length)
	n.Text = string(s.text[n.Pos:s.cursor])
	return nil
}

func (s *tomlShape) list(n *Node, v *unstable.Node, depth int) *fault {
	n.Kind, n.Pos = List, s.cursor
	s.cursor++ // [
	for children := v.Children(); children.Next(); {
		child := children.Node()
		if child.Kind == unstable.Comment {
			continue
		}
		s.skipBlank()
		item := s.nodes.make(Node{Parent: n, Index: len(n.Items), Pos: s.cursor})
		if err := s.count(item); err != nil {
			return err
		}
		if err := s.value(item, child, depth); err != nil {
			return err
		}
		item.KeyPos = item.Pos
		n.Items = append(n.Items, item)
	}
	s.skipBlank()
	s.cursor++ // ]
	return nil
}

func (s *tomlShape) inline(n *Node, v *unstable.Node, depth int) *fault {
	n.Kind, n.Pos = Object, int(v.Raw.Offset)
	s.cursor = n.Pos + 1 // {
	for children := v.Children(); children.Next(); {
		child := children.Node()
		if child.Kind != unstable.KeyValue {
			continue
		}
		if err := s.keyValue(n, child, depth); err != nil {
			return err
		}
	}
	seal(n)
	s.skipBlank()
	s.cursor++ // }
	return nil
}

// seal closes an inline table and what dotted keys made in it.
func seal(n *Node) {
	n.table = closed
	for _, item := range n.Items {
		if item.table != closed {
			seal(item)
		}
	}
}

// skipBlank moves the cursor over white space, commas and comments.
func (s *tomlShape) skipBlank() {
	for s.skip(" \t\r\n,"); s.cursor < len(s.text) && s.text[s.cursor] == '#'; s.skip(" \t\r\n,") {
		for s.cursor < len(s.text) && s.text[s.cursor] != '\n' {
			s.cursor++
		}
	}
}

func (s *tomlShape) skip(set string) {
	for s.cursor < len(s.text) && strings.IndexByte(set, s.text[s.cursor]) >= 0 {
		s.cursor++
	}
}

func start(n *unstable.Node) int { return int(n.Raw.Offset) }
func end(n *unstable.Node) int   { return int(n.Raw.Offset + n.Raw.Length) }

// depth counts the objects and lists that a table stands in, itself included.
func depth(n *Node) int {
	d := 0
	for ; n.Parent != nil; n = n.Parent {
		d++
	}
	return d
}
