// Command scenerender turns scene files into pictures and keeps the pictures honest.
//
// Every command is a file of its own here; root.go lists them, exit.go says what the exit codes
// mean, and draw.go is the way from a scene file to a picture that render and golden share.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("SCENERENDER_DEBUG") == "" {
		// A panic on a goroutine that nobody guards cannot be caught; at least it stays short.
		debug.SetTraceback("none")
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
