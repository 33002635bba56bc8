package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// lens looks along -Z from the origin with a field of view of 90 degrees: half of it has tangent 1.
func lens(width, height int) View {
	c := Camera{WorldFromCamera: mgl32.Ident4(), FovY: math.Pi / 2, Near: 0.1}
	return c.View(width, height, mgl32.Vec2{})
}

// drafting looks along -Z and sees 10 m of height.
func drafting(width, height int) View {
	c := Camera{WorldFromCamera: mgl32.Ident4(), Height: 10, Near: 0.1, Far: 1000}
	return c.View(width, height, mgl32.Vec2{})
}

func near32(a, b float32) bool {
	return a == b || math.Abs(float64(a-b)) <= 2e-5*max(math.Abs(float64(a)), math.Abs(float64(b)))
}

func TestLodSwitches(t *testing.T) {
	known := func(e ...float32) []LodError {
		out := []LodError{{From: LodNothing}}
		for i, x := range e {
			out = append(out, LodError{From: i, Metres: x, Sampled: true, Known: true})
		}
		return out
	}
	heights := byHeight(0.5, 0, 0.1, 0.5) // a hard end at 0.5; 0.1 fades from 0.1 + 0.5·(0.5 - 0.1) = 0.3 on
	heights.Size = 4
	endless := byHeight(0.5, 0, 0, 0)
	endless.Size = 4
	auto := byHeight(0.2, 0, 0, 0)
	auto.Size, auto.Levels[0].Auto = 4, true // fades from 0.22 to 0.18
	far := byDistance(4, 20, 40)
	far.Size = 2
	hard := byDistance(0, 20)
	hard.Size = 2
	for _, c := range []struct {
		name   string
		g      *LodGroup
		errors []LodError
		scale  float32
		v      View
		s      LodSettings
		want   []LodSwitch
	}{
		// 4 m fill 0.5 of 1000 lines: 125 lines a metre, so that 2 cm are 2.5 lines; one line is 0.2 of
		// the picture. What vanishes is a tenth of the picture, over 2/3 of the distance: 100·0.05/(2/3) = 7.5.
		{"by height", heights, known(0.02), 1, lens(1000, 1000), fades, []LodSwitch{
			{From: 0, To: 1, Threshold: 0.5, Height: 0.5, Known: true, Pixels: 2.5, OnePixel: 0.2, Step: 2.5, Risk: LodRiskLow},
			{From: 1, To: LodNothing, Threshold: 0.1, Height: 0.1, Known: true, Pixels: 100, OnePixel: 0.001, Fade: 2. / 3, Step: 7.5, Risk: LodRiskHigh},
		}},
		// With a bias of 2 the same threshold is reached at half the height; the scale does not matter.
		{"bias", heights, known(0.02), 7, lens(1000, 1000), LodSettings{Bias: 2, Crossfade: true}, []LodSwitch{
			{From: 0, To: 1, Threshold: 0.5, Height: 0.25, Known: true, Pixels: 1.25, OnePixel: 0.4, Step: 1.25, Risk: LodRiskLow},
			{From: 1, To: LodNothing, Threshold: 0.1, Height: 0.05, Known: true, Pixels: 50, OnePixel: 0.002, Fade: 2. / 3, Step: 3.75, Risk: LodRiskLow},
		}},
		{"without crossfade", heights, known(0.02), 1, lens(1000, 1000), LodSettings{Bias: 1}, []LodSwitch{
			{From: 0, To: 1, Threshold: 0.5, Height: 0.5, Known: true, Pixels: 2.5, OnePixel: 0.2, Step: 2.5, Risk: LodRiskLow},
			{From: 1, To: LodNothing, Threshold: 0.1, Height: 0.1, Known: true, Pixels: 100, OnePixel: 0.001, Step: 100, Risk: LodRiskHigh},
		}},
		{"no bias", heights, known(0.02), 1, lens(1000, 1000), LodSettings{}, nil},
		{"endless, off by nothing", endless, known(0), 1, lens(1000, 1000), fades, []LodSwitch{
			{From: 0, To: 1, Threshold: 0.5, Height: 0.5, Known: true, OnePixel: inf32},
		}},
		{"nothing to compare", endless, []LodError{{}, {}}, 1, lens(1000, 1000), fades, []LodSwitch{
			{From: 0, To: 1, Threshold: 0.5, Height: 0.5},
		}},
		// 0.2·0.08/4·1000 = 4 pixels, over 1 - 0.18/0.22 = 2/11 of the distance: 4·0.05·11/2 = 1.1.
		{"automatic", auto, known(0.08), 1, lens(1000, 1000), fades, []LodSwitch{
			{From: 0, To: 1, Threshold: 0.2, Height: 0.2, Known: true, Pixels: 4, OnePixel: 0.05, Fade: 2. / 11, Step: 1.1, Risk: LodRiskLow},
		}},
		// 2 m, three times as large, at 20 m fill 6/(2·20) = 0.15 of 400 lines: 60. An error of 0.05 m is
		// 1.5 lines there, and one at 30 m. The band is from 18 to 22 m: 2/11 of 22.
		// At 40 m all of it is 30 lines high, and one at 1200 m. From 38 to 42: 2/21.
		{"by distance", far, known(0.05), 3, lens(400, 400), fades, []LodSwitch{
			{From: 0, To: 1, Threshold: 20, Height: 0.15, Known: true, Pixels: 1.5, OnePixel: 30, Fade: 2. / 11, Step: 1.5 * 0.05 * 11 / 2, Risk: LodRiskNone},
			{From: 1, To: LodNothing, Threshold: 40, Height: 0.075, Known: true, Pixels: 30, OnePixel: 1200, Fade: 2. / 21, Step: 15.75, Risk: LodRiskHigh},
		}},
		// With a bias of 2 the switch is at 40 m, and one pixel at 1200 m is 600 in the file.
		{"by distance with bias", hard, known(), 3, lens(400, 400), LodSettings{Bias: 2, Crossfade: true}, []LodSwitch{
			{From: 0, To: LodNothing, Threshold: 20, Height: 0.075, Known: true, Pixels: 30, OnePixel: 600, Step: 30, Risk: LodRiskHigh},
		}},
		// 2 m are 0.2 of a picture of 10 m wherever they are.
		{"orthographic", hard, known(), 1, drafting(100, 100), fades, []LodSwitch{
			{From: 0, To: LodNothing, Threshold: 20, Height: 0.2, Known: true, Pixels: 20, OnePixel: inf32, Step: 20, Risk: LodRiskHigh},
		}},
	} {
		got := c.g.Switches(c.errors, c.scale, c.v, c.s)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d switches, want %d: %+v", c.name, len(got), len(c.want), got)
			continue
		}
		for i, w := range c.want {
			g := got[i]
			if g.From != w.From || g.To != w.To || g.Known != w.Known || g.Risk != w.Risk || !near32(g.Threshold, w.Threshold) || !near32(g.Height, w.Height) ||
				!near32(g.Pixels, w.Pixels) || !near32(g.OnePixel, w.OnePixel) || !near32(g.Fade, w.Fade) || !near32(g.Step, w.Step) {
				t.Errorf("%s: switch %d is\n%+v, want\n%+v", c.name, i, g, w)
			}
		}
	}
}

// A threshold that is one pixel, put into the group, makes the error one pixel.
func TestLodOnePixel(t *testing.T) {
	for _, g := range []*LodGroup{byHeight(0.5, 0, 0.1, 0), byDistance(0, 3, 60)} {
		g.Size = 3
		s := LodSettings{Bias: 1.7}
		errors := []LodError{{From: LodNothing}, {Metres: 0.03, Known: true}}
		v := lens(1280, 720)
		one := g.Switches(errors, 2.5, v, s)[0].OnePixel
		g.Levels[0].ScreenHeight, g.Levels[0].Distance = one, one
		if got := g.Switches(errors, 2.5, v, s)[0].Pixels; !near32(got, 1) {
			t.Errorf("by distance %t: at %g the error is %g pixels", g.ByDistance, one, got)
		}
	}
}

func TestLodRisk(t *testing.T) {
	for step, want := range map[float32]string{0: "none", 1: "none", 1.01: "low", 4: "low", 4.01: "high", inf32: "high"} {
		if got := riskOf(step).String(); got != want {
			t.Errorf("%g pixels: %s, want %s", step, got, want)
		}
	}
}
