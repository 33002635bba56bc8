package field

import (
	"slices"
	"strconv"

	"scenerender/loader/tree"
)

// Object is a block within a block. The variable is nil where the file does not give it.
func Object[T any](key string, to **T, block func(*T) Block) *Field {
	return newField(key, &object[T]{to: to, blocks: blocks[T]{describe: block}})
}

// ObjectOr is an Object, or a bare value that is short for one with only that key.
func ObjectOr[T any](key, short string, to **T, block func(*T) Block) *Field {
	return newField(key, &object[T]{to: to, blocks: blocks[T]{describe: block}, short: short})
}

// blocks reads any number of blocks of one kind with one description.
type blocks[T any] struct {
	describe func(*T) Block

	block   Block
	scratch *T // what the description's fields point at; nil until the first block is read
	initial T
}

// start makes the description ready for another block.
func (b *blocks[T]) start() {
	if b.scratch == nil {
		b.scratch = new(T)
		b.block = b.describe(b.scratch)
		b.initial = *b.scratch
	}
	*b.scratch = b.initial
}

// read reads a block: nil where there is no object, and what is right in it where it has mistakes.
func (b *blocks[T]) read(d *Decoder, n *tree.Node) (*T, bool) {
	b.start()
	ok := d.block(b.block, n)
	if n.Kind != tree.Object {
		return nil, false
	}
	into := new(T)
	*into = *b.scratch
	return into, ok
}

// fresh is a description to look at.
func (b *blocks[T]) fresh() Block { return b.describe(new(T)) }

type object[T any] struct {
	to **T
	blocks[T]
	short string
}

func (v *object[T]) decode(d *Decoder, _ *Field, n *tree.Node) (ok bool) {
	if v.short == "" || n.Kind == tree.Object {
		*v.to, ok = v.read(d, n)
		return ok
	}
	// The bare value is read as its field would be, at its own place.
	v.start()
	field := v.block.field(v.short)
	if !field.value.decode(d, field, n) {
		return false
	}
	into := new(T)
	*into = *v.scratch
	*v.to = into
	return true
}

func (v *object[T]) schema(s *schemas, _ *Field) map[string]any {
	block := v.fresh()
	ref := s.ref(block)
	if v.short == "" {
		return ref
	}
	field := block.field(v.short)
	return map[string]any{"anyOf": []any{field.value.schema(s, field), ref}}
}

func (v *object[T]) words(*Field) string {
	block := v.fresh()
	if v.short == "" {
		return link(block)
	}
	field := block.field(v.short)
	return field.value.words(field) + ", or " + link(block)
}

func (v *object[T]) initial(*Field) any { return nil }

// List is a list of blocks.
func List[T any](key string, to *[]*T, block func(*T) Block) *Field {
	return newField(key, &list[T]{to: to, blocks: blocks[T]{describe: block}})
}

// OneOrList is one block or a list of them.
func OneOrList[T any](key string, to *[]*T, block func(*T) Block) *Field {
	return newField(key, &list[T]{to: to, blocks: blocks[T]{describe: block}, one: true})
}

type list[T any] struct {
	to *[]*T
	blocks[T]
	one bool
}

func (v *list[T]) decode(d *Decoder, f *Field, n *tree.Node) bool {
	items := n.Items
	if n.Kind != tree.List {
		if !v.one {
			d.Errorf(n, "want a list of objects ([[%s]] in TOML), found %s", f.key, n.Describe())
			return false
		}
		items = []*tree.Node{n}
	}
	*v.to = slices.Grow(*v.to, len(items))
	ok := true
	for _, item := range items {
		if d.full() {
			return false
		}
		into, fine := v.read(d, item)
		ok = ok && fine
		// One that is no object leaves a gap, so that places in the list stay what they are.
		*v.to = append(*v.to, into)
	}
	return ok
}

func (v *list[T]) schema(s *schemas, _ *Field) map[string]any {
	ref := s.ref(v.fresh())
	array := map[string]any{"type": "array", "items": ref}
	if v.one {
		return map[string]any{"anyOf": []any{ref, array}}
	}
	return array
}

func (v *list[T]) words(*Field) string {
	if v.one {
		return link(v.fresh()) + ", or a list of them"
	}
	return "list of " + link(v.fresh())
}

func (v *list[T]) initial(*Field) any { return nil }

// An Entry is a named block of a Map.
type Entry[T any] struct {
	Name  string
	At    *tree.Node
	Value *T // nil where it is no object
}

// Map is an object whose keys are names that the file chooses, each with a block.
func Map[T any](key string, to *[]Entry[T], block func(*T) Block) *Field {
	f := newField(key, &named[T]{to: to, blocks: blocks[T]{describe: block}})
	f.isMap = true
	return f
}

type named[T any] struct {
	to *[]Entry[T]
	blocks[T]
}

func (v *named[T]) decode(d *Decoder, f *Field, n *tree.Node) bool {
	if n.Kind != tree.Object {
		d.Errorf(n, "want an object with a name for each entry, as in %s.NAME, found %s", f.key, n.Describe())
		return false
	}
	ok := true
	for _, item := range n.Items {
		if d.full() {
			return false
		}
		if item.Key == "" {
			d.keyErrorf(item, "want a name, found an empty key")
			ok = false
		}
		value, fine := v.read(d, item)
		ok = ok && fine
		*v.to = append(*v.to, Entry[T]{Name: item.Key, At: item, Value: value})
	}
	return ok
}

func (v *named[T]) schema(s *schemas, _ *Field) map[string]any {
	return map[string]any{
		"type":                 "object",
		"propertyNames":        map[string]any{"minLength": 1},
		"additionalProperties": s.ref(v.fresh()),
	}
}

func (v *named[T]) words(*Field) string { return "object: name → " + link(v.fresh()) }

func (v *named[T]) initial(*Field) any { return nil }

// field returns the field with a key that is known to be there.
func (b Block) field(key string) *Field {
	for _, f := range b.Fields {
		if f.key == key {
			return f
		}
	}
	panic("field: block " + b.Name + " has no key " + strconv.Quote(key))
}
