package asset

import (
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"scenerender/scene"
)

// buildMeshes reads the data of all meshes, several primitives at a time. The result and the
// order of the reports do not depend on how many.
func buildMeshes(doc *document, data *buffers, r *report, lim limits) []scene.Mesh {
	type job struct {
		mesh, primitive int
		out             *scene.Primitive
		report          report
	}
	var jobs []*job
	meshes := make([]scene.Mesh, len(doc.meshes))
	for i, m := range doc.meshes {
		meshes[i].Name = m.Name
		for k := range m.Primitives {
			jobs = append(jobs, &job{mesh: i, primitive: k, report: report{file: r.file}})
		}
	}
	cache := &attributeCache{data: data, lim: lim}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(jobs); i = int(next.Add(1)) - 1 {
				j := jobs[i]
				b := builder{
					doc: doc, data: data, cache: cache, r: &j.report,
					p: doc.meshes[j.mesh].Primitives[j.primitive], place: primitivePath(j.mesh, j.primitive),
				}
				j.out = b.build()
			}
		})
	}
	wg.Wait()
	for _, j := range jobs {
		r.add(&j.report)
		if j.out != nil {
			m := &meshes[j.mesh]
			m.Primitives = append(m.Primitives, *j.out)
		}
	}
	return meshes
}

// A builder reads one primitive.
type builder struct {
	doc   *document
	data  *buffers
	cache *attributeCache
	r     *report
	p     *gltf.Primitive
	place string
}

// build returns nil where there is nothing to draw, with a warning or an error.
func (b *builder) build() *scene.Primitive {
	at, ok := b.p.Attributes[gltf.POSITION]
	if !ok {
		b.r.warn(b.place, "has no POSITION and is not drawn")
		return nil
	}
	switch b.p.Mode {
	case gltf.PrimitiveTriangles, gltf.PrimitiveTriangleStrip, gltf.PrimitiveTriangleFan:
	default:
		b.r.warn(b.place+".mode", "points and lines are not supported and left out")
		return nil
	}
	if len(b.p.Targets) > 0 {
		b.r.warn(b.place+".targets", "morph targets are not supported: the mesh keeps its base shape")
	}
	indices, lo, hi, ok := b.triangles(b.doc.accessors[at].Count)
	if !ok {
		return nil
	}
	if len(indices) == 0 {
		b.r.warn(b.place, "has no whole triangle and is not drawn")
		return nil
	}
	out := &scene.Primitive{Indices: indices, Material: b.doc.material(b.p)}
	b.readAttributes(out, lo, hi)
	if b.r.failed() {
		return nil
	}
	out.Bounds = boundsOf(out.Positions)
	b.checkBounds(b.doc.accessors[at], out.Bounds, lo, hi)
	if out.Normals == nil {
		if !b.cache.take(len(indices)) {
			b.r.fail(b.place, "%v", errTooManyVertices)
			return nil
		}
		setFlatNormals(out)
	}
	if ref := b.doc.materials[out.Material].NormalTexture; ref == nil {
		out.Tangents = nil
	} else if out.Tangents == nil {
		if (ref.UV == 0 && out.UV0 == nil) || (ref.UV == 1 && out.UV1 == nil) {
			b.r.warn(b.place, "has no TEXCOORD_%d for its normal texture; its tangents are arbitrary", ref.UV)
		}
		if !b.cache.take(len(indices)) {
			b.r.fail(b.place, "%v", errTooManyVertices)
			return nil
		}
		SetTangents(out, ref)
	}
	return out
}

// triangles returns the primitive's triangles as a list whose indices count from vertex lo;
// all are below hi.
func (b *builder) triangles(count int) (list []uint32, lo, hi int, ok bool) {
	var strip []uint32
	if b.p.Indices != nil {
		a := b.doc.accessors[*b.p.Indices]
		if !b.cache.takeBytes(4 * a.Count) {
			b.r.fail(b.place+".indices", "%v", errTooManyVertices)
			return nil, 0, 0, false
		}
		var err error
		if strip, err = b.data.indices(a); err != nil {
			b.r.fail(b.place+".indices", "%v", err)
			return nil, 0, 0, false
		}
		least, most := strip[0], uint32(0)
		for _, v := range strip {
			least, most = min(least, v), max(most, v)
		}
		if int(most) >= count {
			i := slices.IndexFunc(strip, func(v uint32) bool { return int(v) >= count })
			b.r.fail(b.place+".indices", "element %d is %d, but there are only %d vertices", i, strip[i], count)
			return nil, 0, 0, false
		}
		lo, hi = int(least), int(most)+1
		if lo > 0 {
			for i := range strip {
				strip[i] -= least
			}
		}
	} else {
		if !b.cache.takeBytes(4 * count) {
			b.r.fail(b.place, "%v", errTooManyVertices)
			return nil, 0, 0, false
		}
		hi = count
		strip = make([]uint32, count)
		for i := range strip {
			strip[i] = uint32(i)
		}
	}
	if n := len(strip); n < 3 || (b.p.Mode == gltf.PrimitiveTriangles && n%3 != 0) {
		b.r.warn(b.place, "%d vertices do not make whole triangles; the rest is left out", n)
	}
	if b.p.Mode != gltf.PrimitiveTriangles && !b.cache.takeBytes(12*len(strip)) {
		b.r.fail(b.place, "%v", errTooManyVertices)
		return nil, 0, 0, false
	}
	return triangleList(b.p.Mode, strip), lo, hi, true
}

// triangleList unrolls strips and fans (glTF 2.0, section 3.7.2.1). Triangles of a strip with
// two equal corners only lead to the next place and are left out.
func triangleList(mode gltf.PrimitiveMode, v []uint32) []uint32 {
	if mode == gltf.PrimitiveTriangles {
		return v[:len(v)-len(v)%3]
	}
	list := make([]uint32, 0, 3*max(len(v)-2, 0))
	for i := 0; i+2 < len(v); i++ {
		a, b, c := v[i], v[i+1+i%2], v[i+2-i%2]
		if mode == gltf.PrimitiveTriangleFan {
			a, b, c = v[i+1], v[i+2], v[0]
		}
		if a != b && b != c && c != a {
			list = append(list, a, b, c)
		}
	}
	return list
}

func (b *builder) readAttributes(out *scene.Primitive, lo, hi int) {
	_, hasNormals := b.p.Attributes[gltf.NORMAL]
	for _, name := range slices.Sorted(maps.Keys(b.p.Attributes)) {
		index := b.p.Attributes[name]
		switch name {
		case gltf.POSITION, gltf.NORMAL, gltf.TEXCOORD_0, gltf.TEXCOORD_1, gltf.COLOR_0:
		case gltf.TANGENT:
			// Tangents without normals are to be ignored (glTF 2.0, section 3.7.2.1).
			if !hasNormals || b.doc.materials[out.Material].NormalTexture == nil {
				continue
			}
		default:
			continue
		}
		v := b.cache.get(attributeKey{name[:3], index, lo, hi}, b.doc.accessors[index])
		if v.err != nil {
			b.r.fail(b.place+".attributes."+name, "%v", v.err)
			continue
		}
		if v.note != "" {
			b.r.warn(b.place+".attributes."+name, "%s", v.note)
		}
		switch name {
		case gltf.POSITION:
			out.Positions = v.vec3
		case gltf.NORMAL:
			out.Normals = v.vec3
		case gltf.TANGENT:
			out.Tangents = v.vec4
		case gltf.TEXCOORD_0:
			out.UV0 = v.vec2
		case gltf.TEXCOORD_1:
			out.UV1 = v.vec2
		case gltf.COLOR_0:
			out.Colors = v.vec4
		}
	}
	if b.r.failed() || out.Normals == nil {
		return
	}
	if slices.Contains(out.Normals, mgl32.Vec3{}) {
		b.r.warn(b.place+".attributes.NORMAL", "some are zero; those are computed from the triangles")
		out.Normals = slices.Clone(out.Normals)
		fillZeroNormals(out)
	}
}

// checkBounds compares the accessor's min and max with what was read, where all was read.
func (b *builder) checkBounds(a *gltf.Accessor, box scene.Box, lo, hi int) {
	if a.BufferView == nil && a.Sparse == nil {
		return // zeros that nobody has written down
	}
	if a.ComponentType != gltf.ComponentFloat || lo > 0 || hi < a.Count || len(a.Min) != 3 || len(a.Max) != 3 {
		return
	}
	for k := range 3 {
		if float32(a.Min[k]) != box.Min[k] || float32(a.Max[k]) != box.Max[k] {
			b.r.warn(b.place+".attributes.POSITION", "the accessor's min and max are not those of its data, which are %v and %v", box.Min, box.Max)
			return
		}
	}
}

func boundsOf(positions []mgl32.Vec3) scene.Box {
	inf := float32(math.Inf(1))
	box := scene.Box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
	for _, p := range positions {
		box.Min = mgl32.Vec3{min(box.Min[0], p[0]), min(box.Min[1], p[1]), min(box.Min[2], p[2])}
		box.Max = mgl32.Vec3{max(box.Max[0], p[0]), max(box.Max[1], p[1]), max(box.Max[2], p[2])}
	}
	return box
}
