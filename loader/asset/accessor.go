package asset

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// Reading accessors: ranges of elements as vectors of floats, and whole ones as indices. All
// of it relies on checkAccessors having compared counts, offsets and strides with the views.
// What is tight or strided 32-bit floats, as nearly all data is, goes straight into place;
// everything else takes the long way over a flat list of floats.

func componentSize(c gltf.ComponentType) int {
	switch c {
	case gltf.ComponentByte, gltf.ComponentUbyte:
		return 1
	case gltf.ComponentShort, gltf.ComponentUshort:
		return 2
	}
	return 4
}

// elementSize is the size of an element in bytes. The columns of matrices start at multiples
// of 4 (glTF 2.0, section 3.6.2.4).
func elementSize(a *gltf.Accessor) int {
	size := componentSize(a.ComponentType)
	if rows := matrixRows(a.Type); rows > 0 {
		return rows * ((rows*size + 3) &^ 3)
	}
	return size * components(a.Type)
}

// padding is how much of elementSize lies behind the last component; an accessor may end
// before it.
func padding(a *gltf.Accessor) int {
	column := matrixRows(a.Type) * componentSize(a.ComponentType)
	return (column+3)&^3 - column
}

// matrixRows is 0 for what is not a matrix.
func matrixRows(t gltf.AccessorType) int {
	switch t {
	case gltf.AccessorMat2:
		return 2
	case gltf.AccessorMat3:
		return 3
	case gltf.AccessorMat4:
		return 4
	}
	return 0
}

func components(t gltf.AccessorType) int {
	switch t {
	case gltf.AccessorScalar:
		return 1
	case gltf.AccessorVec2:
		return 2
	case gltf.AccessorVec3:
		return 3
	case gltf.AccessorMat3:
		return 9
	case gltf.AccessorMat4:
		return 16
	}
	return 4 // VEC4, MAT2
}

// stride is the distance in bytes between elements.
func (d *document) stride(a *gltf.Accessor) int {
	if a.BufferView != nil {
		if s := d.views[*a.BufferView].ByteStride; s != 0 {
			return s
		}
	}
	return elementSize(a)
}

// elements returns the bytes from element lo on, up to the end of element hi-1; nil where
// they are all zero. What they ask for beyond what is in the file is counted.
func (b *buffers) elements(a *gltf.Accessor, lo, hi int) (data []byte, stride int, err error) {
	stride = b.doc.stride(a)
	if a.BufferView != nil {
		if view := b.view(*a.BufferView); view != nil {
			start := a.ByteOffset + lo*stride
			return view[start : start+(hi-lo-1)*stride+elementSize(a)-padding(a)], stride, nil
		}
	}
	if b.zeros.Add(int64(hi-lo)) > int64(b.lim.zeroElements) {
		return nil, 0, fmt.Errorf("has %d elements but no data; a file may have at most %d such elements", a.Count, b.lim.zeroElements)
	}
	return nil, stride, nil
}

func u16(b []byte) uint16   { return binary.LittleEndian.Uint16(b) }
func u32(b []byte) uint32   { return binary.LittleEndian.Uint32(b) }
func f32(b []byte) float32  { return math.Float32frombits(u32(b)) }
func finite(f float32) bool { return math.Float32bits(f)&0x7f800000 != 0x7f800000 }

func errNotFinite(element int) error { return fmt.Errorf("element %d is not finite", element) }

// isPlain says that elements are read as they lie: floats without a sparse part.
func isPlain(a *gltf.Accessor) bool {
	return a.ComponentType == gltf.ComponentFloat && a.Sparse == nil
}

func (b *buffers) vec2s(a *gltf.Accessor, lo, hi int) ([]mgl32.Vec2, error) {
	out := make([]mgl32.Vec2, hi-lo)
	if !isPlain(a) {
		flat, err := b.floats(a, lo, hi)
		for i := range out {
			copy(out[i][:], flat[2*i:])
		}
		return out, err
	}
	data, stride, err := b.elements(a, lo, hi)
	if data == nil {
		return out, err
	}
	for i := range out {
		e := data[i*stride:][:8]
		v := mgl32.Vec2{f32(e), f32(e[4:])}
		if !finite(v[0]) || !finite(v[1]) {
			return nil, errNotFinite(lo + i)
		}
		out[i] = v
	}
	return out, nil
}

func (b *buffers) vec3s(a *gltf.Accessor, lo, hi int) ([]mgl32.Vec3, error) {
	out := make([]mgl32.Vec3, hi-lo)
	if !isPlain(a) {
		flat, err := b.floats(a, lo, hi)
		if err != nil {
			return nil, err
		}
		for i := range out {
			copy(out[i][:], flat[3*i:])
		}
		return out, nil
	}
	data, stride, err := b.elements(a, lo, hi)
	if data == nil {
		return out, err
	}
	for i := range out {
		e := data[i*stride:][:12]
		v := mgl32.Vec3{f32(e), f32(e[4:]), f32(e[8:])}
		if !finite(v[0]) || !finite(v[1]) || !finite(v[2]) {
			return nil, errNotFinite(lo + i)
		}
		out[i] = v
	}
	return out, nil
}

// vec4s also reads three components, with a fourth of 1: the colours of glTF.
func (b *buffers) vec4s(a *gltf.Accessor, lo, hi int) ([]mgl32.Vec4, error) {
	out := make([]mgl32.Vec4, hi-lo)
	if !isPlain(a) || a.Type == gltf.AccessorVec3 {
		flat, err := b.floats(a, lo, hi)
		if err != nil {
			return nil, err
		}
		n := components(a.Type)
		for i := range out {
			out[i][3] = 1
			copy(out[i][:n], flat[n*i:])
		}
		return out, nil
	}
	data, stride, err := b.elements(a, lo, hi)
	if data == nil {
		return out, err
	}
	for i := range out {
		e := data[i*stride:][:16]
		v := mgl32.Vec4{f32(e), f32(e[4:]), f32(e[8:]), f32(e[12:])}
		if !finite(v[0]) || !finite(v[1]) || !finite(v[2]) || !finite(v[3]) {
			return nil, errNotFinite(lo + i)
		}
		out[i] = v
	}
	return out, nil
}

// floats returns all components of elements lo to hi, sparse ones in place and normalised
// integers as fractions.
func (b *buffers) floats(a *gltf.Accessor, lo, hi int) ([]float32, error) {
	n := components(a.Type)
	out := make([]float32, n*(hi-lo))
	data, stride, err := b.elements(a, lo, hi)
	if err != nil {
		return nil, err
	}
	if data != nil {
		convert(out, data, stride, n, a)
	}
	if a.Sparse != nil {
		if err := b.applySparse(out, a, lo, hi); err != nil {
			return nil, err
		}
	}
	if a.ComponentType == gltf.ComponentFloat {
		for i, f := range out {
			if !finite(f) {
				return nil, errNotFinite(lo + i/n)
			}
		}
	}
	return out, nil
}

// convert fills out with n components an element (glTF 2.0, section 3.11, for normalised
// integers). Matrices must be of floats or have columns without padding.
func convert(out []float32, data []byte, stride, n int, a *gltf.Accessor) {
	count := len(out) / n
	scale := float32(1)
	if a.Normalized {
		switch a.ComponentType {
		case gltf.ComponentByte:
			scale = 127
		case gltf.ComponentUbyte:
			scale = 255
		case gltf.ComponentShort:
			scale = 32767
		case gltf.ComponentUshort:
			scale = 65535
		}
	}
	switch a.ComponentType {
	case gltf.ComponentFloat:
		for i := range count {
			e, to := data[i*stride:][:4*n], out[i*n:][:n]
			for k := range to {
				to[k] = f32(e[4*k:])
			}
		}
	case gltf.ComponentUbyte:
		for i := range count {
			e, to := data[i*stride:][:n], out[i*n:][:n]
			for k := range to {
				to[k] = float32(e[k]) / scale
			}
		}
	case gltf.ComponentByte:
		for i := range count {
			e, to := data[i*stride:][:n], out[i*n:][:n]
			for k := range to {
				to[k] = float32(int8(e[k])) / scale
			}
		}
	case gltf.ComponentUshort:
		for i := range count {
			e, to := data[i*stride:][:2*n], out[i*n:][:n]
			for k := range to {
				to[k] = float32(u16(e[2*k:])) / scale
			}
		}
	case gltf.ComponentShort:
		for i := range count {
			e, to := data[i*stride:][:2*n], out[i*n:][:n]
			for k := range to {
				to[k] = float32(int16(u16(e[2*k:]))) / scale
			}
		}
	case gltf.ComponentUint:
		for i := range count {
			e, to := data[i*stride:][:4*n], out[i*n:][:n]
			for k := range to {
				to[k] = float32(u32(e[4*k:]))
			}
		}
	}
	if a.Normalized && (a.ComponentType == gltf.ComponentByte || a.ComponentType == gltf.ComponentShort) {
		for i, f := range out {
			out[i] = max(f, -1)
		}
	}
}

// applySparse puts the sparse elements of lo to hi into out, which starts with element lo.
func (b *buffers) applySparse(out []float32, a *gltf.Accessor, lo, hi int) error {
	at, err := b.sparseIndices(a)
	if err != nil {
		return err
	}
	n, size := components(a.Type), elementSize(a)
	values := b.view(a.Sparse.Values.BufferView)
	for i, index := range at {
		if int(index) < lo || int(index) >= hi {
			continue
		}
		to := out[(int(index)-lo)*n:][:n]
		if values == nil {
			clear(to)
			continue
		}
		convert(to, values[a.Sparse.Values.ByteOffset+i*size:][:size], size, n, a)
	}
	return nil
}

func (b *buffers) sparseIndices(a *gltf.Accessor) ([]uint32, error) {
	s := a.Sparse
	at := make([]uint32, 0)
	if data := b.view(s.Indices.BufferView); data != nil {
		at = readUints(data[s.Indices.ByteOffset:], componentSize(s.Indices.ComponentType), s.Count)
	}
	for i, index := range at {
		switch {
		case int(index) >= a.Count:
			return nil, fmt.Errorf("sparse index %d is %d, but there are %d elements", i, index, a.Count)
		case i > 0 && index <= at[i-1]:
			return nil, fmt.Errorf("sparse index %d is %d, must be more than the one before, %d", i, index, at[i-1])
		}
	}
	return at, nil
}

// indices returns all elements of an accessor of unsigned integers.
func (b *buffers) indices(a *gltf.Accessor) ([]uint32, error) {
	data, _, err := b.elements(a, 0, a.Count)
	if err != nil {
		return nil, err
	}
	size := componentSize(a.ComponentType)
	if data == nil {
		data = make([]byte, a.Count*size)
	}
	out := readUints(data, size, a.Count)
	if a.Sparse == nil {
		return out, nil
	}
	at, err := b.sparseIndices(a)
	if err != nil {
		return nil, err
	}
	values := b.view(a.Sparse.Values.BufferView)
	if values == nil {
		values = make([]byte, a.Sparse.Values.ByteOffset+len(at)*size)
	}
	for i, v := range readUints(values[a.Sparse.Values.ByteOffset:], size, len(at)) {
		out[at[i]] = v
	}
	return out, nil
}

// readUints reads tightly packed unsigned integers of 1, 2 or 4 bytes.
func readUints(data []byte, size, count int) []uint32 {
	out := make([]uint32, count)
	data = data[:count*size]
	switch size {
	case 1:
		for i := range out {
			out[i] = uint32(data[i])
		}
	case 2:
		for i := range out {
			out[i] = uint32(u16(data[2*i:]))
		}
	default:
		for i := range out {
			out[i] = u32(data[4*i:])
		}
	}
	return out
}
