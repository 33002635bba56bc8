package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long a run may take to end in good order once it was asked to.
const grace = 10 * time.Second

// A watch ends a run early: on SIGINT or SIGTERM and when its time is over. It first asks, through
// the context; a run that sits in a driver call and does not hear is ended after a grace period or
// by a second signal. Files are written beside their names and renamed, so none is left in half.
type watch struct {
	ctx       context.Context
	interrupt context.CancelFunc
	expire    context.CancelFunc // nil without a time limit
	done      chan struct{}      // closed when the run is over
}

func newWatch() *watch {
	// Writing to a closed pipe shall be an error like any other, not death by signal.
	signal.Ignore(syscall.SIGPIPE)
	w := &watch{done: make(chan struct{})}
	w.ctx, w.interrupt = context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(signals)
		select {
		case <-signals:
			w.interrupt()
		case <-w.done:
			return
		}
		select {
		case <-signals:
			w.exit(exitInterrupted, "interrupted")
		case <-time.After(grace):
			w.exit(exitInterrupted, "interrupted")
		case <-w.done:
		}
	}()
	return w
}

// limit returns the run's context, ended after d unless d is 0. It is called at most once.
func (w *watch) limit(d time.Duration) context.Context {
	if d == 0 {
		return w.ctx
	}
	ctx, cancel := context.WithTimeout(w.ctx, d)
	w.expire = cancel
	go func() {
		select {
		case <-time.After(d + grace):
			w.exit(exitTimeout, fmt.Sprintf("gave up after %v (--timeout)", d))
		case <-w.done:
		}
	}()
	return ctx
}

// exit ends the process in the middle of whatever it does.
func (w *watch) exit(code int, why string) {
	fmt.Fprintf(os.Stderr, "scenerender: %s\n", why)
	os.Exit(code)
}

func (w *watch) stop() {
	close(w.done)
	w.interrupt()
	if w.expire != nil {
		w.expire()
	}
}
