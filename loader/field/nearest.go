package field

import (
	"strconv"
	"strings"
	"unicode"
)

// Nearest returns the candidate that name is most likely a misspelling of, if there is one: the
// one with the fewest letters changed, or else one that shares a large part with it, as "fov_y" does
// with "fov". Of equally near ones the first wins. Only the first thousand candidates
// are looked at.
func Nearest(name string, candidates []string) (string, bool) {
	const looked, longest = 1000, 64
	if len(name) > longest {
		return "", false
	}
	if len(candidates) > looked {
		candidates = candidates[:looked]
	}
	folded := []rune(strings.ToLower(name))
	best, least := "", (len(folded)+2)/3+1
	for _, candidate := range candidates {
		if len(candidate) > longest || candidate == name {
			continue
		}
		if d := distance(folded, []rune(strings.ToLower(candidate))); d < least {
			best, least = candidate, d
		}
	}
	if best != "" {
		return best, true
	}
	word, closest := bare(name), 0
	for _, candidate := range candidates {
		if candidate == name {
			continue
		}
		if c := likeness(word, bare(candidate)); c > closest {
			best, closest = candidate, c
		}
	}
	return best, best != ""
}

// likeness is how alike two words are that need too many changes: more where one begins with the
// other, less where it has it somewhere, least where both begin alike, as "entity" and "entities".
func likeness(a, b string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 2 || len(b) > 3*len(a) {
		return 0
	}
	common := 0
	for common < len(a) && a[common] == b[common] {
		common++
	}
	switch {
	case common == len(a):
		return 3
	case len(a) >= 3 && strings.Contains(b, a):
		return 2
	case common >= 4 && 5*common >= 3*len(b):
		return 1
	}
	return 0
}

// bare is a word in lower case without what separates its parts.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// didYouMean is `; did you mean "x"?`, or empty.
func didYouMean(name string, candidates []string) string {
	if nearest, ok := Nearest(name, candidates); ok {
		return "; did you mean " + strconv.Quote(nearest) + "?"
	}
	return ""
}

// distance counts the insertions, deletions, changes and swaps of neighbours that turn a into b
// (optimal string alignment).
func distance(a, b []rune) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
