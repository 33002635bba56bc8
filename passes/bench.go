package passes

import (
	"context"
	"runtime"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/vk"
)

// A BenchResult is what frames took, one value a frame.
type BenchResult struct {
	CPUms  []float64 // planning and recording
	Passes []PassTimes
	Allocs float64 // allocations of a frame, mean
}

// PassTimes are a pass's times on the device in milliseconds, one a frame, 0 where it did not run.
type PassTimes struct {
	Name  string
	GPUms []float64
}

// benchWarmup is how many frames go before those that count: caches fill, and what only the first
// frame needed is given back.
const benchWarmup = 16

// Bench draws a request's frame again and again, without reading it back. Every frame does what it
// would if the camera had moved: it chooses objects, draws shadows and lists lamps
// anew, groups remember what they drew, and history is between pixels. The CPU's time is that of a processor
// which is awake.
func (r *Renderer) Bench(ctx context.Context, q Request, frames int) (BenchResult, error) {
	q.Shot.Samples, q.Sequence = 1, true
	if err := r.check(&q); err != nil {
		return BenchResult{}, err
	}
	if err := r.begin(&q); err != nil {
		return BenchResult{}, err
	}
	camera := r.camera(&q)
	camera.WorldFromCamera = camera.WorldFromCamera.Mul4(mgl32.HomogRotate3DY(0.001))
	turned := camera.View(q.Shot.Width, q.Shot.Height, vec2{})
	result := BenchResult{CPUms: make([]float64, 0, frames)}
	var before, after runtime.MemStats
	for i := range frames + benchWarmup {
		if err := ctx.Err(); err != nil {
			return BenchResult{}, err
		}
		n := i - benchWarmup
		if n == 0 {
			runtime.ReadMemStats(&before)
		}
		var s Stats
		r.passes.selection.forget()
		r.passes.shadow.forget()
		r.passes.lamps.moved()
		r.passes.clusters.forget()
		r.passes.atmosphere.forget()
		r.passes.taa.view = turned
		r.frame.follows = i > 0
		r.frame.phase = i % len(r.frame.offsets)
		ticket, err := r.draw(0, r.frame.offset(0), &s)
		if err != nil {
			return BenchResult{}, err
		}
		if err := r.await(ticket); err != nil {
			return BenchResult{}, err
		}
		if n < 0 {
			continue
		}
		result.CPUms = append(result.CPUms, s.CPUMS)
		r.timings = r.dev.AppendTimings(r.timings[:0], ticket)
		for _, t := range r.timings {
			result.add(t.Name, n, frames, t.GPUms)
		}
	}
	runtime.ReadMemStats(&after)
	result.Allocs = float64(after.Mallocs-before.Mallocs) / float64(frames)
	return result, nil
}

// await waits for a frame of a GPU without going to sleep: a processor that has slept through a frame needs longer for the
// next, the longer it slept, whatever there is to do. Software devices draw on the same processor.
func (r *Renderer) await(t vk.Ticket) error {
	if r.dev.Info().Type != vk.CPU {
		for !r.dev.Done(t) {
		}
	}
	return r.dev.Wait(t)
}

func (b *BenchResult) add(name string, frame, frames int, ms float64) {
	for i := range b.Passes {
		if b.Passes[i].Name == name {
			b.Passes[i].GPUms[frame] = ms
			return
		}
	}
	b.Passes = append(b.Passes, PassTimes{name, make([]float64, frames)})
	b.Passes[len(b.Passes)-1].GPUms[frame] = ms
}
