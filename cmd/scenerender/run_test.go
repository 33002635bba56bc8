package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scenerender/passes"
)

// invoke runs a command line in this process.
func invoke(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return code, out.String(), err.String()
}

// write makes a file in a test's folder.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMistakes holds command lines that are wrong to their exit code and message.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.toml", minimalScene)
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o777); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args string
		code int
		want string // part of standard error
	}{
		{"rendr", 2, `there is no command "rendr"; did you mean render?`},
		{"golden tets x", 2, `there is no command "golden tets"; did you mean test?`},
		{"golden", 2, "test or update"},
		{"help nothing", 2, `no help about "nothing"`},
		{"render", 2, "render needs at least one SCENE"},
		{"render --sise 3x3 x.toml", 2, "render has no flag --sise; did you mean --size?"},
		{"view", 2, "view needs exactly one SCENE, not 0"},
		{"view --aa txaa x.toml", 2, `--aa "txaa" is not one of samples, fxaa, taa, none; did you mean fxaa?`},
		{"view --view norml x.toml", 2, "did you mean normal?"},
		{"view --scale 2 x.toml", 2, "want a number, 0.05 to 1"},
		{"view --frames 0 x.toml", 2, "want a whole number, 1 to"},
		{"render -z x.toml", 2, "render has no flag -z"},
		{"render x.toml --size", 2, "--size needs a value"},
		{"render --size 3 x.toml", 2, `--size "3": want WIDTHxHEIGHT`},
		{"render --size 0x5 x.toml", 2, "must be 1 to"},
		{"render --size 99999x5 x.toml", 2, "must be 1 to"},
		{"render --samples 0 x.toml", 2, "1 to 1024"},
		{"render --samples 1025 x.toml", 2, "1 to 1024"},
		{"render --time later x.toml", 2, `--time "later"`},
		{"render --time NaN " + good, 2, `--time "NaN": want a number of seconds, 0 to 1000000`},
		{"render --time -1 " + good, 2, "0 to 1000000"},
		{"render --time 1000001 " + good, 2, "0 to 1000000"},
		{"render --size 16385x1 " + good, 2, "must be 1 to 16384"},
		{"render --transparent=yes " + good, 2, `--transparent "yes": want true or false`},
		{"render --view depth -o d.hdr " + good, 2, "an hdr file holds colours, not depth"},
		{"render --view depth --linear -o d.hdr " + good, 2, "an hdr file holds colours, not depth"},
		{"render -o {foo}.png " + good, 2, "there is no {foo}, only {scene} and {shot}"},
		{"render --stats " + dir + " " + good, 2, "which is a folder"},
		{"graph -o " + dir + "/ " + good, 2, "-o"},
		{"schema -o " + dir, 2, "is a folder"},
		{"--version", 2, "did you mean the command version?"},
		{"render --tonemap acse " + good, 2, "did you mean aces?"},
		{"render --view dept " + good, 2, "did you mean depth?"},
		{"render --format jpg " + good, 2, "--format"},
		{"render -o x.tiff " + good, 2, ".tiff cannot be written"},
		{"render -o - " + good, 2, "standard output"},
		{"render -o x.png --format exr " + good, 2, "contradict"},
		{"render -o x.exr --depth 8 " + good, 2, "16 (half) or 32 (float)"},
		{"render -o x.png --depth 32 " + good, 2, "8 or 16"},
		{"render -o x.hdr --depth 16 " + good, 2, "depth of its own"},
		{"render -o x.png --linear " + good, 2, "--linear needs"},
		{"render -j 0 " + good, 2, "--jobs"},
		{"render -q -v " + good, 2, "exclude each other"},
		{"--timeout -1s version", 2, "--timeout"},
		{"--timeout soon version", 2, `--timeout "soon": want a time such as 90s`},
		{"render " + empty, 2, "holds no scene"},
		{"render " + filepath.Join(dir, "gone.toml"), 4, "gone.toml: no such file or directory"},
		{"validate " + filepath.Join(dir, "gone.toml"), 4, "gone.toml: no such file or directory"},
		{"info " + filepath.Join(dir, "gone.glb"), 4, "gone.glb: no such file or directory"},
		{"info " + good + " " + good, 2, "exactly one FILE"},
		{"info main.go", 2, "want a scene"},
		{"graph -o x.png " + good, 2, ".txt, .dot, .svg"},
		{"graph --view dept " + good, 2, "--view"},
		{"bench --frames 0 " + good, 2, "--frames"},
		{"completion tcsh", 2, "bash, zsh, fish, powershell"},
		{"version now", 2, "takes no argument"},
		{"schema -o " + filepath.Join(dir, "no", "folder", "s.json"), 4, "no such file or directory"},
	}
	for _, test := range tests {
		t.Run(strings.ReplaceAll(test.args, dir, ""), func(t *testing.T) {
			code, stdout, stderr := invoke(t, strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if !strings.Contains(stderr, test.want) {
				t.Errorf("standard error %q has no %q", stderr, test.want)
			}
			if !strings.HasPrefix(stderr, "scenerender: ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("want one line that starts with the program's name, got %q", stderr)
			}
			if stdout != "" {
				t.Errorf("standard output has %q", stdout)
			}
		})
	}
}

// TestJSONAlways: a command line that asks for JSON gets a document, however little it understands.
func TestJSONAlways(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.toml", minimalScene)
	bad := write(t, dir, "bad.toml", "format = 1\n")
	schema := filepath.Join(dir, "schema.json")
	for args, code := range map[string]int{
		"render --json --sise 3x3 " + good:                 exitUsage,
		"render --sise 3x3 --json " + good:                 exitUsage,
		"rendr --json":                                     exitUsage,
		"render --json":                                    exitUsage,
		"render --json=true --view depth -o x.hdr " + good: exitUsage,
		"render --json " + dir + "/gone.toml":              exitIO,
		"golden test --json " + dir + "/gone.toml":         exitIO,
		"info --json " + bad:                               exitInvalid,
		"validate --json " + dir + "/gone.toml":            exitIO,
		"lod --json " + bad:                                exitInvalid,
		"schema --json -o " + schema:                       exitOK,
	} {
		got, stdout, stderr := invoke(t, strings.Fields(args)...)
		var r struct {
			File  string    `json:"file"`
			Error *runError `json:"error"`
		}
		if err := json.Unmarshal([]byte(stdout), &r); err != nil || got != code {
			t.Errorf("%s: exit code %d, want %d; %v: %q", args, got, code, err, stdout)
			continue
		}
		switch {
		case code == exitOK:
			if r.File != schema {
				t.Errorf("%s: %q", args, stdout)
			}
		case r.Error == nil || r.Error.Code != code || len(r.Error.Problems) == 0 || !strings.Contains(stderr, r.Error.Problems[0]):
			t.Errorf("%s: %q does not say %q", args, stdout, stderr)
		}
	}
	if _, stdout, _ := invoke(t, "rendr", "--json=false"); stdout != "" {
		t.Errorf("--json=false printed %q", stdout)
	}
	t.Setenv("SCENERENDER_JSON", "1")
	if _, stdout, _ := invoke(t, "rendr"); !json.Valid([]byte(stdout)) {
		t.Errorf("SCENERENDER_JSON printed %q", stdout)
	}
}

// TestViewHelp: the help has every view, in the order of passes.
func TestViewHelp(t *testing.T) {
	var names []string
	for _, v := range viewDocs {
		names = append(names, v.name)
	}
	if !slices.Equal(names, passes.Outputs()) {
		t.Errorf("the help has %q, there are %q", names, passes.Outputs())
	}
	if _, stdout, _ := invoke(t, "render", "--help"); !strings.Contains(stdout, "metres from the camera's plane") {
		t.Error("render --help does not explain the views")
	}
}

// TestInputsAreKept: no run writes over what it reads, or twice over one file.
func TestInputsAreKept(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	textured := minimalScene + "[materials.wood]\nbase_color_texture = { file = \"wood.png\" }\n"
	files := map[string]string{
		"first.toml":   minimalScene,
		"tex/t.toml":   textured,
		"tex/wood.png": "read only when the scene is",
		"sh.toml":      strings.Replace(minimalScene, "[sky]\ncolor = [1000, 1000, 1000]", "[sky]\nhdri = { file = \"env.hdr\" }", 1),
		"env.hdr":      "read only when the scene is",
	}
	for name, text := range files {
		write(t, dir, name, text)
	}
	if err := os.Symlink("tex", "link"); err != nil {
		t.Skip(err)
	}
	if err := os.Link("tex/wood.png", "same.png"); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ args, want string }{
		{"first.toml --stats first.toml", "--stats would be written over the scene first.toml"},
		{"first.toml --stats ./tex/../first.toml", "over the scene first.toml"},
		{"first.toml tex/t.toml --stats tex/t.toml", "over the scene tex/t.toml"},
		{"tex/t.toml -o tex/wood.png", "the picture of tex/t.toml would be written over tex/wood.png, which tex/t.toml uses"},
		{"tex/t.toml -o link/wood.png", "which tex/t.toml uses"},
		{"tex/t.toml -o same.png", "which tex/t.toml uses"},
		{"first.toml tex/t.toml -o tex/ --stats tex/wood.png", "which tex/t.toml uses"},
		{"sh.toml -o env.hdr", "over env.hdr, which sh.toml uses"},
		{"first.toml --stats x.png -o x.png", "the picture of first.toml and --stats would both be written to x.png"},
		{"first.toml --stats link/x.png -o tex/x.png", "would both be written to"},
	} {
		code, _, stderr := invoke(t, append([]string{"render"}, strings.Fields(test.args)...)...)
		if code != exitUsage || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, want %q", test.args, code, stderr, test.want)
		}
	}
	for name, text := range files {
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%s was changed (%v)", name, err)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"help"}, {"help", "render"}, {"render", "-h"}, {"help", "golden", "test"}} {
		code, stdout, stderr := invoke(t, args...)
		if code != 0 || stderr != "" || !strings.Contains(stdout, "Usage:") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

func TestVersion(t *testing.T) {
	code, stdout, _ := invoke(t, "version", "--json")
	var b build
	if err := json.Unmarshal([]byte(stdout), &b); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if b.Version == "" || !strings.HasPrefix(b.Go, "go") {
		t.Errorf("got %+v", b)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range shells {
		code, stdout, stderr := invoke(t, "completion", shell)
		if code != 0 || stderr != "" || !strings.Contains(stdout, "scenerender") {
			t.Errorf("%s: exit code %d, %d bytes, %q", shell, code, len(stdout), stderr)
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("SCENERENDER_SIZE", "huge")
	code, _, stderr := invoke(t, "render", "x.toml")
	if code != exitUsage || !strings.Contains(stderr, `SCENERENDER_SIZE="huge": want WIDTHxHEIGHT`) {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	// A flag beats the variable, and other commands do not have it.
	if code, _, stderr := invoke(t, "render", "--size", "4x4", "x.toml"); code != exitIO {
		t.Errorf("with the flag: exit code %d, %q", code, stderr)
	}
	if code, _, stderr := invoke(t, "version"); code != 0 {
		t.Errorf("version: exit code %d, %q", code, stderr)
	}
	t.Setenv("SCENERENDER_SIZE", "4x4")
	t.Setenv("SCENERENDER_TRANSPARENT", "yes")
	if code, _, stderr := invoke(t, "render", "x.toml"); code != exitUsage || !strings.Contains(stderr, `SCENERENDER_TRANSPARENT="yes": want true or false`) {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	t.Setenv("SCENERENDER_TRANSPARENT", "")
	t.Setenv("SCENERENDER_SIZE", "")
	if code, _, stderr := invoke(t, "render", "x.toml"); code != exitIO {
		t.Errorf("an empty variable: exit code %d, %q", code, stderr)
	}
	t.Setenv("SCENERENDER_JSON", "true")
	if _, stdout, _ := invoke(t, "version"); !strings.HasPrefix(stdout, "{") {
		t.Errorf("SCENERENDER_JSON: got %q", stdout)
	}
}

// fullDisk fails as a redirected standard output does when there is no room.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, os.ErrInvalid }

func TestOutputThatFails(t *testing.T) {
	var stderr bytes.Buffer
	if code := run([]string{"version"}, fullDisk{}, &stderr); code != exitIO {
		t.Errorf("exit code %d, want %d; %q", code, exitIO, stderr.String())
	}
}

const minimalScene = `format = "scenerender"
version = 1

[render]
size = [64, 48]

[sky]
color = [1000, 1000, 1000]

[[entities]]
Model = {mesh = "ball"}

[meshes.ball]
shape = "sphere"
`
