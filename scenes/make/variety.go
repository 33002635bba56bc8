package main

import (
	"image/png"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/modeler"
)

// variety is six plates of a metre that face +Z, in two rows of three. Each stores its numbers in
// another of glTF's ways; a reader that gets one wrong shows it:
//
//	ribbon     a triangle strip with 8-bit vertex colours: red, green and blue from left to right
//	wheel      a triangle fan with 8-bit indices and float colours: the colours of a disc's angles
//	pyramid    a grid of zeros from a sparse accessor: its middle stands out as a pyramid, without normals
//	second     an upright F by TEXCOORD_1, while TEXCOORD_0 would show it upside down
//	transform  an upright F by KHR_texture_transform, from coordinates that are turned and shifted
//	packed     an upright F from interleaved data with 16-bit normalised texture coordinates
func variety() ([]file, error) {
	b := newBook()
	data, err := pngOf(letterPainted(64), png.NoCompression) // stored: see sign
	if err != nil {
		return nil, err
	}
	view := modeler.WriteBufferView(b.Document, gltf.TargetNone, data)
	b.Images = append(b.Images, &gltf.Image{Name: "letter", MimeType: "image/png", BufferView: &view})
	texture := b.textureOf(0, gltf.WrapRepeat)
	white := b.material(surface("white", [4]float64{1, 1, 1, 1}, 0, 0.8))
	lettered := func(name string, info *gltf.TextureInfo) *int {
		m := surface(name, [4]float64{1, 1, 1, 1}, 0, 0.8)
		info.Index = texture
		m.PBRMetallicRoughness.BaseColorTexture = info
		return b.material(m)
	}
	place := 0
	plate := func(name string, p *gltf.Primitive) {
		x, y := 1.15*float64(place%3-1), 1.15*(0.5-float64(place/3))
		place++
		b.root(&gltf.Node{Name: name, Mesh: b.mesh(name, p), Translation: [3]float64{x, y, 0}})
	}
	plate("ribbon", b.ribbon(white))
	plate("wheel", b.wheel(white))
	plate("pyramid", b.pyramid(white))

	var s shape
	s.quad(vec3{-0.5, -0.5, 0}, vec3{0.5, -0.5, 0}, vec3{0.5, 0.5, 0}, vec3{-0.5, 0.5, 0}, func(p vec3) vec2 {
		return vec2{p[0] + 0.5, 0.5 - p[1]}
	})
	upright := s.uvs

	s.uvs = [][2]float32{{1, 0}, {0, 0}, {0, 1}, {1, 1}}
	second := b.primitive(s, lettered("second", &gltf.TextureInfo{TexCoord: 1}))
	second.Attributes[gltf.TEXCOORD_1] = modeler.WriteTextureCoord(b.Document, upright)
	plate("second", second)

	// The coordinates are the inverse of what the extension does: offset, then a rotation that is
	// counter-clockwise where v points up, then a scale.
	const turn, scale, offsetU, offsetV = 0.6, 0.5, 0.25, -0.75
	sin, cos := math.Sincos(turn)
	s.uvs = nil
	for _, uv := range upright {
		u, v := float64(uv[0])-offsetU, float64(uv[1])-offsetV
		s.uvs = append(s.uvs, [2]float32{float32((cos*u - sin*v) / scale), float32((sin*u + cos*v) / scale)})
	}
	plate("transform", b.primitive(s, lettered("transform", &gltf.TextureInfo{Extensions: gltf.Extensions{
		texturetransform.ExtensionName: map[string]any{"offset": [2]float64{offsetU, offsetV}, "rotation": turn, "scale": [2]float64{scale, scale}},
	}})))
	b.uses(texturetransform.ExtensionName)

	var short [][2]uint16
	for _, uv := range upright {
		short = append(short, [2]uint16{uint16(65535 * uv[0]), uint16(65535 * uv[1])})
	}
	attributes, err := modeler.WritePrimitiveAttributes(b.Document,
		modeler.PrimitiveAttribute{Name: gltf.POSITION, Data: s.positions},
		modeler.PrimitiveAttribute{Name: gltf.TEXCOORD_0, Data: short},
		modeler.PrimitiveAttribute{Name: gltf.NORMAL, Data: s.normals},
	)
	if err != nil {
		return nil, err
	}
	plate("packed", &gltf.Primitive{
		Attributes: attributes, Material: lettered("packed", &gltf.TextureInfo{}),
		Indices: gltf.Index(modeler.WriteIndices(b.Document, s.indices)),
	})
	f, err := b.glb("models/variety.glb")
	return []file{f}, err
}

func (b book) ribbon(material *int) *gltf.Primitive {
	var positions, normals [][3]float32
	var colors [][4]uint8
	const columns = 6
	for i := range columns + 1 {
		x := float32(i)/columns - 0.5
		c := [4]uint8{0, 0, 0, 255}
		c[i*3/(columns+1)] = 255
		for _, y := range [2]float32{0.5, -0.5} {
			positions = append(positions, [3]float32{x, y, 0})
			normals = append(normals, [3]float32{0, 0, 1})
			colors = append(colors, c)
		}
	}
	return &gltf.Primitive{
		Mode: gltf.PrimitiveTriangleStrip,
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION: modeler.WritePosition(b.Document, positions),
			gltf.NORMAL:   modeler.WriteNormal(b.Document, normals),
			gltf.COLOR_0:  modeler.WriteColor(b.Document, colors),
		},
		Material: material,
	}
}

func (b book) wheel(material *int) *gltf.Primitive {
	positions, normals := [][3]float32{{}}, [][3]float32{{0, 0, 1}}
	colors := [][3]float32{{1, 1, 1}}
	indices := []uint8{0}
	const spokes = 48
	for i := range spokes {
		turn := 2 * math.Pi * float64(i) / spokes
		sin, cos := math.Sincos(turn)
		positions = append(positions, [3]float32{float32(0.5 * cos), float32(0.5 * sin), 0})
		normals = append(normals, [3]float32{0, 0, 1})
		var c [3]float32
		for k := range c {
			c[k] = float32(0.5 + 0.5*math.Cos(turn-2*math.Pi*float64(k)/3))
		}
		colors = append(colors, c)
		indices = append(indices, uint8(i+1))
	}
	indices = append(indices, 1)
	return &gltf.Primitive{
		Mode: gltf.PrimitiveTriangleFan,
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION: modeler.WritePosition(b.Document, positions),
			gltf.NORMAL:   modeler.WriteNormal(b.Document, normals),
			gltf.COLOR_0:  modeler.WriteColor(b.Document, colors),
		},
		Indices:  gltf.Index(modeler.WriteAccessor(b.Document, gltf.TargetElementArrayBuffer, indices)),
		Material: material,
	}
}

func (b book) pyramid(material *int) *gltf.Primitive {
	const side = 8
	var positions [][3]float32
	var indices, raised []uint16
	var values [][3]float32
	var peak float32
	for j := range side + 1 {
		for i := range side + 1 {
			p := [3]float32{float32(i)/side - 0.5, 0.5 - float32(j)/side, 0}
			positions = append(positions, p)
			if d := max(abs(i-side/2), abs(j-side/2)); d < 3 {
				raised = append(raised, uint16(len(positions)-1))
				p[2] = 0.12 * float32(3-d)
				values = append(values, p)
				peak = max(peak, p[2])
			}
			if i < side && j < side {
				a := uint16(j*(side+1) + i)
				indices = append(indices, a, a+side+1, a+side+2, a, a+side+2, a+1)
			}
		}
	}
	at := modeler.WritePosition(b.Document, positions)
	b.Accessors[at].Max[2] = float64(peak)
	// The floats come first, where the buffer is still aligned for them.
	valuesAt := modeler.WriteBufferView(b.Document, gltf.TargetNone, values)
	raisedAt := modeler.WriteBufferView(b.Document, gltf.TargetNone, raised)
	b.Accessors[at].Sparse = &gltf.Sparse{
		Count:   len(raised),
		Indices: gltf.SparseIndices{BufferView: raisedAt, ComponentType: gltf.ComponentUshort},
		Values:  gltf.SparseValues{BufferView: valuesAt},
	}
	return &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: at},
		Indices:    gltf.Index(modeler.WriteIndices(b.Document, indices)),
		Material:   material,
	}
}

func abs(i int) int { return max(i, -i) }
