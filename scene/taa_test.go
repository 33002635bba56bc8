package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func allAround(c mgl32.Vec4) *[9]mgl32.Vec4 {
	return &[9]mgl32.Vec4{c, c, c, c, c, c, c, c, c}
}

func opaque(x float32) mgl32.Vec4 { return mgl32.Vec4{x, 0.8 * x, 0.5 * x, 1} }

// Within what neighbours show, the state is the mean of the frames.
func TestTAAIsTheMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	var state TAAState
	var sum mgl32.Vec4
	for n := range TAAFrames {
		var around [9]mgl32.Vec4
		for i := range around {
			around[i] = opaque(0.1 + 0.8*rng.Float32())
		}
		around[0], around[8] = opaque(0.02), opaque(1) // the neighbours' range is wide
		around[4] = opaque(0.4 + 0.1*rng.Float32())
		sum = sum.Add(around[4])
		state = state.Next(&around, false)
		if want := sum.Mul(1 / float32(n+1)); state.Color.Sub(want).Len() > 1e-5 || state.Count != n+1 {
			t.Fatalf("after %d frames %v, %d, want %v", n+1, state.Color, state.Count, want)
		}
	}
	if state = state.Next(allAround(opaque(0.45)), false); state.Count != TAAFrames {
		t.Errorf("%d samples", state.Count)
	}
}

// What changes shows at once: of an even picture that becomes another nothing is left after a frame.
func TestTAAFollowsChanges(t *testing.T) {
	for _, step := range [][2]float32{{0.1, 1}, {1, 0.1}, {0, 0.01}, {100, 1}, {0.5, 0.45}} {
		state := TAAState{}
		for range 40 {
			state = state.Next(allAround(opaque(step[0])), false)
		}
		for n := range 20 {
			state = state.Next(allAround(opaque(step[1])), n%2 == 0)
			if d := taaSpace(state.Color).Sub(taaSpace(opaque(step[1]))).Len(); d > 3*taaSlack {
				t.Errorf("%v: %d frames after the step %v, %g away", step, n, state.Color, d)
			}
		}
	}
}

// A wire that covers a share of a pixel, and of none around it, is hit by that share of the frames, and all the
// others see nothing of it. Its brightness stays within a tenth of the mean and the weight of a sample.
func TestTAAKeepsThinThings(t *testing.T) {
	for _, share := range []float64{1.0 / 3, 1.0 / 5, 0.45} {
		for _, c := range [][2]float32{{0.2, 1}, {1, 0.05}, {0.3, 2}} { // behind, wire
			var state TAAState
			want := float64(c[0]) + share*float64(c[1]-c[0])
			for n := range 200 {
				around := allAround(opaque(c[0]))
				if math.Mod(float64(n)*0.6180339887, 1) < share {
					around[4] = opaque(c[1])
				}
				state = state.Next(around, false)
				if got := float64(state.Color[0]); n > 40 && math.Abs(got-want) > 0.1*math.Abs(want-float64(c[0]))+math.Abs(float64(c[1]-c[0]))/TAAFrames {
					t.Fatalf("%v, a share of %g: frame %d shows %g, want %g", c, share, n, got, want)
				}
			}
		}
	}
}

// The space of comparisons has an inverse for all that is stored.
func TestTAASpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for range 2000 {
		c := mgl32.Vec4{0, 0, 0, rng.Float32()}
		for i := range 3 {
			c[i] = float32(math.Exp2(rng.Float64()*22 - 10))
		}
		if got := taaLight(taaSpace(c)); got.Sub(c).Len() > 2e-3*max(c[0], c[1], c[2]) {
			t.Fatalf("%v comes back as %v", c, got)
		}
	}
}

// Nothing gives infinity or no number.
func TestTAAExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	values := []float32{0, 1e-30, 1, DisplayMax, 65504}
	var state TAAState
	for range 20000 {
		var around [9]mgl32.Vec4
		for i := range around {
			around[i] = mgl32.Vec4{values[rng.IntN(5)], values[rng.IntN(5)], values[rng.IntN(5)], values[rng.IntN(3)]}
		}
		state = state.Next(&around, false)
		for _, x := range []float32{state.Color[0], state.Color[1], state.Color[2], state.Color[3], state.Spread, state.Last} {
			if !(x >= 0 && x < 1e6) {
				t.Fatalf("%+v", state)
			}
		}
	}
}

// Edges that flicker by the sub-pixel offset keep their history, and so do things that move together; what has been
// uncovered has none.
func TestTAASeen(t *testing.T) {
	for _, c := range []struct {
		now, then, own mgl32.Vec2
		want           bool
	}{
		{mgl32.Vec2{}, mgl32.Vec2{}, mgl32.Vec2{}, true},
		{mgl32.Vec2{8, 3}, mgl32.Vec2{8.2, 2.9}, mgl32.Vec2{}, true},
		{mgl32.Vec2{}, mgl32.Vec2{4, 0}, mgl32.Vec2{4, 0}, false},
		{mgl32.Vec2{1, 0}, mgl32.Vec2{2, 0}, mgl32.Vec2{}, false},       // parallax
		{mgl32.Vec2{20, 0}, mgl32.Vec2{19, 0}, mgl32.Vec2{19, 0}, true}, // speeds up
	} {
		if got := TAASeen(c.now, c.then, c.own); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
