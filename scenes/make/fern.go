package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// fern is a plant of bent cards; a picture with alpha cuts the leaves out of them.
func fern() ([]file, error) {
	frond := paint(128, 256, func(u, v float64) tint {
		x, along := 2*u-1, 1-v // from the stalk, from the foot
		side := math.Abs(x)
		green := rgb(0x3f6f24).to(rgb(0x7fa043), along).times(0.9 + 0.25*clouds(81, 8*u, 16*v, 16, 3))
		stalk := side < 0.035*(1-0.7*along)
		// Leaflets leave the stalk every 1/15, slanted upwards, and get shorter to the tip.
		row := (along - 0.28*side - 0.03) * 15
		k := math.Floor(row)
		reach := 0.95 * math.Sqrt(max(0, 1-(k+0.5)/14.5)) * step(-0.6, 3, k)
		body := math.Abs(row-k-0.5) < 0.42*math.Sqrt(max(0, 1-side/max(reach, 1e-6)))*(0.85+0.15*math.Sin(60*side))
		leaf := k >= 0 && k < 14 && side < reach && body
		switch {
		case stalk && along < 0.985:
			return rgb(0x6b5a2a).to(green, along)
		case leaf:
			return green.times(1 - 0.25*step(0.06, 0, math.Abs(row-k-0.5)))
		}
		green[3] = 0
		return green
	})
	files, err := pictures("models/fern", picture{"-color", frond})
	if err != nil {
		return nil, err
	}
	var s shape
	const fronds, pieces = 11, 8
	for i := range fronds {
		turn := mgl64.Rotate3DY(2.399963*float64(i) + 0.4*chance(83, i, 0)) // the golden angle
		length, wide := mix(0.45, 0.62, chance(83, i, 1)), mix(0.15, 0.19, chance(83, i, 2))
		rise := mix(1.35, 0.75, float64(i)/fronds)
		bend := mix(1.5, 2.1, chance(83, i, 3))
		at := vec3{0, 0, 0.01}
		for j := range pieces + 1 {
			t := float64(j) / pieces
			angle := rise - bend*t*t
			way := vec3{0, math.Sin(angle), math.Cos(angle)}
			up := vec3{0, math.Cos(angle), -math.Sin(angle)}
			// Left, middle and right; the halves stand up a little, like a shallow V.
			for k, x := range []float64{-1, 0, 1} {
				lift := up.Mul(0.22 * wide * math.Abs(x))
				p := at.Add(vec3{x * wide / 2, 0, 0}).Add(lift)
				n := up.Sub(vec3{0.4 * x, 0, 0})
				s.vertex(turn.Mul3x1(p), turn.Mul3x1(n), vec2{float64(k) / 2, 1 - t})
			}
			if j > 0 {
				a := uint16(len(s.positions) - 6)
				for c := range uint16(2) {
					s.indices = append(s.indices, a+c, a+c+4, a+c+1, a+c, a+c+3, a+c+4)
				}
			}
			at = at.Add(way.Mul(length / pieces))
		}
	}
	b := newBook()
	m := surface("frond", [4]float64{1, 1, 1, 1}, 0, 0.65)
	b.Images = append(b.Images, &gltf.Image{URI: "fern-color.png"})
	m.PBRMetallicRoughness.BaseColorTexture = &gltf.TextureInfo{Index: b.textureOf(0, gltf.WrapClampToEdge)}
	m.AlphaMode, m.AlphaCutoff, m.DoubleSided = gltf.AlphaMask, gltf.Float(0.4), true
	b.root(&gltf.Node{Name: "fern", Mesh: b.mesh("fern", b.primitive(s, b.material(m)))})
	f, err := b.glb("models/fern.glb")
	return append(files, f), err
}
