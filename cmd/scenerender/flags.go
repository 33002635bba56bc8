package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scenerender/loader"
	"scenerender/passes"
	"scenerender/scene"
)

// A size is WIDTHxHEIGHT in pixels; zero is "as the shot says".
type size struct{ width, height int }

func (s *size) String() string {
	if s.width == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.width, s.height)
}

func (s *size) Set(text string) error {
	w, h, ok := strings.Cut(strings.ToLower(text), "x")
	width, err1 := strconv.ParseUint(w, 10, 31)
	height, err2 := strconv.ParseUint(h, 10, 31)
	if !ok || err1 != nil || err2 != nil {
		return fmt.Errorf("want WIDTHxHEIGHT in pixels, such as 1280x720")
	}
	if width == 0 || height == 0 || width > loader.MaxSide || height > loader.MaxSide {
		return fmt.Errorf("width and height must be 1 to %d", loader.MaxSide)
	}
	s.width, s.height = int(width), int(height)
	return nil
}

func (s *size) Type() string { return "WxH" }

// A decimal is a flag's number with limits, checked as it is set.
type decimal struct {
	to       *float64
	min, max float64
	what     string // is wanted
	kind     string // of value, for the help
}

func (d decimal) String() string {
	if d.to == nil || *d.to == 0 {
		return ""
	}
	return strconv.FormatFloat(*d.to, 'g', -1, 64)
}

func (d decimal) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= d.min && v <= d.max) { // also true for NaN
		return fmt.Errorf("want %s, %s to %s", d.what, strconv.FormatFloat(d.min, 'f', -1, 64), strconv.FormatFloat(d.max, 'f', -1, 64))
	}
	*d.to = v
	return nil
}

func (d decimal) Type() string { return d.kind }

// A ranged number is a flag's value with limits, checked as it is set.
type ranged struct {
	to       *int
	min, max int
}

func (r ranged) String() string {
	if r.to == nil || *r.to == 0 {
		return ""
	}
	return strconv.Itoa(*r.to)
}

func (r ranged) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < r.min || n > r.max {
		return fmt.Errorf("want a whole number, %d to %d", r.min, r.max)
	}
	*r.to = n
	return nil
}

func (r ranged) Type() string { return "N" }

// overrides are the flags that replace what a scene file says of its shots.
type overrides struct {
	shots       []string
	camera      string
	size        size
	samples     int
	time        float64
	smoothing   string
	tonemap     string
	transparent bool

	flags *pflag.FlagSet // to tell a zero from nothing said
}

func (o *overrides) register(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&o.shots, "shot", nil, "draw this `SHOT` only (may be repeated)")
	f.StringVar(&o.camera, "camera", "", "draw from this `CAMERA` of the scene")
	f.Var(&o.size, "size", "width and height in pixels")
	f.Var(ranged{&o.samples, 1, loader.MaxSamples}, "samples", "average this many jittered frames")
	f.Var(decimal{&o.time, 0, loader.MaxTime, "a number of seconds", "SECONDS"}, "time", "scene time in seconds")
	f.StringVar(&o.smoothing, "aa", "", "smooth edges by this `WAY`: "+strings.Join(smoothings, ", "))
	f.StringVar(&o.tonemap, "tonemap", "", "tone `CURVE`: "+strings.Join(tonemaps, ", "))
	f.BoolVar(&o.transparent, "transparent", false, "leave the background out")
	_ = c.RegisterFlagCompletionFunc("tonemap", cobra.FixedCompletions(tonemaps, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("aa", cobra.FixedCompletions(smoothings, cobra.ShellCompDirectiveNoFileComp))
	o.flags = f
}

// check finds the mistakes that need no scene.
func (o *overrides) check() error {
	if o.tonemap != "" {
		if err := oneOf("--tonemap", o.tonemap, tonemaps); err != nil {
			return err
		}
	}
	if o.smoothing != "" {
		return oneOf("--aa", o.smoothing, smoothings)
	}
	return nil
}

// choose returns the shots of a scene that are to be drawn, as the flags want them.
func (o *overrides) choose(sc *scene.Scene) ([]scene.Shot, error) {
	shots, err := selectShots(sc, o.shots)
	if err != nil {
		return nil, err
	}
	for i := range shots {
		if err := o.apply(sc, &shots[i]); err != nil {
			return nil, err
		}
	}
	return shots, nil
}

// selectShots returns copies of the shots with these names, in the order of the names; of all
// shots when there are none.
func selectShots(sc *scene.Scene, names []string) ([]scene.Shot, error) {
	if len(names) == 0 {
		return slices.Clone(sc.Shots), nil
	}
	var selected []scene.Shot
	for _, name := range names {
		i := slices.IndexFunc(sc.Shots, func(s scene.Shot) bool { return s.Name == name })
		if i < 0 {
			var known []string
			for _, s := range sc.Shots {
				known = append(known, s.Name)
			}
			return nil, usagef("--shot: %s has no shot %q, only %s%s", sc.Path, name, strings.Join(known, ", "), meant(name, known))
		}
		selected = append(selected, sc.Shots[i])
	}
	return selected, nil
}

func (o *overrides) apply(sc *scene.Scene, s *scene.Shot) (err error) {
	if o.camera != "" {
		if s.Camera, err = cameraNamed(sc, o.camera); err != nil {
			return err
		}
	}
	if o.size.width > 0 {
		s.Width, s.Height = o.size.width, o.size.height
	}
	if o.samples > 0 {
		s.Samples = o.samples
		if o.smoothing == "" && s.Frames() == 1 {
			s.AntiAliasing = scene.AASamples // samples were asked for
		}
	}
	if o.smoothing != "" {
		s.AntiAliasing = scene.AntiAliasing(slices.Index(smoothings, o.smoothing))
	}
	if o.flags.Changed("time") {
		s.Time = o.time
	}
	if o.tonemap != "" {
		s.Tonemap = tonemapOf(o.tonemap)
	}
	if o.flags.Changed("transparent") {
		s.Transparent = o.transparent
	}
	return nil
}

// cameraNamed returns the place of the camera that --camera asks for.
func cameraNamed(sc *scene.Scene, name string) (int, error) {
	i := slices.IndexFunc(sc.Cameras, func(c scene.Camera) bool { return c.Name == name })
	if i >= 0 {
		return i, nil
	}
	var known []string
	for _, c := range sc.Cameras {
		known = append(known, c.Name)
	}
	return 0, usagef("--camera: %s has no camera %q, only %s%s", sc.Path, name, strings.Join(known, ", "), meant(name, known))
}

// tonemaps are the names of the tone curves, as scene files spell them; the place of each is its
// scene.Tonemap.
var tonemaps = []string{
	scene.TonemapAgX:            "agx",
	scene.TonemapACES:           "aces",
	scene.TonemapKhronosNeutral: "khronos-neutral",
	scene.TonemapReinhard:       "reinhard",
	scene.TonemapNone:           "none",
}

// smoothings are the ways to smooth edges, as scene files spell them; the place of each is its
// scene.AntiAliasing.
var smoothings = []string{
	scene.AASamples: "samples",
	scene.AAFXAA:    "fxaa",
	scene.AATAA:     "taa",
	scene.AANone:    "none",
}

func tonemapOf(name string) scene.Tonemap {
	for t, n := range tonemaps {
		if n == name {
			return scene.Tonemap(t)
		}
	}
	return scene.TonemapAgX
}

// viewOf understands --view; nothing said is the picture itself.
func viewOf(name string) (passes.Output, error) {
	if name == "" {
		return passes.OutputColor, nil
	}
	if err := oneOf("--view", name, passes.Outputs()); err != nil {
		return 0, err
	}
	return passes.ParseOutput(name)
}
