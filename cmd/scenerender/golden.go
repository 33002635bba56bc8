package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scenerender/loader"
	"scenerender/scene"
	"scenerender/vk"
)

// A goldenRun is one `scenerender golden test` or `update`.
type goldenRun struct {
	*app
	studio

	dir, artifacts string
	shots          []string
	repeat         int
	prune          bool
	flags          *pflag.FlagSet // to repeat in a hint

	report   goldenReport
	progress *progress
	first    firstDraw
}

// firstDraw is a picture that is drawn more than once, so that caches and history are exercised.
type firstDraw struct {
	scenePath, shot string
	display         []byte
	draws           int
	same            bool // all so far
}

func newGoldenCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "golden test|update SCENE...",
		Short: "Compare pictures with approved ones, or approve them",
		Args:  knownCommand,
		RunE: func(*cobra.Command, []string) error {
			return usagef("golden needs to know what to do: test or update")
		},
	}
	c.AddCommand(newGoldenTest(a), newGoldenUpdate(a))
	return c
}

func newGoldenTest(a *app) *cobra.Command {
	g := &goldenRun{app: a}
	c := &cobra.Command{
		Use:   "test SCENE...",
		Short: "Compare every shot with its approved picture",
		Long: `Draw every shot of every scene and compare it with the approved picture of this driver family,
golden/<family>/<scene>-<shot>.png, within the shot's tolerance. A picture that nobody approved, an
approved one that cannot be read and an empty selection are failures too (exit code 1), and so is a
missing device (5). Of each picture that differs, the folder of
artifacts gets what was drawn, what was wanted and a heat map of the FLIP error.`,
		Args:              atLeastOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE: func(c *cobra.Command, args []string) error {
			return g.run(c.Context(), args, g.compare)
		},
	}
	g.register(c)
	return c
}

func newGoldenUpdate(a *app) *cobra.Command {
	g := &goldenRun{app: a}
	c := &cobra.Command{
		Use:   "update SCENE...",
		Short: "Approve the pictures as they are drawn now",
		Long: `Draw every shot of every scene and store what differs as the approved picture of this driver
family. Pictures that are equal keep their file. Look at the difference before you commit it.`,
		Args:              atLeastOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE: func(c *cobra.Command, args []string) error {
			return g.run(c.Context(), args, g.approve)
		},
	}
	g.register(c)
	c.Flags().BoolVar(&g.prune, "prune", false, "also remove approved pictures and artifacts that no shot of the folder makes")
	return c
}

func (g *goldenRun) register(c *cobra.Command) {
	f := c.Flags()
	g.flags = f
	f.StringVar(&g.dir, "dir", "golden", "`FOLDER` of the approved pictures")
	f.StringVar(&g.artifacts, "artifacts", "", "`FOLDER` for pictures that differ (default: failed in --dir)")
	f.StringArrayVar(&g.shots, "shot", nil, "this `SHOT` only (may be repeated)")
	f.Var(ranged{&g.repeat, 1, 100}, "repeat", "draw each picture this often; all must be equal (default 2)")
	_ = c.MarkFlagDirname("dir")
	_ = c.MarkFlagDirname("artifacts")
	g.studio.register(c)
}

// run draws everything and gives each picture to judge.
func (g *goldenRun) run(ctx context.Context, args []string, judge func(drawn) (goldenCase, error)) error {
	if g.repeat == 0 {
		g.repeat = 2
	}
	if g.artifacts == "" {
		g.artifacts = filepath.Join(g.dir, "failed")
	}
	files, err := sceneFiles(args)
	if err != nil {
		return err
	}
	total, err := g.count(files)
	if err != nil {
		return err
	}
	g.progress = newProgress(g.app, total, "pictures")
	err = g.draw(ctx, g.app, files, job{
		choose: g.choose,
		opened: func(i vk.Info) { g.report.Family, g.report.Device = i.Family, deviceStatsOf(i) },
		warned: g.warned,
		take:   func(d drawn) error { return g.take(d, judge) },
		failed: g.failed,
	})
	g.progress.finish()
	if err != nil {
		return g.broken(err)
	}
	if wholeFolder(args) && len(g.shots) == 0 {
		if err := g.findOrphans(); err != nil {
			return g.broken(err)
		}
	}
	return g.conclude()
}

// count is how many pictures there will be. Two that would share an approved one are a mistake.
func (g *goldenRun) count(files []string) (int, error) {
	owner := map[string]string{}
	for _, file := range files {
		shots := g.shots
		if len(shots) == 0 {
			shots = shotNames(file)
		}
		for _, shot := range shots {
			name := baselineName(file, shot)
			if other, taken := owner[name]; taken {
				return 0, usagef("%s and %s would both be compared with %s.png; give the scenes different names", other, file, name)
			}
			owner[name] = file
		}
	}
	return len(owner), nil
}

// wholeFolder says whether the arguments are one folder of scenes.
func wholeFolder(args []string) bool {
	return len(args) == 1 && isFolder(args[0])
}

// choose asks for every picture as often as it is to be drawn.
func (g *goldenRun) choose(sc *scene.Scene) ([]scene.Shot, error) {
	chosen, err := selectShots(sc, g.shots)
	if err != nil {
		return nil, err
	}
	var all []scene.Shot
	for _, s := range chosen {
		for range g.repeat {
			all = append(all, s)
		}
	}
	return all, nil
}

// take gathers the draws of one picture and judges the last.
func (g *goldenRun) take(d drawn, judge func(drawn) (goldenCase, error)) error {
	if d.scene.Path != g.first.scenePath || d.shot.Name != g.first.shot {
		g.first = firstDraw{scenePath: d.scene.Path, shot: d.shot.Name, display: d.picture.Display, same: true}
	}
	g.first.draws++
	g.first.same = g.first.same && bytes.Equal(g.first.display, d.picture.Display)
	if g.first.draws < g.repeat {
		return nil
	}
	c, err := judge(d)
	if err != nil {
		return err
	}
	if !g.first.same {
		c.Verdict = "not reproducible"
		c.Detail = fmt.Sprintf("%d draws of one scene gave different pictures", g.repeat)
	}
	g.add(c)
	if problem, is := blackPicture(d); is {
		g.warned(d.scene.Path, []loader.Problem{problem})
	}
	return nil
}

// failed records a scene or a shot that could not be drawn, once for all its draws.
func (g *goldenRun) failed(scenePath, shot string, err error) {
	if n := len(g.report.Pictures); n > 0 {
		last := g.report.Pictures[n-1]
		if last.Verdict == notDrawn && last.Scene == scenePath && last.Shot == shot {
			return
		}
	}
	g.app.report(err)
	g.add(goldenCase{Scene: scenePath, Shot: shot, Verdict: notDrawn, Detail: problems(err)[0]})
}

const notDrawn = "not drawn"
