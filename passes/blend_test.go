package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// glass makes a material of a scene blended and unlit, so that what it shows is its colour.
func glass(sc *scene.Scene, c vec4) int {
	m := scene.DefaultMaterial()
	m.Unlit, m.AlphaMode, m.BaseColor = true, scene.AlphaBlend, c
	sc.Materials = append(sc.Materials, m)
	return len(sc.Materials) - 1
}

// over is a colour with coverage before another.
func over(c vec4, behind vec3) vec3 { return c.Vec3().Mul(c[3]).Add(behind.Mul(1 - c[3])) }

func exposedRequest(size int) Request {
	return Request{Shot: scene.Shot{Width: size, Height: size}, Float: true}
}

// Panes that overlap are blended back to front, in whichever order the scene lists them, before the
// sky, before an opaque wall, and behind one.
func TestPanes(t *testing.T) {
	near, middle, away := vec4{0.8, 0.1, 0.2, 0.25}, vec4{0.1, 0.7, 0.3, 0.5}, vec4{0.2, 0.3, 0.9, 0.75}
	for _, order := range [][3]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		sc := front()
		sc.Sun, sc.Exposure = nil, scene.Exposure{}
		exposure := exposureOf(sc)
		sc.Sky.Color = vec3{0.5, 0.5, 0.5}.Mul(1 / exposure)
		for _, i := range order {
			z := []float32{2, 1, 0}[i]
			c := []vec4{near, middle, away}[i]
			sc.Entities = append(sc.Entities, withMaterial(model(quadMesh, mgl32.Translate3D(0, 0, z)), glass(sc, c)))
		}
		wall := glass(sc, vec4{0.6, 0.6, 0.6, 1})
		sc.Materials[wall].AlphaMode = scene.AlphaOpaque
		// One wall before the farthest pane on the right, one before all at the top.
		sc.Entities = append(sc.Entities, withMaterial(model(quadMesh, mgl32.Translate3D(1, 0, 0.5)), wall),
			withMaterial(model(quadMesh, mgl32.Translate3D(0, 1.5, 3)), wall))
		p := render(t, sc, exposedRequest(16))
		sky, opaque := vec3{0.5, 0.5, 0.5}, vec3{0.6, 0.6, 0.6}
		for _, c := range []struct {
			what string
			x, y int
			want vec3
		}{
			{"before the sky", 3, 12, over(near, over(middle, over(away, sky)))},
			{"before the wall", 12, 12, over(near, over(middle, opaque))},
			{"behind the wall", 5, 1, opaque},
		} {
			if got := p.at(c.x, c.y); far(got, c.want, 0.002, 0) {
				t.Errorf("order %v, %s: %v, want %v", order, c.what, got, c.want)
			}
		}
	}
}

// Coverage adds up before a transparent background: 1 - (1-a)(1-b).
func TestPanesOnTransparentBackground(t *testing.T) {
	sc := front()
	near, away := vec4{0.8, 0.1, 0.2, 0.25}, vec4{0.2, 0.3, 0.9, 0.5}
	sc.Entities = append(sc.Entities, withMaterial(model(quadMesh, mgl32.Translate3D(0, 0, 1)), glass(sc, near)), withMaterial(model(quadMesh, mgl32.Ident4()), glass(sc, away)))
	q := exposedRequest(8)
	q.Shot.Transparent = true
	r := newTestRenderer(t, sc)
	p := shoot(t, r, q)
	if got, want := p.at(4, 4), over(near, over(away, vec3{})); far(got, want, 0.002, 0) {
		t.Errorf("premultiplied %v, want %v", got, want)
	}
	if got := p.alpha(4, 4); math.Abs(float64(got)-0.625) > 1e-3 {
		t.Errorf("alpha %v, want 0.625", got)
	}
	q.Float, q.Deep, q.Shot.Tonemap = false, true, scene.TonemapNone
	deep := shoot(t, r, q)
	for k := range 3 {
		want := scene.SRGBFromLinear(over(near, over(away, vec3{}))[k] / 0.625)
		if got := float64(deep.Display16[4*36+k]) / 65535; math.Abs(got-float64(want)) > 1e-3 {
			t.Errorf("straight colour %v, want %v", got, want)
		}
	}
}

// Blended surfaces are lit as opaque ones are, shadows included, and sorted with those.
func TestLitGlass(t *testing.T) {
	opaque := front(model(sphereMesh, mgl32.Scale3D(1.8, 1.8, 1.8)))
	opaque.Materials[0].BaseColor, opaque.Materials[0].Roughness, opaque.Materials[0].Specular = vec4{0.8, 0.5, 0.2, 0.5}, 0.4, 1
	opaque.Sky = gradientSky
	opaque.Sun = sunAt(40, 60)
	opaque.Entities = append(opaque.Entities, pointAt(vec3{1, 1, 2}, scene.PointLight{Intensity: 900, Color: vec3{0.2, 1, 0.4}}))
	// A pole throws a shadow on the ball.
	opaque.Entities = append(opaque.Entities, model(boxMesh, mgl32.Translate3D(2, 2.4, 3).Mul4(mgl32.Scale3D(0.3, 9, 0.3))))
	opaque.Materials = append(opaque.Materials, scene.DefaultMaterial())
	opaque.Entities[2] = withMaterial(opaque.Entities[2], 1)
	q := linear(48, 1)
	blended := *opaque
	blended.Materials = append([]scene.Material(nil), opaque.Materials...)
	blended.Materials[0].AlphaMode = scene.AlphaBlend
	a, b := render(t, opaque, q), render(t, &blended, q)
	q.Shot.Transparent = true
	covered := render(t, opaque, q)
	shadowed := 0
	for y := range 48 {
		for x := range 48 {
			want := a.at(x, y)
			d := vec2{float32(x) - 23.5, float32(y) - 23.5}.Len()
			if d < 20 {
				// The glass itself casts no shadow, so its own far side is lit through it, as it
				// should be: only what is in the open is the same.
				sky := opaque.Sky.Radiance(vec3{0, 0, -1})
				want = want.Mul(0.5).Add(sky.Mul(0.5))
			} else if d < 23 || covered.alpha(x, y) > 0 {
				continue
			}
			if far(b.at(x, y), want, 0.01, 2) {
				shadowed++
			}
		}
	}
	if shadowed > 48 {
		t.Errorf("%d pixels of glass are not lit like the opaque ball", shadowed)
	}
}

// A double-sided ball shows its far side through its near one, mirrored or not.
func TestDoubleSidedGlass(t *testing.T) {
	for _, turn := range []mgl32.Mat4{mgl32.Ident4(), mgl32.Scale3D(-1, 1, 1), mgl32.HomogRotate3DZ(2)} {
		for _, double := range []bool{false, true} {
			sc := front()
			sc.Sun, sc.Exposure = nil, scene.Exposure{}
			sc.Sky.Color = vec3{0, 0, 0.5 / exposureOf(sc)}
			ball := &sc.Meshes[sphereMesh].Primitives[0]
			for _, p := range ball.Positions { // red to the camera, green away from it
				c := vec4{1, 0, 0, 1}
				if p[2] < 0 {
					c = vec4{0, 1, 0, 1}
				}
				ball.Colors = append(ball.Colors, c)
			}
			m := glass(sc, vec4{1, 1, 1, 0.5})
			sc.Materials[m].DoubleSided = double
			sc.Entities = append(sc.Entities, withMaterial(model(sphereMesh, turn), m))
			got := render(t, sc, exposedRequest(16)).at(8, 8)
			want := over(vec4{1, 0, 0, 0.5}, vec3{0, 0, 0.5})
			if double {
				want = over(vec4{1, 0, 0, 0.5}, over(vec4{0, 1, 0, 0.5}, vec3{0, 0, 0.5}))
			}
			if far(got, want, 0.002, 0.001) {
				t.Errorf("double-sided %v, determinant %v: %v, want %v", double, turn.Det(), got, want)
			}
		}
	}
}

// The parts of one model are sorted by where each of them is, not by where the model is.
func TestPartsOfGlass(t *testing.T) {
	near, away := vec4{0.8, 0.1, 0.2, 0.25}, vec4{0.2, 0.3, 0.9, 0.75}
	for _, turned := range []bool{false, true} {
		sc := front()
		sc.Sun = nil
		e := model(quadMesh, mgl32.Ident4())
		e.Model.Parts = []scene.Part{
			{Mesh: quadMesh, EntityFromPart: mgl32.Translate3D(0, 0, 2), Material: glass(sc, near)},
			{Mesh: quadMesh, EntityFromPart: mgl32.Ident4(), Material: glass(sc, away)}}
		want := over(near, over(away, vec3{}))
		if turned { // the other part is the near one now; both are seen from behind
			e.ParentFromLocal = mgl32.HomogRotate3DY(math.Pi)
			want = over(away, over(near, vec3{}))
			for i := range sc.Materials {
				sc.Materials[i].DoubleSided = true
			}
		}
		sc.Entities = append(sc.Entities, e)
		if got := render(t, sc, exposedRequest(8)).at(4, 4); far(got, want, 0.002, 0) {
			t.Errorf("turned %v: %v, want %v", turned, got, want)
		}
	}
}
