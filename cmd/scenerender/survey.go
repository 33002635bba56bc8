package main

import (
	"context"

	"scenerender/scene"
)

// A survey is a command that answers a question about one shot of a scene, for which it needs no device.
type survey struct {
	*app
	overrides // of the shot
	load      loadFlags
}

// ask loads a scene and has report answer for the shot.
func (s *survey) ask(ctx context.Context, path string, report func(*scene.Scene, scene.Shot) error) error {
	s.load.size = s.size
	file, err := s.only(ctx, s.load.ahead(ctx, []string{path}))
	if err != nil {
		return err
	}
	shots, err := s.choose(file.scene)
	if err != nil {
		return err
	}
	return await(ctx, func() error {
		return guardFile(path, func() error { return report(file.scene, shots[0]) })
	})
}

// only is the one scene that is being loaded. Its warnings are said.
func (a *app) only(ctx context.Context, scenes <-chan loaded) (loaded, error) {
	l, _, err := next(ctx, scenes)
	if err != nil {
		return l, err
	}
	if l.err != nil {
		return l, l.err
	}
	for _, w := range l.warnings {
		a.warn("%s", w)
	}
	return l, nil
}
