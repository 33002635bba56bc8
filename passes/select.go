package passes

import (
	"slices"

	"scenerender/scene"
)

// Which objects a view draws, with which level, in what share of the pixels. The outcome is a list of
// objects for each view, bucket by bucket in the order of the objects, and the instance counts
// of the commands. Scenes of few plain models are worked out here; choosing then costs the CPU microseconds
// and no shader has to be compiled for it. Levels of detail and crowds are worked out on the device by
// select_gpu.go, to the same outcome.

// visible mirrors an entry of Visible in spirv/include/object.glsl.
type visible struct {
	Object uint32
	Mask   uint32 // scene.DitherMask
}

// maxViews is the camera and the sun's cascades.
const maxViews = 1 + maxCascades

// fewObjects is up to how many objects the CPU chooses.
const fewObjects = 256

// isPlain says whether the CPU chooses.
func (p *population) isPlain() bool {
	return len(p.objects) <= fewObjects && !slices.ContainsFunc(p.prototypes, func(t prototype) bool { return t.fades() })
}

// A selectView is what choosing needs to know of a frame's views.
type selectView struct {
	lod       scene.LodView
	frustum   [maxViews]scene.Frustum
	follows   bool                         // groups remember what they drew in the frame before
	receivers [maxCascades]scene.Receivers // what looks into each cascade, if few casters may shade it
	seen      bool                         // cascades leave out what shades nothing that the camera sees
	count     int
}

func (f *frame) selectView() selectView {
	sc := f.world.scene
	still := &f.still
	v := selectView{lod: still.LodView(sc.Lod), follows: f.follows && f.world.remembers, count: 1 + len(f.cascades), seen: f.world.seenCasters()}
	v.frustum[0] = still.Frustum()
	for i := range f.cascades {
		c := &f.cascades[i]
		v.frustum[1+i] = scene.FrustumOf(c.ClipFromWorld)
		if v.seen {
			v.receivers[i] = c.Receivers(*still, f.light.Light, f.world.bounds)
		}
	}
	return v
}

// seenCasters says whether the sun's maps leave out what shades nothing that the camera sees. With few
// casters they are complete: then they can be kept while the camera turns.
func (w *world) seenCasters() bool { return !w.allCasters && !w.population.plain }

// meets says whether a view may draw what is within a box.
func (v *selectView) meets(view int, box scene.Box) bool {
	return v.frustum[view].MeetsBox(box) && (view == 0 || !v.seen || v.receivers[view-1].Shaded(box))
}

// A selection is the outcome: for each view its part of the list, and its commands.
type selection struct {
	list     []visible
	camera   int // how much of the list is the camera's; the others' places count from there
	commands []command
	counters scene.LodCounters // the camera's
	states   []scene.LodState  // by object: what it remembers
	buckets  [][]visible       // by view and bucket
	first    []uint32          // where each begins in the list
}

// choose is the rule. It reuses the selection's memory, and where a view follows another one goes on from its
// states.
func (w *world) choose(s *selection, v *selectView) {
	p := w.population
	s.list, s.commands, s.counters = s.list[:0], s.commands[:0], scene.LodCounters{Levels: s.counters.Levels[:0]}
	for len(s.buckets) < v.count*p.buckets {
		s.buckets = append(s.buckets, nil)
	}
	buckets := s.buckets[:v.count*p.buckets]
	for i := range buckets {
		buckets[i] = buckets[i][:0]
	}
	if !v.follows {
		s.states = slices.Grow(s.states[:0], len(p.objects))[:len(p.objects)]
		clear(s.states)
	}
	for i := range p.objects {
		o := &p.objects[i]
		t := &p.prototypes[o.Prototype]
		pick, state, coverage := p.pick(i, &v.lod, s.states[i])
		s.states[i] = state
		parts := t.parts(pick, coverage)
		box := p.bounds(i)
		for view := range v.count {
			if !v.meets(view, box) {
				continue
			}
			if view == 0 {
				s.counters.Add(pick, coverage)
			}
			for _, d := range parts {
				if !d.mask.Empty() && t.draws(view, d.level) {
					b := view*p.buckets + d.bucket
					buckets[b] = append(buckets[b], visible{uint32(i), d.mask.Pack()})
				}
			}
		}
	}
	s.first, s.camera = s.first[:0], 0
	for i, b := range buckets {
		if i == p.buckets {
			s.camera = len(s.list)
		}
		s.first = append(s.first, uint32(len(s.list)-s.camera))
		s.list = append(s.list, b...)
	}
	if v.count == 1 {
		s.camera = len(s.list)
	}
	for view := range v.count {
		list := w.draws.of(view)
		for i := range list {
			b := view*p.buckets + list[i].bucket
			s.commands = append(s.commands, list[i].command(uint32(len(buckets[b])), s.first[b]))
		}
	}
}

// drawnPart is what an object draws of one of its levels; nothing where the mask is empty.
type drawnPart struct {
	level  int
	bucket int // of one view
	mask   scene.DitherMask
}

// parts are what an object draws of the levels that were picked.
func (t *prototype) parts(pick scene.LodPick, coverage float32) (out [2]drawnPart) {
	if pick.Culled() {
		return out
	}
	level, next := pick.Masks(coverage)
	out[0] = drawnPart{pick.Level, t.buckets + 2*pick.Level, level}
	if level != scene.DitherAll {
		out[0].bucket++
	}
	if pick.Fading() && pick.Next != scene.LodNothing {
		out[1] = drawnPart{pick.Next, t.buckets + 2*pick.Next + 1, next}
	}
	return out
}

// draws says whether a view draws anything of a level.
func (t *prototype) draws(view, level int) bool { return view == 0 || t.casts>>level&1 != 0 }

// pick chooses the levels of an object, what it remembers, and the share of its pixels that is drawn.
func (p *population) pick(i int, lod *scene.LodView, before scene.LodState) (pick scene.LodPick, state scene.LodState, coverage float32) {
	o := &p.objects[i]
	t := &p.prototypes[o.Prototype]
	at := t.group.At(o.world())
	pick, state = p.table.Pick(int(o.Prototype), at, lod, before)
	if t.model {
		pick = scene.LodPick{} // a bias that culls groups says nothing about models
	}
	return pick, state, t.fade.At(lod.Distance(at))
}

// of lists the draws of a view.
func (l *drawLists) of(view int) []draw {
	if view == 0 {
		return l.draws[:l.camera]
	}
	return l.draws[l.camera:]
}

func (d *draw) command(instances, first uint32) command {
	return command{uint32(d.region.indices), instances, uint32(d.region.firstIndex), int32(d.region.firstVertex), first}
}

// commandsOf is where the commands of a view begin.
func (l *drawLists) commandsOf(view int) int {
	if view == 0 {
		return 0
	}
	return l.camera + (view-1)*(len(l.draws)-l.camera)
}
