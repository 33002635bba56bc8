package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// printLod writes the report for a person: a paragraph for each group, and a table with a row for each
// level and one for where the group vanishes. Groups that follow each other share a table that is the same.
func (a *app) printLod(r *lodReport) {
	fade := map[bool]string{true: "on", false: "off"}[r.Crossfade]
	fmt.Fprintf(a.out, "%s: camera %s, %dx%d, bias %.4g, crossfade %s\n", r.Scene, oneLine(r.Camera), r.Size[0], r.Size[1], r.Bias, fade)
	if len(r.Groups) == 0 {
		fmt.Fprintln(a.out, "no entity has a LodGroup")
	}
	table := ""
	for i := range r.Groups {
		next := r.Groups[i].table()
		if i == 0 || next != table {
			fmt.Fprintf(a.out, "%s\n", table)
		}
		fmt.Fprint(a.out, r.Groups[i].text())
		table = next
	}
	fmt.Fprint(a.out, table)
	if len(r.Warnings) > 0 {
		fmt.Fprintln(a.out)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(a.out, "warning: %s\n", oneLine(w))
	}
}

// text says where the group stands and what it draws.
func (g *lodGroup) text() string {
	p := &g.Picks
	switch g.Count {
	case 0:
		return g.title() + ": placed nowhere\n"
	case 1:
		return fmt.Sprintf("%s: %s, %d triangles\n", g.title(), g.Nearest.text(), g.Triangles)
	}
	levels := "none"
	for i, n := range p.Levels {
		if levels += fmt.Sprintf(" + %d", n); i == 0 {
			levels = fmt.Sprint(n)
		}
	}
	return fmt.Sprintf("%s: %d placed, %d in view with %d triangles: %d draw a level (%s), %d fade, %d are past the last\n  nearest  %s\n  farthest %s\n",
		g.title(), g.Count, g.InView, g.Triangles, p.Selections, levels, p.Fading, p.Culled, g.Nearest.text(), g.Farthest.text())
}

// table is empty for a group without levels.
func (g *lodGroup) table() string {
	if len(g.Levels) == 0 {
		return ""
	}
	var text strings.Builder
	unit := map[string]string{"screen_height": "height", "distance": "m"}[g.Thresholds]
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  level\ttriangles\terror m\tfrom %s\tpixels there\t1 pixel at %s\tfade\tpopping\tcasters\n", unit, unit)
	for i := range g.Levels {
		l := &g.Levels[i]
		name := fmt.Sprint(l.Level)
		if l.Auto {
			name += " auto"
		}
		fmt.Fprintf(t, "  %s\t%d\t%s\t%s\t%s\n", name, l.Triangles, number(l.Error), l.Begin.text(l.Error), l.Shadow.text())
	}
	if g.End != nil {
		fmt.Fprintf(t, "  nothing\t-\t-\t%s\t-\n", g.End.text(&g.Size))
	}
	t.Flush()
	return text.String()
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
	if p.Coverage < 1 {
		at += fmt.Sprintf(", %.0f %% of its pixels", 100*p.Coverage)
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
	switch {
	case err == nil:
	case *err == 0:
		one = "anywhere"
	case b.OnePixel == nil:
		one = "nowhere"
	}
	if b.Risk != nil {
		risk = *b.Risk
	}
	return fmt.Sprintf("%.4g\t%s\t%s\t%s\t%s", b.Threshold, number(b.Pixels), one, fade, risk)
}

func (s *lodShadow) text() string {
	switch {
	case s == nil:
		return "-"
	case s.Sticks == nil:
		return fmt.Sprintf("%d triangles, where nothing is drawn", s.Triangles)
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
