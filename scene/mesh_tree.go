package scene

import (
	"errors"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// TreeOptions describes a broad-leaved tree that stands on the origin and grows along +Y.
type TreeOptions struct {
	Seed   uint64  // another seed, another tree
	Height float32 // metres to the highest leaf or twig, > 0
	Leaves int     // 0..200000; fewer leaves are larger, so that the crown stays as dense
	Sides  int     // around the trunk, 3..64; thinner wood has fewer
}

// DefaultTree is six metres tall.
func DefaultTree() TreeOptions { return TreeOptions{Seed: 1, Height: 6, Leaves: 8000, Sides: 12} }

// Validate reports what TreeMesh does not accept.
func (o TreeOptions) Validate() error {
	return errors.Join(checkSize("height", o.Height), checkCount("leaves", o.Leaves, 0, 200000),
		checkCount("sides", o.Sides, MinSegments, 64))
}

// TreeMesh makes two primitives, bark and then leaves (absent without leaves), with vertex colours
// that make a white material look right on both. Wood is open where it stands on the ground or
// in thicker wood. A leaf is folded along its midrib and has both faces, so that a
// single-sided material shows it from below; its normals lean out of the crown, which lights
// the crown as one soft volume. The options must be valid.
//
// The branching is a plain three-level version of Weber and Penn, "Creation and Rendering of
// Realistic Trees", 1995: stems leave their parent at golden angles, and their lengths follow an
// oval crown. Proportions were found by eye.
func TreeMesh(o TreeOptions) Mesh {
	g := treeGrower{random: random{state: mix64(o.Seed)}, seed: o.Seed}
	g.grow()
	var bark Primitive
	for _, s := range g.stems {
		s.tube(&bark, o.Sides, o.Seed)
	}
	mesh := Mesh{Name: "tree", Primitives: []Primitive{bark}}
	if o.Leaves > 0 {
		mesh.Primitives = append(mesh.Primitives, g.leaves(o.Leaves))
	}
	top := float32(0)
	for _, p := range mesh.Primitives {
		top = max(top, BoundsOf(p.Positions).Max[1])
	}
	for i := range mesh.Primitives {
		p := &mesh.Primitives[i]
		for k, q := range p.Positions {
			p.Positions[k] = q.Mul(o.Height / top)
		}
		p.Bounds = BoundsOf(p.Positions)
	}
	return mesh
}

// A stem is a piece of wood in a tree about one unit tall.
type stem struct {
	level  int // 0 trunk, 1 branch, 2 twig
	points []mgl32.Vec3
	radii  []float32
	length float64
}

type treeGrower struct {
	random random
	seed   uint64
	stems  []stem
}

const (
	treeBranches = 24
	treeTwigs    = 9
	goldenAngle  = 2.399963229728653
)

func (g *treeGrower) grow() {
	r := &g.random
	trunk := g.stem(0, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}, 0.84, 0.028, 24, 0.045, 0.25)
	azimuth := r.within(0, 2*math.Pi)
	for i := range treeBranches {
		t := (float64(i) + r.within(0.2, 0.8)) / treeBranches
		along := 0.26 + 0.72*t
		azimuth += goldenAngle + r.within(-0.25, 0.25)
		start, dir, radius := trunk.at(along)
		// An oval crown, widest a third of the way up.
		length := 0.50 * math.Sqrt(math.Max(0.12, 1-math.Pow((t-0.30)/0.74, 2))) * r.within(0.82, 1.12)
		out := leaning(dir, azimuth, 1.35-0.80*t+r.within(-0.12, 0.12))
		branch := g.stem(1, start, out, length, math.Min(0.75*float64(radius), 0.040*length+0.003), 7, 0.16, 0.55)
		twist := r.within(0, 2*math.Pi)
		for k := range treeTwigs {
			s := (float64(k) + r.within(0.2, 0.8)) / treeTwigs
			at, d, rad := branch.at(0.25 + 0.75*s)
			twist += goldenAngle + r.within(-0.4, 0.4)
			g.stem(2, at, leaning(d, twist, r.within(0.6, 1.05)), length*(0.46-0.22*s)*r.within(0.75, 1.2),
				math.Min(0.7*float64(rad), 0.0045), 4, 0.25, 0.25)
		}
	}
}

// stem grows a stem: its direction wanders, and bends towards the sky by up times its length.
func (g *treeGrower) stem(level int, start, dir mgl32.Vec3, length, radius float64, steps int, wander, up float64) stem {
	r := &g.random
	s := stem{level: level, points: []mgl32.Vec3{start}, radii: []float32{float32(radius)}, length: length}
	for i := range steps {
		x, y, z := r.direction()
		dir = dir.Add(vec3(x*wander, y*wander+up/float64(steps), z*wander)).Normalize()
		start = start.Add(dir.Mul(float32(length / float64(steps))))
		t := float64(i+1) / float64(steps)
		s.points = append(s.points, start)
		s.radii = append(s.radii, float32(radius*math.Pow(1-0.97*t, 0.8)))
	}
	g.stems = append(g.stems, s)
	return s
}

// at returns position, direction and radius at a share of the length.
func (s *stem) at(t float64) (point, dir mgl32.Vec3, radius float32) {
	x := t * float64(len(s.points)-1)
	i := min(max(int(x), 0), len(s.points)-2)
	f := float32(x - float64(i))
	a, b := s.points[i], s.points[i+1]
	return a.Add(b.Sub(a).Mul(f)), b.Sub(a).Normalize(), s.radii[i] + (s.radii[i+1]-s.radii[i])*f
}

// leaning returns the direction at an angle to dir, towards an azimuth around it.
func leaning(dir mgl32.Vec3, azimuth, angle float64) mgl32.Vec3 {
	u, v := across(dir)
	sa, ca := math.Sincos(azimuth)
	s, c := math.Sincos(angle)
	return dir.Mul(float32(c)).Add(u.Mul(float32(s * ca))).Add(v.Mul(float32(s * sa))).Normalize()
}

// across returns unit vectors with u × v = dir (Duff et al., "Building an Orthonormal Basis,
// Revisited", 2017).
func across(dir mgl32.Vec3) (u, v mgl32.Vec3) {
	sign := float32(math.Copysign(1, float64(dir[2])))
	a := -1 / (sign + dir[2])
	b := dir[0] * dir[1] * a
	return mgl32.Vec3{1 + sign*dir[0]*dir[0]*a, sign * b, -sign * dir[0]}, mgl32.Vec3{b, sign + dir[1]*dir[1]*a, -dir[1]}
}

// tube adds the stem as rings; u runs around and v up. Its end is too thin to need closing.
func (s *stem) tube(p *Primitive, trunkSides int, seed uint64) {
	sides := max(3, trunkSides>>s.level)
	first := uint32(len(p.Positions))
	var u mgl32.Vec3
	for j, c := range s.points {
		d := s.tangent(j)
		if j == 0 {
			u, _ = across(d)
		} else { // carry the frame along without twist
			u = u.Sub(d.Mul(d.Dot(u))).Normalize()
		}
		v := d.Cross(u)
		t := float64(j) / float64(len(s.points)-1)
		for i := range sides + 1 {
			sin, cos := turn(i, sides)
			out := u.Mul(float32(cos)).Add(v.Mul(float32(sin)))
			radius := float64(s.radii[j])
			if s.level == 0 { // the root flares out in a few lobes
				lobes := 1 + 0.8*gradientNoise(seed, 1.7*cos, 1.7*sin, 0.5)
				radius *= 1 + 0.9*lobes*math.Exp(-t/0.05)
				radius *= 1 + 0.12*gradientNoise(seed+1, 3*cos, 3*sin, 14*t)
			}
			q := c.Add(out.Mul(float32(radius)))
			if s.level == 0 && j == 0 {
				q[1] = 0
			}
			p.Positions = append(p.Positions, q)
			p.Normals = append(p.Normals, out)
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(float64(i) / float64(sides)), float32(1 - t)})
			tone := 1 + 0.35*gradientNoise(seed+2, 40*float64(q[0])+0.3, 9*float64(q[1]), 40*float64(q[2])) - 0.25*math.Exp(-float64(q[1])/0.08)
			tone *= 1 + 0.25*float64(s.level)
			p.Colors = append(p.Colors, vec3(0.105*tone, 0.072*tone, 0.047*tone).Vec4(1))
		}
	}
	row := uint32(sides + 1)
	for j := range uint32(len(s.points) - 1) {
		for i := range uint32(sides) {
			a := first + j*row + i
			b := a + row
			p.Indices = append(p.Indices, a, a+1, b+1, a, b+1, b)
		}
	}
}

func (s *stem) tangent(j int) mgl32.Vec3 {
	a, b := max(j-1, 0), min(j+1, len(s.points)-1)
	return s.points[b].Sub(s.points[a]).Normalize()
}
