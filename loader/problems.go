package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"scenerender/loader/asset"
	"scenerender/loader/field"
	"scenerender/loader/tree"
)

// errorf reports a mistake at a value; nil is the file as a whole.
func (r *resolver) errorf(at *tree.Node, format string, args ...any) {
	if !r.full() {
		r.problems = append(r.problems, r.problem(at, fmt.Sprintf(format, args...)))
	}
}

// full says whether enough mistakes are known, which bounds the work on a file full of them.
func (r *resolver) full() bool { return len(r.problems) >= field.MaxProblems }

func (r *resolver) warnf(at *tree.Node, format string, args ...any) {
	if len(r.warnings) < field.MaxProblems {
		r.warnings = append(r.warnings, r.problem(at, fmt.Sprintf(format, args...)))
	}
}

func (r *resolver) problem(at *tree.Node, message string) Problem {
	if at == nil || r.doc == nil {
		return Problem{File: r.name, Message: message}
	}
	return r.doc.Problem(at.Pos, at.Path(), message)
}

// unknown reports a name that nothing has; kind is what should have it.
func (r *resolver) unknown(kind string, ref field.Ref, names []string, accepted string) {
	if r.full() {
		return
	}
	if nearest, ok := field.Nearest(ref.Name, names); ok {
		r.errorf(ref.At, "unknown %s %q; did you mean %q?", kind, ref.Name, nearest)
		return
	}
	r.errorf(ref.At, "unknown %s %q (want %s)", kind, ref.Name, accepted)
}

// among lists names for "want …", the first few of many.
func among(what string, names []string) string {
	const shown = 8
	switch {
	case len(names) == 0:
		return what + ", of which there is none"
	case len(names) > shown:
		return fmt.Sprintf("%s: %s or %d more", what, strings.Join(quoteAll(names[:shown]), ", "), len(names)-shown)
	}
	return what + ": " + strings.Join(quoteAll(names), ", ")
}

func quoteAll(names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return quoted
}

// reportFiles reports what is wrong with the files that were read, each where the scene names it.
func (r *resolver) reportFiles() {
	for _, b := range r.files.books {
		if b.model != nil {
			for _, w := range b.model.Warnings {
				r.warnings = append(r.warnings, r.inFile(b, w.File, w.Element, w.Message))
			}
		}
		if b.err == nil {
			continue
		}
		var invalid *asset.Invalid
		if errors.As(b.err, &invalid) {
			for _, p := range invalid.Problems {
				r.problems = append(r.problems, r.inFile(b, p.File, p.Element, p.Message))
			}
			continue
		}
		hint := ""
		if errors.Is(b.err, fs.ErrNotExist) {
			if near, ok := r.files.neighbour(b.name); ok {
				hint = fmt.Sprintf("; did you mean %q?", near)
			}
		}
		r.problems = append(r.problems, r.inFile(b, b.name, "", reason(b.err)+hint))
	}
}

// asked lists the files of a scene with mistakes: those that were read or should have been, and those that they name
// in turn.
func (r *resolver) asked(path string) []string {
	files := append([]string{path}, r.files.paths()...)
	for _, b := range r.files.books {
		var invalid *asset.Invalid
		if !errors.As(b.err, &invalid) {
			continue
		}
		for _, name := range invalid.Files {
			if f := r.files.display(name); !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

// inFile is a problem of a book's file, or of one that it names in turn.
func (r *resolver) inFile(b *book, file, element, message string) Problem {
	if r.doc == nil { // the model is the scene
		return Problem{File: r.files.display(file), Path: element, Message: message}
	}
	p := r.problem(b.at, message)
	p.Asset, p.Element = r.files.display(file), element
	return p
}
