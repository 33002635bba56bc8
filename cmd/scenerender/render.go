package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"scenerender/passes"
	"scenerender/scene"
)

// A renderRun is one `scenerender render`.
type renderRun struct {
	*app
	studio
	overrides

	out, format, view, stats string
	linearFlag               bool
	bits, jobs               int

	target target
	form   pictureForm
	places map[string][]placed // of each scene, in the order of its chosen shots
	safe   keepSafe
}

func newRenderCommand(a *app) *cobra.Command {
	r := &renderRun{app: a}
	c := &cobra.Command{
		Use:   "render SCENE... [-o FILE|DIR]",
		Short: "Draw every shot of every scene into files",
		Long: `Draw every shot of every scene into files. SCENE is a scene file or a folder of them.

-o names a file, whose extension decides (png, exr, hdr, pfm), when one picture results, else a
folder, in which the files are named scene-shot.png (scene.png for the shot "main"), or a template
with {scene} and {shot}, such as 'out/{scene}/{shot}.exr'. A scene that cannot be drawn does not
stop the others; the exit code is the first failure's. Files are written whole or not at all, and
never over a file that a scene uses.

Float files (exr, hdr, pfm) hold exposed light, in which 1 is what the exposure shows as white, or
cd/m² with --linear. Light above 4096 times that white is cut.

--view draws a value behind the picture, taken once at each pixel's centre. Float files hold the
value itself, png something to look at; where nothing stands it is 0, if nothing else is said:
` + viewHelp(),
		Example: `  scenerender render scenes/showcase.toml -o demo.png
  scenerender render scenes -o out/ --size 640x360 -j 4
  scenerender render room.toml -o depth.exr --view depth`,
		Args:              atLeastOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE:              func(c *cobra.Command, args []string) error { return r.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVarP(&r.out, "output", "o", "", "`FILE`, folder or template of the pictures (default: this folder)")
	f.StringVar(&r.format, "format", "", "`EXT` of files in a folder: "+strings.Join(formats, ", ")+" (default png)")
	r.overrides.register(c)
	f.StringVar(&r.view, "view", "", "draw this `VIEW` instead of the picture: "+strings.Join(passes.Outputs(), ", "))
	f.BoolVar(&r.linearFlag, "linear", false, "store cd/m² before exposure (exr, hdr and pfm only)")
	f.Var(ranged{&r.bits, 8, 32}, "depth", "bits a channel: 8 or 16 for png, 16 or 32 for exr (default 8 and 16; 32 with --linear)")
	f.VarP(ranged{&r.jobs, 1, 256}, "jobs", "j", "files encoded at once (default: one a processor)")
	f.StringVar(&r.stats, "stats", "", "write counters and times to this JSON `FILE`")
	allFromEnvironment(f)
	r.studio.register(c)
	_ = c.RegisterFlagCompletionFunc("view", cobra.FixedCompletions(passes.Outputs(), cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (r *renderRun) run(ctx context.Context, args []string) error {
	if err := r.understand(); err != nil {
		return err
	}
	files, err := sceneFiles(args)
	if err != nil {
		return err
	}
	total, err := r.place(files)
	if err != nil {
		return err
	}
	r.load.size = r.size
	w := newWriters(r, total)
	err = r.draw(ctx, r.app, files, job{
		choose: r.choose,
		take:   w.take,
		warned: w.warn,
		failed: w.fail,
	})
	return w.finish(err)
}

// understand checks the flags against each other before any work.
func (r *renderRun) understand() (err error) {
	if err = r.overrides.check(); err != nil {
		return err
	}
	if r.target, err = newTarget(r.out, r.format); err != nil {
		return err
	}
	if r.output, err = viewOf(r.view); err != nil {
		return err
	}
	if r.jobs == 0 {
		r.jobs = runtime.GOMAXPROCS(0)
	}
	format := r.target.format
	if err := r.checkBits(format); err != nil {
		return err
	}
	r.float = format != "png"
	r.deep = format == "png" && r.bits == 16
	r.linear = r.linearFlag
	r.form = pictureForm{view: r.view, linear: r.linear, float32: r.bits == 32 || r.bits == 0 && r.linear}
	switch {
	case r.linear && !r.float:
		return usagef("--linear needs a format that holds it: exr, hdr or pfm, not png")
	case r.output == passes.OutputDepth && format == "hdr":
		return usagef("--view depth: an hdr file holds colours, not depth; use exr, pfm or png")
	}
	r.warnIgnored()
	return nil
}

// warnIgnored says which flags others leave without effect.
func (r *renderRun) warnIgnored() {
	if r.samples > 0 && (r.smoothing == "fxaa" || r.smoothing == "none") {
		r.warn("--samples changes nothing with --aa %s, which draws one frame", r.smoothing)
	}
	if r.smoothing == "fxaa" && r.float {
		r.warn("--aa fxaa changes nothing in a float file, which holds light and no display values")
	}
	if r.output == passes.OutputColor {
		return
	}
	for _, name := range []string{"samples", "aa", "tonemap"} {
		if r.flags.Changed(name) {
			r.warn("--%s changes nothing with --view %s", name, r.view)
		}
	}
	if r.flags.Changed("transparent") && r.output == passes.OutputDepth && r.float {
		r.warn("--transparent changes nothing with --view depth in a float file, where the sky is infinitely far")
	}
}

// choose returns the shots of a scene to draw. Values behind a picture are taken once a pixel,
// without averaging.
func (r *renderRun) choose(sc *scene.Scene) ([]scene.Shot, error) {
	if err := r.safe.check(sc.Path, sc.Files); err != nil {
		return nil, err
	}
	shots, err := r.overrides.choose(sc)
	if r.output != passes.OutputColor {
		for i := range shots {
			shots[i].Samples, shots[i].AntiAliasing = 1, scene.AASamples
		}
	}
	return shots, err
}

// checkBits holds --depth to what the format has.
func (r *renderRun) checkBits(format string) error {
	switch {
	case r.bits == 0, r.bits == 16 && (format == "png" || format == "exr"),
		r.bits == 8 && format == "png", r.bits == 32 && (format == "exr" || format == "pfm"):
		return nil
	}
	return usagef("--depth %d: %s", r.bits, map[string]string{
		"png": "a png has 8 or 16 bits a channel",
		"exr": "an exr has 16 (half) or 32 (float) bits a channel",
		"hdr": "an hdr file has a depth of its own",
		"pfm": "a pfm has 32 bits a channel",
	}[format])
}

// place lists the pictures that will result and names their files, before anything is drawn. A
// scene that cannot be read counts as one picture; loading it will say why.
func (r *renderRun) place(files []string) (int, error) {
	var all []placed
	for _, file := range files {
		shots := r.overrides.shots
		if len(shots) == 0 {
			shots = shotNames(file)
		}
		for _, shot := range shots {
			all = append(all, placed{scene: file, shot: shot})
		}
	}
	if err := r.target.place(all); err != nil {
		return 0, err
	}
	if err := r.protect(files, all); err != nil {
		return 0, err
	}
	r.places = map[string][]placed{}
	for _, p := range all {
		r.places[p.scene] = append(r.places[p.scene], p)
	}
	return len(all), nil
}

// file is where a picture goes.
func (r *renderRun) file(sc *scene.Scene, shot string) (string, error) {
	for _, p := range r.places[sc.Path] {
		if p.shot == shot {
			return p.file, r.safe.refused(p.file)
		}
	}
	return "", fmt.Errorf("%s: shot %q was not there when the files were named; the scene changed meanwhile", sc.Path, shot)
}
