package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// numbered is a picture whose texels differ from all neighbours in every channel.
func numbered(width, height int) scene.Image {
	img := scene.Image{Name: "numbered", Width: width, Height: height}
	for i := range width * height {
		img.Pix = append(img.Pix, byte(i*53%256), byte(40+i*31%200), byte(255-i*17%256), 255)
	}
	return img
}

// fetch is the texel that a wrap mode puts at a place.
func fetch(img *scene.Image, s scene.Sampler, i, j int) vec3 {
	wrap := func(i, n int, w scene.Wrap) int {
		switch w {
		case scene.WrapMirror:
			if i = (i%(2*n) + 2*n) % (2 * n); i >= n {
				i = 2*n - 1 - i
			}
			return i
		case scene.WrapClamp:
			return min(max(i, 0), n-1)
		}
		return (i%n + n) % n
	}
	k := 4 * (wrap(j, img.Height, s.V)*img.Width + wrap(i, img.Width, s.U))
	var c vec3
	for n := range 3 {
		c[n] = float32(img.Pix[k+n]) / 255
		if img.SRGB {
			c[n] = scene.LinearFromSRGB(c[n])
		}
	}
	return c
}

// sample is what a sampler without mipmaps returns.
func sample(img *scene.Image, s scene.Sampler, u, v float32) vec3 {
	x, y := float64(u)*float64(img.Width), float64(v)*float64(img.Height)
	if s.MagNearest {
		return fetch(img, s, int(math.Floor(x)), int(math.Floor(y)))
	}
	x, y = x-0.5, y-0.5
	i, j := int(math.Floor(x)), int(math.Floor(y))
	fx, fy := float32(x-math.Floor(x)), float32(y-math.Floor(y))
	top := fetch(img, s, i, j).Mul(1 - fx).Add(fetch(img, s, i+1, j).Mul(fx))
	low := fetch(img, s, i, j+1).Mul(1 - fx).Add(fetch(img, s, i+1, j+1).Mul(fx))
	return top.Mul(1 - fy).Add(low.Mul(fy))
}

// Wrap modes, filters, sRGB, both UV sets and KHR_texture_transform: what a textured square shows is
// what the definitions say.
func TestTextureSampling(t *testing.T) {
	wide := mgl32.Mat3{3, 0, 0, 0, 3, 0, -1, -1, 1} // columns: -1..2 in both
	const angle = 0.6
	sin, cos := float32(math.Sin(angle)), float32(math.Cos(angle))
	// translation · rotation · scale as in KHR_texture_transform
	transform := mgl32.Mat3{1, 0, 0, 0, 1, 0, 0.3, -0.2, 1}.
		Mul3(mgl32.Mat3{cos, -sin, 0, sin, cos, 0, 0, 0, 1}).Mul3(mgl32.Mat3{2, 0, 0, 0, 0.7, 0, 0, 0, 1})
	cases := []struct {
		name    string
		sampler scene.Sampler
		set     int
		uv      mgl32.Mat3
	}{
		{"plain", scene.Sampler{}, 0, mgl32.Ident3()},
		{"repeat", scene.Sampler{}, 0, wide},
		{"mirror", scene.Sampler{U: scene.WrapMirror, V: scene.WrapMirror}, 0, wide},
		{"clamp", scene.Sampler{U: scene.WrapClamp, V: scene.WrapClamp}, 0, wide},
		{"clamp, repeat", scene.Sampler{U: scene.WrapClamp}, 0, wide},
		{"mirror, clamp", scene.Sampler{U: scene.WrapMirror, V: scene.WrapClamp}, 0, wide},
		{"second set", scene.Sampler{}, 1, mgl32.Ident3()},
		{"transformed", scene.Sampler{}, 0, transform},
		{"second set transformed", scene.Sampler{V: scene.WrapMirror}, 1, transform},
	}
	type use struct {
		srgb, nearest bool
		index         int // of cases
	}
	// A software device compiles its fragment shader for each kind of sampler and format anew, so not all
	// combinations are tried.
	uses := []use{{false, false, 0}, {false, true, 0}, {true, true, 0}, {false, true, 2}, {false, true, 3}}
	for i := range cases {
		uses = append(uses, use{true, false, i})
	}
	images := map[bool]*scene.Image{}
	for _, srgb := range []bool{false, true} {
		img := numbered(5, 3)
		img.SRGB = srgb
		images[srgb] = &img
	}
	s := newSheet(4)
	var samplers []scene.Sampler
	for _, u := range uses {
		c := &cases[u.index]
		sampler := c.sampler
		sampler.NoMips, sampler.MagNearest, sampler.MinNearest = true, u.nearest, u.nearest
		samplers = append(samplers, sampler)
		m := s.add(mgl32.Ident4())
		m.BaseColorTexture = textured(s.Scene, *images[u.srgb], sampler)
		m.BaseColorTexture.UV, m.BaseColorTexture.UVFromMesh = c.set, c.uv
	}
	const size = 31
	p := render(t, s.Scene, s.request(size))
	for i, use := range uses {
		c := &cases[use.index]
		img, wrong := images[use.srgb], 0
		for n := range size * size {
			x, y := n%size, n/size
			u, v := (float32(x)+0.5)/size, (float32(y)+0.5)/size
			if c.set == 1 {
				u, v = v, 1-u
			}
			uv := c.uv.Mul3x1(vec3{u, v, 1})
			got := s.pixel(p, i, x, y)
			// Devices know where in a texel they are to 8 bits, of which half a step may be off.
			const e = 0.5 / 256 / 3
			ok := false
			for _, d := range []vec2{{0, 0}, {e, e}, {e, -e}, {-e, e}, {-e, -e}} {
				ok = ok || !far(got, sample(img, samplers[i], uv[0]+d[0], uv[1]+d[1]).Mul(1000), 0.005, 5)
			}
			if !ok {
				if wrong++; wrong == 1 {
					t.Errorf("%s, sRGB %v, nearest %v: pixel %d,%d at %v: %v, want %v", c.name, use.srgb, use.nearest, x, y, uv, got,
						sample(img, samplers[i], uv[0], uv[1]).Mul(1000))
				}
			}
		}
	}
}

// Shrunk checks become their mean, which for sRGB is that of the light, unless there are no mipmaps.
func TestMipmaps(t *testing.T) {
	img := scene.Image{Name: "checks", Width: 256, Height: 256}
	for i := range 256 * 256 {
		b := byte(255 * ((i + i/256) % 2))
		img.Pix = append(img.Pix, b, b, b, 255)
	}
	s := newSheet(2)
	for i := range 4 {
		img.SRGB = i&1 != 0
		mips := i&2 != 0
		s.add(mgl32.Ident4()).BaseColorTexture = textured(s.Scene, img, scene.Sampler{NoMips: !mips, MinNearest: !mips, MagNearest: !mips})
	}
	p := render(t, s.Scene, s.request(8))
	for i := range 4 {
		for k := range 64 {
			got := s.pixel(p, i, k%8, k/8)[0]
			if mean := math.Abs(float64(got-500)) < 5; mean != (i&2 != 0) {
				t.Fatalf("sRGB %v, mipmaps %v: %v cd/m²", i&1 != 0, i&2 != 0, got)
			}
		}
	}
}

// A normal map's x leans along the tangent, its y up in the upright picture, whichever way the
// surface is turned or mirrored.
func TestNormalMap(t *testing.T) {
	x, y := byte(204), byte(128) // x = 0.6, y = 0.004
	tilts := []struct{ r, g byte }{{x, y}, {y, x}, {255 - x, y}, {y, 255 - x}}
	cases := []struct {
		name  string
		turn  mgl32.Mat4
		scale float32
	}{
		{"upright", mgl32.Ident4(), 1},
		{"turned", mgl32.HomogRotate3DZ(math.Pi / 2), 1},
		{"mirrored", mgl32.Scale3D(-1, 1, 1), 1},
		{"upside down", mgl32.Scale3D(1, -1, 1), 1},
		{"scaled", mgl32.Scale3D(0.7, 0.9, 0.1), 1},
		{"weak", mgl32.Ident4(), 0.25},
		{"strong", mgl32.Ident4(), 2},
		{"inverse", mgl32.Ident4(), -1},
	}
	s := newSheet(6)
	for _, c := range cases {
		for _, tilt := range tilts {
			m := s.add(c.turn)
			m.NormalTexture, m.NormalScale = textured(s.Scene, flat(tilt.r, tilt.g, 230, 255), scene.Sampler{}), c.scale
		}
	}
	r := newTestRenderer(t, s.Scene)
	q := s.request(5)
	lit := shoot(t, r, q)
	q.Output = OutputNormal
	normals := shoot(t, r, q)
	for i, c := range cases {
		for j, tilt := range tilts {
			decode := func(b byte) float32 { return float32(b)/255*2 - 1 }
			n := vec3{decode(tilt.r) * c.scale, decode(tilt.g) * c.scale, decode(230)}
			// All turns keep +Z, so the tangent frame follows X and Y.
			ax, ay := c.turn.Col(0).Vec3().Normalize(), c.turn.Col(1).Vec3().Normalize()
			want := ax.Mul(n[0]).Add(ay.Mul(n[1])).Add(vec3{0, 0, n[2]}).Normalize()
			if got := s.pixel(normals, 4*i+j, 2, 2); got.Sub(want).Len() > 2e-3 {
				t.Errorf("%s %v: normal %v, want %v", c.name, tilt, got, want)
			}
			l := 1000 * want[2]
			if got := s.pixel(lit, 4*i+j, 2, 2); far(got, vec3{l, l, l}, 0.003, 0) {
				t.Errorf("%s %v: %v cd/m², want %v", c.name, tilt, got, l)
			}
		}
	}
}

// The other textures multiply their factors: occlusion of the sky alone and in its strength, the
// emissive, metallic (blue) and roughness (green) ones, specular (alpha) and its colour.
func TestMaterialTextures(t *testing.T) {
	strengths := []float32{0, 0.5, 1}
	occluded := func() *sheet {
		s := newSheet(3)
		for _, strength := range strengths {
			m := s.add(mgl32.Ident4())
			m.OcclusionTexture, m.OcclusionStrength = textured(s.Scene, flat(51, 255, 255, 255), scene.Sampler{}), strength
		}
		return s
	}
	check := func(what string, got, want vec3) {
		t.Helper()
		if far(got, want, 0.006, 0.1) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	grey := func(v float32) vec3 { return vec3{v, v, v} }
	sunny := occluded()
	p := render(t, sunny.Scene, sunny.request(4))
	for i := range strengths {
		check("sun under occlusion", sunny.pixel(p, i, 2, 2), grey(1000))
	}

	s := occluded()
	s.Sun, s.Sky.Color = nil, grey(1000)
	half := flat(255, 188, 0, 255)
	half.SRGB = true
	middle := scene.LinearFromSRGB(188.0 / 255)

	m := s.add(mgl32.Ident4())
	m.BaseColor = vec4{0, 0, 0, 1}
	m.Emissive, m.EmissiveTexture = vec3{100, 200, 300}, textured(s.Scene, half, scene.Sampler{})
	m = s.add(mgl32.Ident4())
	m.Metallic, m.Roughness, m.MetallicRoughnessTexture = 0.5, 0.8, textured(s.Scene, flat(255, 102, 204, 255), scene.Sampler{})
	m = s.add(mgl32.Ident4())
	m.BaseColor, m.Roughness, m.Specular, m.IOR = vec4{0, 0, 0, 1}, 0, 0.5, 1.5
	m.SpecularTexture = textured(s.Scene, flat(0, 0, 0, 204), scene.Sampler{})
	m.SpecularColorTexture = textured(s.Scene, half, scene.Sampler{})

	r := newTestRenderer(t, s.Scene)
	show := func(o Output, index int) vec3 {
		q := s.request(4)
		q.Output = o
		return s.pixel(shoot(t, r, q), index, 2, 2)
	}
	for i, strength := range strengths {
		check("occluded sky", show(OutputColor, i), grey(1000*(1-strength*0.8)))
	}
	check("emissive", show(OutputColor, 3), vec3{100, 200 * middle, 0})
	check("emissive", show(OutputEmissive, 3), vec3{100, 200 * middle, 0})
	check("metallic", show(OutputMetallic, 4).Mul(1000), grey(500*0.8))
	check("roughness", show(OutputRoughness, 4).Mul(1000), grey(800*0.4))
	f := float32(1000 * 0.04 * 0.5 * 0.8)
	if got, want := show(OutputColor, 5), (vec3{f, f * middle, 0}); far(got, want, 0.02, 0.1) {
		t.Errorf("specular textures: %v, want %v", got, want)
	}
}
