package main

import (
	"context"
	"fmt"
	"runtime/debug"
)

// guard runs f and turns a panic into an error. All work on files and pictures runs under it, on
// whatever goroutine, so that a mistake of ours is one line and not the end of a long run's report.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &internalError{cause: r, stack: debug.Stack()}
		}
	}()
	return f()
}

// guardFile is guard for reading a file, and names it in the error of a panic.
func guardFile(path string, f func() error) error {
	err := guard(f)
	if internal, ok := err.(*internalError); ok {
		internal.cause = fmt.Sprintf("%s: %v", path, internal.cause)
	}
	return err
}

// await runs f beside and returns its error, or ctx's as soon as that ends: reading a pipe that
// nobody writes to shall not keep a run alive. What f works on is lost then.
func await(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- guard(f) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
