package simplify

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"os"
	"path/filepath"

	"scenerender/scene"
)

// A Cache keeps levels in files, one for each mesh and options. The same mesh under another
// library or version of this package has another file, and a file that is damaged is written anew.
// Any number of goroutines and processes may share a folder.
type Cache struct {
	Dir string // made where it is missing; "" keeps nothing
	// Warn, where it is not nil, hears why a file could not be written: levels are returned all the same.
	Warn func(error)
}

// Levels is Levels through the cache.
func (c Cache) Levels(p *scene.Primitive, o Options) ([]Level, error) {
	return levelsOf(p, o, c.plan)
}

// MeshLevels is MeshLevels through the cache.
func (c Cache) MeshLevels(m *scene.Mesh, o Options) ([]MeshLevel, error) {
	return meshLevelsOf(m, o, c.plan)
}

func (c Cache) plan(primitives []*scene.Primitive, o Options) ([]step, error) {
	if c.Dir == "" {
		return plan(primitives, o)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	which, err := library()
	if err != nil {
		return nil, err
	}
	for i, p := range primitives {
		if err := checkPrimitive(p); err != nil {
			return nil, fmt.Errorf("simplify: primitive %d: %w", i, err)
		}
	}
	k := key(which, primitives, o)
	path := filepath.Join(c.Dir, fmt.Sprintf("%x.levels", k))
	if data, err := os.ReadFile(path); err == nil {
		if steps, err := decode(data, k, primitives); err == nil {
			return steps, nil
		}
	}
	steps, err := plan(primitives, o)
	if err != nil {
		return nil, err
	}
	if err := write(path, encode(steps, k)); err != nil && c.Warn != nil {
		c.Warn(fmt.Errorf("simplify: keep levels of detail: %w", err))
	}
	return steps, nil
}

// algorithm changes whenever other levels come out of the same mesh.
const algorithm = 1

// key hashes everything that levels depend on.
func key(library string, primitives []*scene.Primitive, o Options) [sha256.Size]byte {
	h := hasher{Hash: sha256.New()}
	h.number(algorithm)
	h.number(uint32(len(library)))
	h.Write([]byte(library))
	h.number(uint32(o.Levels))
	h.floats(o.Ratio, o.MaxError, o.MaxColor, o.MaxNormal, o.MaxSlide)
	h.number(uint32(len(primitives)))
	for _, p := range primitives {
		h.number(uint32(len(p.Indices)))
		for _, i := range p.Indices {
			h.number(i)
		}
		attribute(&h, len(p.Positions), func(i int) []float32 { return p.Positions[i][:] })
		attribute(&h, len(p.Normals), func(i int) []float32 { return p.Normals[i][:] })
		attribute(&h, len(p.Tangents), func(i int) []float32 { return p.Tangents[i][:] })
		attribute(&h, len(p.UV0), func(i int) []float32 { return p.UV0[i][:] })
		attribute(&h, len(p.UV1), func(i int) []float32 { return p.UV1[i][:] })
		attribute(&h, len(p.Colors), func(i int) []float32 { return p.Colors[i][:] })
	}
	h.flush()
	return [sha256.Size]byte(h.Sum(nil))
}

// A hasher gathers numbers before it hashes them.
type hasher struct {
	hash.Hash
	waiting []byte
}

func (h *hasher) number(n uint32) {
	h.waiting = binary.LittleEndian.AppendUint32(h.waiting, n)
	if len(h.waiting) >= 1<<16 {
		h.flush()
	}
}

func (h *hasher) floats(list ...float32) {
	for _, x := range list {
		h.number(math.Float32bits(x))
	}
}

func (h *hasher) Write(b []byte) (int, error) {
	h.waiting = append(h.waiting, b...)
	return len(b), nil
}

func (h *hasher) flush() {
	h.Hash.Write(h.waiting)
	h.waiting = h.waiting[:0]
}

func attribute(h *hasher, n int, at func(int) []float32) {
	h.number(uint32(n))
	for i := range n {
		h.floats(at(i)...)
	}
}

// write replaces a file as a whole or not at all.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".levels-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
