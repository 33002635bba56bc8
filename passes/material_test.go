package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// half floats hold 11 bits and a colour passes through two of them
const stored = 0.0015

// textured gives the first material of a scene a texture for a slot and returns the reference.
func textured(sc *scene.Scene, img scene.Image, sampler scene.Sampler) *scene.TextureRef {
	sc.Images = append(sc.Images, img)
	sc.Textures = append(sc.Textures, scene.Texture{Image: len(sc.Images) - 1, Sampler: sampler})
	return &scene.TextureRef{Texture: len(sc.Textures) - 1, UVFromMesh: mgl32.Ident3()}
}

var blocky = scene.Sampler{MagNearest: true, MinNearest: true, NoMips: true}

// flat is an image of one colour.
func flat(r, g, b, a byte) scene.Image {
	return scene.Image{Name: "flat", Width: 1, Height: 1, Pix: []byte{r, g, b, a}}
}

// Coverage is where alpha, the product of factor, vertex, model and texture, reaches the cutoff.
func TestAlphaMask(t *testing.T) {
	cases := []struct {
		name            string
		factor, model   float32
		texel           byte
		cutoff          float32
		covered, opaque bool
	}{
		{"at the cutoff", 0.625, 1, 255, 0.5, true, false},
		{"below it", 0.624, 1, 255, 0.5, false, false},
		{"texture", 1, 1, 159, 0.5, false, false},
		{"texture above", 1, 1, 160, 0.5, true, false},
		{"product", 0.9, 0.9, 200, 0.52, false, false},
		{"product above", 0.9, 0.9, 200, 0.5, true, false},
		{"cutoff 0", 0, 1, 0, 0, true, false},
		{"opaque ignores it", 0, 1, 0, 0.5, true, true},
	}
	s := newSheet(3)
	const vertex = 0.8
	s.Meshes[quadMesh].Primitives[0].Colors = []vec4{{1, 1, 1, vertex}, {1, 1, 1, vertex}, {1, 1, 1, vertex}, {1, 1, 1, vertex}}
	for _, c := range cases {
		m := s.add(mgl32.Ident4())
		m.AlphaMode, m.AlphaCutoff, m.BaseColor[3] = scene.AlphaMask, c.cutoff, c.factor
		if c.opaque {
			m.AlphaMode = scene.AlphaOpaque
		}
		m.BaseColorTexture = textured(s.Scene, flat(255, 255, 255, c.texel), blocky)
		s.Entities[len(s.Entities)-1].Model.Color[3] = c.model
	}
	p := render(t, s.Scene, s.request(4))
	for i, c := range cases {
		want := float32(0)
		if c.covered {
			want = 1000
		}
		if got := s.pixel(p, i, 2, 2); far(got, vec3{want, want, want}, stored, 0) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

// A surface is seen from its front; a double-sided one from both sides, each lit by what is
// before it.
func TestSides(t *testing.T) {
	back := mgl32.HomogRotate3DY(math.Pi)
	mirrored := mgl32.Scale3D(-1, 1, 1)
	cases := []struct {
		name            string
		turn            mgl32.Mat4
		double, visible bool
	}{
		{"front", mgl32.Ident4(), false, true},
		{"back", back, false, false},
		{"double front", mgl32.Ident4(), true, true},
		{"double back", back, true, true},
		{"mirrored front", mirrored, false, true},
		{"mirrored back", back.Mul4(mirrored), false, false},
		{"mirrored double front", mirrored, true, true},
		{"mirrored double back", back.Mul4(mirrored), true, true},
		{"mirrored on all axes", mgl32.Scale3D(-1, -1, -1), false, false},
		{"mirrored in depth, double", mgl32.Scale3D(1, 1, -1), true, true},
	}
	for _, behind := range []bool{false, true} {
		s := newSheet(4)
		for _, c := range cases {
			m := s.add(c.turn)
			m.DoubleSided = c.double
			m.BaseColor = vec4{0.5, 0.5, 0.5, 1}
		}
		s.Sky.Color = vec3{10, 10, 10}
		if behind {
			s.Sun.Direction = vec3{0, 0, 1}
		}
		r := newTestRenderer(t, s.Scene)
		q := s.request(4)
		lit := shoot(t, r, q)
		q.Output = OutputNormal
		normals := shoot(t, r, q)
		for i, c := range cases {
			want := float32(10) // the sky itself
			if c.visible {
				want = 5 // of the sky
				if !behind {
					want += 500
				}
			}
			if got := s.pixel(lit, i, 2, 2); far(got, vec3{want, want, want}, stored, 0) {
				t.Errorf("%s, light from behind %v: %v, want %v", c.name, behind, got, want)
			}
			if n := s.pixel(normals, i, 2, 2); c.visible && n.Sub(vec3{0, 0, 1}).Len() > 1e-4 {
				t.Errorf("%s: normal %v", c.name, n)
			}
		}
	}
}

// An ellipsoid made by an uneven scale, and one by a mirrored and turned one, has an ellipsoid's
// normals, and its light.
func TestNormalsUnderScale(t *testing.T) {
	for _, m := range []mgl32.Mat4{
		mgl32.Scale3D(1.6, 0.6, 1),
		mgl32.Scale3D(-1.6, 0.6, 1),
		mgl32.HomogRotate3DZ(0.5).Mul4(mgl32.Scale3D(1.7, -0.7, -1)),
		mgl32.HomogRotate3DX(0.4).Mul4(mgl32.Scale3D(1.2, 0.6, -1.5)),
		mgl32.HomogRotate3DX(0.4).Mul4(mgl32.Scale3D(1e-2, 1.5e-2, 5e-3)),
	} {
		sc := front(model(sphereMesh, m))
		sc.Meshes[sphereMesh].Primitives[0] = scene.SphereMesh(scene.SphereOptions{Radius: 0.5, Segments: 128, Rings: 64})
		if m.Col(0).Len() < 0.1 {
			sc.Cameras[0].Height = 0.02
		}
		r := newTestRenderer(t, sc)
		q := linear(48, 1)
		p := shoot(t, r, q)
		meshFromWorld := m.Inv()
		hits := 0
		for i, s := range surfels(t, r, q) {
			if !s.hit {
				continue
			}
			local := mgl32.TransformCoordinate(s.position, meshFromWorld)
			want := meshFromWorld.Mat3().Transpose().Mul3x1(local).Normalize()
			if want[2] < 0.3 {
				continue // the silhouette of the triangles is not that of the ellipsoid
			}
			hits++
			if s.normal.Sub(want).Len() > 0.02 {
				t.Fatalf("%v: normal %v at %v, want %v", m, s.normal, s.position, want)
			}
			l := 1000 * s.normal[2]
			if got := p.at(i%48, i/48); far(got, vec3{l, l, l}, 0.003, 0) {
				t.Fatalf("%v: %v facing %v, want %v", m, got, s.normal, l)
			}
		}
		if hits < 100 {
			t.Errorf("%v: %d pixels", m, hits)
		}
	}
}

// A scene mirrored in X gives the mirrored picture, with normal maps, shadows and reflections.
func TestMirroredScene(t *testing.T) {
	build := func(side float32) *scene.Scene {
		mirror := mgl32.Scale3D(side, 1, 1)
		sc := stage(model(planeMesh, mirror), model(boxMesh, mirror.Mul4(mgl32.Translate3D(0.7, 0.5, 0)).Mul4(mgl32.HomogRotate3DY(0.4))),
			model(quadMesh, mirror.Mul4(mgl32.Translate3D(-0.7, 1, 0.2)).Mul4(mgl32.HomogRotate3DY(0.3))),
			model(sphereMesh, mirror.Mul4(mgl32.Translate3D(0.1, 0.5, 1))))
		sc.Cameras[0].WorldFromCamera = mgl32.LookAtV(vec3{0, 3, 4}, vec3{0, 0.4, 0}, vec3{0, 1, 0}).Inv()
		sc.Sun = &scene.Sun{Direction: vec3{-0.48 * side, -0.6, -0.64}, Illuminance: 3000, Color: vec3{1, 0.9, 0.8}, Shadows: true}
		sc.Sky = gradientSky
		m := &sc.Materials[0]
		m.Specular, m.Roughness = 1, 0.3
		img := scene.Image{Name: "bumps", Width: 4, Height: 4}
		for i := range 16 {
			img.Pix = append(img.Pix, byte(90+i*5), byte(170-i*7), 220, 255)
		}
		m.NormalTexture = textured(sc, img, scene.Sampler{})
		return sc
	}
	const size = 64
	q := linear(size, 1)
	one, other := render(t, build(1), q), render(t, build(-1), q)
	wrong := 0
	for y := range size {
		for x := range size {
			// Edges may fall to either side, and the shadow's texel grid is not mirrored.
			if a, b := one.at(x, y), other.at(size-1-x, y); far(a, b, 0.01, 1) {
				wrong++
			}
		}
	}
	if wrong > size*size/50 {
		t.Errorf("%d of %d pixels differ from the mirrored scene's", wrong, size*size)
	}
}

// Vertex colours and a model's colour multiply the base colour, interpolated.
func TestVertexColors(t *testing.T) {
	e := model(quadMesh, mgl32.Ident4())
	e.Model.Color = vec4{0.5, 1, 0.25, 1}
	sc := front(e)
	sc.Materials[0].BaseColor = vec4{1, 0.5, 0.5, 1}
	sc.Meshes[quadMesh].Primitives[0].Colors = []vec4{{1, 0, 0.2, 1}, {1, 1, 0.2, 1}, {0, 1, 0.2, 1}, {0, 0, 0.2, 1}}
	p := render(t, sc, linear(16, 1))
	for y := range 16 {
		for x := range 16 {
			u, v := (float32(x)+0.5)/16, (float32(y)+0.5)/16
			if got, want := p.at(x, y), (vec3{500 * (1 - u), 500 * v, 25}); far(got, want, stored, 0.01) {
				t.Fatalf("pixel %d,%d: %v, want %v", x, y, got, want)
			}
		}
	}
}

// Unlit surfaces show their base colour as exposed light, whatever lights there are, and emit
// nothing besides.
func TestUnlit(t *testing.T) {
	sc := front(model(quadMesh, mgl32.Ident4()))
	m := &sc.Materials[0]
	m.Unlit, m.BaseColor, m.Emissive = true, vec4{0.25, 0.5, 0.75, 1}, vec3{1e5, 1e5, 1e5}
	sc.Sky.Color = vec3{5000, 5000, 5000}
	q := linear(8, 1)
	q.Linear = false
	if got := render(t, sc, q).at(3, 3); far(got, vec3{0.25, 0.5, 0.75}, stored, 0) {
		t.Errorf("exposed %v", got)
	}
	q.Linear = true
	e := exposureOf(sc)
	if got := render(t, sc, q).at(3, 3); far(got, vec3{0.25 / e, 0.5 / e, 0.75 / e}, stored, 0) {
		t.Errorf("%v cd/m²", got)
	}
}

// Under a uniform sky the reflectance at normal incidence of a smooth black surface is what is left
// of the sky: Fresnel's ((n-1)/(n+1))², scaled and tinted.
func TestReflectanceAtNormalIncidence(t *testing.T) {
	cases := []struct {
		name     string
		ior      float32
		specular float32
		tint     vec3
		want     vec3
	}{
		{"glass", 1.5, 1, vec3{1, 1, 1}, vec3{0.04, 0.04, 0.04}},
		{"water", 1.333, 1, vec3{1, 1, 1}, vec3{0.02037, 0.02037, 0.02037}},
		{"diamond", 2.42, 1, vec3{1, 1, 1}, vec3{0.1724, 0.1724, 0.1724}},
		{"air", 1, 1, vec3{1, 1, 1}, vec3{}},
		{"half", 1.5, 0.5, vec3{1, 1, 1}, vec3{0.02, 0.02, 0.02}},
		{"none", 1.5, 0, vec3{1, 1, 1}, vec3{}},
		{"tinted", 1.5, 1, vec3{0.5, 1, 2}, vec3{0.02, 0.04, 0.08}},
		{"tinted beyond 1", 1.5, 1, vec3{0, 1, 40}, vec3{0, 0.04, 1}},
		{"endless index", 0, 1, vec3{1, 1, 1}, vec3{1, 1, 1}},
	}
	s := newSheet(5)
	bases := []float32{0, 0.5}
	for _, c := range cases {
		for _, base := range bases {
			m := s.add(mgl32.Ident4())
			m.BaseColor, m.Roughness, m.IOR, m.Specular, m.SpecularColor = vec4{base, base, base, 1}, 0, c.ior, c.specular, c.tint
		}
	}
	s.Sun, s.Sky.Color = nil, vec3{1000, 1000, 1000}
	p := render(t, s.Scene, s.request(4))
	for i, c := range cases {
		for j, base := range bases {
			want := c.want
			for k := range 3 { // what is not reflected reaches the diffuse part
				want[k] = 1000 * (want[k] + (1-want[k])*base)
			}
			if got := s.pixel(p, 2*i+j, 2, 2); far(got, want, 0.01, 0.3) {
				t.Errorf("%s on %v: %v, want %v", c.name, base, got, want)
			}
		}
	}
}

// Specular 0 is pure Lambert: the same from everywhere, up to the rim. Specular 1 is brighter there.
func TestSpecularZeroIsLambert(t *testing.T) {
	for _, specular := range []float32{0, 1} {
		sc := front(model(sphereMesh, mgl32.Scale3D(1.8, 1.8, 1.8)))
		m := &sc.Materials[0]
		m.BaseColor, m.Specular, m.Roughness = vec4{0.3, 0.3, 0.3, 1}, specular, 0.2
		sc.Sun, sc.Sky.Color = nil, vec3{1000, 1000, 1000}
		p := render(t, sc, linear(65, 1))
		rim, middle := p.at(3, 32)[0], p.at(32, 32)[0]
		for x := 4; x < 61 && specular == 0; x++ {
			if got := p.at(x, 32); far(got, vec3{300, 300, 300}, stored, 0) {
				t.Fatalf("Lambert shows %v in column %d", got, x)
			}
		}
		if specular == 1 && (rim < 1.5*middle || middle < 310) {
			t.Errorf("rim %v, middle %v", rim, middle)
		}
	}
}
