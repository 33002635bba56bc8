//go:build !headless && linux

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"scenerender/passes"
)

// A screen is an X server that draws into a file.
type screen struct {
	display string
	file    string
}

// needScreen starts a screen without a window manager: windows stand in its upper left corner.
func needScreen(t *testing.T) *screen {
	t.Helper()
	needDevice(t)
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("SCENERENDER_REQUIRE_DEVICE") == "1" {
				t.Fatal(err)
			}
			t.Skipf("needs %s (SCENERENDER_REQUIRE_DEVICE=1 makes this a failure)", tool)
		}
	}
	dir := t.TempDir()
	number, told, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "640x480x24", "-fbdir", dir, "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{told}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	told.Close()
	t.Cleanup(func() {
		_ = x.Process.Kill()
		_ = x.Wait()
	})
	line, err := bufio.NewReader(number).ReadString('\n')
	number.Close()
	if err != nil {
		t.Fatalf("Xvfb does not start: %v", err)
	}
	return &screen{":" + strings.TrimSpace(line), filepath.Join(dir, "Xvfb_screen0")}
}

// xdotool does something to the screen.
func (s *screen) xdotool(t *testing.T, args ...string) {
	t.Helper()
	c := exec.Command("xdotool", args...)
	c.Env = append(os.Environ(), "DISPLAY="+s.display)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("xdotool %v: %v, %s", args, err, out)
	}
}

// part is what the upper left corner of the screen shows. The file is an X window dump: 25 big-endian words, text, colours.
func (s *screen) part(t *testing.T, width, height int) *image.NRGBA {
	t.Helper()
	data, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if word(1) != 7 || word(11) != 32 || word(7) != 0 || word(14) != 0xff0000 {
		t.Fatalf("the screen's file has version %d, %d bits, byte order %d, red %x", word(1), word(11), word(7), word(14))
	}
	first, row := word(0)+12*word(19), word(12)
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p := data[first+y*row+4*x:]
			img.SetNRGBA(x, y, color.NRGBA{p[2], p[1], p[0], 255})
		}
	}
	return img
}

// A shownWindow is the program with a window, as a process of its own.
type shownWindow struct {
	*screen
	c              *exec.Cmd
	stdout, stderr *bytes.Buffer
	dir            string
	done           chan struct{}
}

// window starts the program on the screen, in a folder of its own. Whatever becomes of the test, it ends.
func (s *screen) window(t *testing.T, args ...string) *shownWindow {
	t.Helper()
	c, stderr := program(t, append([]string{"view"}, args...)...)
	w := &shownWindow{screen: s, c: c, stdout: &bytes.Buffer{}, stderr: stderr, dir: t.TempDir(), done: make(chan struct{})}
	c.Env = append(c.Env, "DISPLAY="+s.display)
	c.Stdout, c.Dir = w.stdout, w.dir
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(w.done); _ = c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-w.done
	})
	return w
}

// wait returns the exit code.
func (w *shownWindow) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-w.done:
	case <-time.After(2 * time.Minute):
		t.Fatalf("the window does not close; it said %s", w.stderr)
	}
	return w.c.ProcessState.ExitCode()
}

// quit closes the window and returns what it reports.
func (w *shownWindow) quit(t *testing.T) (r viewReport) {
	t.Helper()
	w.xdotool(t, "key", "Escape")
	if code := w.wait(t); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
	if err := json.Unmarshal(w.stdout.Bytes(), &r); err != nil {
		t.Fatalf("%v in %s", err, w.stdout)
	}
	return r
}

// until looks at the screen until what it shows is right, and keeps what is wrong where TEST_PICTURES names a folder.
func (w *shownWindow) until(t *testing.T, what string, width, height int, right func(*image.NRGBA) error) *image.NRGBA {
	t.Helper()
	begin := time.Now()
	for {
		img := w.part(t, width, height)
		err := right(img)
		if err == nil {
			return img
		}
		select {
		case <-w.done:
			t.Fatalf("%s: the window closed: %s", what, w.stderr)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Since(begin) > time.Minute {
			if dir := os.Getenv("TEST_PICTURES"); dir != "" {
				writePNG(t, filepath.Join(dir, t.Name()+".png"), img)
			}
			t.Fatalf("%s: %v; the window said %s", what, err, w.stderr)
		}
	}
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// equals wants a picture, but for its alpha, that differs nowhere by more than some steps.
func equals(want image.Image, steps int) func(*image.NRGBA) error {
	return func(got *image.NRGBA) error {
		wrong, most := 0, 0
		for y := range got.Rect.Dy() {
			for x := range got.Rect.Dx() {
				g, w := got.NRGBAAt(x, y), color.NRGBAModel.Convert(want.At(x, y)).(color.NRGBA)
				d := max(apart(g.R, w.R), apart(g.G, w.G), apart(g.B, w.B))
				if most = max(most, d); d > steps {
					wrong++
				}
			}
		}
		if wrong > 0 {
			return fmt.Errorf("%d pixels differ from the still, by up to %d steps", wrong, most)
		}
		return nil
	}
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// still is what render draws of a scene.
func still(t *testing.T, scene string, flags ...string) image.Image {
	t.Helper()
	file := filepath.Join(t.TempDir(), "still.png")
	if code, _, stderr := invoke(t, append([]string{"render", scene, "-o", file}, flags...)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return readPNG(t, file)
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Without smoothing a window shows the pixels of the still, to the bit, and in another size when it is resized.
func TestWindowShowsTheStill(t *testing.T) {
	s := needScreen(t)
	scene := write(t, t.TempDir(), "ball.toml", ballScene("#c04020"))
	w := s.window(t, scene, "--aa", "none", "--size", "160x100", "--shot", "main", "--validate-gpu", "--json")
	w.until(t, "at first", 160, 100, equals(still(t, scene, "--aa", "none", "--size", "160x100", "--shot", "main"), 0))
	for _, size := range [][2]string{{"240", "90"}, {"40", "200"}, {"160", "100"}} {
		w.xdotool(t, "search", "--name", "ball", "windowsize", size[0], size[1])
	}
	w.xdotool(t, "search", "--name", "ball", "windowsize", "300", "220")
	w.until(t, "resized", 300, 220, equals(still(t, scene, "--aa", "none", "--size", "300x220", "--shot", "main"), 0))
	if r := w.quit(t); r.Size != [2]int{300, 220} || r.Loads != 1 || r.Frames < 2 {
		t.Errorf("%+v", r)
	}
}

// So it does with the still's own samples and with FXAA, and with fewer pixels it shows a smaller picture.
func TestWindowSmooths(t *testing.T) {
	s := needScreen(t)
	scene := write(t, t.TempDir(), "ball.toml", ballScene("#c04020"))
	for _, way := range []string{"samples", "fxaa"} {
		flags := []string{scene, "--aa", way, "--size", "160x100", "--shot", "main"}
		w := s.window(t, append(flags, "--json")...)
		w.until(t, way, 160, 100, equals(still(t, flags[0], flags[1:]...), 0))
		if r := w.quit(t); !slices.ContainsFunc(r.Passes, func(p passes.PassTime) bool { return p.Name == "lighting" && p.GPUMS > 0 }) {
			t.Errorf("%s: no time of lighting in %+v", way, r)
		}
	}
	w := s.window(t, scene, "--aa", "none", "--size", "160x100", "--scale", "0.5", "--frames", "3", "--json")
	if code := w.wait(t); code != 0 || !strings.Contains(w.stdout.String(), "\"size\": [\n    80,\n    50\n  ]") {
		t.Errorf("exit code %d, %s, %s", code, w.stdout, w.stderr)
	}
}

// A number of frames and then the end, smoothed over time, with every call and all synchronization checked.
func TestWindowFrames(t *testing.T) {
	s := needScreen(t)
	scene := write(t, t.TempDir(), "ball.toml", ballScene("#c04020")+`
[exposure]
metered = {}
[[entities]]
Transform3D = { position = [1, 2, 1] }
PointLight3D = { power = 1e5, shadows = true }
`)
	w := s.window(t, scene, "--size", "160x100", "--frames", "60", "--validate-gpu", "--json")
	if code := w.wait(t); code != 0 || w.stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
	var r viewReport
	if err := json.Unmarshal(w.stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Frames != 60 || r.Size != [2]int{160, 100} || !(r.Seconds > 0) {
		t.Errorf("%+v", r)
	}
	for _, pass := range []string{"lighting", "meter", "taa", "pick", "present"} {
		if !slices.ContainsFunc(r.Passes, func(p passes.PassTime) bool { return p.Name == pass }) {
			t.Errorf("no pass %s in %+v", pass, r.Passes)
		}
	}
}

// A window that stands still ends up as smooth as a still, but for the last frames, each of which counts for a sixteenth.
func TestWindowSettles(t *testing.T) {
	s := needScreen(t)
	scene := write(t, t.TempDir(), "ball.toml", ballScene("#c04020"))
	w := s.window(t, scene, "--size", "160x100", "--json")
	w.until(t, "settled", 160, 100, equals(still(t, scene, "--aa", "taa", "--size", "160x100", "--shot", "main"), 255/16))
	w.quit(t)
}

// A scene whose file changes is drawn anew from where the camera is; mistakes are said, and leave what is there.
func TestWindowReloads(t *testing.T) {
	s := needScreen(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#c04020"))
	flags := []string{"--aa", "none", "--size", "96x64", "--shot", "main"}
	w := s.window(t, append(flags, scene, "--validate-gpu", "--json")...)
	red := still(t, scene, flags...)
	w.until(t, "at first", 96, 64, equals(red, 0))
	write(t, dir, "ball.toml", ballScene("#c04020")+"colour = 1\n")
	w.titled(t, "ball", "mistakes in the scene")
	w.until(t, "with mistakes", 96, 64, equals(red, 0))
	write(t, dir, "ball.toml", ballScene("#2040c0"))
	blue := still(t, scene, flags...)
	if equals(blue, 30)(toNRGBA(red)) == nil {
		t.Fatal("red and blue look the same")
	}
	w.until(t, "loaded again", 96, 64, equals(blue, 0))
	// A file that the scene asks for comes later.
	other := `[[entities]]
Model = { mesh = "m.gltf" }
`
	write(t, dir, "ball.toml", ballScene("#c04020")+other)
	w.titled(t, "ball", "mistakes in the scene")
	write(t, dir, "m.gltf", `{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}],
		"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
		"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "data:;base64,`+strings.Repeat("A", 48)+`"}]}`)
	w.until(t, "with the file", 96, 64, equals(red, 0))
	if r := w.quit(t); r.Loads != 3 {
		t.Errorf("%d loads", r.Loads)
	}
	said := strings.Split(strings.TrimSpace(w.stderr.String()), "\n")
	said = slices.DeleteFunc(said, func(line string) bool { return strings.Contains(line, "warning") })
	if len(said) != 2 || !strings.Contains(said[0], "colour") || !strings.Contains(said[1], "no such file") {
		t.Errorf("it said %q", said)
	}
}

// A scene that is saved while it is being loaded for the first time is loaded again.
func TestWindowSavedWhileLoading(t *testing.T) {
	s := needScreen(t)
	dir := t.TempDir()
	scene := write(t, dir, "ball.toml", ballScene("#2040c0"))
	flags := []string{"--aa", "none", "--size", "96x64", "--shot", "main"}
	blue := still(t, scene, flags...)
	write(t, dir, "ball.toml", ballScene("#c04020"))
	w := s.window(t, append(flags, scene, "--json")...)
	time.Sleep(20 * time.Millisecond) // the change is before or while it is loaded, or after
	write(t, dir, "ball.toml", ballScene("#2040c0"))
	w.until(t, "saved", 96, 64, equals(blue, 0))
	w.quit(t)
}

// titled waits until the window of a scene has a title with some words.
func (w *shownWindow) titled(t *testing.T, scene, words string) {
	t.Helper()
	var title []byte
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(50 * time.Millisecond) {
		c := exec.Command("xdotool", "search", "--onlyvisible", "--name", scene, "getwindowname")
		c.Env = append(os.Environ(), "DISPLAY="+w.display)
		if title, _ = c.Output(); strings.Contains(string(title), words) {
			return
		}
	}
	t.Fatalf("the title is %q, the window said %s", title, w.stderr)
}

func toNRGBA(img image.Image) *image.NRGBA {
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			out.Set(x, y, img.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}

// Keys and the mouse: another view, a picture saved, the camera moved and put back.
func TestWindowControls(t *testing.T) {
	s := needScreen(t)
	scene := write(t, t.TempDir(), "ball.toml", ballScene("#c04020"))
	flags := []string{"--size", "160x100", "--shot", "main"}
	w := s.window(t, append(flags, scene, "--aa", "none", "--validate-gpu", "--json")...)
	first := still(t, scene, append(flags, "--aa", "none")...)
	w.until(t, "at first", 160, 100, equals(first, 0))

	w.xdotool(t, "mousemove", "80", "50", "key", "v")
	w.until(t, "depth", 160, 100, equals(still(t, scene, append(flags, "--view", "depth")...), 0))
	w.xdotool(t, "key", "shift+v", "key", "p")
	w.until(t, "the picture again", 160, 100, equals(first, 0))
	saved := filepath.Join(w.dir, "ball-main-001.png")
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(saved); err == nil {
			break
		}
	}
	if err := equals(still(t, scene, flags...), 0)(toNRGBA(readPNG(t, saved))); err != nil {
		t.Errorf("saved: %v", err)
	}

	// The ball stays in the middle while the camera goes around it.
	differs := func(got *image.NRGBA) error {
		if equals(first, 8)(got) == nil {
			return fmt.Errorf("nothing has changed")
		}
		return nil
	}
	w.xdotool(t, "mousedown", "1", "mousemove", "110", "50", "mouseup", "1")
	w.until(t, "around the ball", 160, 100, differs)
	w.xdotool(t, "key", "f")
	w.until(t, "back", 160, 100, equals(first, 0))
	w.xdotool(t, "keydown", "a")
	w.until(t, "to the left", 160, 100, differs)
	w.xdotool(t, "keyup", "a", "key", "f")
	w.until(t, "back again", 160, 100, equals(first, 0))
	w.xdotool(t, "key", "bracketright")
	w.until(t, "brighter", 160, 100, differs)
	w.xdotool(t, "key", "f", "click", "4", "click", "4") // two notches nearer
	w.until(t, "nearer", 160, 100, differs)
	r := w.quit(t)
	if len(r.Saved) != 1 || r.Saved[0] != "ball-main-001.png" {
		t.Errorf("saved %q", r.Saved)
	}
	if !strings.Contains(r.Camera, "[[camera]]") || strings.Contains(r.Camera, "position = [0, 1, 3]") {
		t.Errorf("the camera is %s", r.Camera)
	}
	if said := w.stderr.String(); !strings.Contains(said, "ball-main-001.png\n\n[[camera]]\n") || !strings.Contains(said, "position = [0, 1, 3]") {
		t.Errorf("it said %q", said)
	}
}

// A scene that takes long has an empty window meanwhile, which can be closed.
func TestWindowWhileLoading(t *testing.T) {
	s := needScreen(t)
	scene := pipeScene(t)
	w := s.window(t, scene, "--validate-gpu", "--json")
	w.titled(t, "never", "never · loading")
	if r := w.quit(t); r.Frames != 0 || r.Loads != 0 {
		t.Errorf("%+v", r)
	}
	w = s.window(t, scene)
	w.titled(t, "never", "never · loading")
	if err := w.c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := w.wait(t); code != exitInterrupted || w.stderr.String() != "scenerender: interrupted\n" {
		t.Errorf("interrupted: exit code %d, %q", code, w.stderr)
	}
}

// Without a display there is one line that says so.
func TestWindowWithoutDisplay(t *testing.T) {
	scene := write(t, t.TempDir(), "ball.toml", ballScene("#c04020"))
	for _, display := range []string{"DISPLAY=", "DISPLAY=:4711"} {
		c, stderr := program(t, "view", scene)
		c.Env = append(c.Env, display, "WAYLAND_DISPLAY=")
		code := codeOf(t, c.Run())
		if code != exitNoDevice || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "no window can be opened: X11: ") {
			t.Errorf("%s: exit code %d, %q", display, code, stderr)
		}
	}
}
