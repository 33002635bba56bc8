package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// formats are the extensions of the picture files that can be written.
var formats = []string{"png", "exr", "hdr", "pfm"}

// A target says where pictures go: -o and --format, understood.
type target struct {
	template string // with {scene} and {shot}; "" where file is set
	file     string // the one file
	format   string // one of formats
}

// placeholder is what a template may hold, and what looks like it.
var placeholder = regexp.MustCompile(`\{[^{}/]*\}`)

// newTarget reads -o: an existing folder, a name that ends in a slash and one without an
// extension are folders; {scene} and {shot} make a template; anything else is a file, which must
// have an extension that can be written.
func newTarget(out, format string) (target, error) {
	if format != "" {
		if err := oneOf("--format", format, formats); err != nil {
			return target{}, err
		}
	}
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	known := slices.Contains(formats, ext)
	templated := strings.Contains(out, "{scene}") || strings.Contains(out, "{shot}")
	there, err := os.Stat(out)
	exists := err == nil && there.IsDir() // whatever it is called
	if !exists {
		for _, p := range placeholder.FindAllString(out, -1) {
			if p != "{scene}" && p != "{shot}" {
				return target{}, usagef("-o %s: there is no %s, only {scene} and {shot}", out, p)
			}
		}
	}
	switch {
	case out == "-":
		return target{}, usagef("-o -: pictures are not written to standard output; name a file or a folder")
	case isFolder(out), ext == "":
		if format == "" {
			format = "png"
		}
		if exists {
			out = literal(out)
		}
		return target{template: filepath.Join(out, "{name}."+format), format: format}, nil
	case !known:
		return target{}, usagef("-o %s: .%s cannot be written, only .%s; a folder ends in /", out, ext, strings.Join(formats, ", ."))
	case format != "" && format != ext:
		return target{}, usagef("-o %s and --format %s contradict each other", out, format)
	case templated:
		return target{template: out, format: ext}, nil
	}
	return target{file: out, format: ext}, nil
}

// isFolder says whether out names a folder, there or to be made.
func isFolder(out string) bool {
	if out == "" || strings.HasSuffix(out, "/") || strings.HasSuffix(out, string(filepath.Separator)) {
		return true
	}
	info, err := os.Stat(out)
	return err == nil && info.IsDir()
}

// A placed picture is one shot of one scene and the file it becomes.
type placed struct{ scene, shot, file string }

// place names the file of each picture, and rejects names that collide.
func (t target) place(pictures []placed) error {
	if t.file != "" {
		if len(pictures) > 1 {
			return usagef("-o %s is one file, but %d pictures would be drawn (%s); name a folder, or choose with --shot",
				t.file, len(pictures), summary(pictures))
		}
		for i := range pictures {
			pictures[i].file = t.file
		}
		return nil
	}
	taken := map[string]placed{}
	for i := range pictures {
		p := &pictures[i]
		p.file = t.expand(p.scene, p.shot)
		if other, ok := taken[p.file]; ok {
			return usagef("%s of %s and %s of %s would both be written to %s; %s",
				other.shot, other.scene, p.shot, p.scene, p.file, t.apart(other, *p))
		}
		taken[p.file] = *p
	}
	return nil
}

// apart says how to keep two pictures apart that would become one file.
func (t target) apart(a, b placed) string {
	switch {
	case a.scene == b.scene && a.shot == b.shot:
		return "name the shot once"
	case a.scene == b.scene && fileSafe(a.shot) == fileSafe(b.shot):
		return "rename one of the shots"
	case a.scene == b.scene:
		return fmt.Sprintf("put {shot} into the template, such as -o '{scene}-{shot}.%s'", t.format)
	case stem(a.scene) == stem(b.scene):
		return "draw them into different folders"
	}
	return fmt.Sprintf("use a template such as -o '{scene}/{shot}.%s'", t.format)
}

// expand fills the template in. {name} is scene-shot, or scene alone for the shot "main".
func (t target) expand(scenePath, shot string) string {
	scene, shot := fileSafe(stem(scenePath)), fileSafe(shot)
	name := scene + "-" + shot
	if shot == "main" {
		name = scene
	}
	filled := strings.NewReplacer("{scene}", scene, "{shot}", shot, "{name}", name).Replace(t.template)
	return filepath.Clean(strings.ReplaceAll(filled, brace, "{"))
}

// brace stands for a { of the user's own folder while the template is filled in; no path holds it.
const brace = "\x00"

func literal(path string) string { return strings.ReplaceAll(path, "{", brace) }

// fileSafe makes a name of a scene file's choosing fit for one path element everywhere.
func fileSafe(name string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_. ", r) {
			return r
		}
		return '_'
	}, name)
	if safe == "" || strings.HasPrefix(safe, ".") {
		safe = "_" + safe
	}
	return safe
}

// summary lists the first few pictures.
func summary(pictures []placed) string {
	var b strings.Builder
	for i, p := range pictures {
		if i == 4 {
			fmt.Fprintf(&b, ", ... %d more", len(pictures)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s of %s", p.shot, p.scene)
	}
	return b.String()
}
