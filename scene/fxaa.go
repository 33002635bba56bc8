package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// FXAA smooths the stairs of edges in a picture that is ready for a display, at the cost of one pass: it finds
// from brightness alone how an edge runs and how far along it a pixel lies, and mixes the pixel with its
// neighbour across the edge (Lottes, "FXAA", 2009, and the quality variant of version 3.11, 2011). What
// deviates: pixels are mixed as linear light, as more samples would be, so that a half covered one is as
// bright as half the light; and coverage counts as brightness, so that a picture cut out of its
// background is smoothed too. Pixels away from edges keep their bits.

const (
	fxaaEdge    = 0.125  // of the brightest pixel around: less contrast is no edge
	fxaaDark    = 0.0625 // less contrast than this is none
	fxaaSubPix  = 0.75   // how much single pixels are smoothed
	fxaaQuarter = 0.25   // of the edge's contrast: where an end of it is seen
)

// fxaaSteps are the distances between the places of a search along an edge, in pixels.
var fxaaSteps = [12]int{1, 1, 1, 1, 1, 1, 2, 2, 2, 4, 4, 8}

// FXAA returns pixel (x, y) of a picture whose pixels are display values 0..1, sRGB, with coverage in
// w; at repeats the border. The shader repeats it.
func FXAA(at func(x, y int) mgl32.Vec4, x, y int) mgl32.Vec4 {
	signal := func(dx, dy int) float32 { return fxaaSignal(at(x+dx, y+dy)) }
	m, n, s, w, e := signal(0, 0), signal(0, -1), signal(0, 1), signal(-1, 0), signal(1, 0)
	high, low := max(m, n, s, w, e), min(m, n, s, w, e)
	contrast := high - low
	if contrast < max(fxaaDark, fxaaEdge*high) {
		return at(x, y)
	}
	nw, ne, sw, se := signal(-1, -1), signal(1, -1), signal(-1, 1), signal(1, 1)
	level := abs32(nw+sw-2*w) + 2*abs32(n+s-2*m) + abs32(ne+se-2*e) // an edge that runs sideways
	upright := abs32(nw+ne-2*n) + 2*abs32(w+e-2*m) + abs32(sw+se-2*s)

	// A pixel that differs from all around it is smoothed however the edge runs. On a straight edge the
	// difference from the mean is a third.
	mean := (2*(n+s+w+e) + nw + ne + sw + se) / 12
	lone := min(max(1.5*abs32(mean-m)/contrast-0.5, 0), 1)
	lone = lone * lone * (3 - 2*lone) * fxaaSubPix

	// Along the edge, and across to the side that differs more.
	ax, ay, cx, cy := 1, 0, 0, -1
	before, after := n, s
	if level < upright {
		ax, ay, cx, cy = 0, 1, -1, 0
		before, after = w, e
	}
	across := before
	if abs32(after-m) > abs32(before-m) {
		cx, cy, across = -cx, -cy, after
	}
	middle := (m + across) / 2
	limit := fxaaQuarter * abs32(across-m)

	// To both ends of the edge: where the pair's brightness leaves that of the middle.
	var ends [2]struct {
		far   int
		shift float32
	}
	for side := range ends {
		sign := 1 - 2*side
		end := &ends[side]
		for _, step := range fxaaSteps {
			end.far += step
			px, py := sign*end.far*ax, sign*end.far*ay
			end.shift = (signal(px, py)+signal(px+cx, py+cy))/2 - middle
			if abs32(end.shift) >= limit {
				break
			}
		}
	}
	nearer := ends[0]
	if ends[1].far < ends[0].far {
		nearer = ends[1]
	}
	along := float32(0)
	// The edge crosses the pixel only if its nearer end turns away from the pixel's own brightness.
	if (nearer.shift < 0) != (m < middle) {
		along = 0.5 - float32(nearer.far)/float32(ends[0].far+ends[1].far)
	}
	return fxaaMix(at(x, y), at(x+cx, y+cy), max(along, lone))
}

// fxaaSignal is the brightness that edges are seen in: from 0 to 1, and -1 where nothing is.
func fxaaSignal(c mgl32.Vec4) float32 {
	return c[3]*(0.299*c[0]+0.587*c[1]+0.114*c[2]+1) - 1
}

// fxaaMix mixes two pixels as linear light.
func fxaaMix(a, b mgl32.Vec4, share float32) mgl32.Vec4 {
	alpha := a[3] + share*(b[3]-a[3])
	out := mgl32.Vec4{0, 0, 0, alpha}
	if alpha <= 0 {
		return out
	}
	for i := range 3 {
		la, lb := a[3]*LinearFromSRGB(a[i]), b[3]*LinearFromSRGB(b[i])
		out[i] = SRGBFromLinear((la + share*(lb-la)) / alpha)
	}
	return out
}

func abs32(x float32) float32 { return float32(math.Abs(float64(x))) }
