package asset

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"scenerender/scene"
)

// A textureSource is what a texture of the file takes its picture from.
type textureSource struct {
	image   int // index into document.images, or -1
	sampler int // index into document.samplers, or -1
}

// An imageUse is what a material reads out of an image. Each use of an image becomes a
// scene.Image of its own.
type imageUse struct {
	srgb  bool
	gloss bool    // alpha is glossiness: green becomes 1 - glossFactor·alpha
	scale float32 // glossFactor
}

var (
	asColor = imageUse{srgb: true}
	asData  = imageUse{}
)

func glossAsRoughness(factor float32) imageUse { return imageUse{gloss: true, scale: factor} }

// textureUses are the textures and images that materials use, each once per use.
type textureUses struct {
	textures []scene.Texture
	images   []usedImage

	textureIndex map[usedTexture]int
	imageIndex   map[usedImage]int
}

type (
	usedTexture struct {
		source textureSource
		use    imageUse
	}
	usedImage struct {
		image int
		use   imageUse
	}
)

// texture returns the index in textures of a texture of the file under one use.
func (u *textureUses) texture(source textureSource, samplers []scene.Sampler, use imageUse) int {
	if u.textureIndex == nil {
		u.textureIndex, u.imageIndex = map[usedTexture]int{}, map[usedImage]int{}
	}
	key := usedTexture{source, use}
	if i, ok := u.textureIndex[key]; ok {
		return i
	}
	image := usedImage{source.image, use}
	at, ok := u.imageIndex[image]
	if !ok {
		at = len(u.images)
		u.imageIndex[image] = at
		u.images = append(u.images, image)
	}
	t := scene.Texture{Image: at}
	if source.sampler >= 0 {
		t.Sampler = samplers[source.sampler]
	}
	u.textureIndex[key] = len(u.textures)
	u.textures = append(u.textures, t)
	return len(u.textures) - 1
}

func (r *reader) readImage(e *element) *gltf.Image {
	m := &gltf.Image{Name: e.string("name"), URI: e.string("uri"), MimeType: e.string("mimeType")}
	switch {
	case e.has("uri") == e.has("bufferView"):
		r.fail(e.path(), "must have either a uri or a bufferView")
		return nil
	case e.has("bufferView"):
		view := e.reference("bufferView", "bufferViews")
		if !e.require("mimeType") || view < 0 {
			return nil
		}
		if v := r.doc.views[view]; v != nil && v.ByteStride != 0 {
			e.fail("bufferView", "bufferViews[%d] has a byteStride, which images may not have", view)
			return nil
		}
		m.BufferView = &view
	case m.URI == "":
		if byte(e.v.get("uri").kind) == '"' {
			e.fail("uri", "is empty")
		}
		return nil
	}
	return m
}

func (r *reader) readTexture(e *element) textureSource {
	t := textureSource{image: e.reference("source", "images"), sampler: e.reference("sampler", "samplers")}
	if x := e.extension("EXT_texture_webp"); x != nil {
		if webp := x.reference("source", "images"); webp >= 0 {
			t.image = webp
		}
	}
	if t.image < 0 && !e.has("source") {
		r.warn(e.path(), "has no source that is supported")
	}
	return t
}

func (r *reader) readSampler(e *element) scene.Sampler {
	s := scene.Sampler{
		U: wrap(e.enum("wrapS", 10497, 10497, 33071, 33648)),
		V: wrap(e.enum("wrapT", 10497, 10497, 33071, 33648)),
	}
	s.MagNearest = e.enum("magFilter", 0, 9728, 9729) == 9728
	switch e.enum("minFilter", 0, 9728, 9729, 9984, 9985, 9986, 9987) {
	case 9728:
		s.MinNearest, s.NoMips = true, true
	case 9729:
		s.NoMips = true
	case 9984:
		s.MinNearest, s.MipNearest = true, true
	case 9985:
		s.MipNearest = true
	case 9986:
		s.MinNearest = true
	}
	return s
}

func wrap(mode int) scene.Wrap {
	switch mode {
	case 33071:
		return scene.WrapClamp
	case 33648:
		return scene.WrapMirror
	}
	return scene.WrapRepeat
}

// readTextureRef reads a textureInfo; nil where there is none that can be used.
func (r *reader) readTextureRef(up *element, key string, use imageUse) *scene.TextureRef {
	e := up.object(key)
	if e == nil || !e.require("index") {
		return nil
	}
	n := e.reference("index", "textures")
	ref := &scene.TextureRef{UV: e.int("texCoord", 0, 0, maxInt), UVFromMesh: mgl32.Ident3()}
	if x := e.extension("KHR_texture_transform"); x != nil {
		ref.UV = x.int("texCoord", ref.UV, 0, maxInt)
		ref.UVFromMesh = readUVTransform(x)
	}
	if n < 0 {
		return nil
	}
	source := r.doc.textures[n]
	if source.image < 0 {
		return nil
	}
	if ref.UV > 1 {
		r.warn(e.path(), "uses texture coordinate set %d; only 0 and 1 are supported, so the texture is left out", ref.UV)
		return nil
	}
	ref.Texture = r.doc.uses.texture(source, r.doc.samplers, use)
	return ref
}

// readUVTransform returns KHR_texture_transform's translation · rotation · scale. Its rotation
// is counter-clockwise in a picture whose v points down.
func readUVTransform(x *element) mgl32.Mat3 {
	offset := x.floats("offset", []float32{0, 0}, -inf, inf)
	scale := x.floats("scale", []float32{1, 1}, -inf, inf)
	angle := x.float("rotation", 0, -inf, inf)
	s, c := sincos(angle)
	return mgl32.Mat3{
		c * scale[0], -s * scale[0], 0,
		s * scale[1], c * scale[1], 0,
		offset[0], offset[1], 1,
	}
}
