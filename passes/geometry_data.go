package passes

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// A region is where a primitive lies in the shared vertex and index buffers.
type region struct {
	firstIndex, indices, firstVertex int
}

// attributes is a vertex's second stream; the first holds positions alone, so that shadow passes
// read no more than they need.
type attributes struct {
	Normal  [4]int16 // snorm
	Tangent [4]int16 // snorm
	UV      [4]float32
	Color   [4]uint16 // unorm
}

// vertexStreams describes both streams to a pipeline.
var vertexStreams = []vk.VertexBuffer{
	{Stride: 12, Attributes: []vk.Attribute{{Location: 0, Format: vk.RGB32F}}},
	{Stride: 40, Attributes: []vk.Attribute{
		{Location: 1, Format: vk.RGBA16S, Offset: 0},
		{Location: 2, Format: vk.RGBA16S, Offset: 8},
		{Location: 3, Format: vk.RGBA32F, Offset: 16},
		{Location: 4, Format: vk.RGBA16, Offset: 32},
	}},
}

// A geometryPlan says where every primitive of a scene lies, and how long the buffers are.
type geometryPlan struct {
	regions           [][]region // by mesh, then primitive
	vertices, indices int
}

func planGeometry(meshes []scene.Mesh) (g geometryPlan) {
	for i := range meshes {
		list := make([]region, len(meshes[i].Primitives))
		for j := range meshes[i].Primitives {
			p := &meshes[i].Primitives[j]
			list[j] = region{firstIndex: g.indices, indices: len(p.Indices), firstVertex: g.vertices}
			g.vertices += len(p.Positions)
			g.indices += len(p.Indices)
		}
		g.regions = append(g.regions, list)
	}
	return g
}

// geometryData holds every primitive of a scene: two vertex streams and 32-bit indices.
type geometryData struct {
	positions, attributes, indices *vk.Buffer
}

// uploadGeometry copies a scene's meshes to the device, each primitive to its region.
func uploadGeometry(dev *vk.Device, up *vk.Uploader, meshes []scene.Mesh, plan geometryPlan) (*geometryData, error) {
	g := &geometryData{}
	var err error
	make := func(name string, size int, use vk.Use) *vk.Buffer {
		if err != nil {
			return nil
		}
		var b *vk.Buffer
		b, err = dev.NewBuffer(vk.BufferDesc{Name: name, Size: max(size, 64), Uses: vk.Uses(use, vk.TransferWrite)})
		return b
	}
	g.positions = make("world.positions", plan.vertices*12, vk.VertexRead)
	g.attributes = make("world.attributes", plan.vertices*40, vk.VertexRead)
	g.indices = make("world.indices", plan.indices*4, vk.IndexRead)
	if err != nil {
		g.destroy()
		return nil, err
	}
	var packed []attributes
	for i := range meshes {
		for j := range meshes[i].Primitives {
			p, r := &meshes[i].Primitives[j], plan.regions[i][j]
			if len(p.Positions) == 0 || len(p.Indices) == 0 {
				continue
			}
			packed = packAttributes(packed[:0], p)
			up.Buffer(g.positions, r.firstVertex*12, vk.Bytes(p.Positions))
			up.Buffer(g.attributes, r.firstVertex*40, vk.Bytes(packed))
			up.Buffer(g.indices, r.firstIndex*4, vk.Bytes(p.Indices))
		}
	}
	return g, nil
}

func (g *geometryData) destroy() {
	for _, b := range []*vk.Buffer{g.positions, g.attributes, g.indices} {
		if b != nil {
			b.Destroy()
		}
	}
}

func packAttributes(out []attributes, p *scene.Primitive) []attributes {
	for i := range p.Positions {
		var a attributes
		n := p.Normals[i]
		a.Normal = [4]int16{snorm16(n[0]), snorm16(n[1]), snorm16(n[2]), 0}
		if p.Tangents != nil {
			t := p.Tangents[i]
			a.Tangent = [4]int16{snorm16(t[0]), snorm16(t[1]), snorm16(t[2]), snorm16(t[3])}
		}
		if p.UV0 != nil {
			a.UV[0], a.UV[1] = p.UV0[i][0], p.UV0[i][1]
		}
		if p.UV1 != nil {
			a.UV[2], a.UV[3] = p.UV1[i][0], p.UV1[i][1]
		}
		color := mgl32.Vec4{1, 1, 1, 1}
		if p.Colors != nil {
			color = p.Colors[i]
		}
		a.Color = [4]uint16{unorm16(color[0]), unorm16(color[1]), unorm16(color[2]), unorm16(color[3])}
		out = append(out, a)
	}
	return out
}

func snorm16(v float32) int16 {
	return int16(math.RoundToEven(float64(min(max(v, -1), 1)) * 32767))
}

func unorm16(v float32) uint16 {
	return uint16(min(max(v, 0), 1)*65535 + 0.5)
}
