package golden

import (
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestLoadAndSave(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lavapipe", "hall.png")
	if _, err := Load(path); !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "hall.png") {
		t.Errorf("missing: %v", err)
	}
	img := noise(5, 9, 7)
	for range 2 { // the second time it replaces
		if err := Save(path, img); err != nil {
			t.Fatal(err)
		}
		back, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if r := Compare(back, img, Tolerance{}); r.Verdict != Equal {
			t.Errorf("comes back %v", r)
		}
	}
	onlyFiles(t, filepath.Dir(path), "hall.png")

	bad := filepath.Join(dir, "bad.png")
	data, _ := os.ReadFile(path)
	for name, content := range map[string][]byte{
		"empty":     nil,
		"text":      []byte("not a picture"),
		"truncated": data[:len(data)/2],
		// Signature and header of a PNG that declares 60000 x 60000.
		"huge": []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\xea\x60\x00\x00\xea\x60\x08\x06\x00\x00\x00\x6c\xfb\x89\xcc"),
	} {
		if err := os.WriteFile(bad, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(bad); err == nil || errors.Is(err, ErrMissing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !reflect.DeepEqual(got, append([]string{}, want...)) {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

func TestWriteFailure(t *testing.T) {
	dir := t.TempDir()
	got, want, heat := noise(1, 3, 3), noise(2, 3, 3), noise(3, 3, 3)
	if err := WriteFailure(dir, "hall/noon", got, want, heat); err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "hall")
	onlyFiles(t, sub, "noon.flip.png", "noon.got.png", "noon.want.png")
	for suffix, img := range map[string]image.Image{"got": got, "want": want, "flip": heat} {
		back, err := Load(filepath.Join(sub, "noon."+suffix+".png"))
		if err != nil || Hash(back) != Hash(img) {
			t.Errorf("%s holds another picture (%v)", suffix, err)
		}
	}
	// A later failure without a golden picture leaves nothing of the earlier one.
	if err := WriteFailure(dir, "hall/noon", got, nil, nil); err != nil {
		t.Fatal(err)
	}
	onlyFiles(t, sub, "noon.got.png")
	for _, name := range []string{"../out", "/etc/out", ""} {
		if err := WriteFailure(dir, name, got, want, heat); err == nil {
			t.Errorf("name %q: no error", name)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	if err := WriteFile(path, text("one")); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("disk on fire")
	err := WriteFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return cause
	})
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "a.txt") {
		t.Errorf("failure: %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "one" {
		t.Errorf("after a failure the file holds %q", data)
	}
	onlyFiles(t, dir, "a.txt")

	link := filepath.Join(dir, "link.txt")
	if err := os.Symlink("a.txt", link); err == nil {
		if err := WriteFile(link, text("two")); err != nil {
			t.Fatal(err)
		}
		if data, _ := os.ReadFile(path); string(data) != "two" {
			t.Errorf("the link's target holds %q", data)
		}
		if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 {
			t.Error("the link was replaced")
		}
	}
	if err := WriteFile(dir, text("x")); err == nil {
		t.Error("a folder: no error")
	}
	if err := WriteFile(filepath.Join(dir, "none", "b.txt"), text("x")); err == nil {
		t.Error("a folder that is not there: no error")
	}
	long := filepath.Join(dir, strings.Repeat("n", 250))
	if err := WriteFile(long, text("x")); err != nil {
		t.Errorf("a long name: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err == nil && info.Mode()&os.ModeDevice != 0 {
		if err := WriteFile(os.DevNull, text("x")); err != nil {
			t.Errorf("a device: %v", err)
		}
		if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
			t.Fatal("the device was replaced")
		}
	}
}
