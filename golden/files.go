package golden

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// ErrMissing is what [Load] wraps when there is no golden picture: not a
// difference, but a picture that nobody has looked at yet.
var ErrMissing = errors.New("golden picture is missing")

// maxSide is the largest width and height of a picture that is read.
const maxSide = 16384

// Load reads a golden picture (PNG). A file that is not there gives an error
// that wraps [ErrMissing]; sizes are checked before pixels are allocated.
func Load(path string) (image.Image, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("golden: %s: %w", path, ErrMissing)
	}
	if err != nil {
		return nil, fmt.Errorf("golden: load: %w", err)
	}
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("golden: load %s: %w", path, err)
	}
	// A deflated byte makes at most 1032 plain ones, and a pixel needs at least a
	// bit, so a small file that declares a huge picture is refused here.
	if head.Width > maxSide || head.Height > maxSide || head.Width*head.Height/8 > 1032*len(data) {
		return nil, fmt.Errorf("golden: load %s: a file of %d bytes declares %dx%d pixels", path, len(data), head.Width, head.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("golden: load %s: %w", path, err)
	}
	return img, nil
}

// Save writes a golden picture (PNG) and the folders above it, whole or not at all.
func Save(path string, img image.Image) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("golden: save: %w", err)
	}
	return WriteFile(path, func(w io.Writer) error { return png.Encode(w, img) })
}

// WriteFailure leaves what a person needs to judge a difference: in dir, the
// files name.got.png, name.want.png and name.flip.png. A picture that is nil
// (no golden one, or no heat map because sizes differ) is not written, and the
// file that an earlier failure left under its name is removed, so that the three
// always belong together. The name may contain slashes and stays below dir.
func WriteFailure(dir, name string, got, want, heat image.Image) error {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return fmt.Errorf("golden: write failure: name %q leads out of the folder", name)
	}
	for _, f := range []struct {
		suffix string
		img    image.Image
	}{{".got.png", got}, {".want.png", want}, {".flip.png", heat}} {
		path := filepath.Join(dir, filepath.FromSlash(name)+f.suffix)
		if f.img == nil {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("golden: write failure: %w", err)
			}
			continue
		}
		if err := Save(path, f.img); err != nil {
			return err
		}
	}
	return nil
}

// WriteFile writes a file whole or not at all: into a temporary file in the same
// folder, which is synced and then renamed. After an error the folder is as it
// was. A link is followed, and what is not a plain file (a pipe, a device) is
// written directly, since renaming would replace it.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return fmt.Errorf("write %s: is a folder", path)
		}
		return writeDirectly(path, write)
	}
	f, err := createBeside(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close() // a second Close only reports that it is one
			os.Remove(f.Name())
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	// The file is in place; syncing its folder only makes that last through a
	// power failure, and some file systems cannot.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

func writeDirectly(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// createBeside opens a new file next to path. Unlike os.CreateTemp it leaves the
// permissions to the umask, because the file is renamed and stays.
func createBeside(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	if len(base) > 200 {
		base = base[:200] // with the suffix, a name has at most 255 bytes
	}
	for n := 0; ; n++ {
		name := filepath.Join(dir, "."+base+"."+strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(n)+".tmp")
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if errors.Is(err, fs.ErrExist) && n < 10000 {
			continue
		}
		return f, err
	}
}
