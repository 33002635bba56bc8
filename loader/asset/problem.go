package asset

import (
	"fmt"
	"strings"
)

// A Problem is something wrong with a file.
type Problem struct {
	File    string // as given to Open, or the file it refers to
	Element string // meshes[3].primitives[0].indices; "" where the whole file is meant
	Message string

	cause error
}

func (p Problem) String() string {
	if p.Element == "" {
		return p.File + ": " + p.Message
	}
	return p.File + ": " + p.Element + ": " + p.Message
}

// Invalid is the error of files that cannot be used. It wraps the causes of its problems, such
// as fs.ErrNotExist of a file that another one names.
type Invalid struct {
	Problems []Problem // at least one
	Files    []string  // that a model needs, as far as it could be read; nil: the one that was opened
}

func (e *Invalid) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the causes of the problems that have one.
func (e *Invalid) Unwrap() []error {
	var causes []error
	for _, p := range e.Problems {
		if p.cause != nil {
			causes = append(causes, p.cause)
		}
	}
	return causes
}

// maxProblems is how many problems are kept: a broken exporter repeats itself.
const maxProblems = 100

// A report collects the problems and warnings of one file.
type report struct {
	file     string
	problems []Problem
	warnings []Problem
	dropped  int
	once     map[string]bool
}

func (r *report) failed() bool { return len(r.problems) > 0 }

func (r *report) fail(element, format string, args ...any) {
	r.failFor(nil, element, format, args...)
}

func (r *report) failFor(cause error, element, format string, args ...any) {
	r.addProblem(Problem{File: r.file, Element: element, Message: fmt.Sprintf(format, args...), cause: cause})
}

func (r *report) addProblem(p Problem) {
	if len(r.problems) >= maxProblems {
		r.dropped++
		return
	}
	r.problems = append(r.problems, p)
}

func (r *report) warn(element, format string, args ...any) {
	if len(r.warnings) < maxProblems {
		r.warnings = append(r.warnings, Problem{File: r.file, Element: element, Message: fmt.Sprintf(format, args...)})
	}
}

// warnOnce warns the first time it is called with this topic.
func (r *report) warnOnce(topic, element, format string, args ...any) {
	if r.once[topic] {
		return
	}
	if r.once == nil {
		r.once = map[string]bool{}
	}
	r.once[topic] = true
	r.warn(element, format, args...)
}

// add appends what other collected, for parts that are read side by side.
func (r *report) add(other *report) {
	for _, p := range other.problems {
		r.addProblem(p)
	}
	r.dropped += other.dropped
	for _, w := range other.warnings {
		if len(r.warnings) < maxProblems {
			r.warnings = append(r.warnings, w)
		}
	}
}

func (r *report) invalid() *Invalid {
	problems := r.problems
	if r.dropped > 0 {
		problems = append(problems[:len(problems):len(problems)],
			Problem{File: r.file, Message: fmt.Sprintf("and %d more problems", r.dropped)})
	}
	return &Invalid{Problems: problems}
}
