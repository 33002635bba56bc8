package main

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"scenerender/loader"
	"scenerender/loader/asset"
	"scenerender/scene"
)

// A loaded scene is a file that was read, or why it could not be.
type loaded struct {
	path     string
	scene    *scene.Scene
	warnings []loader.Problem
	err      error
	began    time.Time // reading it
	ms       float64   // wall time of reading it and its assets
}

// loadFlags say how files are read.
type loadFlags struct {
	assetRoot string
	size      size // of the pictures, where flags say
}

func (l *loadFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&l.assetRoot, "asset-root", "", "`FOLDER` that scenes may use files of (default: the scene's own)")
	fromEnvironment(c.Flags(), "asset-root")
	_ = c.MarkFlagDirname("asset-root")
}

func (l *loadFlags) options() loader.Options {
	return loader.Options{AssetRoot: l.assetRoot, Size: [2]int{l.size.width, l.size.height}, LodCache: cacheDir("levels")}
}

// load reads a scene; a panic on the way is its error.
func (l *loadFlags) load(path string) loaded {
	r := loaded{path: path, began: time.Now()}
	r.err = guardFile(path, func() (err error) {
		r.scene, r.warnings, err = loader.Load(path, l.options())
		return err
	})
	r.ms = milliseconds(time.Since(r.began))
	return r
}

// ahead loads scenes in order, one while the one before it is being drawn. The channel is closed
// after the last or when ctx ends.
func (l *loadFlags) ahead(ctx context.Context, paths []string) <-chan loaded {
	c := make(chan loaded)
	go func() {
		defer close(c)
		for _, path := range paths {
			if ctx.Err() != nil {
				return
			}
			select {
			case c <- l.load(path):
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// next is the scene that ahead has ready, false when there are no more.
func next(ctx context.Context, scenes <-chan loaded) (l loaded, more bool, err error) {
	select {
	case l, more = <-scenes:
		return l, more, ctx.Err()
	case <-ctx.Done():
		return l, false, ctx.Err()
	}
}

// problems returns a line for each problem that err stands for.
func problems(err error) []string {
	var (
		invalid *loader.Invalid
		gltf    *asset.Invalid
		lines   []string
	)
	switch {
	case errors.As(err, &invalid):
		for _, p := range invalid.Problems {
			lines = append(lines, oneLine(p.String()))
		}
	case errors.As(err, &gltf):
		for _, p := range gltf.Problems {
			lines = append(lines, oneLine(p.String()))
		}
	default:
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				lines = append(lines, problems(e)...)
			}
		}
	}
	if len(lines) == 0 {
		lines = []string{plainError(err)}
	}
	return lines
}

// plainError is an error's text without the name of the system call that failed.
func plainError(err error) string {
	var path *fs.PathError
	text := err.Error()
	if errors.As(err, &path) {
		text = strings.Replace(text, path.Error(), path.Path+": "+path.Err.Error(), 1)
	}
	return oneLine(text)
}

// shotNames returns the names of a scene's shots before it is loaded, each once. A file that cannot be
// read counts as one picture; loading it, or one in which two shots share a name, will say what is wrong.
func shotNames(path string) []string {
	names, err := loader.Shots(path)
	if err != nil {
		return []string{"main"}
	}
	var each []string
	for _, name := range names {
		if !slices.Contains(each, name) {
			each = append(each, name)
		}
	}
	return each
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
