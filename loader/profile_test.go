package loader

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenerender/scene"
)

// lampsWithProfiles loads lamps beside a photometric file.
func lampsWithProfiles(t *testing.T, profile string, lamps ...string) (*scene.Scene, error) {
	t.Helper()
	dir := t.TempDir()
	text := "format = \"scenerender\"\nversion = 1\n"
	for _, l := range lamps {
		text += "[[entities]]\n" + l + "\n"
	}
	for name, text := range map[string]string{"p.ies": profile, "s.toml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, _, err := Load(filepath.Join(dir, "s.toml"), Options{})
	if err == nil {
		checkScene(t, s)
	}
	return s, err
}

// evenProfile has 20 cd to all sides.
const evenProfile = "IESNA:LM-63-2002\nTILT=NONE\n1 -1 2 2 1 1 2 0 0 0\n1 1 0\n0 180\n0\n10 10\n"

// A profile has its own intensity, or that of the lamp; a spot with one has a cone only where it says so.
func TestProfiles(t *testing.T) {
	s, err := lampsWithProfiles(t, evenProfile, `PointLight3D = { profile = "p.ies" }`,
		`PointLight3D = { profile = "p.ies", power = 1000 }`, `PointLight3D = { profile = "p.ies", intensity = 7 }`,
		`SpotLight3D = { profile = "p.ies" }`, `SpotLight3D = { profile = "p.ies", outer_angle = 15, power = 1000 }`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{20, 1000 / (4 * math.Pi), 7, 20, 1000 / (4 * math.Pi)} {
		l := s.Entities[i].Point
		if l == nil {
			l = &s.Entities[i].Spot.PointLight
		}
		if l.Profile == nil || l.Profile != s.Entities[0].Point.Profile || math.Abs(float64(l.Intensity)-want) > 1e-4 {
			t.Errorf("lamp %d: %v cd with %v, want %v", i, l.Intensity, l.Profile, want)
		}
	}
	if a, b := s.Entities[3].Spot, s.Entities[4].Spot; a.Outer != math.Pi || b.Outer > 0.3 || b.Inner > b.Outer {
		t.Errorf("cones %v and %v", a, b)
	}
	if len(s.Files) != 2 {
		t.Errorf("files %v", s.Files)
	}
}

// What is wrong with a photometric file is told where a lamp names it.
func TestProfileMistakes(t *testing.T) {
	lamp := `PointLight3D = { profile = "p.ies" }`
	for _, c := range []struct{ profile, lamp, want string }{
		{strings.Replace(evenProfile, "10 10", "10 x", 1), lamp, `s.toml:4:28: entities[0].PointLight3D.profile: p.ies: line 7: want a candela value, a number, found "x"`},
		{strings.Replace(evenProfile, "10 10", "0 0", 1), lamp, `s.toml:4:28: entities[0].PointLight3D.profile: p.ies: all its intensities are 0`},
		{evenProfile, `SpotLight3D = { profile = "q.ies" }`, `s.toml:4:27: entities[0].SpotLight3D.profile: q.ies: no such file; did you mean "p.ies"?`},
		{evenProfile, `SpotLight3D = { profile = "../p.ies" }`, `s.toml:4:27: entities[0].SpotLight3D.profile: want a path within the scene's folder, found "../p.ies"; --asset-root chooses another folder`},
	} {
		_, err := lampsWithProfiles(t, c.profile, c.lamp)
		var invalid *Invalid
		if !errors.As(err, &invalid) || len(invalid.Problems) != 1 {
			t.Errorf("got %v, want %s", err, c.want)
			continue
		}
		p := invalid.Problems[0]
		dir := filepath.Dir(p.File) + string(filepath.Separator)
		if got := strings.ReplaceAll(p.String(), dir, ""); got != c.want {
			t.Errorf("\n got %s\nwant %s", got, c.want)
		}
	}
}
