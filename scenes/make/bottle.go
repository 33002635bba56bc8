package main

import "github.com/qmuntal/gltf"

// bottle is green glass, blended and seen from both sides, with a cork.
func bottle() ([]file, error) {
	glass := profile{
		{0.012, 0.298}, {0.0155, 0.3}, {0.018, 0.296}, {0.0165, 0.286}, {0.0145, 0.28}, {0.0145, 0.225},
		{0.022, 0.2}, {0.038, 0.178}, {0.042, 0.15}, {0.042, 0.02}, {0.037, 0.002}, {0.03, 0}, {0, 0.012},
	}.smooth(4)
	cork := profile{{0, 0.318}, {0.0125, 0.318}, {0.0125, 0.318}, {0.0115, 0.27}, {0.0115, 0.27}, {0, 0.27}}
	b := newBook()
	m := surface("glass", [4]float64{0.12, 0.30, 0.10, 0.45}, 0, 0.04)
	m.AlphaMode, m.DoubleSided = gltf.AlphaBlend, true
	b.root(&gltf.Node{Name: "bottle", Mesh: b.mesh("bottle",
		b.primitive(lathe(glass, 32), b.material(m)),
		b.primitive(lathe(cork, 24), b.material(surface("cork", [4]float64{0.45, 0.28, 0.15, 1}, 0, 0.9))),
	)})
	f, err := b.glb("models/bottle.glb")
	return []file{f}, err
}
