// Package mikktspace computes tangents as normal map bakers expect them: Morten S. Mikkelsen,
// "Simulation of Wrinkled Surfaces Revisited", 2008, and the program he published with it,
// mikktspace.c. Results agree with that program for triangle meshes and its default angular
// threshold; quads are not handled.
//
// The tangent of a corner is the angle-weighted mean over a group of triangles around the
// corner's vertex: those that are connected by edges, and whose texture has the same
// handedness. Where groups meet, a vertex of the mesh needs several tangents and is split.
package mikktspace

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// A Result is an indexed mesh with tangents. Its vertices are those that were given, followed
// by copies of some of them.
type Result struct {
	Indices  []uint32     // three a triangle, in the order given
	Tangents []mgl32.Vec4 // unit length, w the bitangent's sign: bitangent = w · normal × tangent
	Copies   []uint32     // which vertex each of the vertices after the given ones repeats
}

// Generate computes the tangents of an indexed triangle mesh. The three slices of vertices
// have the same length, normals have unit length, and v of a texture coordinate points up.
// Arguments are only read. Vertices that are equal in all three count as one.
func Generate(indices []uint32, positions, normals []mgl32.Vec3, uvs []mgl32.Vec2) Result {
	m := mesh{
		corners:   weld(indices, positions, normals, uvs),
		positions: positions, normals: normals, uvs: uvs,
	}
	m.findFrames()
	m.findNeighbours()
	m.findGroups()
	m.averageGroups()
	m.copyToDegenerate()
	return m.split(indices)
}

// A mesh is the work in progress. Corner 3·f+i is corner i of triangle f; edge i of a
// triangle leads from its corner i to the next one.
type mesh struct {
	corners            []uint32 // vertex of each corner, equal vertices being one
	positions, normals []mgl32.Vec3
	uvs                []mgl32.Vec2

	frames     []frame
	neighbours []int32 // triangle across each edge, or none
	members    []int32 // corners, group by group
	groupEnd   []int32 // where in members each group ends
	space      []int32 // index into tangents of each corner, or none
	tangents   []mgl32.Vec4
}

const none = -1

// A frame is how a triangle's texture lies on it.
type frame struct {
	s, t       mgl32.Vec3 // unit directions of growing u and v; zero where there is none
	preserving bool       // u, v and the normal are right-handed
	any        bool       // the texture has no area: it joins whatever group is next to it
	degenerate bool       // two corners are in one place: it has no say at all
}

// notZero is the published program's test: larger than the smallest normal float32.
func notZero(x float32) bool {
	const least = 1.17549435e-38
	return x > least || x < -least
}

func unit(v mgl32.Vec3) mgl32.Vec3 {
	l2 := dot(v, v)
	if l2 < 1e-30 && !notZero(v[0]) && !notZero(v[1]) && !notZero(v[2]) {
		return v
	}
	f := 1 / float32(math.Sqrt(float64(l2)))
	return mgl32.Vec3{f * v[0], f * v[1], f * v[2]}
}

func length(v mgl32.Vec3) float32 { return float32(math.Sqrt(float64(dot(v, v)))) }

func dot(a, b mgl32.Vec3) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func scale(f float32, v mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{f * v[0], f * v[1], f * v[2]}
}

func sub(a, b mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}

// onto returns the direction of v in the plane with the normal n.
func onto(n, v mgl32.Vec3) mgl32.Vec3 {
	d := dot(n, v)
	return unit(mgl32.Vec3{v[0] - d*n[0], v[1] - d*n[1], v[2] - d*n[2]})
}

// findFrames computes every triangle's frame (Mikkelsen, eq. 18 and 19).
func (m *mesh) findFrames() {
	m.frames = make([]frame, len(m.corners)/3)
	for f := range m.frames {
		fr := &m.frames[f]
		a, b, c := m.corners[3*f], m.corners[3*f+1], m.corners[3*f+2]
		p1, p2, p3 := m.positions[a], m.positions[b], m.positions[c]
		if p1 == p2 || p1 == p3 || p2 == p3 {
			fr.degenerate = true
			continue
		}
		t1, t2, t3 := m.uvs[a], m.uvs[b], m.uvs[c]
		u21, v21 := t2[0]-t1[0], t2[1]-t1[1]
		u31, v31 := t3[0]-t1[0], t3[1]-t1[1]
		d1, d2 := sub(p2, p1), sub(p3, p1)
		area := u21*v31 - v21*u31
		s := sub(scale(v31, d1), scale(v21, d2))
		t := sub(scale(u21, d2), scale(u31, d1))
		fr.preserving, fr.any = area > 0, true
		if !notZero(area) {
			continue
		}
		sign, size := float32(1), area
		if !fr.preserving {
			sign, size = -1, -area
		}
		lenS, lenT := length(s), length(t)
		if notZero(lenS) {
			fr.s = scale(sign/lenS, s)
		}
		if notZero(lenT) {
			fr.t = scale(sign/lenT, t)
		}
		fr.any = !notZero(lenS/size) || !notZero(lenT/size)
	}
}

// findGroups collects the corners that share a tangent: around one vertex, connected by
// edges, of one handedness. The first group to reach a triangle without texture area decides
// that triangle's handedness.
func (m *mesh) findGroups() {
	group := make([]int32, len(m.corners)) // number of the group plus 1
	m.members = make([]int32, 0, len(m.corners))
	var stack []int32
	push := func(c int32) {
		f, i := c/3, c%3
		if right := m.neighbours[3*f+(i+2)%3]; right != none {
			stack = append(stack, right)
		}
		if left := m.neighbours[c]; left != none {
			stack = append(stack, left)
		}
	}
	for c := range int32(len(m.corners)) {
		start := &m.frames[c/3]
		if start.degenerate || start.any || group[c] != 0 {
			continue
		}
		number := int32(len(m.groupEnd)) + 1
		vertex, preserving := m.corners[c], start.preserving
		group[c] = number
		m.members = append(m.members, c)
		push(c)
		for len(stack) > 0 {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			at := 3 * f
			for m.corners[at] != vertex {
				at++
			}
			if group[at] != 0 {
				continue
			}
			fr := &m.frames[f]
			if fr.any && group[3*f] == 0 && group[3*f+1] == 0 && group[3*f+2] == 0 {
				fr.preserving = preserving
			}
			if fr.preserving != preserving {
				continue
			}
			group[at] = number
			m.members = append(m.members, at)
			push(at)
		}
		m.groupEnd = append(m.groupEnd, int32(len(m.members)))
	}
}

// maxExact is the size of groups up to which opposite directions are looked for pair by pair.
const maxExact = 64

// averageGroups computes the tangent of each group, several groups at a time. The published
// program leaves out of a corner's mean the triangles whose direction is exactly opposite
// (180° being its threshold), which may break a group into several tangents; here that is done
// for groups of up to maxExact triangles, which keeps the time linear.
func (m *mesh) averageGroups() {
	m.space = make([]int32, len(m.corners))
	for i := range m.space {
		m.space[i] = none
	}
	m.tangents = make([]mgl32.Vec4, len(m.groupEnd))
	workers := runtime.GOMAXPROCS(0)
	opposed := make([][]int32, workers) // groups, in order
	var wg sync.WaitGroup
	for w := range workers {
		first, last := w*len(m.groupEnd)/workers, (w+1)*len(m.groupEnd)/workers
		wg.Go(func() { opposed[w] = m.averageRange(first, last) })
	}
	wg.Wait()
	for _, list := range opposed {
		for _, g := range list {
			m.averageExact(m.group(int(g)))
		}
	}
}

// group returns the corners of a group.
func (m *mesh) group(g int) []int32 {
	begin := int32(0)
	if g > 0 {
		begin = m.groupEnd[g-1]
	}
	return m.members[begin:m.groupEnd[g]]
}

// averageRange computes the tangents of some groups, and returns those that need averageExact.
func (m *mesh) averageRange(first, last int) (opposed []int32) {
	for g := first; g < last; g++ {
		corners := m.group(g)
		slices.Sort(corners)
		if len(corners) <= maxExact && m.hasOpposites(corners) {
			opposed = append(opposed, int32(g))
			continue
		}
		m.tangents[g] = m.average(corners)
		for _, c := range corners {
			m.space[c] = int32(g)
		}
	}
	return opposed
}

// average returns the angle-weighted mean tangent of corners around one vertex.
func (m *mesh) average(corners []int32) mgl32.Vec4 {
	var sum mgl32.Vec3
	n := m.normals[m.corners[corners[0]]]
	for _, c := range corners {
		f, i := c/3, c%3
		fr := &m.frames[f]
		if fr.any {
			continue
		}
		here := m.positions[m.corners[c]]
		before := onto(n, sub(m.positions[m.corners[3*f+(i+2)%3]], here))
		after := onto(n, sub(m.positions[m.corners[3*f+(i+1)%3]], here))
		angle := float32(math.Acos(float64(min(max(dot(before, after), -1), 1))))
		s := onto(n, fr.s)
		sum = mgl32.Vec3{sum[0] + angle*s[0], sum[1] + angle*s[1], sum[2] + angle*s[2]}
	}
	sign := float32(-1)
	if m.frames[corners[0]/3].preserving {
		sign = 1
	}
	return unit(sum).Vec4(sign)
}

// hasOpposites says whether any two directions of a group may be opposite in the plane of the
// normal. Directions less than 89° from a common one cannot be. The products here are those of
// the projected vectors, which are shorter than 1, so the test errs on the safe side.
func (m *mesh) hasOpposites(corners []int32) bool {
	n := m.normals[m.corners[corners[0]]]
	var first *frame
	var firstS, firstT float32
	for _, c := range corners {
		fr := &m.frames[c/3]
		if fr.any {
			continue
		}
		ns, nt := dot(n, fr.s), dot(n, fr.t)
		if first == nil {
			first, firstS, firstT = fr, ns, nt
			continue
		}
		if !(dot(first.s, fr.s)-firstS*ns > 0.02 && dot(first.t, fr.t)-firstT*nt > 0.02) {
			return true
		}
	}
	return false
}

// averageExact gives each corner the mean over those triangles of its group whose directions
// are not opposite to its own.
func (m *mesh) averageExact(corners []int32) {
	n := m.normals[m.corners[corners[0]]]
	s, t := make([]mgl32.Vec3, len(corners)), make([]mgl32.Vec3, len(corners))
	for i, c := range corners {
		s[i], t[i] = onto(n, m.frames[c/3].s), onto(n, m.frames[c/3].t)
	}
	sets := map[uint64]int32{} // by the bits of who is in it, which maxExact makes fit
	var near []int32
	for i, c := range corners {
		near = near[:0]
		var set uint64
		for k, other := range corners {
			if m.frames[c/3].any || m.frames[other/3].any || i == k || (dot(s[i], s[k]) > -1 && dot(t[i], t[k]) > -1) {
				near = append(near, other)
				set |= 1 << k
			}
		}
		at, ok := sets[set]
		if !ok {
			at = int32(len(m.tangents))
			sets[set] = at
			m.tangents = append(m.tangents, m.average(near))
		}
		m.space[c] = at
	}
}

// copyToDegenerate gives the corners of degenerate triangles the tangent of the first good
// corner at the same vertex.
func (m *mesh) copyToDegenerate() {
	var first []int32
	for f := range m.frames {
		if !m.frames[f].degenerate {
			continue
		}
		if first == nil {
			first = m.firstGoodCorners()
		}
		for c := 3 * f; c < 3*f+3; c++ {
			if good := first[m.corners[c]]; good != none {
				m.space[c] = m.space[good]
			}
		}
	}
}

func (m *mesh) firstGoodCorners() []int32 {
	first := make([]int32, len(m.positions))
	for i := range first {
		first[i] = none
	}
	for c := len(m.corners) - 1; c >= 0; c-- {
		if !m.frames[c/3].degenerate {
			first[m.corners[c]] = int32(c)
		}
	}
	return first
}

// lost is the published program's tangent for what no group reaches.
var lost = mgl32.Vec4{1, 0, 0, -1}

// split makes the indexed mesh: a given vertex stays with the first tangent it needs, and is
// repeated for each other one.
func (m *mesh) split(indices []uint32) Result {
	r := Result{
		Indices:  make([]uint32, len(m.corners)),
		Tangents: make([]mgl32.Vec4, len(m.positions), len(m.positions)+len(m.positions)/8),
	}
	const unset = none - 1
	holds := make([]int32, len(m.positions))
	for i := range holds {
		holds[i] = unset
		r.Tangents[i] = lost
	}
	type variant struct {
		vertex uint32
		space  int32
	}
	more := map[variant]uint32{}
	for c, v := range indices[:len(m.corners)] {
		space := m.space[c]
		if holds[v] == unset {
			holds[v] = space
			if space != none {
				r.Tangents[v] = m.tangents[space]
			}
		}
		if holds[v] == space {
			r.Indices[c] = v
			continue
		}
		tangent := lost
		if space != none {
			tangent = m.tangents[space]
		}
		if r.Tangents[v] == tangent {
			r.Indices[c] = v
			continue
		}
		at, ok := more[variant{v, space}]
		if !ok {
			at = uint32(len(r.Tangents))
			more[variant{v, space}] = at
			r.Tangents = append(r.Tangents, tangent)
			r.Copies = append(r.Copies, v)
		}
		r.Indices[c] = at
	}
	return r
}
