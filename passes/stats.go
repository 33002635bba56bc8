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

// Counters are the main camera's, of the last frame, after the frustum test.
type Counters struct {
	Draws         int   `json:"draws"`          // commands that draw something
	Instances     int   `json:"instances"`      // primitives drawn, each object
	Triangles     int   `json:"triangles"`      // submitted; both levels of what fades
	LODSelections int   `json:"lod_selections"` // objects that draw at least one level
	LODCulled     int   `json:"lod_culled"`     // objects in view, past the end of their last level
	LODFading     int   `json:"lod_fading"`
	LODLevels     []int `json:"lod_levels"` // objects that draw each level
}

// count counts what the last frame of a request drew for the camera, from what the device left in a
// buffer, or what the CPU chose last where there is none.
func (p *passes) count(w *world, q *Request, counts *owned) Counters {
	lod, commands := p.selection.counted(w, counts)
	c := Counters{LODSelections: lod.Selections, LODCulled: lod.Culled, LODFading: lod.Fading, LODLevels: lod.Levels}
	if len(c.LODLevels) == 0 {
		c.LODLevels = []int{0}
	}
	for i, x := range commands {
		if x.Instances == 0 {
			continue
		}
		times := 1
		if d := &w.draws.draws[i]; d.alpha == scene.AlphaBlend {
			if q.Output != OutputColor {
				continue
			}
			times = len(sides(d))
		}
		c.Draws += times
		c.Instances += int(x.Instances) * times
		c.Triangles += int(x.Indices) / 3 * int(x.Instances) * times
	}
	return c
}
