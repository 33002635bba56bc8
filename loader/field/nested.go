package field

import (
	"strconv"

	"scenerender/loader/tree"
)

// Object is a block within a block. The variable is nil where the file does not give it.
func Object[T any](key string, to **T, block func(*T) Block) *Field {
	return newField(key, &object[T]{to: to, block: block})
}

// ObjectOr is an Object, or a bare value that is short for one with only that key.
func ObjectOr[T any](key, short string, to **T, block func(*T) Block) *Field {
	return newField(key, &object[T]{to: to, block: block, short: short})
}

type object[T any] struct {
	to    **T
	block func(*T) Block
	short string
}

func (v *object[T]) decode(d *Decoder, f *Field, n *tree.Node) bool {
	into := new(T)
	block := v.block(into)
	if v.short != "" && n.Kind != tree.Object {
		// The bare value is read as its field would be, at its own place.
		field := block.field(v.short)
		if !field.value.decode(d, field, n) {
			return false
		}
		*v.to = into
		return true
	}
	if !d.block(block, n) {
		return false
	}
	*v.to = into
	return true
}

func (v *object[T]) describe() Block { return v.block(new(T)) }

func (v *object[T]) schema(s *schemas, _ *Field) map[string]any {
	block := v.describe()
	ref := s.ref(block)
	if v.short == "" {
		return ref
	}
	field := block.field(v.short)
	return map[string]any{"anyOf": []any{field.value.schema(s, field), ref}}
}

func (v *object[T]) words(*Field) string {
	block := v.describe()
	if v.short == "" {
		return link(block)
	}
	field := block.field(v.short)
	return field.value.words(field) + ", or " + link(block)
}

func (v *object[T]) initial(*Field) any { return nil }

// List is a list of blocks.
func List[T any](key string, to *[]*T, block func(*T) Block) *Field {
	return newField(key, &list[T]{to: to, block: block})
}

// OneOrList is one block or a list of them.
func OneOrList[T any](key string, to *[]*T, block func(*T) Block) *Field {
	return newField(key, &list[T]{to: to, block: block, one: true})
}

type list[T any] struct {
	to    *[]*T
	block func(*T) Block
	one   bool
}

func (v *list[T]) decode(d *Decoder, _ *Field, n *tree.Node) bool {
	items := n.Items
	if n.Kind != tree.List {
		if !v.one {
			d.Errorf(n, "want a list of objects, found %s", n.Describe())
			return false
		}
		items = []*tree.Node{n}
	}
	ok := true
	for _, item := range items {
		if d.full() {
			return false
		}
		into := new(T)
		if !d.block(v.block(into), item) {
			ok = false
			into = nil
		}
		// One with a mistake leaves a gap, so that places in the list stay what they are.
		*v.to = append(*v.to, into)
	}
	return ok
}

func (v *list[T]) describe() Block { return v.block(new(T)) }

func (v *list[T]) schema(s *schemas, _ *Field) map[string]any {
	ref := s.ref(v.describe())
	array := map[string]any{"type": "array", "items": ref}
	if v.one {
		return map[string]any{"anyOf": []any{ref, array}}
	}
	return array
}

func (v *list[T]) words(*Field) string {
	if v.one {
		return link(v.describe()) + ", or a list of them"
	}
	return "list of " + link(v.describe())
}

func (v *list[T]) initial(*Field) any { return nil }

// An Entry is a named block of a Map.
type Entry[T any] struct {
	Name  string
	At    *tree.Node
	Value *T // nil where it has a mistake
}

// Map is an object whose keys are names that the file chooses, each with a block.
func Map[T any](key string, to *[]Entry[T], block func(*T) Block) *Field {
	return newField(key, &named[T]{to: to, block: block})
}

type named[T any] struct {
	to    *[]Entry[T]
	block func(*T) Block
}

func (v *named[T]) decode(d *Decoder, _ *Field, n *tree.Node) bool {
	if n.Kind != tree.Object {
		d.Errorf(n, "want an object with a name for each entry, found %s", n.Describe())
		return false
	}
	ok := true
	for _, item := range n.Items {
		if d.full() {
			return false
		}
		entry := Entry[T]{Name: item.Key, At: item, Value: new(T)}
		if item.Key == "" {
			d.keyErrorf(item, "want a name, found an empty key")
			entry.Value, ok = nil, false
		} else if !d.block(v.block(entry.Value), item) {
			entry.Value, ok = nil, false
		}
		*v.to = append(*v.to, entry)
	}
	return ok
}

func (v *named[T]) describe() Block { return v.block(new(T)) }

func (v *named[T]) schema(s *schemas, _ *Field) map[string]any {
	return map[string]any{
		"type":                 "object",
		"propertyNames":        map[string]any{"minLength": 1},
		"additionalProperties": s.ref(v.describe()),
	}
}

func (v *named[T]) words(*Field) string { return "object: name → " + link(v.describe()) }

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
