package passes

import (
	"time"

	"scenerender/vk"
)

// A Job is a picture on its way. Exactly one of Wait and nothing is called on it.
type Job struct {
	renderer *Renderer
	request  Request
	target   *owned
	tickets  []vk.Ticket
	stats    Stats
}

// A Picture is a finished picture, top row first. One of Display, Display16 and Linear is set.
type Picture struct {
	Width, Height int
	Display       []byte    // RGBA, alpha not premultiplied: display values
	Display16     []uint16  // the same in 16 bits
	Linear        []float32 // RGBA, alpha premultiplied as drawn: exposed light, or cd/m² on request
	Stats         Stats
}

// Wait returns the picture when it is drawn.
func (j *Job) Wait() (*Picture, error) {
	defer j.release()
	for i := max(0, len(j.tickets)-vk.FramesInFlight); i < len(j.tickets); i++ {
		if err := j.collect(i); err != nil {
			return nil, err
		}
	}
	r, q := j.renderer, &j.request
	p := &Picture{Width: q.Shot.Width, Height: q.Shot.Height}
	n := p.Width * p.Height * 4
	j.target.buffer.Invalidate()
	raw := j.target.buffer.Mapped()
	switch q.depth() {
	case depth8:
		p.Display = append(p.Display, raw[:n]...)
	case depth16:
		p.Display16 = make([]uint16, n)
		copy(vk.Bytes(p.Display16), raw)
	case depthFloat:
		p.Linear = make([]float32, n)
		copy(vk.Bytes(p.Linear), raw)
	}
	j.stats.EV100 = float64(r.world.scene.Exposure)
	j.stats.Counters = r.passes.count(r.world, q)
	p.Stats = j.stats
	return p, nil
}

// collect waits for a frame and adds its timings to those of its picture.
func (j *Job) collect(frame int) error {
	t := j.tickets[frame]
	if err := j.renderer.dev.Wait(t); err != nil {
		return err
	}
	r := j.renderer
	r.timings = r.dev.AppendTimings(r.timings[:0], t)
	for _, x := range r.timings {
		j.stats.add(x.Name, x.GPUms)
	}
	return nil
}

func (j *Job) release() {
	if j.target != nil {
		j.renderer.passes.readback.giveBack(j.target)
		j.target = nil
	}
}

// clock measures how long the CPU takes; the time is in no picture.
type clock struct{ start time.Time }

func startClock() clock { return clock{time.Now()} }

func (c clock) milliseconds() float64 { return float64(time.Since(c.start).Nanoseconds()) / 1e6 }
