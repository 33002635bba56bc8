package passes

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// Every tile stands in one band, and no band has more than a dispatch may.
func TestTilePlan(t *testing.T) {
	for _, c := range []struct {
		width, height, most  int
		columns, rows, bands int
	}{
		{1, 1, tileBand, 1, 1, 1},
		{8, 9, tileBand, 1, 2, 1},
		{1280, 720, tileBand, 160, 90, 1},
		{3840, 2160, tileBand, 480, 270, 2},
		{16384, 16384, tileBand, 2048, 2048, 65},
		{160, 64, 64, 20, 8, 3},
	} {
		p := planTiles(c.width, c.height, c.most)
		if p.columns != c.columns || p.rows != c.rows || p.bands != c.bands {
			t.Errorf("%d by %d: %+v", c.width, c.height, p)
		}
		if n := p.columns * p.rows; p.band > c.most || p.band*p.bands < n || p.band*(p.bands-1) >= n || 4*p.band%256 != 0 {
			t.Errorf("%d by %d: %+v for %d tiles", c.width, c.height, p, n)
		}
	}
}

// A picture whose tiles have geometry, sky, or both, and end within a tile, is whole, in one band and in many:
// each pixel shows the surface or the sky.
func TestTilesCoverThePicture(t *testing.T) {
	sc := stage(model(quadMesh, mgl32.Translate3D(-0.4, 0.3, 0).Mul4(mgl32.Scale3D(0.31, 0.2, 1))),
		model(quadMesh, mgl32.Translate3D(0.93, -0.77, 0).Mul4(mgl32.Scale3D(0.004, 0.004, 1))))
	sc.Cameras[0] = scene.Camera{WorldFromCamera: mgl32.Translate3D(0, 0, 5), Height: 2, Near: 0.1, Far: 20}
	sc.Materials[0].Unlit, sc.Materials[0].BaseColor = true, vec4{0.25, 0.5, 0.75, 1}
	sc.Sky = scene.Sky{Color: vec3{4000, 2000, 1000}}
	r := newTestRenderer(t, sc)
	request := Request{Shot: scene.Shot{Width: 245, Height: 131, Samples: 1}, Float: true}
	surface, sky := vec3{0.25, 0.5, 0.75}, sc.Sky.Color.Mul(sc.Exposure.EV100.Exposure())
	var first []float32
	for _, most := range []int{tileBand, 64, 128} {
		r.passes.tiles.most = most
		p := shoot(t, r, request)
		for y := range p.Height {
			for x := range p.Width {
				if c := p.at(x, y); far(c, surface, 1e-3, 0) && far(c, sky, 1e-3, 0) {
					t.Fatalf("bands of %d tiles: pixel %d %d shows %v", most, x, y, c)
				}
			}
		}
		if c := p.at(96, 45); far(c, surface, 1e-3, 0) {
			t.Errorf("the quad shows %v", c)
		}
		if first == nil {
			first = p.Linear
		} else if !slices.Equal(first, p.Linear) {
			t.Errorf("bands of %d tiles make another picture", most)
		}
	}
}
