package scene

import (
	"errors"

	"github.com/go-gl/mathgl/mgl32"
)

// PlaneOptions describes a rectangle in XZ, centred on the origin, that faces +Y.
type PlaneOptions struct {
	Size     mgl32.Vec2 // metres along X and Z, each > 0
	Segments int        // quads along each side, 1..1024
}

// DefaultPlane is a square of one metre made of two triangles.
func DefaultPlane() PlaneOptions { return PlaneOptions{Size: mgl32.Vec2{1, 1}, Segments: 1} }

// Validate reports what PlaneMesh does not accept.
func (o PlaneOptions) Validate() error {
	return errors.Join(checkSize("size[0]", o.Size[0]), checkSize("size[1]", o.Size[1]),
		checkCount("segments", o.Segments, 1, MaxSegments))
}

// PlaneMesh makes 2·Segments² triangles. Seen from above with -Z up, the picture is upright.
// The options must be valid.
func PlaneMesh(o PlaneOptions) Primitive {
	var p Primitive
	n := o.Segments
	for j := range n + 1 {
		for i := range n + 1 {
			u, v := float64(i)/float64(n), float64(j)/float64(n)
			p.Positions = append(p.Positions, vec3((u-0.5)*float64(o.Size[0]), 0, (v-0.5)*float64(o.Size[1])))
			p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(u), float32(v)})
		}
	}
	p.gridIndices(0, n, n)
	p.Bounds = BoundsOf(p.Positions)
	return p
}

// gridIndices adds two triangles for each cell of a grid of (nu+1)·(nv+1) vertices that starts
// at vertex first, rows one after another; u runs right and v down seen from the front.
func (p *Primitive) gridIndices(first uint32, nu, nv int) {
	row := uint32(nu + 1)
	for j := range uint32(nv) {
		for i := range uint32(nu) {
			a := first + j*row + i
			b := a + row
			p.Indices = append(p.Indices, a, b, b+1, a, b+1, a+1)
		}
	}
}
