package passes

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

var curves = []struct {
	name string
	scene.Tonemap
}{{"agx", scene.TonemapAgX}, {"aces", scene.TonemapACES}, {"khronos-neutral", scene.TonemapKhronosNeutral}, {"reinhard", scene.TonemapReinhard}, {"none", scene.TonemapNone}}

// sweep is a wall of emitting tiles, one pixel of a 16x16 picture each, and their exposed colours:
// greys and hues over 18 stops. Each is just above a half float, so that it is stored as that
// one whether the device rounds or cuts.
func sweep() (*scene.Scene, []vec3) {
	sc := front()
	sc.Sun, sc.Exposure = nil, scene.Exposure{}
	exposure := exposureOf(sc)
	var colors []vec3
	for i := range 256 {
		stop := float32(math.Exp2(float64(i/16) - 9))
		hue := float64(i%16) / 15
		c := vec3{stop, stop, stop}
		if i%16 > 0 {
			for k := range 3 {
				c[k] *= float32(0.5 + 0.5*math.Cos(2*math.Pi*(hue+float64(k)/3)))
			}
		}
		for k := range 3 {
			c[k] = cutHalf(c[k])
		}
		colors = append(colors, c)
		m := scene.DefaultMaterial()
		m.BaseColor, m.Specular = vec4{0, 0, 0, 1}, 0
		m.Emissive = c.Mul((1 + 1.0/8192) / exposure)
		sc.Materials = append(sc.Materials, m)
		x, y := frontAt(16, i%16, i/16)
		sc.Entities = append(sc.Entities, withMaterial(model(quadMesh, mgl32.Translate3D(x, y, 0).Mul4(mgl32.Scale3D(1.0/16, 1.0/16, 1))), i+1))
	}
	return sc, colors
}

// cutHalf drops what a normal half float does not hold; what is smaller than those becomes 0.
func cutHalf(x float32) float32 {
	if x < 1.0/16384 {
		return 0
	}
	return math.Float32frombits(math.Float32bits(x) &^ 0x1fff)
}

// A file holds what the rules say: tone curve, sRGB, dither. The device's pow and log2 are good
// to about six digits, so a value that is so near to a step that this decides may be on
// either side of it.
func TestToneCurves(t *testing.T) {
	sc, colors := sweep()
	r := newTestRenderer(t, sc)
	q := Request{Shot: scene.Shot{Width: 16, Height: 16}}
	held := shoot(t, r, Request{Shot: q.Shot, Float: true})
	for i, c := range colors {
		if got := held.at(i%16, i/16); got != c {
			t.Fatalf("tile %d holds %v, want %v", i, got, c)
		}
	}
	for _, curve := range curves {
		q.Shot.Tonemap = curve.Tonemap
		q.Deep = false
		eight := shoot(t, r, q)
		q.Deep = true
		sixteen := shoot(t, r, q)
		for i, c := range colors {
			shown := curve.Apply(c)
			for k := range 3 {
				v := scene.SRGBFromLinear(shown[k])
				const slack = 1e-5
				threshold := scene.Dither(i%16, i/16)
				low, high := scene.Quantize(v-slack, threshold), scene.Quantize(v+slack, threshold)
				if got := eight.Display[4*i+k]; got < low || got > high {
					t.Errorf("%s of %v channel %d: %d, want %d..%d", curve.name, c, k, got, low, high)
				}
				if got := float32(sixteen.Display16[4*i+k]) / 65535; math.Abs(float64(got-v)) > slack+0.5/65535 {
					t.Errorf("%s of %v channel %d: %.6f in 16 bits, want %.6f", curve.name, c, k, got, v)
				}
			}
			if a, b := eight.Display[4*i+3], sixteen.Display16[4*i+3]; a != 255 || b != 65535 {
				t.Fatalf("%s: alpha %d, %d", curve.name, a, b)
			}
		}
	}
}

// A grey between two steps is dithered to their mean, in a pattern that every picture shares.
func TestDither(t *testing.T) {
	sc := front(model(quadMesh, mgl32.Ident4()))
	sc.Sun, sc.Exposure = nil, scene.Exposure{}
	exposed := cutHalf(0.2)
	e := exposed * (1 + 1.0/8192) / exposureOf(sc)
	sc.Materials[0].Emissive = vec3{e, e, e}
	const size = 64
	p := render(t, sc, Request{Shot: scene.Shot{Width: size, Height: size, Tonemap: scene.TonemapNone}})
	want, sum := scene.SRGBFromLinear(exposed)*255, 0
	for y := range size {
		for x := range size {
			got := p.Display[4*(y*size+x)]
			sum += int(got)
			if rule := scene.Quantize(want/255, scene.Dither(x, y)); got != rule {
				t.Fatalf("pixel %d,%d is %d, the rule says %d", x, y, got, rule)
			}
		}
	}
	if mean := float64(sum) / (size * size); math.Abs(mean-float64(want)) > 0.01 {
		t.Errorf("mean %.3f, want %.3f", mean, want)
	}
}

// Before a transparent background, coverage is kept beside the colour: a pixel that an edge cuts
// has the surface's colour under partial alpha.
func TestTransparentBackground(t *testing.T) {
	const size, samples = 16, 16
	sc := front(model(quadMesh, mgl32.HomogRotate3DZ(0.3).Mul4(mgl32.Scale3D(0.7, 0.7, 1))))
	sc.Sun, sc.Exposure = nil, scene.Exposure{}
	sc.Sky.Color = vec3{1, 2, 3} // not to be seen
	c := vec3{0.5, 0.25, 0.125}
	sc.Materials[0].BaseColor = vec4{0, 0, 0, 1}
	sc.Materials[0].Emissive = c.Mul((1 + 1.0/8192) / exposureOf(sc))
	r := newTestRenderer(t, sc)
	q := Request{Shot: scene.Shot{Width: size, Height: size, Samples: samples, Transparent: true}}
	q.Float = true
	linear := shoot(t, r, q)
	q.Float = false
	for _, curve := range curves {
		q.Shot.Tonemap = curve.Tonemap
		q.Deep = false
		eight := shoot(t, r, q)
		q.Deep = true
		sixteen := shoot(t, r, q)
		shown := curve.Apply(c)
		edges := 0
		for i := range size * size {
			covered := linear.Linear[4*i+3]
			if n := float64(covered * samples); n != math.Round(n) {
				t.Fatalf("a coverage of %v of %d samples", n, samples)
			}
			if got := linear.at(i%size, i/size); got.Sub(c.Mul(covered)).Len() > 1e-6 {
				t.Fatalf("premultiplied %v under %v", got, covered)
			}
			if got := float32(sixteen.Display16[4*i+3]); math.Abs(float64(got-covered*65535)) > 0.51 {
				t.Fatalf("alpha %v in 16 bits for a coverage of %v", got, covered)
			}
			if got := float32(eight.Display[4*i+3]); math.Abs(float64(got-covered*255)) >= 1 {
				t.Fatalf("alpha %v in 8 bits for a coverage of %v", got, covered)
			}
			if covered > 0 && covered < 1 {
				edges++
			}
			for k := range 3 {
				want := scene.SRGBFromLinear(shown[k])
				if covered == 0 {
					want = 0
				}
				if got := float32(sixteen.Display16[4*i+k]) / 65535; math.Abs(float64(got-want)) > 2e-5 {
					t.Fatalf("%s: %v under %v coverage, want %v", curve.name, got, covered, want)
				}
				if got := float32(eight.Display[4*i+k]); math.Abs(float64(got-want*255)) >= 1.01 {
					t.Fatalf("%s: %v of 255 under %v coverage, want %v", curve.name, got, covered, want*255)
				}
			}
		}
		if edges < 20 {
			t.Errorf("%d pixels on edges", edges)
		}
	}
}

// A picture whose numbers a shader may not see at once is written in bands, and is the same.
func TestToneInBands(t *testing.T) {
	sc := ballStage(gradientSky)
	for _, q := range []Request{
		{Shot: scene.Shot{Width: 24, Height: 200}}, {Shot: scene.Shot{Width: 24, Height: 200}, Deep: true}, {Shot: scene.Shot{Width: 24, Height: 200}, Float: true},
	} {
		r := newTestRenderer(t, sc)
		want := shoot(t, r, q)
		r.passes.kit(r.programs, r.world, &q).tone.most = 1
		got := shoot(t, r, q)
		if !bytes.Equal(got.Display, want.Display) || !slices.Equal(got.Display16, want.Display16) || !slices.Equal(got.Linear, want.Linear) {
			t.Errorf("%d bytes a pixel: bands show", q.depth().bytes())
		}
	}
	for _, row := range []int{4, 12, 65536, 1 << 18} {
		if n := bandRows(row, 1<<27); n*row > 1<<27 || n*row%256 != 0 {
			t.Errorf("rows of %d bytes: bands of %d", row, n)
		}
	}
}
