package field

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"scenerender/loader/tree"
)

// A Rule says which keys of a block go together.
type Rule struct {
	kind ruleKind
	keys []string
}

type ruleKind uint8

const (
	atMostOne ruleKind = iota
	exactlyOne
	together
)

// AtMostOne says that keys exclude each other.
func AtMostOne(keys ...string) Rule { return Rule{atMostOne, keys} }

// ExactlyOne says that one key is needed and excludes the others.
func ExactlyOne(keys ...string) Rule { return Rule{exactlyOne, keys} }

// Together says that keys are given all or not at all.
func Together(keys ...string) Rule { return Rule{together, keys} }

func (r Rule) check(g *Given) {
	var given []*tree.Node
	for _, key := range r.keys {
		if n := g.At(key); n != nil {
			given = append(given, n)
		}
	}
	slices.SortFunc(given, func(a, b *tree.Node) int { return cmp.Compare(a.KeyPos, b.KeyPos) })
	switch {
	case r.kind == together:
		if len(given) == 0 || len(given) == len(r.keys) {
			return
		}
		for _, key := range r.keys {
			if !g.Has(key) {
				g.d.keyErrorf(given[0], "%s needs %s beside it", strconv.Quote(given[0].Key), strconv.Quote(key))
			}
		}
	case len(given) > 1:
		for _, more := range given[1:] {
			g.d.keyErrorf(more, "give only one of %s; %s is given already",
				or(quoted(r.keys)), strconv.Quote(given[0].Key))
		}
	case r.kind == exactlyOne && len(given) == 0:
		g.d.Errorf(g.node, "want one of the keys %s, found none of them", or(quoted(r.keys)))
	}
}

func (r Rule) words() string {
	names := make([]string, len(r.keys))
	for i, key := range r.keys {
		names[i] = "`" + key + "`"
	}
	switch r.kind {
	case together:
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " go together."
	case exactlyOne:
		return "Exactly one of " + or(names) + " is given."
	}
	return "At most one of " + or(names) + " is given."
}

// schema returns conditions for allOf.
func (r Rule) schema() []any {
	need := func(keys ...string) map[string]any {
		list := make([]any, len(keys))
		for i, key := range keys {
			list[i] = key
		}
		return map[string]any{"required": list}
	}
	switch r.kind {
	case together:
		dependent := map[string]any{}
		for _, key := range r.keys {
			others := []any{}
			for _, other := range r.keys {
				if other != key {
					others = append(others, other)
				}
			}
			dependent[key] = others
		}
		return []any{map[string]any{"dependentRequired": dependent}}
	case exactlyOne:
		one := []any{}
		for _, key := range r.keys {
			one = append(one, need(key))
		}
		return []any{map[string]any{"oneOf": one}}
	}
	pairs := []any{}
	for i, a := range r.keys {
		for _, b := range r.keys[i+1:] {
			pairs = append(pairs, map[string]any{"not": need(a, b)})
		}
	}
	return pairs
}
