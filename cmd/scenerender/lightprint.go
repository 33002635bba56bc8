package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"text/tabwriter"

	"scenerender/scene"
)

// printLight writes the report for a person: where and how it looks, a row for each light,
// and what they make together.
func (a *app) printLight(r *lightReport) {
	fmt.Fprintf(a.out, "%s: shot %s, camera %s, %dx%d, tone curve %s\n", r.Scene, oneLine(r.Shot), oneLine(r.Camera), r.Size[0], r.Size[1], r.Tonemap)
	fmt.Fprintln(a.out, r.At.text())
	fmt.Fprintln(a.out, r.Exposure.text())
	fmt.Fprintln(a.out)
	if len(r.Lights) == 0 {
		fmt.Fprintln(a.out, "nothing gives light in this scene")
		return
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  light\tkind\tamount\taway\tfacing lx\there lx\tlit lx\tgrey\tof 255\t0.18 takes\tverdict")
	rows, more := r.rows()
	for _, l := range rows {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", oneLine(l.Name), l.Kind, l.amount(), l.away(),
			short(l.Facing), short(l.Surface), short(l.Lit), short(l.Grey), steps(l.Shown), l.needed(), l.verdict())
	}
	fmt.Fprintf(t, "  all\t\t\t\t\t\t%s\t%s\t%s\t\t\n", short(r.Total.Lit), short(r.Total.Grey), steps(r.Total.Shown))
	t.Flush()
	if more > 0 {
		fmt.Fprintf(a.out, "  %d lamps more are out of reach; --json lists them\n", more)
	}
	fmt.Fprintln(a.out)
	fmt.Fprintln(a.out, r.advice())
}

// manyLamps out of reach are counted and not listed.
const manyLamps = 5

// rows are the lights, the brightest at the point first, and how many more there are that do not reach it.
func (r *lightReport) rows() (rows []*lightAt, more int) {
	for i := range r.Lights {
		rows = append(rows, &r.Lights[i])
	}
	slices.SortStableFunc(rows, func(a, b *lightAt) int {
		return cmp.Or(cmp.Compare(b.Lit, a.Lit), cmp.Compare(b.Surface, a.Surface), cmp.Compare(b.Facing, a.Facing))
	})
	near := slices.DeleteFunc(slices.Clone(rows), func(l *lightAt) bool { return l.Here == scene.LightOutside.String() })
	if more = len(rows) - len(near); more < manyLamps {
		return rows, 0
	}
	return near, more
}

func (p *lightPlace) text() string {
	at := fmt.Sprintf("%s, %s m from the camera", point(p.Point), short(p.Distance))
	where := ""
	switch p.From {
	case "middle":
		where = "the middle of the picture"
	case "nearest":
		where = fmt.Sprintf("pixel %.4g, %.4g, the surface nearest to the middle of the picture", p.Pixel[0], p.Pixel[1])
	case "pixel":
		where = fmt.Sprintf("pixel %.4g, %.4g", p.Pixel[0], p.Pixel[1])
	case "point":
		where = "as given, outside of the picture"
		if p.Pixel != nil {
			where = fmt.Sprintf("as given, at pixel %.4g, %.4g of the picture if nothing hides it", p.Pixel[0], p.Pixel[1])
		}
	}
	if p.Name != nil {
		at = fmt.Sprintf("%s, on %s", at, *p.Name)
	}
	return fmt.Sprintf("point: %s (%s), facing %s", at, where, point(p.Normal))
}

func (x *lightExposure) text() string {
	text := fmt.Sprintf("exposure: EV100 %s, from %s", hundredths(x.EV100), x.Source)
	if x.Metered {
		text += " on what the camera sees"
	}
	if x.Compensation != 0 {
		text += fmt.Sprintf(" with a compensation of %+.4g", x.Compensation)
	}
	return text + fmt.Sprintf("; %s cd/m² reads as 1", short(1/x.Factor))
}

// advice compares the exposure with what a meter at the point would say.
func (r *lightReport) advice() string {
	if r.Total.Meter == nil {
		return "no light reaches the point"
	}
	// Compensation is wanted, so it does not count as a difference.
	d := r.Exposure.EV100 + r.Exposure.Compensation - *r.Total.Meter
	meter := fmt.Sprintf("a meter at the point says EV100 %s", hundredths(*r.Total.Meter))
	switch {
	case d >= 0.05:
		return fmt.Sprintf("%s: the picture is exposed for %s stops more light than there is here", meter, hundredths(d))
	case d <= -0.05:
		return fmt.Sprintf("%s: the picture is exposed for %s stops less light than there is here", meter, hundredths(-d))
	}
	return meter + ", as the picture is exposed"
}

func (l *lightAt) amount() string {
	if l.Unit == "lm" && l.Kind != "rectangle" { // a rectangle's candela depend on the direction
		return fmt.Sprintf("%s lm (%s cd)", short(l.Amount), short(candela(l.Amount)))
	}
	return short(l.Amount) + " " + l.Unit
}

func (l *lightAt) away() string {
	if l.Distance == nil {
		return "-"
	}
	return short(*l.Distance)
}

func (l *lightAt) needed() string {
	if l.Needed == nil {
		return "-"
	}
	return short(*l.Needed) + " " + l.Unit
}

func (l *lightAt) verdict() string {
	switch l.Here {
	case "lit":
		return l.Verdict
	case "in shadow":
		return fmt.Sprintf("%s, but in the shadow of %s", l.Verdict, *l.Blocker)
	case "faces away":
		return l.Verdict + ", but the surface faces away"
	}
	return l.Verdict + ": " + l.Here
}

// short is a number with three digits that matter, and no exponent where a person would write none.
func short(x float32) string {
	switch a := math.Abs(float64(x)); {
	case a >= 100 && a < 1e7:
		return fmt.Sprintf("%.0f", x)
	case a >= 1e-3 && a < 100:
		return fmt.Sprintf("%.3g", x)
	}
	return fmt.Sprintf("%.2g", x)
}

func hundredths(x float32) string {
	text := fmt.Sprintf("%.2f", x)
	if text == "-0.00" {
		return "0.00"
	}
	return text
}

// steps are of 255.
func steps(shown float32) string {
	if x := 255 * shown; x < 1 {
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.0f", 255*shown)
}

// point is a position or a direction.
func point(v [3]float32) string {
	var text [3]string
	for i, x := range v {
		if text[i] = fmt.Sprintf("%.3g", x); math.Abs(float64(x)) < 5e-4 {
			text[i] = "0"
		}
	}
	return fmt.Sprintf("(%s, %s, %s)", text[0], text[1], text[2])
}
