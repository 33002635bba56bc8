//go:build !headless

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"scenerender/loader"
	"scenerender/passes"
	"scenerender/vk"
)

// await waits for the scene, in an empty window if that takes long; there is none if it is closed before.
func (w *window) await() error {
	began := time.Now()
	for !w.glfw.ShouldClose() {
		select {
		case r := <-w.loading:
			w.loading = nil
			if r.err != nil {
				return r.err
			}
			err := w.take(r)
			if err != nil {
				r.renderer.Destroy()
			}
			return err
		default:
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if time.Since(began) > patience && w.glfw.GetAttrib(glfw.Visible) == glfw.False {
			w.glfw.SetTitle(stem(w.report.Scene) + " · loading")
			w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
				if key == glfw.KeyEscape && action == glfw.Press {
					w.glfw.SetShouldClose(true)
				}
			})
			w.glfw.Show()
		}
		glfw.WaitEventsTimeout(0.02)
	}
	return nil
}

// patience is how long a scene may take to load before there is a window.
const patience = time.Second

// A reloaded scene is loaded and on the device, or there is an error.
type reloaded struct {
	loaded
	renderer *passes.Renderer
}

// bring loads a scene and puts it on the device, beside all else.
func (w *window) bring(load func() loaded) {
	to := make(chan reloaded, 1)
	w.loading = to
	go func() {
		r := reloaded{loaded: load()}
		if r.err == nil {
			r.err = w.ctx.Err() // nobody waits for it any more
		}
		if r.err == nil {
			r.err = guardFile(r.path, func() (err error) {
				if r.renderer, err = passes.NewSharing(w.pipes, r.scene); err != nil {
					return fmt.Errorf("%s: %w", r.path, err)
				}
				return nil
			})
		}
		to <- r
	}()
}

// take shows a scene that was loaded, and watches its files.
func (w *window) take(r reloaded) error {
	for _, x := range r.warnings {
		w.warn("%s", x)
	}
	if err := w.show(r.scene, r.renderer); err != nil {
		return err
	}
	w.watchLoaded(w.scene.Files, r.began)
	return nil
}

// watchLoaded watches files that were looked at from some time on: what has come since is a change, too.
func (w *window) watchLoaded(files []string, began time.Time) {
	w.watchFiles(files, stampsOf(files).before(w.were, began))
}

// reload begins to load the scene anew, beside what is shown.
func (w *window) reload() {
	if w.loading != nil {
		return
	}
	w.watchFiles(w.files, stampsOf(w.files)) // for what changes meanwhile
	path := w.report.Scene
	w.bring(func() loaded { return w.load.load(path) })
}

// renew begins to load what has changed, and takes what has been loaded. A scene with mistakes leaves the one before.
func (w *window) renew() error {
	select {
	case <-w.changed:
		w.reload()
	default:
	}
	select {
	case r := <-w.loading:
		w.loading = nil
		w.retitle = time.Time{}
		if r.err != nil {
			return w.refuse(r)
		}
		w.message = ""
		return w.take(r)
	default:
	}
	return nil
}

// refuse says why a scene could not be loaded, and watches the files that it asked for.
func (w *window) refuse(r reloaded) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	var internal *internalError
	if errors.Is(r.err, vk.ErrDeviceLost) || errors.As(r.err, &internal) {
		return r.err
	}
	w.complain(r.err)
	w.message, w.still = "not loaded", 0
	files := slices.Clone(w.scene.Files)
	var invalid *loader.Invalid
	if errors.As(r.err, &invalid) {
		w.message = "mistakes in the scene"
		for _, f := range invalid.Files {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	w.watchLoaded(files, r.began)
	return nil
}

// watchFiles waits for files to become something else than they were.
func (w *window) watchFiles(files []string, were stamps) {
	w.unwatch()
	ctx, cancel := context.WithCancel(w.ctx)
	w.files, w.were, w.unwatch = files, were, cancel
	w.changed = changed(ctx, files, were, 150*time.Millisecond)
}

// endLoading waits for what is being loaded, and lets go of it.
func (w *window) endLoading() {
	w.unwatch()
	if w.loading == nil {
		return
	}
	w.glfw.Hide() // it answers no more
	if r := <-w.loading; r.renderer != nil {
		r.renderer.Destroy()
	}
}
