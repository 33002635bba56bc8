package passes

import "scenerender/scene"

// Stats say what a picture took, under the names of the stats file.
type Stats struct {
	Frames   int        `json:"frames"`
	Counters Counters   `json:"counters"`
	Passes   []PassTime `json:"passes"` // of all frames, in order of first use
	CPUMS    float64    `json:"cpu_ms"` // planning and recording, all frames
	EV100    float64    `json:"exposure_ev100"`
}

// PassTime is what one pass took on the device in all frames of a picture.
type PassTime struct {
	Name  string  `json:"name"`
	GPUMS float64 `json:"gpu_ms"`
}

func (s *Stats) add(name string, ms float64) {
	for i := range s.Passes {
		if s.Passes[i].Name == name {
			s.Passes[i].GPUMS += ms
			return
		}
	}
	s.Passes = append(s.Passes, PassTime{name, ms})
}

// Counters are the main camera's, of the last frame.
type Counters struct {
	Draws         int   `json:"draws"`          // indirect commands
	Instances     int   `json:"instances"`      // primitives drawn, each instance
	Triangles     int   `json:"triangles"`      // submitted
	LODSelections int   `json:"lod_selections"` // models that draw
	LODCulled     int   `json:"lod_culled"`
	LODFading     int   `json:"lod_fading"`
	LODLevels     []int `json:"lod_levels"` // models that draw each level
}

// count counts what a frame of a request submits for the camera.
func (w *world) count(q *Request) Counters {
	var c Counters
	solid := 0
	for _, b := range w.draws.solid {
		solid += b.count
	}
	for _, x := range w.draws.commands[:solid] {
		c.add(x, 1)
	}
	if q.Output == OutputColor {
		for _, b := range w.draws.blended {
			c.add(b.command, len(b.sides))
		}
	}
	frustum := w.scene.Cameras[q.Shot.Camera].View(q.Shot.Width, q.Shot.Height, vec2{}).Frustum()
	for _, b := range w.models {
		if frustum.MeetsBox(b) {
			c.LODSelections++
		}
	}
	c.LODLevels = []int{c.LODSelections}
	return c
}

func (c *Counters) add(x command, times int) {
	c.Draws += times
	c.Instances += int(x.Instances) * times
	c.Triangles += int(x.Indices) / 3 * int(x.Instances) * times
}

// modelBounds are the bounds of each model of a scene in the world.
func modelBounds(sc *scene.Scene) []scene.Box {
	var list []scene.Box
	worlds := sc.WorldFromEntity()
	for e := range sc.Entities {
		if m := sc.Entities[e].Model; m != nil {
			box := scene.EmptyBox()
			for _, p := range m.Parts {
				for i := range sc.Meshes[p.Mesh].Primitives {
					box = box.Union(sc.Meshes[p.Mesh].Primitives[i].Bounds.Transform(worlds[e].Mul4(p.EntityFromPart)))
				}
			}
			list = append(list, box)
		}
	}
	return list
}
