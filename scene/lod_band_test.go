package scene

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// byHeight makes a group from pairs of screen height and fade width.
func byHeight(pairs ...float32) *LodGroup {
	g := &LodGroup{Size: 1}
	for i := 0; i < len(pairs); i += 2 {
		g.Levels = append(g.Levels, LodLevel{ScreenHeight: pairs[i], FadeWidth: pairs[i+1]})
	}
	return g
}

// byDistance makes a group that fades over a width and has the usual hysteresis.
func byDistance(transition float32, distances ...float32) *LodGroup {
	g := &LodGroup{Size: 1, ByDistance: true, Transition: transition, Hysteresis: DefaultHysteresis}
	for _, d := range distances {
		g.Levels = append(g.Levels, LodLevel{Distance: d})
	}
	return g
}

// automatic marks the levels of a group.
func automatic(g *LodGroup) *LodGroup {
	for i := range g.Levels {
		g.Levels[i].Auto = true
	}
	return g
}

var fades, hard = LodSettings{Bias: 1, Crossfade: true}, LodSettings{Bias: 1}

func TestBands(t *testing.T) {
	type band struct{ lower, top float32 }
	for _, c := range []struct {
		name  string
		group *LodGroup
		s     LodSettings
		want  []band // for distances in metres, with the minus sign of a measure
	}{
		{"no levels", byHeight(), fades, nil},
		// upper is 1, then the threshold before: 0.5 + 0.5·0.5, 0.2 + 0.5·0.3, 0.05 + 0.15
		{"heights", byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1), fades, []band{{0.5, 0.75}, {0.2, 0.35}, {0.05, 0.2}}},
		{"heights without crossfade", byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1), hard, []band{{0.5, 0.5}, {0.2, 0.2}, {0.05, 0.05}}},
		{"no width", byHeight(0.5, 0, 0.2, 0), fades, []band{{0.5, 0.5}, {0.2, 0.2}}},
		{"width is clamped", byHeight(0.5, 7, 0.2, -3), fades, []band{{0.5, 1}, {0.2, 0.2}}},
		{"upper is never below lower", byHeight(1.5, 1, 1.2, 0.5), fades, []band{{1.5, 1.5}, {1.2, 1.35}}},
		// 20 with width 4: from 18 to 22
		{"distance", byDistance(4, 20), fades, []band{{-22, -18}}},
		{"distances", byDistance(4, 20, 60), fades, []band{{-22, -18}, {-62, -58}}},
		{"distance without crossfade", byDistance(4, 20), hard, []band{{-20, -20}}},
		{"hard distance", byDistance(0, 20), fades, []band{{-20, -20}}},
		{"the first begins at 0", byDistance(10, 3, 50), fades, []band{{-8, 0}, {-55, -45}}},
		// 18..22 and 21..25 meet in the middle of 20 and 23
		{"neighbours are cut", byDistance(4, 20, 23), fades, []band{{-21.5, -18}, {-25, -21.5}}},
		{"all are cut", byDistance(100, 10, 20, 40), fades, []band{{-15, 0}, {-30, -15}, {-90, -30}}},
		{"never", byDistance(4, 20, inf32), fades, []band{{-22, -18}, {lodNever, lodNever}}},
		{"endless transition", byDistance(inf32, 20), fades, []band{{-20, -20}}},
		// 10 % before to 10 % after
		{"automatic heights", automatic(byHeight(0.5, 0, 0.2, 0)), fades, []band{{0.45, 0.55}, {0.18, 0.22}}},
		{"automatic distances", automatic(byDistance(0, 20, 60)), fades, []band{{-22, -18}, {-66, -54}}},
		{"automatic without crossfade", automatic(byHeight(0.5, 0)), hard, []band{{0.5, 0.5}}},
		// 0.45..0.55 and 0.405..0.495 meet in the middle of 0.5 and 0.45
		{"automatic neighbours", automatic(byHeight(0.5, 0, 0.45, 0)), fades, []band{{0.475, 0.55}, {0.405, 0.475}}},
		{"automatic and endless", automatic(byHeight(0, 0)), fades, []band{{0, 0}}},
		{"automatic and never", automatic(byDistance(0, inf32)), fades, []band{{lodNever, lodNever}}},
	} {
		got := c.group.Bands(c.s)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d bands, want %d", c.name, len(got), len(c.want))
			continue
		}
		for i, b := range got {
			if !isAbout(b.Lower, c.want[i].lower) || !isAbout(b.Top, c.want[i].top) {
				t.Errorf("%s: band %d is %g to %g, want %g to %g", c.name, i, b.Lower, b.Top, c.want[i].lower, c.want[i].top)
			}
		}
	}
}

func isAbout(a, b float32) bool {
	return a == b || math.Abs(float64(a-b)) <= 1e-6*max(1, math.Abs(float64(b)))
}

// Authored levels above automatic ones: each has its own kind of end.
func TestBandsOfMixedLevels(t *testing.T) {
	g := byHeight(0.5, 0.2, 0.1, 0, 0.03, 0)
	g.Levels[1].Auto, g.Levels[2].Auto = true, true
	b := g.Bands(fades)
	for i, want := range []LodBand{{Lower: 0.5, Top: 0.6}, {Lower: 0.09, Top: 0.11}, {Lower: 0.027, Top: 0.033}} {
		if !isAbout(b[i].Lower, want.Lower) || !isAbout(b[i].Top, want.Top) {
			t.Errorf("band %d is %g to %g, want %g to %g", i, b[i].Lower, b[i].Top, want.Lower, want.Top)
		}
	}
}

func TestBandsOfHysteresis(t *testing.T) {
	// By distance: kept out to 110 % of the far edge and in to 90 % of the near one.
	b := byDistance(4, 20).Bands(fades)[0]
	if !isAbout(b.KeepLow, -24.2) || !isAbout(b.KeepHigh, -16.2) {
		t.Errorf("kept to %g and %g, want -24.2 and -16.2", b.KeepLow, b.KeepHigh)
	}
	// By height there is none by itself.
	b = byHeight(0.5, 0.5).Bands(fades)[0]
	if b.KeepLow != b.Lower || b.KeepHigh != b.Top {
		t.Errorf("kept to %g and %g of a band %g to %g", b.KeepLow, b.KeepHigh, b.Lower, b.Top)
	}
	g := byHeight(0.5, 0)
	g.Hysteresis = 0.2
	if b = g.Bands(fades)[0]; !isAbout(b.KeepLow, 0.4) || !isAbout(b.KeepHigh, 0.6) {
		t.Errorf("kept to %g and %g, want 0.4 and 0.6", b.KeepLow, b.KeepHigh)
	}
}

// drawGroup draws any group that Validate takes.
func drawGroup(t *rapid.T) (*LodGroup, LodSettings) {
	n := rapid.IntRange(0, 6).Draw(t, "levels")
	g := &LodGroup{
		Size: rapid.Float32Range(0.1, 20).Draw(t, "size"), ByDistance: rapid.Bool().Draw(t, "by distance"),
		Transition: rapid.Float32Range(0, 30).Draw(t, "transition"), Hysteresis: rapid.Float32Range(0, 0.5).Draw(t, "hysteresis"),
		Levels: make([]LodLevel, n),
	}
	height, distance := float32(1.3), float32(0)
	for i := range g.Levels {
		height *= rapid.Float32Range(0.05, 0.99).Draw(t, "fall")
		distance += rapid.Float32Range(0.01, 40).Draw(t, "step")
		g.Levels[i] = LodLevel{
			ScreenHeight: height, Distance: distance,
			FadeWidth: rapid.SampledFrom([]float32{0, 0.1, 0.5, 1}).Draw(t, "fade"),
			Auto:      rapid.IntRange(0, 3).Draw(t, "auto") == 0,
		}
	}
	if n > 0 && rapid.Bool().Draw(t, "never ends") {
		g.Levels[n-1].ScreenHeight, g.Levels[n-1].Distance = 0, inf32
	}
	return g, LodSettings{Bias: rapid.Float32Range(0.1, 4).Draw(t, "bias"), Crossfade: rapid.IntRange(0, 4).Draw(t, "crossfade") > 0}
}

// A band of full width ends where the level before does, to the last bit: one bit more would be an overlap.
func TestBandsOfFullWidthTouch(t *testing.T) {
	r := random{state: 3}
	for range 10_000 {
		upper := float32(r.within(0.01, 1))
		lower := upper * float32(r.unit())
		b := byHeight(upper, 0, lower, 1).Bands(fades)
		if top := b[1].Top; top > upper || !isAbout(top, upper) {
			t.Fatalf("the band from %g ends at %g, want %g", lower, top, upper)
		}
	}
}

// Bands are in order and never overlap, each holds its threshold, none is before distance 0.
func TestBandsNeverOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawGroup(t)
		bands := g.Bands(s)
		for i, b := range bands {
			threshold, _ := g.end(i)
			if !(b.Lower <= threshold && threshold <= b.Top) {
				t.Fatalf("band %d is %g to %g and should hold %g", i, b.Lower, b.Top, threshold)
			}
			if i > 0 && b.Top > bands[i-1].Lower {
				t.Fatalf("band %d reaches up to %g, the one before down to %g", i, b.Top, bands[i-1].Lower)
			}
			if g.ByDistance && b.Top > 0 {
				t.Fatalf("band %d begins at distance %g", i, -b.Top)
			}
			if b.KeepLow > b.Lower || b.KeepHigh < b.Top {
				t.Fatalf("band %d is %g to %g and keeps to %g and %g", i, b.Lower, b.Top, b.KeepLow, b.KeepHigh)
			}
			if !s.Crossfade && b.Lower != b.Top {
				t.Fatalf("band %d is %g to %g without crossfade", i, b.Lower, b.Top)
			}
		}
	})
}
