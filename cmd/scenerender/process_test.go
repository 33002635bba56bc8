//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asProgram makes the test binary be the program itself, for tests of whole processes.
const asProgram = "SCENERENDER_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// program prepares a command line as a process of its own.
func program(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	return c, &stderr
}

// pipeScene is a scene file that never comes: a named pipe without a writer.
func pipeScene(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "never.toml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	return path
}

func codeOf(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode() // -1: killed by a signal
	}
	t.Fatal(err)
	return 0
}

func TestInterrupt(t *testing.T) {
	for _, args := range []string{"validate", "info"} {
		for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			c, stderr := program(t, args, pipeScene(t))
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(300*time.Millisecond, func() { _ = c.Process.Signal(s) })
			if code := codeOf(t, c.Wait()); code != exitInterrupted || stderr.String() != "scenerender: interrupted\n" {
				t.Errorf("%s, %v: exit code %d, %q", args, s, code, stderr)
			}
		}
	}
}

func TestTimeout(t *testing.T) {
	c, stderr := program(t, "validate", "--timeout", "100ms", pipeScene(t))
	if code := codeOf(t, c.Run()); code != exitTimeout || stderr.String() != "scenerender: gave up after 100ms (--timeout)\n" {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}

// TestClosedPipe: `scenerender help | true` ends quietly and not by a signal.
func TestClosedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	c, stderr := program(t, "help", "render")
	c.Stdout = w
	if code := codeOf(t, c.Run()); code != exitIO || stderr.Len() > 0 {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	w.Close()
}

// TestNoStackTrace: no input makes the program show a Go stack.
func TestNoStackTrace(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"deep.json":     strings.Repeat("[", 100000),
		"deep.toml":     "a = " + strings.Repeat("[", 100000),
		"nul.toml":      "\x00",
		"empty.json":    "",
		"list.json":     "[]",
		"null.json":     "null",
		"utf8.toml":     "a = \"\xff\"",
		"fake.glb":      "glTF\x02\x00\x00\x00\xff\xff\xff\xff",
		"fake.gltf":     `{"asset":{"version":"2.0"},"nodes":[{"children":[0]}],"scenes":[{"nodes":[0]}]}`,
		"fake.hdr":      "#?RADIANCE\n\n-Y 99999999 +X 99999999\n",
		"fake.exr":      "v/1\x01\x02\x00\x00\x00",
		"fake.png":      "\x89PNG\r\n\x1a\n",
		"folder.toml/x": "",
	} {
		path := write(t, dir, name, text)
		if strings.HasSuffix(name, "/x") {
			path = filepath.Dir(path)
		}
		c, stderr := program(t, "info", path)
		code := codeOf(t, c.Run())
		if code != exitInvalid && code != exitIO || stderr.Len() == 0 || strings.Contains(stderr.String(), "goroutine") {
			t.Errorf("%s: exit code %d, %q", name, code, stderr)
		}
	}
}
