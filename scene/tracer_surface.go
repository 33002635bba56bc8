package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// What a primitive is like where a ray meets it.

// normals are the unit normals of the vertices and of the triangle in the world, both on the side of its front.
func (p *Primitive) normals(h *surfaceHit, worldFromMesh mgl64.Mat4) (normal, facet mgl64.Vec3) {
	t := p.Indices[3*h.triangle:]
	a, b, c := vec64(p.Positions[t[0]]), vec64(p.Positions[t[1]]), vec64(p.Positions[t[2]])
	m := worldFromMesh.Mat3().Inv().Transpose()
	facet = unit64(m.Mul3x1(b.Sub(a).Cross(c.Sub(a))), mgl64.Vec3{0, 1, 0})
	sum := vec64(p.Normals[t[0]]).Mul(1 - h.b - h.c).Add(vec64(p.Normals[t[1]]).Mul(h.b)).Add(vec64(p.Normals[t[2]]).Mul(h.c))
	return unit64(m.Mul3x1(sum), facet), facet
}

// unit64 is a vector's direction, or another one where it has none.
func unit64(v, otherwise mgl64.Vec3) mgl64.Vec3 {
	l := v.Len()
	if !(l > 0) || math.IsInf(l, 0) {
		return otherwise
	}
	return v.Mul(1 / l)
}

// alphaAt returns the base colour's alpha where a ray meets a primitive, of the nearest texel.
func (s *Scene) alphaAt(m *Material, p *Primitive, h *surfaceHit) float32 {
	t := p.Indices[3*h.triangle:]
	weights := [3]float32{float32(1 - h.b - h.c), float32(h.b), float32(h.c)}
	alpha := m.BaseColor[3]
	if p.Colors != nil {
		var sum float32
		for k, w := range weights {
			sum += w * p.Colors[t[k]][3]
		}
		alpha *= sum
	}
	ref := m.BaseColorTexture
	if ref == nil {
		return alpha
	}
	uvs := p.UV0
	if ref.UV == 1 {
		uvs = p.UV1
	}
	var uv mgl32.Vec2
	if uvs != nil {
		for k, w := range weights {
			uv = uv.Add(uvs[t[k]].Mul(w))
		}
	}
	at := ref.UVFromMesh.Mul3x1(uv.Vec3(1))
	texture := &s.Textures[ref.Texture]
	image := &s.Images[texture.Image]
	x, y := texel(at[0], image.Width, texture.Sampler.U), texel(at[1], image.Height, texture.Sampler.V)
	return alpha * float32(image.Pix[4*(y*image.Width+x)+3]) / 255
}

// texel is the one of n that holds a coordinate.
func texel(x float32, n int, w Wrap) int {
	u := float64(x)
	switch w {
	case WrapRepeat:
		u -= math.Floor(u)
	case WrapMirror:
		u = math.Abs(u - 2*math.Floor(u/2+0.5))
	}
	if !(u > 0) { // also for what is no number
		return 0
	}
	return int(min(u*float64(n), float64(n-1)))
}
