package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"scenerender/scene"
)

// A lightRun is one `scenerender light`.
type lightRun struct {
	survey // of its overrides only the shot, the camera, the size and the tone curve
	shot   string
	at     numbers // a point of the world
	normal numbers
	pixel  numbers
}

func newLightCommand(a *app) *cobra.Command {
	l := &lightRun{survey: survey{app: a}, at: numbers{names: "x,y,z"}, normal: numbers{names: "x,y,z"}, pixel: numbers{names: "x,y"}}
	c := &cobra.Command{
		Use:   "light SCENE [--shot NAME] [--at x,y,z [--normal x,y,z] | --pixel x,y]",
		Short: "Say what each light does at a point, and how that comes out in the picture",
		Long: `Say for one point of a scene how much light each source gives it, how bright a grey card is there in
the picture, and how much light would be right. Nothing is drawn, and no device is needed. The point is the
surface in the middle of the picture, unless --pixel or --at say another.

  amount      what the light has: power in lumens (and of lamps candela, that over 4π), lux of sun or moon on
              a surface that faces it, mean luminance of the sky
  away        metres from the point
  facing lx   what it gives a card at the point that is held towards it, with nothing between
  here lx     what it gives the surface there, by its normal; of --at, a level one unless --normal says another
  lit lx      the same, 0 where something that casts shadows is between
  grey        how bright the card, of albedo 0.18, held towards the light reads in the picture, before the tone
              curve; in the row "all" it lies on the surface, and where a meter there sets the exposure it reads 0.12
  of 255      what of that the file holds, after the curve; bloom and other effects on the picture aside
  0.18 takes  the amount with which the card, held towards the light and in no other, would read as 0.18 at
              this exposure, which a metered picture does not keep
  verdict     "invisible" below 1 of 255, "clips" where the curve gets no brighter

Shadows are rays to the middle of a lamp or a sun; what is blended lets light through. The sky is not
shadowed, as in pictures, and fog takes nothing. Surfaces that emit light give others none. Levels of
detail are those of the camera.
Where the exposure is metered, it is estimated from 384 places that the camera sees; a picture measures more.`,
		Args:              exactlyOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE:              func(c *cobra.Command, args []string) error { return l.run(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVar(&l.shot, "shot", "", "answer for this `SHOT` (default: the first)")
	f.StringVar(&l.camera, "camera", "", "look from this `CAMERA` of the scene")
	f.Var(&l.size, "size", "width and height of the picture in pixels")
	f.StringVar(&l.tonemap, "tonemap", "", "tone `CURVE`: "+strings.Join(tonemaps, ", "))
	f.Var(&l.at, "at", "a point of the world in metres")
	f.Var(&l.normal, "normal", "with --at: which way the surface there faces (default: 0,1,0, up)")
	f.Var(&l.pixel, "pixel", "the surface at a place of the picture, in pixels from its top left")
	_ = c.RegisterFlagCompletionFunc("tonemap", cobra.FixedCompletions(tonemaps, cobra.ShellCompDirectiveNoFileComp))
	allFromEnvironment(f)
	l.overrides.flags = f
	l.load.register(c)
	return c
}

func (l *lightRun) run(ctx context.Context, path string) error {
	if err := l.check(); err != nil {
		return err
	}
	var report *lightReport
	err := l.ask(ctx, path, func(sc *scene.Scene, shot scene.Shot) (err error) {
		report, err = l.report(sc, shot)
		return err
	})
	if err != nil {
		return err
	}
	if l.json {
		return l.printJSON(report)
	}
	l.printLight(report)
	return nil
}

func (l *lightRun) check() error {
	if l.shot != "" {
		l.shots = []string{l.shot}
	}
	switch {
	case l.at.given() && l.pixel.given():
		return usagef("--at and --pixel exclude each other")
	case l.normal.given() && !l.at.given():
		return usagef("--normal needs --at beside it")
	case l.normal.given() && l.normal.vec3().Len() < 1e-6:
		return usagef("--normal: want a direction with a length, found %s", l.normal.String())
	}
	return l.overrides.check()
}

// numbers are a flag's value: so many numbers with commas between, or none yet.
type numbers struct {
	names string // of what they are: "x,y,z"
	list  []float32
}

func (n *numbers) given() bool { return n.list != nil }

func (n *numbers) String() string {
	text := make([]string, len(n.list))
	for i, x := range n.list {
		text[i] = strconv.FormatFloat(float64(x), 'g', -1, 32)
	}
	return strings.Join(text, ",")
}

func (n *numbers) Set(text string) error {
	words := strings.Split(text, ",")
	list := make([]float32, len(words))
	for i, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 32)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || len(words) != strings.Count(n.names, ",")+1 {
			return fmt.Errorf("want %s in numbers", n.names)
		}
		list[i] = float32(x)
	}
	n.list = list
	return nil
}

func (n *numbers) Type() string { return n.names }
