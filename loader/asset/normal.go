package asset

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/mikktspace"
	"scenerender/scene"
)

// SetTangents gives a primitive the tangents that its normal texture needs, as MikkTSpace has
// them: along growing u of the texture as it is sampled. Vertices whose corners disagree are
// split, so all slices of the primitive may be replaced; none is written to. Without texture
// coordinates the tangents are arbitrary.
func SetTangents(p *scene.Primitive, ref *scene.TextureRef) {
	uv := p.UV0
	if ref.UV == 1 {
		uv = p.UV1
	}
	if uv == nil {
		p.Tangents = make([]mgl32.Vec4, len(p.Normals))
		for i, n := range p.Normals {
			p.Tangents[i] = perpendicular(n).Vec4(1)
		}
		return
	}
	// MikkTSpace has v point up, glTF down.
	m := ref.UVFromMesh
	up := make([]mgl32.Vec2, len(uv))
	for i, t := range uv {
		up[i] = mgl32.Vec2{
			m[0]*t[0] + m[3]*t[1] + m[6],
			1 - (m[1]*t[0] + m[4]*t[1] + m[7]),
		}
	}
	split := mikktspace.Generate(p.Indices, p.Positions, p.Normals, up)
	p.Tangents, p.Indices = split.Tangents, split.Indices
	if len(split.Copies) > 0 {
		p.Positions = extend(p.Positions, split.Copies)
		p.Normals = extend(p.Normals, split.Copies)
		p.UV0 = extend(p.UV0, split.Copies)
		p.UV1 = extend(p.UV1, split.Copies)
		p.Colors = extend(p.Colors, split.Copies)
	}
	replaceUseless(p)
}

// replaceUseless replaces tangents that make no basis with their normal: those of triangles
// whose texture has no area, and of geometry too large or small to compute with.
func replaceUseless(p *scene.Primitive) {
	for i, t := range p.Tangents {
		n, v := p.Normals[i], t.Vec3()
		along := n.Dot(v)
		if l2 := v.LenSqr(); !(l2 > 0.99 && l2 < 1.01 && along > -0.99 && along < 0.99) {
			p.Tangents[i] = perpendicular(n).Vec4(t[3])
		}
	}
}

// extend appends copies of some of a slice's elements, in new memory; nil stays nil.
func extend[T any](list []T, copies []uint32) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list), len(list)+len(copies))
	copy(out, list)
	for _, i := range copies {
		out = append(out, list[i])
	}
	return out
}

// perpendicular returns a unit vector at right angles to the unit vector n.
func perpendicular(n mgl32.Vec3) mgl32.Vec3 {
	axis := mgl32.Vec3{1, 0, 0}
	if n[0] > 0.9 || n[0] < -0.9 {
		axis = mgl32.Vec3{0, 1, 0}
	}
	return unit(axis.Sub(n.Mul(n.Dot(axis))))
}

// setFlatNormals gives every triangle vertices of its own with the triangle's normal, as glTF
// 2.0, section 3.7.2.1, wants where there are no normals.
func setFlatNormals(p *scene.Primitive) {
	src := p.Indices
	p.Positions = gather(p.Positions, src)
	p.UV0, p.UV1, p.Colors = gather(p.UV0, src), gather(p.UV1, src), gather(p.Colors, src)
	p.Tangents = nil
	p.Normals = make([]mgl32.Vec3, len(src))
	p.Indices = make([]uint32, len(src))
	for i := 0; i+2 < len(src); i += 3 {
		n := unit(area(p.Positions[i], p.Positions[i+1], p.Positions[i+2]))
		if n == (mgl32.Vec3{}) {
			n = mgl32.Vec3{0, 0, 1} // no area, so it is never seen
		}
		for k := i; k < i+3; k++ {
			p.Normals[k] = n
			p.Indices[k] = uint32(k)
		}
	}
}

func gather[T any](list []T, indices []uint32) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(indices))
	for i, v := range indices {
		out[i] = list[v]
	}
	return out
}

// area returns the normal of a triangle, twice its area long.
func area(a, b, c mgl32.Vec3) mgl32.Vec3 { return b.Sub(a).Cross(c.Sub(a)) }

// fillZeroNormals replaces normals of length zero by the area-weighted mean of the triangles
// around them.
func fillZeroNormals(p *scene.Primitive) {
	zero := make([]bool, len(p.Normals))
	for i, n := range p.Normals {
		zero[i] = n == mgl32.Vec3{}
	}
	for i := 0; i+2 < len(p.Indices); i += 3 {
		t := p.Indices[i : i+3]
		if !zero[t[0]] && !zero[t[1]] && !zero[t[2]] {
			continue
		}
		n := area(p.Positions[t[0]], p.Positions[t[1]], p.Positions[t[2]])
		for _, v := range t {
			if zero[v] {
				p.Normals[v] = p.Normals[v].Add(n)
			}
		}
	}
	for i := range p.Normals {
		if zero[i] {
			if p.Normals[i] = unit(p.Normals[i]); p.Normals[i] == (mgl32.Vec3{}) {
				p.Normals[i] = mgl32.Vec3{0, 0, 1}
			}
		}
	}
}
