package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenerender/golden"
	"scenerender/scene"
)

// TestUnreadableGolden: an approved picture that is damaged fails alone, under its name.
func TestUnreadableGolden(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "a.toml", ballScene("#c04020"))
	approved := filepath.Join(dir, "approved pictures")
	if code, _, stderr := invoke(t, "golden", "update", scene, "--dir", approved, "-q"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	found, err := filepath.Glob(filepath.Join(approved, "*", "a-main.png"))
	if err != nil || len(found) != 1 {
		t.Fatalf("approved %q, %v", found, err)
	}
	for _, text := range []string{"", "version https://git-lfs.github.com/spec/v1\n"} {
		if err := os.WriteFile(found[0], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := invoke(t, "golden", "test", scene, "--dir", approved, "--json")
		var r goldenReport
		if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitDiffers {
			t.Fatalf("exit code %d, want %d; %v: %s", code, exitDiffers, err, stderr)
		}
		if r.Passed != 1 || r.Failed != 1 || r.Pictures[0].Verdict != "unreadable" || !r.Pictures[1].Passed || len(r.Pictures[0].Files) != 1 {
			t.Errorf("got %s", stdout)
		}
		for _, want := range []string{found[0], "scenerender golden update " + scene + " --dir '" + approved + "'"} {
			if !strings.Contains(r.Pictures[0].Detail, want) {
				t.Errorf("%q has no %q", r.Pictures[0].Detail, want)
			}
		}
	}
}

// TestGoldenFindsTwoPercent: a material that reflects 2 % more makes the pictures that show it fail
// under the default tolerance, and no others.
func TestGoldenFindsTwoPercent(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scenes, approved := filepath.Join(dir, "scenes"), filepath.Join(dir, "golden")
	ball := func(name string, scale float64) {
		color := fmt.Sprintf("[%g, %g, %g]", 0.5*scale, 0.2*scale, 0.1*scale)
		closer := strings.NewReplacer(`color = ""`, "color = "+color, "position = [0, 1, 3]", "position = [0, 0.7, 1.3]")
		write(t, scenes, name, closer.Replace(ballScene("")))
	}
	ball("a.toml", 1)
	ball("b.toml", 1)
	if code, _, stderr := invoke(t, "golden", "update", scenes, "--dir", approved, "--repeat", "1", "-q"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	ball("a.toml", 1.02)
	code, stdout, stderr := invoke(t, "golden", "test", scenes, "--dir", approved, "--repeat", "1", "--json")
	var r goldenReport
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitDiffers {
		t.Fatalf("exit code %d, want %d; %v: %s", code, exitDiffers, err, stderr)
	}
	limit := scene.DefaultShot().Golden
	for i, c := range r.Pictures {
		if i >= 2 {
			if c.Verdict != "equal" {
				t.Errorf("%s: %s", c.Golden, c.Verdict)
			}
			continue
		}
		if c.Verdict != "different" || c.Diff == nil || c.Diff.Drift <= limit.Drift || c.Diff.Share > limit.PixelShare {
			t.Errorf("%s: %s: %s", c.Golden, c.Verdict, c.Detail)
		}
	}
}

// TestGoldenIsAFolder: what cannot be replaced is the file system's mistake.
func TestGoldenIsAFolder(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "a.toml", ballScene("#c04020"))
	update := []string{"golden", "update", scene, "--dir", dir, "-q", "--repeat", "1"}
	invoke(t, update...)
	found, err := filepath.Glob(filepath.Join(dir, "*", "a-main.png"))
	if err != nil || len(found) != 1 {
		t.Fatalf("approved %q, %v", found, err)
	}
	if err := os.Remove(found[0]); err != nil {
		t.Fatal(err)
	}
	write(t, found[0], "x", "")
	if code, _, stderr := invoke(t, update...); code != exitIO || !strings.Contains(stderr, "a-main.png: is a folder") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestGoldenSaysThingsOnce: a scene that cannot be loaded, without and with a device.
func TestGoldenSaysThingsOnce(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scene := write(t, dir, "bad.toml", "format = 1\n")
	code, stdout, stderr := invoke(t, "golden", "test", scene, "--dir", filepath.Join(dir, "golden"))
	if code != exitInvalid || strings.Count(stdout+stderr, "bad.toml:1:10") != 1 || strings.Contains(stdout, "on  (") {
		t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
	}
	code, stdout, stderr = invoke(t, "golden", "test", scene, "--dir", dir, "--json", "--device", "7777")
	var r goldenReport
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitNoDevice || r.Error == nil || r.Error.Code != exitNoDevice {
		t.Errorf("exit code %d, %v: %s", code, err, stdout)
	}
	if !strings.HasPrefix(stderr, "scenerender: no device 7777; there ") {
		t.Errorf("got %q", stderr)
	}
}

// TestPruneArtifacts: --prune takes what a failure of a shot that is gone has left, and nothing else.
func TestPruneArtifacts(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	scenes, approved := filepath.Join(dir, "scenes"), filepath.Join(dir, "golden")
	write(t, dir, "scenes/a.toml", ballScene("#c04020"))
	b := write(t, dir, "scenes/b.toml", ballScene("#2040c0"))
	if code, _, stderr := invoke(t, "golden", "test", scenes, "--dir", approved, "--repeat", "1", "-q"); code != exitDiffers {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	failed, err := filepath.Glob(filepath.Join(approved, "failed", "*", "b-*.got.png"))
	if err != nil || len(failed) != 2 {
		t.Fatalf("artifacts %q, %v", failed, err)
	}
	kept := write(t, filepath.Dir(failed[0]), "notes.txt", "")
	if err := os.Remove(b); err != nil {
		t.Fatal(err)
	}
	// Pictures beside the families' folders are nobody's.
	other := write(t, approved, "other.png", "")
	code, stdout, stderr := invoke(t, "golden", "update", scenes, "--dir", approved, "--repeat", "1", "--prune")
	if code != 0 || strings.Count(stdout, "removed ") != 2 {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	for _, f := range failed {
		if _, err := os.Stat(f); err == nil {
			t.Errorf("%s is still there", f)
		}
	}
	for _, f := range []string{kept, other} {
		if _, err := os.Stat(f); err != nil {
			t.Error(err)
		}
	}
}

func TestExceeded(t *testing.T) {
	black, grey := image.NewNRGBA(image.Rect(0, 0, 8, 8)), image.NewNRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		black.SetNRGBA(i%8, i/8, color.NRGBA{A: 255})
		grey.SetNRGBA(i%8, i/8, color.NRGBA{90, 90, 90, 255})
	}
	r := golden.Compare(black, grey, golden.Tolerance{FLIPMean: 1e-9, FLIP99: 1, Reason: "a test"})
	if got := exceeded(r); !strings.HasPrefix(got, "; too much: FLIP mean ") || !strings.HasSuffix(got, " > 1e-09") {
		t.Errorf("got %q", got)
	}
	if got := exceeded(golden.Compare(black, grey, golden.Tolerance{})); got != "" {
		t.Errorf("without FLIP limits: %q", got)
	}
	for _, test := range []struct {
		a, b float64
		want string
	}{{0.5, 0.002, "0.5 > 0.002"}, {0.0020000004, 0.002, "0.0020000004 > 0.002"}, {1, 1, "1 > 1"}} {
		if got := greater(test.a, test.b); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{"a/b-1.toml": "a/b-1.toml", "my scenes": "'my scenes'", "it's": `'it'\''s'`, "$x": "'$x'", "": "''"} {
		if got := quoted(word); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}
