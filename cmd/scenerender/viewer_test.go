package main

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"scenerender/loader"
	"scenerender/passes"
	"scenerender/scene"
)

// tourScene has two shots of one camera, and two cameras that no shot has.
const tourScene = `format = "scenerender"
version = 1
[render]
size = [64, 48]
[exposure]
ev100 = 12
[[camera]]
name = "front"
position = [0, 1, 3]
look_at = [0, 0.5, 0]
[[camera]]
name = "top"
position = [0, 9, 0]
look_at = [0, 0, 0]
orthographic = { height = 4 }
[[camera]]
name = "side"
position = [5, 1, 0]
rotation = [-10, 90, 3]
lens = 85
far = 200
[[shots]]
name = "main"
[[shots]]
name = "bright"
exposure = { ev100 = 9 }
[[entities]]
Model = { mesh = "box" }
`

// visit is a viewer of a scene, with a device that nothing asks for.
func visit(t *testing.T, text string, run viewRun) *viewer {
	t.Helper()
	run.app = &app{out: &sink{w: &strings.Builder{}}, err: &sink{w: &strings.Builder{}}}
	v := &viewer{viewRun: &run}
	if err := v.show(sceneOf(t, text), nil); err != nil {
		t.Fatal(err)
	}
	return v
}

func sceneOf(t *testing.T, text string) *scene.Scene {
	t.Helper()
	sc, _, err := loader.Load(write(t, t.TempDir(), "tour.toml", text), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func (v *viewer) pressed(t *testing.T, keys ...string) {
	t.Helper()
	for _, k := range keys {
		key, shift := strings.CutPrefix(k, "shift-")
		if err := v.press(t.Context(), key, shift, [2]int{64, 48}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestViewerSteps(t *testing.T) {
	v := visit(t, tourScene, viewRun{})
	where := func() string { return v.stops[v.stop].Name }
	for _, c := range []struct{ key, want string }{
		{"tab", "bright"}, {"tab", "top"}, {"tab", "side"}, {"tab", "main"}, {"shift-tab", "side"}, {"2", "bright"}, {"4", "side"}, {"9", "side"}, {"0", "side"}, {"1", "main"},
	} {
		if v.pressed(t, c.key); where() != c.want {
			t.Errorf("%s: at %s, want %s", c.key, where(), c.want)
		}
	}
	if c := v.request(64, 48, 0).Camera; *c != v.scene.Cameras[0] {
		t.Errorf("the camera is %+v", c)
	}
	v.pressed(t, "v")
	if v.output != passes.OutputDepth || !strings.Contains(v.title(0), " · depth") {
		t.Errorf("the view is %v, the title %q", v.output, v.title(0))
	}
	v.pressed(t, "shift-v", "shift-v")
	if v.output != passes.OutputLamps {
		t.Errorf("before the first view comes %v", v.output)
	}
}

func TestViewerExposes(t *testing.T) {
	v := visit(t, tourScene, viewRun{})
	ev := func() float64 {
		shot := v.request(64, 48, 0).Shot
		ev, _ := v.scene.ExposureOf(&shot).Fixed()
		return float64(ev)
	}
	for _, c := range []struct {
		keys string
		want float64
	}{{"]", 12 - 1.0/3}, {"] ]", 11}, {"[ [ [", 12}, {"[", 12 + 1.0/3}, {"f", 12}, {"2", 9}, {"]", 9 - 1.0/3}} {
		if v.pressed(t, strings.Fields(c.keys)...); math.Abs(ev()-c.want) > 1e-5 {
			t.Errorf("%s: EV %g, want %g", c.keys, ev(), c.want)
		}
	}
	if v.stops[1].Exposure.Compensation != 0 || v.scene.Shots[1].Exposure.Compensation != 0 {
		t.Error("the scene's own exposure was changed")
	}
}

// drawn is some pictures, of which the last says what is under the mouse.
func (v *viewer) drawn(n int, pointed bool, point mgl32.Vec3) {
	for range n {
		v.shown(&passes.Shown{Pointed: pointed, Point: point})
	}
}

// A window rests once nothing has changed for a while, and not while its exposure or shadow maps are on their way.
func TestViewerRests(t *testing.T) {
	v := visit(t, tourScene, viewRun{})
	v.drawn(enough, false, mgl32.Vec3{})
	v.shown(&passes.Shown{Settling: true})
	v.drawn(enough, false, mgl32.Vec3{})
	if v.idle() {
		t.Error("it rests too early")
	}
	if v.drawn(1, false, mgl32.Vec3{}); !v.idle() {
		t.Error("it does not rest")
	}
}

// The wheel goes to what is under the mouse, or is a gear while the mouse looks around.
func TestViewerWheel(t *testing.T) {
	v := visit(t, tourScene, viewRun{})
	v.hover(0.5, 0.25)
	v.drawn(3, true, mgl32.Vec3{0, 1, 1})
	v.wheel(1)
	if d := v.flight.position.Sub(mgl64.Vec3{0, 1, 1 + 2/dollyStep}).Len(); d > 1e-5 {
		t.Errorf("at %v", v.flight.position)
	}
	at, speed := v.flight.position, v.flight.speed
	v.grab(dragLook)
	v.wheel(2)
	if v.flight.position != at || v.flight.speed <= speed {
		t.Errorf("at %v, %g m/s", v.flight.position, v.flight.speed)
	}
}

// What is under the mouse is known two pictures after the one that was drawn with the mouse there; until then what the
// mouse does is owed, and paid in full.
func TestViewerWaitsForTheMouse(t *testing.T) {
	v := visit(t, tourScene, viewRun{})
	v.hover(0.1, 0.1)
	v.drawn(9, true, mgl32.Vec3{7, 7, 7})
	v.hover(0.5, 0.5)
	if got := v.pixel(64, 48); got != [2]int{32, 24} {
		t.Errorf("it points at %v", got)
	}
	start := v.flight.position
	v.grab(dragOrbit)
	v.move(0.05, 0)
	v.hover(0.6, 0.5)
	v.move(0.05, 0)
	v.grab(dragNothing) // let go before it is known
	v.hover(0.7, 0.5)
	v.drawn(2, true, mgl32.Vec3{7, 7, 7}) // of before
	if v.flight.position != start || v.pixel(64, 48) != [2]int{32, 24} || v.idle() {
		t.Errorf("at %v, it points at %v", v.flight.position, v.pixel(64, 48))
	}
	v.drawn(1, true, mgl32.Vec3{1, 0, -2})
	want := flight{speed: 1}
	want.put(v.scene.Cameras[0])
	want.orbit(mgl64.Vec3{1, 0, -2}, 0.1, 0)
	if d := v.flight.position.Sub(want.position).Len(); d > 1e-9 {
		t.Errorf("at %v, want %v", v.flight.position, want.position)
	}
	// A mouse that rests is known already.
	v.hover(0.2, 0.2)
	v.drawn(3, false, mgl32.Vec3{})
	before := v.flight.position
	v.grab(dragPan)
	v.hover(0.4, 0.4)
	if v.pixel(100, 100) != [2]int{20, 20} {
		t.Errorf("during a drag it points at %v", v.pixel(100, 100))
	}
	if v.pivot != (mgl64.Vec3{}) {
		t.Errorf("nothing under the mouse: %v, want the scene's middle", v.pivot)
	}
	if v.move(0.1, 0); v.flight.position == before {
		t.Error("it does not move")
	}
	if v.grab(dragNothing); v.pixel(100, 100) != [2]int{40, 40} || v.knows() {
		t.Errorf("after a drag it points at %v", v.pixel(100, 100))
	}
}

// A scene that is loaded again leaves a camera that was moved, and moves one that was not.
func TestViewerKeepsTheCamera(t *testing.T) {
	v := visit(t, tourScene, viewRun{})
	other := strings.Replace(tourScene, "position = [0, 1, 3]", "position = [0, 1, 7]", 1)
	v.pressed(t, "tab", "]")
	if err := v.show(sceneOf(t, other), nil); err != nil {
		t.Fatal(err)
	}
	if v.stops[v.stop].Name != "bright" || v.flight.position[2] != 7 || v.compensation == 0 {
		t.Errorf("at %s, %v, %g", v.stops[v.stop].Name, v.flight.position, v.compensation)
	}
	v.flight.fly(mgl64.Vec3{1, 0, 0}, 1, 1)
	v.flight.hurry(4)
	at, speed := v.flight.camera(), v.flight.speed
	if err := v.show(sceneOf(t, strings.Replace(tourScene, `"bright"`, `"other"`, 1)), nil); err != nil {
		t.Fatal(err)
	}
	if v.stops[v.stop].Name != "main" || v.flight.camera().WorldFromCamera != at.WorldFromCamera || v.flight.speed != speed {
		t.Errorf("at %s, %v; want %v", v.stops[v.stop].Name, v.flight.camera(), at)
	}
	v.pressed(t, "f")
	if v.flight.camera() != v.scene.Cameras[0] {
		t.Error("F does not go back to the shot")
	}
}

// A scene that is loaded again keeps --camera at the stop that had it, and lacks it where the scene does.
func TestViewerKeepsTheChosenCamera(t *testing.T) {
	v := visit(t, tourScene, viewRun{shot: "bright", camera: "side"})
	v.pressed(t, "1")
	if err := v.show(sceneOf(t, strings.Replace(tourScene, `name = "main"`, `name = "new"`, 1)), nil); err != nil {
		t.Fatal(err)
	}
	if v.stop != 0 || v.flight.start.Name != "front" {
		t.Errorf("at stop %d, %s", v.stop, v.flight.start.Name)
	}
	v.pressed(t, "2")
	if err := v.show(sceneOf(t, tourScene), nil); err != nil {
		t.Fatal(err)
	}
	if v.stops[v.stop].Name != "bright" || v.flight.camera() != v.scene.Cameras[2] {
		t.Errorf("at %s, %+v", v.stops[v.stop].Name, v.flight.camera())
	}
	v.flight.fly(mgl64.Vec3{1, 0, 0}, 1, 1)
	v.pressed(t, "f")
	if v.flight.camera() != v.scene.Cameras[2] {
		t.Error("F does not go back to --camera")
	}
	if err := v.show(sceneOf(t, strings.Replace(tourScene, `"side"`, `"back"`, 1)), nil); err != nil {
		t.Fatal(err)
	}
	if v.flight.start.Name != "front" {
		t.Errorf("without it: %s", v.flight.start.Name)
	}
}

// A camera may have a shot's name; a scene that is loaded again does not confuse them.
func TestViewerKeepsTheStop(t *testing.T) {
	text := strings.Replace(tourScene, `name = "side"`, `name = "main"`, 1)
	v := visit(t, text, viewRun{})
	v.pressed(t, "shift-tab")
	if err := v.show(sceneOf(t, text), nil); err != nil {
		t.Fatal(err)
	}
	if v.stop != 3 || v.flight.camera() != v.scene.Cameras[2] {
		t.Errorf("at stop %d", v.stop)
	}
}

// A camera that was moved and becomes of the other kind shows what the new one does.
func TestViewerChangesTheLens(t *testing.T) {
	flat := strings.Replace(tourScene, "look_at = [0, 0.5, 0]", "look_at = [0, 0.5, 0]\northographic = { height = 3 }", 1)
	v := visit(t, tourScene, viewRun{})
	v.flight.fly(mgl64.Vec3{1, 0, 0}, 1, 1)
	at := v.flight.position
	for _, c := range []struct {
		text string
		want float32
	}{{flat, 3}, {strings.Replace(flat, "height = 3", "height = 5", 1), 3}, {tourScene, 0}, {strings.Replace(flat, "height = 3", "height = 5", 1), 5}} {
		if err := v.show(sceneOf(t, c.text), nil); err != nil {
			t.Fatal(err)
		}
		if got := v.flight.camera(); got.Height != c.want || v.flight.position != at {
			t.Errorf("it shows %g m, want %g; at %v, want %v", got.Height, c.want, v.flight.position, at)
		}
	}
}

func TestViewerFlags(t *testing.T) {
	v := visit(t, tourScene, viewRun{shot: "bright", camera: "side", smoothing: "fxaa"})
	q := v.request(30, 20, 0)
	if v.stops[v.stop].Name != "bright" || *q.Camera != v.scene.Cameras[2] || q.Shot.AntiAliasing != scene.AAFXAA || q.Shot.Width != 30 || !q.Sequence {
		t.Errorf("%+v", q)
	}
	if q := visit(t, tourScene, viewRun{}).request(30, 20, 0); q.Shot.AntiAliasing != scene.AATAA {
		t.Errorf("smoothed by %v", q.Shot.AntiAliasing)
	}
	for _, run := range []viewRun{{shot: "brihgt"}, {camera: "sied"}} {
		run.app = &app{}
		v := &viewer{viewRun: &run}
		if err := v.show(sceneOf(t, tourScene), nil); exitCode(err) != exitUsage || !strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%v", err)
		}
	}
}

// A camera as text is that camera when a scene has it.
func TestCameraText(t *testing.T) {
	sc := sceneOf(t, tourScene)
	for i, c := range sc.Cameras {
		f := flight{speed: 2}
		f.put(c)
		if i == 2 {
			f.fly(mgl64.Vec3{1, 2, 3}, 1, 1.234567)
			f.look(0.3, -0.1)
			c = f.camera()
		}
		text := cameraText(`a "name"`, &f)
		path := write(t, t.TempDir(), "one.toml", "format = \"scenerender\"\nversion = 1\n"+text+"[sky]\ncolor = [1, 1, 1]\n[[entities]]\nModel = { mesh = \"box\" }\n")
		again, warnings, err := loader.Load(path, loader.Options{})
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%v %v in\n%s", err, warnings, text)
		}
		got := again.Cameras[0]
		closeTo(t, c.Name, got, c, 2e-6*max(1, c.WorldFromCamera.Col(3).Len()))
		if d := got.FovY - c.FovY; got.Height != c.Height || got.Near != c.Near || got.Far != c.Far || math.Abs(float64(d)) > 1e-6 || got.Name != `a "name"` {
			t.Errorf("%+v, want %+v", got, c)
		}
	}
}

// What is recorded with a picture that is saved names a shot of the scene, and all that is not the shot's.
func TestViewerRecords(t *testing.T) {
	for _, c := range []struct {
		run          viewRun
		keys         string
		shot, camera string
		brighter     float64
	}{
		{viewRun{}, "", "main", "", 0},
		{viewRun{}, "2 ]", "bright", "", 1.0 / 3},
		{viewRun{}, "3", "main", "top-view", 0},
		{viewRun{shot: "bright", camera: "side"}, "", "bright", "bright-view", 0},
		{viewRun{shot: "bright", camera: "front"}, "[", "bright", "", -1.0 / 3},
	} {
		v := visit(t, tourScene, c.run)
		v.pressed(t, strings.Fields(c.keys)...)
		d := v.recorded()
		d.picture = &passes.Picture{}
		made := map[string]string{}
		for _, p := range madeBy(d, pictureForm{}) {
			made[p.Name] = p.Value
		}
		brighter, _ := strconv.ParseFloat(made["scenerender.brighter_by_ev"], 64)
		if camera := made["scenerender.camera"]; made["scenerender.shot"] != c.shot || math.Abs(brighter-c.brighter) > 1e-6 ||
			(camera == "") != (c.camera == "") || !strings.Contains(camera, c.camera) {
			t.Errorf("%+v %s: %v", c.run, c.keys, made)
		}
		if v.flight.turn(1, 0); v.recorded().camera != v.cameraText() {
			t.Errorf("%s, moved: %q", c.keys, v.recorded().camera)
		}
	}
}

// Cameras have names that files cannot have.
func TestFileName(t *testing.T) {
	for name, want := range map[string]string{"main": "main", "house/door": "house-door", `a\b:c"d` + "\n": "a-b-c-d-", "Tür 2.5+": "Tür 2.5+", "": "",
		strings.Repeat("ü", 51): strings.Repeat("ü", 50)} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Saved pictures never replace a file.
func TestFreeName(t *testing.T) {
	base := filepath.Join(t.TempDir(), "a-main")
	if got := freeName(base); got != base+"-001.png" {
		t.Errorf("%s", got)
	}
	write(t, filepath.Dir(base), "a-main-001.png", "")
	if got := freeName(base); got != base+"-002.png" {
		t.Errorf("%s", got)
	}
}
