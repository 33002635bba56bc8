package passes

import (
	"encoding/binary"

	"scenerender/scene"
	"scenerender/scene/half"
	"scenerender/vk"
)

// uploadLTC makes the texture of scene.LTCTable, which reflections of area lights are read from.
func uploadLTC(dev *vk.Device, up *vk.Uploader) (*vk.Image, error) {
	img, err := dev.NewImage(vk.ImageDesc{Name: "ltc", Width: scene.LTCSize, Height: scene.LTCSize, Format: vk.RGBA16F,
		Uses: vk.Uses(vk.SampledFragment, vk.SampledCompute, vk.TransferWrite)})
	if err != nil {
		return nil, err
	}
	var data []byte
	for _, x := range scene.LTCTable() {
		data = binary.LittleEndian.AppendUint16(data, half.FromFloat32(x))
	}
	up.Image(img, 0, 0, data)
	return img, nil
}
