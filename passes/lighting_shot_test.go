package passes

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// One renderer draws shots with other suns, with none, and again the first, as renderers of their own
// would: nothing that was kept shows.
func TestShotsHaveTheirOwnSun(t *testing.T) {
	stageOf := func() *scene.Scene {
		sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0, 0.5, 0)))
		sc.Sky = gradientSky
		return sc
	}
	var shots []Request
	for _, sun := range []*scene.Sun{sunAt(40, 30), sunAt(20, 200), nil, sunAt(-10, 0), sunAt(40, 30)} {
		q := linear(48, 2)
		q.Shot.Sun = sun
		shots = append(shots, q)
	}
	sc := stageOf()
	for _, q := range shots {
		sc.Shots = append(sc.Shots, q.Shot)
	}
	together := newTestRenderer(t, sc)
	var pictures []*Picture
	for i, q := range shots {
		got := shoot(t, together, q)
		alone := stageOf()
		alone.Sun, alone.Shots = q.Shot.Sun, nil
		q.Shot.Sun = nil
		if want := render(t, alone, q); !slices.Equal(got.Linear, want.Linear) {
			t.Errorf("shot %d is not what it is alone", i)
		}
		pictures = append(pictures, got)
	}
	for i := range 2 { // the sun of shot 3 shines on no side that is seen
		if slices.Equal(pictures[i].Linear, pictures[i+1].Linear) {
			t.Errorf("shots %d and %d are equal", i, i+1)
		}
	}
}
