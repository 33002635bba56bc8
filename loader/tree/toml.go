package tree

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/pelletier/go-toml/v2/unstable"
)

// parseTOML reads TOML 1.1 in two steps, because no library gives both values and places:
// go-toml's tokens give the shape of the tree and the places (tomlshape.go, which also refuses
// tables that are defined twice and bounds the depth before anything recursive runs), and
// BurntSushi's decoder gives the values.
func parseTOML(text []byte) (*Node, *fault) {
	root := &Node{Kind: Object}
	shape := &tomlShape{text: text, root: root, current: root}
	if err := shape.read(); err != nil {
		return nil, err
	}
	var values map[string]any
	if _, err := toml.Decode(string(text), &values); err != nil {
		return nil, tomlFault(text, err)
	}
	if err := fill(root, values); err != nil {
		return nil, err
	}
	return root, nil
}

// tomlFault places an error of either library.
func tomlFault(text []byte, err error) *fault {
	var (
		tokens   *unstable.ParserError
		semantic toml.ParseError
	)
	switch {
	case errors.As(err, &tokens):
		// The highlight is a slice of the text, so its capacity says where it starts.
		offset := cap(text) - cap(tokens.Highlight)
		if tokens.Highlight == nil || offset < 0 {
			offset = len(text)
		}
		return faultf(offset, nil, "not TOML: %s", tomlMessage(text[offset:], tokens.Message))
	case errors.As(err, &semantic):
		return faultf(semantic.Position.Start, nil, "not TOML: %s", semantic.Message)
	}
	return faultf(0, nil, "not TOML: %v", err)
}

// tomlMessage makes a message of go-toml helpful where people often trip; rest is the text from the
// place on.
func tomlMessage(rest []byte, message string) string {
	if c, _ := utf8.DecodeRune(rest); c >= utf8.RuneSelf && !strings.Contains(message, "escape") {
		// It stops in the middle of characters that bare keys may not have.
		return fmt.Sprintf("unexpected %q; a name or text with such characters stands in quotes", c)
	}
	switch {
	case strings.HasPrefix(message, "invalid escape"):
		return message + `; a path is written with "/", and a backslash as "\\"`
	case strings.HasSuffix(message, "at start of value") && len(rest) > 0 && isBare(string(rest[:1])):
		return message + `; text stands in quotes, and true and false are in lower case`
	}
	return message
}

// fill gives the scalars of a tree their values.
func fill(n *Node, value any) *fault {
	switch v := value.(type) {
	case map[string]any:
		if n.Kind != Object || len(v) != len(n.Items) {
			return disagree(n)
		}
		for _, item := range n.Items {
			child, ok := v[item.Key]
			if !ok {
				return disagree(item)
			}
			if err := fill(item, child); err != nil {
				return err
			}
		}
	case []map[string]any:
		if n.Kind != List || len(v) != len(n.Items) {
			return disagree(n)
		}
		for i, item := range n.Items {
			if err := fill(item, v[i]); err != nil {
				return err
			}
		}
	case []any:
		if n.Kind != List || len(v) != len(n.Items) {
			return disagree(n)
		}
		for i, item := range n.Items {
			if err := fill(item, v[i]); err != nil {
				return err
			}
		}
	case bool:
		n.Kind, n.Bool = Bool, v
	case int64:
		n.Kind, n.Int, n.Float = Int, v, float64(v)
	case float64:
		n.Kind, n.Float = Float, v
	case string:
		n.Kind, n.Text = String, v
	case time.Time:
		n.Kind = Date // Text is set from the file
	default:
		return faultf(n.Pos, n, "a TOML value of type %T is not known", value)
	}
	return nil
}

// disagree is where the two libraries see different documents.
func disagree(n *Node) *fault {
	return faultf(n.Pos, n, "not TOML that can be read without doubt; write this value differently")
}

var errDepth = fmt.Sprintf("nested deeper than %d lists and objects", MaxDepth)
