package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/vk"
)

// An instance is an object that the camera draws, with its number and dither mask in place of its
// prototype: what spirv/include/instance.glsl reads, and spirv/select_scatter.comp writes.
type instance struct {
	WorldFromObject [3]mgl32.Vec4 // rows
	Color           [2]uint32     // four half floats
	Object, Mask    uint32        // as in visible
}

const instanceSize = 64 // bytes

// cameraStreams are the vertex streams and, for each instance, what it is.
var cameraStreams = append(vertexStreams[:2:2], vk.VertexBuffer{Stride: instanceSize, PerInstance: true, Attributes: []vk.Attribute{
	{Location: 5, Format: vk.RGBA32F, Offset: 0},
	{Location: 6, Format: vk.RGBA32F, Offset: 16},
	{Location: 7, Format: vk.RGBA32F, Offset: 32},
	{Location: 8, Format: vk.RGBA32U, Offset: 48},
}})

// instances spells out a list of the camera's.
func (p *population) instances(out []instance, list []visible) []instance {
	for _, v := range list {
		o := &p.objects[v.Object]
		out = append(out, instance{o.WorldFromObject, o.Color, v.Object, v.Mask})
	}
	return out
}
