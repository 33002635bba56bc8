package passes

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// twins is a scene with a group whose two levels are the same mesh, at a distance where the second
// one has the given share of the pixels; or the mesh alone.
func twins(t *testing.T, blend float32, masked bool) *scene.Scene {
	t.Helper()
	sc := stage(model(planeMesh, mgl32.Ident4()))
	sc.Sun = &scene.Sun{Direction: vec3{-0.6, -0.64, -0.48}, Illuminance: 50000, Color: vec3{1, 1, 1}, Shadows: true}
	sc.Sky = scene.Sky{Color: vec3{2000, 2500, 3000}}
	material := 0
	if masked {
		m := sc.Materials[0]
		m.AlphaMode, m.AlphaCutoff, m.DoubleSided = scene.AlphaMask, 0.5, true
		m.BaseColorTexture = &scene.TextureRef{UVFromMesh: mgl32.Scale2D(3, 3)}
		sc.Materials = append(sc.Materials, m)
		material = 1
		pix := make([]byte, 16*16*4)
		for i := range 16 * 16 {
			pix[4*i], pix[4*i+1], pix[4*i+2] = 200, 120, 60
			if dx, dy := i%16-8, i/16-8; dx*dx+dy*dy < 30 {
				pix[4*i+3] = 255
			}
		}
		sc.Images = []scene.Image{{Name: "holes", Width: 16, Height: 16, Pix: pix, SRGB: true}}
		sc.Textures = []scene.Texture{{}}
	}
	at := mgl32.Translate3D(0, 0.6, 0)
	part := []scene.LodPart{{Part: scene.Part{Mesh: sphereMesh, EntityFromPart: mgl32.Ident4(), Material: material}, Color: white}}
	g := &scene.LodGroup{Size: 1, Levels: []scene.LodLevel{{FadeWidth: 1, Parts: part}, {Parts: part}}}
	d := sc.Cameras[0].WorldFromCamera.Col(3).Vec3().Sub(at.Col(3).Vec3()).Len()
	h := scene.ScreenHeight(1, 1, d, float32(math.Tan(float64(sc.Cameras[0].FovY)/2)))
	// The first level's band is lower..1: its blend at h is 1 - (h-lower)/(1-lower).
	g.Levels[0].ScreenHeight = 1 - (1-h)/blend
	if blend == 0 {
		g.Levels[0].ScreenHeight, g.Levels[0].FadeWidth = h/2, 0
	}
	if l := g.Levels[0].ScreenHeight; l < 0 {
		g.Levels[0].ScreenHeight = h * (1 - blend) // nearer to the end than a band up to 1 can be
		g.Levels[0].FadeWidth = h * blend / (1 - blend) / (1 - g.Levels[0].ScreenHeight)
		lower := g.Levels[0].ScreenHeight
		g.Levels[0].FadeWidth = (h - lower) / (1 - blend) / (1 - lower)
	}
	sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: at, Lod: g})
	return sc
}

// A fade between two levels that are the same mesh cannot be seen: each pixel of the picture and each
// texel of its shadow belongs to exactly one of them, at every blend, with holes and without.
func TestFadeBetweenTwins(t *testing.T) {
	for _, masked := range []bool{false, true} {
		q := Request{Shot: scene.Shot{Width: 96, Height: 80, Samples: 2}}
		want := render(t, twins(t, 0, masked), q)
		if want.Stats.Counters.LODFading != 0 {
			t.Fatal("the reference fades")
		}
		for _, blend := range []float32{0.01, 0.1, 0.37, 0.5, 0.81, 0.99} {
			got := render(t, twins(t, blend, masked), q)
			if n := got.Stats.Counters.LODFading; n != 1 {
				t.Errorf("blend %g: %d groups fade", blend, n)
			}
			if got.Stats.Counters.Triangles <= want.Stats.Counters.Triangles {
				t.Errorf("blend %g: both levels are not counted", blend)
			}
			if !bytes.Equal(got.Display, want.Display) {
				t.Errorf("blend %g, masked %v: the fade shows", blend, masked)
			}
		}
	}
}

// Of a sphere whose DitherFade leaves a share, that share of the samples is drawn, whatever the share:
// with 64 samples to within 1/64 in each pixel.
func TestDitherFadeCoverage(t *testing.T) {
	for _, coverage := range []float32{0.25, 0.5, 0.9} {
		m := model(boxMesh, mgl32.Scale3D(9, 1, 9))
		m.Fade = &scene.DitherFade{Coverage: coverage}
		sc := stage(m)
		sc.Materials[0].Emissive, sc.Materials[0].BaseColor = vec3{100, 100, 100}, vec4{0, 0, 0, 1}
		p := render(t, sc, linear(32, 64))
		for _, at := range [][2]int{{5, 9}, {16, 16}, {27, 20}} {
			got := p.at(at[0], at[1])[0] / 100
			if d := got - coverage; max(d, -d) > 1.01/64 {
				t.Errorf("coverage %g: pixel %v has %g", coverage, at, got)
			}
		}
	}
}

// The counters of a scene worked out by hand. The camera looks down -Z from the origin with a field
// of view of 90 degrees: a group of size 1 at distance d is 1/(2d) high. Levels end at 0.2, 0.1
// and 0.05, the second fades over half of 0.1..0.2.
func TestCountersByHand(t *testing.T) {
	sc := stage()
	box := []scene.LodPart{{Part: scene.Part{Mesh: boxMesh, EntityFromPart: mgl32.Ident4(), Material: -1}, Color: white}}
	g := &scene.LodGroup{Size: 1, Levels: []scene.LodLevel{
		{ScreenHeight: 0.2, Parts: append(box, box...)}, {ScreenHeight: 0.1, FadeWidth: 0.5, Parts: box}, {ScreenHeight: 0.05, Parts: box}}}
	for _, at := range []vec3{
		{0, 0, -2},    // 0.25: level 0, two boxes
		{1, 0, -2.45}, // d 2.646, 0.189: level 1 alone
		{0, 1, -3.9},  // d 4.026, 0.1242: level 1 fades into 2, blend 0.516
		{2, 0, -7},    // d 7.28, 0.0687: level 2
		{0, 0, -30},   // 0.0167: past the end
		{0, 0, 4},     // behind the camera
	} {
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(at[0], at[1], at[2]), Lod: g})
	}
	sc.Cameras[0] = scene.Camera{Name: "main", WorldFromCamera: mgl32.Ident4(), FovY: math.Pi / 2, Near: 0.1}
	got := render(t, sc, Request{Shot: scene.Shot{Width: 64, Height: 64, Samples: 1}}).Stats.Counters
	want := Counters{Draws: 6, Instances: 6, Triangles: 6 * 12, LODSelections: 4, LODCulled: 1, LODFading: 1, LODLevels: []int{1, 2, 2}}
	if got.LODSelections != want.LODSelections || got.LODCulled != want.LODCulled || got.LODFading != want.LODFading ||
		got.Triangles != want.Triangles || got.Instances != want.Instances || got.Draws != want.Draws || len(got.LODLevels) != 3 {
		t.Errorf("%+v, by hand %+v", got, want)
	}
	for i, n := range got.LODLevels {
		if n != want.LODLevels[i] {
			t.Errorf("level %d: %d groups, by hand %d", i, n, want.LODLevels[i])
		}
	}
}

// oneOf are the parts of a level that draws one mesh.
func oneOf(mesh int) []scene.LodPart {
	return []scene.LodPart{{Part: scene.Part{Mesh: mesh, EntityFromPart: mgl32.Ident4(), Material: -1}, Color: white}}
}

// A group without levels draws nothing.
func TestGroupWithoutLevels(t *testing.T) {
	q := Request{Shot: scene.Shot{Width: 16, Height: 16}}
	want := render(t, stage(model(planeMesh, mgl32.Ident4())), q)
	for _, byDistance := range []bool{false, true} {
		sc := stage(model(planeMesh, mgl32.Ident4()))
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Ident4(), Lod: &scene.LodGroup{Size: 1, ByDistance: byDistance}})
		if got := render(t, sc, q); !bytes.Equal(got.Display, want.Display) {
			t.Errorf("by distance %v: another picture", byDistance)
		}
	}
}

// A bias of 0 draws no group at all, and models as ever, whether the CPU chooses or the device.
func TestBiasZero(t *testing.T) {
	single, several := []scene.LodLevel{{Parts: oneOf(boxMesh)}}, []scene.LodLevel{{ScreenHeight: 0.1, Parts: oneOf(boxMesh)}, {Parts: oneOf(boxMesh)}}
	q := Request{Shot: scene.Shot{Width: 32, Height: 32}}
	want := render(t, stage(model(boxMesh, mgl32.Ident4())), q)
	for _, levels := range [][]scene.LodLevel{single, several} {
		sc := stage(model(boxMesh, mgl32.Ident4()))
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(1, 0, 0), Lod: &scene.LodGroup{Size: 1, Levels: levels}})
		sc.Lod.Bias = 0
		got := render(t, sc, q)
		if c := got.Stats.Counters; c.LODSelections != 1 || c.LODCulled != 1 || !bytes.Equal(got.Display, want.Display) {
			t.Errorf("%d levels: %+v", len(levels), c)
		}
	}
}

// The shadow is that of the level which is drawn, also where the cascades stay as they are when the
// camera moves past a switch.
func TestShadowFollowsTheLevel(t *testing.T) {
	build := func() *scene.Scene {
		sc := stage(model(planeMesh, mgl32.Scale3D(0.05, 1, 0.05)))
		sc.Sun = sunAt(40, 30)
		sc.Entities = append(sc.Entities, scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(0, 0.5, 0),
			Lod: &scene.LodGroup{Size: 1, ByDistance: true, Levels: []scene.LodLevel{
				{Distance: 8, Parts: oneOf(boxMesh)}, {Distance: 100, Parts: oneOf(sphereMesh), Shadow: scene.LodShadowNone}}}})
		sc.Cameras = nil
		for _, d := range []float32{7.95, 8.05} {
			sc.Cameras = append(sc.Cameras, scene.Camera{WorldFromCamera: lookAt(vec3{0, 0.5, d}, vec3{0, 0.5, 0}), FovY: 0.5, Near: 0.1})
		}
		return sc
	}
	r := newTestRenderer(t, build())
	q := Request{Shot: scene.Shot{Width: 64, Height: 64}}
	shoot(t, r, q)
	held := append([]scene.Cascade(nil), r.passes.shadow.held...)
	q.Shot.Camera = 1
	got := shoot(t, r, q)
	if len(held) == 0 || !slices.Equal(held, r.passes.shadow.held) {
		t.Fatal("the cascades differ: the scene does not test what it should")
	}
	if !bytes.Equal(got.Display, render(t, build(), q).Display) {
		t.Error("the shadow is that of the picture before")
	}
}
