package loader

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A shot says of the sun what is its own, and has the rest of the scene's.
func TestShotSun(t *testing.T) {
	s := load(t, write(t, "scene.toml", small(
		"azimuth = 90", "elevation = 30", "lux = 5000", "shadows = false",
		`[[shots]]`, `name = "as it is"`,
		`[[shots]]`, `name = "noon"`, `sun = { azimuth = 180, elevation = 90 }`,
		`[[shots]]`, `name = "dim"`, `sun = { lux = 3 }`,
		`[[shots]]`, `name = "straight"`, `sun.direction = [0, -2, 0]`)))
	of := func(shot int) scene.Sun { return s.LightingOf(&s.Shots[shot]).Sun }
	if of(0) != *s.Sun {
		t.Errorf("a shot that says nothing has %+v", of(0))
	}
	for i, want := range []mgl32.Vec3{{-0.8660254, -0.5, 0}, {0, -1, 0}, {-0.8660254, -0.5, 0}, {0, -1, 0}} {
		if d := of(i).Direction; !near(d, want) {
			t.Errorf("shot %d: light travels %v, want %v", i, d, want)
		}
		if of(i).Shadows {
			t.Errorf("shot %d has shadows", i)
		}
	}
	if a, b := of(1).Illuminance, of(2).Illuminance; a != 5000 || b != 3 {
		t.Errorf("%v and %v lx", a, b)
	}
}

// A shot may have a sun where the scene has none.
func TestShotSunAlone(t *testing.T) {
	s := load(t, write(t, "scene.toml", "format = \"scenerender\"\nversion = 1\nsky.color = 5\n"+
		"shots = [{ name = \"night\" }, { name = \"day\", sun = { azimuth = 90, elevation = 0 } }]\n"))
	if l := s.LightingOf(&s.Shots[0]); l.Sun.Shines() || l.Light.Shines() {
		t.Errorf("at night %+v", l.Sun)
	}
	if l := s.LightingOf(&s.Shots[1]); !near(l.Light.Direction, mgl32.Vec3{-1, 0, 0}) || l.Light.Illuminance != 100_000 {
		t.Errorf("by day %+v", l.Light)
	}
}

// A date, a clock and a place say where the sun stands: as strings, as TOML's own dates and in hours.
func TestSunByDate(t *testing.T) {
	place := []string{"latitude = 48.137", "longitude = 11.575", "utc_offset = 2"}
	want := scene.Moment{JulianDay: scene.JulianDay(2026, 6, 21+12.5/24), Latitude: 48.137 * math.Pi / 180, Longitude: 11.575 * math.Pi / 180}
	for _, when := range [][]string{
		{`date = "2026-06-21"`, `time = "14:30"`}, {`date = 2026-06-21`, `time = 14:30:00`}, {`date = "2026-06-21"`, `time = 14.5`},
	} {
		s := load(t, write(t, "scene.toml", small(append(when, place...)...)))
		if m := s.Sun.Moment; math.Abs(m.JulianDay-want.JulianDay) > 1e-8 || math.Abs(m.Latitude-want.Latitude) > 1e-9 || math.Abs(m.Longitude-want.Longitude) > 1e-9 {
			t.Errorf("%v: %+v, want %+v", when, m, want)
		}
		if !near(s.Sun.Direction, want.SunTowards().Mul(-1)) {
			t.Errorf("%v: light travels %v", when, s.Sun.Direction)
		}
	}
	// The offset may reach over midnight: 01:00 at +2 is 23:00 of the day before.
	s := load(t, write(t, "scene.toml", small(append([]string{`date = "2026-03-01"`, `time = "01:00"`}, place...)...)))
	if got, want := s.Sun.Moment.JulianDay, scene.JulianDay(2026, 2, 28+23.0/24); math.Abs(got-want) > 1e-8 {
		t.Errorf("Julian day %v, want %v", got, want)
	}
	// Without a time it is noon.
	s = load(t, write(t, "scene.toml", small(append([]string{`date = "2026-03-01"`}, place...)...)))
	if got, want := s.Sun.Moment.JulianDay, scene.JulianDay(2026, 3, 1+10.0/24); math.Abs(got-want) > 1e-8 {
		t.Errorf("Julian day %v, want %v", got, want)
	}
}

// Shots of one day.
func TestShotTimes(t *testing.T) {
	s := load(t, write(t, "scene.toml", small(`date = "2026-06-21"`, `time = "12:00"`, "latitude = 50", "longitude = 0",
		`[sky]`, `color = 1`, `night = {}`,
		`[[shots]]`, `name = "noon"`,
		`[[shots]]`, `name = "dawn"`, `sun.time = "03:00"`,
		`[[shots]]`, `name = "winter"`, `sun = { date = "2026-12-21", lux = 7 }`,
		`[[shots]]`, `name = "elsewhere"`, `sun = { azimuth = 0, elevation = 80 }`)))
	place := func(day float64, month int) scene.Moment {
		return scene.Moment{JulianDay: scene.JulianDay(2026, month, day), Latitude: 50 * math.Pi / 180}
	}
	for i, m := range []scene.Moment{place(21.5, 6), place(21.125, 6), place(21.5, 12)} {
		l := s.LightingOf(&s.Shots[i])
		if !near(l.Sun.Direction, m.SunTowards().Mul(-1)) {
			t.Errorf("shot %d: light travels %v", i, l.Sun.Direction)
		}
		if dark := m.SunTowards()[1] < 0; dark && l.Night.Turn != m.WorldFromEquatorial() || !dark && l.Night != (scene.Night{}) {
			t.Errorf("shot %d: the stars are turned by %v", i, l.Night.Turn)
		}
		if !l.Moon.Shines() {
			t.Errorf("shot %d has no moon", i)
		}
	}
	if l := s.LightingOf(&s.Shots[2]); l.Sun.Illuminance != 7 {
		t.Errorf("%v lx", l.Sun.Illuminance)
	}
	if l := s.LightingOf(&s.Shots[3]); l.Sun.Moment.Given() || !near(l.Sun.Direction, mgl32.Vec3{0, -0.9848078, 0.17364818}) {
		t.Errorf("%+v", l.Sun)
	}
}

// A moon stands where the file says, or where it stands at the sun's date, and is as full as the sun or the file says.
func TestMoon(t *testing.T) {
	s := load(t, write(t, "scene.toml", small("azimuth = 0", "elevation = -30",
		`[moon]`, `azimuth = 180`, `elevation = 30`, `lux = 0.2`)))
	l := s.LightingOf(&s.Shots[0])
	if !near(l.Moon.Direction, mgl32.Vec3{0, -0.5, -0.8660254}) || l.Moon.IlluminatedShare() < 0.9999 || l.Moon.Full != 0.2 {
		t.Errorf("%+v", l.Moon)
	}
	// It outshines a sun that has set.
	if l.Light.Direction != l.Moon.Direction || !l.Light.Shadows {
		t.Errorf("light of %+v", l.Light)
	}
	s = load(t, write(t, "scene.toml", small("azimuth = 0", "elevation = 30", `[moon]`, `azimuth = 180`, `elevation = 30`, `lit = 0.25`)))
	l = s.LightingOf(&s.Shots[0])
	if share := l.Moon.IlluminatedShare(); math.Abs(share-0.25) > 1e-5 || l.Light != l.Sun {
		t.Errorf("share %v, light of %+v", share, l.Light)
	}
	if said := messages(t, write(t, "scene.toml", small("azimuth = 0", "elevation = 30", `[moon]`, `lit = 1`))); !strings.Contains(said, `scene.toml:6:2: moon: want "azimuth" and "elevation"`) {
		t.Error(said)
	}
	if said := messages(t, write(t, "scene.toml", small("azimuth = 0", "elevation = 30", `[[shots]]`, `name = "a"`, `sun.time = 3`))); !strings.Contains(said, `"time" needs a sun of the scene with "date"`) {
		t.Error(said)
	}
}

// A picture's own sun lights the scene where that has none, and the picture is left without it.
func TestSunOfPicture(t *testing.T) {
	const width, height = 128, 64
	text := []byte("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 64 +X 128\n")
	for y := range height {
		for x := range width {
			pixel := []byte{128, 128, 128, 128} // 0.5
			if x == 96 && y == 16 {             // due east, 45 degrees up
				pixel = []byte{128, 128, 128, 140} // 2048
			}
			text = append(text, pixel...)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sky.hdr"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	scenes := func(lines string) *scene.Scene {
		path := filepath.Join(dir, "scene.toml")
		if err := os.WriteFile(path, []byte("format = \"scenerender\"\nversion = 1\n"+lines), 0o644); err != nil {
			t.Fatal(err)
		}
		return load(t, path)
	}
	s := scenes(`sky.hdri = { file = "sky.hdr", scale = 100 }`)
	if s.Sun == nil || !s.Sky.Disc || !s.Sun.Shadows {
		t.Fatalf("sun %+v", s.Sun)
	}
	if d := s.Sun.Direction; d.Sub(mgl32.Vec3{-0.7071, -0.7071, 0}).Len() > 0.05 {
		t.Errorf("light travels %v", d)
	}
	// One pixel of 2.8° by 2.8°, times the sine of 46.4°, 2047.5 above its rim.
	want := 100 * 2047.5 * math.Pow(math.Pi/height, 2) * math.Sin(16.5/height*math.Pi)
	if e := float64(s.Sun.Illuminance); math.Abs(e/want-1) > 0.001 {
		t.Errorf("%v lx, want %v", e, want)
	}
	for i, x := range s.Sky.HDRI.Pix {
		if x != 0.5 {
			t.Fatalf("number %d is %v", i, x)
		}
	}
	for _, lines := range []string{`sky.hdri = { file = "sky.hdr", scale = 100, sun = "keep" }`, "sky.hdri = { file = \"sky.hdr\", scale = 100 }\n[sun]\nlux = 7"} {
		s := scenes(lines)
		if s.Sky.Disc || s.Sky.HDRI.Pix[3*(16*width+96)] != 2048 || s.Sun != nil && s.Sun.Illuminance != 7 {
			t.Errorf("%s: the sun is taken out", lines)
		}
	}
}
