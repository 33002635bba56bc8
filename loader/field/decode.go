package field

import (
	"fmt"
	"regexp"
	"slices"
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

// block reads an object. It goes on after mistakes, so that it reports every one in it; what the
// variables of right fields hold is good all the same.
func (d *Decoder) block(b Block, n *tree.Node) bool {
	if n.Kind != tree.Object {
		d.Errorf(n, "want an object with %s, found %s", b.keys(), n.Describe())
		return false
	}
	g := &Given{d: d, node: n}
	before := len(d.problems)
	for _, item := range n.Items {
		if d.full() {
			break
		}
		f := b.find(item.Key)
		if f == nil {
			if f = d.misspelt(b, g, item); f == nil {
				continue
			}
		}
		if item.Kind == tree.Null {
			d.Errorf(item, "null is no value; leave the key out to get its default")
			g.wrong = append(g.wrong, f.key)
		} else if !f.value.decode(d, f, item) {
			g.wrong = append(g.wrong, f.key)
		}
	}
	for _, f := range b.Fields {
		if f.required && !g.Has(f.key) {
			d.report(n.Pos, n.PathOf(f.key), "missing; want %s (%s)", f.wanted(), strings.TrimSuffix(f.doc, "."))
		}
	}
	for _, rule := range b.Rules {
		rule.check(g)
	}
	if b.Check != nil {
		b.Check(g)
	}
	g.faulty = d.full() || len(d.problems) > before
	return !g.faulty
}

// misspelt reports an unknown key. Where it looks like a key that is not given, it is read as
// that one: what it holds may have mistakes of its own, and nobody wants to hear that the right
// key is missing.
func (d *Decoder) misspelt(b Block, g *Given, item *tree.Node) *Field {
	nearest, found := Nearest(item.Key, b.names())
	hint := ""
	if found {
		hint = "; did you mean " + strconv.Quote(nearest) + "?"
	} else if within := b.inside(item.Key); within != "" {
		hint = "; it is a key of " + strconv.Quote(within)
	}
	d.keyErrorf(item, "unknown key %s%s (accepted here: %s)", tree.Quote(item.Key), hint, strings.Join(b.names(), ", "))
	if !found || g.Has(nearest) {
		return nil
	}
	g.misspelt = append(g.misspelt, misspelling{nearest, item})
	return b.find(nearest)
}

// linked is a link of the reference.
var linked = regexp.MustCompile(`\[(\w+)\]\(#\w+\)`)

// wanted says in plain text what a missing field should hold.
func (f *Field) wanted() string {
	words := strings.ReplaceAll(f.value.words(f), "`", `"`)
	return f.wantNumber(linked.ReplaceAllString(words, "$1"))
}

func (b Block) find(key string) *Field {
	for _, f := range b.Fields {
		if f.key == key {
			return f
		}
	}
	return nil
}

// inside is the first key whose own block has a key, or empty.
func (b Block) inside(key string) string {
	for _, f := range b.Fields {
		if v, ok := f.value.(nested); ok && !f.isMap {
			if v.fresh().find(key) != nil {
				return f.key
			}
		}
	}
	return ""
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

// Given says what a file gives of a block. A nil one is that of a block that no file gives.
type Given struct {
	d        *Decoder
	node     *tree.Node
	misspelt []misspelling
	wrong    []string // keys whose values have mistakes
	faulty   bool
}

// A misspelling is an unknown key that was read as a known one.
type misspelling struct {
	key string // the known one
	at  *tree.Node
}

// Has says whether the file gives a key, right or wrong.
func (g *Given) Has(key string) bool { return g.At(key) != nil }

// At is where the value of a key stands, or nil.
func (g *Given) At(key string) *tree.Node {
	if g == nil {
		return nil
	}
	if n := g.node.Get(key); n != nil {
		return n
	}
	for _, m := range g.misspelt {
		if m.key == key {
			return m.at
		}
	}
	return nil
}

// Sure says that none of the keys has a value with a mistake: each was read, or is not given.
func (g *Given) Sure(keys ...string) bool {
	if g == nil {
		return true
	}
	for _, key := range keys {
		if slices.Contains(g.wrong, key) {
			return false
		}
	}
	return true
}

// Right says whether the block, with all in it, has no mistake. A Check sees those before it.
func (g *Given) Right() bool {
	return g == nil || !g.faulty && len(g.wrong) == 0 && len(g.misspelt) == 0
}

// Node is where the block stands, or nil.
func (g *Given) Node() *tree.Node {
	if g == nil {
		return nil
	}
	return g.node
}

// Errorf reports a mistake with a key's value, or with the whole block where it is not given.
func (g *Given) Errorf(key, format string, args ...any) {
	if n := g.At(key); n != nil {
		g.d.Errorf(n, format, args...)
		return
	}
	g.d.Errorf(g.node, format, args...)
}
