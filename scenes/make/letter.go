package main

import (
	"image"
	"image/color"
	"image/png"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// letter is an F whose place, size and way round can be seen: its four corners have colours, red
// at the top left, green at the top right, blue at the bottom left, yellow at the bottom right.
func letter() ([]file, error) {
	return pictures("textures/letter", picture{"", letterPainted(128)})
}

func letterPainted(size int) *image.NRGBA {
	return paint(size, size, func(u, v float64) tint {
		background := rgb(0xe8e4da)
		if edge := min(u, 1-u, v, 1-v); edge < 0.03 {
			return rgb(0x2b2b2b)
		}
		corners := [2][2]tint{{rgb(0xc8382e), rgb(0x3a9a4a)}, {rgb(0x2f5fc4), rgb(0xe0b020)}}
		if (u < 0.2 || u > 0.8) && (v < 0.2 || v > 0.8) {
			row, column := 0, 0
			if v > 0.5 {
				row = 1
			}
			if u > 0.5 {
				column = 1
			}
			return corners[row][column]
		}
		in := func(left, top, right, bottom float64) bool { return left < u && u < right && top < v && v < bottom }
		if in(0.3, 0.14, 0.42, 0.86) || in(0.3, 0.14, 0.74, 0.27) || in(0.3, 0.44, 0.64, 0.56) {
			return rgb(0x202830)
		}
		return background
	})
}

// sign is a board on a post that shows the same in any light (KHR_materials_unlit). Its picture is
// within the file.
func sign() ([]file, error) {
	const width, height = 96, 48
	board := paint(width, height, func(u, v float64) tint {
		if x, y := min(u, 1-u)*width, min(v, 1-v)*height; x < 3 || y < 3 {
			return rgb(0xf4f1e6)
		}
		return rgb(0x1c5d99)
	})
	write := font.Drawer{Dst: board, Src: image.NewUniform(color.NRGBA{0xf4, 0xf1, 0xe6, 0xff}), Face: basicfont.Face7x13}
	for i, line := range []string{"UNLIT", "always so"} {
		x := (width - write.MeasureString(line).Round()) / 2
		write.Dot = fixed.P(x, 21+15*i)
		write.DrawString(line)
	}
	// Stored, because its size is part of the file's numbers and should not depend on a compressor.
	data, err := pngOf(board, png.NoCompression)
	if err != nil {
		return nil, err
	}
	b := newBook()
	view := modeler.WriteBufferView(b.Document, gltf.TargetNone, data)
	b.Images = append(b.Images, &gltf.Image{Name: "board", MimeType: "image/png", BufferView: &view})
	m := surface("board", [4]float64{1, 1, 1, 1}, 0, 0.9)
	m.PBRMetallicRoughness.BaseColorTexture = &gltf.TextureInfo{Index: b.textureOf(0, gltf.WrapClampToEdge)}
	m.Extensions = gltf.Extensions{"KHR_materials_unlit": struct{}{}}
	b.uses("KHR_materials_unlit")

	var face, post shape
	face.quad(vec3{-0.4, 0.8, 0.021}, vec3{0.4, 0.8, 0.021}, vec3{0.4, 1.2, 0.021}, vec3{-0.4, 1.2, 0.021}, func(p vec3) vec2 {
		return vec2{p[0]/0.8 + 0.5, (1.2 - p[1]) / 0.4}
	})
	post.box(vec3{-0.41, 0.79, -0.02}, vec3{0.41, 1.21, 0.02}, plain)
	post.box(vec3{-0.035, 0, -0.035}, vec3{0.035, 0.79, 0.035}, plain)
	b.root(&gltf.Node{Name: "sign", Mesh: b.mesh("sign",
		b.primitive(face, b.material(m)),
		b.primitive(post, b.material(surface("wood", [4]float64{0.23, 0.15, 0.09, 1}, 0, 0.8))),
	)})
	f, err := b.glb("models/sign.glb")
	return []file{f}, err
}
