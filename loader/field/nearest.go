package field

import (
	"strconv"
	"strings"
)

// Nearest returns the candidate that name is most likely a misspelling of, if there is one. Of
// equally near ones the first wins. Only the first thousand candidates are looked at.
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
	return best, best != ""
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
