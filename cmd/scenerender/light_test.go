package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"scenerender/scene"
)

// lampsScene has a white floor seen from above, a lamp of 100 cd 2 m over its middle, one that is much too
// weak, a bright beam that a box keeps from the middle, and a dim sky.
const lampsScene = `format = "scenerender"
version = 1
render = { size = [200, 100], tonemap = "none" }
camera = { position = [0, 4, 0.001], look_at = [0, 0, 0] }
sky.color = [0.1, 0.1, 0.1]
exposure = { ev100 = 2, compensation = 1 }
[meshes]
floor.plane = { size = [20, 20] }
[[entities]]
name = "floor"
Model.mesh = "floor"
[[entities]]
name = "lamp"
Transform3D.position = [0, 2, 0]
PointLight3D.intensity = 100
[[entities]]
name = "spark"
Transform3D.position = [0, 1, 0]
PointLight3D = { power = 0.001, temperature = 1800 }
[[entities]]
name = "box"
Transform3D.position = [2, 1, 0]
Model.mesh = "box"
[[entities]]
name = "beam"
Transform3D = { position = [4, 2, 0], look_at = [0, 0, 0] }
SpotLight3D.power = 1e6
`

func lightOf(t *testing.T, args ...string) lightReport {
	t.Helper()
	return reportOf[lightReport](t, append([]string{"light"}, args...)...)
}

func TestLightReport(t *testing.T) {
	file := write(t, t.TempDir(), "lamps.toml", lampsScene)
	r := lightOf(t, file)
	if r.At.From != "middle" || *r.At.Name != "floor" || *r.At.Entity != 0 || math.Abs(float64(r.At.Distance)-4) > 1e-3 || *r.At.Pixel != [2]float32{100, 50} {
		t.Errorf("at %+v", r.At)
	}
	if r.Exposure.EV100 != 1 || r.Exposure.Compensation != 1 || r.Exposure.Metered || r.Tonemap != "none" || len(r.Lights) != 4 {
		t.Fatalf("got %+v", r)
	}
	about(t, "factor", &r.Exposure.Factor, 0.5/1.2)
	sky, lamp, spark, beam := r.Lights[0], r.Lights[1], r.Lights[2], r.Lights[3]
	// A sky of 0.1 cd/m² gives π times that.
	about(t, "sky", &sky.Lit, 0.1*math.Pi)
	if sky.Kind != "sky" || sky.Entity != nil || sky.Distance != nil || sky.Unit != "cd/m²" {
		t.Errorf("sky %+v", sky)
	}
	// 100 cd at 2 m are 25 lx, which grey of 0.18 turns into 25·0.18/π cd/m².
	about(t, "lamp", &lamp.Lit, 25)
	about(t, "power", &lamp.Amount, 400*math.Pi)
	about(t, "grey", &lamp.Grey, 25*0.18/math.Pi*0.5/1.2)
	about(t, "needed", lamp.Needed, 400*math.Pi*0.18/(25*0.18/math.Pi*0.5/1.2))
	about(t, "distance", lamp.Distance, 2)
	if *lamp.Entity != 1 || lamp.Name != "lamp" || lamp.Here != "lit" || lamp.Verdict != "visible" || lamp.Blocker != nil {
		t.Errorf("lamp %+v", lamp)
	}
	// A temperature tints and does not dim.
	about(t, "spark", &spark.Lit, 0.001/(4*math.Pi))
	if spark.Verdict != "invisible" {
		t.Errorf("spark %+v", spark)
	}
	if beam.Here != "in shadow" || *beam.Blocker != "box" || beam.Lit != 0 || beam.Verdict != "clips" {
		t.Errorf("beam %+v", beam)
	}
	about(t, "facing", &beam.Facing, 1e6/(4*math.Pi*20))
	about(t, "total", &r.Total.Lit, 25+0.1*math.Pi+0.001/(4*math.Pi))
	about(t, "meter", r.Total.Meter, math.Log2(float64(r.Total.Lit)/2.5))

	// Beside the box, facing the beam.
	r = lightOf(t, file, "--at", "3,1.5,0", "--normal", "2,1,0", "--tonemap", "agx")
	if r.At.From != "point" || r.At.Entity != nil || r.Tonemap != "agx" || r.Lights[3].Here != "lit" {
		t.Errorf("got %+v", r)
	}
	about(t, "beam from nearby", &r.Lights[3].Lit, 1e6/(4*math.Pi*1.25))
	// The top left corner sees the floor to the left (-X) and up (-Z).
	r = lightOf(t, file, "--pixel", "0,0")
	if r.At.From != "pixel" || r.At.Point[0] > -3 || r.At.Point[2] > -1 {
		t.Errorf("got %+v", r.At)
	}
}

// What a light needs is what makes it read as 0.18.
func TestLightReportIsTrue(t *testing.T) {
	dir := t.TempDir()
	lamp := lightOf(t, write(t, dir, "a.toml", lampsScene)).Lights[1]
	text, _ := json.Marshal(*lamp.Needed)
	again := strings.Replace(lampsScene, "PointLight3D.intensity = 100", "PointLight3D.power = "+string(text), 1)
	about(t, "grey", &lightOf(t, write(t, dir, "b.toml", again)).Lights[1].Grey, 0.18)
}

func TestLightText(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr := invoke(t, "light", write(t, dir, "lamps.toml", lampsScene))
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %q", code, stderr)
	}
	for _, want := range []string{
		"lamps.toml: shot main, camera main, 200x100, tone curve none\n",
		"\npoint: (0, 0, 0), 4 m from the camera, on floor (the middle of the picture), facing (0, 1, 0)\n",
		"\nexposure: EV100 1.00, from the file's ev100 with a compensation of +1; 2.4 cd/m² reads as 1\n\n",
		"  light  kind   amount                 away  facing lx  here lx ",
		"\n  lamp   point  1257 lm (100 cd)       2     25         25 ",
		"visible\n", "invisible\n", "clips, but in the shadow of box\n",
		"\n\na meter at the point says EV100 3.34: the picture is exposed for 1.34 stops less light than there is here\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if _, stdout, _ = invoke(t, "light", write(t, dir, "dark.toml", "format = 'scenerender'\nversion = 1\n[[entities]]\nModel.mesh = 'box'\n")); !strings.Contains(stdout, "\nnothing gives light in this scene\n") {
		t.Errorf("in the dark:\n%s", stdout)
	}
	if _, stdout, _ = invoke(t, "light", write(t, dir, "metered.toml", strings.Replace(lampsScene, "ev100 = 2", "metered = {}", 1))); !strings.Contains(stdout, ", from a meter on what the camera sees with a compensation of +1;") {
		t.Errorf("metered:\n%s", stdout)
	}
}

// A shot's own exposure is the one that counts.
func TestLightReportOfShot(t *testing.T) {
	shots := "shots = [{ name = 'a' }, { name = 'b', exposure.ev100 = 7 }, { name = 'c', exposure = { metered = {}, compensation = -2 } }]\n"
	file := write(t, t.TempDir(), "shots.toml", strings.Replace(lampsScene, "sky.color", shots+"sky.color", 1))
	for _, c := range []struct {
		shot string
		want lightExposure
	}{{"a", lightExposure{EV100: 1, Compensation: 1}}, {"b", lightExposure{EV100: 7}}, {"c", lightExposure{Compensation: -2, Metered: true}}} {
		got := lightOf(t, file, "--shot", c.shot).Exposure
		if !c.want.Metered && got.EV100 != c.want.EV100 || got.Compensation != c.want.Compensation || got.Metered != c.want.Metered {
			t.Errorf("%s: got %+v", c.shot, got)
		}
	}
}

// The brightest comes first, and of many lamps out of reach only how many there are.
func TestLightRows(t *testing.T) {
	r := lightReport{}
	for i := range 40 {
		l := lightAt{Here: scene.LightOutside.String()}
		if i%10 == 3 {
			l = lightAt{Here: scene.LightReaches.String(), Lit: float32(i)}
		}
		r.Lights = append(r.Lights, l)
	}
	if rows, more := r.rows(); more != 36 || len(rows) != 4 || rows[0].Lit != 33 || rows[3].Lit != 3 {
		t.Errorf("%d rows, %d more", len(rows), more)
	}
	r.Lights = r.Lights[:4]
	if rows, more := r.rows(); more != 0 || len(rows) != 4 || rows[0].Lit != 3 {
		t.Errorf("%d rows, %d more", len(rows), more)
	}
}

func TestLightMistakes(t *testing.T) {
	file := write(t, t.TempDir(), "lamps.toml", lampsScene)
	empty := write(t, t.TempDir(), "empty.toml", "format = 'scenerender'\nversion = 1\nsky.color = 5\n")
	for _, c := range []struct {
		args string
		want string
	}{
		{file + " --at 1,2", "want x,y,z in numbers"},
		{file + " --at 1,2,NaN", "want x,y,z in numbers"},
		{file + " --pixel 1,a", "want x,y in numbers"},
		{file + " --normal 0,1,0", "--normal needs --at"},
		{file + " --at 0,0,0 --normal 0,0,0", "want a direction with a length"},
		{file + " --at 0,0,0 --pixel 0,0", "exclude each other"},
		{file + " --pixel 200.5,0", "want a place in the picture of 200x100"},
		{file + " --shot other", `no shot "other"`},
		{file + " --tonemap filmic", `"filmic" is not one of`},
		{empty, "sees no surface"},
		{empty + " --pixel 0,0", "no surface is seen at 0,0"},
		{"", "exactly one SCENE"},
	} {
		code, stdout, stderr := invoke(t, append([]string{"light"}, strings.Fields(c.args)...)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, %q; want %q", c.args, code, stderr, c.want)
		}
	}
}

func TestShort(t *testing.T) {
	for x, want := range map[float32]string{0: "0", 800: "800", 1234.5: "1234", 31.83: "31.8", 0.04: "0.04", 0.00012: "0.00012", 1e8: "1e+08", 99.97: "100", 671008: "671008"} {
		if got := short(x); got != want {
			t.Errorf("short(%g) = %q, want %q", x, got, want)
		}
	}
}
