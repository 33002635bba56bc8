package main

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes"
	"scenerender/scene"
)

// A lodReport is what `scenerender lod` says of a scene. Heights are shares of the picture's height
// without the bias, distances and errors metres; null is what does not exist or cannot be known.
type lodReport struct {
	Scene     string     `json:"scene"`
	Camera    string     `json:"camera"`
	Size      [2]int     `json:"size"`
	Bias      float32    `json:"bias"`
	Crossfade bool       `json:"crossfade"`
	Samples   int        `json:"error_samples"` // of a comparison
	Groups    []lodGroup `json:"groups"`        // in the order of the scene
	Warnings  []string   `json:"warnings"`
}

// A lodGroup is an entity with levels, or all that its Scatter places.
type lodGroup struct {
	Entity     int        `json:"entity"`
	Name       string     `json:"name"`
	Thresholds string     `json:"thresholds"` // what they are: screen_height or distance
	Size       float32    `json:"size"`       // metres, before the entity's scale
	Scale      float32    `json:"scale"`      // the largest
	Count      int        `json:"count"`
	InView     int        `json:"in_view"`
	Nearest    *lodPlace  `json:"nearest"`
	Farthest   *lodPlace  `json:"farthest"`
	Picks      lodPicks   `json:"picks"`     // of those in view
	Triangles  int        `json:"triangles"` // drawn by those in view
	Levels     []lodLevel `json:"levels"`
	End        *lodBegin  `json:"end"` // where it vanishes; null: never
}

// A lodPlace is where a group stands and what it draws there.
type lodPlace struct {
	Distance float32 `json:"distance"`
	Height   float32 `json:"height"`
	Pixels   float32 `json:"pixels"`
	InView   bool    `json:"in_view"`
	State    string  `json:"state"` // drawn, fading or culled
	Level    *int    `json:"level"`
	Next     *int    `json:"next"`     // while it fades; null: nothing
	Blend    float32 `json:"blend"`    // share of next
	Coverage float32 `json:"coverage"` // what a DitherFade leaves
}

// lodPicks are counted as in the stats of a picture.
type lodPicks struct {
	Selections int   `json:"lod_selections"`
	Culled     int   `json:"lod_culled"`
	Fading     int   `json:"lod_fading"`
	Levels     []int `json:"lod_levels"` // one for each level of the group
}

type lodLevel struct {
	Level     int        `json:"level"`
	Auto      bool       `json:"auto"` // made by simplification
	Triangles int        `json:"triangles"`
	Error     *float32   `json:"error"`
	From      *int       `json:"error_from"`   // the level that it is compared with
	Method    *string    `json:"error_method"` // simplifier or sampled
	Begin     *lodBegin  `json:"begin"`        // null: of the first level, or never
	Shadow    *lodShadow `json:"shadow"`       // casters of its own
}

// A lodBegin is where a level takes over from the one before, or nothing from the last.
type lodBegin struct {
	Threshold float32  `json:"threshold"` // as the file has it
	Height    float32  `json:"height"`
	Fade      float32  `json:"fade"`      // share of the distance
	Pixels    *float32 `json:"pixels"`    // the error there, or the height of what vanishes
	OnePixel  *float32 `json:"one_pixel"` // threshold at which that is one pixel
	Step      *float32 `json:"step"`      // pixels while the distance changes by 5 %
	Risk      *string  `json:"popping"`   // none, low or high
}

type lodShadow struct {
	Triangles int      `json:"triangles"`
	Sticks    *float32 `json:"sticks_out"` // metres in the world; null: nothing is drawn to stick out of
	Texel     *float32 `json:"texel"`      // metres; null: no shadow map
	Visible   bool     `json:"visible"`    // by more than a texel
}

// reportLod works the report out for the camera and the size of a shot.
func reportLod(sc *scene.Scene, shot scene.Shot) lodReport {
	camera := &sc.Cameras[shot.Camera]
	r := lodReport{Scene: sc.Path, Camera: camera.Name, Size: [2]int{shot.Width, shot.Height},
		Bias: sc.Lod.Bias, Crossfade: sc.Lod.Crossfade, Samples: scene.SurfaceSamples, Groups: []lodGroup{}, Warnings: []string{}}
	w := lodWorker{sc: sc, view: camera.View(shot.Width, shot.Height, mgl32.Vec2{}), meter: scene.NewLodMeter(sc.Meshes), meshes: sc.MeshBounds()}
	if sun := sc.LightingOf(&shot).Light; sun.Casts() {
		w.cascades = scene.PlanCascades(w.view, sun, sc.Bounds(), passes.ShadowMapSize, scene.MaxCascades)
	}
	for i, world := range sc.WorldFromEntity() {
		if sc.Entities[i].Lod != nil {
			g, warnings := w.group(i, world)
			r.Groups, r.Warnings = append(r.Groups, g), append(r.Warnings, warnings...)
		}
	}
	return r
}

type lodWorker struct {
	sc       *scene.Scene
	view     scene.View
	meter    *scene.LodMeter
	meshes   []scene.Box
	cascades []scene.Cascade
}

func (w *lodWorker) group(entity int, world mgl32.Mat4) (out lodGroup, warnings []string) {
	e := &w.sc.Entities[entity]
	g := e.Lod
	survey := w.sc.SurveyLod(e, world, w.meshes, w.view)
	errors := w.meter.Errors(g)
	switches := g.Switches(errors, survey.Scale, w.view, w.sc.Lod)

	out = lodGroup{Entity: entity, Name: e.Name, Thresholds: "screen_height", Size: g.Size, Scale: bounded(survey.Scale),
		Count: survey.Count, InView: survey.InView, Levels: []lodLevel{}}
	if g.ByDistance {
		out.Thresholds = "distance"
	}
	if survey.Count > 0 {
		out.Nearest, out.Farthest = w.place(survey.Nearest), w.place(survey.Farthest)
	}
	c := survey.Counters
	out.Picks = lodPicks{Selections: c.Selections, Culled: c.Culled, Fading: c.Fading, Levels: make([]int, len(g.Levels))}
	copy(out.Picks.Levels, c.Levels)
	for i := range g.Levels {
		l := lodLevel{Level: i, Auto: errors[i].Known && !errors[i].Sampled, Triangles: w.meter.Surface(g.Levels[i].Parts).Triangles()}
		if x := errors[i]; x.Known {
			method := "simplifier"
			if x.Sampled {
				method = "sampled"
			}
			l.Error, l.From, l.Method = finite(x.Metres), &x.From, &method
		}
		out.Levels = append(out.Levels, l)
		out.Triangles += l.Triangles * survey.Drawn[i]
	}
	for _, s := range switches {
		begin := &lodBegin{Threshold: s.Threshold, Height: s.Height, Fade: s.Fade}
		if s.Known {
			risk := s.Risk.String()
			begin.Pixels, begin.OnePixel, begin.Step, begin.Risk = finite(s.Pixels), finite(s.OnePixel), finite(s.Step), &risk
		}
		if s.To == scene.LodNothing {
			out.End = begin
		} else {
			out.Levels[s.To].Begin = begin
		}
	}
	for _, c := range w.meter.Casters(g, &survey, switches, w.view, w.sc.Lod, w.cascades) {
		shadow := &lodShadow{Triangles: w.meter.Surface(g.Levels[c.Level].ShadowParts).Triangles(), Sticks: finite(c.Sticks), Visible: c.Visible}
		if c.Texel > 0 {
			shadow.Texel = &c.Texel
		}
		out.Levels[c.Level].Shadow = shadow
		if c.Visible {
			warnings = append(warnings, stickingOut(out.title(), c))
		}
	}
	return out, warnings
}

func stickingOut(group string, c scene.LodCaster) string {
	if math.IsInf(float64(c.Sticks), 1) {
		return fmt.Sprintf("%s: level %d casts a shadow and draws no triangle", group, c.Level)
	}
	where := ""
	if !c.Drawn {
		where = " where the level begins; this camera does not see it"
	}
	return fmt.Sprintf("%s: the casters of level %d stick out of what is drawn by %.3g m, more than the %.3g m of a shadow map's texel%s",
		group, c.Level, c.Sticks, c.Texel, where)
}

func (w *lodWorker) place(s scene.LodStanding) *lodPlace {
	p := &lodPlace{Distance: bounded(s.Distance), Height: bounded(s.Height), Pixels: bounded(s.Height * float32(w.view.Height)), InView: s.InView, State: "drawn", Blend: s.Pick.Blend, Coverage: s.Coverage}
	switch {
	case s.Pick.Culled():
		p.State = "culled"
		return p
	case s.Pick.Fading():
		p.State = "fading"
		if next := s.Pick.Next; next != scene.LodNothing {
			p.Next = &next
		}
	}
	level := s.Pick.Level
	p.Level = &level
	return p
}

// title is what a reader finds the group by.
func (g *lodGroup) title() string {
	if g.Name != "" {
		return oneLine(g.Name)
	}
	return fmt.Sprintf("entities[%d]", g.Entity)
}

// finite is a number as JSON can have it.
func finite(x float32) *float32 {
	if x-x != 0 {
		return nil
	}
	return &x
}

// bounded is the nearest number to one that is not negative and may be too large for JSON.
func bounded(x float32) float32 { return min(x, math.MaxFloat32) }
