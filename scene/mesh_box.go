package scene

import (
	"errors"

	"github.com/go-gl/mathgl/mgl32"
)

// BoxOptions describes a box centred on the origin.
type BoxOptions struct {
	Size mgl32.Vec3 // metres, each > 0
}

// DefaultBox is a cube of one metre.
func DefaultBox() BoxOptions { return BoxOptions{Size: mgl32.Vec3{1, 1, 1}} }

// Validate reports what BoxMesh does not accept.
func (o BoxOptions) Validate() error {
	return errors.Join(checkSize("size[0]", o.Size[0]), checkSize("size[1]", o.Size[1]), checkSize("size[2]", o.Size[2]))
}

// BoxMesh makes six faces of two triangles with hard edges. The picture is upright and whole on
// each face seen from outside; the top has -Z at its upper edge, the bottom +Z. The options must be valid.
func BoxMesh(o BoxOptions) Primitive {
	var p Primitive
	h := o.Size.Mul(0.5)
	for _, f := range boxFaces {
		first := uint32(len(p.Positions))
		for _, c := range [4]mgl32.Vec2{{0, 0}, {0, 1}, {1, 1}, {1, 0}} {
			d := f.normal.Add(f.right.Mul(2*c[0] - 1)).Add(f.down.Mul(2*c[1] - 1))
			p.Positions = append(p.Positions, mgl32.Vec3{d[0] * h[0], d[1] * h[1], d[2] * h[2]})
			p.Normals = append(p.Normals, f.normal)
			p.UV0 = append(p.UV0, c)
		}
		p.Indices = append(p.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	p.Bounds = BoundsOf(p.Positions)
	return p
}

// boxFaces are the faces of a cube as seen from outside: normal = down × right.
var boxFaces = [6]struct{ normal, right, down mgl32.Vec3 }{
	{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, -1}, mgl32.Vec3{0, -1, 0}},
	{mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, -1, 0}},
	{mgl32.Vec3{0, 1, 0}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, -1, 0}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, -1}},
	{mgl32.Vec3{0, 0, 1}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, -1, 0}},
	{mgl32.Vec3{0, 0, -1}, mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, -1, 0}},
}
