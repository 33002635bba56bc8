package scene

import (
	"errors"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// RockOptions describes a boulder that fills a box centred on the origin.
type RockOptions struct {
	Seed   uint64     // another seed, another rock
	Size   mgl32.Vec3 // metres, each > 0
	Detail int        // 1..8: the mesh has 12·4^Detail triangles
}

// DefaultRock is a boulder of about a metre.
func DefaultRock() RockOptions {
	return RockOptions{Seed: 1, Size: mgl32.Vec3{1.2, 0.8, 1}, Detail: 5}
}

// Validate reports what RockMesh does not accept.
func (o RockOptions) Validate() error {
	return errors.Join(checkSize("size[0]", o.Size[0]), checkSize("size[1]", o.Size[1]), checkSize("size[2]", o.Size[2]),
		checkCount("detail", o.Detail, 1, 8))
}

// RockMesh makes a closed boulder: a ball cut by random planes with rounded edges, roughened by
// noise, stretched to the box. Vertex colours are a grey-brown that is darker in hollows. Each of
// the six sides of the cube the ball was made of shows the whole picture. The options must be valid.
func RockMesh(o RockOptions) Primitive {
	shape := newRockShape(o.Seed)
	var p Primitive
	n := 1 << o.Detail
	// Equal angles rather than equal lengths on the cube even out the triangles; the table is
	// odd around its middle, so that neighbouring sides compute the same points on their edge.
	lattice := make([]float64, n+1)
	for i := range n/2 + 1 {
		t := math.Tan(math.Pi / 4 * (2*float64(i)/float64(n) - 1))
		lattice[i], lattice[n-i] = t, -t
	}
	lattice[0], lattice[n/2], lattice[n] = -1, 0, 1
	var hollow []float64
	for _, f := range boxFaces {
		first := uint32(len(p.Positions))
		for j := range n + 1 {
			for i := range n + 1 {
				var d [3]float64
				for k := range 3 {
					d[k] = float64(f.normal[k]) + float64(f.right[k])*lattice[i] + float64(f.down[k])*lattice[j]
				}
				s := 1 / math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2])
				r, h := shape.radius(d[0]*s, d[1]*s, d[2]*s)
				p.Positions = append(p.Positions, vec3(d[0]*s*r, d[1]*s*r, d[2]*s*r))
				p.UV0 = append(p.UV0, mgl32.Vec2{float32(i) / float32(n), float32(j) / float32(n)})
				hollow = append(hollow, h)
			}
		}
		p.gridIndices(first, n, n)
	}
	p.fit(o.Size)
	p.Normals = smoothNormals(p.Positions, p.Indices)
	p.Colors = make([]mgl32.Vec4, len(p.Positions))
	for i, q := range p.Positions {
		size := float64(max(o.Size[0], o.Size[1], o.Size[2]))
		x, y, z := float64(q[0])/size, float64(q[1])/size, float64(q[2])/size
		tone := 0.20 + 0.06*hollow[i] + 0.05*fractalNoise(o.Seed+91, 6*x, 6*y, 6*z, 3)
		warm := 0.5 + 0.5*gradientNoise(o.Seed+97, 2*x, 2*y, 2*z)
		tone = min(max(tone, 0.06), 0.6)
		p.Colors[i] = mgl32.Vec4{float32(tone), float32(tone * (0.96 - 0.08*warm)), float32(tone * (0.90 - 0.20*warm)), 1}
	}
	p.Bounds = BoundsOf(p.Positions)
	return p
}

// fit moves and stretches the positions to fill a box around the origin exactly.
func (p *Primitive) fit(size mgl32.Vec3) {
	b := BoundsOf(p.Positions)
	for i := range p.Positions {
		for k := range 3 {
			t := (float64(p.Positions[i][k]) - float64(b.Min[k])) / (float64(b.Max[k]) - float64(b.Min[k]))
			p.Positions[i][k] = float32((t - 0.5) * float64(size[k]))
		}
	}
}

// A rockShape is a star-shaped solid around the origin.
type rockShape struct {
	seed   uint64
	planes [rockPlanes][4]float64 // unit normal, distance
}

const rockPlanes = 22

func newRockShape(seed uint64) rockShape {
	s := rockShape{seed: mix64(seed)}
	r := random{state: seed}
	for i := range s.planes {
		x, y, z := r.direction()
		s.planes[i] = [4]float64{x, y, z, r.within(0.6, 0.95)}
	}
	return s
}

// radius returns the distance of the surface in a unit direction, and how far it stands out of
// its surroundings (-1 hollow .. 1 ridge, about).
func (s *rockShape) radius(x, y, z float64) (radius, relief float64) {
	// The cut ball: a smooth minimum over the planes, by a power mean, which rounds the edges.
	const power = 36
	sum := 1.0 // the ball of radius 1
	for _, p := range s.planes {
		if c := x*p[0] + y*p[1] + z*p[2]; c > 0 {
			sum += math.Pow(c/p[3], power)
		}
	}
	r := math.Pow(sum, -1.0/power)
	// Edges are where several planes meet; they are worn, and stand out in colour.
	x, y, z = x*r, y*r, z*r
	coarse := gradientNoise(s.seed, 1.7*x, 1.7*y, 1.7*z)
	// Ridged noise makes cracks: narrow, deep and connected.
	crack := 1 - math.Abs(fractalNoise(s.seed+11, 2.3*x, 2.3*y, 2.3*z, 3))
	crack = math.Pow(max(crack, 0), 9)
	fine := fractalNoise(s.seed+29, 7*x, 7*y, 7*z, 4)
	relief = 1.2*fine - 0.9*crack
	return r * (1 + 0.09*coarse - 0.030*crack + 0.012*fine), relief
}
