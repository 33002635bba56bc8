package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/vk"
)

// The camera's draws learn what their instances are from the camera's list. GPUs get entries like those of
// the other views, 8 bytes, and fetch the object by its number. Software devices do so for each vertex,
// component and lane, while they fetch attributes once an instance: for them the list spells its objects out. On GPUs
// that costs a third of the geometry pass, in memory written and read. Pictures are the same to the bit.

// spells says whether a device gets lists that spell objects out.
func spells(dev *vk.Device) bool { return dev.Info().Type == vk.CPU }

// An instance is an object that the camera draws, with its number and dither mask in place of its
// prototype: what spirv/include/instance.glsl reads, and spirv/select_scatter.comp writes.
type instance struct {
	WorldFromObject [3]mgl32.Vec4 // rows
	Color           [2]uint32     // four half floats
	Object, Mask    uint32        // as in visible
}

const (
	visibleSize  = 8  // bytes
	instanceSize = 64 // bytes
)

// spelledStreams are the vertex streams and, for each instance, what it is.
var spelledStreams = append(vertexStreams[:2:2], vk.VertexBuffer{Stride: instanceSize, PerInstance: true, Attributes: []vk.Attribute{
	{Location: 5, Format: vk.RGBA32F, Offset: 0},
	{Location: 6, Format: vk.RGBA32F, Offset: 16},
	{Location: 7, Format: vk.RGBA32F, Offset: 32},
	{Location: 8, Format: vk.RGBA32U, Offset: 48},
}})

// cameraProgram starts compiling a pipeline that draws for the camera.
func (w *world) cameraProgram(p *programs, fragment string, d vk.GraphicsDesc) *program {
	if w.spelled {
		d.Buffers = spelledStreams
		return p.graphics("geometry_spelled.vert", fragment, d)
	}
	d.Buffers = vertexStreams
	return p.graphics("geometry.vert", fragment, d)
}

// cameraEntry is the size of an entry of the camera's list, and how drawing passes read it.
func (w *world) cameraEntry() (bytes int, use vk.Use) {
	if w.spelled {
		return instanceSize, vk.VertexRead
	}
	return visibleSize, vk.StorageReadVertex
}

// cameraBuffers binds what the camera's draws fetch vertices from.
func (c *Commands) cameraBuffers(w *world, d drawn) {
	if w.spelled {
		c.VertexBuffers(0, w.geometry.positions, w.geometry.attributes, c.Buffer(d.list))
	} else {
		c.VertexBuffers(0, w.geometry.positions, w.geometry.attributes)
	}
}

// spell spells out a list of the camera's.
func (p *population) spell(out []instance, list []visible) []instance {
	for _, v := range list {
		o := &p.objects[v.Object]
		out = append(out, instance{o.WorldFromObject, o.Color, v.Object, v.Mask})
	}
	return out
}
