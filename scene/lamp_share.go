package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A LampSource is what shines of a lamp with a size: a rectangle, or a ball. The zero value is a point.
type LampSource struct {
	Right, Up mgl32.Vec3 // half sides of the rectangle, world metres
	Radius    float32    // of the ball, metres
}

// A LampShare is a part of a source that has a shadow map of its own. The maps of one point show the shadow of a large
// lamp only roughly: near its horizon, and where things stand before one another, they show what other points of it do
// not see. So each sample of a still draws them from another part of the lamp, and the mean over the samples has the
// shadow of all of it.
//
// With E the illuminance of the whole lamp if nothing stood before it, e that of the share, n the number of shares
// and V what the share's maps let through, a sample adds E·(1 - w·(1-V)), where w = n·e/E. The shares of a rectangle are its
// parts, so that their mean is ΣeV, and what nothing shades has the light of the whole lamp in every sample: the ratio of
// Heitz, Hill and McGuire, "Combining Analytic Direct Illumination and Stochastic Shadows", I3D 2018, with
// what is missing in place of what is left. Parts that the surface does not face have w = 0, whatever their maps show.
// The reflection takes the same factor.
type LampShare struct {
	Middle    mgl32.Vec3 // from the lamp's middle, world metres
	Right, Up mgl32.Vec3 // half sides of a rectangle's part
	Radius    float32    // of the ball that stands for it, or of a disc of the rectangle's area, metres: what its maps are filtered by
	Of        int        // how many shares there are; 0: it is the whole lamp
}

// Slope is what a spot's map has to cover more than its cone, as a tangent: the cone from the lamp's middle, from four times the
// share's distance from there on.
func (s LampShare) Slope() float32 {
	if s.Middle == (mgl32.Vec3{}) {
		return 0
	}
	return 0.25
}

// ballOverlap is how many times as large as a share of its disc the balls are that stand for a ball's shares: they are
// not laid out so evenly that they would cover it otherwise.
const ballOverlap = 1.5

// Whole is the source itself.
func (s LampSource) Whole() LampShare {
	radius := s.Radius
	if s.Right != (mgl32.Vec3{}) {
		radius = float32(math.Sqrt(4 / math.Pi * float64(s.Right.Len()) * float64(s.Up.Len())))
	}
	return LampShare{Right: s.Right, Up: s.Up, Radius: radius}
}

// Shares are those that the samples of a picture see, in their order. One sample sees the source whole.
func (s LampSource) Shares(samples int) []LampShare {
	if samples < 2 {
		return []LampShare{s.Whole()}
	}
	out := make([]LampShare, samples)
	if s.Right != (mgl32.Vec3{}) {
		s.parts(out)
	} else {
		s.balls(out)
	}
	return out
}

// parts cuts a rectangle into rows of nearly square parts of the same area: a row has one part more or less than
// another, and is as high.
func (s LampSource) parts(out []LampShare) {
	n := len(out)
	rows := min(max(int(math.Round(math.Sqrt(float64(n)*float64(s.Up.Len())/float64(s.Right.Len())))), 1), n)
	upwards := inRadicalOrder(n, 5)
	for row := range rows {
		first, end := row*n/rows, (row+1)*n/rows
		members := upwards[first:end]
		slices.SortFunc(members, func(a, b int) int { return cmp.Compare(radicalInverse(7, a+1), radicalInverse(7, b+1)) })
		of := float32(len(members))
		part := LampSource{Right: s.Right.Mul(1 / of), Up: s.Up.Mul(of / float32(n))}.Whole()
		part.Of = n
		for column, i := range members {
			part.Middle = s.Right.Mul((2*float32(column)+1)/of - 1).Add(s.Up.Mul(float32(first+end)/float32(n) - 1))
			out[i] = part
		}
	}
}

// balls places balls within the source, each as large as its share of the disc that is seen of it, and a little more. From
// all sides they are as dense as the disc is even: their density in the ball is 1/√(1-r²), whose integral along any line that
// meets it is π. With their own size, they are spread along every axis as the disc is: its mean square is a quarter of the
// radius squared.
func (s LampSource) balls(out []LampShare) {
	n := len(out)
	places := make([]mgl64.Vec3, n)
	if n < 6 {
		middle := mgl64.Vec3{}
		for i := range places {
			places[i] = fibonacci(i, n, 2)
			middle = middle.Add(places[i].Mul(1 / float64(n)))
		}
		for i := range places {
			places[i] = places[i].Sub(middle)
		}
	} else {
		// Two and two lie opposite each other; one without another, in the middle.
		samples, pairs := inRadicalOrder(n, 7), n/2
		for rank, pair := range inRadicalOrder(pairs, 5) {
			// The share of places within r = sin t is (2t - sin 2t)/π.
			low, high := 0.0, math.Pi/2
			for range 40 {
				if t := (low + high) / 2; (2*t-math.Sin(2*t))/math.Pi*float64(pairs) < float64(rank)+0.5 {
					low = t
				} else {
					high = t
				}
			}
			place := fibonacci(pair, pairs, 1).Mul(math.Sin(low))
			places[samples[2*pair]], places[samples[2*pair+1]] = place, place.Mul(-1)
		}
	}
	radius := min(math.Sqrt(ballOverlap/float64(n)), 1)
	evenSpread(places, float64(s.Radius)/2*math.Sqrt(1-radius*radius))
	for i, p := range places {
		out[i] = LampShare{Middle: mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])}, Radius: s.Radius * float32(radius), Of: n}
	}
}

// fibonacci is one of n directions that are evenly spread: over the sphere where high is 2, over half of it where it is 1.
func fibonacci(i, n int, high float64) mgl64.Vec3 {
	z := 1 - high*(float64(i)+0.5)/float64(n)
	sin, cos := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
	ring := math.Sqrt(1 - z*z)
	return mgl64.Vec3{ring * cos, ring * sin, z}
}

// evenSpread moves places around the origin so that along every axis the root of their mean square is the same. Fewer than
// four keep to a line or a plane.
func evenSpread(places []mgl64.Vec3, root float64) {
	for k := range 3 {
		for other := range k {
			along := 0.0
			for _, p := range places {
				along += p[k] * p[other] / float64(len(places))
			}
			for i := range places {
				places[i][k] -= places[i][other] * along / (root * root)
			}
		}
		square := 0.0
		for _, p := range places {
			square += p[k] * p[k] / float64(len(places))
		}
		scale := 0.0
		if square > 1e-12 {
			scale = root / math.Sqrt(square)
		}
		for i := range places {
			places[i][k] *= scale
		}
	}
}

// inRadicalOrder returns samples in the order of their radical inverses: those few in a row are spread over all of them.
func inRadicalOrder(samples, base int) []int {
	out := make([]int, samples)
	for i := range out {
		out[i] = i
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Compare(radicalInverse(base, a+1), radicalInverse(base, b+1)) })
	return out
}

const (
	// shareLeast is how many pixels a lamp's radius has to have, where it is seen from, for its half shadows to be seen at
	// all; by eye.
	shareLeast = 4
	// shareFaces is how many maps at most are drawn anew for each sample.
	shareFaces = 96
)

// PlanLampShares returns the shares that the samples of a picture see of each lamp: of those whose light the view may see and that
// are large in it, the largest first. None for a lamp is all of it in every sample.
func PlanLampShares(view View, lamps []LampShadow, samples int) [][]LampShare {
	out := make([][]LampShare, len(lamps))
	frustum := view.Frustum()
	size := make([]float32, len(lamps)) // pixels
	var order []int
	for i := range lamps {
		l := &lamps[i]
		radius := l.Source.Whole().Radius
		if !(radius > 0) || !frustum.MeetsSphere(l.Position, l.Reach) {
			continue
		}
		size[i] = radius / view.Footprint(max(l.Position.Sub(view.Position).Len(), radius))
		if size[i] >= shareLeast {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	room := shareFaces
	for _, i := range order {
		if room -= lamps[i].Faces; room < 0 {
			break
		}
		out[i] = lamps[i].Source.Shares(samples)
	}
	return out
}
