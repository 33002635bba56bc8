package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"scenerender/cmd/scenerender/picture"
	"scenerender/vk"
)

// needDevice skips a test where nothing can draw, or fails it where that must not be.
func needDevice(t *testing.T) {
	t.Helper()
	dev, err := vk.Open(vk.Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	if err == nil {
		err = dev.Close()
	}
	switch {
	case err == nil:
	case errors.Is(err, vk.ErrNoDevice) && os.Getenv("SCENERENDER_REQUIRE_DEVICE") != "1":
		t.Skipf("needs a Vulkan device (SCENERENDER_REQUIRE_DEVICE=1 makes this a failure): %v", err)
	default:
		t.Fatal(err)
	}
}

// ballScene is a lit ball with two shots.
func ballScene(color string) string {
	return `format = "scenerender"
version = 1
[render]
size = [64, 48]
samples = 2
[sun]
azimuth = 120
elevation = 50
[sky]
color = [3000, 4000, 5000]
[camera]
name = "front"
position = [0, 1, 3]
look_at = [0, 0.5, 0]
[[shots]]
name = "main"
[[shots]]
name = "small"
size = [32, 32]
samples = 1
[[entities]]
Model = { mesh = "sphere", color = "` + color + `" }
`
}

func readDir(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestRenderIsReproducible: the same bytes on every run and at every -j, lines in one order.
func TestRenderIsReproducible(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	write(t, dir, "scenes/red.toml", ballScene("#c04020"))
	write(t, dir, "scenes/blue.toml", ballScene("#2040c0"))
	var first map[string][]byte
	var lines string
	for _, jobs := range []string{"1", "1", "7"} {
		out := filepath.Join(dir, "out")
		code, _, stderr := invoke(t, "render", filepath.Join(dir, "scenes"), "-o", out, "-j", jobs)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		files := readDir(t, out)
		if first == nil {
			first, lines = files, stderr
			for _, name := range []string{"red.png", "red-small.png", "blue.png", "blue-small.png"} {
				if files[name] == nil {
					t.Errorf("%s is missing", name)
				}
			}
			if bytes.Equal(files["red.png"], files["blue.png"]) {
				t.Error("a red and a blue ball look the same")
			}
			continue
		}
		if stderr != lines {
			t.Errorf("-j %s printed %q, before it was %q", jobs, stderr, lines)
		}
		for name := range files {
			if !bytes.Equal(files[name], first[name]) {
				t.Errorf("-j %s: %s has other bytes", jobs, name)
			}
		}
	}
}

// TestStats holds --stats and --json to the names that the design fixes.
func TestStats(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	stats := filepath.Join(dir, "stats.json")
	code, stdout, stderr := invoke(t, "render", scene, "-o", dir, "--stats", stats, "--json", "-q")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	text, err := os.ReadFile(stats)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != stdout {
		t.Errorf("--json and --stats differ:\n%s\n%s", stdout, text)
	}
	var report struct {
		Shots []map[string]any `json:"shots"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Shots) != 2 {
		t.Fatalf("%d shots, want 2", len(report.Shots))
	}
	for _, s := range report.Shots {
		for _, key := range []string{"scene", "shot", "image", "size", "samples", "frames", "time", "device", "counters",
			"passes", "load_ms", "cpu_ms", "total_ms", "exposure_ev100"} {
			if s[key] == nil {
				t.Errorf("shot %v has no %s", s["shot"], key)
			}
		}
		for _, key := range []string{"name", "driver", "api", "type"} {
			if s["device"].(map[string]any)[key] == nil {
				t.Errorf("device has no %s", key)
			}
		}
		for _, key := range []string{"draws", "instances", "triangles", "lod_selections", "lod_culled", "lod_fading", "lod_levels"} {
			if s["counters"].(map[string]any)[key] == nil {
				t.Errorf("counters have no %s", key)
			}
		}
	}
	if s := report.Shots[0]; s["shot"] != "main" || s["samples"] != 2.0 || s["frames"] != 2.0 || s["image"] != filepath.Join(dir, "ball.png") {
		t.Errorf("got %v", s)
	}
}

// TestPrecedence: flags beat variables, which beat the file.
func TestPrecedence(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	t.Setenv("SCENERENDER_SHOT", "main")
	for _, step := range []struct {
		variable string
		flag     []string
		samples  float64
	}{{"", nil, 2}, {"3", nil, 3}, {"3", []string{"--samples", "4"}, 4}} {
		t.Setenv("SCENERENDER_SAMPLES", step.variable)
		args := append([]string{"render", scene, "-o", filepath.Join(dir, "x.png"), "--json"}, step.flag...)
		code, stdout, stderr := invoke(t, args...)
		var report struct {
			Shots []struct {
				Samples float64 `json:"samples"`
			} `json:"shots"`
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != 0 || len(report.Shots) != 1 {
			t.Fatalf("exit code %d, %v: %s", code, err, stderr)
		}
		if got := report.Shots[0].Samples; got != step.samples {
			t.Errorf("variable %q, flag %q: %v samples, want %v", step.variable, step.flag, got, step.samples)
		}
	}
}

// TestOneBadScene: the others are drawn, and the code is the first failure's.
func TestOneBadScene(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	write(t, dir, "scenes/a.toml", ballScene("#c04020"))
	write(t, dir, "scenes/b.toml", "format = 1\n")
	write(t, dir, "scenes/c.toml", ballScene("#2040c0"))
	out := filepath.Join(dir, "out")
	gone := filepath.Join(dir, "gone.toml")
	code, stdout, stderr := invoke(t, "render", filepath.Join(dir, "scenes"), gone, "-o", out, "--json", "--shot", "main")
	if code != exitInvalid {
		t.Errorf("exit code %d, want %d", code, exitInvalid)
	}
	if files := readDir(t, out); len(files) != 2 || files["a.png"] == nil || files["c.png"] == nil {
		t.Errorf("%d files: want a.png and c.png", len(files))
	}
	var report renderReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Shots) != 2 || len(report.Problems) != 2 || report.Problems[0].Scene != filepath.Join(dir, "scenes", "b.toml") {
		t.Errorf("got %+v", report)
	}
	if !strings.Contains(stderr, "b.toml:1:10: format:") || !strings.Contains(stderr, "gone.toml: no such file") {
		t.Errorf("standard error: %s", stderr)
	}
}

// TestOneNameForTwoShots: it is that scene's mistake, and the others are drawn or compared.
func TestOneNameForTwoShots(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	twice := write(t, dir, "a.toml", strings.Replace(ballScene("#c04020"), `"small"`, `"main"`, 1))
	good := write(t, dir, "b.toml", ballScene("#2040c0"))
	out := filepath.Join(dir, "out")
	for _, args := range [][]string{{"render", "-o", out}, {"golden", "update", "--repeat", "1", "--dir", out}} {
		code, _, stderr := invoke(t, append(args, twice, good, "-q")...)
		if code != exitInvalid || !strings.HasPrefix(stderr, "scenerender: "+twice+`:18:8: shots[1].name: the name "main" is taken by another shot`) {
			t.Errorf("%q: exit code %d, %q", args, code, stderr)
		}
	}
	found, err := filepath.Glob(filepath.Join(out, "*", "b-*.png"))
	if err != nil || len(found) != 2 {
		t.Errorf("golden stored %q, %v", found, err)
	}
	for _, name := range []string{"b.png", "b-small.png"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestBlackPicture: a picture without light is written, and one line says so and where to ask why.
func TestBlackPicture(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	t.Chdir(dir)
	lights := regexp.MustCompile(`(?s)\[sun\].*\[camera\]`)
	write(t, dir, "in the dark.toml", lights.ReplaceAllString(ballScene("#c04020"), "[exposure]\nev100 = 5\n[camera]")+
		"[[entities]]\nTransform3D.position = [0, 50, 0]\nPointLight3D = { power = 800, range = 5 }\n")
	write(t, dir, "lit.toml", ballScene("#c04020"))
	const problem = `in the dark.toml: the picture of shot "main" is black everywhere; scenerender light 'in the dark.toml' --shot main says why`
	for _, c := range []struct {
		args  string
		warns int // on standard error
		lists int // in the report
	}{
		{"render -o out.png", 1, 1},
		{"render -o out.png --depth 16", 1, 1},
		{"render -o out.exr", 1, 1},
		{"render -o out.png -q", 0, 1},
		{"render -o out.png --view depth", 0, 0},
		{"render -o out.png --view albedo", 0, 0},
		{"render -o out.png --transparent", 0, 0},
		{"golden update --repeat 2 --dir approved", 1, 1},
		{"golden test --repeat 2 --dir approved", 1, 1},
	} {
		args := append(strings.Fields(c.args), "in the dark.toml", "--shot", "main", "--json")
		code, stdout, stderr := invoke(t, args...)
		var report struct {
			Warnings []struct{ File, Message string }
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != 0 {
			t.Fatalf("%s: exit code %d, %v: %s", c.args, code, err, stderr)
		}
		if strings.Count(stderr, "scenerender: warning: "+problem+"\n") != c.warns || len(report.Warnings) != c.lists {
			t.Errorf("%s: %q, %+v", c.args, stderr, report.Warnings)
		}
		for _, w := range report.Warnings {
			if w.File+": "+w.Message != problem {
				t.Errorf("%s: %+v", c.args, w)
			}
		}
	}
	if code, _, stderr := invoke(t, "render", "lit.toml"); code != 0 || strings.Contains(stderr, "black") {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	if code, _, stderr := invoke(t, "light", "in the dark.toml", "--shot", "main"); code != 0 {
		t.Errorf("light: exit code %d, %q", code, stderr)
	}
}

// TestFailuresWhileDrawing: the right code, one line, and no file.
func TestFailuresWhileDrawing(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	blocked := write(t, dir, "blocked", "a file, not a folder")
	x := filepath.Join(dir, "x.png")
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-o", filepath.Join(blocked, "x.png"), "--shot", "main"}, exitIO, "not a directory"},
		{[]string{"-o", x}, exitUsage, "is one file, but 2 pictures"},
		{[]string{"-o", x, "--shot", "mian"}, exitUsage, `no shot "mian", only main, small; did you mean main?`},
		{[]string{"-o", x, "--shot", "main", "--camera", "fornt"}, exitUsage, "did you mean front?"},
		{[]string{"-o", x, "--shot", "main", "--size", "32768x32768"}, exitUsage, "must be 1 to 16384"},
		{[]string{"-o", x, "--shot", "main", "--device", "no such device"}, exitNoDevice, "no such device"},
		{[]string{"-o", x, "--shot", "main", "--samples", "1024", "--size", "1024x1024", "--timeout", "700ms"}, exitTimeout, "gave up after 700ms"},
	} {
		code, _, stderr := invoke(t, append([]string{"render", scene, "-q"}, test.args...)...)
		if code != test.code || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit code %d, want %d; %q, want %q", test.args, code, test.code, stderr, test.want)
		}
	}
	if files := readDir(t, dir); len(files) != 2 {
		t.Errorf("%d files, want the scene and the blocked one", len(files))
	}
}

// TestFormats: every format and view is written and read back, and says what made it.
func TestFormats(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	for name, args := range map[string]string{
		"a.png": "", "b.png": "--depth 16", "c.exr": "", "d.exr": "--depth 32 --linear", "e.hdr": "--linear", "f.pfm": "",
		"g.exr": "--view depth", "h.png": "--view normal", "i.png": "--transparent", "j.exr": "--transparent",
	} {
		file := filepath.Join(dir, name)
		code, _, stderr := invoke(t, append([]string{"render", scene, "--shot", "main", "-o", file}, strings.Fields(args)...)...)
		if code != 0 {
			t.Errorf("%s %s: exit code %d: %s", name, args, code, stderr)
			continue
		}
		p, err := picture.Read(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Width != 64 || p.Height != 48 {
			t.Errorf("%s: %dx%d", name, p.Width, p.Height)
		}
		code, stdout, stderr := invoke(t, "info", "--json", file)
		var info fileInfo
		if err := json.Unmarshal([]byte(stdout), &info); err != nil || code != 0 {
			t.Errorf("info %s: exit code %d, %v, %s", name, code, err, stderr)
			continue
		}
		made := map[string]string{}
		for _, m := range info.Picture.Metadata {
			made[m.Name] = m.Value
		}
		if ext := filepath.Ext(name); ext == ".png" || ext == ".exr" {
			if len(made["scenerender.scene_hash"]) != 64 || made["scenerender.shot"] != "main" || made["scenerender.driver"] == "" {
				t.Errorf("%s was made by %v", name, made)
			}
		}
		if strings.Contains(stdout, dir+"/ball") {
			t.Errorf("%s tells where its scene was: %v", name, made)
		}
	}
}

// TestViewWarnings: flags that a view ignores are named, once.
func TestViewWarnings(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	out := filepath.Join(dir, "d.exr")
	code, _, stderr := invoke(t, "render", scene, "--shot", "main", "-o", out, "--view", "depth",
		"--samples", "4", "--tonemap", "aces", "--transparent")
	if code != 0 || strings.Count(stderr, "warning: ") != 3 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"--samples changes nothing", "--tonemap changes nothing", "--transparent changes nothing"} {
		if strings.Count(stderr, want) != 1 {
			t.Errorf("%q has not once %q", stderr, want)
		}
	}
	// The sky of that depth has no end, which is nothing to warn of.
	code, stdout, stderr := invoke(t, "info", "--json", out)
	var info fileInfo
	if err := json.Unmarshal([]byte(stdout), &info); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	if len(info.Warnings) != 0 || info.Picture.Endless == 0 || info.Picture.Endless >= 64*48 || info.Picture.Range == nil {
		t.Errorf("got %s", stdout)
	}
	if code, _, stderr := invoke(t, "render", scene, "-o", dir, "--samples", "4", "--tonemap", "aces", "--transparent"); code != 0 || strings.Contains(stderr, "warning") {
		t.Errorf("without a view: exit code %d: %s", code, stderr)
	}
}

// TestModelTexturesAreKept: what a model brings is known before the first picture is written.
func TestModelTexturesAreKept(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	if code, _, stderr := invoke(t, "render", write(t, dir, "ball.toml", ballScene("#c04020")), "--shot", "small", "-o", filepath.Join(dir, "wood.png")); code != 0 {
		t.Fatal(stderr)
	}
	before, err := os.ReadFile(filepath.Join(dir, "wood.png"))
	if err != nil {
		t.Fatal(err)
	}
	model := write(t, dir, "m.gltf", strings.Replace(triangleModel, `"meshes": [{"primitives": [{`, `"images": [{"uri": "wood.png"}], "textures": [{"source": 0}],
		"materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}], "meshes": [{"primitives": [{"material": 0, `, 1))
	for _, args := range []string{"-o wood.png", "-o m.png --stats wood.png"} {
		args = strings.NewReplacer("-o ", "-o "+dir+"/", "--stats ", "--stats "+dir+"/").Replace(args)
		code, _, stderr := invoke(t, append([]string{"render", model, "-q", "--size", "16x16"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(stderr, "which "+model+" uses") {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
	if after, err := os.ReadFile(filepath.Join(dir, "wood.png")); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the texture was written over (%v)", err)
	}
}

// TestGolden walks through the life of an approved picture.
func TestGolden(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scenes, golden := filepath.Join(dir, "scenes"), filepath.Join(dir, "golden")
	write(t, dir, "scenes/a.toml", ballScene("#c04020"))
	write(t, dir, "scenes/b.toml", ballScene("#2040c0"))
	report := func(command string, want int, more ...string) goldenReport {
		t.Helper()
		code, stdout, stderr := invoke(t, append([]string{"golden", command, scenes, "--dir", golden, "--json"}, more...)...)
		if code != want {
			t.Fatalf("golden %s: exit code %d, want %d: %s", command, code, want, stderr)
		}
		var r goldenReport
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	verdicts := func(r goldenReport) string {
		var all []string
		for _, c := range r.Pictures {
			all = append(all, c.Verdict)
		}
		return strings.Join(all, " ")
	}
	expect := func(r goldenReport, want string) {
		t.Helper()
		if got := verdicts(r); got != want {
			t.Errorf("verdicts %q, want %q", got, want)
		}
	}

	expect(report("test", exitDiffers), "missing missing missing missing")
	r := report("update", 0)
	expect(r, "new new new new")
	expect(report("test", 0), "equal equal equal equal")
	expect(report("update", 0), "equal equal equal equal")
	baseline := filepath.Join(golden, r.Family, "a-main.png")
	before, err := os.ReadFile(baseline)
	if err != nil {
		t.Fatal(err)
	}

	// Another colour makes exactly the scene that has it fail, with artifacts.
	write(t, dir, "scenes/a.toml", ballScene("#40c020"))
	r = report("test", exitDiffers)
	expect(r, "different different equal equal")
	if c := r.Pictures[0]; len(c.Files) != 3 || c.Diff == nil || c.Diff.FLIPMean == nil || *c.Diff.FLIPMean <= 0 {
		t.Errorf("got %+v", c)
	}
	for _, f := range r.Pictures[0].Files {
		if _, err := picture.Read(f); err != nil {
			t.Error(err)
		}
	}
	if after, err := os.ReadFile(baseline); err != nil || !bytes.Equal(before, after) {
		t.Errorf("testing changed the approved picture (%v)", err)
	}

	// Approving takes the artifacts away.
	files := r.Pictures[0].Files
	expect(report("update", 0), "replaced replaced equal equal")
	for _, f := range files {
		if _, err := os.Stat(f); err == nil {
			t.Errorf("%s is still there", f)
		}
	}

	// An approved picture without a shot is reported, and removed on request.
	if err := os.Remove(filepath.Join(scenes, "b.toml")); err != nil {
		t.Fatal(err)
	}
	if r = report("test", 0); len(r.Orphans) != 2 {
		t.Errorf("orphans %q, want 2", r.Orphans)
	}
	report("update", 0, "--prune")
	if r = report("test", 0); len(r.Orphans) != 0 {
		t.Errorf("orphans %q, want none", r.Orphans)
	}

	// Two scenes cannot share an approved picture.
	write(t, dir, "scenes/a.json", "{}")
	if code, _, stderr := invoke(t, "golden", "test", scenes); code != exitUsage || !strings.Contains(stderr, "would both be compared with a-main.png") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if err := os.Remove(filepath.Join(scenes, "a.json")); err != nil {
		t.Fatal(err)
	}

	// A scene that cannot be loaded fails under its own code; its pictures are no orphans.
	write(t, dir, "scenes/a.toml", "format = 1\n")
	if r = report("test", exitInvalid); verdicts(r) != notDrawn || len(r.Orphans) != 0 {
		t.Errorf("got %+v", r)
	}
	if code, _, stderr := invoke(t, "golden", "test", scenes, "--device", "no such device"); code != exitNoDevice {
		t.Errorf("without a device: exit code %d: %s", code, stderr)
	}
}

func TestGraphAndBench(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	code, text, stderr := invoke(t, "graph", scene)
	if code != 0 || !strings.Contains(text, "geometry") {
		t.Errorf("graph: exit code %d, %q, %s", code, text, stderr)
	}
	for ext, want := range map[string]string{".txt": "geometry", ".dot": "digraph", ".svg": "<svg"} {
		file := filepath.Join(dir, "frame"+ext)
		if code, _, stderr := invoke(t, "graph", scene, "-o", file); code != 0 {
			t.Errorf("graph %s: exit code %d: %s", ext, code, stderr)
			continue
		}
		if got, err := os.ReadFile(file); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("graph %s: %v, %d bytes without %q", ext, err, len(got), want)
		}
	}
	code, stdout, stderr := invoke(t, "bench", scene, "--frames", "3", "--memory", "4", "--json")
	var r benchReport
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != 0 {
		t.Fatalf("bench: exit code %d, %v: %s", code, err, stderr)
	}
	if r.Frames != 3 || len(r.Passes) == 0 || r.CPUMS <= 0 || len(r.Memory) != 4 || r.Memory[3].Frames != 4 || r.Memory[0].Resident == 0 {
		t.Errorf("got %+v", r)
	}
}

func TestDevices(t *testing.T) {
	needDevice(t)
	code, stdout, stderr := invoke(t, "devices", "--json")
	var r struct {
		Devices []deviceRow `json:"devices"`
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	chosen := 0
	for _, d := range r.Devices {
		if d.Chosen {
			chosen++
			if !d.Usable || d.Because == "" || d.Family == "" {
				t.Errorf("got %+v", d)
			}
		}
	}
	if chosen != 1 {
		t.Errorf("%d devices are chosen, want 1", chosen)
	}
	if code, stdout, _ := invoke(t, "devices", "--device", "no such device"); code != exitNoDevice || stdout == "" {
		t.Errorf("an unknown device: exit code %d, %q", code, stdout)
	}
}
