package field

import (
	"strconv"

	"scenerender/loader/tree"
)

// WordOrList is a list of blocks, or one word in place of it. The file gives a list where isList is
// true, also an empty one; before decoding it is what a missing field means.
func WordOrList[T any](key, word string, isList *bool, to *[]*T, block func(*T) Block) *Field {
	return newField(key, &wordOrList[T]{word: word, isList: isList, list: list[T]{to: to, blocks: blocks[T]{describe: block}}})
}

type wordOrList[T any] struct {
	word   string
	isList *bool
	list[T]
}

func (v *wordOrList[T]) decode(d *Decoder, f *Field, n *tree.Node) bool {
	switch {
	case n.Kind == tree.List:
		*v.isList = true
		return v.list.decode(d, f, n)
	case n.Kind == tree.String && n.Text == v.word:
		*v.isList = false
		return true
	}
	d.Errorf(n, "want %s or a list of objects, found %s", strconv.Quote(v.word), n.Describe())
	return false
}

func (v *wordOrList[T]) schema(s *schemas, f *Field) map[string]any {
	word := map[string]any{"enum": []any{v.word}}
	return map[string]any{"anyOf": []any{word, v.list.schema(s, f)}}
}

func (v *wordOrList[T]) words(f *Field) string { return "`" + v.word + "`, or " + v.list.words(f) }

func (v *wordOrList[T]) initial(*Field) any {
	if *v.isList {
		return []any{}
	}
	return v.word
}
