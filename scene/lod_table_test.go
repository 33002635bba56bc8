package scene

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

func TestLodTable(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"LodBand", unsafe.Sizeof(LodBand{}), 16}, {"LodInstance", unsafe.Sizeof(LodInstance{}), 16},
		{"LodDef", unsafe.Sizeof(LodDef{}), 16}, {"LodView", unsafe.Sizeof(LodView{}), 32},
		{"LodView.DistanceScale", unsafe.Offsetof(LodView{}.DistanceScale), 16},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, c.got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var table LodTable
		var groups []*LodGroup
		var s LodSettings
		for range rapid.IntRange(1, 4).Draw(t, "groups") {
			var g *LodGroup
			g, s = drawGroup(t) // the last one's settings hold for all
			groups = append(groups, g)
		}
		for i, g := range groups {
			if at := table.Add(g, s); at != i {
				t.Fatalf("group %d is at %d", i, at)
			}
		}
		v := LodViewAt(mgl32.Vec3{1, 2, 3}, 0.7, s)
		for i, g := range groups {
			z := rapid.Float32Range(0, 200).Draw(t, "z")
			in := g.At(mgl32.Translate3D(0, 0, z))
			state := LodState(rapid.IntRange(0, 7).Draw(t, "state"))
			p, next := table.Pick(i, in, &v, state)
			wantP, wantNext := g.Pick(in, v, s, state)
			if p != wantP || next != wantNext {
				t.Fatalf("group %d: %+v, %d from the table, %+v, %d from the group", i, p, next, wantP, wantNext)
			}
		}
	})
}

func TestLodTablePickAllocatesNothing(t *testing.T) {
	var table LodTable
	table.Add(byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1), fades)
	v := LodViewAt(mgl32.Vec3{}, 1, fades)
	in := LodInstance{Center: mgl32.Vec3{0, 0, 3}, Extent: 2}
	if n := testing.AllocsPerRun(100, func() { table.Pick(0, in, &v, 0) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// A table remembers when one of its groups does.
func TestLodTableRemembers(t *testing.T) {
	forgets := byDistance(0, 20, 60)
	forgets.Hysteresis = 0
	var table LodTable
	for _, c := range []struct {
		group *LodGroup
		want  bool
	}{{byHeight(), false}, {byHeight(0.5, 0.5, 0.2, 0), false}, {forgets, false}, {LodOfModel(&Model{}), false}, {byDistance(0, 20), true}} {
		table.Add(c.group, fades)
		if got := table.Remembers(); got != c.want {
			t.Errorf("with %+v: %v", c.group, got)
		}
	}
}

// Counted by hand: levels 0.5..0.75, 0.2..0.35, 0.05..0.2.
func TestLodCounters(t *testing.T) {
	bands := byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1).Bands(fades)
	var c LodCounters
	for _, k := range []struct{ height, coverage float32 }{
		{0.9, 1},   // level 0
		{0.6, 1},   // 0 and 1
		{0.4, 0.5}, // 1, half of its pixels
		{0.3, 1},   // 1 and 2
		{0.1, 1},   // 2 and nothing
		{0.05, 1},  // nothing
		{0.01, 1},  // nothing
		{0.01, 0},  // nothing, and would not be seen
		{0.9, 0},   // not seen
	} {
		p, _ := PickBands(bands, k.height, 0)
		c.Add(p, k.coverage)
	}
	want := LodCounters{Selections: 5, Culled: 3, Fading: 3, Levels: []int{2, 3, 2}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("counted %+v, want %+v", c, want)
	}
}

func BenchmarkLodPick(b *testing.B) {
	var table LodTable
	table.Add(byHeight(0.5, 0.5, 0.2, 0.5, 0.05, 1), fades)
	v := LodViewAt(mgl32.Vec3{}, 1, fades)
	b.ReportAllocs()
	for i := range b.N {
		table.Pick(0, LodInstance{Center: mgl32.Vec3{0, 0, float32(i % 50)}, Extent: 2}, &v, 0)
	}
}
