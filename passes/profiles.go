package passes

import (
	"encoding/binary"

	"scenerender/scene"
	"scenerender/scene/half"
	"scenerender/vk"
)

// profilesOf lists the profiles of a scene's lamps, each once, in the order of the lamps.
func profilesOf(sc *scene.Scene) []*scene.Profile {
	var list []*scene.Profile
	known := map[*scene.Profile]bool{}
	add := func(l *scene.PointLight) {
		if l.Profile != nil && !known[l.Profile] {
			known[l.Profile] = true
			list = append(list, l.Profile)
		}
	}
	for i := range sc.Entities {
		if p := sc.Entities[i].Point; p != nil {
			add(p)
		}
		if s := sc.Entities[i].Spot; s != nil {
			add(&s.PointLight)
		}
	}
	return list
}

// uploadProfiles makes a texture with a layer for each profile, as shares of its peak: rows by vertical angle,
// 0 and 180 degrees at the centres of the first and the last, columns by horizontal angle, which repeat.
func uploadProfiles(dev *vk.Device, up *vk.Uploader, list []*scene.Profile) (*vk.Image, error) {
	rows, columns := scene.ProfileGrid(list...)
	img, err := dev.NewImage(vk.ImageDesc{Name: "profiles", Kind: vk.ImageArray, Width: columns, Height: rows, Layers: len(list),
		Format: vk.R16F, Uses: vk.Uses(vk.SampledFragment, vk.SampledCompute, vk.TransferWrite)})
	if err != nil {
		return nil, err
	}
	for layer, p := range list {
		var data []byte
		for _, x := range p.Sampled(rows, columns) {
			data = binary.LittleEndian.AppendUint16(data, half.FromFloat32(x))
		}
		up.Image(img, 0, layer, data)
	}
	return img, nil
}
