package asset

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// files reads from one root, hashes what it reads and remembers it.
type files struct {
	root *os.Root

	mu   sync.Mutex
	seen map[string]*file
	wg   sync.WaitGroup
	main string // the first name read
}

type file struct {
	once sync.Once
	data []byte
	err  error
	hash [32]byte
}

// read returns a file's bytes, which are shared by all who ask for the same name. It may be
// called from several goroutines.
func (f *files) read(name string, limit int64) ([]byte, error) {
	f.mu.Lock()
	if f.seen == nil {
		f.seen, f.main = map[string]*file{}, name
	}
	entry := f.seen[name]
	if entry == nil {
		entry = &file{}
		f.seen[name] = entry
	}
	f.mu.Unlock()
	entry.once.Do(func() {
		entry.data, entry.err = readFile(f.root, name, limit)
		if entry.err == nil {
			f.wg.Go(func() { entry.hash = hashOf(entry.data) })
		}
	})
	return entry.data, entry.err
}

// list returns the files that could be read, the first one first and the rest by name.
func (f *files) list() []File {
	f.wg.Wait()
	var list []File
	for name, entry := range f.seen {
		if entry.err == nil {
			list = append(list, File{Name: name, Hash: entry.hash})
		}
	}
	slices.SortFunc(list, func(a, b File) int {
		if a.Name == f.main || b.Name == f.main {
			if a.Name == f.main {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}

// asked lists all that was to be read, by name.
func (f *files) asked() []string { return slices.Sorted(maps.Keys(f.seen)) }

func readFile(root *os.Root, name string, limit int64) ([]byte, error) {
	// Asked before opening, because opening a pipe waits for its other end.
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, bare(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("read %s: %w: not a regular file", name, fs.ErrInvalid)
	case info.Size() > limit:
		return nil, fmt.Errorf("read %s: %w: %d bytes, more than %d", name, fs.ErrInvalid, info.Size(), limit)
	}
	h, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, bare(err))
	}
	defer h.Close()
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(h, data); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, bare(err))
	}
	return data, nil
}

// bare takes the operation and path out of an error that is about to get better ones.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

var (
	errScheme   = errors.New("only relative paths and data URIs are read")
	errAbsolute = errors.New("is an absolute path, must be relative to the file")
	errOutside  = errors.New("leaves the folder that may be read")
)

// checkURI says what is wrong with the URI itself, wherever it points.
func checkURI(uri string) error {
	if isData(uri) {
		_, err := decodeData(uri)
		return err
	}
	if _, err := url.Parse(uri); err != nil {
		var e *url.Error
		if errors.As(err, &e) {
			err = e.Err
		}
		return fmt.Errorf("is not a valid URI: %w", err)
	}
	return nil
}

// resolveURI returns the slash-separated name, relative to the root, of what a file in folder
// dir refers to.
func resolveURI(dir, uri string) (string, error) {
	if err := checkURI(uri); err != nil {
		return "", err
	}
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "" || u.Host != "" {
		return "", errScheme
	}
	// What url calls query and fragment are odd but legal parts of a file name.
	name, err := url.PathUnescape(uri)
	if err != nil {
		return "", err
	}
	name = strings.ReplaceAll(name, "\\", "/")
	if strings.HasPrefix(name, "/") || (len(name) > 1 && name[1] == ':') {
		return "", errAbsolute
	}
	name = path.Join(dir, name)
	if !fs.ValidPath(name) || name == "." || strings.ContainsRune(name, 0) {
		return "", errOutside
	}
	return name, nil
}

func isData(uri string) bool {
	return len(uri) >= 5 && strings.EqualFold(uri[:5], "data:")
}

// decodeData returns the bytes of a data URI (RFC 2397).
func decodeData(uri string) ([]byte, error) {
	head, body, ok := strings.Cut(uri[len("data:"):], ",")
	if !ok {
		return nil, errors.New("is a data URI without a comma")
	}
	if strings.HasSuffix(head, ";base64") {
		data, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return nil, fmt.Errorf("is a data URI with invalid base64: %w", err)
		}
		return data, nil
	}
	text, err := url.PathUnescape(body)
	if err != nil {
		return nil, fmt.Errorf("is an invalid data URI: %w", err)
	}
	return []byte(text), nil
}

// shorten makes a URI fit for a message.
func shorten(uri string) string {
	if len(uri) > 60 {
		return uri[:60] + "..."
	}
	return uri
}
