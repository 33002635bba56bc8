package picture

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// validatePairs holds metadata to what all formats can store: a name that is a
// PNG keyword and an OpenEXR attribute, and a value that is text.
func validatePairs(pairs []Pair) error {
	seen := map[string]bool{}
	for _, p := range pairs {
		if len(p.Name) < 1 || len(p.Name) > 31 || strings.Trim(p.Name, " ") != p.Name || strings.Contains(p.Name, "  ") {
			return fmt.Errorf("metadata name %q is not 1 to 31 characters without outer or double blanks", p.Name)
		}
		for _, r := range p.Name {
			if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" _.-", r)) {
				return fmt.Errorf("metadata name %q has %q, which is no ASCII letter, digit, blank or one of _.-", p.Name, r)
			}
		}
		if seen[p.Name] {
			return fmt.Errorf("metadata name %q is given twice", p.Name)
		}
		seen[p.Name] = true
		if !utf8.ValidString(p.Value) || strings.ContainsRune(p.Value, 0) {
			return fmt.Errorf("metadata %q has a value that is not text: %.40q", p.Name, p.Value)
		}
	}
	return nil
}
