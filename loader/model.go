package loader

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
)

type model struct {
	mesh     field.Ref
	material field.Ref
	color    mgl32.Vec4
	shadows  bool
}

func modelBlock(m *model) field.Block {
	*m = model{color: mgl32.Vec4{1, 1, 1, 1}, shadows: true}
	return field.Block{
		Name: "Model",
		Doc: "What an entity looks like. Lights and cameras of a glTF file come along; " +
			"the cameras are called `entity/node`. A node with levels of detail (`MSFT_lod` with `MSFT_screencoverage`) is drawn in them.",
		Fields: []*field.Field{
			field.Name("mesh", "an entry of `meshes`, a built-in shape, or path of a glTF file", &m.mesh).Required().Doc("What is drawn."),
			field.Name("material", "an entry of `materials`", &m.material).Default("the mesh's own").Doc("Replaces the materials of the whole mesh."),
			field.ColorAlpha("color", &m.color).Doc("Multiplies the base colour."),
			field.Bool("shadows", &m.shadows).Doc("Whether it casts shadows."),
		},
	}
}
