package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type material struct {
	scene.Material
	baseColorTexture         *texture
	metallicRoughnessTexture *texture
	normalTexture            *texture
	occlusionTexture         *texture
	emissiveTexture          *texture
}

func materialBlock(m *material) field.Block {
	m.Material = scene.DefaultMaterial()
	return field.Block{
		Name: "Material",
		Doc:  "A surface: glTF's metallic-roughness model. Textures multiply the numbers beside them.",
		Fields: []*field.Field{
			field.ColorAlpha("base_color", &m.BaseColor).Doc("Albedo of a dielectric, reflectance of a metal; alpha counts by `alpha_mode`."),
			field.Float("metallic", &m.Metallic).Range(0, 1).Doc("0 is a dielectric, 1 a metal."),
			field.Float("roughness", &m.Roughness).Range(0, 1).Doc("0 is a mirror, 1 is chalk; GGX's alpha is its square."),
			field.Float("specular", &m.Specular).Range(0, 1).Doc("Scales the reflection of a dielectric; 0 is pure Lambert."),
			field.Color("specular_color", &m.SpecularColor).Doc("Tints the reflection of a dielectric seen head-on."),
			field.Float("ior", &m.IOR).Range(1, 5).Doc("Index of refraction of a dielectric."),
			field.Light("emissive", &m.Emissive).Range(0, 1e9).Unit("cd/m²").Doc("Light that the surface gives off."),
			textureField("base_color_texture", &m.baseColorTexture).Doc("Colour in sRGB, and alpha."),
			textureField("metallic_roughness_texture", &m.metallicRoughnessTexture).Doc("Roughness in green, metallic in blue."),
			textureField("normal_texture", &m.normalTexture).Doc("Tangent-space normals, green up."),
			textureField("occlusion_texture", &m.occlusionTexture).Doc("How open the surface is to the sky, in red."),
			textureField("emissive_texture", &m.emissiveTexture).Doc("Colour of the light given off, in sRGB."),
			field.Float("normal_scale", &m.NormalScale).Range(-100, 100).Doc("Strength of the normal texture."),
			field.Float("occlusion_strength", &m.OcclusionStrength).Range(0, 1).Doc("Strength of the occlusion texture."),
			field.Enum("alpha_mode", &m.AlphaMode,
				field.Option[scene.AlphaMode]{Name: "opaque", Value: scene.AlphaOpaque},
				field.Option[scene.AlphaMode]{Name: "mask", Value: scene.AlphaMask},
				field.Option[scene.AlphaMode]{Name: "blend", Value: scene.AlphaBlend},
			).Doc("Whether alpha is ignored, cuts holes, or is coverage."),
			field.Float("alpha_cutoff", &m.AlphaCutoff).Range(0, 1).Doc("Where `mask` cuts: lower alpha is a hole."),
			field.Bool("double_sided", &m.DoubleSided).Doc("Whether the back is drawn, too."),
			field.Bool("unlit", &m.Unlit).Doc("The base colour is light that needs no exposure: only the tone curve comes after it."),
		},
	}
}

type texture struct {
	file          field.Ref
	wrap          scene.Wrap
	nearest       bool
	mipmaps       bool
	uv            int
	offset, scale mgl32.Vec2
	rotation      float64
}

func textureField(key string, to **texture) *field.Field {
	return field.ObjectOr(key, "file", to, textureBlock)
}

func textureBlock(t *texture) field.Block {
	*t = texture{mipmaps: true, scale: mgl32.Vec2{1, 1}}
	return field.Block{
		Name: "Texture",
		Doc:  "A picture on a surface. Its coordinates are scaled, then rotated, then moved (KHR_texture_transform).",
		Fields: []*field.Field{
			field.File("file", "a PNG, JPEG or WebP picture", &t.file).Required().Doc("The picture."),
			field.Enum("wrap", &t.wrap,
				field.Option[scene.Wrap]{Name: "repeat", Value: scene.WrapRepeat},
				field.Option[scene.Wrap]{Name: "mirror", Value: scene.WrapMirror},
				field.Option[scene.Wrap]{Name: "clamp", Value: scene.WrapClamp},
			).Doc("What lies beyond the picture's edge."),
			field.Enum("filter", &t.nearest,
				field.Option[bool]{Name: "linear", Value: false},
				field.Option[bool]{Name: "nearest", Value: true},
			).Doc("Whether pixels blend into each other."),
			field.Bool("mipmaps", &t.mipmaps).Doc("Whether smaller copies are used far away."),
			field.Int("uv", &t.uv).Range(0, 1).Doc("Which coordinates of the mesh are used."),
			field.Vector("offset", t.offset[:], "u", "v").Range(-1e6, 1e6).Doc("Moves the coordinates; 1 is the whole picture."),
			field.Float("rotation", &t.rotation).Degrees().Range(-360, 360).Doc("Turns the coordinates counter-clockwise around the picture's top left."),
			field.Vector("scale", t.scale[:], "u", "v").Range(-1e6, 1e6).Doc("Multiplies the coordinates; 2 shows the picture twice."),
		},
	}
}

func (t *texture) sampler() scene.Sampler {
	return scene.Sampler{
		U: t.wrap, V: t.wrap,
		MagNearest: t.nearest, MinNearest: t.nearest, MipNearest: t.nearest, NoMips: !t.mipmaps,
	}
}

// uvFromMesh is translation · rotation · scale of KHR_texture_transform.
func (t *texture) uvFromMesh() mgl32.Mat3 {
	sin, cos := math.Sincos(t.rotation)
	s, c := float32(sin), float32(cos)
	return mgl32.Mat3{
		c * t.scale[0], -s * t.scale[0], 0,
		s * t.scale[1], c * t.scale[1], 0,
		t.offset[0], t.offset[1], 1,
	}
}

// slots are the textures of a material with the place of each in the scene's material, and
// whether it holds colour.
func (m *material) slots() []textureSlot {
	return []textureSlot{
		{m.baseColorTexture, &m.BaseColorTexture, true},
		{m.metallicRoughnessTexture, &m.MetallicRoughnessTexture, false},
		{m.normalTexture, &m.NormalTexture, false},
		{m.occlusionTexture, &m.OcclusionTexture, false},
		{m.emissiveTexture, &m.EmissiveTexture, true},
	}
}

type textureSlot struct {
	from *texture // nil: none
	to   **scene.TextureRef
	srgb bool
}
