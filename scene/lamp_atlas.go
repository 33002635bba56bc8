package scene

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// All shadow maps of lamps are tiles of one square image. A tile's side is a power of two: as many texels as
// make one no larger than lampTexel pixels where the lamp is seen lighting something, from 64 to 1024. Tiles depend on
// nothing but the view, so that a picture does not depend on those drawn before it.
//
// The image has up to 4096 texels along a side. Where that is too little, all lamps lose resolution alike, down to 64
// texels; then the image grows to lampSideMost, and tiles shrink to 32 texels: room for 10,922 lamps of six maps.
const (
	lampTexel     = 2    // pixels
	lampTileMost  = 1024 // texels
	lampTileLeast = 64
	lampTileTiny  = 32
	lampSide      = 4096 // texels
	lampSideMost  = 8192
)

// A LampShadow is what planning needs to know of a lamp that casts shadows.
type LampShadow struct {
	Position mgl32.Vec3
	Reach    float32 // metres that its light goes; where it ends nowhere, as far as it is bright
	Slope    float32 // LampFace.Slope of its faces
	Faces    int     // 1 or 6
	Needed   [6]bool // which of them have a map
	Size     int     // texels along a side of a map; 0: what the view asks for
	Source   LampSource
}

// BrightReach is how far a lamp that ends nowhere is bright: where it gives half a lux, by eye.
func BrightReach(intensity Candela) float32 {
	return float32(math.Sqrt(max(float64(intensity), 0) / 0.5))
}

// A LampTile is a map's place in the image, in texels from the top left. Size 0: there is no map.
type LampTile struct{ X, Y, Size int }

// A LampAtlas is a plan of the image.
type LampAtlas struct {
	Side  int        // texels
	Tiles []LampTile // of the faces, lamp by lamp

	scale float64 // what the sizes that the view asks for are multiplied by, since there are many
	least int     // texels
}

// PlanLampTiles places the maps of lamps for a view. The image is at most limit texels wide; false: they do not fit.
func PlanLampTiles(view View, lamps []LampShadow, limit int) (LampAtlas, bool) {
	want := make([]float64, len(lamps))
	frustum := view.Frustum()
	faces := 0
	for i := range lamps {
		want[i] = lamps[i].texels(view, &frustum)
		faces += lamps[i].Faces
	}
	a := LampAtlas{Side: lampTileMost, Tiles: make([]LampTile, faces)}
	sizes := make([]int, len(lamps))
	fits := func(scale float64, least int) bool {
		area := 0
		a.scale, a.least = scale, least
		for i := range lamps {
			sizes[i] = tileSize(want[i]*scale, least)
			for _, needed := range lamps[i].Needed {
				if needed {
					area += sizes[i] * sizes[i]
				}
			}
		}
		return area <= a.Side*a.Side
	}
	limit = min(limit, lampSideMost)
	for a.Side < min(lampSide, limit) && !fits(1, lampTileLeast) {
		a.Side *= 2
	}
	found := false
	for scale := 1.0; !found && scale > 1.0/lampTileMost; scale *= math.Sqrt2 / 2 {
		found = fits(scale, lampTileLeast)
	}
	for a.Side < limit && !found {
		a.Side *= 2
		found = fits(0, lampTileLeast)
	}
	if !found && !fits(0, lampTileTiny) {
		return a, false
	}
	a.place(lamps, sizes)
	return a, true
}

// texels is how many texels along a side a lamp's maps are to have.
//
// A lamp matters most within a third of its reach, at w. A texel there is 2·Slope·w/n wide. Things so far from
// the lamp are seen from its distance less w on, and from about w where the camera is among them.
func (l *LampShadow) texels(view View, frustum *Frustum) float64 {
	if l.Size > 0 {
		return float64(l.Size)
	}
	if !frustum.MeetsSphere(l.Position, l.Reach) {
		return 0
	}
	w := l.Reach / 3
	distance := l.Position.Sub(view.Position).Len()
	pixel := view.Footprint(max(distance-w, w))
	if !(pixel > 0) {
		return 0
	}
	return float64(2 * l.Slope * w / (lampTexel * pixel))
}

func tileSize(want float64, least int) int {
	switch {
	case want >= lampTileMost:
		return lampTileMost
	case !(want > float64(least)):
		return least
	}
	return 1 << bits.Len(uint(math.Ceil(want))-1)
}

// place lays the tiles along a Z-order curve, large ones first: each begins at a multiple of its area and so fills a
// square, without gaps.
func (a *LampAtlas) place(lamps []LampShadow, sizes []int) {
	order := make([]int, len(lamps))
	first := make([]int, len(lamps))
	n := 0
	for i := range lamps {
		order[i], first[i] = i, n
		n += lamps[i].Faces
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(sizes[k], sizes[i]) })
	at := 0 // texels along the curve
	for _, i := range order {
		for k := range lamps[i].Faces {
			if !lamps[i].Needed[k] {
				continue
			}
			a.Tiles[first[i]+k] = tileAt(at, sizes[i])
			at += sizes[i] * sizes[i]
		}
	}
}
