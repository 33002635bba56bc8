package asset

import (
	"fmt"
	"math"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// An attributeCache keeps decoded attributes, which primitives often share.
type attributeCache struct {
	data *buffers
	lim  limits

	mu   sync.Mutex
	seen map[attributeKey]*attribute
}

type attributeKey struct {
	role     string // first three letters of the semantic
	accessor int
	lo, hi   int // elements
}

// An attribute is decoded data; one of the slices is set.
type attribute struct {
	once sync.Once
	vec2 []mgl32.Vec2
	vec3 []mgl32.Vec3
	vec4 []mgl32.Vec4
	note string // what was repaired
	err  error
}

func (c *attributeCache) get(key attributeKey, a *gltf.Accessor) *attribute {
	c.mu.Lock()
	if c.seen == nil {
		c.seen = map[attributeKey]*attribute{}
	}
	v := c.seen[key]
	if v == nil {
		v = &attribute{}
		c.seen[key] = v
	}
	c.mu.Unlock()
	v.once.Do(func() { c.decode(v, key, a) })
	return v
}

func (c *attributeCache) decode(v *attribute, key attributeKey, a *gltf.Accessor) {
	n := key.hi - key.lo
	if !c.takeBytes(16*n) || (key.role == "POS" && !c.take(n)) {
		v.err = errTooManyVertices
		return
	}
	switch key.role {
	case "POS":
		v.vec3, v.err = c.data.vec3s(a, key.lo, key.hi)
	case "NOR":
		if v.vec3, v.err = c.data.vec3s(a, key.lo, key.hi); v.err == nil {
			v.note = normalize(v.vec3)
		}
	case "TAN":
		if v.vec4, v.err = c.data.vec4s(a, key.lo, key.hi); v.err == nil {
			v.note = normalizeTangents(v.vec4)
		}
	case "TEX":
		v.vec2, v.err = c.data.vec2s(a, key.lo, key.hi)
	case "COL":
		if v.vec4, v.err = c.data.vec4s(a, key.lo, key.hi); v.err == nil {
			v.note = clampColors(v.vec4)
		}
	}
}

var errTooManyVertices = fmt.Errorf("the file has more geometry than can be loaded")

// take counts vertices that are about to be made, and says whether they are within the limit.
func (c *attributeCache) take(vertices int) bool {
	return c.data.vertices.Add(int64(vertices)) <= int64(c.lim.vertices) && c.takeBytes(64*vertices)
}

func (c *attributeCache) takeBytes(n int) bool {
	return c.data.bytes.Add(int64(n)) <= c.lim.geometryBytes
}

// unitTolerance is how far a length may be from 1 without a warning; quantised directions
// reach 0.005.
const unitTolerance = 0.01

// normalize makes vectors unit length; zero ones stay.
func normalize(list []mgl32.Vec3) string {
	off, first := 0, 0
	for i, v := range list {
		l2 := v[0]*v[0] + v[1]*v[1] + v[2]*v[2]
		if d := l2 - 1; d < 1e-6 && d > -1e-6 {
			continue
		}
		if l2 < (1-unitTolerance)*(1-unitTolerance) || l2 > (1+unitTolerance)*(1+unitTolerance) {
			if off++; off == 1 {
				first = i
			}
		}
		list[i] = unit(v)
	}
	if off == 0 {
		return ""
	}
	return fmt.Sprintf("%d are not of unit length, the first is element %d; they are scaled", off, first)
}

// unit returns v scaled to length 1, whatever its magnitude; zero stays zero.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	l := math.Sqrt(x*x + y*y + z*z)
	if l == 0 {
		return v
	}
	return mgl32.Vec3{float32(x / l), float32(y / l), float32(z / l)}
}

func normalizeTangents(list []mgl32.Vec4) string {
	off, first := 0, 0
	for i, v := range list {
		t := unit(v.Vec3())
		l2 := v.Vec3().LenSqr()
		sign := float32(1)
		if v[3] < 0 {
			sign = -1
		}
		if t == (mgl32.Vec3{}) {
			t = mgl32.Vec3{1, 0, 0}
		}
		if (v[3] != 1 && v[3] != -1) || l2 < (1-unitTolerance)*(1-unitTolerance) || l2 > (1+unitTolerance)*(1+unitTolerance) {
			if off++; off == 1 {
				first = i
			}
		}
		list[i] = t.Vec4(sign)
	}
	if off == 0 {
		return ""
	}
	return fmt.Sprintf("%d are not of unit length or have another sign than 1 and -1, the first is element %d; they are repaired", off, first)
}

func clampColors(list []mgl32.Vec4) string {
	off := 0
	for i, v := range list {
		c := mgl32.Vec4{min(max(v[0], 0), 1), min(max(v[1], 0), 1), min(max(v[2], 0), 1), min(max(v[3], 0), 1)}
		if c != v {
			off++
			list[i] = c
		}
	}
	if off == 0 {
		return ""
	}
	return fmt.Sprintf("%d are outside 0..1 and clamped", off)
}
