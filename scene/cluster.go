package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Thousands of lamps: what a camera sees is cut into clusters, and each knows which lamps reach it, so that a
// point is lit by those alone. A cluster is a square of pixels (a tile) between two depths (a slice), as in
// Olsson, Billeter and Assarsson, "Clustered Deferred and Forward Shading", 2012.
//
// Nothing is lost: a lamp is in the list of every cluster of which it lights a point. One that ends nowhere, with
// neither a range nor a cone, is in all lists: however far it is, a highlight or a long exposure may
// show it, so there is no distance at which leaving it out could not be seen.

const (
	clusterTiles       = 30       // along the picture's longer side
	clusterTileStep    = 8        // pixels: tiles hold whole workgroups of lighting.comp
	clusterTileLeast   = 16       // pixels
	clusterSlices      = 32       // by depth
	clusterSlicesLeast = 8        //
	clusterNearest     = 512      // the first slice ends no nearer than this share of the farthest depth
	clusterWords       = 16 << 20 // of all lists: 64 MiB
)

// A ClusterGrid says how a view is cut into clusters, and how large a cluster's list is: a bit for each lamp in
// words of 32, behind a bit for each of those words that says whether any of its lamps reaches the cluster.
//
// The numbers: with 30 tiles along the longer side and 32 slices of about 0.3 octaves, at most 900 · 32 clusters, of
// which each is about three times as deep as it is wide. With 4,096 lamps a list has 132 words and all
// lists of a 16:9 picture 8.6 MB. The memory is bounded by clusterWords: many more lamps get fewer and larger
// clusters, never shorter lists.
type ClusterGrid struct {
	Tile                  int // pixels along a side
	Columns, Rows, Slices int
	Lamps                 int // that lists can hold

	// The slice of a depth d is floor(Scale·log2(d) + Offset) in perspective, and floor(Scale·d + Offset) in
	// an orthographic view, clamped to 0..Slices-1: the first slice begins at the camera, the last one ends nowhere.
	Scale, Offset float32

	Rounding float32 // metres: more than float32's errors of a point in the view
}

// PlanClusters cuts a view of a scene with bounds for a number of lamps.
func PlanClusters(view View, bounds Box, lamps int) ClusterGrid {
	near, far, ok := visibleDepths(view, bounds)
	if !ok { // nothing is lit
		near, far = 1, 2
	}
	g := ClusterGrid{Slices: clusterSlices, Lamps: lamps}
	side := (max(view.Width, view.Height) + clusterTiles - 1) / clusterTiles
	g.Tile = max((side+clusterTileStep-1)/clusterTileStep*clusterTileStep, clusterTileLeast)
	for {
		g.Columns, g.Rows = (view.Width+g.Tile-1)/g.Tile, (view.Height+g.Tile-1)/g.Tile
		if g.Clusters()*g.Stride() <= clusterWords || g.Columns*g.Rows == 1 {
			break
		}
		if g.Slices > clusterSlicesLeast {
			g.Slices /= 2
		} else {
			g.Tile *= 2
		}
	}
	reach := math.Max(math.Abs(near), math.Abs(far))
	for _, x := range view.Position {
		reach = math.Max(reach, math.Abs(float64(x)))
	}
	g.Rounding = float32(reach / (1 << 20))
	// The last slice begins where nothing is drawn any more.
	n := float64(g.Slices - 1)
	if view.Orthographic {
		step := math.Max(far-near, 1e-6) * (1 + 1e-5) / n
		g.Scale, g.Offset = float32(1/step), float32(-near/step)
		return g
	}
	far *= 1 + 1e-5
	near = math.Max(near, far/clusterNearest)
	step := math.Max(math.Log2(far/near), 1) / n
	g.Scale, g.Offset = float32(1/step), float32(-math.Log2(near)/step)
	return g
}

// Clusters returns how many clusters there are: slice by slice, row by row from the top, column by column.
func (g ClusterGrid) Clusters() int { return g.Columns * g.Rows * g.Slices }

// Words returns how many words hold a bit for each lamp.
func (g ClusterGrid) Words() int { return (g.Lamps + 31) / 32 }

// Stride returns how many words a cluster's list has: a bit for each word, then the words.
func (g ClusterGrid) Stride() int { return (g.Words()+31)/32 + g.Words() }

// Slice returns the slice of a depth along the view, in metres.
func (g ClusterGrid) Slice(view View, depth float32) int {
	d := float64(depth)
	if !view.Orthographic {
		d = math.Log2(math.Max(d, 1e-30))
	}
	s := math.Floor(float64(g.Scale)*d + float64(g.Offset))
	return int(min(max(s, 0), float64(g.Slices-1)))
}

// clusterSlack is more than rounding moves the ends of a slice, of a range and of a cone: a share of the first two,
// radians of the third.
const clusterSlack = 1e-3

// depths returns where a slice begins and ends, with the slack.
func (g ClusterGrid) depths(view View, slice int) (near, far float32) {
	at := func(s float64) float64 {
		d := (s - float64(g.Offset)) / float64(g.Scale)
		if view.Orthographic {
			return d
		}
		return math.Exp2(d)
	}
	n, f := at(float64(slice)-clusterSlack), at(float64(slice+1)+clusterSlack)
	if slice == 0 {
		n = 0
		if view.Orthographic {
			n = math.Inf(-1)
		}
	}
	if slice == g.Slices-1 {
		f = math.Inf(1)
	}
	return float32(n) - g.Rounding, float32(f) + g.Rounding
}

// A Froxel is what a view sees in one cluster: depths, and slopes (in an orthographic view: metres) to the right and
// up. It is a pixel wider than its tile on all sides, so that lists hold for every jitter.
type Froxel struct {
	Near, Far    float32
	Left, Right  float32
	Bottom, Top  float32
	rounding     float32
	orthographic bool
}

// Froxel returns the froxel of a cluster.
func (g ClusterGrid) Froxel(view View, column, row, slice int) Froxel {
	f := Froxel{orthographic: view.Orthographic, rounding: g.Rounding}
	f.Near, f.Far = g.depths(view, slice)
	x := func(pixel int) float32 { return (float32(pixel)/float32(view.Width)*2 - 1) * view.HalfX }
	y := func(pixel int) float32 { return (1 - float32(pixel)/float32(view.Height)*2) * view.HalfY }
	f.Left, f.Right = x(column*g.Tile-1), x((column+1)*g.Tile+1)
	f.Top, f.Bottom = y(row*g.Tile-1), y((row+1)*g.Tile+1)
	return f
}

// A LampReach is where a lamp's light can be: a ball, or the part of it that lies in a cone.
type LampReach struct {
	Center   mgl32.Vec3 // view space
	Radius   float32    // metres; +Inf: it ends nowhere
	Axis     mgl32.Vec3 // of the cone, unit, view space
	Sin, Cos float32    // of its half angle; Cos -1: no cone
}

// Meets says whether light of the lamp may be in the froxel. It never denies light that is there.
func (f Froxel) Meets(l LampReach) bool {
	c := l.Center
	depth := -c[2]
	radius := l.Radius*(1+clusterSlack) + f.rounding
	// The part of the froxel that is in the ball's depths, and the box around it.
	near, far := max(f.Near, depth-radius), min(f.Far, depth+radius)
	if near > far {
		return false
	}
	if max(far, -near) >= maxReach {
		return true
	}
	left, right, bottom, top := f.Left, f.Right, f.Bottom, f.Top
	if !f.orthographic {
		left, right = min(left*near, left*far), max(right*near, right*far)
		bottom, top = min(bottom*near, bottom*far), max(top*near, top*far)
	}
	x, y, z := outside(c[0], left, right), outside(c[1], bottom, top), outside(depth, near, far)
	if x*x+y*y+z*z > radius*radius {
		return false
	}
	if l.Cos <= -1 {
		return true
	}
	// The cone against the ball around the box (Wronski, "Cull That Cone!", 2017).
	middle := mgl32.Vec3{(left + right) / 2, (bottom + top) / 2, -(near + far) / 2}
	ball := mgl32.Vec3{(right - left) / 2, (top - bottom) / 2, (far - near) / 2}.Len()*(1+clusterSlack) + f.rounding
	v := middle.Sub(c)
	along, across := v.Dot(l.Axis), v.Cross(l.Axis).Len()
	return l.Cos*across-along*l.Sin <= ball && along >= -ball
}

// maxReach is a depth in metres beyond which nobody looks closely: the part of the last slice where a lamp without
// range is.
const maxReach = 1e15

// outside is how far x lies outside of low..high.
func outside(x, low, high float32) float32 { return max(low-x, x-high, 0) }

// Bounded reports whether the lamp's light ends somewhere, so that clusters are worth their while.
func (l LampReach) Bounded() bool { return l.Cos > -1 || !math.IsInf(float64(l.Radius), 1) }

// Reach returns where the light can be.
func (l PointLight) Reach(viewFromLight mgl32.Mat4) LampReach {
	r := LampReach{Center: viewFromLight.Col(3).Vec3(), Radius: l.Range, Cos: -1}
	if l.Range <= 0 {
		r.Radius = float32(math.Inf(1))
	}
	return r
}

// Reach returns where the light can be, a thousandth of a radian around the cone included.
func (l SpotLight) Reach(viewFromLight mgl32.Mat4) LampReach {
	r := l.PointLight.Reach(viewFromLight)
	if l.Outer >= math.Pi {
		return r
	}
	r.Axis = viewFromLight.Col(2).Vec3().Mul(-1)
	if length := r.Axis.Len(); length > 0 {
		r.Axis = r.Axis.Mul(1 / length)
	}
	sin, cos := math.Sincos(float64(l.Outer) + clusterSlack)
	r.Sin, r.Cos = float32(sin), float32(cos)
	return r
}
