package loader

import (
	"errors"
	"flag"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"scenerender/scene"
)

var update = flag.Bool("update", false, "rewrite the expected messages in testdata/mistakes")

// load loads a file that has to be good and give no warnings.
func load(t *testing.T, path string) *scene.Scene {
	t.Helper()
	s, warnings, err := Load(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	checkScene(t, s)
	return s
}

// write puts a scene into a folder of its own.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// small is a scene with these lines.
func small(lines ...string) string {
	return "format = \"scenerender\"\nversion = 1\n[sun]\n" + strings.Join(lines, "\n")
}

func TestTwins(t *testing.T) {
	for _, name := range []string{"testdata/simple", "testdata/lod"} {
		a, b := load(t, name+".toml"), load(t, name+".json")
		if diff := cmp.Diff(a, b, cmpopts.IgnoreFields(scene.Scene{}, "Path", "Hash", "Files")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if a.Hash == b.Hash {
			t.Errorf("%s: different files have the same hash", name)
		}
	}
}

// TestMistakes loads testdata/mistakes/*.toml and their JSON twins, which have every mistake that
// one run should show. The paths and messages are the same, the places are each format's own.
func TestMistakes(t *testing.T) {
	files, err := filepath.Glob("testdata/mistakes/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, tomlFile := range files {
		name := strings.TrimSuffix(filepath.Base(tomlFile), ".toml")
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			var messages [2][]string
			for i, ext := range []string{".toml", ".json"} {
				_, _, err := Load("testdata/mistakes/"+name+ext, Options{})
				var invalid *Invalid
				if !errors.As(err, &invalid) {
					t.Fatalf("%s: got error %v, want *Invalid", ext, err)
				}
				for _, p := range invalid.Problems {
					p.File = filepath.ToSlash(strings.TrimPrefix(p.File, filepath.FromSlash("testdata/mistakes/")))
					got.WriteString(p.String() + "\n")
					messages[i] = append(messages[i], p.Path+": "+p.Message)
				}
			}
			if diff := cmp.Diff(messages[0], messages[1], cmpopts.SortSlices(strings.Compare)); diff != "" {
				t.Errorf("TOML and JSON differ: %s", diff)
			}
			want := "testdata/mistakes/" + name + ".want"
			if *update {
				if err := os.WriteFile(want, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			expected, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(expected), got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSimple(t *testing.T) {
	s := load(t, "testdata/simple.toml")
	names := []string{}
	for _, e := range s.Entities {
		names = append(names, e.Name)
	}
	if diff := cmp.Diff([]string{"ground", "ball", "entities[2]", "spot"}, names); diff != "" {
		t.Error(diff)
	}
	if s.Entities[1].Parent != 0 || s.Entities[0].Parent != -1 {
		t.Error("the ball does not stand on the ground")
	}
	// Ball: a quarter turn around Y sends +X to -Z.
	if x := s.Entities[1].ParentFromLocal.Col(0); !near(x.Vec3(), mgl32.Vec3{0, 0, -1}) {
		t.Errorf("+X of the ball is %v", x)
	}
	// The sphere, the plane and the rock share one default material behind the file's two.
	if s.Materials[0].Name != "red" || s.Materials[2].Name != "default" || len(s.Materials) != 3 {
		t.Errorf("materials %v", s.Materials)
	}
	ball := s.Entities[1].Model
	if ball.Parts[0].Material != 0 || s.Meshes[ball.Parts[0].Mesh].Name != "sphere" || ball.Color != (mgl32.Vec4{1, 0.5, 0.25, 1}) {
		t.Errorf("ball is %+v", ball)
	}
	// #c04020 in sRGB: 192/255 -> 0.5271, 64/255 -> 0.0513, 32/255 -> 0.0144.
	if c := s.Materials[0].BaseColor; !near(c.Vec3(), mgl32.Vec3{0.5271151, 0.05126946, 0.014443844}) || c[3] != 1 {
		t.Errorf("red is %v", c)
	}
	// 1200 lm over the sphere.
	if i := s.Entities[2].Point.Intensity; math.Abs(float64(i)-1200/(4*math.Pi)) > 1e-4 {
		t.Errorf("intensity %v", i)
	}
	spot := s.Entities[3]
	if down := spot.ParentFromLocal.Col(2).Mul(-1).Vec3(); !near(down, mgl32.Vec3{0, -1, 0}) {
		t.Errorf("the spot looks along %v", down)
	}
	if spot.Spot.Intensity != 100 || math.Abs(float64(spot.Spot.Outer)-25*math.Pi/180) > 1e-6 {
		t.Errorf("spot %+v", spot.Spot)
	}
	// Azimuth 90° is the east, so the light travels west, and down.
	if d := s.Sun.Direction; !near(d, mgl32.Vec3{-0.8660254, -0.5, 0}) {
		t.Errorf("sunlight travels %v", d)
	}
	main, night := s.Shots[0], s.Shots[1]
	if main.Width != 320 || main.Samples != 4 || main.Transparent || main.Golden != scene.DefaultShot().Golden {
		t.Errorf("main is %+v", main)
	}
	if night.Width != 64 || night.Samples != 4 || !night.Transparent || night.Tonemap != scene.TonemapACES || night.Golden.MaxDiff != 4 {
		t.Errorf("night is %+v", night)
	}
}

func near(a, b mgl32.Vec3) bool { return a.Sub(b).Len() < 1e-5 }

func TestAssets(t *testing.T) {
	s, warnings, err := Load("testdata/assets.toml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkScene(t, s)
	want := []string{"testdata/assets.toml:29:3: entities[1]: the directional light of its model is left out, and so are others: a scene has one sun"}
	if diff := cmp.Diff(want, lines(warnings)); diff != "" {
		t.Error(diff)
	}
	var names, cameras []string
	for _, e := range s.Entities {
		names = append(names, e.Name)
	}
	for _, c := range s.Cameras {
		cameras = append(cameras, c.Name)
	}
	if diff := cmp.Diff([]string{"post", "post/bulb", "post/beam", "shade", "again", "again/bulb", "again/beam", "box"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"main", "post/eye", "again/eye"}, cameras); diff != "" {
		t.Error(diff)
	}
	// The eye stands 3 units of size 2 before a post that is turned round at z = -5.
	eye := s.Cameras[1]
	if at := eye.WorldFromCamera.Col(3).Vec3(); !near(at, mgl32.Vec3{0, 1, -11}) {
		t.Errorf("the eye stands at %v", at)
	}
	if forward := eye.WorldFromCamera.Col(2).Mul(-1).Vec3(); !near(forward, mgl32.Vec3{0, 0, 1}) {
		t.Errorf("the eye looks along %v", forward)
	}
	if s.Shots[0].Camera != 1 {
		t.Errorf("the shot is taken by camera %d", s.Shots[0].Camera)
	}
	if s.Sun == nil || !near(s.Sun.Direction, mgl32.Vec3{0, -1, 0}) || s.Sun.Illuminance != 5000 {
		t.Errorf("sun %+v", s.Sun)
	}
	// One node: its origin on the entity's, its parent's size kept.
	part := s.Entities[3].Model.Parts[0]
	if diff := cmp.Diff(mgl32.Scale3D(2, 2, 2), part.EntityFromPart); diff != "" {
		t.Error(diff)
	}
	// A normal texture wants tangents where the model came without.
	for _, i := range []int{3, 7} {
		for _, p := range s.Meshes[s.Entities[i].Model.Parts[0].Mesh].Primitives {
			if len(p.Tangents) != len(p.Positions) {
				t.Errorf("%s has %d tangents for %d positions", names[i], len(p.Tangents), len(p.Positions))
			}
		}
	}
	if p := s.Meshes[s.Entities[0].Model.Parts[0].Mesh].Primitives[0]; p.Tangents != nil {
		t.Error("a mesh without normal texture got tangents")
	}
	// The same picture as colour twice, and as data once.
	if len(s.Images) != 2 || !s.Images[0].SRGB || s.Images[1].SRGB || len(s.Textures) != 2 {
		t.Errorf("%d images, %d textures", len(s.Images), len(s.Textures))
	}
	dots := s.Materials[0]
	if dots.BaseColorTexture.Texture != dots.EmissiveTexture.Texture {
		t.Error("one texture became two")
	}
	// Offset · rotation · scale: a quarter turn counter-clockwise sends u to -v.
	uv := dots.NormalTexture.UVFromMesh.Mul3x1(mgl32.Vec3{0.25, 0, 1})
	if !near(uv, mgl32.Vec3{0.5, -0.5, 1}) {
		t.Errorf("uv %v", uv)
	}
	if got := s.Textures[dots.NormalTexture.Texture].Sampler; got != (scene.Sampler{U: scene.WrapClamp, V: scene.WrapClamp, MagNearest: true, MinNearest: true, MipNearest: true}) {
		t.Errorf("sampler %+v", got)
	}
	// Half the sphere has luminance 2, half 1: the mean is 1.5, wanted are 3000.
	if s.Sky.Kind != scene.SkyHDRI || math.Abs(float64(s.Sky.Scale)-2000) > 1e-3 || s.Sky.HDRI.Width != 4 {
		t.Errorf("sky %v scale %v", s.Sky.Kind, s.Sky.Scale)
	}
}

func lines(problems []Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, p.String())
	}
	return list
}

func TestModelByItself(t *testing.T) {
	s, warnings, err := Load("testdata/assets/lamp.gltf", Options{})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Message, "a scene has one sun") {
		t.Fatal(warnings, err)
	}
	checkScene(t, s)
	if s.Sun == nil || s.Sun.Illuminance != 100_000 || s.Sky.Kind != scene.SkyGradient || s.Exposure.EV100 != 15 || s.Exposure.Metered {
		t.Errorf("sun %+v, sky %+v, exposure %v", s.Sun, s.Sky, s.Exposure)
	}
	if s.Cameras[0].Name != "main" || s.Cameras[1].Name != "eye" || s.Entities[0].Name != "lamp" || s.Entities[1].Name != "bulb" {
		t.Errorf("cameras %v, entities %v", s.Cameras, s.Entities)
	}
}

// TestFraming holds that every corner of what is drawn is in the picture, in any format, and
// that the picture is used.
func TestFraming(t *testing.T) {
	for _, size := range []string{"[100, 100]", "[400, 100]", "[100, 400]"} {
		s := load(t, write(t, "x.toml", small("[render]\nsize = "+size,
			"[[entities]]\nTransform3D = { position = [30, 2, -7], scale = [1, 5, 2], rotation = [10, 20, 30] }\nModel = { mesh = 'box' }")))
		camera, shot := s.Cameras[0], s.Shots[0]
		tanY := math.Tan(float64(camera.FovY) / 2)
		tanX := tanY * float64(shot.Width) / float64(shot.Height)
		viewFromWorld := camera.WorldFromCamera.Inv()
		var farthest float64
		for i := range 8 {
			corner := s.Meshes[0].Primitives[0].Bounds.Corner(i)
			p := viewFromWorld.Mul4(s.Entities[0].ParentFromLocal).Mul4x1(corner.Vec4(1))
			x, y := math.Abs(float64(p[0]/p[2]))/tanX, math.Abs(float64(p[1]/p[2]))/tanY
			if p[2] > -camera.Near || x > 1 || y > 1 {
				t.Errorf("size %s: a corner is at %v of the picture, %v before the camera", size, [2]float64{x, y}, -p[2])
			}
			farthest = max(farthest, x, y)
		}
		if farthest < 0.5 {
			t.Errorf("size %s: the box reaches only %v of the way to the edge", size, farthest)
		}
	}
}

func TestHash(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "assets.toml")
	hash := func() [32]byte {
		s, _, err := Load(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Hash
	}
	first := hash()
	if again := hash(); again != first {
		t.Error("two loads differ")
	}
	for _, name := range []string{"assets.toml", "assets/lamp.gltf"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(old, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		if hash() == first {
			t.Errorf("a change of %s does not change the hash", name)
		}
		if err := os.WriteFile(file, old, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if hash() != first {
		t.Error("the old files have a new hash")
	}
}

func TestFilesystem(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "scenes")
	for _, d := range []string{sub, filepath.Join(dir, "models")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	glb, err := os.ReadFile("testdata/mistakes/box.glb")
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	put("models/box.glb", string(glb))
	up := put("scenes/up.toml", small("[[entities]]\nModel = { mesh = '../models/box.glb' }"))
	flat := put("scenes/flat.toml", small("[[entities]]\nModel = { mesh = 'models/box.glb' }"))
	linked := put("scenes/linked.toml", small("[[entities]]\nModel = { mesh = 'link.glb' }"))
	if err := os.Symlink("../models/box.glb", filepath.Join(sub, "link.glb")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	outside := write(t, "outside.toml", small("[[entities]]\nModel = { mesh = 'models/box.glb' }"))

	tests := []struct {
		path, root string
		want       string // in the error; "" for none
	}{
		{up, "", "want a path within the scene's folder"},
		{up, dir, ""},
		{flat, "", "no such file"},
		{flat, dir, "no such file"}, // relative to the scene, which the root holds
		{linked, "", "leaves the asset root through a link"},
		{linked, dir, ""},
		{outside, dir, ""}, // relative to the root, which does not hold the scene
		{filepath.Join(dir, "models", "box.glb"), "", ""},
		{filepath.Join(dir, "models", "box.glb"), dir, ""},
		{filepath.Join(dir, "models", "box.glb"), sub, ""},
	}
	for _, test := range tests {
		_, _, err := Load(test.path, Options{AssetRoot: test.root})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("Load(%q, root %q): got %v, want %q", test.path, test.root, err, test.want)
		}
		var invalid *Invalid
		if err != nil && !errors.As(err, &invalid) {
			t.Errorf("Load(%q, root %q): %v is not an *Invalid", test.path, test.root, err)
		}
	}

	for _, path := range []string{filepath.Join(dir, "none.toml"), filepath.Join(dir, "none.glb")} {
		if _, _, err := Load(path, Options{}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Load(%q) = %v, want fs.ErrNotExist", path, err)
		}
	}
	if _, _, err := Load(up, Options{AssetRoot: filepath.Join(dir, "none")}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing asset root gives %v", err)
	}
	var invalid *Invalid
	if _, _, err := Load(sub, Options{}); err == nil || errors.As(err, &invalid) {
		t.Errorf("a folder gives %v", err)
	}
	if _, _, err := Load(put("x.yaml", "a: 1"), Options{}); !errors.As(err, &invalid) {
		t.Errorf("another format gives %v", err)
	}
}

func TestDarkness(t *testing.T) {
	path := write(t, "x.toml", "format = 'scenerender'\nversion = 1\n[[entities]]\nModel = { mesh = 'box' }\n")
	_, warnings, err := Load(path, Options{})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Message, "nothing gives light") {
		t.Errorf("got %v, %v", warnings, err)
	}
}

func TestCameras(t *testing.T) {
	s := load(t, write(t, "x.toml", small(`
[[camera]]
name = "wide"
lens = 12
[[camera]]
name = "plan"
position = [1, 10, 2]
look_at = [1, 0, 2]
orthographic = { height = 20 }
[[camera]]
name = "turned"
rotation = [0, 0.7071068, 0, 0.7071068]
near = 0.5
far = 50
`)))
	wide, plan, turned := s.Cameras[0], s.Cameras[1], s.Cameras[2]
	if math.Abs(float64(wide.FovY)-math.Pi/2) > 1e-6 || wide.Far != 0 {
		t.Errorf("wide %+v", wide)
	}
	if plan.FovY != 0 || plan.Height != 20 || plan.Far != orthographicFar {
		t.Errorf("plan %+v", plan)
	}
	// Straight down, north is up in the picture.
	if up := plan.WorldFromCamera.Col(1).Vec3(); !near(up, mgl32.Vec3{0, 0, -1}) {
		t.Errorf("up is %v", up)
	}
	if forward := turned.WorldFromCamera.Col(2).Mul(-1).Vec3(); !near(forward, mgl32.Vec3{-1, 0, 0}) || turned.Far != 50 {
		t.Errorf("turned looks along %v", forward)
	}
}

func TestEulerOrder(t *testing.T) {
	s := load(t, write(t, "x.toml", small("[[entities]]\nTransform3D = { rotation = [30, 40, 50] }")))
	want := mgl32.HomogRotate3DY(mgl32.DegToRad(40)).
		Mul4(mgl32.HomogRotate3DX(mgl32.DegToRad(30))).
		Mul4(mgl32.HomogRotate3DZ(mgl32.DegToRad(50)))
	if !s.Entities[0].ParentFromLocal.ApproxEqualThreshold(want, 1e-5) {
		t.Errorf("got %v, want %v", s.Entities[0].ParentFromLocal, want)
	}
}

func TestExposure(t *testing.T) {
	for lines, want := range map[string]scene.EV{
		"":                       15,
		"[exposure]\nev100 = -3": -3,
		"[exposure.camera]\naperture = 1\nshutter = 1\niso = 100":    0,
		"[exposure.camera]\naperture = 2\nshutter = 0.25\niso = 400": 2,
		"[exposure]\nev100 = 9\ncompensation = 1.5":                  7.5, // brighter
		"[exposure]\npreset = 'overcast'":                            12,
		"[exposure]\npreset = 'moonlit'\ncompensation = -1":          -1.5,
	} {
		s := load(t, write(t, "x.toml", small(lines)))
		if ev, fixed := s.Exposure.Fixed(); math.Abs(float64(ev-want)) > 1e-5 || !fixed || s.Exposure.Source == "" {
			t.Errorf("%q: EV100 %v (%+v), want %v", lines, ev, s.Exposure, want)
		}
	}
	s := load(t, write(t, "x.toml", "format = 'scenerender'\nversion = 1\nsky = { color = 5000 }"))
	if ev, _ := s.Exposure.Fixed(); ev != 12 {
		t.Errorf("under a sky alone: EV100 %v", ev)
	}
}

func TestMeteredExposure(t *testing.T) {
	metered := func(lines string) scene.Exposure {
		x := load(t, write(t, "x.toml", small("[exposure]\n"+lines))).Exposure
		if !x.Metered {
			t.Errorf("%q is not metered", lines)
		}
		return x
	}
	x := scene.MeteredExposure()
	x.Source = "a meter"
	if got := metered("metered = {}"); got != x {
		t.Errorf("got %+v, want %+v", got, x)
	}
	x.Min, x.Max, x.LightAdaptation, x.DarkAdaptation, x.Compensation = 2, 9, 0, 7, 1
	if got := metered("metered = { min = 2, max = 9, light_adaptation = 0, dark_adaptation = 7 }\ncompensation = 1"); got != x {
		t.Errorf("got %+v, want %+v", got, x)
	}
	if got := metered("metered = { min = -20, max = -15 }"); got.Min != -20 || got.Max != -15 {
		t.Errorf("both below the standard range: %g to %g", got.Min, got.Max)
	}
	// One of the two is held against the other's default.
	for lines, want := range map[string]string{
		"metered.min = 25":  "x.toml:5:15: exposure.metered.min: want at most max, which is 18 unless the file says another, found 25",
		"metered.max = -15": "x.toml:5:15: exposure.metered.max: want at least min, which is -12 unless the file says another, found -15",
	} {
		_, _, err := Load(write(t, "x.toml", small("[exposure]\n"+lines)), Options{})
		var invalid *Invalid
		if !errors.As(err, &invalid) || len(invalid.Problems) != 1 || !strings.HasSuffix(invalid.Problems[0].String(), want) {
			t.Errorf("%q: %v, want %s", lines, err, want)
		}
	}
}

// TestParentsFirst gives children before their parents, in a chain that recursion would not survive.
func TestParentsFirst(t *testing.T) {
	var text strings.Builder
	const n = 5_000
	for i := range n {
		text.WriteString("[[entities]]\nname = \"x" + strconv.Itoa(i) + "\"\nTransform3D = { position = [0, 1, 0] }\n")
		if i < n-1 {
			text.WriteString("parent = \"x" + strconv.Itoa(i+1) + "\"\n")
		}
	}
	s := load(t, write(t, "x.toml", small(text.String())))
	if len(s.Entities) != n || s.Entities[0].Name != "x"+strconv.Itoa(n-1) {
		t.Errorf("%d entities, the first %q", len(s.Entities), s.Entities[0].Name)
	}
}

// TestManyMistakes holds that a file full of mistakes is told about in bounded time and number.
func TestManyMistakes(t *testing.T) {
	for _, line := range []string{
		"[[entities]]\nModel = { mesh = \"unknown\" }\n",
		"[[entities]]\nnmae = 1\n",
		"[[entities]]\nparent = \"nobody\"\n",
	} {
		start := time.Now()
		_, _, err := Load(write(t, "x.toml", small(strings.Repeat(line, 5_000))), Options{})
		var invalid *Invalid
		if !errors.As(err, &invalid) || len(invalid.Problems) != 1000 {
			t.Errorf("%q: got %d problems", line, len(invalid.Problems))
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q: took %v", line, took)
		}
	}
}

func TestShared(t *testing.T) {
	root := filepath.Join("..", "..", "shared", "assets")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the shared assets are not beside the repository:", err)
	}
	path := write(t, "x.toml", "format = 'scenerender'\nversion = 1\n[meshes.box]\nfile = 'models/Box/Box.glb'\n[[entities]]\nModel = { mesh = 'box' }\n[sky]\ncolor = 1\n")
	s, _, err := Load(path, Options{AssetRoot: root})
	if err != nil {
		t.Fatal(err)
	}
	checkScene(t, s)
}

// TestTemperature holds that a temperature changes a light's tint and not its brightness.
func TestTemperature(t *testing.T) {
	s := load(t, write(t, "x.toml", small(`temperature = 5800
[[entities]]
PointLight3D = { temperature = 2700, shadows = false }
SpotLight3D = { temperature = 9000, color = [1, 0.5, 0.2] }`)))
	e := s.Entities[0]
	for _, c := range []struct {
		got, color mgl32.Vec3
		k          scene.Kelvin
	}{
		{s.Sun.Color, mgl32.Vec3{1, 1, 1}, 5800}, {e.Point.Color, mgl32.Vec3{1, 1, 1}, 2700}, {e.Spot.Color, mgl32.Vec3{1, 0.5, 0.2}, 9000},
	} {
		tint := c.k.Color()
		want := mgl32.Vec3{c.color[0] * tint[0], c.color[1] * tint[1], c.color[2] * tint[2]}
		want = want.Mul(scene.Luminance(c.color) / scene.Luminance(want))
		if c.got.Sub(want).Len() > 1e-5 {
			t.Errorf("%g K: got %v, want %v", c.k, c.got, want)
		}
	}
	if e.Point.Shadows || !e.Spot.Shadows {
		t.Error("shadows are not as the file says")
	}
}
