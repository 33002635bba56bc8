package asset

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// defaultMaterial is what glTF 2.0 gives a primitive without a material: like every material
// there it is metallic until it says otherwise.
func defaultMaterial() scene.Material {
	m := scene.DefaultMaterial()
	m.Metallic = 1
	return m
}

func (r *reader) readMaterial(e *element) scene.Material {
	m := defaultMaterial()
	m.Name = e.string("name")
	if p := e.object("pbrMetallicRoughness"); p != nil {
		m.BaseColor = mgl32.Vec4(p.floats("baseColorFactor", m.BaseColor[:], 0, 1))
		m.Metallic = p.float("metallicFactor", 1, 0, 1)
		m.Roughness = p.float("roughnessFactor", 1, 0, 1)
		m.BaseColorTexture = r.readTextureRef(p, "baseColorTexture", asColor)
		m.MetallicRoughnessTexture = r.readTextureRef(p, "metallicRoughnessTexture", asData)
	}
	if n := e.object("normalTexture"); n != nil {
		m.NormalScale = n.float("scale", 1, -inf, inf)
		m.NormalTexture = r.readTextureRef(e, "normalTexture", asData)
	}
	if o := e.object("occlusionTexture"); o != nil {
		m.OcclusionStrength = o.float("strength", 1, 0, 1)
		m.OcclusionTexture = r.readTextureRef(e, "occlusionTexture", asData)
	}
	m.Emissive = mgl32.Vec3(e.floats("emissiveFactor", m.Emissive[:], 0, 1))
	m.EmissiveTexture = r.readTextureRef(e, "emissiveTexture", asColor)
	m.DoubleSided = e.bool("doubleSided")
	m.AlphaCutoff = e.float("alphaCutoff", 0.5, 0, inf)
	switch mode := e.string("alphaMode"); mode {
	case "", "OPAQUE":
	case "MASK":
		m.AlphaMode = scene.AlphaMask
	case "BLEND":
		m.AlphaMode = scene.AlphaBlend
	default:
		r.warn(e.at("alphaMode"), "%q is unknown, OPAQUE is used", mode)
	}
	if m.AlphaMode != scene.AlphaMask && e.has("alphaCutoff") {
		r.warn(e.at("alphaCutoff"), "has no effect without alphaMode MASK")
	}
	r.readMaterialExtensions(e, &m)
	if e.extension(lodExtension) != nil {
		r.warnOnce("material lod", e.at("extensions"), "levels of detail of materials are left out")
	}
	return m
}

func (r *reader) readMaterialExtensions(e *element, m *scene.Material) {
	if x := e.extension("KHR_materials_emissive_strength"); x != nil {
		m.Emissive = m.Emissive.Mul(x.float("emissiveStrength", 1, 0, inf))
	}
	if x := e.extension("KHR_materials_ior"); x != nil {
		m.IOR = x.float("ior", 1.5, 0, inf)
		if m.IOR > 0 && m.IOR < 1 {
			x.fail("ior", "is %v, must be 0 or at least 1", m.IOR)
		}
	}
	if x := e.extension("KHR_materials_specular"); x != nil {
		m.Specular = x.float("specularFactor", 1, 0, 1)
		m.SpecularColor = mgl32.Vec3(x.floats("specularColorFactor", m.SpecularColor[:], 0, inf))
		m.SpecularTexture = r.readTextureRef(x, "specularTexture", asData)
		m.SpecularColorTexture = r.readTextureRef(x, "specularColorTexture", asColor)
	}
	m.Unlit = e.extension("KHR_materials_unlit") != nil
	if x := e.extension("KHR_materials_pbrSpecularGlossiness"); x != nil {
		r.readSpecularGlossiness(x, m)
	}
}

// dielectricF0 is the reflectance at normal incidence of scene.DefaultMaterial's IOR of 1.5,
// which SpecularColor scales.
const dielectricF0 = 0.04

// readSpecularGlossiness expresses the archived specular-glossiness model by the one we have:
// a dielectric whose SpecularColor makes up the wanted reflectance, which may be as high as a
// metal's. What differs is that the diffuse part is then darkened by the Fresnel term per
// angle and not by the strongest channel of the specular colour.
func (r *reader) readSpecularGlossiness(x *element, m *scene.Material) {
	r.warn(x.path(), "specular-glossiness is approximated by metallic-roughness with a specular colour")
	diffuse := mgl32.Vec4{1, 1, 1, 1}
	specular := mgl32.Vec3{1, 1, 1}
	m.BaseColor = mgl32.Vec4(x.floats("diffuseFactor", diffuse[:], 0, 1))
	m.BaseColorTexture = r.readTextureRef(x, "diffuseTexture", asColor)
	specular = mgl32.Vec3(x.floats("specularFactor", specular[:], 0, 1))
	m.Metallic, m.IOR, m.Specular = 0, 1.5, 1
	m.SpecularColor = specular.Mul(1 / float32(dielectricF0))
	m.SpecularTexture = nil
	m.SpecularColorTexture = r.readTextureRef(x, "specularGlossinessTexture", asColor)
	gloss := x.float("glossinessFactor", 1, 0, 1)
	m.Roughness = 1 - gloss
	m.MetallicRoughnessTexture = nil
	if m.SpecularColorTexture != nil {
		m.Roughness = 1
		m.MetallicRoughnessTexture = r.readTextureRef(x, "specularGlossinessTexture", glossAsRoughness(gloss))
	}
}
