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
	coarser, ok := r.simplified(g.Levels[len(g.Levels)-1].Parts, request, l)
	if !ok {
		return
	}
	scale := scene.MaxScale(world)
	if s != nil {
		scale *= s.Scale[1]
	}
	begins := func(level scene.LodLevel) float32 { // as a measure: less is farther
		// An error of nothing would be no pixel high anywhere.
		err := max(level.Error, 1e-6*g.Size)
		h := scene.HeightOfError(g.Size, err, request.ErrorPixels, scene.LodPictureHeight)
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
			if now > 0 {
				before = end(&g.Levels[now-1])
			} else if g.ByDistance {
				before = 0
			}
			// A range of less than a hundredth is none.
			latest := before - float32(math.Abs(float64(before)))/100
			if begin < latest || begin == latest && before == 0 {
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
		setEnd(&g.Levels[len(g.Levels)-1], begin)
		g.Levels = append(g.Levels, level)
	}
	setEnd(&g.Levels[len(g.Levels)-1], last)
}

// simplified makes coarser levels of what a level draws. Parts that have fewer keep their coarsest.
func (r *resolver) simplified(parts []scene.LodPart, request scene.LodAuto, l *lodGroup) ([]scene.LodLevel, bool) {
	made := make([][]autoMesh, len(parts))
	count := 0
	for i, p := range parts {
		meshes, err := r.stock.coarser(p.Mesh, request)
		if err != nil {
			r.errorf(l.at.At("auto"), "the mesh %q cannot be simplified: %v", r.out.Meshes[p.Mesh].Name, err)
			return nil, false
		}
		made[i], count = meshes, max(count, len(meshes))
	}
	base := l.levels[len(l.levels)-1]
	var levels []scene.LodLevel
	for k := range count {
		level := scene.LodLevel{Auto: true, Parts: make([]scene.LodPart, len(parts))}
		copy(level.Parts, parts)
		for i, meshes := range made {
			if len(meshes) == 0 {
				continue
			}
			m := meshes[min(k, len(meshes)-1)]
			level.Parts[i].Mesh = m.mesh
			level.Error = max(level.Error, m.err*scene.MaxScale(parts[i].EntityFromPart))
		}
		if base.ownShadow && len(base.shadow) == 0 {
			level.Shadow = scene.LodShadowNone
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
	mesh   int
	levels int
	ratio  float32
}

// coarser are the levels of a mesh, made once.
func (s *stock) coarser(mesh int, request scene.LodAuto) ([]autoMesh, error) {
	key := autoKey{mesh, request.Levels, request.Ratio}
	if made, ok := s.simplified[key]; ok {
		return made, nil
	}
	o := simplify.DefaultOptions()
	o.Levels, o.Ratio, o.MaxError = request.Levels, request.Ratio, maxAutoError
	levels, err := simplify.MeshLevels(&s.r.out.Meshes[mesh], o)
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
