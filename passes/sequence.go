package passes

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// A sequence is what the next frame of a moving picture goes on from.
type sequence struct {
	frames int        // drawn so far
	output Output     // what they show
	view   scene.View // of the last one, without jitter

	// The exposure value of a meter, without compensation: where it is, and where it goes.
	adapted, goal scene.EV
	metered       bool // they are known
	settling      bool // they are not close, and frames bring them nearer to each other
}

// follow says what a picture follows: the sequence's last frame, or nothing.
func (r *Renderer) follow(f *frame) {
	s := &r.sequence
	if !f.request.Sequence || f.request.Cut || s.output != f.request.Output {
		r.endSequence()
	}
	f.before = f.still
	if s.frames > 0 {
		f.before = s.view
	}
	if f.kit.taa {
		f.phase = s.frames % len(f.offsets)
	}
	f.follows = s.frames > 0
	if f.request.Sequence {
		s.frames, s.output, s.view = s.frames+1, f.request.Output, f.still
	}
}

// adapt exposes the next frame of a sequence: the first for the light there is, the others on the way to what the last
// frame that is done measured (scene.Exposure.Adapt). The compensation is at once.
func (r *Renderer) adapt(x scene.Exposure) error {
	s, m := &r.sequence, r.passes.meter
	compensation := x.Compensation
	x.Compensation = 0
	switch t := m.host.oldest(); {
	case !s.metered:
		lux, err := r.measure()
		if err != nil {
			return err
		}
		s.goal = x.Settled(lux)
		s.adapted, s.metered = s.goal, true
	case t != vk.Ticket{}:
		if err := r.dev.Wait(t); err != nil { // Begin waited, or will
			return err
		}
		s.goal = x.Settled(m.read(r.open))
		fallthrough
	default:
		before, seconds := s.adapted, r.frame.request.Seconds
		s.adapted = x.Adapt(before, s.goal, seconds)
		stuck := seconds > 0 && s.adapted == before // steps are too small for an EV
		s.settling = !stuck && math.Abs(float64(s.goal-s.adapted)) > settled
	}
	r.frame.measures = true
	r.frame.expose(s.adapted - compensation)
	return nil
}

// settled is by how little an exposure misses its goal where nobody sees it any more, EV: a brightness of 0.7 %.
const settled = 0.01

// endSequence makes the next picture follow nothing.
func (r *Renderer) endSequence() {
	r.sequence = sequence{}
	r.passes.taa.forget()
	r.passes.meter.host.forget()
}

// Move puts what an entity draws somewhere else in the world, from the next picture on. Its children and lights
// stay. It has a Model or a LodGroup and no Scatter, and may not turn inside out.
func (r *Renderer) Move(entity int, worldFromEntity mgl32.Mat4) error {
	w := r.world
	if entity < 0 || entity >= len(w.scene.Entities) {
		return fmt.Errorf("passes: move entity %d of %d", entity, len(w.scene.Entities))
	}
	i := w.population.ofEntity[entity]
	if i < 0 {
		return fmt.Errorf("passes: move entity %d: it draws nothing, or is scattered", entity)
	}
	if mirrors(worldFromEntity) != w.population.prototypes[w.population.objects[i].Prototype].mirrored {
		return fmt.Errorf("passes: move entity %d: the transform turns it inside out", entity)
	}
	if err := w.movable(r.dev); err != nil {
		return err
	}
	w.move(i, worldFromEntity)
	r.passes.selection.forget()
	r.passes.shadow.forget()
	r.passes.lamps.forget()
	return nil
}

// A mover keeps what Renderer.Move moved. The buffer of objects has room behind them for a copy of each
// entity's: where it stood in the frame before, which the object's Previous names once it has moved.
type mover struct {
	moved  []moved     // in the order in which they first moved
	at     map[int]int // their places in moved, by object; nil until something moves
	still  scene.Box   // the world's bounds before
	frame  *frame
	record func(*Commands)
}

// moved is an object that moved.
type moved struct {
	object int
	drawn  [3]mgl32.Vec4 // rows of its transform in the last frame
	dirty  bool          // the buffer holds others than now and drawn
}

// moves says whether anything has been moved.
func (w *world) moves() bool { return w.mover.at != nil }

// movable makes room for what moves, once.
func (w *world) movable(dev *vk.Device) error {
	if w.moves() {
		return nil
	}
	up := dev.NewUploader()
	p := w.population
	objects := append(p.objects[:len(p.objects):len(p.objects)], make([]object, p.singles)...)
	b, err := uploadSlice(dev, up, "world.objects", objectReads, objects)
	if err != nil {
		up.Discard()
		return err
	}
	if err := up.Finish(vk.StorageReadVertex); err != nil {
		b.Destroy()
		return err
	}
	w.objects.Destroy()
	w.objects = b
	w.mover = mover{at: map[int]int{}, still: w.bounds}
	w.mover.record = w.mover.draw
	return nil
}

// move changes an object's transform.
func (w *world) move(i int, to mgl32.Mat4) {
	o, m := &w.population.objects[i], &w.mover
	k, ok := m.at[i]
	if !ok {
		k = len(m.moved)
		m.at[i] = k
		m.moved = append(m.moved, moved{object: i, drawn: o.WorldFromObject})
		o.Previous = uint32(len(w.population.objects) + k)
	}
	m.moved[k].dirty = true
	for row := range 3 {
		o.WorldFromObject[row] = to.Row(row)
	}
	w.draws.place(w.population, int(o.Prototype))
	varies, dithered := w.population.prototypes[o.Prototype].changes()
	for k := range w.shadowLamps {
		if l := &w.shadowLamps[k]; scene.BallMeetsBox(l.Position, l.ball[3], w.population.bounds(i)) {
			l.varies, l.dithered = l.varies || varies, l.dithered || dithered
		}
	}
	w.bounds = m.still
	for _, x := range m.moved {
		w.bounds = w.bounds.Union(w.population.bounds(x.object))
	}
}

// add declares the pass that tells the device what has moved since the frame before.
func (m *mover) add(f *frame) {
	m.frame = f
	changed := false
	objects := f.world.population.objects
	for k := range m.moved {
		x := &m.moved[k]
		if !f.follows {
			x.drawn = objects[x.object].WorldFromObject
		}
		changed = changed || x.dirty
	}
	if changed {
		pass := f.graph.AddPass("move")
		pass.SideEffect()
		pass.Record(m.record)
	}
}

// draw writes to a buffer that any pass may read without declaring it, as it does all of the world; so the
// barriers are here.
func (m *mover) draw(c *Commands) {
	p, buffer := m.frame.world.population, m.frame.world.objects
	writes := vk.Uses(vk.TransferWrite)
	c.Barriers([]vk.Barrier{{Buffer: buffer, From: objectReads, To: writes}})
	for k := range m.moved {
		x := &m.moved[k]
		if !x.dirty {
			continue
		}
		now := p.objects[x.object]
		before := now
		before.WorldFromObject = x.drawn
		m.write(c, buffer, x.object, &now)
		m.write(c, buffer, int(now.Previous), &before)
		if !m.frame.metering {
			// Where it stands now is where it stood, in the next frame.
			x.dirty, x.drawn = x.drawn != now.WorldFromObject, now.WorldFromObject
		}
	}
	c.Barriers([]vk.Barrier{{Buffer: buffer, From: writes, To: objectReads}})
}

func (m *mover) write(c *Commands, buffer *vk.Buffer, at int, o *object) {
	s := vk.Upload(&c.Recorder, o)
	c.CopyBuffer(s.Buffer, s.Offset, buffer, at*s.Size, s.Size)
}

// objectReads are how passes read objects.
const objectReads = vk.UseSet(1<<vk.StorageReadVertex | 1<<vk.StorageReadCompute)
