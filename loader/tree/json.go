package tree

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-json/jsontext"
)

// parseJSON walks the tokens of a text. The decoder refuses duplicate keys and bad escapes; the
// depth is bounded here, before its own limit of 10,000.
func parseJSON(text []byte) (*Node, *fault) {
	p := &jsonParser{text: text, tokens: jsontext.NewDecoder(bytes.NewReader(text))}
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
	tokens *jsontext.Decoder
	values int
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
		n.Kind, n.Text = String, token.String()
	case '0':
		return number(n, token.String())
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

func (p *jsonParser) list(n *Node, depth int) *fault {
	n.Kind = List
	for p.tokens.PeekKind() != ']' {
		item := &Node{Parent: n, Index: len(n.Items)}
		if err := p.value(item, depth); err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	_, err := p.tokens.ReadToken()
	return p.fault(err, n)
}

func (p *jsonParser) object(n *Node, depth int) *fault {
	n.Kind = Object
	for p.tokens.PeekKind() != '}' {
		item := &Node{Parent: n, KeyPos: p.next()}
		key, err := p.tokens.ReadToken()
		if err != nil {
			return p.fault(err, n)
		}
		item.Key = key.String()
		if err := p.value(item, depth); err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	_, err := p.tokens.ReadToken()
	return p.fault(err, n)
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
		return faultf(int(syntax.ByteOffset), nil, "not JSON: %v", syntax.Err)
	}
	return faultf(p.next(), nil, "not JSON: %v", err)
}

func duplicate(key string) string {
	return "the key " + quote(key) + " is given twice"
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
