package main

import (
	"math"

	"github.com/qmuntal/gltf"
)

// mill is a pepper mill of turned parts, 36 cm high, that stands on the origin: a matte body, a collar of
// brushed steel, a lacquered head and a brass knob.
func mill() ([]file, error) {
	body := profile{
		{0, 0.192}, {0.05, 0.192}, {0.05, 0.192}, {0.0565, 0.189}, {0.058, 0.183}, {0.056, 0.165}, {0.049, 0.125}, {0.05, 0.085}, {0.064, 0.04},
		{0.0705, 0.02}, {0.0715, 0.008}, {0.069, 0.0015}, {0.065, 0}, {0.065, 0}, {0, 0},
	}.smooth(2)
	collar := profile{
		{0, 0.216}, {0.054, 0.216}, {0.0575, 0.2155}, {0.0595, 0.213}, {0.06, 0.209}, {0.06, 0.209}, {0.06, 0.199}, {0.06, 0.199}, {0.0595, 0.195},
		{0.0575, 0.1925}, {0.054, 0.192}, {0, 0.192},
	}
	head := profile{
		{0, 0.318}, {0.012, 0.318}, {0.026, 0.314}, {0.041, 0.301}, {0.054, 0.279}, {0.06, 0.254}, {0.0585, 0.23}, {0.055, 0.2185}, {0.0525, 0.216}, {0, 0.216},
	}.smooth(3)
	knob := profile{
		{0, 0.36}, {0.0085, 0.3585}, {0.0155, 0.353}, {0.0185, 0.344}, {0.0165, 0.335}, {0.011, 0.328}, {0.009, 0.323}, {0.0125, 0.3195}, {0.013, 0.317}, {0, 0.317},
	}.smooth(3)
	const around = 40
	b := newBook()
	part := func(p profile, name string, color [4]float64, metallic, roughness float64) *gltf.Primitive {
		return b.primitive(lathe(p, around), b.material(surface(name, color, metallic, roughness)))
	}
	b.root(&gltf.Node{Name: "mill", Mesh: b.mesh("mill",
		part(body, "matte", [4]float64{0.055, 0.06, 0.065, 1}, 0, 0.6),
		part(collar, "brushed", [4]float64{0.78, 0.78, 0.76, 1}, 1, 0.34),
		part(head, "lacquer", [4]float64{0.42, 0.02, 0.015, 1}, 0, 0.09),
		part(knob, "brass", [4]float64{0.91, 0.72, 0.36, 1}, 1, 0.14),
	)})
	f, err := b.glb("models/mill.glb")
	return []file{f}, err
}

// cyclorama is what studios stand things on: a floor that bends up into a wall, 6 m wide, without an edge. The floor
// ends 3 m before the origin, the wall stands 1.5 m behind it.
func cyclorama() ([]file, error) {
	const radius, behind, before, height, half = 0.8, 1.5, 3.0, 3.0, 3.0
	type place struct{ p, n vec3 } // in the plane x = 0
	places := []place{{vec3{0, 0, before}, vec3{0, 1, 0}}}
	for i := range 25 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / 24)
		places = append(places, place{vec3{0, radius * (1 - cos), radius - behind - radius*sin}, vec3{0, cos, sin}})
	}
	places = append(places, place{vec3{0, height, -behind}, vec3{0, 0, 1}})
	var s shape
	for i, at := range places {
		for k, x := range []float64{-half, half} {
			s.vertex(at.p.Add(vec3{x, 0, 0}), at.n, vec2{float64(k), 0})
		}
		if j := uint16(2 * i); i > 0 {
			s.indices = append(s.indices, j-2, j-1, j+1, j-2, j+1, j)
		}
	}
	b := newBook()
	b.root(&gltf.Node{Name: "cyclorama", Mesh: b.mesh("cyclorama",
		b.primitive(s, b.material(surface("paper", [4]float64{0.62, 0.61, 0.59, 1}, 0, 0.85))))})
	f, err := b.glb("models/cyclorama.glb")
	return []file{f}, err
}
