package loader

import (
	"strings"

	"scenerender/loader/field"
	"scenerender/scene"
)

// A mesh is an entry of meshes: a file, a node of one, or a built-in shape.
type mesh struct {
	file field.Ref
	node field.Ref
	at   *field.Given // nil for a built-in shape without options

	box      *box
	sphere   *sphere
	plane    *plane
	cylinder *cylinder
	cone     *cone
	torus    *torus
	capsule  *capsule
	tree     *treeShape
	rock     *rock
}

// shapes are the names of the built-in shapes, as keys of a mesh and as meshes by themselves.
var shapes = []string{"box", "sphere", "plane", "cylinder", "cone", "torus", "capsule", "tree", "rock"}

func meshBlock(m *mesh) field.Block {
	return field.Block{
		Name: "Mesh",
		Doc: "A shape that entities use by its name. A node of a file stands with its own origin on the " +
			"entity's, turned and scaled as in the file, with everything below it.",
		Fields: []*field.Field{
			field.File("file", "a glTF file (.gltf or .glb)", &m.file).Doc("A model, or one that `node` is a part of."),
			field.Name("node", "a node of the file", &m.node).Default("the whole file").Doc("Only this node and what is below it."),
			field.Object("box", &m.box, boxBlock).Doc("A box around the origin."),
			field.Object("sphere", &m.sphere, sphereBlock).Doc("A sphere around the origin."),
			field.Object("plane", &m.plane, planeBlock).Doc("A level rectangle around the origin that faces up."),
			field.Object("cylinder", &m.cylinder, cylinderBlock).Doc("An upright cylinder around the origin."),
			field.Object("cone", &m.cone, coneBlock).Doc("An upright cone around the origin."),
			field.Object("torus", &m.torus, torusBlock).Doc("A level ring around the origin."),
			field.Object("capsule", &m.capsule, capsuleBlock).Doc("An upright cylinder with round ends."),
			field.Object("tree", &m.tree, treeBlock).Doc("A tree that stands on the origin."),
			field.Object("rock", &m.rock, rockBlock).Doc("A boulder around the origin."),
		},
		Rules: []field.Rule{field.ExactlyOne(append([]string{"file"}, shapes...)...)},
		Check: func(g *field.Given) {
			m.at = g
			if g.Has("node") && !g.Has("file") {
				g.Errorf("node", `"node" needs "file" beside it`)
			}
		},
	}
}

// shape builds the entry's built-in shape.
func (m *mesh) shape() scene.Mesh {
	one := func(p scene.Primitive) scene.Mesh { return scene.Mesh{Primitives: []scene.Primitive{p}} }
	switch {
	case m.box != nil:
		return one(scene.BoxMesh(m.box.BoxOptions))
	case m.sphere != nil:
		return one(scene.SphereMesh(m.sphere.SphereOptions))
	case m.plane != nil:
		return one(scene.PlaneMesh(m.plane.PlaneOptions))
	case m.cylinder != nil:
		return one(scene.CylinderMesh(m.cylinder.CylinderOptions))
	case m.cone != nil:
		return one(scene.ConeMesh(m.cone.ConeOptions))
	case m.torus != nil:
		return one(scene.TorusMesh(m.torus.TorusOptions))
	case m.capsule != nil:
		return one(scene.CapsuleMesh(m.capsule.CapsuleOptions))
	case m.tree != nil:
		return scene.TreeMesh(m.tree.TreeOptions)
	}
	return one(scene.RockMesh(m.rock.RockOptions))
}

// shapeNamed is a built-in shape as it is without options.
func shapeNamed(name string) *mesh {
	m := &mesh{}
	switch name {
	case "box":
		m.box = &box{scene.DefaultBox()}
	case "sphere":
		m.sphere = &sphere{scene.DefaultSphere()}
	case "plane":
		m.plane = &plane{scene.DefaultPlane()}
	case "cylinder":
		m.cylinder = &cylinder{scene.DefaultCylinder()}
	case "cone":
		m.cone = &cone{scene.DefaultCone()}
	case "torus":
		m.torus = &torus{scene.DefaultTorus()}
	case "capsule":
		m.capsule = &capsule{scene.DefaultCapsule()}
	case "tree":
		m.tree = &treeShape{scene.DefaultTree()}
	case "rock":
		m.rock = &rock{scene.DefaultRock()}
	default:
		return nil
	}
	return m
}

// isModelFile says whether a name looks like the path of a glTF file.
func isModelFile(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".glb") || strings.HasSuffix(name, ".gltf")
}
