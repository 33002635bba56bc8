package scene

import "github.com/go-gl/mathgl/mgl32"

// AlphaMode says what the base colour's alpha means.
type AlphaMode uint8

// The alpha modes of glTF 2.0, section 3.9.4.
const (
	AlphaOpaque AlphaMode = iota // ignored
	AlphaMask                    // covered where alpha ≥ AlphaCutoff
	AlphaBlend                   // coverage, drawn back to front
)

// A Material is glTF's metallic-roughness model with KHR_materials_ior, _specular,
// _emissive_strength and _unlit. Factors multiply their textures.
type Material struct {
	Name string

	BaseColor mgl32.Vec4 // linear, 0..1, alpha last
	Metallic  float32    // 0..1
	Roughness float32    // 0..1, perceptual: GGX alpha is its square

	Specular      float32    // 0..1, scales the dielectric reflection; 0 is pure Lambert
	SpecularColor mgl32.Vec3 // tints the dielectric reflection at normal incidence, ≥ 0
	IOR           float32    // ≥ 1, or 0 for "specular reflects everything"

	Emissive mgl32.Vec3 // cd/m²

	NormalScale       float32
	OcclusionStrength float32 // 0..1

	AlphaMode   AlphaMode
	AlphaCutoff float32
	DoubleSided bool
	Unlit       bool // base colour is exposed light: nothing but the tone curve changes it

	BaseColorTexture         *TextureRef // sRGB, alpha linear
	MetallicRoughnessTexture *TextureRef // linear: G roughness, B metallic
	NormalTexture            *TextureRef // linear, tangent space, +Y up
	OcclusionTexture         *TextureRef // linear: R
	EmissiveTexture          *TextureRef // sRGB
	SpecularTexture          *TextureRef // linear: A
	SpecularColorTexture     *TextureRef // sRGB
}

// Textured says whether the material has a texture.
func (m *Material) Textured() bool {
	for _, t := range []*TextureRef{m.BaseColorTexture, m.MetallicRoughnessTexture, m.NormalTexture, m.OcclusionTexture,
		m.EmissiveTexture, m.SpecularTexture, m.SpecularColorTexture} {
		if t != nil {
			return true
		}
	}
	return false
}

// OnlyReflects says whether all that comes from the surface is the light that falls on it, of which it reflects
// everything at grazing incidence.
func (m *Material) OnlyReflects() bool {
	return !m.Unlit && m.Emissive == mgl32.Vec3{} && m.Specular == 1 && m.SpecularTexture == nil
}

// DefaultMaterial is a white, rough dielectric.
func DefaultMaterial() Material {
	return Material{
		BaseColor: mgl32.Vec4{1, 1, 1, 1}, Roughness: 1,
		Specular: 1, SpecularColor: mgl32.Vec3{1, 1, 1}, IOR: 1.5,
		NormalScale: 1, OcclusionStrength: 1, AlphaCutoff: 0.5,
	}
}

// A TextureRef is a texture as a material uses it. The shader samples at UVFromMesh · (u, v, 1),
// which is KHR_texture_transform's translation · rotation · scale.
type TextureRef struct {
	Texture    int // index into Scene.Textures
	UV         int // 0 or 1
	UVFromMesh mgl32.Mat3
}

// A Texture is an image and how it is sampled.
type Texture struct {
	Image   int // index into Scene.Images
	Sampler Sampler
}

// An Image is decoded colour: 8 bits a channel, RGBA, top row first, alpha not premultiplied.
type Image struct {
	Name          string
	Width, Height int
	Pix           []byte // 4·Width·Height
	SRGB          bool   // colour is sRGB encoded: set where a material uses it as colour
}

// Wrap says what a sampler returns outside 0..1.
type Wrap uint8

// Wrap modes of glTF 2.0.
const (
	WrapRepeat Wrap = iota
	WrapMirror
	WrapClamp
)

// A Sampler is glTF's sampler; the zero value repeats with linear filters and mipmaps.
type Sampler struct {
	U, V       Wrap
	MagNearest bool
	MinNearest bool
	MipNearest bool
	NoMips     bool
}
