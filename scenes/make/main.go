// Command make writes the models and pictures that the scenes in this repository use, and scenes that are too long
// to write by hand, so that every one of them can be changed by changing a number:
//
//	go run ./scenes/make [FOLDER]
//
// FOLDER, by default scenes, gets models/, profiles/, textures/ and those scenes. The same source gives the same bytes; a
// test keeps the committed files fresh.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	flag.Usage = func() { fmt.Fprintln(flag.CommandLine.Output(), "usage: make [FOLDER]") }
	flag.Parse()
	folder := "scenes"
	switch flag.NArg() {
	case 0:
	case 1:
		folder = flag.Arg(0)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err := write(folder); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

// A file is one that is made, by its path below the folder of scenes.
type file struct {
	path string
	data []byte
}

// everything makes all files, in a fixed order.
func everything() ([]file, error) {
	makers := []func() ([]file, error){
		paving, sky, letter, luminaires,
		vase, wall, fern, bottle, mill, cyclorama, lantern, sign, variety, tile, street,
	}
	var all []file
	for _, m := range makers {
		files, err := m()
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

func write(folder string) error {
	files, err := everything()
	if err != nil {
		return err
	}
	for _, f := range files {
		to := filepath.Join(folder, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, f.data, 0o666); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", to, len(f.data))
	}
	return nil
}
