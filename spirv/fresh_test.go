package spirv

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// compilerFile holds what `glslc --version` said when the binaries were made.
const compilerFile = "glslc.version"

// sources lists the GLSL files that have a binary, the project's and those of the tests.
func sources(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"*.vert", "*.frag", "*.comp", "testdata/*.vert", "testdata/*.frag", "testdata/*.comp"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, paths...)
	}
	return list
}

// tool finds a program of the shader build, or skips the test; where the whole test bed is expected
// to be there it fails.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("SCENERENDER_REQUIRE_DEVICE") == "1" {
			t.Fatalf("%s is needed: %v (make deps)", name, err)
		}
		t.Skipf("%s is not installed (make deps): %v", name, err)
	}
	return path
}

// TestBinariesHoldTheirSources needs no compiler: a binary carries the text of its source and of
// every include.
func TestBinariesHoldTheirSources(t *testing.T) {
	for _, source := range sources(t) {
		code, err := os.ReadFile(source + ".spv")
		if err != nil {
			t.Errorf("%s has no binary: run make shaders", source)
			continue
		}
		texts, err := embedded(code)
		if err != nil {
			t.Errorf("%s.spv: %v", source, err)
			continue
		}
		if _, ok := texts[source]; !ok {
			t.Errorf("%s.spv was not made from %s", source, source)
		}
		for path, compiled := range texts {
			now, err := os.ReadFile(path)
			if err != nil {
				t.Errorf("%s.spv: %v", source, err)
			} else if string(now) != compiled {
				t.Errorf("%s.spv was made from another %s: run make shaders", source, path)
			}
		}
	}
}

// Glslang 11 writes a garbled word for every character outside of ASCII, which is no valid string.
func TestSourcesAreASCII(t *testing.T) {
	includes, err := filepath.Glob("include/*.glsl")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(sources(t), includes...) {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(source), "\n") {
			if strings.ContainsFunc(line, func(r rune) bool { return r >= 0x80 }) {
				t.Errorf("%s:%d: a character outside of ASCII, which glslc garbles in the binary: %s", path, i+1, line)
			}
		}
	}
}

func TestBinariesHaveSources(t *testing.T) {
	binaries, err := filepath.Glob("*.spv")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range binaries {
		if _, err := os.Stat(strings.TrimSuffix(path, ".spv")); err != nil {
			t.Errorf("%s has no source: %v", path, err)
		}
	}
}

// TestBinariesAreFresh compiles everything again. Another version of the compiler may write other
// bytes, so it asks for the one that made the binaries.
func TestBinariesAreFresh(t *testing.T) {
	glslc := tool(t, "glslc")
	tool(t, "spirv-val")
	want, err := os.ReadFile(compilerFile)
	if err != nil {
		t.Fatal(err)
	}
	have, err := exec.Command(glslc, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, have) {
		t.Skipf("the binaries were made by another glslc:\n%sthis one is\n%s", want, have)
	}
	folder := t.TempDir()
	for i, source := range sources(t) {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			output := filepath.Join(folder, fmt.Sprint(i))
			if message, err := exec.Command("./compile", source, output).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, message)
			}
			fresh, err := os.ReadFile(output)
			if err != nil {
				t.Fatal(err)
			}
			committed, err := os.ReadFile(source + ".spv")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(fresh, committed) {
				t.Errorf("%s.spv is stale (%d bytes, fresh %d): run make shaders", source, len(committed), len(fresh))
			}
		})
	}
}

// embedded returns the source texts inside a module compiled with -g, by file name.
func embedded(code []byte) (map[string]string, error) {
	list, err := instructions(code)
	if err != nil {
		return nil, err
	}
	files, texts := map[uint32]string{}, map[string]string{}
	name := ""
	for _, in := range list {
		words := in.operands
		switch {
		case in.op == opString:
			if files[words[0]], err = text(words[1:]); err != nil {
				return nil, err
			}
			continue
		case in.op == opSource && len(words) > 3: // language, version, file, text
			name, words = files[words[2]], words[3:]
		case in.op == opSourceContinued && name != "":
		default:
			continue
		}
		part, err := text(words)
		if err != nil {
			return nil, err
		}
		texts[name] += part
	}
	return texts, nil
}
