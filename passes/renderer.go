// Package passes draws a scene.Scene on a vk.Device: one file a technique, and frame.go the order.
//
// A Renderer belongs to one scene and to the goroutine that records on its device. The rules it
// draws by are stated in package scene; what has to happen between passes is package graph's.
package passes

import (
	"context"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

type (
	vec2 = mgl32.Vec2
	vec4 = mgl32.Vec4
)

// A Renderer draws pictures of one scene.
type Renderer struct {
	dev        *vk.Device
	exec       *executor
	programs   *programs
	own        *Pipelines // nil: they are shared
	world      *world
	irradiance scene.IrradianceSH // of lit
	lit        scene.Lighting
	known      bool      // what lit is
	open       scene.Lux // what it gives level ground with nothing around it
	passes     passes
	sequence   sequence

	frame   frame
	data    frameBlock
	timings []vk.Timing // of the frame that was waited for last
	shown   Stats       // of the picture that was shown last
	drawing []vk.Ticket // frames that were shown and not waited for, vk.FramesInFlight at most
}

// New uploads a scene's geometry and textures, and compiles the pipelines that its lit pictures
// need while it does. The scene must not change afterwards.
func New(dev *vk.Device, sc *scene.Scene) (*Renderer, error) {
	own := NewPipelines(dev)
	r, err := NewSharing(own, sc)
	if err != nil {
		own.Destroy()
		return nil, err
	}
	r.own = own
	return r, nil
}

// NewSharing is New with pipelines that outlive the renderer: those of another scene need not be compiled again.
func NewSharing(p *Pipelines, sc *scene.Scene) (*Renderer, error) {
	w := planWorld(sc)
	w.spelled = spells(p.dev)
	return newRenderer(p, w)
}

func newRenderer(p *Pipelines, w *world) (r *Renderer, err error) {
	dev, sc := p.dev, w.scene
	r = &Renderer{dev: dev, programs: &programs{Pipelines: p}, world: w}
	r.passes = newPasses(r.programs, r.world)
	for _, shot := range sc.Shots {
		r.passes.kit(r.programs, r.world, &Request{Shot: shot})
		if sc.ExposureOf(&shot).Metered {
			r.passes.meter.compile(r.world)
		}
	}
	defer func() {
		if err != nil {
			r.Destroy()
			r = nil
		}
	}()
	if r.exec, err = newExecutor(dev); err != nil {
		return
	}
	if err = r.world.upload(dev); err != nil {
		return
	}
	if len(sc.Shots) > 0 {
		r.light(sc.LightingOf(&sc.Shots[0]))
	}
	return
}

// light works out what the shots under a lighting share.
func (r *Renderer) light(l scene.Lighting) {
	if l == r.lit && r.known {
		return
	}
	r.lit, r.known, r.irradiance = l, true, l.Irradiance()
	r.open = l.OpenIlluminance(&r.irradiance)
}

// Destroy lets go of everything once the frames in flight are done.
func (r *Renderer) Destroy() {
	if r.own != nil {
		r.own.Destroy()
	}
	r.passes.destroy()
	if r.exec != nil {
		r.exec.destroy()
	}
	r.world.destroy()
}

// Start records and submits all frames of a picture and its read-back. It returns while the last
// of them are being drawn. The context is looked at between frames.
func (r *Renderer) Start(ctx context.Context, q Request) (*Job, error) {
	if err := r.check(&q); err != nil {
		return nil, err
	}
	j := &Job{renderer: r, request: q}
	if err := j.borrow(); err != nil {
		return nil, err
	}
	defer j.declared()
	if err := j.draw(ctx); err != nil {
		j.release()
		r.endSequence()
		return nil, err
	}
	if j.counts == nil {
		j.stats.Counters = r.passes.count(r.world, &q, nil)
	}
	return j, nil
}

// begin prepares what the frames of a request share.
func (r *Renderer) begin(q *Request) error {
	sc := r.world.scene
	f := &r.frame
	*f = frame{graph: r.exec.graph, exec: r.exec, world: r.world, request: q, width: q.Shot.Width, height: q.Shot.Height,
		samples: q.samples(), summed: q.samples(), offsets: q.Shot.Offsets(), light: sc.LightingOf(&q.Shot)}
	if q.Output != OutputColor {
		f.offsets = scene.Jitter(1)
	}
	f.rotations = scene.DitherRotations(len(f.offsets))
	r.light(f.light)
	exposure := sc.ExposureOf(&q.Shot)
	f.expose(exposure.Settled(r.open))
	_, fixed := exposure.Fixed()
	f.metered = !fixed && q.Output == OutputColor
	f.still = r.camera(q).View(f.width, f.height, vec2{})
	f.kit = r.passes.kit(r.programs, r.world, q)
	if f.kit.taa {
		f.summed = 1
	}
	r.follow(f)
	if q.lit() {
		f.cascades = r.passes.shadow.plan(f)
		f.clusters = scene.PlanClusters(f.still, r.world.bounds, r.world.clustered)
		var err error
		if f.lampAtlas, err = r.passes.lamps.plan(r.dev, r.world, f.still, q.LampFaces); err != nil {
			return err
		}
		f.lampShares = r.passes.lamps.planShares(f)
	}
	if err := r.passes.prepare(r.dev, f); err != nil {
		return err
	}
	if err := r.programs.wait(); err != nil {
		return err
	}
	if !f.metered {
		return nil
	}
	if q.Sequence {
		return r.adapt(exposure)
	}
	lux, err := r.measure()
	f.expose(exposure.Settled(lux))
	return err
}

// measure meters what a picture shows, in a frame that is waited for.
func (r *Renderer) measure() (scene.Lux, error) {
	f := &r.frame
	f.measures, f.metering = true, true
	defer func() { f.measures, f.metering = false, false }()
	f.expose(meterEV)
	ticket, err := r.draw(0, vec2{}, &Stats{})
	if err != nil {
		return 0, err
	}
	if err := r.dev.Wait(ticket); err != nil {
		return 0, err
	}
	return r.passes.meter.read(r.open), nil
}

// sampleFrame declares and compiles one frame.
func (r *Renderer) sampleFrame(sample int, jitter vec2) (*graph.Plan, error) {
	f := &r.frame
	f.sample, f.rotation = sample, f.rotations[(f.phase+sample)%len(f.rotations)]
	f.view = r.camera(f.request).View(f.width, f.height, jitter)
	f.shows = r.passes.present.window != nil && f.last() && !f.metering
	r.exec.reset()
	r.passes.declare(f)
	return r.exec.compile()
}

// draw records and submits one frame.
func (r *Renderer) draw(sample int, jitter vec2, stats *Stats) (vk.Ticket, error) {
	target, err := r.dev.Begin()
	if err != nil {
		return vk.Ticket{}, err
	}
	clock := startClock()
	plan, err := r.sampleFrame(sample, jitter)
	if err != nil {
		r.forget()             // declared, but not drawn
		_, _ = target.Submit() // empty, so that another can begin
		return vk.Ticket{}, err
	}
	r.block(&r.frame, &r.data)
	r.exec.record(target, plan, &r.data)
	if r.frame.shows {
		target.Show(r.passes.present.window)
		stats.CPUMS += clock.milliseconds() // without the window, which may take its time
	}
	ticket, err := target.Submit()
	stats.Frames++
	if !r.frame.shows {
		stats.CPUMS += clock.milliseconds()
	} else if err == nil {
		r.passes.pick.host.drawn(ticket)
	}
	if f := &r.frame; f.measures && f.sample == 0 && !f.metering && err == nil {
		r.passes.meter.host.drawn(ticket)
	}
	return ticket, err
}

// Graph compiles a frame of a picture, with everything that a first and a last one do, without
// drawing it. The plan is good until the next call of a method.
func (r *Renderer) Graph(shot scene.Shot, output Output) (*graph.Plan, error) {
	q := Request{Shot: shot, Output: output}
	if err := r.check(&q); err != nil {
		return nil, err
	}
	j := &Job{renderer: r, request: q}
	if err := j.borrow(); err != nil {
		return nil, err
	}
	defer j.release()
	defer j.declared()
	if err := r.begin(&q); err != nil {
		return nil, err
	}
	r.forget()
	plan, err := r.sampleFrame(r.frame.samples-1, vec2{})
	r.forget() // declared, but not drawn
	return plan, err
}

// forget makes the next frame draw what is kept between frames.
func (r *Renderer) forget() {
	r.passes.forget()
	r.endSequence()
}
