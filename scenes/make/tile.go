package main

import (
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// tile is a flat plate, a metre across, whose normal texture raises a ball and a hook on it. Three
// nodes show it beside each other, facing +Z: with tangents that a reader computes, mirrored
// by a negative scale, and with tangents in the file for texture coordinates that are mirrored.
// Lit from one side, the ball bulges in all three; in the last two the hook looks to the other side.
func tile() ([]file, error) {
	const size = 128
	raised := func(u, v float64) float64 {
		ball := 0.0
		if r := math.Hypot(u-0.36, v-0.38) / 0.24; r < 1 {
			ball = 0.24 * 0.6 * (math.Sqrt(1-r*r*0.92) - math.Sqrt(0.08))
		}
		// Along the bottom, then up at the right.
		d := min(segment(u, v, 0.16, 0.84, 0.82, 0.84), segment(u, v, 0.82, 0.84, 0.82, 0.3))
		return max(ball, 0.035*step(0.075, 0.03, d))
	}
	color := paint(size, size, func(u, v float64) tint {
		if min(u, 1-u, v, 1-v) < 0.015 {
			return rgb(0x4a4640)
		}
		return rgb(0xb9b2a4)
	})
	files, err := pictures("models/tile", picture{"-color", color}, picture{"-normal", relief(size, size, 1, 1, raised)})
	if err != nil {
		return nil, err
	}
	b := newBook()
	m := surface("tile", [4]float64{1, 1, 1, 1}, 0, 0.55)
	m.PBRMetallicRoughness.BaseColorTexture = &gltf.TextureInfo{Index: b.texture("tile-color.png")}
	m.NormalTexture = &gltf.NormalTexture{Index: gltf.Index(b.texture("tile-normal.png"))}
	material := b.material(m)

	var s shape
	corner := [4]vec3{{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}}
	s.quad(corner[0], corner[1], corner[2], corner[3], func(p vec3) vec2 { return vec2{p[0] + 0.5, 0.5 - p[1]} })
	without := b.mesh("tile", b.primitive(s, material))

	for i := range s.uvs {
		s.uvs[i][0] = 1 - s.uvs[i][0]
	}
	given := b.primitive(s, material)
	given.Attributes[gltf.TANGENT] = modeler.WriteTangent(b.Document, [][4]float32{{-1, 0, 0, -1}, {-1, 0, 0, -1}, {-1, 0, 0, -1}, {-1, 0, 0, -1}})
	with := b.mesh("tile with tangents", given)

	b.root(&gltf.Node{Name: "computed", Mesh: without, Translation: [3]float64{-1.1, 0, 0}})
	b.root(&gltf.Node{Name: "mirrored", Mesh: without, Scale: [3]float64{-1, 1, 1}})
	b.root(&gltf.Node{Name: "given", Mesh: with, Translation: [3]float64{1.1, 0, 0}})
	f, err := b.glb("models/tile.glb")
	return append(files, f), err
}

// segment is the distance of a point to the line between two others.
func segment(x, y, ax, ay, bx, by float64) float64 {
	t := clamp(((x-ax)*(bx-ax) + (y-ay)*(by-ay)) / ((bx-ax)*(bx-ax) + (by-ay)*(by-ay)))
	return math.Hypot(x-mix(ax, bx, t), y-mix(ay, by, t))
}
