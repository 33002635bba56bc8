package main

import (
	"math"

	"github.com/qmuntal/gltf"
)

// vase is a turned pot, half a metre high, that stands on the origin: raw clay below, a glaze that
// ran down over it, a gilded band at the neck. All four of glTF's surface pictures matter on it.
func vase() ([]file, error) {
	p := profile{
		{0, 0.03}, {0.075, 0.035}, {0.135, 0.12}, {0.165, 0.25}, {0.13, 0.37}, {0.066, 0.435}, {0.064, 0.47}, {0.088, 0.496}, // inside
		{0.094, 0.5}, {0.098, 0.496}, // lip
		{0.076, 0.468}, {0.078, 0.435}, {0.143, 0.372}, {0.179, 0.25}, {0.15, 0.12}, {0.092, 0.022}, {0.095, 0.006}, {0.09, 0}, {0.09, 0}, {0, 0},
	}.smooth(4)
	at := p.places()
	const width, height = 256, 256
	rim := 0.0 // v of the lip
	for i, v := range p.lengths() {
		if p[i][1] == 0.5 {
			rim = v
		}
	}
	// glazed is 1 where the glaze is, which ends in drops.
	glazed := func(u, v float64) float64 {
		if v < rim {
			return 1
		}
		edge := 0.16 + 0.030*noise(61, 9*u, 0, 9) + 0.05*math.Pow(clamp(0.5+0.7*noise(62, 14*u, 0, 14)), 3)
		return step(edge-0.25, edge-0.244, at(v)[1]-0.25+0.012*noise(63, 24*u, 6*v, 24))
	}
	const bandLow, bandHigh = 0.398, 0.412
	band := func(v float64) float64 {
		y := at(v)[1]
		if v < rim {
			return 0
		}
		return step(bandLow-0.003, bandLow, y) * step(bandHigh+0.003, bandHigh, y)
	}
	color := paint(width, height, func(u, v float64) tint {
		y, g := at(v)[1], glazed(u, v)
		clay := rgb(0xa8653f).times(0.95 + 0.10*clouds(65, 8*u, 32*v, 8, 4))
		glaze := rgb(0x1d6a73).to(rgb(0x5fa39a), step(0.36, 0.17, y)+0.5*noise(67, 7*u, 5*v, 7))
		glaze = glaze.to(rgb(0x123e4c), 0.5*step(0.1, 0.6, clouds(69, 6*u, 6*v, 6, 3)))
		c := clay.to(glaze, g)
		return c.to(rgb(0xf3c872), band(v))
	})
	orm := paint(width, height, func(u, v float64) tint {
		y, g, gold := at(v)[1], glazed(u, v), band(v)
		open := 1.0
		if v < rim {
			open = mix(0.06, 0.9, math.Pow(clamp(y/0.5), 3)) // little light gets in
		} else {
			open = mix(1, 0.75, step(0.05, 0, y)) * mix(1, 0.72, step(0.035, 0, math.Abs(y-0.452)))
		}
		rough := mix(0.88, 0.16+0.08*clamp(clouds(71, 8*u, 8*v, 8, 3)), g)
		return tint{open, mix(rough, 0.24, gold), gold, 1}
	})
	// Rings of the wheel in the clay, the thickness of the glaze, the beads of the band.
	raised := func(u, v float64) float64 {
		y, g := at(v)[1], glazed(u, v)
		rings := 0.0006 * math.Sin(2*math.Pi*y/0.0125+noise(73, 4*u, 0, 4))
		beads := 0.002 * band(v) * (0.5 + 0.5*math.Cos(2*math.Pi*48*u))
		return mix(rings+0.0004*clouds(75, 24*u, 24*v, 24, 2), 0.0012+0.25*rings, g) + beads
	}
	turn := 0.0
	for i := 1; i < len(p); i++ {
		turn += p[i].Sub(p[i-1]).Len()
	}
	files, err := pictures("models/vase", picture{"-color", color},
		picture{"-normal", relief(width, height, 2*math.Pi*0.14, turn, raised)}, picture{"-orm", orm})
	if err != nil {
		return nil, err
	}
	b := newBook()
	m := b.material(b.textured("vase"))
	b.root(&gltf.Node{Name: "vase", Mesh: b.mesh("vase", b.primitive(lathe(p, 48), m))})
	f, err := b.glb("models/vase.glb")
	return append(files, f), err
}
