package scene

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func lampGrid(r *rand.Rand, count, faces int) []LampShadow {
	lamps := make([]LampShadow, count)
	for i := range lamps {
		l := &lamps[i]
		l.Position = mgl32.Vec3{r.Float32()*200 - 100, 4, r.Float32()*200 - 100}
		l.Reach, l.Slope, l.Faces = float32(math.Exp(float64(r.Float32()*3))), 1, faces
		for k := range faces {
			l.Needed[k] = faces == 1 || r.IntN(8) > 0
		}
	}
	return lamps
}

// Any number of lamps: every map that is needed has a tile of a power of two, inside the image, that no other covers,
// and that lies on a multiple of its size.
func TestLampTilesFit(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	view := Camera{WorldFromCamera: mgl32.Translate3D(0, 3, 60), FovY: 0.9, Near: 0.1}.View(1920, 1080, mgl32.Vec2{})
	for _, c := range []struct{ count, faces, limit, side int }{
		{0, 6, 16384, 1024}, {1, 1, 16384, 1024}, {1, 6, 16384, 4096}, {64, 6, 16384, 4096}, {200, 1, 16384, 4096},
		{600, 6, 4096, 4096}, {2000, 6, 16384, 8192}, {4000, 6, 16384, 8192}, {9000, 6, 8192, 8192}, {13_000, 6, 16384, 0}, {3300, 6, 4096, 0},
	} {
		lamps := lampGrid(r, c.count, c.faces)
		a, ok := PlanLampTiles(view, lamps, c.limit)
		if ok != (c.side > 0) {
			t.Errorf("%+v: fits %v", c, ok)
		}
		if !ok {
			continue
		}
		if a.Side > c.side {
			t.Errorf("%+v: the image has %d texels along a side", c, a.Side)
		}
		const unit = 32
		n := a.Side / unit
		taken := make([]bool, n*n)
		for i, tile := range a.Tiles {
			if needed := lamps[i/c.faces].Needed[i%c.faces]; (tile.Size > 0) != needed {
				t.Fatalf("%+v: face %d, needed %v, has %+v", c, i, needed, tile)
			}
			if tile.Size == 0 {
				continue
			}
			if tile.Size&(tile.Size-1) != 0 || tile.Size < 32 || tile.Size > 1024 || tile.X%tile.Size != 0 || tile.Y%tile.Size != 0 ||
				tile.X+tile.Size > a.Side || tile.Y+tile.Size > a.Side {
				t.Fatalf("%+v: %+v in %d", c, tile, a.Side)
			}
			for y := tile.Y / unit; y < (tile.Y+tile.Size)/unit; y++ {
				for x := tile.X / unit; x < (tile.X+tile.Size)/unit; x++ {
					if taken[y*n+x] {
						t.Fatalf("%+v: two maps at %d, %d", c, x*unit, y*unit)
					}
					taken[y*n+x] = true
				}
			}
		}
	}
}

// Near and large lamps get larger maps, in every crowd; what is out of view gets the least.
func TestLampTilesFollowImportance(t *testing.T) {
	view := Camera{WorldFromCamera: mgl32.Translate3D(0, 2, 0), FovY: 0.9, Near: 0.1}.View(1920, 1080, mgl32.Vec2{})
	at := func(z, reach float32) LampShadow {
		return LampShadow{Position: mgl32.Vec3{0, 2, z}, Reach: reach, Slope: 1, Faces: 6, Needed: [6]bool{true, true, true, true, true, true}}
	}
	few := []LampShadow{at(-3, 4), at(-20, 10), at(-60, 10), at(-200, 10), at(30, 10)}
	for _, copies := range []int{1, 3, 20, 100} {
		var lamps []LampShadow
		for range copies {
			lamps = append(lamps, few...)
		}
		a, ok := PlanLampTiles(view, lamps, 16384)
		if !ok {
			t.Fatal("they do not fit")
		}
		var got [5]int
		for i := range got {
			got[i] = a.Tiles[6*i].Size
			for k := range copies {
				if s := a.Tiles[6*(5*k+i)].Size; s != got[i] {
					t.Errorf("%d copies: a lamp has %d texels, its like %d", copies, got[i], s)
				}
			}
		}
		if copies == 1 && got != [5]int{1024, 256, 128, 64, 64} {
			t.Errorf("alone they have %v texels", got)
		}
		for i := 1; i < 5; i++ {
			if got[i] > got[i-1] {
				t.Errorf("%d copies: %v texels", copies, got)
			}
		}
		if got[4] != 64 {
			t.Errorf("%d copies: out of view, %d texels", copies, got[4])
		}
	}
}

func TestTileSize(t *testing.T) {
	for _, c := range []struct {
		want float64
		size int
	}{{0, 64}, {63, 64}, {64, 64}, {65, 128}, {128, 128}, {513, 1024}, {1e30, 1024}, {math.Inf(1), 1024}, {math.NaN(), 64}} {
		if got := tileSize(c.want, 64); got != c.size {
			t.Errorf("%v wanted: %d, want %d", c.want, got, c.size)
		}
	}
}

// A camera that walks through a town keeps nearly all maps where they are, never has a lamp at less than half of what
// it wants for long, and never lets two tiles meet.
func TestLampTilesFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 7))
	lamps := lampGrid(r, 150, 6)
	at := func(z float32) View {
		return Camera{WorldFromCamera: mgl32.Translate3D(0, 3, z), FovY: 0.9, Near: 0.1}.View(1920, 1080, mgl32.Vec2{})
	}
	a, ok := PlanLampTiles(at(100), lamps, 16384)
	if !ok {
		t.Fatal("they do not fit")
	}
	moved, fresh, behind := 0, 0, 0
	for step := range 400 {
		view := at(100 - float32(step)*0.4)
		next, ok := a.Follow(view, lamps, 16384, 24)
		if !ok {
			t.Fatal("they do not fit any more")
		}
		n := 0
		for i := range a.Tiles {
			if a.Tiles[i] != next.Tiles[i] {
				n++
			}
		}
		if n > 24 {
			fresh++
		}
		moved += n
		taken := next.taken()
		for i := 1; i < len(taken); i++ {
			if taken[i][0] < taken[i-1][1] || taken[i][1] > next.Side*next.Side {
				t.Fatalf("step %d: tiles meet", step)
			}
		}
		frustum, first := view.Frustum(), 0
		for i := range lamps {
			ideal := tileSize(lamps[i].texels(view, &frustum)*next.scale, next.least)
			for k := range lamps[i].Faces {
				tile := next.Tiles[first+k]
				if (tile.Size > 0) != lamps[i].Needed[k] || tile.Size > 0 && tileAt(tile.along(), tile.Size) != tile {
					t.Fatalf("step %d: face %d has %+v", step, first+k, tile)
				}
				if tile.Size > 0 && tile.Size*2 < ideal {
					behind++
				}
			}
			first += lamps[i].Faces
		}
		a = next
	}
	t.Logf("%d of %d tiles moved, %d times all might; %d are too small", moved, 400*len(a.Tiles), fresh, behind)
	if moved > 400*len(a.Tiles)/50 || fresh > 10 || behind > 400*len(a.Tiles)/200 {
		t.Error("too many")
	}
	same, _ := a.Follow(at(100-399*0.4), lamps, 16384, 1000)
	for range 3 {
		if again, _ := same.Follow(at(100-399*0.4), lamps, 16384, 1000); !slices.Equal(again.Tiles, same.Tiles) {
			t.Error("standing still, tiles move")
		}
	}
}
