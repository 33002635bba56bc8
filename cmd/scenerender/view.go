package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"scenerender/passes"
	"scenerender/vk"
)

// A viewRun is one `scenerender view`.
type viewRun struct {
	*app
	device deviceFlags
	load   loadFlags

	shot, camera    string
	size            size
	smoothing, view string
	scale           float64
	frames          int
	tearing         bool

	output passes.Output
}

// viewKeys are what a window understands, as its help says it.
var viewKeys = []struct{ keys, does string }{
	{"W A S D, Q E", "fly ahead, left, back, right, down, up, as arrows and page keys do; with Shift five times as fast, with Ctrl a fifth"},
	{"right drag", "look around; the wheel meanwhile makes flying faster or slower"},
	{"left drag", "turn around what is under the mouse, or around the scene's middle where nothing is"},
	{"middle drag", "move sideways, as does Shift with the left button"},
	{"wheel", "nearer to what is under the mouse, or away from it"},
	{"1 to 9, Tab", "this shot, the next one (Shift-Tab: the one before); then the scene's other cameras"},
	{"F", "back to the shot's camera and exposure"},
	{"V", "the next --view (Shift-V: the one before)"},
	{"[ ]", "a third of a stop darker, brighter"},
	{"P, F12", "save this view as a PNG, drawn as render draws it, and print its camera"},
	{"C", "print the camera as a scene file has it, and copy it"},
	{"R", "load the scene again, as happens of itself when one of its files changes"},
	{"F11", "all of the screen, or a window again"},
	{"Esc", "quit"},
}

func newViewCommand(a *app) *cobra.Command {
	v := &viewRun{app: a}
	var keys strings.Builder
	for _, k := range viewKeys {
		fmt.Fprintf(&keys, "\n  %-14s %s", k.keys, k.does)
	}
	c := &cobra.Command{
		Use:   "view SCENE",
		Short: "Walk around in a scene",
		Long: `Open a window and walk around in a scene. It is drawn again when one of its files changes: the camera
stays, and a file with mistakes leaves what was there.
` + keys.String() + `

Without --aa the window smooths edges over time (taa), whatever the shots say. Pictures that are saved
are what render makes of the same camera, in the window's size.`,
		Args:              exactlyOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE:              func(c *cobra.Command, args []string) error { return v.run(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVar(&v.shot, "shot", "", "begin with this `SHOT` (default: the first)")
	f.StringVar(&v.camera, "camera", "", "begin at this `CAMERA` of the scene")
	f.Var(&v.size, "size", "width and height of the window in pixels (default: the shot's)")
	f.StringVar(&v.smoothing, "aa", "", "smooth edges by this `WAY`: "+strings.Join(smoothings, ", ")+" (default taa)")
	f.StringVar(&v.view, "view", "", "begin with this `VIEW` instead of the picture: "+strings.Join(passes.Outputs(), ", "))
	f.Var(decimal{&v.scale, 0.05, 1, "a number", "SHARE"}, "scale", "pixels drawn along a side, as a share of the window's, for slow devices (default 1)")
	f.Var(ranged{&v.frames, 1, 10000000}, "frames", "close the window after this many frames")
	f.BoolVar(&v.tearing, "no-vsync", false, "do not wait for the screen")
	allFromEnvironment(f)
	v.device.register(c)
	v.load.register(c)
	_ = c.RegisterFlagCompletionFunc("aa", cobra.FixedCompletions(smoothings, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("view", cobra.FixedCompletions(passes.Outputs(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (v *viewRun) run(ctx context.Context, path string) (err error) {
	if v.smoothing != "" {
		if err := oneOf("--aa", v.smoothing, smoothings); err != nil {
			return err
		}
	}
	if v.output, err = viewOf(v.view); err != nil {
		return err
	}
	if v.scale == 0 {
		v.scale = 1
	}
	v.load.size = v.size
	return v.open(ctx, path)
}

// noWindow says why there is no window; the exit code is that of a missing device.
type noWindow struct{ text string }

func (e *noWindow) Error() string { return e.text }
func (e *noWindow) Unwrap() error { return vk.ErrNoDevice }

// A viewReport is what --json prints when the window is closed.
type viewReport struct {
	Scene   string            `json:"scene"`
	Size    [2]int            `json:"size"` // of the last picture, pixels
	Device  deviceStats       `json:"device"`
	Frames  int               `json:"frames"`
	Seconds float64           `json:"seconds"` // from the first frame to the last
	CPUMS   float64           `json:"cpu_ms"`  // planning and recording a frame, mean
	Passes  []passes.PassTime `json:"passes"`  // mean of a frame
	EV100   float64           `json:"exposure_ev100"`
	Loads   int               `json:"loads"` // of the scene
	Saved   []string          `json:"saved"` // pictures
	Camera  string            `json:"camera"`

	timed float64 // pictures whose passes are in sums
}

// addFrame takes what is known of one more picture.
func (r *viewReport) addFrame(s *passes.Shown) {
	r.Frames++
	r.CPUMS += s.CPUMS
	r.EV100 = float64(s.EV100)
	r.timed += s.Timed
	for _, p := range s.Passes {
		i := 0
		for i < len(r.Passes) && r.Passes[i].Name != p.Name {
			i++
		}
		if i == len(r.Passes) {
			r.Passes = append(r.Passes, passes.PassTime{Name: p.Name})
		}
		r.Passes[i].GPUMS += p.GPUMS
	}
}

// finish turns sums into means.
func (r *viewReport) finish() {
	n := float64(max(r.Frames, 1))
	r.CPUMS = microseconds(r.CPUMS / n)
	for i := range r.Passes {
		r.Passes[i].GPUMS = microseconds(r.Passes[i].GPUMS / r.timed)
	}
	r.Seconds = math.Round(r.Seconds*1e6) / 1e6
	r.EV100 = math.Round(r.EV100*1e4) / 1e4
}

// cameraText is a camera as a scene file has it, and a shot of it.
func cameraText(name string, f *flight) string {
	c := f.camera()
	number := func(v float64) string { return strconv.FormatFloat(float64(float32(v)), 'g', -1, 32) }
	degrees := func(rad float64) string {
		return strconv.FormatFloat(math.Round(rad*180/math.Pi*1e5)/1e5+0, 'f', -1, 64) // + 0: no -0
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[[camera]]\nname = %s\n", strconv.Quote(name))
	fmt.Fprintf(&b, "position = [%s, %s, %s]\n", number(f.position[0]), number(f.position[1]), number(f.position[2]))
	fmt.Fprintf(&b, "rotation = [%s, %s, %s]\n", degrees(f.pitch), degrees(f.yaw), degrees(f.roll))
	if c.FovY == 0 {
		fmt.Fprintf(&b, "orthographic = { height = %s }\n", number(float64(c.Height)))
	} else {
		fmt.Fprintf(&b, "fov_y = %s\n", degrees(float64(c.FovY)))
	}
	fmt.Fprintf(&b, "near = %s\n", number(float64(c.Near)))
	if c.Far != 0 {
		fmt.Fprintf(&b, "far = %s\n", number(float64(c.Far)))
	}
	return b.String()
}
