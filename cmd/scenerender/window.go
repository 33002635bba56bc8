//go:build !headless

package main

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"scenerender/passes"
	"scenerender/vk"
)

// A window is where a viewer is looked at. It turns what GLFW says into what a viewer understands.
type window struct {
	*viewer
	ctx   context.Context
	glfw  *glfw.Window
	chain *vk.Swapchain
	pipes *passes.Pipelines // of all scenes that are loaded
	asked [2]int            // pixels that it was made for

	loading chan reloaded   // a scene that is being loaded anew; nil: none is
	files   []string        // that are watched: the scene's, and those that one with mistakes asked for
	were    stamps          // of them, before they were loaded
	changed <-chan struct{} // closed when they are others
	unwatch context.CancelFunc

	place   [4]int           // and size, before it filled the screen
	cursor  [2]float64       // screen coordinates
	held    glfw.MouseButton // that the drag began with
	failed  error            // of a key
	began   time.Time        // the first picture
	last    time.Time        // the last one, or when the window began to rest no longer
	flown   time.Time        // when keys moved the camera last
	rested  bool             // since the last picture
	rate    float64          // frames a second, smoothed; 0: not known
	retitle time.Time
}

// open shows the scene until the window is closed.
func (v *viewRun) open(ctx context.Context, path string) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	scenes := v.load.ahead(ctx, []string{path}) // while the window and the device open
	defer log.SetOutput(log.Writer())
	if err := startGLFW(v.app); err != nil {
		return err
	}
	defer glfw.Terminate()
	w := &window{viewer: &viewer{viewRun: v}, ctx: ctx, unwatch: func() {}}
	w.report = viewReport{Scene: path, Passes: []passes.PassTime{}, Saved: []string{}}
	if err := w.make(); err != nil {
		return err
	}
	defer w.glfw.Destroy()
	if w.dev, err = v.device.openFor(v.app, vk.Options{InstanceExtensions: w.glfw.GetRequiredInstanceExtensions(), Surface: w.surface}); err != nil {
		return err
	}
	defer func() { err = closing(w.dev, err) }()
	w.report.Device = deviceStatsOf(w.dev.Info())
	w.pipes = passes.NewPipelines(w.dev)
	defer w.pipes.Destroy()

	w.bring(func() loaded {
		l, _, err := next(ctx, scenes)
		if err != nil {
			l.err = err
		}
		return l
	})
	defer w.endLoading()
	defer cancel()
	return guardFile(path, w.run)
}

// make makes the window, hidden until it is known what it shows.
func (w *window) make() (err error) {
	glfw.WindowHint(glfw.ClientAPI, glfw.NoAPI)
	glfw.WindowHint(glfw.Visible, glfw.False)
	if w.glfw, err = glfw.CreateWindow(1280, 720, "scenerender", nil, nil); err != nil {
		return &noWindow{"no window can be opened: " + plainGLFW(err.Error())}
	}
	return nil
}

func (w *window) surface(instance any) (uintptr, error) {
	s, err := w.glfw.CreateWindowSurface(instance, nil)
	if err != nil {
		return 0, &noWindow{"no window can be drawn into: " + err.Error()}
	}
	return s, nil
}

// run is the window's life.
func (w *window) run() error {
	if err := w.await(); err != nil {
		return err
	}
	if w.scene == nil {
		return w.finish()
	}
	defer func() { w.renderer.Destroy() }() // the one that there is then
	w.fit()
	w.listen()
	w.glfw.SetTitle(w.title(0))
	w.glfw.Show()
	defer func() { w.chain.Destroy() }()
	for !w.glfw.ShouldClose() && (w.frames == 0 || w.report.Frames < w.frames) {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if err := w.turn(); err != nil {
			return err
		}
	}
	return w.finish()
}

// fit gives the window the size that was asked for, else that of the shot, or as much of that as the screen has room for.
func (w *window) fit() {
	width, height := float64(w.size.width), float64(w.size.height)
	if w.size.width == 0 {
		shot := w.stops[w.stop]
		width, height = float64(shot.Width), float64(shot.Height)
	}
	// In screen coordinates, of which some screens have fewer than pixels.
	across, down := w.glfw.GetSize()
	if wide, tall := w.glfw.GetFramebufferSize(); wide > 0 && tall > 0 {
		width, height = width*float64(across)/float64(wide), height*float64(down)/float64(tall)
	}
	if m := glfw.GetPrimaryMonitor(); m != nil && w.size.width == 0 {
		if _, _, roomW, roomH := m.GetWorkarea(); roomW > 0 && roomH > 0 {
			k := min(1, 0.95*float64(roomW)/width, 0.95*float64(roomH)/height)
			width, height = width*k, height*k
		}
	}
	w.glfw.SetSize(max(int(width), 1), max(int(height), 1))
}

// turn takes what has happened and draws a picture, or waits for something to happen.
func (w *window) turn() error {
	width, height := w.glfw.GetFramebufferSize()
	hidden := width == 0 || height == 0 || w.glfw.GetAttrib(glfw.Iconified) == glfw.True
	if hidden || w.frames == 0 && w.idle() {
		if w.rate != 0 {
			w.rate = 0
			w.glfw.SetTitle(w.title(0))
		}
		glfw.WaitEventsTimeout(0.1)
		w.last = time.Now()
		w.flown, w.rested = w.last, true
	} else {
		glfw.PollEvents()
	}
	if err := w.failed; err != nil {
		w.failed = nil
		return err
	}
	if hidden {
		return nil
	}
	if err := w.renew(); err != nil {
		return err
	}
	w.fly()
	if w.frames == 0 && w.idle() {
		return nil
	}
	return w.draw(width, height)
}

// draw draws a picture, if the window takes one.
func (w *window) draw(width, height int) error {
	switch err := w.acquire(width, height); {
	case errors.Is(err, vk.ErrOutOfDate), errors.Is(err, vk.ErrNotReady):
		w.still = 0
		return nil // in the next turn
	case err != nil:
		return err
	}
	width, height = w.chain.Size()
	width, height = w.pictureSize(width, height)
	now := time.Now()
	seconds := 0.0
	if !w.last.IsZero() {
		seconds = now.Sub(w.last).Seconds()
	}
	q := w.request(width, height, seconds)
	s, err := w.renderer.Show(w.ctx, q, w.chain, w.pixel(width, height))
	if err != nil {
		return err
	}
	w.shown(&s)
	w.report.Size = [2]int{width, height}
	w.count(now)
	return nil
}

// acquire gets an image of the window, which has so many pixels.
func (w *window) acquire(width, height int) (err error) {
	if w.chain == nil {
		if w.chain, err = w.dev.NewSwapchain(width, height, !w.tearing); err != nil {
			return err
		}
		w.asked = [2]int{width, height}
	}
	if w.asked != [2]int{width, height} {
		err = vk.ErrOutOfDate // some window systems scale instead of saying so
	} else {
		err = w.chain.Acquire()
	}
	if !errors.Is(err, vk.ErrOutOfDate) {
		return err
	}
	w.asked = [2]int{width, height}
	if err := w.chain.Resize(width, height); err != nil {
		return err
	}
	return w.chain.Acquire()
}

// pictureSize is that of the pictures in a window of some pixels.
func (w *window) pictureSize(width, height int) (int, int) {
	k := min(w.scale, float64(w.dev.Limits().MaxImageSize)/float64(max(width, height)))
	return max(int(float64(width)*k+0.5), 1), max(int(float64(height)*k+0.5), 1)
}

// count keeps the time and the title.
func (w *window) count(now time.Time) {
	if w.began.IsZero() {
		w.began, w.last = now, now
	}
	switch seconds := now.Sub(w.last).Seconds(); {
	case w.rested, seconds <= 0: // no picture began it
	case w.rate == 0:
		w.rate = 1 / seconds
	default:
		w.rate += (1/seconds - w.rate) * min(1, 2*seconds)
	}
	w.last, w.rested = now, false
	w.report.Seconds = now.Sub(w.began).Seconds()
	if now.Sub(w.retitle) > time.Second/2 {
		w.retitle = now
		w.glfw.SetTitle(w.title(w.rate))
	}
}

// finish says what the window's life came to.
func (w *window) finish() error {
	if w.scene != nil {
		w.report.Camera = w.cameraText()
	}
	w.report.finish()
	if w.json {
		return w.printJSON(w.report)
	}
	return nil
}
