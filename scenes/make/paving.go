package main

import "math"

// paving is a courtyard's floor: flagstones in a running bond, moss in the joints. The pictures
// tile, and cover pavingSize × pavingSize metres.
func paving() ([]file, error) {
	const size = 256
	moss, sand := rgb(0x4d5a2c), rgb(0x6e6455)
	height := func(u, v float64) float64 {
		f := slabAt(u, v)
		rough := 0.0012*clouds(21, 16*u, 16*v, 16, 4) + 0.0018*clouds(25, 4*u, 4*v, 4, 2)
		return mix(-0.012+0.003*clouds(23, 32*u, 32*v, 32, 2), f.tilt+rough, f.top)
	}
	color := paint(size, size, func(u, v float64) tint {
		f := slabAt(u, v)
		stone := rgb(0x9c9484).to(rgb(0x8a7664), chance(31, f.id, 0)).to(rgb(0xaaa89c), 0.6*chance(33, f.id, 1))
		stone = stone.times(0.86 + 0.2*chance(32, f.id, 2) + 0.16*clouds(27, 8*u, 8*v, 8, 5))
		joint := sand.to(moss, step(-0.35, 0.25, clouds(29, 4*u, 4*v, 4, 3))).times(0.8 + 0.4*clouds(28, 64*u, 64*v, 64, 1))
		// Moss creeps over the edges here and there.
		creep := 0.55 * step(0.25, 0.7, clouds(29, 4*u, 4*v, 4, 3)) * (1 - step(0, 0.05, f.inside))
		return joint.to(stone.to(moss, creep), f.top)
	})
	orm := paint(size, size, func(u, v float64) tint {
		f := slabAt(u, v)
		return tint{mix(0.55, 1, f.top), mix(0.95, 0.62+0.15*clouds(35, 8*u, 8*v, 8, 3), f.top), 0, 1}
	})
	return pictures("textures/paving", picture{"-color", color},
		picture{"-normal", relief(size, size, pavingSize, pavingSize, height)}, picture{"-orm", orm})
}

const pavingSize = 1.6

type slab struct {
	id     int
	top    float64 // 1 on the stone, 0 in the joint
	inside float64 // distance to the joint, as a share of a stone
	tilt   float64 // metres
}

// slabAt finds the stone at a place: four rows, of stones of different lengths.
func slabAt(u, v float64) slab {
	u, v = u-math.Floor(u), v-math.Floor(v)
	const rows = 4
	edges := [rows][]float64{{0.07, 0.41, 0.72}, {0.22, 0.55, 0.93}, {0.13, 0.36, 0.80}, {0.02, 0.48, 0.66}}
	row := min(int(v*rows), rows-1)
	list := edges[row]
	n := len(list)
	left, right, id := list[n-1]-1, list[0], n-1
	for i := range n {
		if u >= list[i] {
			left, id = list[i], i
			right = list[0] + 1
			if i+1 < n {
				right = list[i+1]
			}
		}
	}
	x, y := (u-left)/(right-left), v*rows-float64(row)
	// The edges wander.
	wander := 0.008 * clouds(37, 16*u, 16*v, 16, 2)
	across := min(u-left, right-u) + wander
	along := min(y, 1-y)/rows + wander
	// Rounded corners.
	const radius, joint = 0.02, 0.008
	inside := min(across, along) - joint
	if across < radius+joint && along < radius+joint {
		inside = radius - math.Hypot(radius+joint-across, radius+joint-along)
	}
	id += row * 16
	return slab{
		id: id, top: step(-0.002, 0.011, inside), inside: inside,
		tilt: 0.004*(chance(39, id, 0)-0.5)*(x-0.5) + 0.004*(chance(39, id, 1)-0.5)*(y-0.5),
	}
}
