package main

import (
	"os"
	"path/filepath"

	"scenerender/loader"
)

// keepSafe holds what a run reads, and where it writes, apart: a picture put over a scene or a
// texture of one would be a loss that nobody asked for.
type keepSafe struct {
	outputs []output
}

// An output is a file that a run will write, and what it is in a message.
type output struct {
	what string
	fileID
	refused error // why it is not to be written after all
}

// A fileID tells whether two paths lead to one file.
type fileID struct {
	path string
	real string      // absolute, without links as far as it is there
	info os.FileInfo // nil: not there yet
}

func identify(path string) fileID {
	id := fileID{path: path, real: filepath.Clean(path)}
	if abs, err := filepath.Abs(path); err == nil {
		id.real = abs
	}
	if real, err := filepath.EvalSymlinks(id.real); err == nil {
		id.real = real
	} else if dir, err := filepath.EvalSymlinks(filepath.Dir(id.real)); err == nil {
		id.real = filepath.Join(dir, filepath.Base(id.real))
	}
	if info, err := os.Stat(path); err == nil {
		id.info = info
	}
	return id
}

func (a fileID) same(b fileID) bool {
	return a.real == b.real || a.info != nil && b.info != nil && os.SameFile(a.info, b.info)
}

// add takes an output in, unless it is a folder or another output's file.
func (k *keepSafe) add(what, path string) error {
	o := output{what: what, fileID: identify(path)}
	if o.info != nil && o.info.IsDir() {
		return usagef("%s cannot be written to %s, which is a folder", what, path)
	}
	for _, other := range k.outputs {
		if o.same(other.fileID) {
			return usagef("%s and %s would both be written to %s", other.what, what, path)
		}
	}
	k.outputs = append(k.outputs, o)
	return nil
}

// check refuses to write over a file that scenePath reads, now and later.
func (k *keepSafe) check(scenePath string, reads []string) (err error) {
	for _, path := range reads {
		id := identify(path)
		for i := range k.outputs {
			o := &k.outputs[i]
			if !o.same(id) {
				continue
			}
			if path == scenePath {
				o.refused = usagef("%s would be written over the scene %s", o.what, path)
			} else {
				o.refused = usagef("%s would be written over %s, which %s uses", o.what, path, scenePath)
			}
			if err == nil {
				err = o.refused
			}
		}
	}
	return err
}

// refused is why the output of that path is not to be written, if it is not.
func (k *keepSafe) refused(path string) error {
	for _, o := range k.outputs {
		if o.path == path {
			return o.refused
		}
	}
	return nil
}

// protect names the outputs of a run and checks them against the scenes and the files that these
// name. What a model brings is known only once it is read; choose checks that.
func (r *renderRun) protect(files []string, all []placed) error {
	for _, p := range all {
		if err := r.safe.add("the picture of "+p.scene, p.file); err != nil {
			return err
		}
	}
	if r.stats != "" {
		if err := r.safe.add("--stats", r.stats); err != nil {
			return err
		}
	}
	for _, file := range files {
		reads := append([]string{file}, loader.Uses(file, r.load.options())...)
		if err := r.safe.check(file, reads); err != nil {
			return err
		}
	}
	return nil
}
