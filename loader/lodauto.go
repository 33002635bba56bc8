package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/simplify"
	"scenerender/scene"
)

// maxAutoError is how far an automatic level may be off, as a share of its mesh: a thing that is off by
// a quarter where it is off by a pixel is four pixels high. Found by eye.
const maxAutoError = 0.25

// addAutoLevels adds levels that are made of a group's last one. They share its range: each begins
// where its error is as high as the pixels allowed, and the last one ends where the range does.
func (r *resolver) addAutoLevels(g *scene.LodGroup, l *lodGroup, s *scatter, world mgl32.Mat4) {
	request := l.auto.LodAuto
	g.Auto = &request
	if len(r.problems) > 0 {
		return // nobody will see them
	}
	coarser, ok := r.simplified(&g.Levels[len(g.Levels)-1], request, l)
	if !ok {
		return
	}
	for i := range coarser {
		// An error of nothing would be a pixel high nowhere.
		coarser[i].Error = max(coarser[i].Error, 1e-6*g.Size)
	}
	scale := scene.MaxScale(world)
	if s != nil {
		scale *= s.Scale[1]
	}
	begins := func(level scene.LodLevel) float32 { // as a measure: less is farther
		h := scene.HeightOfError(g.Size, level.Error, request.ErrorPixels, scene.LodPictureHeight)
		if g.ByDistance {
			return -scene.DistanceOfHeight(g.Size, scale, h, scene.LodTanHalfFovY)
		}
		return h
	}
	spread(g, coarser, begins)
}

// spread appends levels to a group, and moves the end of its last one to where they begin. A level
// that would begin no later than the one after it is left out, and so are those beyond the end.
func spread(g *scene.LodGroup, coarser []scene.LodLevel, begins func(scene.LodLevel) float32) {
	end := func(level *scene.LodLevel) float32 {
		if g.ByDistance {
			return -level.Distance
		}
		return level.ScreenHeight
	}
	setEnd := func(level *scene.LodLevel, measure float32) {
		if g.ByDistance {
			level.Distance = -measure
		} else {
			level.ScreenHeight = measure
		}
	}
	authored := len(g.Levels)
	last := end(&g.Levels[authored-1])
	for _, level := range coarser {
		begin := begins(level)
		for {
			now := len(g.Levels) - 1
			before := float32(math.Inf(1)) // where the level that is now the last begins
			switch {
			case now > 0:
				before = end(&g.Levels[now-1])
			case g.ByDistance:
				before = 0
			}
			// A range of less than a hundredth is none.
			latest := before * 0.99
			if g.ByDistance {
				latest = before * 1.01
			}
			if begin < latest {
				break
			}
			if now >= authored {
				g.Levels = g.Levels[:now]
				continue
			}
			begin = latest // what a file gives stays
			break
		}
		if !(begin > last) {
			break
		}
		now := &g.Levels[len(g.Levels)-1]
		setEnd(now, begin)
		now.Auto = true
		g.Levels = append(g.Levels, level)
	}
	setEnd(&g.Levels[len(g.Levels)-1], last)
}

// simplified makes coarser levels of a level. Parts that have fewer keep their coarsest; casters of
// its own it shares with all of them.
func (r *resolver) simplified(base *scene.LodLevel, request scene.LodAuto, l *lodGroup) ([]scene.LodLevel, bool) {
	parts := base.Parts
	made := make([][]autoMesh, len(parts))
	count := 0
	for i, p := range parts {
		meshes, err := r.stock.coarser(p.Part, request)
		if err != nil {
			r.errorf(l.at.At("auto"), "the mesh %q cannot be simplified: %v", r.out.Meshes[p.Mesh].Name, err)
			return nil, false
		}
		made[i], count = meshes, max(count, len(meshes))
	}
	var levels []scene.LodLevel
	for k := range count {
		level := scene.LodLevel{Auto: true, Parts: make([]scene.LodPart, len(parts)), Shadow: base.Shadow, ShadowParts: base.ShadowParts}
		copy(level.Parts, parts)
		for i, meshes := range made {
			if len(meshes) == 0 {
				continue
			}
			m := meshes[min(k, len(meshes)-1)]
			level.Parts[i].Mesh = m.mesh
			level.Error = max(level.Error, m.err*scene.MaxScale(parts[i].EntityFromPart))
		}
		levels = append(levels, level)
	}
	return levels, true
}

// An autoMesh is a coarser mesh in the scene, and how far it is off in metres.
type autoMesh struct {
	mesh int
	err  float32
}

type autoKey struct {
	mesh     int
	levels   int
	ratio    float32
	textured bool
}

// coarser are the levels of a part's mesh, made once.
func (s *stock) coarser(part scene.Part, request scene.LodAuto) ([]autoMesh, error) {
	mesh := part.Mesh
	key := autoKey{mesh, request.Levels, request.Ratio, s.textured(part)}
	if made, ok := s.simplified[key]; ok {
		return made, nil
	}
	o := simplify.DefaultOptions()
	o.Levels, o.Ratio, o.MaxError = request.Levels, request.Ratio, maxAutoError
	if !key.textured {
		o.MaxSlide = 0 // coordinates that nothing is seen at
	}
	cache := simplify.Cache{Dir: s.r.lodCache, Warn: func(err error) {
		if !s.cacheFailed {
			s.r.warnf(nil, "automatic levels of detail are not kept for the next time: %v", err)
		}
		s.cacheFailed = true
	}}
	levels, err := cache.MeshLevels(&s.r.out.Meshes[mesh], o)
	if err != nil {
		return nil, err
	}
	var made []autoMesh
	for _, level := range levels {
		made = append(made, autoMesh{len(s.r.out.Meshes), level.Error})
		s.r.out.Meshes = append(s.r.out.Meshes, level.Mesh)
	}
	s.simplified[key] = made
	return made, nil
}

// textured says whether any primitive of a part is drawn with a texture.
func (s *stock) textured(part scene.Part) bool {
	materials := s.r.out.Materials
	for _, p := range s.r.out.Meshes[part.Mesh].Primitives {
		m := p.Material
		if part.Material >= 0 {
			m = part.Material
		}
		if materials[m].Textured() {
			return true
		}
	}
	return false
}
