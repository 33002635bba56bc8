// Package loader turns scene files (JSON or TOML) and models (glTF) into scene.Scene.
//
// A scene file becomes a tree of values with places (loader/tree); a table of blocks (blocks.go,
// in the words of loader/field) decodes it strictly, one file per block; the files it names are
// read side by side (library.go: loader/asset, loader/radiance); names become indices
// (resolve.go). Nothing a file says may panic, and one run reports every mistake it can see.
package loader

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"scenerender/loader/field"
	"scenerender/loader/tree"
	"scenerender/scene"
)

// Options say how a scene is loaded.
type Options struct {
	// AssetRoot is the folder that no path of the scene may leave; "" is the scene file's own.
	// Paths are relative to the scene file, or to AssetRoot where that does not hold the scene.
	AssetRoot string
	// Size is the width and height of the pictures to come, where it is not the file's to say. The
	// camera of a scene that has none fits it.
	Size [2]int
	// LodCache is a folder in which automatic levels of detail are kept from one load to the next,
	// by the content that they are made of; "" keeps none.
	LodCache string
}

// A Problem is a mistake in a file, or a warning about it.
type Problem = tree.Problem

// Invalid is the error of a scene, or of a file it uses, that has mistakes.
type Invalid struct {
	Problems []Problem // at least one, ordered by file and place
	Files    []string  // that were asked for, as far as is known: a change to one may mend them
}

// Error lists the problems, one a line.
func (e *Invalid) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Load reads a scene (.toml, .json) or a model (.gltf, .glb), which gets a camera that frames it,
// daylight and the exposure for it. The problems are warnings, ordered by file and place. An
// error is an *Invalid where files are to blame, and otherwise wraps what the operating system
// said about path or the asset root (fs.ErrNotExist, for example).
func Load(path string, o Options) (*scene.Scene, []Problem, error) {
	text, err := read(path)
	if err != nil {
		return nil, nil, err
	}
	root, dir, err := openRoot(path, o.AssetRoot)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()

	bounds := "the scene's folder"
	if o.AssetRoot != "" {
		bounds = "the asset root " + o.AssetRoot
	}
	r := &resolver{name: path, size: o.Size, lodCache: o.LodCache, files: newLibrary(root, dir, bounds)}
	var hash [32]byte // of the scene's own text
	if isModelFile(path) {
		r.file, r.alone = modelScene(filepath.Base(path)), true
	} else {
		if r.doc, r.file, r.problems = decode(path, text); r.doc == nil {
			return nil, nil, &Invalid{Problems: r.problems, Files: []string{path}}
		}
		hash = sha256.Sum256(r.doc.Text())
	}
	s := r.scene()
	if len(r.problems) > 0 {
		tree.Sort(r.problems)
		return nil, nil, &Invalid{r.problems, r.asked(path)}
	}
	s.Hash = r.files.hash(hash)
	s.Files = append([]string{path}, r.files.paths()...)
	tree.Sort(r.warnings)
	return s, r.warnings, nil
}

// decode reads the text of a scene file. The document is nil where it has no shape to go on with.
func decode(path string, text []byte) (*tree.Document, *file, []Problem) {
	format := tree.FormatOf(path)
	if format == tree.Unknown {
		return nil, nil, []Problem{{File: path, Message: fmt.Sprintf(
			"unknown kind of file %q; want a scene (.toml or .json) or a model (.gltf or .glb)", filepath.Ext(path))}}
	}
	doc, problems := tree.Parse(path, text, format)
	if doc == nil {
		return nil, nil, problems
	}
	d, f := field.NewDecoder(doc), &file{}
	field.Decode(d, f, fileBlock)
	return doc, f, d.Problems()
}

// Shots returns the names of the pictures that a scene or a model defines, in order, without
// reading the files that it uses. Names that cannot be read are left out; the error is that of
// Load where there is nothing to go on with. A pipe, which can be read only once, is an error.
func Shots(path string) ([]string, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is not a regular file")}
	}
	text, err := read(path)
	if err != nil {
		return nil, err
	}
	f := &file{}
	if !isModelFile(path) {
		doc, decoded, problems := decode(path, text)
		if doc == nil {
			return nil, &Invalid{Problems: problems, Files: []string{path}}
		}
		f = decoded
	}
	if len(f.shots) == 0 {
		return []string{scene.DefaultShot().Name}, nil
	}
	var names []string
	for _, s := range f.shots {
		if s != nil && s.name != "" {
			names = append(names, s.name)
		}
	}
	return names, nil
}

// Uses returns the files that a scene or a model names itself, from where path counts, without
// reading them: those in a model's own folders are not known before it is read. What cannot be
// read or understood names nothing; Load says why.
func Uses(path string, o Options) []string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || isModelFile(path) {
		return nil
	}
	text, err := read(path)
	if err != nil {
		return nil
	}
	root, dir, err := openRoot(path, o.AssetRoot)
	if err != nil {
		return nil
	}
	defer root.Close()
	r := &resolver{name: path, files: newLibrary(root, dir, "")}
	if r.doc, r.file, _ = decode(path, text); r.doc == nil {
		return nil
	}
	r.askFiles()
	var names []string
	for _, b := range r.files.books {
		names = append(names, r.files.display(b.name))
	}
	return names
}

// read returns the bytes of a scene file, and of a model only that it can be opened.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is a folder, not a scene")}
	}
	if isModelFile(path) {
		return nil, nil
	}
	// One byte more than a document may have, which its parser then reports.
	return io.ReadAll(io.LimitReader(f, tree.MaxBytes+1))
}

// openRoot opens the folder that paths may not leave, and says where in it they start.
func openRoot(path, assetRoot string) (root *os.Root, dir string, err error) {
	home := filepath.Dir(path)
	if assetRoot == "" {
		root, err = os.OpenRoot(home)
		return root, ".", err
	}
	absRoot, err := filepath.Abs(assetRoot)
	if err != nil {
		return nil, "", err
	}
	absHome, err := filepath.Abs(home)
	if err != nil {
		return nil, "", err
	}
	dir, err = filepath.Rel(absRoot, absHome)
	if err != nil || !filepath.IsLocal(dir) {
		dir = "."
		if isModelFile(path) {
			assetRoot = home
		}
	}
	root, err = os.OpenRoot(assetRoot)
	return root, filepath.ToSlash(dir), err
}
