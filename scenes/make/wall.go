package main

import (
	"math"

	"github.com/qmuntal/gltf"
)

// wall is a garden wall of bricks with an arched doorway, in a text file with its numbers and
// pictures beside it. It stands on the origin along X; its front looks along +Z.
func wall() ([]file, error) {
	const (
		length, height, thick = 4.0, 2.5, 0.3
		doorAt, doorHalf      = 0.7, 0.55
		spring                = 1.35 // where the arch starts
		steps                 = 24   // of the arch
		over, coping          = 0.04, 0.08
	)
	b := newBook()
	bricks := b.material(b.textured("brick"))
	stone := b.material(surface("coping", [4]float64{0.44, 0.40, 0.34, 1}, 0, 0.8))

	// Strips from the left end to the right one, each from its foot to the top.
	type strip struct{ x, foot float64 }
	strips := []strip{{-length / 2, 0}, {doorAt - doorHalf, 0}}
	for i := range steps + 1 {
		cos := -math.Cos(math.Pi * float64(i) / steps)
		strips = append(strips, strip{doorAt + doorHalf*cos, spring + doorHalf*math.Sqrt(max(0, 1-cos*cos))})
	}
	strips = append(strips, strip{doorAt + doorHalf, 0}, strip{length / 2, 0})
	facing := func(p vec3) vec2 { return vec2{p[0] / brickWidth, (height - p[1]) / brickHeight} }
	sideways := func(p vec3) vec2 { return vec2{p[2] / brickWidth, (height - p[1]) / brickHeight} }

	var s shape
	const near, far = thick / 2, -thick / 2
	for i := range len(strips) - 1 {
		l, r := strips[i], strips[i+1]
		if l.x != r.x {
			s.quad(vec3{l.x, l.foot, near}, vec3{r.x, r.foot, near}, vec3{r.x, height, near}, vec3{l.x, height, near}, facing)
			s.quad(vec3{r.x, r.foot, far}, vec3{l.x, l.foot, far}, vec3{l.x, height, far}, vec3{r.x, height, far}, facing)
		}
	}
	// The doorway's jambs and the arch's inside; the bricks go on around it.
	around := 0.0
	door := strips[1 : len(strips)-1]
	for i := range len(door) - 1 {
		l, r := door[i], door[i+1]
		next := around + math.Hypot(r.x-l.x, r.foot-l.foot)
		from := around
		s.quad(vec3{l.x, l.foot, near}, vec3{l.x, l.foot, far}, vec3{r.x, r.foot, far}, vec3{r.x, r.foot, near}, func(p vec3) vec2 {
			v := from
			if p[0] == r.x && p[1] == r.foot {
				v = next
			}
			return vec2{p[2] / brickWidth, v / brickHeight}
		})
		around = next
	}
	for _, x := range []float64{-length / 2, length / 2} {
		side := math.Copysign(1, x)
		s.quad(vec3{x, 0, side * near}, vec3{x, 0, side * far}, vec3{x, height, side * far}, vec3{x, height, side * near}, sideways)
	}
	var cap shape
	cap.box(vec3{-length/2 - over, height, far - over}, vec3{length/2 + over, height + coping, near + over}, plain)

	b.root(&gltf.Node{Name: "wall", Mesh: b.mesh("wall", b.primitive(s, bricks))})
	b.root(&gltf.Node{Name: "coping", Mesh: b.mesh("coping", b.primitive(cap, stone))})
	files, err := b.gltf("models/wall.gltf", "wall.bin", "models/wall.bin")
	if err != nil {
		return nil, err
	}
	painted, err := bricksPainted()
	return append(files, painted...), err
}

// The pictures of the bricks cover eight bricks by twenty rows.
const (
	brickWidth, brickHeight = 2.0, 1.5 // metres
	brickColumns, brickRows = 8, 20
)

func bricksPainted() ([]file, error) {
	const width, height = 512, 384
	mortar := rgb(0xa79c8a)
	raised := func(u, v float64) float64 {
		k := brickAt(u, v)
		grain := 0.0010*clouds(41, 64*u, 64*v, 64, 3) + 0.0012*clouds(43, 16*u, 16*v, 16, 2)
		return mix(-0.008+grain, 0.003*(chance(45, k.id, 0)-0.5)+grain, k.top)
	}
	color := paint(width, height, func(u, v float64) tint {
		k := brickAt(u, v)
		c := rgb(0x9a4a33).to(rgb(0x7c3a30), chance(47, k.id, 0)).to(rgb(0xb5694a), chance(47, k.id, 1))
		if chance(47, k.id, 2) > 0.93 {
			c = rgb(0x5b4038) // burnt
		}
		c = c.times(0.94 + 0.22*clouds(49, 32*u, 32*v, 32, 4))
		// A bloom of lime.
		c = c.to(rgb(0xc9b9a6), 0.35*step(0.2, 0.7, clouds(51, 6*u, 6*v, 6, 5)))
		return mortar.times(0.9+0.2*clouds(53, 128*u, 128*v, 128, 2)).to(c, k.top)
	})
	orm := paint(width, height, func(u, v float64) tint {
		k := brickAt(u, v)
		return tint{mix(0.6, 1, k.top), mix(0.95, 0.78+0.1*clouds(55, 32*u, 32*v, 32, 3), k.top), 0, 1}
	})
	return pictures("models/brick", picture{"-color", color},
		picture{"-normal", relief(width, height, brickWidth, brickHeight, raised)}, picture{"-orm", orm})
}

type brick struct {
	id  int
	top float64 // 1 on the brick, 0 in the mortar
}

func brickAt(u, v float64) brick {
	row := int(math.Floor(v * brickRows))
	x := u*brickColumns + 0.5*float64(row&1)
	column := int(math.Floor(x))
	dx, dy := x-float64(column), v*brickRows-float64(row)
	wander := 0.0018 * clouds(57, 64*u, 64*v, 64, 2)
	inside := min(min(dx, 1-dx)*brickWidth/brickColumns, min(dy, 1-dy)*brickHeight/brickRows) + wander
	return brick{id: wrap(row, brickRows)*16 + wrap(column, brickColumns), top: step(0.003, 0.009, inside)}
}
