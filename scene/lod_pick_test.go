package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

const none = LodNothing

func alone(level int) LodPick { return LodPick{Level: level, Next: level} }

func pickIs(got, want LodPick) bool {
	return got.Level == want.Level && got.Next == want.Next && math.Abs(float64(got.Blend-want.Blend)) < 1e-5
}

func TestPickByHeight(t *testing.T) {
	three := byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1) // bands 0.5..0.75, 0.2..0.35, 0.05..0.2
	sharp := byHeight(0.5, 0, 0.2, 0, 0.05, 0)
	nan := float32(math.NaN())
	for _, c := range []struct {
		name  string
		group *LodGroup
		s     LodSettings
		h     float32
		want  LodPick
	}{
		{"over all of the picture", three, fades, 40, alone(0)},
		{"above the top", three, fades, 0.8, alone(0)},
		{"at the top", three, fades, 0.75, alone(0)},
		{"fades", three, fades, 0.7, LodPick{0, 1, 0.2}},        // 1 - 0.2/0.25
		{"half faded", three, fades, 0.625, LodPick{0, 1, 0.5}}, // 1 - 0.125/0.25
		{"at the threshold it is gone", three, fades, 0.5, alone(1)},
		{"below it", three, fades, 0.4, alone(1)},
		{"second fade", three, fades, 0.3, LodPick{1, 2, 1.0 / 3}}, // 1 - 0.1/0.15
		{"touching bands", three, fades, 0.2, alone(2)},
		{"into nothing", three, fades, 0.125, LodPick{2, none, 0.5}}, // 1 - 0.075/0.15
		{"at the last threshold", three, fades, 0.05, alone(none)},
		{"below all", three, fades, 0.04, alone(none)},
		{"not a number", three, fades, nan, alone(none)},
		{"without crossfade", three, hard, 0.7, alone(0)},
		{"on a hard threshold", sharp, fades, 0.5, alone(0)}, // 0.5 ≤ 0.5
		{"just below it", sharp, fades, 0.4999, alone(1)},
		{"on the last hard one", sharp, fades, 0.05, alone(2)},
		{"below the last hard one", sharp, fades, 0.0499, alone(none)},
		{"never ends", byHeight(0.2, 0, 0, 0), fades, 0, alone(1)},
		{"no levels", byHeight(), fades, 1, alone(none)},
	} {
		got, _ := PickBands(c.group.Bands(c.s), c.h, 0)
		if !pickIs(got, c.want) {
			t.Errorf("%s: %+v at height %g, want %+v", c.name, got, c.h, c.want)
		}
	}
}

// A blend within 1/128 of an end is that end.
func TestPickSnaps(t *testing.T) {
	g := byHeight(0, 1) // blend = 1 - height
	for _, c := range []struct {
		blend float32
		want  LodPick
	}{
		{0, alone(0)},
		{1.0 / 256, alone(0)},
		{1.0 / 128, alone(0)},
		{1.01 / 128, LodPick{0, none, 1.01 / 128}},
		{126.99 / 128, LodPick{0, none, 126.99 / 128}},
		{127.0 / 128, alone(none)},
		{255.0 / 256, alone(none)},
		{1, alone(none)},
	} {
		if got, _ := PickBands(g.Bands(fades), 1-c.blend, 0); !pickIs(got, c.want) {
			t.Errorf("blend %g: %+v, want %+v", c.blend, got, c.want)
		}
	}
}

// The whole way from a scene's numbers: an 8 m tree seen with 90° fills 0.4 at 10 m.
func TestPickBias(t *testing.T) {
	g := byHeight(0.5, 0, 0.3, 0, 0, 0)
	g.Size = 8
	near := byDistance(0, 8, 15)
	in := g.At(mgl32.Translate3D(0, 0, -10))
	for _, c := range []struct {
		bias             float32
		height, distance int
	}{
		{1, 1, 1},      // 0.4; 10 m
		{2, 0, 0},      // 0.8; 5 m
		{0.5, 2, none}, // 0.2; 20 m
		{0.001, 2, none},
		{0, none, none}, // although the last level would never end
		{-1, none, none},
		{float32(math.NaN()), none, none},
	} {
		s := LodSettings{Bias: c.bias, Crossfade: true}
		v := LodViewAt(mgl32.Vec3{}, 1, s)
		if got, _ := g.Pick(in, v, s, 0); got != alone(c.height) {
			t.Errorf("bias %g by height: %+v, want level %d", c.bias, got, c.height)
		}
		if got, _ := near.Pick(in, v, s, 0); got != alone(c.distance) {
			t.Errorf("bias %g by distance: %+v, want level %d", c.bias, got, c.distance)
		}
	}
	if got, _ := LodOfModel(&Model{Parts: make([]Part, 1)}).Pick(in, LodViewAt(mgl32.Vec3{}, 1, LodSettings{}), LodSettings{}, 0); !got.Culled() {
		t.Errorf("bias 0 keeps a model's only level: %+v", got)
	}
}

func TestPickByDistance(t *testing.T) {
	for _, c := range []struct {
		name  string
		group *LodGroup
		s     LodSettings
		d     float32
		want  LodPick
	}{
		{"near", byDistance(4, 20), fades, 17.9, alone(0)},
		{"band begins", byDistance(4, 20), fades, 18, alone(0)},
		{"in the band", byDistance(4, 20), fades, 19, LodPick{0, none, 0.25}},
		{"at the threshold", byDistance(4, 20, 50), fades, 20, LodPick{0, 1, 0.5}},
		{"band ends", byDistance(4, 20, 50), fades, 22, alone(1)},
		{"between", byDistance(4, 20, 50), fades, 30, alone(1)},
		{"past the end", byDistance(4, 20, 50), fades, 52, alone(none)},
		{"cut band", byDistance(4, 20, 23), fades, 21, LodPick{0, 1, 6.0 / 7}}, // 18..21.5
		{"cut at 0", byDistance(10, 3), fades, 2, LodPick{0, none, 0.25}},      // 0..8
		{"hard", byDistance(0, 20, 50), fades, 20, alone(0)},
		{"hard, past it", byDistance(0, 20, 50), fades, 20.01, alone(1)},
		{"without crossfade", byDistance(4, 20, 50), hard, 19, alone(0)},
		{"never ends", byDistance(4, 20, inf32), fades, math.MaxFloat32, alone(1)},
	} {
		s := c.s
		v := LodViewAt(mgl32.Vec3{}, 1, s)
		if got, _ := c.group.Pick(LodInstance{Center: mgl32.Vec3{0, 0, c.d}, Extent: 1}, v, s, 0); c.d < 1e10 && !pickIs(got, c.want) {
			t.Errorf("%s: %+v at %g m, want %+v", c.name, got, c.d, c.want)
		}
		if got, _ := PickBands(c.group.Bands(s), -c.d, 0); !pickIs(got, c.want) {
			t.Errorf("%s: %+v at measure %g, want %+v", c.name, got, -c.d, c.want)
		}
	}
}

// walk follows a group through distances from the first frame on.
func walk(g *LodGroup, distances ...float32) (picks []LodPick) {
	bands, state := g.Bands(fades), LodState(0)
	for _, d := range distances {
		var p LodPick
		p, state = PickBands(bands, -d, state)
		picks = append(picks, p)
	}
	return picks
}

func TestPickHysteresis(t *testing.T) {
	for _, c := range []struct {
		name      string
		group     *LodGroup
		distances []float32
		want      []LodPick
	}{
		{
			"width 0: 10 % on either side", byDistance(0, 20, 100),
			[]float32{19, 21, 21.9, 22.1, 21, 18.1, 17.9, 21},
			[]LodPick{alone(0), alone(0), alone(0), alone(1), alone(1), alone(1), alone(0), alone(0)},
		}, {
			"a first frame has no past", byDistance(0, 20, 100),
			[]float32{21, 19},
			[]LodPick{alone(1), alone(1)},
		}, {
			"the last level and nothing", byDistance(0, 20),
			[]float32{19, 21.9, 22.1, 18.1, 17.9},
			[]LodPick{alone(0), alone(0), alone(none), alone(none), alone(0)},
		}, {
			"a band is the same in both directions", byDistance(4, 20, 100),
			[]float32{17, 19, 21, 23, 21, 19, 17, 19},
			[]LodPick{alone(0), {0, 1, 0.25}, {0, 1, 0.75}, alone(1), {0, 1, 0.75}, {0, 1, 0.25}, alone(0), {0, 1, 0.25}},
		}, {
			"outside a band that was jumped over", byDistance(4, 20, 100), // 18..22, kept to 16.2 and 24.2
			[]float32{17, 24, 24.3, 16.3, 16.1, 24, 21, 24},
			[]LodPick{alone(0), alone(0), alone(1), alone(1), alone(0), alone(0), {0, 1, 0.75}, alone(1)},
		}, {
			"two levels on are not kept", byDistance(0, 20, 21),
			[]float32{19, 21.5, 18.5},
			[]LodPick{alone(0), alone(none), alone(0)},
		}, {
			"another band goes first", byDistance(2, 20, 23), // 19..21, 22..24
			[]float32{18, 21.5, 22.5},
			[]LodPick{alone(0), alone(0), {1, none, 0.25}},
		},
	} {
		for i, got := range walk(c.group, c.distances...) {
			if !pickIs(got, c.want[i]) {
				t.Errorf("%s: step %d, %g m: %+v, want %+v", c.name, i, c.distances[i], got, c.want[i])
			}
		}
	}
	// A state that another group left, or a stale one, is ignored.
	for _, state := range []LodState{7, 1 << 30, math.MaxUint32} {
		if got, _ := PickBands(byDistance(0, 20, 100).Bands(fades), -21, state); got != alone(1) {
			t.Errorf("state %d: %+v, want level 1", state, got)
		}
	}
}

// With a slow walk the shares of a group never jump, whatever it remembers, unless a switch is hard.
func TestHysteresisDoesNotPop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := byDistance(rapid.Float32Range(2, 20).Draw(t, "transition"), 20, 45, 80)
		bands := g.Bands(fades)
		d, state := rapid.Float32Range(0, 100).Draw(t, "start"), LodState(0)
		var p LodPick
		p, state = PickBands(bands, -d, state)
		before := shares(p, 3)
		for range 200 {
			d = min(max(d+rapid.Float32Range(-0.05, 0.05).Draw(t, "step"), 0), 100)
			p, state = PickBands(bands, -d, state)
			now := shares(p, 3)
			for i := range now {
				if math.Abs(float64(now[i]-before[i])) > 0.05/2+1.0/128+1e-4 {
					t.Fatalf("at %g m level %d goes from %g to %g", d, i, before[i], now[i])
				}
			}
			before = now
		}
	})
}

// Chosen again from where it was chosen, a group draws the same and remembers the same.
func TestPickAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawGroup(t)
		bands := g.Bands(s)
		measure := rapid.Float32Range(0, 1.5).Draw(t, "height")
		if g.ByDistance {
			measure = -rapid.Float32Range(0, 250).Draw(t, "distance")
		}
		p, state := PickBands(bands, measure, LodState(rapid.IntRange(0, len(bands)+2).Draw(t, "state")))
		if again, next := PickBands(bands, measure, state); again != p || next != state {
			t.Fatalf("%+v, %d, and again %+v, %d", p, state, again, next)
		}
	})
}

// shares returns which share of the pixels each of n levels draws.
func shares(p LodPick, n int) []float32 {
	out := make([]float32, n)
	if !p.Culled() {
		out[p.Level] = 1 - p.Blend
		if p.Fading() && p.Next != none {
			out[p.Next] += p.Blend
		}
	}
	return out
}

// pickByTheLetter is the rule of the design in its own words, in double precision.
func pickByTheLetter(levels []LodLevel, h float64, crossfade bool) (level, next int, blend float64) {
	for i, l := range levels {
		if float64(l.ScreenHeight) > h {
			continue
		}
		next := i + 1
		if next == len(levels) {
			next = none
		}
		w := math.Min(math.Max(float64(l.FadeWidth), 0), 1)
		if !crossfade || w == 0 {
			return i, i, 0
		}
		lower, upper := float64(l.ScreenHeight), 1.0
		if i > 0 {
			upper = float64(levels[i-1].ScreenHeight)
		}
		upper = math.Max(upper, lower)
		top := lower + w*(upper-lower)
		if h >= top {
			return i, i, 0
		}
		blend := 1 - (h-lower)/(top-lower)
		switch {
		case blend <= 1.0/128:
			return i, i, 0
		case blend >= 1-1.0/128:
			return next, next, 0
		}
		return i, next, blend
	}
	return none, none, 0
}

func TestPickIsTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawGroup(t)
		g.ByDistance, g.Hysteresis = false, 0
		for i := range g.Levels {
			g.Levels[i].Auto = false
		}
		bands := g.Bands(s)
		for range 50 {
			h := rapid.Float32Range(0, 2).Draw(t, "h")
			if len(bands) > 0 && rapid.Bool().Draw(t, "at a band") {
				b := rapid.SampledFrom(bands).Draw(t, "band")
				h = b.Lower + rapid.Float32Range(-0.2, 1.2).Draw(t, "where")*(b.Top-b.Lower)
			}
			got, _ := PickBands(bands, h, 0)
			level, next, blend := pickByTheLetter(g.Levels, float64(h), s.Crossfade)
			want := LodPick{level, next, float32(blend)}
			ok := got.Level == level && got.Next == next
			for _, b := range bands { // rounding may decide within 1e-5 of a band's edge, or of a snap
				width := b.Top - b.Lower
				for _, edge := range []float32{b.Lower, b.Top, b.Lower + width/128, b.Top - width/128} {
					ok = ok || math.Abs(float64(h-edge)) < 1e-5
				}
				if width < 1e-2 && b.Lower-1e-5 <= h && h <= b.Top+1e-5 {
					return // rounding of h is visible in a blend over so little
				}
			}
			if !ok || got.Level == level && got.Next == next && math.Abs(float64(got.Blend)-blend) > 1e-4 {
				t.Fatalf("at height %g of %+v: %+v, the rule says %+v", h, g.Levels, got, want)
			}
		}
	})
}

// Farther never is more detailed, levels cover what they should, and coverage has no steps but hard switches
// and snaps.
func TestPickOverDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawGroup(t)
		bands := g.Bands(s)
		n := len(g.Levels)
		detail := func(p LodPick) float64 { // grows with distance
			if p.Culled() {
				return float64(n)
			}
			return float64(p.Level) + float64(p.Blend)
		}
		v := LodViewAt(mgl32.Vec3{}, 0.5, s)
		before, past := -1.0, float32(0)
		for i := range 400 {
			d := float32(i) * 0.5
			p, _ := PickBands(bands, v.Measure(LodInstance{Center: mgl32.Vec3{d, 0, 0}, Extent: g.Size}, g.ByDistance), 0)
			if now := detail(p); now < before-1e-4 {
				t.Fatalf("more detail at %g m than at %g m: %+v", d, past, p)
			} else {
				before, past = now, d
			}
			sum := p.Blend
			for _, share := range shares(p, n) {
				sum += share
			}
			if want := float32(1); !p.Culled() && !(p.Fading() && p.Next != none) && math.Abs(float64(sum-want)) > 1e-6 {
				t.Fatalf("at %g m %+v covers %g", d, p, sum)
			}
			if p.Fading() != (p.Level != p.Next) || p.Blend < 0 || p.Blend >= 1 {
				t.Fatalf("at %g m: %+v", d, p)
			}
		}
		for i, b := range bands {
			if !(b.Top-b.Lower > 1e-3*max(1, -b.Lower)) || b.Lower == lodNever {
				continue
			}
			for _, edge := range []float32{b.Lower, b.Top} {
				step := (b.Top - b.Lower) * 1e-3
				above, _ := PickBands(bands, edge+step, 0)
				below, _ := PickBands(bands, edge-step, 0)
				high, low := shares(above, n), shares(below, n)
				for k := range high {
					// The neighbour's band may be much narrower, and have a hard switch as its limit.
					if hardBeside(bands, i, 3*step) {
						continue
					}
					if math.Abs(float64(high[k]-low[k])) > 2.0/128+0.02 {
						t.Fatalf("at the edge %g of band %d level %d goes from %g to %g", edge, i, k, high[k], low[k])
					}
				}
			}
		}
	})
}

// hardBeside says whether a neighbour of band i is so narrow, and so near, that it is a step.
func hardBeside(bands []LodBand, i int, step float32) bool {
	narrow := func(k int) bool {
		return k >= 0 && k < len(bands) && bands[k].Top-bands[k].Lower < 100*step
	}
	return narrow(i-1) && bands[i-1].Lower-bands[i].Top < step || narrow(i+1) && bands[i].Lower-bands[i+1].Top < step
}

// The picture's size does not matter, only what it shows.
func TestPickAtAnySize(t *testing.T) {
	g := byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1)
	camera := Camera{WorldFromCamera: mgl32.Ident4(), FovY: 1, Near: 0.1}
	for z := float32(0.5); z < 30; z += 0.25 {
		in := g.At(mgl32.Translate3D(0, 0, -z))
		small, _ := g.Pick(in, camera.View(64, 36, mgl32.Vec2{}).LodView(fades), fades, 0)
		large, _ := g.Pick(in, camera.View(3840, 2160, mgl32.Vec2{0.3, 0.2}).LodView(fades), fades, 0)
		if small != large {
			t.Errorf("at %g m: %+v in a small picture, %+v in a large one", z, small, large)
		}
	}
}
