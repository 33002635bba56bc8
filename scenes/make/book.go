package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// A book is a glTF file being written.
type book struct{ *gltf.Document }

func newBook() book {
	doc := gltf.NewDocument()
	doc.Asset.Generator = "scenerender scenes/make"
	doc.Scenes[0].Name = ""
	return book{doc}
}

// texture adds a picture beside the file, and returns the texture's index. It repeats and is
// filtered with mipmaps.
func (b book) texture(uri string) int {
	b.Images = append(b.Images, &gltf.Image{URI: uri})
	return b.textureOf(len(b.Images)-1, gltf.WrapRepeat)
}

func (b book) textureOf(image int, wrap gltf.WrappingMode) int {
	b.Samplers = append(b.Samplers, &gltf.Sampler{
		MagFilter: gltf.MagLinear, MinFilter: gltf.MinLinearMipMapLinear, WrapS: wrap, WrapT: wrap,
	})
	b.Textures = append(b.Textures, &gltf.Texture{Source: gltf.Index(image), Sampler: gltf.Index(len(b.Samplers) - 1)})
	return len(b.Textures) - 1
}

// textured is a material with the three pictures name-color.png, name-normal.png and name-orm.png,
// the last with occlusion in red, roughness in green and metallic in blue.
func (b book) textured(name string) *gltf.Material {
	orm := b.texture(name + "-orm.png")
	return &gltf.Material{
		Name: name,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorTexture:         &gltf.TextureInfo{Index: b.texture(name + "-color.png")},
			MetallicRoughnessTexture: &gltf.TextureInfo{Index: orm},
		},
		NormalTexture:    &gltf.NormalTexture{Index: gltf.Index(b.texture(name + "-normal.png"))},
		OcclusionTexture: &gltf.OcclusionTexture{Index: gltf.Index(orm)},
	}
}

// surface is a material without textures.
func surface(name string, color [4]float64, metallic, roughness float64) *gltf.Material {
	return &gltf.Material{Name: name, PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &color, MetallicFactor: &metallic, RoughnessFactor: &roughness,
	}}
}

func (b book) material(m *gltf.Material) *int {
	b.Materials = append(b.Materials, m)
	return gltf.Index(len(b.Materials) - 1)
}

// primitive writes a shape, each attribute in a view of its own.
func (b book) primitive(s shape, material *int) *gltf.Primitive {
	return &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION:   modeler.WritePosition(b.Document, s.positions),
			gltf.NORMAL:     modeler.WriteNormal(b.Document, s.normals),
			gltf.TEXCOORD_0: modeler.WriteTextureCoord(b.Document, s.uvs),
		},
		Indices:  gltf.Index(modeler.WriteIndices(b.Document, s.indices)),
		Material: material,
	}
}

func (b book) mesh(name string, primitives ...*gltf.Primitive) *int {
	b.Meshes = append(b.Meshes, &gltf.Mesh{Name: name, Primitives: primitives})
	return gltf.Index(len(b.Meshes) - 1)
}

// root adds a node at the top of the scene.
func (b book) root(n *gltf.Node) {
	b.Nodes = append(b.Nodes, n)
	b.Scenes[0].Nodes = append(b.Scenes[0].Nodes, len(b.Nodes)-1)
}

// uses declares an extension.
func (b book) uses(names ...string) { b.ExtensionsUsed = append(b.ExtensionsUsed, names...) }

// glb is the file as one binary.
func (b book) glb(path string) (file, error) {
	var out bytes.Buffer
	err := gltf.NewEncoder(&out).Encode(b.Document)
	return file{path, out.Bytes()}, err
}

// gltf is the file as text with its numbers in another, uri, beside it.
func (b book) gltf(path, uri, binPath string) ([]file, error) {
	b.Buffers[0].URI = uri
	var out bytes.Buffer
	e := gltf.NewEncoderFS(&out, nowhere{})
	e.AsBinary = false
	e.SetJSONIndent("", "  ")
	if err := e.Encode(b.Document); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return []file{{path, out.Bytes()}, {binPath, b.Buffers[0].Data}}, nil
}

// nowhere swallows the buffers that the encoder writes; they are taken from the document.
type nowhere struct{}

func (nowhere) Open(string) (fs.File, error) { return nil, errors.New("nothing is read") }
func (nowhere) Create(string) (io.WriteCloser, error) {
	return discard{io.Discard}, nil
}

type discard struct{ io.Writer }

func (discard) Close() error { return nil }
