package passes

import (
	"context"
	"time"

	"scenerender/vk"
)

// A Job is a picture on its way. Wait is called once, or never; not after Renderer.Destroy. Others may be
// started before it: then Stats.Passes lacks the frames whose place in flight they took.
type Job struct {
	renderer *Renderer
	request  Request
	target   *owned // of the pixels
	counts   *owned // of what the device chose; nil: the CPU chose, and stats has the counters
	tickets  []vk.Ticket
	stats    Stats
}

// borrow gets the buffers that the picture's last frame leaves for the host, and has passes write to them.
func (j *Job) borrow() error {
	r, q := j.renderer, &j.request
	pool, selection := r.passes.readback, r.passes.selection
	var err error
	if j.target, err = pool.borrow(r.dev, "readback.pixels", q.Shot.Width*q.Shot.Height*q.depth().bytes()); err != nil {
		return err
	}
	if selection.gpu != nil {
		if j.counts, err = pool.borrow(r.dev, "select.counts", countBytes(r.world)); err != nil {
			j.release()
			return err
		}
	}
	pool.target, selection.count.host = j.target, j.counts
	return nil
}

// declared ends what borrow began: no frame that is declared from now on writes to the buffers.
func (j *Job) declared() {
	j.renderer.passes.readback.target, j.renderer.passes.selection.count.host = nil, nil
}

// A Picture is a finished picture, top row first. One of Display, Display16 and Linear is set.
type Picture struct {
	Width, Height int
	Display       []byte    // RGBA, alpha not premultiplied: display values
	Display16     []uint16  // the same in 16 bits
	Linear        []float32 // RGBA, alpha premultiplied as drawn: exposed light, or cd/m² on request
	Stats         Stats
}

// draw submits the frames of the picture.
func (j *Job) draw(ctx context.Context) error {
	r, q := j.renderer, &j.request
	if err := r.begin(q); err != nil {
		return err
	}
	j.stats.EV100 = float64(r.frame.ev)
	for i := range q.samples() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i >= vk.FramesInFlight {
			// Its slot is the next to be used, so this is waited for anyway.
			if err := j.collect(i - vk.FramesInFlight); err != nil {
				return err
			}
		}
		ticket, err := r.draw(i, r.frame.offset(i), &j.stats)
		if err != nil {
			return err
		}
		j.tickets = append(j.tickets, ticket)
	}
	return nil
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
	if j.counts != nil {
		j.stats.Counters = r.passes.count(r.world, q, j.counts)
	}
	p.Stats = j.stats
	return p, nil
}

// collect waits for a frame of the picture.
func (j *Job) collect(frame int) error {
	_, err := j.renderer.collect(j.tickets[frame], &j.stats)
	return err
}

// collect waits for a frame and adds its timings to those of its picture. It returns for how many frames there were any:
// other pictures may have taken its place.
func (r *Renderer) collect(t vk.Ticket, s *Stats) (timed int, err error) {
	if err := r.dev.Wait(t); err != nil {
		return 0, err
	}
	r.timings = r.dev.AppendTimings(r.timings[:0], t)
	for _, x := range r.timings {
		s.add(x.Name, x.GPUms)
	}
	return min(len(r.timings), 1), nil
}

func (j *Job) release() {
	for _, o := range []**owned{&j.target, &j.counts} {
		if *o != nil {
			j.renderer.passes.readback.giveBack(*o)
			*o = nil
		}
	}
}

// clock measures how long the CPU takes; the time is in no picture.
type clock struct{ start time.Time }

func startClock() clock { return clock{time.Now()} }

func (c clock) milliseconds() float64 { return float64(time.Since(c.start).Nanoseconds()) / 1e6 }
