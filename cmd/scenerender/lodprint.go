package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// printLod writes the report for a person: a paragraph and a table for each group, a row for each level
// and one for where the group vanishes.
func (a *app) printLod(r *lodReport) {
	fade := map[bool]string{true: "on", false: "off"}[r.Crossfade]
	fmt.Fprintf(a.out, "%s: camera %s, %dx%d, bias %.4g, crossfade %s\n", r.Scene, oneLine(r.Camera), r.Size[0], r.Size[1], r.Bias, fade)
	if len(r.Groups) == 0 {
		fmt.Fprintln(a.out, "no entity has a LodGroup")
	}
	for i := range r.Groups {
		a.printLodGroup(&r.Groups[i])
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(a.out, "\nwarning: %s\n", oneLine(w))
	}
}

func (a *app) printLodGroup(g *lodGroup) {
	fmt.Fprintf(a.out, "\n%s: ", g.title())
	p := g.Picks
	switch {
	case g.Count == 0:
		fmt.Fprintln(a.out, "placed nowhere")
	case g.Count == 1:
		fmt.Fprintf(a.out, "%s, %d triangles\n", g.Nearest.text(), g.Triangles)
	default:
		fmt.Fprintf(a.out, "%d placed, %d in view with %d triangles; %d draw a level (%s), %d fade, %d are past the last level\n",
			g.Count, g.InView, g.Triangles, p.Selections, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(p.Levels), "[]")), " + "), p.Fading, p.Culled)
		fmt.Fprintf(a.out, "  nearest  %s\n  farthest %s\n", g.Nearest.text(), g.Farthest.text())
	}
	if len(g.Levels) == 0 {
		return
	}
	unit := map[string]string{"screen_height": "height", "distance": "m"}[g.Thresh]
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  level\ttriangles\terror m\tfrom %s\tpixels there\t1 pixel at %s\tfade\tpopping\tshadow\n", unit, unit)
	for i := range g.Levels {
		l := &g.Levels[i]
		name := fmt.Sprint(l.Level)
		if l.Auto {
			name += " auto"
		}
		fmt.Fprintf(t, "  %s\t%d\t%s\t%s\t%s\n", name, l.Triangles, number(l.Error), l.Begin.text(l.Error), l.Shadow.text())
	}
	if g.End != nil {
		fmt.Fprintf(t, "  none\t\t\t%s\n", g.End.text(nil))
	}
	t.Flush()
}

func (p *lodPlace) text() string {
	at := fmt.Sprintf("%.4g m away, height %.3g (%.4g pixels), ", p.Distance, p.Height, p.Pixels)
	switch {
	case p.State == "culled":
		at += "past the last level"
	case p.State == "fading" && p.Next == nil:
		at += fmt.Sprintf("level %d, %.0f %% vanished", *p.Level, 100*p.Blend)
	case p.State == "fading":
		at += fmt.Sprintf("level %d, %.0f %% of it %d", *p.Level, 100*p.Blend, *p.Next)
	default:
		at += fmt.Sprintf("level %d", *p.Level)
	}
	if !p.InView {
		at += ", not in view"
	}
	return at
}

// text is five cells of a table.
func (b *lodBegin) text(err *float32) string {
	if b == nil {
		return "-\t-\t-\t-\t-"
	}
	fade, one, risk := "hard", number(b.OnePixel), "-"
	if b.Fade > 0 {
		fade = fmt.Sprintf("%.0f %%", 100*b.Fade)
	}
	if b.OnePixel == nil && err != nil && b.Pixels != nil {
		one = "any"
		if *err > 0 {
			one = "none"
		}
	}
	if b.Risk != nil {
		risk = *b.Risk
	}
	return fmt.Sprintf("%.4g\t%s\t%s\t%s\t%s", b.Threshold, number(b.Pixels), one, fade, risk)
}

func (s *lodShadow) text() string {
	switch {
	case s == nil:
		return ""
	case s.Sticks == nil:
		return fmt.Sprintf("%d triangles, nothing drawn", s.Triangles)
	case *s.Sticks == 0:
		return fmt.Sprintf("%d triangles", s.Triangles)
	}
	return fmt.Sprintf("%d triangles, out by %.3g m", s.Triangles, *s.Sticks)
}

// number is a cell with a number that there may not be.
func number(x *float32) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.3g", *x)
}
