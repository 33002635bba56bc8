package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"scenerender/loader"
	"scenerender/passes"
	"scenerender/scene"
	"scenerender/vk"
)

// A studio is what render and golden share: it loads scenes, one ahead, and draws their shots in
// order on one device.
type studio struct {
	device deviceFlags
	load   loadFlags

	output              passes.Output
	linear, float, deep bool // see passes.Request
}

func (s *studio) register(c *cobra.Command) {
	s.device.register(c)
	s.load.register(c)
}

// A drawn picture is in memory, with what made it.
type drawn struct {
	scene   *scene.Scene
	shot    scene.Shot
	picture *passes.Picture
	device  vk.Info
	began   time.Time // when work on it began: for a scene's first shot, on the scene
	loadMS  float64   // of the scene

	// How it differs from the scene's shot of this name.
	camera       string   // as a scene file has it; "" is the shot's
	compensation scene.EV // by which it is brighter
}

// A job is one scene and what is to be done with its shots.
type job struct {
	// choose says which shots of the scene are drawn.
	choose func(*scene.Scene) ([]scene.Shot, error)
	// take gets every picture, in order, on the goroutine that draws.
	take func(drawn) error
	// opened gets the device, before anything is drawn; nil where nobody asks.
	opened func(vk.Info)
	// warned gets what is doubtful in a scene, before its pictures.
	warned func(scenePath string, warnings []loader.Problem)
	// failed gets the scenes and shots that could not be drawn; shot is "" for all of a scene.
	failed func(scenePath, shot string, err error)
}

// draw works through the scenes. A scene that fails does not stop the next one; what ends the
// whole run (no device, device lost, ctx) is returned.
func (s *studio) draw(ctx context.Context, a *app, paths []string, j job) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	scenes := s.load.ahead(ctx, paths) // the first loads while the device opens
	dev, err := s.device.open(a)
	if err != nil {
		return err
	}
	defer func() { err = closing(dev, err) }()
	pipelines := passes.NewPipelines(dev)
	defer pipelines.Destroy()
	if j.opened != nil {
		j.opened(dev.Info())
	}

	for {
		l, more, err := next(ctx, scenes)
		if err != nil || !more {
			return err
		}
		if l.err == nil {
			if len(l.warnings) > 0 {
				j.warned(l.path, l.warnings)
			}
			l.err = guardFile(l.path, func() error { return s.drawScene(ctx, dev, pipelines, l, j) })
		}
		var internal *internalError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(l.err, vk.ErrDeviceLost):
			return fmt.Errorf("%s: %w", l.path, l.err)
		case errors.As(l.err, &internal):
			return l.err // whatever it broke off is in the next scene's way
		case l.err != nil:
			j.failed(l.path, "", l.err)
		}
	}
}

// closing closes a device after work that ended with err. A device that was left in the middle of
// something has no more to say than err.
func closing(dev *vk.Device, err error) error {
	var internal *internalError
	closed := guard(dev.Close)
	if errors.As(err, &internal) {
		return err
	}
	return errors.Join(err, closed)
}

func (s *studio) drawScene(ctx context.Context, dev *vk.Device, pipelines *passes.Pipelines, l loaded, j job) error {
	began := time.Now().Add(-time.Duration(l.ms * float64(time.Millisecond)))
	shots, err := j.choose(l.scene)
	if err != nil {
		return err
	}
	if err := fits(dev, shots); err != nil {
		return err
	}
	r, err := passes.NewSharing(pipelines, l.scene)
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	defer r.Destroy()
	for i, shot := range shots {
		if i > 0 {
			began = time.Now()
		}
		picture, err := s.drawShot(ctx, r, shot)
		switch {
		case ctx.Err() != nil || errors.Is(err, vk.ErrDeviceLost):
			return err
		case err != nil:
			j.failed(l.path, shot.Name, fmt.Errorf("%s: shot %q: %w", l.path, shot.Name, err))
			continue
		}
		d := drawn{scene: l.scene, shot: shot, picture: picture, device: dev.Info(), began: began, loadMS: l.ms}
		if err := j.take(d); err != nil {
			return err
		}
	}
	return nil
}

func (s *studio) drawShot(ctx context.Context, r *passes.Renderer, shot scene.Shot) (*passes.Picture, error) {
	started, err := r.Start(ctx, passes.Request{
		Shot: shot, Output: s.output, Linear: s.linear, Float: s.float, Deep: s.deep,
	})
	if err != nil {
		return nil, err
	}
	return started.Wait()
}

// fits rejects sizes that the device has no image for.
func fits(dev *vk.Device, shots []scene.Shot) error {
	limit := dev.Limits().MaxImageSize
	for _, s := range shots {
		if s.Width > limit || s.Height > limit {
			return usagef("shot %q: %dx%d is too large for %s, which draws at most %dx%d",
				s.Name, s.Width, s.Height, dev.Info().Name, limit, limit)
		}
	}
	return nil
}
