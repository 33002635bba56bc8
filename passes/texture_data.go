package passes

import (
	"math/bits"

	"scenerender/scene"
	"scenerender/vk"
)

// textureData holds a scene's images, and one descriptor set for each distinct combination of
// textures that its materials use.
type textureData struct {
	images []*vk.Image
	groups []*vk.Group // by material; materials with the same textures share one
	order  []int       // by material: a number equal where the group is
	owned  []*vk.Group
}

// uploadTextures copies images, makes their mipmaps on the device and a group for each material.
// The layout is that of set 1 of a lit pipeline.
func uploadTextures(dev *vk.Device, up *vk.Uploader, sc *scene.Scene, white *vk.Image) (*textureData, error) {
	t := &textureData{}
	for i := range sc.Images {
		img, err := uploadImage(dev, up, &sc.Images[i])
		if err != nil {
			t.destroy()
			return nil, err
		}
		t.images = append(t.images, img)
	}
	if err := t.group(dev, sc, white); err != nil {
		t.destroy()
		return nil, err
	}
	return t, nil
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

// group makes the descriptor sets.
func (t *textureData) group(dev *vk.Device, sc *scene.Scene, white *vk.Image) error {
	layout := vk.Layout{Bindings: materialBindings()}
	known := map[[textureSlots]int]int{}
	for i := range sc.Materials {
		refs := textures(&sc.Materials[i])
		key := [textureSlots]int{}
		for j, r := range refs {
			if r != nil {
				key[j] = r.Texture + 1
			}
		}
		n, ok := known[key]
		if !ok {
			var bound []vk.Bound
			for j, r := range refs {
				view, sampler := white.View(), scene.Sampler{NoMips: true}
				if r != nil {
					texture := sc.Textures[r.Texture]
					view, sampler = t.images[texture.Image].View(), texture.Sampler
				}
				s, err := dev.Sampler(samplerDesc(sampler, maxAnisotropy(dev)))
				if err != nil {
					return err
				}
				bound = append(bound, vk.Bound{Binding: j, View: view, Sampler: s})
			}
			g, err := dev.NewGroup("material "+sc.Materials[i].Name, layout, 1, bound...)
			if err != nil {
				return err
			}
			n = len(t.owned)
			known[key] = n
			t.owned = append(t.owned, g)
		}
		t.groups = append(t.groups, t.owned[n])
		t.order = append(t.order, n)
	}
	return nil
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
	for _, g := range t.owned {
		g.Destroy()
	}
	for _, i := range t.images {
		i.Destroy()
	}
}
