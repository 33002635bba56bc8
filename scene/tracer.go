package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A tracer follows rays through a scene as one view draws it: models, the levels that groups have in the view, and
// what Scatters place. What fades is there while at least half of its pixels are.
//
// Making one takes about two seconds for a million placements; a ray takes microseconds then, and
// the first near a mesh the time to sort its triangles.
type tracer struct {
	scene    *Scene
	worlds   []mgl32.Mat4 // worldFromEntity
	pieces   []tracedPiece
	tree     *boxTree
	surfaces map[*Primitive]*Surface
}

// A tracedPiece is a part of an entity, or of one of its placements.
type tracedPiece struct {
	part      *Part
	entity    int32
	placement int32   // -1: the entity itself
	alpha     float32 // multiplies the base colour's
	seen      bool    // by the camera
	casts     bool    // a shadow
}

func newTracer(s *Scene, v View) *tracer {
	t := &tracer{scene: s, worlds: s.WorldFromEntity(), surfaces: map[*Primitive]*Surface{}}
	meshes, lod := s.MeshBounds(), v.LodView(s.Lod)
	var boxes []Box
	for i := range s.Entities {
		e := &s.Entities[i]
		if e.Model == nil && e.Lod == nil {
			continue
		}
		var bands []LodBand
		if e.Lod != nil {
			bands = e.Lod.Bands(s.Lod)
		}
		add := func(placement int, world mgl32.Mat4) {
			before := len(t.pieces)
			t.add(e, bands, &lod, world)
			for k := before; k < len(t.pieces); k++ {
				p := &t.pieces[k]
				p.entity, p.placement = int32(i), int32(placement)
				boxes = append(boxes, meshes[p.part.Mesh].Transform(world.Mul4(p.part.EntityFromPart)))
			}
		}
		if e.Scatter == nil {
			add(-1, t.worlds[i])
		}
		for k, p := range e.Placements {
			add(k, t.worlds[i].Mul4(p.EntityFromPlaced()))
		}
	}
	t.tree = newBoxTree(boxes)
	return t
}

// add appends the pieces of an entity at one place.
func (t *tracer) add(e *Entity, bands []LodBand, lod *LodView, world mgl32.Mat4) {
	g := e.Lod
	if g == nil {
		g = &LodGroup{Size: 1}
	}
	in := g.At(world)
	if e.Fade.At(lod.Distance(in)) < 0.5 {
		return
	}
	if e.Model != nil {
		for k := range e.Model.Parts {
			t.pieces = append(t.pieces, tracedPiece{part: &e.Model.Parts[k], alpha: e.Model.Color[3], seen: true, casts: e.Model.Shadows})
		}
		return
	}
	pick, _ := PickBands(bands, lod.Measure(in, g.ByDistance), 0)
	level := pick.Level
	if pick.Blend >= 0.5 {
		level = pick.Next
	}
	if level == LodNothing {
		return
	}
	l := &g.Levels[level]
	for k := range l.Parts {
		p := &l.Parts[k]
		t.pieces = append(t.pieces, tracedPiece{part: &p.Part, alpha: p.Color[3], seen: true, casts: l.Shadow == LodShadowSame})
	}
	if l.Shadow == LodShadowOwn {
		for k := range l.ShadowParts {
			p := &l.ShadowParts[k]
			t.pieces = append(t.pieces, tracedPiece{part: &p.Part, alpha: p.Color[3], casts: true})
		}
	}
}

// A tracerHit is where a ray meets something. The normals are unit vectors on the ray's side.
type tracerHit struct {
	distance float64 // in units of the ray's way
	entity   int
	point    mgl64.Vec3
	normal   mgl64.Vec3 // that of the vertices
	facet    mgl64.Vec3 // that of the triangle
}

// look returns what the camera sees along a ray. It sees through what is blended.
func (t *tracer) look(r ray) (tracerHit, bool) { return t.cast(r, true) }

// shadow returns what casts a shadow on the ray's origin. What is blended lets all light through.
func (t *tracer) shadow(r ray) (tracerHit, bool) { return t.cast(r, false) }

func (t *tracer) cast(r ray, looking bool) (best tracerHit, ok bool) {
	var (
		primitive *Primitive
		hit       surfaceHit
		world     mgl64.Mat4
	)
	t.tree.each(&r, func(i int) {
		p := &t.pieces[i]
		if looking && !p.seen || !looking && !p.casts {
			return
		}
		worldFromMesh := mat64(t.world(p))
		local := inverseAffine(worldFromMesh)
		for _, x := range local {
			if x-x != 0 {
				return // squeezed flat
			}
		}
		in := r.transform(&local)
		in.far = r.far
		mesh := &t.scene.Meshes[p.part.Mesh]
		for k := range mesh.Primitives {
			q := &mesh.Primitives[k]
			index := q.Material
			if p.part.Material >= 0 {
				index = p.part.Material
			}
			m := &t.scene.Materials[index]
			if m.AlphaMode == AlphaBlend || !in.meets(&q.Bounds) {
				continue
			}
			h, met := t.surface(q).hit(in, func(h *surfaceHit) bool {
				if looking && !m.DoubleSided && !h.front { // a mirrored mesh keeps its outside
					return false
				}
				return m.AlphaMode != AlphaMask || t.scene.alphaAt(m, q, h)*p.alpha >= m.AlphaCutoff
			})
			if met {
				in.far, r.far = h.distance, h.distance
				primitive, hit, world, ok = q, h, worldFromMesh, true
				best.entity = int(p.entity)
			}
		}
	})
	if !ok {
		return best, false
	}
	best.distance, best.point = hit.distance, r.at(hit.distance)
	best.normal, best.facet = primitive.normals(&hit, world)
	if best.facet.Dot(r.way) > 0 { // the back of a material with two sides
		best.normal, best.facet = best.normal.Mul(-1), best.facet.Mul(-1)
	}
	return best, true
}

// world is worldFromMesh.
func (t *tracer) world(p *tracedPiece) mgl32.Mat4 {
	world := t.worlds[p.entity]
	if p.placement >= 0 {
		world = world.Mul4(t.scene.Entities[p.entity].Placements[p.placement].EntityFromPlaced())
	}
	return world.Mul4(p.part.EntityFromPart)
}

func (t *tracer) surface(p *Primitive) *Surface {
	s := t.surfaces[p]
	if s == nil {
		s = surfaceOfPrimitive(p)
		t.surfaces[p] = s
	}
	return s
}

// normals are the unit normals of the vertices and of the triangle in the world, both on the side of its front.
func (p *Primitive) normals(h *surfaceHit, worldFromMesh mgl64.Mat4) (normal, facet mgl64.Vec3) {
	t := p.Indices[3*h.triangle:]
	a, b, c := vec64(p.Positions[t[0]]), vec64(p.Positions[t[1]]), vec64(p.Positions[t[2]])
	m := worldFromMesh.Mat3().Inv().Transpose()
	facet = unit64(m.Mul3x1(b.Sub(a).Cross(c.Sub(a))), mgl64.Vec3{0, 1, 0})
	sum := vec64(p.Normals[t[0]]).Mul(1 - h.b - h.c).Add(vec64(p.Normals[t[1]]).Mul(h.b)).Add(vec64(p.Normals[t[2]]).Mul(h.c))
	return unit64(m.Mul3x1(sum), facet), facet
}

// unit64 is a vector's direction, or another one where it has none.
func unit64(v, otherwise mgl64.Vec3) mgl64.Vec3 {
	l := v.Len()
	if !(l > 0) || math.IsInf(l, 0) {
		return otherwise
	}
	return v.Mul(1 / l)
}

// alphaAt returns the base colour's alpha where a ray meets a primitive, of the nearest texel.
func (s *Scene) alphaAt(m *Material, p *Primitive, h *surfaceHit) float32 {
	t := p.Indices[3*h.triangle:]
	weights := [3]float32{float32(1 - h.b - h.c), float32(h.b), float32(h.c)}
	alpha := m.BaseColor[3]
	if p.Colors != nil {
		var sum float32
		for k, w := range weights {
			sum += w * p.Colors[t[k]][3]
		}
		alpha *= sum
	}
	ref := m.BaseColorTexture
	if ref == nil {
		return alpha
	}
	uvs := p.UV0
	if ref.UV == 1 {
		uvs = p.UV1
	}
	var uv mgl32.Vec2
	if uvs != nil {
		for k, w := range weights {
			uv = uv.Add(uvs[t[k]].Mul(w))
		}
	}
	at := ref.UVFromMesh.Mul3x1(uv.Vec3(1))
	texture := &s.Textures[ref.Texture]
	image := &s.Images[texture.Image]
	x, y := texel(at[0], image.Width, texture.Sampler.U), texel(at[1], image.Height, texture.Sampler.V)
	return alpha * float32(image.Pix[4*(y*image.Width+x)+3]) / 255
}

// texel is the one of n that holds a coordinate.
func texel(x float32, n int, w Wrap) int {
	u := float64(x)
	switch w {
	case WrapRepeat:
		u -= math.Floor(u)
	case WrapMirror:
		u = math.Abs(u - 2*math.Floor(u/2+0.5))
	}
	if !(u > 0) { // also for what is no number
		return 0
	}
	return int(min(u*float64(n), float64(n-1)))
}
