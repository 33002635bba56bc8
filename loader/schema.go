package loader

import (
	"scenerender/loader/field"
)

//go:generate go run ./reference ../docs/scene.md

// Schema is the JSON Schema (draft 2020-12) of scene files. It holds for the tree of a TOML file
// as well.
func Schema() []byte {
	return field.Schema(fileBlock(&file{}), "scenerender scene",
		"A scene file of scenerender, in JSON or TOML. Paths are relative to the file.")
}

// Reference is the Markdown page of every block and key.
func Reference() string {
	return preface + field.Reference(fileBlock(&file{}))
}

const preface = `# Scene files

<!-- Made from the table in loader/blocks.go by "go generate ./loader"; edit that. -->

A scene is a JSON or a TOML 1.1 file; both spell the same tree. A small one:

` + "```toml" + `
format = "scenerender"
version = 1

[sun]
azimuth = 120
elevation = 50

[sky.gradient]

[[entities]]
name = "ball"
Transform3D = { position = [0, 0.5, 0] }
Model = { mesh = "sphere", color = "#c04020" }

[[entities]]
name = "ground"
Transform3D = { scale = 10 }
Model = { mesh = "plane" }
` + "```" + `

- Lengths are metres, angles degrees, times seconds. Y is up, the world is right-handed, a camera looks along its -Z.
- Colours are linear Rec.709 numbers, or an sRGB string such as ` + "`\"#c04020\"`" + `. Light is in physical units, per channel.
- Paths are relative to the scene file, use ` + "`/`" + `, and may not leave its folder, or that of ` + "`--asset-root`" + `;
  where the asset root does not hold the scene file, paths are relative to the asset root.
- Unknown keys, wrong types and numbers out of range are mistakes; one run reports them all, with line and column.
- A key that is left out has its default. ` + "`null`" + ` is no value.
- A file may have 64 MiB (16 MiB in TOML), 64 levels of nesting and 4,194,304 values.

`
