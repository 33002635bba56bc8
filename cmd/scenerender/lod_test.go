package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"scenerender/passes"
)

// levelsScene has a group of boxes with edges of 2 and 1.8 m, which is 2 m high, 4 m before a camera of
// 90 degrees; a second camera sees it from 10 m. The level's caster is a box of 2.2 m. Beside it stand
// two of levels by distance, and behind the camera a third.
const levelsScene = `format = "scenerender"
version = 1
render = { size = [200, 100] }
camera = [
  { name = "near", position = [0, 0, 4], look_at = [0, 0, 0], fov_y = 90 },
  { name = "far", position = [0, 0, 10], look_at = [0, 0, 0], fov_y = 90 },
]
[sun]
azimuth = 120
elevation = 50
[sky]
color = [3000, 4000, 5000]
[meshes]
large.box = { size = [2, 2, 2] }
small.box = { size = [1.8, 1.8, 1.8] }
larger.box = { size = [2.2, 2.2, 2.2] }
[[entities]]
name = "rock"
LodGroup = { levels = [
  { screen_height = 0.2, renderers = [{ mesh = "large" }], shadow = [{ mesh = "larger" }] },
  { screen_height = 0.05, fade_width = 0.5, renderers = [{ mesh = "small" }] },
] }
[[entities]]
Scatter = { count = 50, box = [60, 60], seed = 3 }
LodGroup = { size = 2, transition = 4, levels = [
  { distance = 10, renderers = [{ mesh = "large" }] },
  { distance = 20, renderers = [{ mesh = "small" }] },
] }
`

func lodOf(t *testing.T, args ...string) lodReport {
	t.Helper()
	return reportOf[lodReport](t, append([]string{"lod"}, args...)...)
}

// reportOf is what a command says as JSON.
func reportOf[T any](t *testing.T, args ...string) (r T) {
	t.Helper()
	code, stdout, stderr := invoke(t, append(args, "--json", "-q")...)
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %q", code, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// about holds a number of a report against one worked out by hand.
func about(t *testing.T, what string, got *float32, want float64) {
	t.Helper()
	if got == nil || math.Abs(float64(*got)-want) > 1e-4*math.Abs(want) {
		t.Errorf("%s is %s, want %g", what, number(got), want)
	}
}

func TestLodReport(t *testing.T) {
	file := write(t, t.TempDir(), "levels.toml", levelsScene)
	r := lodOf(t, file)
	if r.Camera != "near" || r.Size != [2]int{200, 100} || r.Bias != 1 || !r.Crossfade || len(r.Groups) != 2 {
		t.Fatalf("got %+v", r)
	}
	g := r.Groups[0]
	if g.Entity != 0 || g.Name != "rock" || g.Thresholds != "screen_height" || g.Size != 2 || g.Count != 1 || g.InView != 1 {
		t.Errorf("got %+v", g)
	}
	// 2 m at 4 m fill 2/(2·4) = a quarter of 100 lines, more than 0.2.
	if n := g.Nearest; n.Distance != 4 || n.Height != 0.25 || n.Pixels != 25 || n.State != "drawn" || *n.Level != 0 || n.Next != nil || g.Farthest.Distance != 4 {
		t.Errorf("nearest %+v", *n)
	}
	if !slices.Equal(g.Picks.Levels, []int{1, 0}) || g.Picks.Selections != 1 || g.Triangles != 12 {
		t.Errorf("picks %+v with %d triangles", g.Picks, g.Triangles)
	}
	// From corner to corner it is √3·0.1 m. Where 2 m fill 0.2 of 100 lines a metre is 10.
	off := math.Sqrt(3) / 10
	l := g.Levels[1]
	about(t, "error", l.Error, off)
	if *l.From != 0 || *l.Method != "sampled" || l.Auto || l.Triangles != 12 || g.Levels[0].Error != nil || g.Levels[0].Begin != nil {
		t.Errorf("levels %+v", g.Levels)
	}
	about(t, "pixels", l.Begin.Pixels, 10*off)
	about(t, "one pixel", l.Begin.OnePixel, 0.2/(10*off))
	if l.Begin.Threshold != 0.2 || l.Begin.Fade != 0 || *l.Begin.Risk != "low" {
		t.Errorf("begin %+v", *l.Begin)
	}
	// The last level fades from 0.05 + 0.5·(0.2 - 0.05) = 0.125 down to 0.05, where the group is 5 lines
	// high: over 1 - 0.05/0.125 = 0.6 of the distance. In 0.05 of it that is 5·0.05/0.6.
	about(t, "fade", &g.End.Fade, 0.6)
	about(t, "step", g.End.Step, 5*0.05/0.6)
	about(t, "height of a pixel", g.End.OnePixel, 0.01)
	if *g.End.Risk != "none" {
		t.Errorf("end %+v", *g.End)
	}
	s := g.Levels[0].Shadow
	about(t, "sticks out", s.Sticks, off)
	if !s.Visible || s.Texel == nil || *s.Texel > float32(off) || s.Triangles != 12 || g.Levels[1].Shadow != nil {
		t.Errorf("shadow %+v", s)
	}
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], "rock: the casters of level 0 stick out of what is drawn by 0.173 m, more than the ") {
		t.Errorf("warnings %q", r.Warnings)
	}

	// From 10 m it fills a tenth: blend 1 - (0.1 - 0.05)/(0.125 - 0.05) = 1/3 of nothing.
	r = lodOf(t, file, "--camera", "far", "--size", "100x300")
	n := r.Groups[0].Nearest
	about(t, "blend", &n.Blend, 1./3)
	about(t, "pixels", &n.Pixels, 30)
	if r.Camera != "far" || n.State != "fading" || *n.Level != 1 || n.Next != nil || r.Groups[0].Picks.Fading != 1 {
		t.Errorf("nearest %+v", *n)
	}
}

func TestLodText(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr := invoke(t, "lod", write(t, dir, "levels.toml", levelsScene))
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %q", code, stderr)
	}
	for _, want := range []string{
		"levels.toml: camera near, 200x100, bias 1, crossfade on\n\n",
		`
rock: 4 m away, height 0.25 (25 pixels), level 0, 12 triangles
  level    triangles  error m  from height  pixels there  1 pixel at height  fade  popping  casters
  0        12         -        -            -             -                  -     -        12 triangles, out by 0.173 m
  1        12         0.173    0.2          1.73          0.115              hard  low      -
  nothing  -          -        0.05         5             0.01               60 %  none     -

entities[1]: 50 placed, `,
		"\nwarning: rock: the casters",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if code, stdout, _ := invoke(t, "lod", write(t, dir, "ball.toml", ballScene("#c04020"))); code != 0 || !strings.HasSuffix(stdout, "no entity has a LodGroup\n") {
		t.Errorf("without groups: exit code %d, %q", code, stdout)
	}
	// Groups that have the same table share it.
	two := levelsScene + "[[entities]]\nname = 'other'\n" + levelsScene[strings.LastIndex(levelsScene, "LodGroup"):]
	if _, stdout, _ = invoke(t, "lod", write(t, dir, "two.toml", two)); strings.Count(stdout, "popping") != 2 || !strings.Contains(stdout, "\nother: 4 m away") {
		t.Errorf("got\n%s", stdout)
	}
}

// endsScene has groups without levels, and of equal ones, which nothing draws.
const endsScene = `format = "scenerender"
version = 1
lod.bias = 0
sun = {}
[[entities]]
LodGroup = { size = 1 }
[[entities]]
LodGroup = { levels = [ { screen_height = 0.5, renderers = [{ mesh = "box" }] }, { renderers = [{ mesh = "box" }] } ] }
[[entities]]
DitherFade.coverage = 0.25
LodGroup = { levels = [ { distance = 5, renderers = [{ mesh = "box" }] }, { renderers = [{ mesh = "box" }] } ] }
`

// TestLodEnds holds what cannot be a number against JSON, which has no infinity.
func TestLodEnds(t *testing.T) {
	file := write(t, t.TempDir(), "ends.toml", endsScene)
	code, stdout, stderr := invoke(t, "lod", file, "--json")
	var r lodReport
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != 0 {
		t.Fatalf("exit code %d, %q: %v", code, stderr, err)
	}
	for i, g := range r.Groups { // a bias of 0 draws nothing
		if g.Nearest.State != "culled" || g.End != nil || g.Picks.Selections != 0 {
			t.Errorf("group %d: %+v", i, g)
		}
	}
	if g := r.Groups[2]; g.Nearest.Coverage != 0.25 || *g.Levels[1].Error != 0 || g.Levels[1].Begin != nil {
		t.Errorf("group 2: %+v", g)
	}
	if code, stdout, _ := invoke(t, "lod", file); code != 0 || !strings.Contains(stdout, ", past the last level, 25 % of its pixels, 0 triangles\n") {
		t.Errorf("exit code %d:\n%s", code, stdout)
	}
	// A height that float32 cannot say: 3e38 / 0.5.
	huge := strings.NewReplacer("lod.bias = 0\n", "lod.bias = 0.5\n", "screen_height = 0.5", "screen_height = 3e38")
	file = write(t, t.TempDir(), "huge.toml", huge.Replace(endsScene))
	if b := lodOf(t, file).Groups[1].Levels[1].Begin; b.Height != math.MaxFloat32 || *b.Risk != "none" {
		t.Errorf("begin %+v", *b)
	}
	// In the other scene: the levels are equal, and the error is no pixel anywhere.
	file = write(t, t.TempDir(), "same.toml", strings.Replace(levelsScene, `"small" }] },
] }
[[`, `"large" }] },
] }
[[`, 1))
	r = lodOf(t, file)
	if b := r.Groups[0].Levels[1].Begin; *b.Pixels != 0 || b.OnePixel != nil || *b.Risk != "none" {
		t.Errorf("begin %+v", *b)
	}
	if _, stdout, _ := invoke(t, "lod", file); !strings.Contains(stdout, "anywhere") {
		t.Errorf("got\n%s", stdout)
	}
}

func TestLodMistakes(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "levels.toml", levelsScene)
	bad := write(t, dir, "bad.toml", strings.Replace(levelsScene, "screen_height = 0.05", "screen_height = 0.5", 1))
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"lod", 2, "exactly one SCENE"},
		{"lod " + good + " --camera fat", 2, `has no camera "fat", only near, far; did you mean far?`},
		{"lod " + good + " --size 0x5", 2, "must be 1 to"},
		{"lod " + dir + "/gone.toml", 4, "gone.toml: no such file"},
		{"lod " + bad, 3, "entities[0].LodGroup.levels[1].screen_height: want a number below"},
	} {
		code, stdout, stderr := invoke(t, strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 || stdout != "" {
			t.Errorf("%s: exit code %d, %q, %q", test.args, code, stdout, stderr)
		}
	}
}

// TestLodAgrees holds the report's counts against those of a picture.
func TestLodAgrees(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	file := write(t, dir, "levels.toml", levelsScene)
	code, stdout, stderr := invoke(t, "render", file, "-o", dir, "--samples", "1", "--size", "64x32", "--json", "-q")
	var stats struct {
		Shots []shotStats `json:"shots"`
	}
	if err := json.Unmarshal([]byte(stdout), &stats); err != nil || code != 0 || len(stats.Shots) != 1 {
		t.Fatalf("exit code %d, %q: %v", code, stderr, err)
	}
	var want passes.Counters
	for _, g := range lodOf(t, file, "--size", "64x32").Groups {
		want.LODSelections += g.Picks.Selections
		want.LODCulled += g.Picks.Culled
		want.LODFading += g.Picks.Fading
		want.Triangles += g.Triangles
		for i, n := range g.Picks.Levels {
			for len(want.LODLevels) <= i {
				want.LODLevels = append(want.LODLevels, 0)
			}
			want.LODLevels[i] += n
		}
	}
	if want.LODCulled == 0 || want.LODFading == 0 || want.LODLevels[1] == 0 {
		t.Errorf("the scene shows too little: %+v", want)
	}
	if got := stats.Shots[0].Counters; got.LODSelections != want.LODSelections || got.LODCulled != want.LODCulled || got.LODFading != want.LODFading ||
		got.Triangles != want.Triangles || !slices.Equal(got.LODLevels, want.LODLevels) {
		t.Errorf("the picture counts %+v, the report %+v", got, want)
	}
}
