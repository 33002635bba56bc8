package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"scenerender/loader"
	"scenerender/vk"
)

func TestExitCode(t *testing.T) {
	_, missing := os.Open("no such file")
	tests := []struct {
		err  error
		want int
	}{
		{nil, 0},
		{&differsError{"x"}, 1},
		{usagef("x"), 2},
		{&loader.Invalid{}, 3},
		{fmt.Errorf("scene: %w", errors.Join(&loader.Invalid{}, fs.ErrNotExist)), 3},
		{missing, 4},
		{&outputError{errors.New("x")}, 4},
		{fmt.Errorf("vk: %w", vk.ErrNoDevice), 5},
		{vk.ErrNoValidation, 5},
		{fmt.Errorf("submit: %w", vk.ErrDeviceLost), 6},
		{vk.ErrOutOfMemory, 6},
		{fmt.Errorf("draw: %w", context.DeadlineExceeded), 7},
		{errors.New("a surprise"), 70},
		{&internalError{cause: "x"}, 70},
		{fmt.Errorf("draw: %w", context.Canceled), 130},
	}
	for _, test := range tests {
		if got := exitCode(test.err); got != test.want {
			t.Errorf("%v: exit code %d, want %d", test.err, got, test.want)
		}
	}
}

func TestFirstFailureDecides(t *testing.T) {
	var stderr bytes.Buffer
	a := &app{err: &sink{w: &stderr}}
	a.report(fmt.Errorf("first: %w", vk.ErrOutOfMemory))
	a.report(usagef("second"))
	if a.code != exitDevice {
		t.Errorf("exit code %d, want the first one's, %d", a.code, exitDevice)
	}
	if got := stderr.String(); strings.Count(got, "\n") != 2 {
		t.Errorf("got %q", got)
	}
}

func TestPanicBecomesALine(t *testing.T) {
	err := guard(func() error {
		var none []int
		_ = none[len(os.Args)]
		return nil
	})
	for _, debug := range []string{"", "1"} {
		t.Setenv("SCENERENDER_DEBUG", debug)
		var stderr bytes.Buffer
		a := &app{err: &sink{w: &stderr}}
		a.report(err)
		got := stderr.String()
		if a.code != exitInternal || !strings.HasPrefix(got, "scenerender: internal error: runtime error: index out of range") {
			t.Errorf("exit code %d, %q", a.code, got)
		}
		if strings.Contains(got, "goroutine") != (debug != "") {
			t.Errorf("SCENERENDER_DEBUG=%q: %q", debug, got)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got, want := oneLine(" a\nb\x1b[31m\tc\u009b"), "a b[31m c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
