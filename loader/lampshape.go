package loader

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A lampShape is what is seen of a lamp with a size: it emits the lamp's luminance, reflects nothing and casts no
// shadow.
type lampShape struct {
	kind     string // rectangle or ball
	size     mgl32.Vec3
	mesh     int
	material int
}

// lampShapes are those of an entity's lamps that are to be seen. A ball with a profile is as bright as its mean.
func (r *resolver) lampShapes(e *entity, lamp *scene.Entity) []lampShape {
	var shapes []lampShape
	if l := lamp.Rect; l != nil && e.rect.visible {
		shapes = append(shapes, r.lampShape("rectangle", mgl32.Vec3{l.Width, l.Height, 1}, l.Color.Mul(float32(l.Luminance)), l.TwoSided))
	}
	if l := lamp.Point; l != nil && e.point.visible && l.Radius >= scene.MinBallRadius {
		luminance := l.Power().PointIntensity().BallLuminance(l.Radius)
		shapes = append(shapes, r.lampShape("ball", mgl32.Vec3{l.Radius, l.Radius, l.Radius}, l.Color.Mul(float32(luminance)), false))
	}
	return shapes
}

func (r *resolver) lampShape(kind string, size, luminance mgl32.Vec3, twoSided bool) lampShape {
	material := len(r.out.Materials)
	m := scene.DefaultMaterial()
	m.Name, m.BaseColor, m.Specular, m.Emissive, m.DoubleSided = "light", mgl32.Vec4{0, 0, 0, 1}, 0, luminance, twoSided
	r.out.Materials = append(r.out.Materials, m)
	return lampShape{kind, size, r.stock.lampMesh(kind, material), material}
}

// addLampShapes adds shapes to the lamp of the entity at an index. A lamp has no scale, so they have none of its
// entity's.
func (r *resolver) addLampShapes(e *entity, index int, shapes []lampShape) {
	for _, shape := range shapes {
		frame, ok := lampFrame(r.worlds[index])
		parentFromShape := r.worlds[index].Inv().Mul4(frame).Mul4(mgl32.Scale3D(shape.size[0], shape.size[1], shape.size[2]))
		if !ok || !finite(parentFromShape) {
			continue
		}
		r.out.Entities = append(r.out.Entities, scene.Entity{
			Name: r.entityNames.unique(r.nameWithin(e, shape.kind)), Parent: index, ParentFromLocal: parentFromShape,
			Model: &scene.Model{
				Parts: []scene.Part{{Mesh: shape.mesh, EntityFromPart: mgl32.Ident4(), Material: shape.material}},
				Color: mgl32.Vec4{1, 1, 1, 1},
			},
		})
		r.worlds = append(r.worlds, r.worlds[index].Mul4(parentFromShape))
	}
}

// lampFrame is where a light stands, with axes of unit length.
func lampFrame(world mgl32.Mat4) (mgl32.Mat4, bool) {
	for i := range 3 {
		v := world.Col(i).Vec3()
		if !(v.Len() > 0) {
			return world, false
		}
		world.SetCol(i, v.Normalize().Vec4(0))
	}
	return world, true
}

// lampMesh is the index of a square that faces -Z, or of a ball, of unit width and radius. The material is what it
// has by itself.
func (s *stock) lampMesh(kind string, material int) int {
	if i, ok := s.lampMeshes[kind]; ok {
		return i
	}
	var p scene.Primitive
	if kind == "ball" {
		p = scene.SphereMesh(scene.SphereOptions{Radius: 1, Segments: 48, Rings: 24})
	} else {
		p = scene.Primitive{Indices: []uint32{0, 1, 2, 0, 2, 3}}
		for _, c := range [4]mgl32.Vec3{{-0.5, -0.5, 0}, {-0.5, 0.5, 0}, {0.5, 0.5, 0}, {0.5, -0.5, 0}} {
			p.Positions, p.Normals = append(p.Positions, c), append(p.Normals, mgl32.Vec3{0, 0, -1})
		}
		p.Bounds = scene.BoundsOf(p.Positions)
	}
	p.Material = material
	s.lampMeshes[kind] = len(s.r.out.Meshes)
	s.r.out.Meshes = append(s.r.out.Meshes, scene.Mesh{Name: "light " + kind, Primitives: []scene.Primitive{p}})
	return s.lampMeshes[kind]
}
