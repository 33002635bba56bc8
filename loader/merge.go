package loader

import (
	"slices"

	"scenerender/loader/asset"
	"scenerender/loader/field"
	"scenerender/scene"
)

// How meshes, materials, textures and pictures enter the scene: when they are first used, once.

// withTangents is the index of a mesh that has what a material's normal texture needs: the same
// one, or a copy with tangents.
func (s *stock) withTangents(mesh, material int) int {
	normals := s.r.out.Materials[material].NormalTexture
	if normals == nil {
		return mesh
	}
	key := tangentKey{mesh, normals.UV, normals.UVFromMesh}
	if i, ok := s.tangents[key]; ok {
		return i
	}
	from := s.r.out.Meshes[mesh]
	with := scene.Mesh{Name: from.Name, Primitives: slices.Clone(from.Primitives)}
	missing := false
	for i := range with.Primitives {
		if p := &with.Primitives[i]; p.Tangents == nil {
			missing = true
			asset.SetTangents(p, normals)
		}
	}
	s.tangents[key] = mesh
	if missing {
		s.tangents[key] = len(s.r.out.Meshes)
		s.r.out.Meshes = append(s.r.out.Meshes, with)
	}
	return s.tangents[key]
}

// mesh is the index in the scene of a model's mesh.
func (s *stock) mesh(from *asset.Asset, index int) int {
	key := meshKey{from, index}
	if i, ok := s.meshes[key]; ok {
		return i
	}
	mesh := from.Meshes[index]
	primitives := make([]scene.Primitive, len(mesh.Primitives))
	for i, p := range mesh.Primitives {
		p.Material = s.materialOf(from, p.Material)
		primitives[i] = p
	}
	mesh.Primitives = primitives
	s.meshes[key] = len(s.r.out.Meshes)
	s.r.out.Meshes = append(s.r.out.Meshes, mesh)
	return s.meshes[key]
}

// materialOf is the index in the scene of a model's material.
func (s *stock) materialOf(from *asset.Asset, index int) int {
	key := itemKey{materialItem, from, index}
	if i, ok := s.merged[key]; ok {
		return i
	}
	m := from.Materials[index]
	for _, ref := range []**scene.TextureRef{
		&m.BaseColorTexture, &m.MetallicRoughnessTexture, &m.NormalTexture, &m.OcclusionTexture,
		&m.EmissiveTexture, &m.SpecularTexture, &m.SpecularColorTexture,
	} {
		if *ref != nil {
			moved := **ref
			moved.Texture = s.textureOf(from, moved.Texture)
			*ref = &moved
		}
	}
	s.merged[key] = len(s.r.out.Materials)
	s.r.out.Materials = append(s.r.out.Materials, m)
	return s.merged[key]
}

func (s *stock) textureOf(from *asset.Asset, index int) int {
	key := itemKey{textureItem, from, index}
	if i, ok := s.merged[key]; ok {
		return i
	}
	t := from.Textures[index]
	image := itemKey{imageItem, from, t.Image}
	i, ok := s.merged[image]
	if !ok {
		i = len(s.r.out.Images)
		s.merged[image] = i
		s.r.out.Images = append(s.r.out.Images, from.Images[t.Image])
	}
	t.Image = i
	s.merged[key] = s.texture(t)
	return s.merged[key]
}

// texture is the index in the scene of a texture.
func (s *stock) texture(t scene.Texture) int {
	if i, ok := s.textures[t]; ok {
		return i
	}
	s.textures[t] = len(s.r.out.Textures)
	s.r.out.Textures = append(s.r.out.Textures, t)
	return s.textures[t]
}

// picture is the index in the scene of a picture that the scene file names, or -1.
func (s *stock) picture(kind bookKind, ref field.Ref) int {
	b, err := s.r.files.ask(kind, ref)
	if err != nil || b.image == nil {
		return -1 // reported already
	}
	if i, ok := s.pictures[b]; ok {
		return i
	}
	s.pictures[b] = len(s.r.out.Images)
	s.r.out.Images = append(s.r.out.Images, *b.image)
	return s.pictures[b]
}

// addMaterials adds the materials of the file in their order.
func (r *resolver) addMaterials() {
	for _, e := range r.file.materials {
		if e.Value == nil {
			r.stock.materials[e.Name] = -1
			continue
		}
		for _, slot := range e.Value.slots() {
			if slot.from == nil {
				continue
			}
			if image := r.stock.picture(slot.kind(), slot.from.file); image >= 0 {
				*slot.to = &scene.TextureRef{
					Texture: r.stock.texture(scene.Texture{Image: image, Sampler: slot.from.sampler()}),
					UV:      slot.from.uv, UVFromMesh: slot.from.uvFromMesh(),
				}
			}
		}
		m := e.Value.Material
		m.Name = e.Name
		r.stock.materials[e.Name] = len(r.out.Materials)
		r.out.Materials = append(r.out.Materials, m)
	}
}
