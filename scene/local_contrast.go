package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Local contrast strengthens details and leaves large differences of brightness alone: the logarithm of
// a pixel's luminance is split into a base, which is smooth but keeps edges, and the detail on it,
// and the detail is multiplied by 1 + strength. The base is a guided filter of the picture with itself (He,
// Sun and Tang, "Guided Image Filtering", 2013, eq. 5 to 8): around every place it is the line a·x + b
// that fits best, with a near 0 where little happens and near 1 across an edge, so that
// edges get no halo. The lines are found in a picture of blocks and interpolated (He and Sun, "Fast
// Guided Filter", 2015).

const (
	contrastWindow = 1.0 / 24 // side of the window that a line fits, as a share of the picture's height; found by eye
	contrastEdge   = 0.1      // variance in squared stops between detail and edge; found by eye
	contrastDark   = -12      // stops below 1 where darkness begins, whose details stay as they are
	contrastGain   = 2        // stops by which a pixel may change
)

// A ContrastPlan says how the lines are found for a size of picture.
type ContrastPlan struct {
	Block         int // pixels along a block's side
	Width, Height int // blocks
	Reach         int // blocks on either side of a window's middle
}

// PlanContrast plans for a picture.
func PlanContrast(width, height int) ContrastPlan {
	window := contrastWindow * float64(height)
	p := ContrastPlan{Block: 1}
	for window > 8*float64(p.Block) && p.Block < 256 {
		p.Block *= 2
	}
	p.Width, p.Height = (width+p.Block-1)/p.Block, (height+p.Block-1)/p.Block
	p.Reach = max(1, int(math.Round((window/float64(p.Block)-1)/2)))
	return p
}

// LocalContrast is the rule in plain Go: it returns what each pixel of exposed light, row by row, is
// multiplied by.
func LocalContrast(strength float32, picture []mgl32.Vec3, width, height int) []float32 {
	p := PlanContrast(width, height)
	lines := p.smooth(p.fit(p.blocks(picture, width, height)))
	out := make([]float32, len(picture))
	for i, c := range picture {
		stops := contrastStops(c)
		line := p.line(lines, (float32(i%width)+0.5)/float32(p.Block), (float32(i/width)+0.5)/float32(p.Block))
		out[i] = contrastOf(strength, stops, line)
	}
	return out
}

func contrastStops(c mgl32.Vec3) float32 {
	return float32(math.Log2(math.Max(float64(Luminance(c)), math.Exp2(contrastDark))))
}

func contrastOf(strength, stops float32, line mgl32.Vec2) float32 {
	detail := stops - (line[0]*stops + line[1])
	return float32(math.Exp2(float64(min(max(strength*detail, -contrastGain), contrastGain))))
}

// blocks are the means of the stops and of their squares.
func (p *ContrastPlan) blocks(picture []mgl32.Vec3, width, height int) []mgl32.Vec2 {
	var out []mgl32.Vec2
	for by := range p.Height {
		for bx := range p.Width {
			var sum mgl32.Vec2
			count := 0
			for y := by * p.Block; y < min((by+1)*p.Block, height); y++ {
				for x := bx * p.Block; x < min((bx+1)*p.Block, width); x++ {
					s := contrastStops(picture[y*width+x])
					sum = sum.Add(mgl32.Vec2{s, s * s})
					count++
				}
			}
			out = append(out, sum.Mul(1/float32(count)))
		}
	}
	return out
}

// fit finds the line of the window around each block.
func (p *ContrastPlan) fit(moments []mgl32.Vec2) []mgl32.Vec2 {
	moments = p.smooth(moments)
	for i, m := range moments {
		variance := max(m[1]-m[0]*m[0], 0)
		a := variance / (variance + contrastEdge)
		moments[i] = mgl32.Vec2{a, (1 - a) * m[0]}
	}
	return moments
}

// smooth takes the mean over the window around each block, first along rows.
func (p *ContrastPlan) smooth(in []mgl32.Vec2) []mgl32.Vec2 {
	for _, step := range [2][2]int{{1, 0}, {0, 1}} {
		out := make([]mgl32.Vec2, len(in))
		for i := range in {
			var sum mgl32.Vec2
			count := 0
			for d := -p.Reach; d <= p.Reach; d++ {
				x, y := i%p.Width+d*step[0], i/p.Width+d*step[1]
				if x >= 0 && x < p.Width && y >= 0 && y < p.Height {
					sum = sum.Add(in[y*p.Width+x])
					count++
				}
			}
			out[i] = sum.Mul(1 / float32(count))
		}
		in = out
	}
	return in
}

// line interpolates between the middles of blocks; x and y are in blocks.
func (p *ContrastPlan) line(lines []mgl32.Vec2, x, y float32) mgl32.Vec2 {
	at := func(x, y int) mgl32.Vec2 {
		return lines[min(max(y, 0), p.Height-1)*p.Width+min(max(x, 0), p.Width-1)]
	}
	x, y = x-0.5, y-0.5
	fx, fy := float32(math.Floor(float64(x))), float32(math.Floor(float64(y)))
	ix, iy := int(fx), int(fy)
	x, y = x-fx, y-fy
	top := at(ix, iy).Mul(1 - x).Add(at(ix+1, iy).Mul(x))
	bottom := at(ix, iy+1).Mul(1 - x).Add(at(ix+1, iy+1).Mul(x))
	return top.Mul(1 - y).Add(bottom.Mul(y))
}
