package simplify

/*
#cgo linux LDFLAGS: -ldl
#cgo CFLAGS: -std=c11 -D_GNU_SOURCE -Wall

#cgo noescape srs_simplify
#cgo noescape srs_vertex_cache
#cgo noescape srs_overdraw
#cgo noescape srs_remap
#cgo nocallback srs_simplify
#cgo nocallback srs_vertex_cache
#cgo nocallback srs_overdraw
#cgo nocallback srs_remap

#include "shim.h"
*/
import "C"

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// ErrNoLibrary says that meshoptimizer is not installed.
var ErrNoLibrary = errors.New("automatic levels of detail need the library meshoptimizer 0.18 or later" +
	" (Debian: libmeshoptimizer2d, Fedora and Arch: meshoptimizer)")

// library opens meshoptimizer once and says which one it is, for keys of the cache: the name of
// its file and a hash of what is in it, since it cannot be asked for its version.
var library = sync.OnceValues(func() (string, error) {
	var why, file [512]byte
	ok := C.srs_open((*C.char)(unsafe.Pointer(&why[0])), C.size_t(len(why)), (*C.char)(unsafe.Pointer(&file[0])), C.size_t(len(file)))
	if ok == 0 {
		return "", fmt.Errorf("%w: %s", ErrNoLibrary, text(why[:]))
	}
	path := text(file[:])
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("simplify: which version of meshoptimizer is in use: %w", err)
	}
	return fmt.Sprintf("%s %x", filepath.Base(path), sha256.Sum256(data)), nil
})

// text is a C string in a buffer.
func text(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// meshoptSimplify reduces a triangle list to about targetTriangles, where maxError, a fraction of the extent
// of positions, allows it. It returns the new list, and the error as meshoptimizer estimates it: a mean
// distance to the planes of the triangles that were collapsed, again as a fraction.
func meshoptSimplify(indices []uint32, positions []mgl32.Vec3, targetTriangles int, maxError float32) ([]uint32, float32) {
	out := make([]uint32, len(indices))
	estimate := C.float(math.NaN())
	n := C.srs_simplify(uints(out), uints(indices), C.size_t(len(indices)), floats(positions), C.size_t(len(positions)),
		C.size_t(3*targetTriangles), C.float(maxError), &estimate)
	return out[:n], float32(estimate)
}

// meshoptVertexCache orders triangles so that vertices are shaded once, as far as possible.
func meshoptVertexCache(indices []uint32, vertices int) []uint32 {
	if len(indices) == 0 {
		return nil
	}
	out := make([]uint32, len(indices))
	C.srs_vertex_cache(uints(out), uints(indices), C.size_t(len(indices)), C.size_t(vertices))
	return out
}

// meshoptOverdraw orders clusters of what meshoptVertexCache made so that outer ones come first.
// threshold is how much worse the use of the vertex cache may become, as a factor.
func meshoptOverdraw(indices []uint32, positions []mgl32.Vec3, threshold float32) []uint32 {
	if len(indices) == 0 {
		return nil
	}
	out := make([]uint32, len(indices))
	C.srs_overdraw(uints(out), uints(indices), C.size_t(len(indices)), floats(positions), C.size_t(len(positions)), C.float(threshold))
	return out
}

// unused is the number of a vertex that no triangle uses.
const unused = math.MaxUint32

// meshoptRemap gives used vertices of p that are equal, bit by bit, the same number below the result,
// and others unused.
func meshoptRemap(p *scene.Primitive) ([]uint32, int) {
	if len(p.Indices) == 0 {
		return nil, 0
	}
	out := make([]uint32, len(p.Positions))
	n := C.srs_remap(uints(out), uints(p.Indices), C.size_t(len(p.Indices)), C.size_t(len(p.Positions)), unsafe.Pointer(unsafe.SliceData(p.Positions)),
		unsafe.Pointer(unsafe.SliceData(p.Normals)), unsafe.Pointer(unsafe.SliceData(p.Tangents)),
		unsafe.Pointer(unsafe.SliceData(p.UV0)), unsafe.Pointer(unsafe.SliceData(p.UV1)), unsafe.Pointer(unsafe.SliceData(p.Colors)))
	return out, int(n)
}

// meshoptRemapPositions gives used vertices at the same position the same number below the result.
func meshoptRemapPositions(indices []uint32, positions []mgl32.Vec3) ([]uint32, int) {
	return meshoptRemap(&scene.Primitive{Positions: positions, Indices: indices})
}

func uints(s []uint32) *C.uint       { return (*C.uint)(unsafe.Pointer(unsafe.SliceData(s))) }
func floats(s []mgl32.Vec3) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(s))) }
