package simplify

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// grid makes a primitive of n by m quads from a function of 0..1, 0..1. Its first and last rows and columns
// are separate vertices, as those of a sphere with a texture are.
func grid(n, m int, at func(u, v float64) (position, normal mgl32.Vec3)) *scene.Primitive {
	p := &scene.Primitive{}
	for i := range n + 1 {
		for j := range m + 1 {
			u, v := float64(i)/float64(n), float64(j)/float64(m)
			q, normal := at(u, v)
			p.Positions = append(p.Positions, q)
			p.Normals = append(p.Normals, normal.Normalize())
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(u), float32(v)})
		}
	}
	for i := range n {
		for j := range m {
			a := uint32(i*(m+1) + j)
			c := a + uint32(m) + 1
			p.Indices = append(p.Indices, a, a+1, c, c, a+1, c+1)
		}
	}
	p.Bounds = scene.BoundsOf(p.Positions)
	return p
}

// wrapped is an angle whose end is exactly its start.
func wrapped(u float64) (sine, cosine float32) {
	s, c := math.Sincos(2 * math.Pi * math.Mod(u, 1))
	return float32(s), float32(c)
}

func sphere(n int, radius float32) *scene.Primitive {
	return grid(n, n/2, func(u, v float64) (mgl32.Vec3, mgl32.Vec3) {
		s, c := wrapped(u)
		ring, y := math.Sincos(math.Pi * v)
		if v == 0 || v == 1 {
			ring = 0
		}
		q := mgl32.Vec3{c * float32(ring), float32(y), s * float32(ring)}
		return q.Mul(radius), q
	})
}

func torus(n, m int) *scene.Primitive {
	return grid(n, m, func(u, v float64) (mgl32.Vec3, mgl32.Vec3) {
		s, c := wrapped(u)
		t, d := wrapped(v)
		return mgl32.Vec3{(1 + 0.3*d) * c, 0.3 * t, (1 + 0.3*d) * s}, mgl32.Vec3{d * c, t, d * s}
	})
}

// sheet is a bumpy square of 1 m in the plane of x and z.
func sheet(n int, height float64) *scene.Primitive {
	return grid(n, n, func(u, v float64) (mgl32.Vec3, mgl32.Vec3) {
		y := height * math.Sin(9*u) * math.Cos(7*v)
		return mgl32.Vec3{float32(u), float32(y), float32(v)},
			mgl32.Vec3{float32(-9 * height * math.Cos(9*u) * math.Cos(7*v)), 1, float32(7 * height * math.Sin(9*u) * math.Sin(7*v))}
	})
}

// box is a cube of 2 m, each side of n by n quads with its own normals and its own sixth of the texture.
func box(n int) *scene.Primitive {
	p := &scene.Primitive{}
	for side := range 6 {
		axis, sign := side/2, float32(1-2*(side%2))
		f := grid(n, n, func(u, v float64) (mgl32.Vec3, mgl32.Vec3) {
			var q, normal mgl32.Vec3
			q[axis], normal[axis] = sign, sign
			q[(axis+1)%3], q[(axis+2)%3] = sign*float32(2*u-1), float32(2*v-1)
			return q, normal
		})
		for i := range f.UV0 {
			f.UV0[i] = mgl32.Vec2{(f.UV0[i][0]*0.9 + float32(side%3)) / 3, (f.UV0[i][1]*0.9 + float32(side/3)) / 2}
		}
		join(p, f)
	}
	return p
}

// tree is a trunk under a crown of separate leaves, two triangles each.
func tree(leaves int) *scene.Primitive {
	p := grid(32, 40, func(u, v float64) (mgl32.Vec3, mgl32.Vec3) {
		s, c := wrapped(u)
		r := float32(0.2 - 0.1*v)
		return mgl32.Vec3{r * c, float32(4 * v), r * s}, mgl32.Vec3{c, 0.1, s}
	})
	for i := range leaves {
		h := uint32(i)*2654435761 + 12345
		random := func() float32 {
			h = h*1664525 + 1013904223
			return float32(h>>8) / (1 << 24)
		}
		middle := mgl32.Vec3{3*random() - 1.5, 3 + 2*random(), 3*random() - 1.5}
		a := mgl32.Vec3{random() - 0.5, random() - 0.5, random() - 0.5}.Normalize().Mul(0.1)
		b := a.Cross(mgl32.Vec3{0, 1, 0.3}).Normalize().Mul(0.1)
		join(p, grid(1, 1, func(u, v float64) (mgl32.Vec3, mgl32.Vec3) {
			return middle.Add(a.Mul(float32(2*u - 1))).Add(b.Mul(float32(2*v - 1))), a.Cross(b)
		}))
	}
	return p
}

// join appends q to p.
func join(p, q *scene.Primitive) {
	base := uint32(len(p.Positions))
	p.Positions, p.Normals, p.UV0 = append(p.Positions, q.Positions...), append(p.Normals, q.Normals...), append(p.UV0, q.UV0...)
	for _, i := range q.Indices {
		p.Indices = append(p.Indices, base+i)
	}
	p.Bounds = scene.BoundsOf(p.Positions)
}

// everything gives p all attributes.
func everything(p *scene.Primitive) *scene.Primitive {
	for i, q := range p.Positions {
		p.Tangents = append(p.Tangents, p.Normals[i].Cross(mgl32.Vec3{0.3, 0.5, 0.7}).Normalize().Vec4(-1))
		p.UV1 = append(p.UV1, p.UV0[i].Mul(0.5))
		p.Colors = append(p.Colors, mgl32.Vec4{0.5 + q[0]/8, 0.5 + q[1]/8, 0.5 + q[2]/8, 1})
	}
	return p
}
