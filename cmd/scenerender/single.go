package main

import (
	"context"
	"fmt"
	"time"

	"scenerender/passes"
	"scenerender/scene"
	"scenerender/vk"
)

// A stage is one scene on one device, ready to be drawn, for the commands that look at one.
type stage struct {
	dev      *vk.Device
	renderer *passes.Renderer
	scene    *scene.Scene

	began                  time.Time
	loadMS, openMS, initMS float64
}

// withStage sets a stage up, hands it to use and takes it down. The scene loads while the device
// opens.
func withStage(ctx context.Context, a *app, device deviceFlags, load loadFlags, path string, use func(*stage) error) (err error) {
	s := &stage{began: time.Now()}
	scenes := load.ahead(ctx, []string{path})
	began := time.Now()
	if s.dev, err = device.open(a); err != nil {
		return err
	}
	defer func() { err = closing(s.dev, err) }()
	s.openMS = milliseconds(time.Since(began))

	l, err := a.only(ctx, scenes)
	if err != nil {
		return err
	}
	s.scene, s.loadMS = l.scene, l.ms

	began = time.Now()
	if s.renderer, err = passes.New(s.dev, s.scene); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer s.renderer.Destroy()
	s.initMS = milliseconds(time.Since(began))
	return guardFile(path, func() error { return use(s) })
}
