package main

import (
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/lightspunctual"
)

// lantern is an iron lantern of 0.42 m with lit panes, a lamp in it and a camera before it.
func lantern() ([]file, error) {
	const half = 0.09 // metres from the axis to a pane
	pane := paint(64, 64, func(u, v float64) tint {
		// A flame's glow, brightest below the middle, in uneven glass.
		glow := math.Exp(-(math.Pow((u-0.5)/0.42, 2) + math.Pow((v-0.62)/0.5, 2)))
		glow *= 0.9 + 0.2*clouds(91, 8*u, 8*v, 8, 3)
		return tint{math.Sqrt(glow), 0.80 * math.Pow(glow, 0.62), 0.52 * math.Pow(glow, 0.85), 1}
	})
	files, err := pictures("models/lantern", picture{"-emissive", pane})
	if err != nil {
		return nil, err
	}
	var iron, glass shape
	at := func(x, y, z, wide, high, deep float64) {
		iron.box(vec3{x - wide/2, y, z - deep/2}, vec3{x + wide/2, y + high, z + deep/2}, plain)
	}
	at(0, 0, 0, 0.25, 0.02, 0.25)
	at(0, 0.02, 0, 0.21, 0.02, 0.21)
	at(0, 0.27, 0, 0.22, 0.02, 0.22)
	for _, x := range []float64{-half, half} {
		for _, z := range []float64{-half, half} {
			at(x, 0.04, z, 0.018, 0.23, 0.018)
		}
		at(x, 0.15, 0, 0.009, 0.01, 2*half)
		at(0, 0.15, x, 2*half, 0.01, 0.009)
	}
	// A roof of four sides, its knob and a ring to carry it by.
	const eave, peak, top = 0.125, 0.035, 0.36
	for i := range 4 {
		sin, cos := []float64{0, 1, 0, -1}[i], []float64{1, 0, -1, 0}[i]
		corner := func(x, y, r float64) vec3 { return vec3{x*cos + r*sin, y, -x*sin + r*cos} }
		none := func(vec3) vec2 { return vec2{} }
		iron.quad(corner(-eave, 0.29, eave), corner(eave, 0.29, eave), corner(peak, top, peak), corner(-peak, top, peak), none)
		glass.quad(corner(-half, 0.04, half-0.001), corner(half, 0.04, half-0.001), corner(half, 0.27, half-0.001), corner(-half, 0.27, half-0.001),
			func(p vec3) vec2 {
				x := p[0]*cos - p[2]*sin
				return vec2{x/(2*half) + 0.5, (0.27 - p[1]) / 0.23}
			})
	}
	iron.quad(vec3{-eave, 0.29, -eave}, vec3{eave, 0.29, -eave}, vec3{eave, 0.29, eave}, vec3{-eave, 0.29, eave}, func(vec3) vec2 { return vec2{} })
	at(0, top, 0, 2*peak, 0.02, 2*peak)
	iron.add(ring(vec3{0, 0.415, 0}, 0.036, 0.006, 32, 10))

	b := newBook()
	lit := surface("pane", [4]float64{0.8, 0.7, 0.5, 1}, 0, 0.15)
	lit.AlphaMode = gltf.AlphaBlend // though nothing shows through: what is blended lets the flame's light out
	lit.EmissiveFactor = [3]float64{1, 0.75, 0.42}
	lit.EmissiveTexture = &gltf.TextureInfo{Index: b.texture("lantern-emissive.png")}
	lit.Extensions = gltf.Extensions{"KHR_materials_emissive_strength": map[string]any{"emissiveStrength": 3000}} // cd/m²
	b.uses("KHR_materials_emissive_strength", lightspunctual.ExtensionName)
	warm := [3]float64{1, 0.72, 0.42}
	b.Extensions = gltf.Extensions{lightspunctual.ExtensionName: map[string]any{"lights": lightspunctual.Lights{{
		Type: lightspunctual.TypePoint, Name: "flame", Color: &warm, Intensity: gltf.Float(65), Range: gltf.Float(12), // cd: about 800 lm
	}}}}
	b.Cameras = append(b.Cameras, &gltf.Camera{Name: "close", Perspective: &gltf.Perspective{Yfov: 30 * math.Pi / 180, Znear: 0.05}})
	b.root(&gltf.Node{Name: "lantern", Mesh: b.mesh("lantern",
		b.primitive(iron, b.material(surface("iron", [4]float64{0.05, 0.048, 0.045, 1}, 0.6, 0.5))),
		b.primitive(glass, b.material(lit)),
	)})
	b.root(&gltf.Node{
		Name: "flame", Translation: [3]float64{0, 0.15, 0},
		Extensions: gltf.Extensions{lightspunctual.ExtensionName: map[string]any{"light": 0}},
	})
	// From the left front, turned to the lantern and tilted down: first about X, then about Y.
	pitch, heading := -12*math.Pi/180, -25*math.Pi/180
	sx, cx := math.Sincos(pitch / 2)
	sy, cy := math.Sincos(heading / 2)
	b.root(&gltf.Node{
		Name: "close", Camera: gltf.Index(0), Translation: [3]float64{-0.45, 0.44, 0.97},
		Rotation: [4]float64{cy * sx, sy * cx, -sy * sx, cy * cx},
	})
	f, err := b.glb("models/lantern.glb")
	return append(files, f), err
}

// ring is an upright torus around Z.
func ring(center vec3, radius, tube float64, segments, sides int) shape {
	var s shape
	for i := range segments + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(segments))
		out := vec3{cos, sin, 0}
		for j := range sides + 1 {
			up, along := math.Sincos(2 * math.Pi * float64(j) / float64(sides))
			n := out.Mul(along).Add(vec3{0, 0, up})
			s.vertex(center.Add(out.Mul(radius)).Add(n.Mul(tube)), n, vec2{float64(i) / float64(segments), float64(j) / float64(sides)})
		}
	}
	for i := range uint16(segments) {
		for j := range uint16(sides) {
			a := i*uint16(sides+1) + j
			b := a + uint16(sides+1)
			s.indices = append(s.indices, a, b, b+1, a, b+1, a+1)
		}
	}
	return s
}
