package tree

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json/jsontext"
)

// parseJSON walks the tokens of a text. The decoder refuses duplicate keys and bad escapes; the
// depth is bounded here, before its own limit of 10,000.
func parseJSON(text []byte) (*Node, *fault) {
	p := &jsonParser{text: text, whole: string(text), tokens: jsontext.NewDecoder(bytes.NewReader(text))}
	root := &Node{}
	if err := p.value(root, 0); err != nil {
		return nil, err
	}
	end := int(p.tokens.InputOffset())
	if rest := bytes.TrimLeft(text[end:], " \t\r\n"); len(rest) > 0 {
		return nil, faultf(len(text)-len(rest), nil, "the document ends before this; remove what follows")
	}
	return root, nil
}

type jsonParser struct {
	text   []byte
	whole  string // the text, for strings that share its memory
	tokens *jsontext.Decoder
	values int
	nodes  nodeStore
	lists  [MaxDepth + 1][]*Node // items of the list or object being read, by depth
}

// next returns the offset of the token that is read next.
func (p *jsonParser) next() int {
	i := int(p.tokens.InputOffset())
	for i < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[i]) >= 0 {
		i++
	}
	return i
}

func (p *jsonParser) value(n *Node, depth int) *fault {
	n.Pos = p.next()
	if n.Parent == nil || n.Parent.Kind == List {
		n.KeyPos = n.Pos
	}
	if p.values++; p.values > MaxValues {
		return faultf(n.Pos, n, "more than %d values", MaxValues)
	}
	token, err := p.tokens.ReadToken()
	if err != nil {
		return p.fault(err, n)
	}
	switch token.Kind() {
	case 'n':
		n.Kind = Null
	case 't', 'f':
		n.Kind, n.Bool = Bool, token.Bool()
	case '"':
		n.Kind, n.Text = String, p.string(n.Pos, token)
	case '0':
		return number(n, p.whole[n.Pos:p.tokens.InputOffset()])
	case '[', '{':
		if depth >= MaxDepth {
			return faultf(n.Pos, nil, "nested deeper than %d lists and objects", MaxDepth)
		}
		if token.Kind() == '[' {
			return p.list(n, depth+1)
		}
		return p.object(n, depth+1)
	}
	return nil
}

// string returns the text of a string that starts at an offset and was read just now.
func (p *jsonParser) string(start int, token jsontext.Token) string {
	inside := p.whole[start+1 : p.tokens.InputOffset()-1]
	if strings.IndexByte(inside, '\\') >= 0 {
		return token.String()
	}
	return inside
}

func (p *jsonParser) list(n *Node, depth int) *fault {
	n.Kind = List
	items := p.lists[depth][:0]
	for p.tokens.PeekKind() != ']' {
		item := p.nodes.make(Node{Parent: n, Index: len(items)})
		if err := p.value(item, depth); err != nil {
			return err
		}
		items = append(items, item)
	}
	p.keep(n, items, depth)
	_, err := p.tokens.ReadToken()
	return p.fault(err, n)
}

func (p *jsonParser) object(n *Node, depth int) *fault {
	n.Kind = Object
	items := p.lists[depth][:0]
	for p.tokens.PeekKind() != '}' {
		item := p.nodes.make(Node{Parent: n, KeyPos: p.next()})
		key, err := p.tokens.ReadToken()
		if err != nil {
			return p.fault(err, n)
		}
		item.Key = p.string(item.KeyPos, key)
		if err := p.value(item, depth); err != nil {
			return err
		}
		items = append(items, item)
	}
	p.keep(n, items, depth)
	_, err := p.tokens.ReadToken()
	return p.fault(err, n)
}

// keep gives a node its items in a slice of their number and the scratch back.
func (p *jsonParser) keep(n *Node, items []*Node, depth int) {
	if len(items) > 0 {
		n.Items = slices.Clone(items)
		p.lists[depth] = items
	}
}

// fault places an error of the decoder; n is the value being read.
func (p *jsonParser) fault(err error, n *Node) *fault {
	if err == nil {
		return nil
	}
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntax) && errors.Is(syntax.Err, jsontext.ErrDuplicateName):
		key := syntax.JSONPointer.LastToken()
		return &fault{pos: int(syntax.ByteOffset), at: &Node{Parent: n, Key: key}, message: duplicate(key)}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return faultf(len(p.text), nil, "the file ends in the middle of the document")
	case errors.As(err, &syntax):
		return faultf(int(syntax.ByteOffset), nil, "not JSON: %s", jsonMessage(p.text[syntax.ByteOffset:], syntax.Err.Error()))
	}
	return faultf(p.next(), nil, "not JSON: %v", err)
}

// jsonMessage makes a message of the decoder helpful where people often trip; rest is the text from
// the place on.
func jsonMessage(rest []byte, message string) string {
	next := bytes.TrimLeft(rest[min(1, len(rest)):], " \t\r\n")
	switch {
	case len(rest) == 0:
	case rest[0] == ',' && len(next) > 0 && (next[0] == '}' || next[0] == ']'):
		return "a comma before a closing bracket; remove it"
	case rest[0] == '/':
		return message + "; JSON has no comments"
	case rest[0] == '\'':
		return message + "; text stands in double quotes"
	case strings.HasPrefix(message, "invalid escape"):
		return message + `; a path is written with "/", and a backslash as "\\"`
	}
	return message
}

func duplicate(key string) string {
	return "the key " + Quote(key) + " is given twice"
}

// number fills n from JSON's spelling of a number.
func number(n *Node, text string) *fault {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.Kind, n.Int, n.Float = Int, i, float64(i)
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return faultf(n.Pos, n, "the number %s is too large", text)
	}
	n.Kind, n.Float = Float, f
	return nil
}
