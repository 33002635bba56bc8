package main

import (
	"context"

	"github.com/spf13/cobra"

	"scenerender/scene"
)

// A lodRun is one `scenerender lod`.
type lodRun struct {
	survey // of its overrides only the camera and the size
}

func newLodCommand(a *app) *cobra.Command {
	l := &lodRun{survey{app: a}}
	c := &cobra.Command{
		Use:   "lod SCENE [--camera NAME] [--size WxH]",
		Short: "Say what levels of detail a camera sees, and what they give away",
		Long: `Say for every LodGroup of a scene how far it is from the camera, how high on screen, which level it
draws, and for each level how far it is off, how many pixels that is where it begins, and where it would
be one pixel. Nothing is drawn, and no device is needed. What a Scatter places is one row, counted.

The error of a level that simplification made is the one that it measured, from the level it was made
of. Other levels are compared with the level before: the largest distance of 8192 points of that one's
surface, the same on every run, from their own (a one-sided Hausdorff distance, from below).
Colours, normals and textures do not count.

A switch may pop where the picture changes by more than a pixel while the distance does by 5 %: by the
error in pixels where the switch is hard or fades over less, and less in proportion where it fades over
more. The risk is "none" up to 1 pixel, "low" up to 4, "high" beyond. What vanishes changes by its height.

There is a warning where casters of a level stick out of what it draws by more than a texel of the sun's
shadow map.`,
		Args:              exactlyOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE:              func(c *cobra.Command, args []string) error { return l.run(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVar(&l.camera, "camera", "", "look from this `CAMERA` of the scene (default: the first shot's)")
	f.Var(&l.size, "size", "width and height of the picture in pixels (default: the first shot's)")
	allFromEnvironment(f)
	l.overrides.flags = f
	l.load.register(c)
	return c
}

func (l *lodRun) run(ctx context.Context, path string) error {
	var report lodReport
	err := l.ask(ctx, path, func(sc *scene.Scene, shot scene.Shot) error {
		report = reportLod(sc, shot)
		return nil
	})
	if err != nil {
		return err
	}
	if l.json {
		return l.printJSON(report)
	}
	l.printLod(&report)
	return nil
}
