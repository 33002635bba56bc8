package loader

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"scenerender/loader/asset"
	"scenerender/loader/field"
	"scenerender/loader/ies"
	"scenerender/loader/radiance"
	"scenerender/loader/tree"
	"scenerender/scene"
)

// A library reads every file that a scene names, once each and side by side.
type library struct {
	root *os.Root
	dir  string // where in the root paths start, slash-separated

	bounds string // the root in words

	byKey map[bookKey]*book
	books []*book // in the order they were asked for
}

type bookKind uint8

const (
	modelBook bookKind = iota
	colorBook          // a picture in sRGB
	dataBook           // a linear picture
	radianceBook
	profileBook
)

type bookKey struct {
	kind bookKind
	name string
}

// A book is a file and what came of reading it.
type book struct {
	bookKey
	at *tree.Node // where it was first asked for; nil for a model that is the scene

	model    *asset.Asset
	image    *scene.Image
	panorama *scene.Panorama
	profile  *scene.Profile
	hash     [32]byte // of what is no model
	err      error
}

func newLibrary(root *os.Root, dir, bounds string) *library {
	return &library{root: root, dir: dir, bounds: bounds, byKey: map[bookKey]*book{}}
}

// ask registers a file, or says why its path cannot be used. A path that is not given has no book.
func (l *library) ask(kind bookKind, ref field.Ref) (*book, error) {
	if ref.Name == "" {
		return nil, errNotGiven
	}
	name, err := l.clean(ref.Name)
	if err != nil {
		return nil, err
	}
	if kind == modelBook && !isModelFile(name) {
		return nil, fmt.Errorf("want the path of a glTF file (.gltf or .glb), found %q", ref.Name)
	}
	key := bookKey{kind, name}
	if b := l.byKey[key]; b != nil {
		return b, nil
	}
	b := &book{bookKey: key, at: ref.At}
	l.byKey[key] = b
	l.books = append(l.books, b)
	return b, nil
}

var errNotGiven = errors.New("no path is given")

// clean turns a path of the scene file into one of the root.
func (l *library) clean(name string) (string, error) {
	switch {
	case strings.ContainsRune(name, '\\'):
		return "", fmt.Errorf(`want a path with "/" between its parts, found %q`, name)
	case strings.Contains(name, "://"):
		return "", fmt.Errorf("want a path relative to the scene file, not a URL, found %q", name)
	case strings.HasPrefix(name, "/"), filepath.IsAbs(name), len(name) > 1 && name[1] == ':':
		return "", fmt.Errorf("want a path relative to the scene file, found %q", name)
	case strings.ContainsRune(name, 0):
		return "", fmt.Errorf("want a path, found %q", name)
	}
	inRoot := path.Join(l.dir, name)
	if inRoot == ".." || strings.HasPrefix(inRoot, "../") {
		return "", fmt.Errorf("want a path within %s, found %q; --asset-root chooses another folder", l.bounds, name)
	}
	return inRoot, nil
}

// display is how a file of the root is named in messages.
func (l *library) display(name string) string {
	return filepath.Join(l.root.Name(), filepath.FromSlash(name))
}

// readAll reads what was asked for.
func (l *library) readAll() {
	var wg sync.WaitGroup
	next := make(chan *book)
	for range min(len(l.books), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for b := range next {
				l.read(b)
			}
		})
	}
	for _, b := range l.books {
		next <- b
	}
	close(next)
	wg.Wait()
}

func (l *library) read(b *book) {
	defer func() {
		// A decoder that panics on a bad file makes it a bad file, not a crash.
		if r := recover(); r != nil {
			b.err = fmt.Errorf("cannot be read: %v", r)
		}
	}()
	switch b.kind {
	case modelBook:
		b.model, b.err = asset.Open(l.root, b.name)
	case radianceBook:
		b.err = l.openHashed(b, func(r io.Reader) error {
			w, h, pix, err := radiance.Decode(r)
			b.panorama = &scene.Panorama{Name: b.name, Width: w, Height: h, Pix: pix}
			return err
		})
	case profileBook:
		b.err = l.openHashed(b, func(r io.Reader) error {
			p, err := ies.Decode(r)
			if err == nil {
				b.profile = profileOf(b.name, p)
			}
			return err
		})
	default:
		image, err := asset.OpenImage(l.root, b.name, b.kind == colorBook)
		if err != nil {
			b.err = err
			return
		}
		b.image = &image
		b.err = l.openHashed(b, func(io.Reader) error { return nil })
	}
}

// openHashed lets decode read a file and takes the hash of all of it.
func (l *library) openHashed(b *book, decode func(io.Reader) error) error {
	// Asked before opening, because opening a pipe waits for its other end.
	info, err := l.root.Stat(b.name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("is not a regular file")
	}
	f, err := l.root.Open(b.name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	r := bufio.NewReaderSize(io.TeeReader(f, h), 1<<18)
	if err := decode(r); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	h.Sum(b.hash[:0])
	return nil
}

// reason is why a file could not be used, without the path that the message says already.
func reason(err error) string {
	var at *fs.PathError
	_, invalid, isInvalid := strings.Cut(err.Error(), fs.ErrInvalid.Error()+": ")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case isInvalid:
		return invalid
	case strings.Contains(err.Error(), "path escapes"): // os.Root has no error value for it
		return "it leaves the asset root through a link"
	case errors.As(err, &at):
		return at.Err.Error()
	}
	return err.Error()
}

// neighbour is the file beside a missing one whose name is most like it.
func (l *library) neighbour(name string) (string, bool) {
	entries, err := fs.ReadDir(l.root.FS(), path.Dir(name))
	if err != nil {
		return "", false
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return field.Nearest(path.Base(name), names)
}

// contents lists the files that were read with their hashes, by name.
func (l *library) contents() (names []string, hashes map[string][32]byte) {
	hashes = map[string][32]byte{}
	for _, b := range l.books {
		if b.model == nil {
			hashes[b.name] = b.hash
			continue
		}
		for _, f := range b.model.Files {
			hashes[f.Name] = f.Hash
		}
	}
	return slices.Sorted(maps.Keys(hashes)), hashes
}

// paths are the files that were read, by name.
func (l *library) paths() []string {
	names, _ := l.contents()
	for i, name := range names {
		names[i] = l.display(name)
	}
	return names
}

// hash covers the text of the scene and every file that was read, by name.
func (l *library) hash(text [32]byte) [32]byte {
	names, hashes := l.contents()
	h := sha256.New()
	h.Write(text[:])
	for _, name := range names {
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(name)))
		h.Write(length[:])
		io.WriteString(h, name)
		sum := hashes[name]
		h.Write(sum[:])
	}
	return [32]byte(h.Sum(nil))
}
