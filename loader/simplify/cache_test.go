package simplify

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"scenerender/scene"
)

func TestCache(t *testing.T) {
	p := everything(torus(40, 20))
	p.Material = 2
	o := DefaultOptions()
	want, err := Levels(p, o)
	if err != nil || len(want) == 0 {
		t.Fatal(len(want), err)
	}
	c := Cache{Dir: filepath.Join(t.TempDir(), "a", "b"), Warn: func(err error) { t.Error(err) }}
	ask := func(when string) {
		t.Helper()
		got, err := c.Levels(p, o)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: other levels: %v", when, err)
		}
	}
	files := func() []string {
		list, _ := filepath.Glob(filepath.Join(c.Dir, "*"))
		hidden, _ := filepath.Glob(filepath.Join(c.Dir, ".levels-*"))
		return append(list, hidden...)
	}
	ask("empty")
	if n := len(files()); n != 1 {
		t.Fatalf("%d files", n)
	}
	path := files()[0]
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	// What the file says is what comes back: so it is read.
	steps, err := decode(good, [32]byte(good[len(magic):]), []*scene.Primitive{p})
	if err != nil {
		t.Fatal(err)
	}
	steps[0].Error = 77
	if err := os.WriteFile(path, encode(steps, [32]byte(good[len(magic):])), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Levels(p, o); err != nil || got[0].Error != 77 {
		t.Errorf("the file was not read: %v", err)
	}

	for name, data := range map[string][]byte{
		"empty file": {}, "half": good[:len(good)/2], "one byte less": good[:len(good)-1], "header": good[:header],
		"one byte more": append(append([]byte{}, good...), 0), "a bit": flip(good, len(good)-3), "another key": flip(good, len(magic)+1),
		"another format": flip(good, 7),
	} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		ask(name)
		if now, _ := os.ReadFile(path); !reflect.DeepEqual(now, good) {
			t.Errorf("%s: the file was not mended", name)
		}
	}

	// A material is no part of the geometry; anything else is.
	q := *p
	q.Material = 5
	if got, err := c.Levels(&q, o); err != nil || got[0].Primitive.Material != 5 || len(files()) != 1 {
		t.Errorf("another material: %d files, %v", len(files()), err)
	}
	for i, change := range []func(p *scene.Primitive, o *Options){
		func(p *scene.Primitive, o *Options) { p.Positions[7][0] += 1e-6 },
		func(p *scene.Primitive, o *Options) { p.Normals[7][0] += 1e-6 },
		func(p *scene.Primitive, o *Options) { p.Tangents[7][3] = 1 },
		func(p *scene.Primitive, o *Options) { p.UV0[7][0] += 1e-6 },
		func(p *scene.Primitive, o *Options) { p.UV1[7][0] += 1e-3 },
		func(p *scene.Primitive, o *Options) { p.Colors[7][0] = 0 },
		func(p *scene.Primitive, o *Options) { p.Colors = nil },
		func(p *scene.Primitive, o *Options) { p.Indices = p.Indices[3:] },
		func(p *scene.Primitive, o *Options) { o.Levels = 2 },
		func(p *scene.Primitive, o *Options) { o.Ratio = 0.4 },
		func(p *scene.Primitive, o *Options) { o.MaxError = 0.04 },
		func(p *scene.Primitive, o *Options) { o.MaxColor = 0.5 },
		func(p *scene.Primitive, o *Options) { o.MaxNormal = 80 },
		func(p *scene.Primitive, o *Options) { o.MaxSlide = 0.3 },
	} {
		q, options := everything(torus(40, 20)), o
		change(q, &options)
		if _, err := c.Levels(q, options); err != nil {
			t.Fatal(err)
		}
		if n := len(files()); n != i+2 {
			t.Errorf("after change %d: %d files", i, n)
		}
	}
	list := []*scene.Primitive{p}
	if key("one", list, o) == key("two", list, o) {
		t.Error("another library has the same key")
	}
}

func flip(data []byte, at int) []byte {
	data = append([]byte{}, data...)
	data[at] ^= 4
	return data
}

func TestCacheOfNothing(t *testing.T) {
	c := Cache{Dir: t.TempDir(), Warn: func(err error) { t.Error(err) }}
	for range 2 {
		if levels, err := c.Levels(&scene.Primitive{}, DefaultOptions()); err != nil || len(levels) != 0 {
			t.Error(len(levels), err)
		}
	}
}

// TestCacheUnwritable: levels come even where nothing can be kept.
func TestCacheUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var heard []error
	c := Cache{Dir: filepath.Join(file, "below"), Warn: func(err error) { heard = append(heard, err) }}
	m := &scene.Mesh{Name: "ring", Primitives: []scene.Primitive{*torus(20, 10)}}
	levels, err := c.MeshLevels(m, DefaultOptions())
	if err != nil || len(levels) == 0 || len(heard) != 1 || !strings.Contains(heard[0].Error(), "file") {
		t.Errorf("%d levels, %v, heard %v", len(levels), err, heard)
	}
}

func TestCacheShared(t *testing.T) {
	c := Cache{Dir: t.TempDir(), Warn: func(err error) { t.Error(err) }}
	p := torus(30, 20)
	want, err := Levels(p, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 3 {
				if got, err := c.Levels(p, DefaultOptions()); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("other levels: %v", err)
				}
			}
		})
	}
	all.Wait()
}

// FuzzDecode: even a file with a right checksum cannot make levels that its primitive does not hold.
func FuzzDecode(f *testing.F) {
	p := &scene.Primitive{Positions: torus(3, 3).Positions}
	var k [sha256.Size]byte
	f.Add(encode([]step{{Deviation{Error: 1}, []part{{[]uint32{3, 1, 2}, []uint32{0, 1, 2}}}}}, k)[header:])
	f.Add([]byte{1, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, body []byte) {
		data := encode(nil, k)
		data = append(data[:header], body...)
		sum := sha256.Sum256(body)
		copy(data[header-sha256.Size:], sum[:])
		steps, err := decode(data, k, []*scene.Primitive{p})
		if err != nil {
			return
		}
		for _, s := range steps {
			q := s.parts[0].take(p)
			if err := checkPrimitive(&q); err != nil {
				t.Fatal(err)
			}
		}
	})
}
