// Command reference writes the reference page of scene files to a file.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"scenerender/loader"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: reference FILE")
		os.Exit(2)
	}
	if err := os.MkdirAll(filepath.Dir(os.Args[1]), 0o755); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(4)
	}
	if err := os.WriteFile(os.Args[1], []byte(loader.Reference()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(4)
	}
}
