package scene

import "github.com/go-gl/mathgl/mgl32"

// What the placements of one entity's group draw in a view.

// A LodSurvey is the outcome. Placements are all of a Scatter's, or the one where an entity stands.
type LodSurvey struct {
	Count    int
	InView   int         // their bounds, of all levels and casters, meet the view
	Nearest  LodStanding // of all, in view or not; zero without any
	Farthest LodStanding
	Scale    float32 // the largest MaxScale

	Counters LodCounters // of those in view

	// Drawn is how often each level is drawn by those in view, and Depth the least depth in metres at
	// which it is.
	Drawn []int
	Depth []float32
}

// A LodStanding is a group at one place.
type LodStanding struct {
	Distance float32 // metres from the eye to the group's centre
	Height   float32 // share of the picture's height, without the bias
	Pick     LodPick // of a picture that has none before it
	Coverage float32 // what a DitherFade leaves, 0..1
	InView   bool
}

// SurveyLod looks at an entity that has a LodGroup. Boxes are those of Scene.Meshes.
func (s *Scene) SurveyLod(e *Entity, worldFromEntity mgl32.Mat4, meshes []Box, v View) LodSurvey {
	g := e.Lod
	w := lodSurveyor{
		group: g, fade: e.Fade, view: &v, lod: v.LodView(s.Lod), frustum: v.Frustum(), bands: g.Bands(s.Lod),
		bounds: EmptyBox(),
		out:    LodSurvey{Drawn: make([]int, len(g.Levels)), Depth: make([]float32, len(g.Levels))},
	}
	for i := range g.Levels {
		w.bounds = w.bounds.Union(boundsOfParts(g.Levels[i].Parts, meshes)).Union(boundsOfParts(g.Levels[i].Casters(), meshes))
		w.out.Depth[i] = inf32
	}
	if e.Scatter == nil {
		w.add(worldFromEntity)
	}
	for _, p := range e.Placements {
		w.add(worldFromEntity.Mul4(p.EntityFromPlaced()))
	}
	return w.out
}

type lodSurveyor struct {
	group   *LodGroup
	fade    *DitherFade
	view    *View
	lod     LodView
	frustum Frustum
	bands   []LodBand
	bounds  Box
	out     LodSurvey
}

func (w *lodSurveyor) add(world mgl32.Mat4) {
	in := w.group.At(world)
	pick, _ := PickBands(w.bands, w.lod.Measure(in, w.group.ByDistance), 0)
	scale := MaxScale(world)
	at := LodStanding{Distance: w.lod.Distance(in), Pick: pick, InView: w.frustum.MeetsBox(w.bounds.Transform(world))}
	at.Height, at.Coverage = w.view.HeightAt(w.group.Size, scale, at.Distance), w.fade.At(at.Distance)

	out := &w.out
	if out.Count == 0 || at.Distance < out.Nearest.Distance {
		out.Nearest = at
	}
	if out.Count == 0 || at.Distance > out.Farthest.Distance {
		out.Farthest = at
	}
	out.Count++
	out.Scale = max(out.Scale, scale)
	if !at.InView {
		return
	}
	out.InView++
	out.Counters.Add(pick, at.Coverage)
	if pick.Culled() {
		return
	}
	depth := w.view.Depth(in.Center)
	level, next := pick.Masks(at.Coverage)
	if !level.Empty() {
		w.draws(pick.Level, depth)
	}
	if pick.Fading() && pick.Next != LodNothing && !next.Empty() {
		w.draws(pick.Next, depth)
	}
}

func (w *lodSurveyor) draws(level int, depth float32) {
	w.out.Drawn[level]++
	w.out.Depth[level] = min(w.out.Depth[level], depth)
}

// CascadeAt returns the one of PlanCascades that a receiver at a view depth uses; the nearest or the
// farthest for depths that none covers, and nil without any.
func CascadeAt(cascades []Cascade, depth float32) *Cascade {
	for i := range cascades {
		if depth < cascades[i].SplitFar || i == len(cascades)-1 {
			return &cascades[i]
		}
	}
	return nil
}
