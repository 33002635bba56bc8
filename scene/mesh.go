package scene

import "github.com/go-gl/mathgl/mgl32"

// A Mesh is a set of triangle lists, one per material.
type Mesh struct {
	Name       string
	Primitives []Primitive
}

// A Primitive is an indexed triangle list with one material. Positions, Normals and Tangents
// have the same length; UV0, UV1 and Colors are nil or have it too.
type Primitive struct {
	Positions []mgl32.Vec3 // metres, mesh space
	Normals   []mgl32.Vec3 // unit length
	Tangents  []mgl32.Vec4 // xyz unit length, w the bitangent's sign; nil where no material needs them
	UV0, UV1  []mgl32.Vec2 // origin at the top left of the image, as in glTF
	Colors    []mgl32.Vec4 // linear, multiplies the base colour
	Indices   []uint32     // three a triangle, counter-clockwise
	Material  int          // index into Scene.Materials
	Bounds    Box          // of Positions
}

// A Box is an axis-aligned box, Min ≤ Max. An empty one has Min > Max.
type Box struct{ Min, Max mgl32.Vec3 }
