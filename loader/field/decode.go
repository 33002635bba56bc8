package field

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"scenerender/loader/tree"
)

// MaxProblems is how many mistakes one run reports; it bounds the work on a file full of them.
const MaxProblems = 1000

// A Decoder reads blocks from a document and collects what is wrong with them.
type Decoder struct {
	doc      *tree.Document
	problems []tree.Problem
}

// NewDecoder returns a decoder of a document.
func NewDecoder(doc *tree.Document) *Decoder { return &Decoder{doc: doc} }

// Problems returns the mistakes found so far.
func (d *Decoder) Problems() []tree.Problem { return d.problems }

// Errorf reports a mistake at a value.
func (d *Decoder) Errorf(n *tree.Node, format string, args ...any) {
	d.report(n.Pos, n.Path(), format, args...)
}

func (d *Decoder) keyErrorf(n *tree.Node, format string, args ...any) {
	d.report(n.KeyPos, n.Path(), format, args...)
}

func (d *Decoder) report(pos int, path, format string, args ...any) {
	if !d.full() {
		d.problems = append(d.problems, d.doc.Problem(pos, path, fmt.Sprintf(format, args...)))
	}
}

func (d *Decoder) full() bool { return len(d.problems) >= MaxProblems }

// Decode reads the document's root as a block and says whether all of it was right.
func Decode[T any](d *Decoder, into *T, block func(*T) Block) bool {
	return d.block(block(into), d.doc.Root)
}

// block reads an object. It reports every mistake in it, not only the first.
func (d *Decoder) block(b Block, n *tree.Node) bool {
	if n.Kind != tree.Object {
		d.Errorf(n, "want an object with %s, found %s", b.keys(), n.Describe())
		return false
	}
	g := &Given{d: d, node: n}
	ok := true
	for _, item := range n.Items {
		if d.full() {
			return false
		}
		f := b.find(item.Key)
		switch {
		case f == nil:
			d.keyErrorf(item, "unknown key %s%s (accepted here: %s)",
				strconv.Quote(item.Key), didYouMean(item.Key, b.names()), strings.Join(b.names(), ", "))
			ok = false
		case item.Kind == tree.Null:
			d.Errorf(item, "null is no value; leave the key out to get its default")
			ok = false
		default:
			ok = f.value.decode(d, f, item) && ok
		}
	}
	for _, f := range b.Fields {
		if f.required && !g.Has(f.key) {
			d.report(n.Pos, n.PathOf(f.key), "missing; want %s (%s)", f.wanted(), strings.TrimSuffix(f.doc, "."))
			ok = false
		}
	}
	for _, rule := range b.Rules {
		ok = rule.check(g) && ok
	}
	if ok && b.Check != nil {
		before := len(d.problems)
		b.Check(g)
		ok = len(d.problems) == before
	}
	return ok
}

// linked is a link of the reference.
var linked = regexp.MustCompile(`\[(\w+)\]\(#\w+\)`)

// wanted says in plain text what a missing field should hold.
func (f *Field) wanted() string {
	words := strings.ReplaceAll(f.value.words(f), "`", `"`)
	words = linked.ReplaceAllString(words, "$1")
	if limits := f.limits.words(); limits != "" {
		words += " " + limits
	}
	return words
}

func (b Block) find(key string) *Field {
	for _, f := range b.Fields {
		if f.key == key {
			return f
		}
	}
	return nil
}

func (b Block) names() []string {
	names := make([]string, len(b.Fields))
	for i, f := range b.Fields {
		names[i] = f.key
	}
	return names
}

// keys is `keys such as "a", "b"` for messages.
func (b Block) keys() string {
	names := quoted(b.names())
	if len(names) > 4 {
		return "keys such as " + strings.Join(names[:4], ", ")
	}
	return "the keys " + strings.Join(names, ", ")
}

// Given says what a file gives of a block.
type Given struct {
	d    *Decoder
	node *tree.Node
}

// Has says whether the file gives a key. It is false of a nil Given.
func (g *Given) Has(key string) bool { return g != nil && g.node.Get(key) != nil }

// Node is where the block stands.
func (g *Given) Node() *tree.Node { return g.node }

// Errorf reports a mistake with a key's value, or with the whole block where it is not given.
func (g *Given) Errorf(key, format string, args ...any) {
	if n := g.node.Get(key); n != nil {
		g.d.Errorf(n, format, args...)
		return
	}
	g.d.Errorf(g.node, format, args...)
}
