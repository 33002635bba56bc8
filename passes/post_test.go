package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// developed is what a picture shows of exposed light by the rules: display values 0..1 and coverage.
func developed(sc *scene.Scene, q Request, light *Picture) []vec4 {
	w, h, post := light.Width, light.Height, q.Shot.Post
	in := make([]vec4, w*h)
	uncovered := make([]vec3, w*h)
	for i := range in {
		in[i] = vec4(light.Linear[4*i : 4*i+4])
		if a := in[i][3]; a > 0 {
			uncovered[i] = in[i].Vec3().Mul(1 / min(a, 1))
		}
	}
	ev, _ := sc.Exposure.Fixed()
	out := in
	if post.Bloom.Strength > 0 {
		out = post.Bloom.Apply(in, w, h, ev.Exposure())
	}
	gains := scene.LocalContrast(post.LocalContrast, uncovered, w, h)
	view := sc.Cameras[q.Shot.Camera].View(w, h, vec2{})
	for i, c := range out {
		alpha := min(max(c[3], 0), 1)
		light := vec3{}
		if alpha > 0 {
			light = c.Vec3().Mul(1 / alpha)
		}
		light = post.WhiteBalance.Matrix().Mul3x1(light)
		x, y := (float32(i%w)+0.5)/float32(w)*2-1, (float32(i/w)+0.5)/float32(h)*2-1
		light = light.Mul(view.Vignette(post.Vignette, x, y) * gains[i])
		shown := q.Shot.Tonemap.Apply(light)
		out[i] = vec4{scene.SRGBFromLinear(shown[0]), scene.SRGBFromLinear(shown[1]), scene.SRGBFromLinear(shown[2]), alpha}
	}
	if q.Shot.AntiAliasing == scene.AAFXAA {
		shown := out
		out = make([]vec4, len(shown))
		at := func(x, y int) vec4 { return shown[min(max(y, 0), h-1)*w+min(max(x, 0), w-1)] }
		for i := range out {
			out[i] = scene.FXAA(at, i%w, i/w)
		}
	}
	return out
}

// sparkling is a scene for effects: edges, texture, lamps, glass and things much brighter than white.
func sparkling() *scene.Scene {
	sc := richScene()
	sc.Exposure = scene.FixedExposure(12)
	for i := range 5 {
		m := scene.DefaultMaterial()
		m.Emissive = vec3{2e5, 1e5, 5e4}
		sc.Materials = append(sc.Materials, m)
		s := 0.02 + 0.05*float32(i)
		sc.Entities = append(sc.Entities, withMaterial(model(sphereMesh, mgl32.Translate3D(float32(i)*0.6-1.4, 0.3, 1.5).Mul4(mgl32.Scale3D(s, s, s))), len(sc.Materials)-1))
	}
	return sc
}

// Every effect does what its rule says, alone and with the others, in pictures of any size.
func TestPostFollowsTheRules(t *testing.T) {
	sc := sparkling()
	r := newTestRenderer(t, sc)
	bloom := scene.Bloom{Strength: 0.3, Radius: 0.15}
	bright := scene.Bloom{Strength: 0.8, Radius: 0.05, Threshold: 20000}
	for name, post := range map[string]scene.Post{
		"bloom":          {Bloom: bloom},
		"threshold":      {Bloom: bright},
		"white balance":  {WhiteBalance: scene.WhiteBalance{Temperature: 4300, Tint: 0.01}},
		"vignette":       {Vignette: 2.5},
		"local contrast": {LocalContrast: 0.8},
		"everything":     {Bloom: bloom, WhiteBalance: scene.WhiteBalance{Temperature: 9000}, Vignette: 1, LocalContrast: 0.4},
	} {
		for _, c := range []struct {
			width, height, samples int
			transparent            bool
			smoothing              scene.AntiAliasing
		}{
			{97, 61, 1, false, scene.AASamples}, {96, 64, 3, false, scene.AASamples}, {64, 48, 2, true, scene.AASamples},
			{1, 1, 1, false, scene.AASamples}, {3, 5, 1, false, scene.AASamples}, {90, 70, 1, false, scene.AAFXAA}, {70, 90, 1, true, scene.AAFXAA},
		} {
			q := Request{Shot: scene.Shot{Width: c.width, Height: c.height, Samples: c.samples, AntiAliasing: c.smoothing, Transparent: c.transparent, Post: post}}
			q.Float = true
			light := shoot(t, r, q)
			q.Float, q.Deep = false, true
			got := shoot(t, r, q)
			want := developed(sc, q, light)
			wrong := 0
			for i, v := range want {
				for k := range 4 {
					// The pyramid is in half floats; a step of FXAA may fall on either side.
					if g := float32(got.Display16[4*i+k]) / 65535; math.Abs(float64(g-v[k])) > 1.5e-3 {
						wrong++
						if wrong < 3 && c.smoothing != scene.AAFXAA {
							t.Errorf("%s, %+v: pixel %d,%d channel %d is %.5f, want %.5f", name, c, i%c.width, i/c.width, k, g, v[k])
						}
					}
				}
			}
			if c.smoothing == scene.AAFXAA && wrong > len(want)/200 {
				t.Errorf("%s, %+v: %d values are wrong", name, c, wrong)
			}
		}
	}
}

// Float files and views hold the light before all effects, to the bit.
func TestPostLeavesLightAlone(t *testing.T) {
	r := newTestRenderer(t, sparkling())
	for _, output := range []Output{OutputColor, OutputShadow, OutputAlbedo} {
		q := Request{Shot: scene.Shot{Width: 48, Height: 32, Samples: 2}, Output: output, Float: true}
		plain := shoot(t, r, q).Linear
		q.Shot.Post = scene.Post{Bloom: scene.DefaultBloom(), Vignette: 1, LocalContrast: 1, WhiteBalance: scene.WhiteBalance{Temperature: 3000}}
		for i, v := range shoot(t, r, q).Linear {
			if v != plain[i] {
				t.Fatalf("%v: number %d is %v, was %v", output, i, v, plain[i])
			}
		}
	}
}

// FXAA leaves the bits of even areas and smooths an edge: in linear light it comes nearer to 64 samples.
func TestFXAAPicture(t *testing.T) {
	const size = 64
	sc := front(model(quadMesh, mgl32.HomogRotate3DZ(0.4).Mul4(mgl32.Scale3D(0.6, 0.6, 1))))
	r := newTestRenderer(t, sc)
	q := Request{Shot: scene.Shot{Width: size, Height: size, Samples: 64, Tonemap: scene.TonemapNone}}
	want := shoot(t, r, q).Display
	q.Shot.AntiAliasing = scene.AANone
	rough := shoot(t, r, q).Display
	q.Shot.AntiAliasing = scene.AAFXAA
	got := shoot(t, r, q).Display
	before, after, kept := 0, 0, 0
	for i := range want {
		b, a := int(rough[i])-int(want[i]), int(got[i])-int(want[i])
		before, after = before+max(b, -b), after+max(a, -a)
		if want[i] == rough[i] && rough[i] == got[i] {
			kept++
		}
	}
	if after > before/2 {
		t.Errorf("the difference from 64 samples goes from %d to %d", before, after)
	}
	if kept < len(want)*9/10 {
		t.Errorf("only %d of %d numbers are kept", kept, len(want))
	}
}
