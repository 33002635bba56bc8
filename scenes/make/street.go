package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/lightspunctual"
)

// street is street-night.toml, a street and two that cross it with 200 lamps, and the lamp and the houses that stand
// there.
func street() ([]file, error) {
	lamp, err := streetLamp()
	if err != nil {
		return nil, err
	}
	house, err := houses()
	if err != nil {
		return nil, err
	}
	return []file{lamp, house, {"street-night.toml", streetScene()}}, nil
}

// streetLamp is a lamp of 5.6 m whose arm reaches 1.4 m towards +X.
func streetLamp() (file, error) {
	var iron, glass shape
	post := lathe(profile{{0, 0}, {0.14, 0}, {0.14, 0}, {0.14, 0.5}, {0.14, 0.5}, {0.07, 0.6}, {0.05, 5.6}, {0.05, 5.6}, {0, 5.62}}.reversed(), 8)
	iron.add(post)
	iron.box(vec3{0, 5.52, -0.03}, vec3{1.25, 5.58, 0.03}, plain)
	iron.box(vec3{1.1, 5.5, -0.14}, vec3{1.7, 5.6, 0.14}, plain)
	none := func(vec3) vec2 { return vec2{} }
	glass.quad(vec3{1.13, 5.495, -0.11}, vec3{1.67, 5.495, -0.11}, vec3{1.67, 5.495, 0.11}, vec3{1.13, 5.495, 0.11}, none)

	b := newBook()
	lit := surface("lamp glass", [4]float64{0.8, 0.8, 0.8, 1}, 0, 0.3)
	lit.EmissiveFactor = [3]float64{1, 0.62, 0.3}
	lit.Extensions = gltf.Extensions{"KHR_materials_emissive_strength": map[string]any{"emissiveStrength": 600}} // cd/m²
	b.uses("KHR_materials_emissive_strength", lightspunctual.ExtensionName)
	sodium := [3]float64{1, 0.6, 0.27}
	b.Extensions = gltf.Extensions{lightspunctual.ExtensionName: map[string]any{"lights": lightspunctual.Lights{{
		Type: lightspunctual.TypeSpot, Name: "sodium", Color: &sodium, Intensity: gltf.Float(900), Range: gltf.Float(20), // cd
		Spot: &lightspunctual.Spot{InnerConeAngle: 0.6, OuterConeAngle: gltf.Float(1.03)},
	}}}}
	b.root(&gltf.Node{Name: "lamp", Mesh: b.mesh("street lamp",
		b.primitive(iron, b.material(surface("iron", [4]float64{0.06, 0.065, 0.06, 1}, 0.5, 0.5))), b.primitive(glass, b.material(lit)))})
	down := math.Sqrt(0.5)
	b.root(&gltf.Node{Name: "light", Translation: [3]float64{1.4, 5.47, 0}, Rotation: [4]float64{-down, 0, 0, down},
		Extensions: gltf.Extensions{lightspunctual.ExtensionName: map[string]any{"light": 0}}})
	return b.glb("models/street-lamp.glb")
}

// reversed is the curve the other way.
func (p profile) reversed() profile {
	out := make(profile, len(p))
	for i := range p {
		out[len(p)-1-i] = p[i]
	}
	return out
}

// houses are three houses that look towards +Z, each a node: "a", "b" and "c". Some of their windows are lit. The walls
// take the entity's colour.
func houses() (file, error) {
	b := newBook()
	b.uses("KHR_materials_emissive_strength")
	wall := b.material(surface("wall", [4]float64{0.8, 0.78, 0.74, 1}, 0, 0.9))
	roof := b.material(surface("roof", [4]float64{0.16, 0.09, 0.07, 1}, 0, 0.8))
	wood := b.material(surface("wood", [4]float64{0.12, 0.08, 0.05, 1}, 0, 0.6))
	dark := b.material(surface("dark window", [4]float64{0.02, 0.025, 0.03, 1}, 0, 0.08))
	bright := surface("lit window", [4]float64{0.3, 0.25, 0.2, 1}, 0, 0.3)
	bright.EmissiveFactor = [3]float64{1, 0.66, 0.34}
	bright.Extensions = gltf.Extensions{"KHR_materials_emissive_strength": map[string]any{"emissiveStrength": 6}} // cd/m²
	lit := b.material(bright)
	none := func(vec3) vec2 { return vec2{} }
	for n, size := range []vec3{{9, 6.4, 8}, {8, 9.2, 8}, {10, 5.2, 9}} {
		var walls, tiles, frames, panes, glow shape
		w, h, d := size[0]/2, size[1], size[2]/2
		walls.box(vec3{-w, 0, -d}, vec3{w, h, d}, plain)
		const eave = 0.4
		top, ridge := h+2.4, w-d*0.8
		lo := [4]vec3{{-w - eave, h, d + eave}, {w + eave, h, d + eave}, {w + eave, h, -d - eave}, {-w - eave, h, -d - eave}}
		tiles.quad(lo[0], lo[1], vec3{ridge, top, 0}, vec3{-ridge, top, 0}, none)
		tiles.quad(lo[1], lo[2], vec3{ridge, top, 0}, vec3{ridge, top, 0}, none)
		tiles.quad(lo[2], lo[3], vec3{-ridge, top, 0}, vec3{ridge, top, 0}, none)
		tiles.quad(lo[3], lo[0], vec3{-ridge, top, 0}, vec3{-ridge, top, 0}, none)
		tiles.quad(lo[0], lo[3], lo[2], lo[1], none)
		// The door with its roof, and windows in every storey.
		frames.box(vec3{-0.55, 0, d}, vec3{0.55, 2.2, d + 0.06}, plain)
		tiles.box(vec3{-1.1, 2.6, d}, vec3{1.1, 2.72, d + 1.1}, plain)
		for storey := 0; 1+2.9*float64(storey)+1.4 < h; storey++ {
			for k := -1; k <= 1; k++ {
				if storey == 0 && k == 0 {
					continue
				}
				x, y := float64(k)*w*0.62, 0.95+2.9*float64(storey)
				frames.box(vec3{x - 0.68, y - 0.08, d}, vec3{x + 0.68, y, d + 0.14}, plain)
				to := &panes
				if chance(uint64(50+n), storey, k) < 0.45 {
					to = &glow
				}
				to.box(vec3{x - 0.6, y, d}, vec3{x + 0.6, y + 1.4, d + 0.03}, plain)
			}
		}
		b.root(&gltf.Node{Name: string(rune('a' + n)), Mesh: b.mesh("house", b.primitive(walls, wall), b.primitive(tiles, roof), b.primitive(frames, wood),
			b.primitive(panes, dark), b.primitive(glow, lit))})
	}
	return b.glb("models/house.glb")
}

// streetScene lays out the street along -Z, and two across.
func streetScene() []byte {
	var s strings.Builder
	s.WriteString(`# A night street with 200 lamps: 140 of sodium in cones over the road, and 60 bulbs at the houses' doors. Each lights to
# its range and casts shadows. Made by scenes/make/street.go.
format = "scenerender"
version = 1

render = { size = [384, 216], samples = 4 }
camera = { position = [-2.4, 2.1, 30], look_at = [0.9, 2.9, 0], fov_y = 40 }
sky.gradient = { zenith = [0.018, 0.03, 0.07], horizon = [0.16, 0.14, 0.15], ground = 0.004 }
exposure.ev100 = 1.9

[meshes]
ground.plane = { size = [420, 420] }
curb.box = { size = [1, 0.14, 1] }
line.box = { size = [0.12, 0.01, 2] }
a = { file = "models/house.glb", node = "a" }
b = { file = "models/house.glb", node = "b" }
c = { file = "models/house.glb", node = "c" }
tree = { tree = { seed = 3, height = 5, leaves = 260, sides = 4 } }
bin.cylinder = { radius = 0.28, height = 0.9, segments = 12 }
bulb.sphere = { radius = 0.06, segments = 12, rings = 6 }

[materials]
asphalt = { base_color = [0.055, 0.055, 0.06], roughness = 0.36 }
pavement = { base_color = "#8d8880", roughness = 0.85 }
paint = { base_color = "#c9c5b8", roughness = 0.6 }
bin = { base_color = "#2f4a3a", roughness = 0.5 }
bulb = { base_color = [0, 0, 0], emissive = [400, 300, 190] }

[[entities]]
Model = { mesh = "ground", material = "asphalt" }
`)
	entity := func(format string, a ...any) { fmt.Fprintf(&s, "\n[[entities]]\n"+format+"\n", a...) }
	block := func(x, z, wide, long float64) {
		entity("Transform3D = { position = [%g, 0.07, %g], scale = [%g, 1, %g] }\nModel = { mesh = \"curb\", material = \"pavement\" }", x, z, wide, long)
	}
	crossings := []float64{-42, -132}
	// Blocks of pavement between the streets, each 46 m wide on its side of the street.
	ends := []float64{48, crossings[0] + 4, crossings[0] - 4, crossings[1] + 4, crossings[1] - 4, -210}
	for i := 0; i < len(ends); i += 2 {
		for _, side := range []float64{-1, 1} {
			block(side*(4+60), (ends[i]+ends[i+1])/2, 120, ends[i]-ends[i+1])
		}
	}
	near := func(z, by float64) bool { return math.Abs(z-crossings[0]) < by || math.Abs(z-crossings[1]) < by }
	for z := 40.0; z > -205; z -= 6 {
		if !near(z, 6) {
			entity("Transform3D.position = [0, 0.005, %g]\nModel = { mesh = \"line\", material = \"paint\", shadows = false }", z)
		}
	}
	lamps := 0
	lamp := func(x, z, turn float64) {
		if lamps++; lamps <= 140 {
			entity("Transform3D = { position = [%g, 0.14, %g], rotation = [0, %g, 0] }\nModel.mesh = \"models/street-lamp.glb\"", x, z, turn)
		}
	}
	for z := 36.0; z > -205; z -= 12 {
		if near(z, 5) {
			continue
		}
		lamp(-4.5, z, 0)
		lamp(4.5, z-6, 180)
	}
	for x := 12.0; lamps < 140; x += 12 {
		for _, z := range crossings {
			lamp(x, z+4.5, 90)
			lamp(-x, z+4.5, 90)
			lamp(x+6, z-4.5, -90)
			lamp(-x-6, z-4.5, -90)
		}
	}
	// Houses on both sides, their bulbs under the roofs of the doors.
	doors := 0
	colors := []string{"#d8cdbb", "#b9a58a", "#c4b6a8", "#a8584a", "#9aa39a", "#cfc9bd"}
	shades := []string{"[1, 0.72, 0.42]", "[1, 0.82, 0.6]", "[1, 0.9, 0.78]", "[1, 0.55, 0.3]"}
	house := func(x, z, turn float64) {
		if doors++; doors > 60 {
			return
		}
		kind := int(3 * chance(7, doors, 1))
		depth := []float64{4, 4, 4.5}[kind]
		sin, cos := math.Sincos(turn * math.Pi / 180)
		entity("Transform3D = { position = [%.4g, 0.14, %.4g], rotation = [0, %g, 0] }\nModel = { mesh = %q, color = %q }",
			x-depth*sin, z-depth*cos, turn, string(rune('a'+kind)), colors[int(6*chance(7, doors, 2))])
		entity("Transform3D.position = [%.4g, 2.55, %.4g]\nPointLight3D = { power = 700, range = 7, color = %s }\nModel = { mesh = \"bulb\", material = \"bulb\", shadows = false }",
			x+0.7*sin, z+0.7*cos, shades[int(4*chance(7, doors, 3))])
	}
	for z := 38.0; z > -200; z -= 12 {
		if !near(z, 12) {
			house(-9.5, z, 90)
			house(9.5, z-5, -90)
		}
	}
	for x := 24.0; doors < 60; x += 13 {
		for _, z := range crossings {
			house(x, z+8.5, 180)
			house(-x, z+8.5, 180)
			house(x, z-8.5, 0)
			house(-x, z-8.5, 0)
		}
	}
	for z := 31.0; z > -200; z -= 17 {
		if !near(z, 8) {
			entity("Transform3D = { position = [%g, 0.14, %g], rotation = [0, %g, 0] }\nModel.mesh = \"tree\"", -6.6, z, 77*z)
			entity("Transform3D = { position = [%g, 0.14, %g], rotation = [0, %g, 0], scale = 0.85 }\nModel.mesh = \"tree\"", 6.7, z-9, 31*z)
			entity("Transform3D.position = [-5, 0.59, %g]\nModel = { mesh = \"bin\", material = \"bin\" }", z-4)
		}
	}
	return []byte(s.String())
}
