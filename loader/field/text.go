package field

import (
	"strconv"
	"strings"

	"scenerender/loader/tree"
)

// Text is any text that is not empty.
func Text(key string, to *string) *Field { return newField(key, text{to: to}) }

// Any is text, also an empty one, that nobody reads.
func Any(key string) *Field { return newField(key, text{empty: true}) }

// A Ref is a name or path in a file, kept with its place so that it can be looked up later.
type Ref struct {
	Name string
	At   *tree.Node // nil where it is not given
}

// Name is a reference to what has that name; noun says what.
func Name(key, noun string, to *Ref) *Field {
	return newField(key, text{ref: to, noun: "name of " + noun})
}

// File is a path relative to the scene file; noun says to what.
func File(key, noun string, to *Ref) *Field {
	return newField(key, text{ref: to, noun: "path of " + noun})
}

type text struct {
	to    *string
	ref   *Ref
	noun  string
	empty bool
}

func (v text) decode(d *Decoder, _ *Field, n *tree.Node) bool {
	want := v.noun
	if want == "" {
		want = "text"
	} else {
		want = "the " + want
	}
	if n.Kind != tree.String {
		d.Errorf(n, "want %s, found %s", want, n.Describe())
		return false
	}
	if n.Text == "" && !v.empty {
		d.Errorf(n, "want %s, found an empty string", want)
		return false
	}
	if v.ref != nil {
		*v.ref = Ref{Name: n.Text, At: n}
	} else if v.to != nil {
		*v.to = n.Text
	}
	return true
}

func (v text) schema(*schemas, *Field) map[string]any {
	if v.empty {
		return map[string]any{"type": "string"}
	}
	return map[string]any{"type": "string", "minLength": 1}
}

func (v text) words(*Field) string {
	if v.noun != "" {
		return v.noun
	}
	return "text"
}

func (v text) initial(*Field) any {
	switch {
	case v.to != nil && *v.to != "":
		return *v.to
	case v.ref != nil && v.ref.Name != "":
		return v.ref.Name
	}
	return nil
}

// Constant is text that is always the same.
func Constant(key, text string) *Field {
	return newField(key, choice[string]{to: new(string), options: []Option[string]{{text, text}}})
}

// An Option is a value of an Enum as a file spells it.
type Option[T comparable] struct {
	Name  string
	Value T
}

// Enum is one of several names.
func Enum[T comparable](key string, to *T, options ...Option[T]) *Field {
	return newField(key, choice[T]{to, options})
}

type choice[T comparable] struct {
	to      *T
	options []Option[T]
}

func (v choice[T]) decode(d *Decoder, f *Field, n *tree.Node) bool {
	names := v.names()
	if n.Kind != tree.String {
		d.Errorf(n, "want %s, found %s", oneOf(names), n.Describe())
		return false
	}
	for _, option := range v.options {
		if option.Name == n.Text {
			*v.to = option.Value
			return true
		}
	}
	if len(names) == 1 {
		d.Errorf(n, "want %s, found %s", oneOf(names), n.Describe())
		return false
	}
	d.Errorf(n, "unknown %s %s%s (want %s)", f.key, tree.Quote(n.Text), didYouMean(n.Text, names), oneOf(names))
	return false
}

func (v choice[T]) names() []string {
	names := make([]string, len(v.options))
	for i, option := range v.options {
		names[i] = option.Name
	}
	return names
}

func (v choice[T]) schema(*schemas, *Field) map[string]any {
	values := make([]any, len(v.options))
	for i, option := range v.options {
		values[i] = option.Name
	}
	return map[string]any{"enum": values}
}

func (v choice[T]) words(*Field) string {
	names := v.names()
	for i, name := range names {
		names[i] = "`" + name + "`"
	}
	return or(names)
}

func (v choice[T]) initial(*Field) any {
	for _, option := range v.options {
		if option.Value == *v.to {
			return option.Name
		}
	}
	return nil
}

// oneOf is `one of "a", "b" or "c"`.
func oneOf(names []string) string {
	if len(names) == 1 {
		return strconv.Quote(names[0])
	}
	return "one of " + or(quoted(names))
}

func quoted(names []string) []string {
	q := make([]string, len(names))
	for i, name := range names {
		q[i] = strconv.Quote(name)
	}
	return q
}

func or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
