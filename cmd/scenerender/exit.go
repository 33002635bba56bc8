package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"scenerender/loader"
	"scenerender/loader/asset"
	"scenerender/vk"
)

// Exit codes. They are part of the command line's contract (see the root command's help).
const (
	exitOK          = 0
	exitDiffers     = 1   // a picture is not what was approved
	exitUsage       = 2   // the command line or a SCENERENDER_* variable
	exitInvalid     = 3   // a scene or an asset
	exitIO          = 4   // the file system or standard output
	exitNoDevice    = 5   // no GPU or driver that can draw
	exitDevice      = 6   // device lost or out of memory
	exitTimeout     = 7   // --timeout
	exitInternal    = 70  // a mistake of this program (EX_SOFTWARE of sysexits.h)
	exitInterrupted = 130 // SIGINT or SIGTERM
)

// exitCode says what an error means to whoever called the program. What an asset lacks is the
// scene's fault even if the file system said so; hence the order.
func exitCode(err error) int {
	var (
		usage    *usageError
		differs  *differsError
		internal *internalError
		invalid  *loader.Invalid
		gltf     *asset.Invalid
		file     *invalidFile
		path     *fs.PathError
		link     *os.LinkError
		output   *outputError
		errno    syscall.Errno
	)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return exitTimeout
	case errors.As(err, &internal):
		return exitInternal
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &differs):
		return exitDiffers
	case errors.As(err, &invalid), errors.As(err, &gltf), errors.As(err, &file):
		return exitInvalid
	case errors.Is(err, vk.ErrNoDevice), errors.Is(err, vk.ErrNoValidation):
		return exitNoDevice
	case errors.Is(err, vk.ErrDeviceLost), errors.Is(err, vk.ErrOutOfMemory), errors.Is(err, vk.ErrSurfaceLost):
		return exitDevice
	case errors.As(err, &path), errors.As(err, &link), errors.As(err, &output), errors.As(err, &errno),
		errors.Is(err, fs.ErrExist), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return exitIO
	}
	return exitInternal
}

// report prints a problem and keeps the code of the first one for the end. Quiet runs print it too.
func (a *app) report(err error) {
	if err == nil || errors.Is(err, errReported) {
		return
	}
	if code := exitCode(err); a.code == exitOK {
		a.code = code
	}
	for _, line := range a.describe(err) {
		a.said = append(a.said, oneLine(line))
		fmt.Fprintf(a.err, "scenerender: %s\n", line)
	}
}

// A runError is what --json says of a run that could not be done or finished.
type runError struct {
	Code     int      `json:"exit_code"`
	Problems []string `json:"problems"`
}

func (a *app) errorOf(err error) *runError {
	return &runError{exitCode(err), a.describe(err)}
}

// describe returns a line for each problem in err.
func (a *app) describe(err error) []string {
	var internal *internalError
	switch {
	case errors.As(err, &internal):
		lines := []string{oneLine(err.Error())}
		if os.Getenv("SCENERENDER_DEBUG") != "" {
			lines = append(lines, string(internal.stack))
		}
		return lines
	case errors.Is(err, syscall.EPIPE):
		return nil // nobody listens
	case errors.Is(err, context.Canceled):
		return []string{"interrupted"}
	case errors.Is(err, context.DeadlineExceeded):
		return []string{fmt.Sprintf("gave up after %v (--timeout)", a.timeout)}
	}
	return problems(err)
}

// errReported ends a command whose problems have been printed where they arose.
var errReported = errors.New("reported")

// warn says something that the user should know and that is no failure.
func (a *app) warn(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, "scenerender: warning: %s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

// note says something only to those who asked for more.
func (a *app) note(format string, args ...any) {
	if a.verbose {
		fmt.Fprintf(a.err, "%s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

// oneLine keeps a message, which may quote a file, on one line and free of terminal controls.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0:
			return -1
		}
		return r
	}, strings.TrimSpace(s))
}

// A usageError is a mistake on the command line.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// A differsError says that pictures are not what was approved.
type differsError struct{ text string }

func (e *differsError) Error() string { return e.text }

// An internalError is a panic that was caught.
type internalError struct {
	cause any
	stack []byte
}

func (e *internalError) Error() string {
	return fmt.Sprintf("internal error: %v (please report it; SCENERENDER_DEBUG=1 shows where)", e.cause)
}
