package field

import (
	"math"

	"scenerender/loader/tree"
)

// Float is a number.
func Float[T ~float32 | ~float64](key string, to *T) *Field {
	return newField(key, float[T]{to})
}

type float[T ~float32 | ~float64] struct{ to *T }

func (v float[T]) decode(d *Decoder, f *Field, n *tree.Node) bool {
	x, ok := f.number(d, n)
	if ok {
		*v.to = T(x)
	}
	return ok
}

func (v float[T]) schema(_ *schemas, f *Field) map[string]any {
	m := map[string]any{"type": "number"}
	f.limits.schema(m)
	return m
}

func (v float[T]) words(*Field) string { return "number" }

func (v float[T]) initial(f *Field) any { return f.inFile(float64(*v.to)) }

// Int is a whole number. A number written with a fraction of zero is one.
func Int(key string, to *int) *Field { return newField(key, whole{to}) }

type whole struct{ to *int }

func (v whole) decode(d *Decoder, f *Field, n *tree.Node) bool {
	x, ok := f.whole(d, n)
	if ok {
		*v.to = x
	}
	return ok
}

func (v whole) schema(_ *schemas, f *Field) map[string]any {
	m := map[string]any{"type": "integer"}
	f.limits.schema(m)
	return m
}

func (v whole) words(*Field) string { return "whole number" }

func (v whole) initial(*Field) any { return *v.to }

// whole reads a whole number within the field's limits and within ±2⁵³.
func (f *Field) whole(d *Decoder, n *tree.Node) (int, bool) {
	const exact = 1 << 53
	number := n.Kind == tree.Int || n.Kind == tree.Float
	if number && n.Float == math.Trunc(n.Float) && math.Abs(n.Float) <= exact && f.limits.contain(n.Float) {
		return int(n.Float), true
	}
	d.Errorf(n, "want %s, found %s", f.wantNumber("a whole number"), n.Describe())
	return 0, false
}

// Ints is a list of as many whole numbers as there are variables; names are theirs.
func Ints(key string, names []string, to ...*int) *Field {
	return newField(key, wholes{names, to})
}

type wholes struct {
	names []string
	to    []*int
}

func (v wholes) decode(d *Decoder, f *Field, n *tree.Node) bool {
	if n.Kind != tree.List || len(n.Items) != len(v.to) {
		d.Errorf(n, "want %d whole numbers %s, found %s", len(v.to), bracket(v.names), n.Describe())
		return false
	}
	ok := true
	for i, item := range n.Items {
		x, fine := f.whole(d, item)
		if fine {
			*v.to[i] = x
		}
		ok = ok && fine
	}
	return ok
}

func (v wholes) schema(_ *schemas, f *Field) map[string]any {
	item := map[string]any{"type": "integer"}
	f.limits.schema(item)
	return map[string]any{"type": "array", "items": item, "minItems": len(v.to), "maxItems": len(v.to)}
}

func (v wholes) words(*Field) string { return bracket(v.names) + " whole numbers" }

func (v wholes) initial(*Field) any {
	list := make([]any, len(v.to))
	for i, x := range v.to {
		list[i] = *x
	}
	return list
}

// Seed is a whole number from 0 to 2⁵³ that starts a random sequence.
func Seed(key string, to *uint64) *Field {
	return newField(key, seed{to}).Range(0, 1<<53)
}

type seed struct{ to *uint64 }

func (v seed) decode(d *Decoder, f *Field, n *tree.Node) bool {
	x, ok := f.whole(d, n)
	if ok {
		*v.to = uint64(x)
	}
	return ok
}

func (v seed) schema(_ *schemas, f *Field) map[string]any {
	m := map[string]any{"type": "integer"}
	f.limits.schema(m)
	return m
}

func (v seed) words(*Field) string { return "whole number" }

func (v seed) initial(*Field) any { return int64(*v.to) }

// Bool is true or false.
func Bool(key string, to *bool) *Field { return newField(key, boolean{to}) }

type boolean struct{ to *bool }

func (v boolean) decode(d *Decoder, _ *Field, n *tree.Node) bool {
	if n.Kind != tree.Bool {
		d.Errorf(n, "want true or false, found %s", n.Describe())
		return false
	}
	*v.to = n.Bool
	return true
}

func (v boolean) schema(*schemas, *Field) map[string]any { return map[string]any{"type": "boolean"} }
func (v boolean) words(*Field) string                    { return "`true` or `false`" }
func (v boolean) initial(*Field) any                     { return *v.to }
