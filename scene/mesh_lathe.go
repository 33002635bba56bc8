package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// The built-in meshes that are round are profiles turned about +Y. Seen from outside, u runs to
// the right and v down, the seam is at the back (-Z), and u = 0.5 looks along +Z.

// Limits of the built-in meshes' options; the loader shows them to users.
const (
	MinSegments = 3    // around a round mesh
	MaxSegments = 1024 // of anything, in one direction
	MinMeshSize = 1e-6 // metres, of any length of a built-in mesh
	MaxMeshSize = 1e6
)

// A latheRow is one point of a profile: distance from the axis and height in metres, the
// normal in the same plane, and the texture's v. Radius 0 is a pole.
type latheRow struct{ r, y, nr, ny, v float64 }

// lathe turns a profile, listed from v = 0 to v = 1 in the order that is downward seen from
// outside. A ring has segments+1 vertices because its seam has two texture coordinates; a pole
// has one per segment, so that each of its triangles has its own normal and u.
func (p *Primitive) lathe(rows []latheRow, segments int) {
	start := make([]uint32, len(rows))
	for j, row := range rows {
		start[j] = uint32(len(p.Positions))
		n, steps, shift := segments+1, segments, 0
		if row.r == 0 {
			n, steps, shift = segments, 2*segments, 1
		}
		for i := range n {
			k := i
			if shift == 1 {
				k = 2*i + 1
			}
			sin, cos := turn(k, steps)
			sin, cos = -sin, -cos
			p.Positions = append(p.Positions, vec3(row.r*sin, row.y, row.r*cos))
			p.Normals = append(p.Normals, vec3(row.nr*sin, row.ny, row.nr*cos))
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(float64(k) / float64(steps)), float32(row.v)})
		}
	}
	for j := range len(rows) - 1 {
		a, b := start[j], start[j+1]
		for i := range uint32(segments) {
			if rows[j].r == 0 {
				p.Indices = append(p.Indices, a+i, b+i, b+i+1)
				continue
			}
			if rows[j+1].r == 0 {
				p.Indices = append(p.Indices, a+i, b+i, a+i+1)
				continue
			}
			p.Indices = append(p.Indices, a+i, b+i, b+i+1, a+i, b+i+1, a+i+1)
		}
	}
}

// disc adds a flat cap at height y that faces up or down. Its texture is the disc's picture seen
// from its face, upright with -Z (up) or +Z (down) at the top.
func (p *Primitive) disc(radius, y float64, segments int, up bool) {
	side := 1.0
	if !up {
		side = -1
	}
	centre := uint32(len(p.Positions))
	add := func(x, z float64) {
		p.Positions = append(p.Positions, vec3(radius*x, y, radius*z))
		p.Normals = append(p.Normals, vec3(0, side, 0))
		p.UV0 = append(p.UV0, mgl32.Vec2{float32(0.5 + 0.5*x), float32(0.5 + 0.5*side*z)})
	}
	add(0, 0)
	for i := range segments {
		sin, cos := turn(i, segments)
		add(-sin, -cos)
	}
	for i := range segments {
		a, b := centre+1+uint32(i), centre+1+uint32((i+1)%segments)
		if up {
			p.Indices = append(p.Indices, centre, a, b)
		} else {
			p.Indices = append(p.Indices, centre, b, a)
		}
	}
}

// turn returns sine and cosine of k/n of a full turn. They are exact at quarters and mirror
// images of each other elsewhere, so that seams close and round meshes have exact bounds.
func turn(k, n int) (sin, cos float64) {
	k %= n
	if k < 0 {
		k += n
	}
	quarter := 4 * k / n // 0..3
	rest := 4*k - quarter*n
	var s, c float64
	if 2*rest <= n {
		s, c = math.Sincos(math.Pi / 2 * float64(rest) / float64(n))
	} else {
		c, s = math.Sincos(math.Pi / 2 * float64(n-rest) / float64(n))
	}
	switch quarter {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
}

func vec3(x, y, z float64) mgl32.Vec3 {
	return mgl32.Vec3{float32(x), float32(y), float32(z)}
}

// checkSize reports a length outside MinMeshSize..MaxMeshSize.
func checkSize(name string, v float32) error {
	if !(v >= MinMeshSize && v <= MaxMeshSize) {
		return fmt.Errorf("%s is %g, must be %g to %g", name, v, MinMeshSize, float64(MaxMeshSize))
	}
	return nil
}

// checkCount reports a count outside lo..hi.
func checkCount(name string, v, lo, hi int) error {
	if v < lo || v > hi {
		return fmt.Errorf("%s is %d, must be %d to %d", name, v, lo, hi)
	}
	return nil
}
