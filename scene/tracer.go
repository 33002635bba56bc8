package scene

import (
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
	boxes    *sortedBoxes // of pieces
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
	t.boxes = sortBoxes(boxes)
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
	t.boxes.each(&r, func(i int) {
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
