package graph

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// Measures of the drawing in pixels.
const (
	rowHeight   = 26
	columnWidth = 26
	barWidth    = 12
	charWidth   = 6.9 // of the 12 px label font, on the wide side
	slant       = 50  // degrees by which resource names lean
	legendSize  = 64
)

// SVG draws the plan: passes as rows in order, resources as columns. A bar
// spans the passes between which a resource is alive, and has the number and
// colour of its slot; grey ones are imported. Marks on a bar are reads and writes, ticks
// across it are barriers. Pointing at anything names it.
func (p *Plan) SVG() string {
	d := drawing{plan: p, passes: p.inOrder()}
	d.measure()
	d.draw()
	return d.out.String()
}

type drawing struct {
	plan   *Plan
	passes []*Step
	rowOf  []int  // step to row; one more for the end of the frame
	culled []bool // by row

	left, top     float64 // of the grid
	width, height float64
	out           strings.Builder
}

type barColor struct{ fill, line string }

// slotColors are told apart next to each other; they repeat after ten slots.
var slotColors = [...]barColor{
	{"#a6cbe8", "#2f6f9f"}, {"#ffd19a", "#b8690f"}, {"#b5dfb0", "#3b8132"}, {"#f2b3b1", "#a93a37"}, {"#d6c3e4", "#76509a"},
	{"#dcc7bd", "#7d5241"}, {"#f7c9e2", "#b0508a"}, {"#e2e29a", "#80801c"}, {"#a9e2ea", "#16808e"}, {"#c9d3b0", "#5c6e2f"},
}

func columnColor(r *Resource) barColor {
	if r.Slot < 0 {
		return barColor{"#dfe3e6", "#5b6770"}
	}
	return slotColors[r.Slot%len(slotColors)]
}

func (d *drawing) measure() {
	longestPass, longestName := utf8.RuneCountInString("end of frame"), 0
	d.culled = make([]bool, len(d.passes)+1)
	for i := range d.plan.Culled {
		d.culled[d.plan.Culled[i].Index] = true
	}
	for i, s := range d.passes {
		longestPass = max(longestPass, utf8.RuneCountInString(s.Name))
		if !d.culled[i] {
			d.rowOf = append(d.rowOf, i)
		}
	}
	d.rowOf = append(d.rowOf, len(d.passes))
	for i := range d.plan.Resources {
		longestName = max(longestName, utf8.RuneCountInString(d.plan.Resources[i].Name))
	}
	const sin, cos = 0.766, 0.643 // of slant
	label := float64(longestName) * charWidth
	columns := float64(len(d.plan.Resources) * columnWidth)
	d.left = 50 + float64(longestPass)*charWidth
	d.top = 24 + label*sin
	d.width = max(d.left+columns+max(20, label*cos), 640)
	d.height = d.top + float64((len(d.passes)+1)*rowHeight) + legendSize
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

func (d *drawing) column(resource int) float64 {
	return d.left + (float64(resource)+0.5)*columnWidth
}

func (d *drawing) row(i int) float64 { return d.top + (float64(i)+0.5)*rowHeight }

func (d *drawing) draw() {
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="12">`+"\n",
		d.width, d.height, d.width, d.height)
	d.printf("<title>frame graph</title>\n")
	d.printf(`<rect width="100%%" height="100%%" fill="#ffffff"/>` + "\n")
	d.drawRows()
	for i := range d.plan.Resources {
		d.drawResource(i)
	}
	for i, s := range d.passes {
		d.drawBarriers(i, s.Barriers)
		for k, a := range s.Accesses {
			d.drawAccess(i, a, shift(s.Accesses, k))
		}
	}
	end := len(d.passes)
	d.drawBarriers(end, d.plan.Final)
	for _, a := range d.plan.outputs {
		d.drawOutput(end, a)
	}
	d.drawLegend()
	d.printf("</svg>\n")
}

func (d *drawing) drawRows() {
	right := d.column(len(d.plan.Resources)-1) + columnWidth/2
	step := 0
	for i := range len(d.passes) + 1 {
		y := d.row(i)
		if i%2 == 0 {
			d.printf(`<rect x="8" y="%.1f" width="%.1f" height="%d" fill="#f5f7f8"/>`+"\n", y-rowHeight/2, right-8, rowHeight)
		}
		switch {
		case i == len(d.passes):
			d.printf(`<text x="%.1f" y="%.1f" text-anchor="end" fill="#5b6770" font-style="italic">end of frame</text>`+"\n", d.left-12, y+4)
		case d.culled[i]:
			d.printf(`<text x="%.1f" y="%.1f" text-anchor="end" fill="#a3abb1" text-decoration="line-through">%s<title>%s</title></text>`+"\n",
				d.left-12, y+4, escape(d.passes[i].Name), escape("culled: "+d.plan.Why(d.passes[i])))
		default:
			d.printf(`<text x="14" y="%.1f" font-size="10" fill="#8a959d">%d</text>`, y+4, step)
			d.printf(`<text x="%.1f" y="%.1f" text-anchor="end" fill="#1d2830">%s</text>`+"\n", d.left-12, y+4, escape(d.passes[i].Name))
			step++
		}
	}
}

func (d *drawing) drawResource(i int) {
	r := &d.plan.Resources[i]
	x, color := d.column(i), columnColor(r)
	info := fmt.Sprintf("%s: %s, %s, %s", r.Name, d.plan.describe(r), d.plan.lifetime(r), d.plan.place(r))
	ink := "#1d2830"
	if r.First < 0 {
		ink = "#a3abb1"
	}
	d.printf(`<text transform="translate(%.1f %.1f) rotate(-%d)" fill="%s">%s<title>%s</title></text>`+"\n",
		x+4, d.top-8, slant, ink, escape(r.Name), escape(info))
	d.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#e1e6e9"/>`+"\n",
		x, d.top, x, d.row(len(d.passes))+rowHeight/2)
	if r.First < 0 {
		return
	}
	from, to := d.row(d.rowOf[r.First])-rowHeight/2+5, d.row(d.rowOf[r.Last])+rowHeight/2-5
	dash := ""
	if r.Imported { // it was there before the frame and stays after it
		from, to = d.top-2, d.row(len(d.passes))+rowHeight/2+2
		dash = ` stroke-dasharray="3 2"`
	}
	d.printf(`<rect x="%.1f" y="%.1f" width="%d" height="%.1f" rx="4" fill="%s" stroke="%s"%s><title>%s</title></rect>`+"\n",
		x-barWidth/2, from, barWidth, to-from, color.fill, color.line, dash, escape(info))
	if r.Slot >= 0 {
		d.printf(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="8.5" fill="%s">%d</text>`+"\n", x, to+9, color.line, r.Slot)
	}
}

// shift moves marks sideways where a pass has several on one resource, as on
// two mips of it.
func shift(accesses []Access, k int) float64 {
	n, place := 0, 0
	for i, a := range accesses {
		if a.Resource == accesses[k].Resource {
			if i < k {
				place++
			}
			n++
		}
	}
	if n == 1 {
		return 0
	}
	return (float64(place)/float64(n-1) - 0.5) * 11
}

func (d *drawing) drawAccess(row int, a Access, dx float64) {
	color := columnColor(&d.plan.Resources[a.Resource]).line
	opacity := ""
	if d.culled[row] {
		color, opacity = "#a3abb1", ` opacity="0.6"`
	}
	d.printf(`<g%s>`, opacity)
	d.mark(d.column(a.Resource)+dx, d.row(row), a, color)
	d.printf(`<title>%s</title></g>`+"\n", escape(fmt.Sprintf("%s: %s %s v%d as %v",
		d.passes[row].Name, accessVerb(a), d.plan.part(a.Resource, a.FirstMip, a.Mips), a.Version, a.Use)))
}

// mark is a ring for a read, a disc for a write that keeps, a square for one
// that starts anew.
func (d *drawing) mark(x, y float64, a Access, color string) {
	switch {
	case !a.Write:
		d.printf(`<circle cx="%.1f" cy="%.1f" r="4.5" fill="#ffffff" stroke="%s" stroke-width="2"/>`, x, y, color)
	case a.Discard:
		d.printf(`<rect x="%.1f" y="%.1f" width="11" height="11" fill="%s"/>`, x-5.5, y-5.5, color)
	default:
		d.printf(`<circle cx="%.1f" cy="%.1f" r="5.5" fill="%s"/>`, x, y, color)
	}
}

func (d *drawing) drawOutput(row int, a Access) {
	x, y := d.column(a.Resource), d.row(row)
	use := "as it is"
	if a.Use != nil {
		use = a.Use.String()
	}
	d.outputMark(x, y, columnColor(&d.plan.Resources[a.Resource]).line)
	d.printf(`<title>%s</title></path>`+"\n", escape(fmt.Sprintf("output %s v%d, left for: %s",
		d.plan.part(a.Resource, a.FirstMip, a.Mips), a.Version, use)))
}

func (d *drawing) outputMark(x, y float64, color string) {
	d.printf(`<path d="M%.1f %.1fh12l-6 9z" fill="%s">`, x-6, y-4, color)
}

func (d *drawing) drawBarriers(row int, barriers []Barrier) {
	for _, b := range barriers {
		d.tick(d.column(b.Resource), d.row(row)-rowHeight/2, b.OldLayout != b.NewLayout)
		d.printf(`<title>%s</title></line>`+"\n",
			escape(fmt.Sprintf("barrier %s: %s", d.plan.part(b.Resource, b.FirstMip, b.Mips), d.plan.transition(b))))
	}
}

func (d *drawing) tick(x, y float64, layout bool) {
	color := "#1d2830"
	if layout {
		color = "#d0342c"
	}
	d.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="2.5">`, x-9, y, x+9, y, color)
}

func (d *drawing) drawLegend() {
	const color = "#2f6f9f"
	y := d.height - legendSize + 28
	x := 24.0
	item := func(label string, draw func()) {
		draw()
		d.printf(`<text x="%.1f" y="%.1f" font-size="11" fill="#3c4850">%s</text>`+"\n", x+14, y+4, label)
		x += 34 + float64(len(label))*6
	}
	item("read", func() { d.mark(x, y, Access{}, color) })
	item("write", func() { d.mark(x, y, Access{Write: true}, color) })
	item("write new", func() { d.mark(x, y, Access{Write: true, Discard: true}, color) })
	item("output", func() { d.outputMark(x, y, color); d.printf("</path>") })
	item("barrier", func() { d.tick(x, y, false); d.printf("</line>") })
	item("with layout change", func() { d.tick(x, y, true); d.printf("</line>") })
	x, y = 24, y+20
	item("imported; the number under any other bar is its slot, and bars of one slot share memory", func() {
		d.printf(`<rect x="%.1f" y="%.1f" width="12" height="12" rx="3" fill="#dfe3e6" stroke="#5b6770" stroke-dasharray="3 2"/>`, x-6, y-6)
	})
}

// escape writes s as XML text; what XML cannot say at all is replaced.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
	return html.EscapeString(s)
}
