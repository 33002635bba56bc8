package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// surveyed is a Lambert floor with a box and a ball on it, in the light of a sun, a sky, a lamp and a spot.
func surveyed() *scene.Scene {
	sc := stage(model(planeMesh, mgl32.Ident4()), model(boxMesh, mgl32.Translate3D(0.7, 0.5, 0.2)), model(sphereMesh, mgl32.Translate3D(-0.8, 0.5, -0.3)))
	sc.Sun = &scene.Sun{Direction: vec3{-0.48, -0.6, -0.64}, Illuminance: 60, Color: vec3{1, 0.9, 0.7}, Shadows: true}
	sc.Sky = scene.Sky{Kind: scene.SkyGradient, Zenith: vec3{2, 4, 8}, Horizon: vec3{10, 9, 8}, Ground: vec3{3, 2, 1}}
	spot := scene.SpotLight{PointLight: scene.PointLight{Intensity: 400, Color: vec3{0.6, 0.8, 1}}, Inner: 0.2, Outer: 0.7}
	sc.Entities = append(sc.Entities, pointAt(vec3{0.2, 2, 1}, scene.PointLight{Intensity: 90, Color: vec3{1, 0.8, 0.5}}),
		scene.Entity{Parent: -1, ParentFromLocal: mgl32.Translate3D(-1, 2.5, 0).Mul4(mgl32.HomogRotate3DX(-math.Pi / 2)), Spot: &spot})
	sc.Exposure = scene.FixedExposure(5)
	return sc
}

// What a survey says of a pixel is what a picture shows there: the total on a Lambert surface. Edges, where the one
// looks at a point and the other at a pixel or a shadow map, are left out.
func TestLightSurveyIsThePicture(t *testing.T) {
	sc := surveyed()
	const size, albedo = 96, 0.5
	q := linear(size, 1)
	p := render(t, sc, q)
	l := scene.NewLightSurveyor(sc, q.Shot)
	luminance := func(x, y int) float64 { return float64(scene.Luminance(p.at(x, y))) }
	compared, shadowed := 0, 0
	for y := 2; y < size-2; y += 3 {
		for x := 2; x < size-2; x += 3 {
			place, ok := l.Pixel(vec2{float32(x) + 0.5, float32(y) + 0.5})
			if !ok {
				t.Fatalf("pixel %d,%d shows nothing", x, y)
			}
			s := l.At(place, 5)
			smooth := true
			for _, d := range [][2]int{{2, 0}, {-2, 0}, {0, 2}, {0, -2}} {
				smooth = smooth && math.Abs(luminance(x+d[0], y+d[1])/luminance(x, y)-1) < 0.1
			}
			if !smooth {
				continue
			}
			compared++
			if s.Lights[0].Here == scene.LightShadowed {
				shadowed++
			}
			if want := float64(s.Total.Reflected(albedo)); math.Abs(luminance(x, y)-want) > 0.01*want {
				t.Errorf("pixel %d,%d: %.4g cd/m², the survey says %.4g: %+v", x, y, luminance(x, y), want, s)
			}
		}
	}
	if compared < 600 || shadowed < 10 {
		t.Errorf("only %d of 961 pixels compared, %d in the sun's shadow", compared, shadowed)
	}
}

// The coarse grid of a survey settles near what a picture is metered at.
func TestLightSurveyMetersAsThePicture(t *testing.T) {
	sc := surveyed()
	q := linear(64, 1)
	want := metered(t, sc, q)
	if got := float64(scene.NewLightSurveyor(sc, q.Shot).Exposure()); math.Abs(got-want) > 0.1 {
		t.Errorf("EV100 %.3f, the picture has %.3f", got, want)
	}
}
