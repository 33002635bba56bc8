package passes

import (
	"fmt"
	"math/bits"

	"scenerender/scene"
	"scenerender/vk"
)

// A textureKey says which texture is in each slot, counted from 1; 0 is none.
type textureKey [textureSlots]int

// planTextures numbers the distinct combinations of textures that a scene's materials use.
func planTextures(materials []scene.Material) (keys []textureKey, byMaterial []int) {
	known := map[textureKey]int{}
	for i := range materials {
		var key textureKey
		for j, r := range textures(&materials[i]) {
			if r != nil {
				key[j] = r.Texture + 1
			}
		}
		n, ok := known[key]
		if !ok {
			n = len(keys)
			known[key] = n
			keys = append(keys, key)
		}
		byMaterial = append(byMaterial, n)
	}
	return keys, byMaterial
}

// textureData holds a scene's images, and a descriptor set for each combination of planTextures.
type textureData struct {
	images []*vk.Image
	groups []*vk.Group
}

// uploadTextures copies images, makes their mipmaps on the device, and the groups.
func uploadTextures(dev *vk.Device, up *vk.Uploader, sc *scene.Scene, keys []textureKey, white *vk.Image) (*textureData, error) {
	t := &textureData{}
	for i := range sc.Images {
		img, err := uploadImage(dev, up, &sc.Images[i])
		if err != nil {
			t.destroy()
			return nil, err
		}
		t.images = append(t.images, img)
	}
	for _, key := range keys {
		g, err := t.group(dev, sc, key, white)
		if err != nil {
			t.destroy()
			return nil, err
		}
		t.groups = append(t.groups, g)
	}
	return t, nil
}

// group makes a descriptor set; slots without a texture get the white texel.
func (t *textureData) group(dev *vk.Device, sc *scene.Scene, key textureKey, white *vk.Image) (*vk.Group, error) {
	var bound []vk.Bound
	for i, n := range key {
		view, sampler := white.View(), scene.Sampler{NoMips: true}
		if n > 0 {
			texture := sc.Textures[n-1]
			view, sampler = t.images[texture.Image].View(), texture.Sampler
		}
		s, err := dev.Sampler(samplerDesc(sampler, maxAnisotropy(dev)))
		if err != nil {
			return nil, err
		}
		bound = append(bound, vk.Bound{Binding: i, View: view, Sampler: s})
	}
	return dev.NewGroup(fmt.Sprint("textures ", key), vk.Layout{Bindings: materialBindings()}, 1, bound...)
}

func uploadImage(dev *vk.Device, up *vk.Uploader, src *scene.Image) (*vk.Image, error) {
	format := vk.RGBA8
	if src.SRGB {
		format = vk.RGBA8SRGB
	}
	img, err := dev.NewImage(vk.ImageDesc{Name: "texture " + src.Name, Width: src.Width, Height: src.Height,
		Mips: bits.Len(uint(max(src.Width, src.Height))), Format: format,
		Uses: vk.Uses(vk.SampledFragment, vk.TransferRead, vk.TransferWrite)})
	if err != nil {
		return nil, err
	}
	up.Image(img, 0, 0, src.Pix)
	up.GenerateMips(img)
	return img, nil
}

// materialBindings are set 1 of every pipeline that samples a material's textures, whichever of
// them its shaders read.
func materialBindings() []vk.Binding {
	var list []vk.Binding
	for i := range textureSlots {
		list = append(list, vk.Binding{Set: 1, Binding: i, Count: 1, Type: vk.SampledImage})
	}
	return list
}

func samplerDesc(s scene.Sampler, anisotropy float32) vk.SamplerDesc {
	wrap := func(w scene.Wrap) vk.Wrap {
		switch w {
		case scene.WrapMirror:
			return vk.Mirror
		case scene.WrapClamp:
			return vk.Clamp
		}
		return vk.Repeat
	}
	filter := func(nearest bool) vk.Filter {
		if nearest {
			return vk.Nearest
		}
		return vk.Linear
	}
	d := vk.SamplerDesc{Min: filter(s.MinNearest), Mag: filter(s.MagNearest), Mip: filter(s.MipNearest),
		U: wrap(s.U), V: wrap(s.V), MaxLod: 32}
	if s.NoMips {
		d.MaxLod = 0
	}
	// Anisotropy means nothing to a sampler that asks for blocky texels.
	if !s.NoMips && !s.MinNearest && !s.MagNearest {
		d.Anisotropy = anisotropy
	}
	return d
}

// maxAnisotropy keeps ground textures sharp at grazing angles; more than 8 is not visible. Software
// devices go without: Mesa's lavapipe 22.3 never returns from an anisotropic fetch whose
// derivatives are not finite, and samples average what it would have done.
func maxAnisotropy(dev *vk.Device) float32 {
	if dev.Info().Type == vk.CPU {
		return 0
	}
	return min(8, dev.Limits().MaxAnisotropy)
}

func (t *textureData) destroy() {
	for _, g := range t.groups {
		g.Destroy()
	}
	for _, i := range t.images {
		i.Destroy()
	}
}
