package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// The structs in this file are shared with shaders; a test compares each with its block in the
// SPIR-V, names and offsets. This is the border where units become plain float32.

// frameBlock mirrors Frame in spirv/include/frame.glsl.
type frameBlock struct {
	ClipFromWorld     mgl32.Mat4
	WorldFromClip     mgl32.Mat4
	StillFromWorld    mgl32.Mat4
	PreviousFromWorld mgl32.Mat4
	ViewFromWorld     mgl32.Mat4
	Camera            mgl32.Vec4
	CameraBack        mgl32.Vec4
	Size              mgl32.Vec4
	SunTowards        mgl32.Vec4
	SunIlluminance    mgl32.Vec4
	SkySh             [9]mgl32.Vec4
	SkyFlat           mgl32.Vec4
	SkyMap            mgl32.Vec4
	CascadeFromWorld  [maxCascades]mgl32.Mat4
	CascadeNear       mgl32.Vec4
	CascadeFar        mgl32.Vec4
	CascadeOffset     mgl32.Vec4
	CascadeBias       mgl32.Vec4
	CascadeTexel      mgl32.Vec4
	CascadeDepth      mgl32.Vec4
	Options           mgl32.Vec4
	Dither            scene.DitherRotation
	Clusters          [4]uint32
	ClusterSlices     mgl32.Vec4
}

// materialBlock mirrors Material in spirv/include/material.glsl.
type materialBlock struct {
	BaseColor         mgl32.Vec4
	Emissive          mgl32.Vec4 // w: metallic
	Specular          mgl32.Vec4 // w: factor
	Roughness         float32
	F0                float32
	NormalScale       float32
	OcclusionStrength float32
	AlphaCutoff       float32
	Flags             uint32
	Pad0, Pad1        uint32
	SharedUv          textureUse
	Textures          [textureSlots]textureUse
}

type textureUse struct{ Row0, Row1 mgl32.Vec4 }

const (
	materialUnlit           = 1
	materialDoubleSided     = 2
	materialPackedOcclusion = 4
	textureSlots            = 7
)

// textures returns a material's textures in the order of the slots of material.glsl.
func textures(m *scene.Material) [textureSlots]*scene.TextureRef {
	return [textureSlots]*scene.TextureRef{m.BaseColorTexture, m.MetallicRoughnessTexture, m.NormalTexture,
		m.OcclusionTexture, m.EmissiveTexture, m.SpecularTexture, m.SpecularColorTexture}
}

func makeMaterial(m *scene.Material) materialBlock {
	b := materialBlock{BaseColor: m.BaseColor, Emissive: m.Emissive.Vec4(m.Metallic), Specular: m.SpecularColor.Vec4(m.Specular),
		Roughness: m.Roughness, F0: dielectricReflectance(m.IOR), NormalScale: m.NormalScale,
		OcclusionStrength: m.OcclusionStrength, AlphaCutoff: m.AlphaCutoff}
	if m.Unlit {
		b.Flags |= materialUnlit
	}
	if m.DoubleSided {
		b.Flags |= materialDoubleSided
	}
	for i, t := range textures(m) {
		b.Textures[i].Row0[3] = -1
		if t != nil {
			b.Textures[i] = makeTextureUse(t)
		}
	}
	if shared, _ := sharedUV(m); shared != nil {
		b.SharedUv = makeTextureUse(shared)
	}
	if o, mr := m.OcclusionTexture, m.MetallicRoughnessTexture; o != nil && mr != nil && *o == *mr {
		b.Flags |= materialPackedOcclusion
	}
	return b
}

func makeTextureUse(t *scene.TextureRef) textureUse {
	return textureUse{t.UVFromMesh.Row(0).Vec4(float32(t.UV)), t.UVFromMesh.Row(1).Vec4(0)}
}

// sharedUV returns a reference that addresses its texture as all textures of the material do; nil
// if there is none. It says no where they differ.
func sharedUV(m *scene.Material) (shared *scene.TextureRef, ok bool) {
	for _, t := range textures(m) {
		switch {
		case t == nil:
		case shared == nil:
			shared = t
		case t.UV != shared.UV || t.UVFromMesh != shared.UVFromMesh:
			return nil, false
		}
	}
	return shared, true
}

// dielectricReflectance is Fresnel's reflectance at normal incidence from air. An index of 0
// stands for a surface that reflects everything (KHR_materials_ior).
func dielectricReflectance(ior float32) float32 {
	if ior == 0 {
		return 1
	}
	r := (ior - 1) / (ior + 1)
	return r * r
}
