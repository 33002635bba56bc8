package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sceneFiles turns the SCENE arguments into scene files: a file stands for itself, a folder for
// every .toml and .json directly in it, sorted by name. The result has no file twice. A file that
// is not there stays in the list, so that it costs a run of many no more than itself; it is an
// error where nothing else is asked for.
func sceneFiles(args []string) ([]string, error) {
	var (
		files   []string
		missing []error
	)
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			missing = append(missing, err)
		}
		if err != nil || !info.IsDir() {
			files = appendNew(files, arg)
			continue
		}
		found, err := scenesIn(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, usagef("the folder %s holds no scene (.toml or .json)", arg)
		}
		for _, f := range found {
			files = appendNew(files, f)
		}
	}
	if len(missing) == len(args) {
		return nil, errors.Join(missing...)
	}
	return files, nil
}

// scenesIn lists a folder's scene files. os.ReadDir sorts.
func scenesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		ext := strings.ToLower(filepath.Ext(e.Name()))
		if (ext == ".toml" || ext == ".json") && !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

func appendNew(files []string, file string) []string {
	clean := filepath.Clean(file)
	if slices.ContainsFunc(files, func(f string) bool { return filepath.Clean(f) == clean }) {
		return files
	}
	return append(files, file)
}

// stem is a scene's name: its file's, without folder and extension.
func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
