package passes

import (
	"iter"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

var gradientSky = scene.Sky{Kind: scene.SkyGradient, Zenith: vec3{500, 1500, 4000}, Horizon: vec3{5000, 4000, 3000}, Ground: vec3{800, 600, 300}}

// smoothPanorama varies slowly, differently in each channel and all around.
func smoothPanorama(width, height int) *scene.Panorama {
	p := &scene.Panorama{Name: "smooth", Width: width, Height: height}
	for j := range height {
		theta := math.Pi * (float64(j) + 0.5) / float64(height)
		for i := range width {
			phi := 2 * math.Pi * ((float64(i)+0.5)/float64(width) - 0.5)
			x, y, z := math.Sin(theta)*math.Sin(phi), math.Cos(theta), -math.Sin(theta)*math.Cos(phi)
			p.Pix = append(p.Pix, cutHalf(float32(2+x+0.3*y)), cutHalf(float32(2+y-0.4*x*z)), cutHalf(float32(2+z+0.5*x*y)))
		}
	}
	return p
}

// patches are 8 x 4 patches of distinct colours.
func patches() *scene.Panorama {
	p := &scene.Panorama{Name: "patches", Width: 64, Height: 32}
	for j := range p.Height {
		for i := range p.Width {
			n := j/8*8 + i/8
			p.Pix = append(p.Pix, float32(1+n%4), float32(1+n/4%4), float32(1+n/16*3))
		}
	}
	return p
}

// looking is a camera at a point whose picture is 90° wide.
func looking(along, up vec3) scene.Camera {
	right := along.Cross(up).Normalize()
	up = right.Cross(along)
	m := mgl32.Mat4FromCols(right.Vec4(0), up.Vec4(0), along.Mul(-1).Vec4(0), vec4{1, 2, 3, 1})
	return scene.Camera{Name: "main", WorldFromCamera: m, FovY: math.Pi / 2, Near: 0.1}
}

func sixWays() []scene.Camera {
	up := vec3{0, 1, 0}
	return []scene.Camera{looking(vec3{0, 0, -1}, up), looking(vec3{1, 0, 0}, up), looking(vec3{0, 0, 1}, up), looking(vec3{-1, 0, 0}, up),
		looking(up, vec3{0, 0, 1}), looking(up.Mul(-1), vec3{0, 0, -1})}
}

// direction is where a pixel looks.
func direction(c scene.Camera, width, height, x, y int) vec3 {
	v := c.View(width, height, vec2{})
	d := vec4{((float32(x)+0.5)/float32(width)*2 - 1) * v.HalfX, (1 - (float32(y)+0.5)/float32(height)*2) * v.HalfY, -1, 0}
	return v.WorldFromView.Mul4x1(d).Vec3().Normalize()
}

// around draws what every camera of a scene sees, and gives each pixel's direction and light.
func around(t *testing.T, sc *scene.Scene, size, samples int) iter.Seq2[vec3, vec3] {
	return func(yield func(d, seen vec3) bool) {
		t.Helper()
		r := open(t, sc)
		defer r.Destroy()
		for i, c := range sc.Cameras {
			q := linear(size, samples)
			q.Shot.Camera = i
			p := shoot(t, r, q)
			for y := range size {
				for x := range size {
					if !yield(direction(c, size, size, x, y), p.at(x, y)) {
						return
					}
				}
			}
		}
	}
}

// What a camera sees of the sky is scene.Sky.Radiance, all around with poles and seam, and a
// scene may consist of nothing else.
func TestSkyFollowsTheRule(t *testing.T) {
	turned := scene.Sky{Kind: scene.SkyHDRI, HDRI: smoothPanorama(64, 32), Scale: 700, Rotation: 2.1}
	for _, c := range []struct {
		name  string
		sky   scene.Sky
		share float32
	}{
		{"black", scene.Sky{}, 0},
		{"color", scene.Sky{Color: vec3{100, 2000, 30000}}, 0.001},
		{"gradient", gradientSky, 0.001},
		{"panorama", scene.Sky{Kind: scene.SkyHDRI, HDRI: smoothPanorama(64, 32), Scale: 700}, 0.002},
		{"turned panorama", turned, 0.002},
		{"panorama of odd size", scene.Sky{Kind: scene.SkyHDRI, HDRI: smoothPanorama(37, 19), Scale: 1}, 0.002},
	} {
		sc := stage()
		sc.Sky, sc.Cameras = c.sky, sixWays()
		for d, got := range around(t, sc, 33, 1) { // the middle pixel looks straight ahead
			if d[1] > 1-1e-6 || d[1] < -1+1e-6 {
				continue // any column may answer for a pole itself
			}
			if want := sc.Sky.Radiance(d); far(got, want, c.share, 0) {
				t.Fatalf("%s in direction %v: %v, want %v", c.name, d, got, want)
			}
		}
	}
}

// The centre column of a panorama is at -Z, columns to its right towards +X, the top row above; a
// positive rotation turns the sky counter-clockwise seen from above.
func TestPanoramaOrientation(t *testing.T) {
	at := func(p *scene.Panorama, u, v float32) vec3 { // the texel there
		k := 3 * (int(v*float32(p.Height))*p.Width + int(u*float32(p.Width)))
		return vec3{p.Pix[k], p.Pix[k+1], p.Pix[k+2]}
	}
	p := patches()
	for _, turn := range []float32{0, math.Pi / 2} {
		sc := stage()
		sc.Sky = scene.Sky{Kind: scene.SkyHDRI, HDRI: p, Scale: 10, Rotation: turn}
		// u of what is seen ahead, with the rotation taken off: -Z, +X, +Z, -X.
		sc.Cameras = sixWays()
		for i := range sc.Cameras {
			sc.Cameras[i].FovY = 0.3
		}
		r := newTestRenderer(t, sc)
		for i, u := range []float32{0.5, 0.75, 1, 0.25} {
			u += turn / (2 * math.Pi)
			q := linear(32, 1)
			q.Shot.Camera = i
			got := shoot(t, r, q)
			// A patch is 45° wide and the picture 17°, with an edge in the middle.
			for _, side := range []struct {
				x, y   int
				du, dv float32
			}{{1, 1, -0.02, -0.02}, {30, 1, 0.02, -0.02}, {1, 30, -0.02, 0.02}, {30, 30, 0.02, 0.02}} {
				want := at(p, float32(math.Mod(float64(u+side.du+1), 1)), 0.5+side.dv).Mul(10)
				if far(got.at(side.x, side.y), want, 0.001, 0) {
					t.Errorf("turned by %v, camera %d, pixel %d,%d: %v, want %v", turn, i, side.x, side.y, got.at(side.x, side.y), want)
				}
			}
		}
	}
}

// ballStage is a ball seen by a distant camera.
func ballStage(sky scene.Sky) *scene.Scene {
	sc := stage(model(sphereMesh, mgl32.Ident4()))
	sc.Meshes[sphereMesh].Primitives[0] = scene.SphereMesh(scene.SphereOptions{Radius: 0.9, Segments: 128, Rings: 64})
	sc.Cameras[0] = scene.Camera{Name: "main", WorldFromCamera: mgl32.HomogRotate3DY(0.5).Mul4(mgl32.HomogRotate3DX(-0.3)).Mul4(mgl32.Translate3D(0, 0, 5)), Height: 2, Near: 0.1, Far: 20}
	sc.Sky = sky
	return sc
}

// A mirror shows the sky of the reflected direction, sharp.
func TestMirrorShowsTheSky(t *testing.T) {
	for _, c := range []struct {
		name string
		sky  scene.Sky
	}{
		{"gradient", gradientSky},
		{"panorama", scene.Sky{Kind: scene.SkyHDRI, HDRI: smoothPanorama(64, 32), Scale: 700, Rotation: 0.7}},
		{"patches", scene.Sky{Kind: scene.SkyHDRI, HDRI: patches(), Scale: 700, Rotation: -0.4}},
	} {
		sc := ballStage(c.sky)
		sc.Materials[0].BaseColor, sc.Materials[0].Metallic, sc.Materials[0].Roughness = vec4{1, 1, 1, 1}, 1, 0
		r := newTestRenderer(t, sc)
		q := linear(64, 1)
		where := surfels(t, r, q)
		p := shoot(t, r, q)
		along := sc.Cameras[0].View(64, 64, vec2{}).Forward()
		tested := 0
		for i, s := range where {
			if !s.hit || s.normal.Dot(along) > -0.3 {
				continue // the rim squeezes the whole sky into a few texels
			}
			reflected := along.Sub(s.normal.Mul(2 * s.normal.Dot(along)))
			want := sc.Sky.Radiance(reflected)
			if uneven(&sc.Sky, reflected, 0.07) {
				continue // a cube's texel, or an edge between patches
			}
			tested++
			if got := p.at(i%64, i/64); far(got, want, 0.02, 0) {
				t.Fatalf("%s: %v reflected at %v, want %v", c.name, got, reflected, want)
			}
		}
		if tested < 500 {
			t.Errorf("%s: %d pixels tested", c.name, tested)
		}
	}
}

// uneven reports whether the sky within an angle of a direction differs by more than a few percent.
func uneven(s *scene.Sky, d vec3, angle float32) bool {
	a, b := frameOf(d)
	middle := s.Radiance(d)
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		near := d.Add(a.Mul(angle * float32(cos))).Add(b.Mul(angle * float32(sin))).Normalize()
		if far(s.Radiance(near), middle, 0.12, 0) {
			return true
		}
	}
	return false
}

// frameOf is two unit vectors across a third.
func frameOf(d vec3) (a, b vec3) {
	up := vec3{0, 1, 0}
	if d[1] > 0.9 || d[1] < -0.9 {
		up = vec3{1, 0, 0}
	}
	a = up.Cross(d).Normalize()
	return a, d.Cross(a)
}

// convolve is the sky as a GGX surface seen along its normal reflects it, normalised: the mean
// radiance weighted by D·V·(n·l), on a grid of directions.
func convolve(s *scene.Sky, n vec3, roughness float64) vec3 {
	alpha := max(roughness*roughness, 1e-4)
	a2 := alpha * alpha
	a, b := frameOf(n)
	var sum [3]float64
	var weights float64
	const rings, around = 48, 48
	for i := range rings {
		// Half vectors in equal shares of D·(n·h).
		u := (float64(i) + 0.5) / rings
		nh2 := (1 - u) / (1 + (a2-1)*u)
		nl := 2*nh2 - 1
		if nl <= 0 {
			continue
		}
		// dω_l = 4·(l·h)·dω_h and h·l = h·v = n·h here, so what is left of D·V·(n·l) is V·(n·l).
		v := 0.5 / (nl*1 + math.Sqrt(nl*nl*(1-a2)+a2))
		w := v * nl
		sine := math.Sqrt(max(1-nl*nl, 0))
		for j := range around {
			sin, cos := math.Sincos(2 * math.Pi * (float64(j) + 0.5) / around)
			l := n.Mul(float32(nl)).Add(a.Mul(float32(sine * cos))).Add(b.Mul(float32(sine * sin)))
			c := s.Radiance(l.Normalize())
			for k := range 3 {
				sum[k] += w * float64(c[k])
			}
			weights += w
		}
	}
	return vec3{float32(sum[0] / weights), float32(sum[1] / weights), float32(sum[2] / weights)}
}

// A rough metal that is looked at along its normal shows the sky blurred by its lobe. Six levels
// stand for all roughnesses and the last has 4 x 4 texels a face, so what is dark beside something
// bright is off by a share of that.
func TestRoughReflection(t *testing.T) {
	roughnesses := []float32{0.2, 0.35, 0.5, 0.8, 1}
	for _, sky := range []scene.Sky{gradientSky, {Kind: scene.SkyHDRI, HDRI: patches(), Scale: 700, Rotation: -0.4}} {
		sc := stage()
		sc.Sky, sc.Cameras = sky, nil
		var normals []vec3
		for i := range 8 {
			sin, cos := math.Sincos(float64(i)/3 - 1.2)
			normals = append(normals, mgl32.Rotate3DY(float32(i)*2.4).Mul3x1(vec3{float32(cos), float32(sin), 0}))
		}
		for i, roughness := range roughnesses {
			m := sc.Materials[0]
			m.BaseColor, m.Metallic, m.Roughness = vec4{1, 1, 1, 1}, 1, roughness
			sc.Materials = append(sc.Materials, m)
			center := vec3{100 * float32(i), 0, 0}
			sc.Entities = append(sc.Entities, withMaterial(model(sphereMesh, mgl32.Translate3D(center[0], 0, 0)), i+1))
			for _, n := range normals { // a camera that looks at the ball's middle, where normal and view agree
				c := looking(n.Mul(-1), vec3{0, 1, 0})
				c.WorldFromCamera.SetCol(3, center.Add(n.Mul(20)).Vec4(1))
				c.FovY = 1e-4
				sc.Cameras = append(sc.Cameras, c)
			}
		}
		peak := float32(5000) // of the gradient
		if sky.Kind == scene.SkyHDRI {
			peak = 4 * sky.Scale
		}
		r := newTestRenderer(t, sc)
		for camera := range sc.Cameras {
			roughness, n := roughnesses[camera/len(normals)], normals[camera%len(normals)]
			q := linear(1, 1)
			q.Shot.Camera = camera
			got, want := shoot(t, r, q).at(0, 0), convolve(&sc.Sky, n, float64(roughness))
			if far(got, want, 0.04, 0.015*peak) {
				t.Errorf("sky kind %d, roughness %v towards %v: %v, want %v", sky.Kind, roughness, n, got, want)
			}
		}
	}
}

// A Lambert ball under any sky shows albedo·E(n)/π with E from scene.Sky.Irradiance.
func TestSkyLightsLambert(t *testing.T) {
	for _, sky := range []scene.Sky{{Color: vec3{10, 20, 30}}, gradientSky,
		{Kind: scene.SkyHDRI, HDRI: smoothPanorama(64, 32), Scale: 700, Rotation: 0.7}, {Kind: scene.SkyHDRI, HDRI: patches(), Scale: 700}} {
		sc := ballStage(sky)
		r := newTestRenderer(t, sc)
		q := linear(48, 1)
		where := surfels(t, r, q)
		p := shoot(t, r, q)
		sh := sc.Sky.Irradiance()
		for i, s := range where {
			if !s.hit {
				continue
			}
			if got, want := p.at(i%48, i/48), sh.At(s.normal).Mul(0.5/math.Pi); far(got, want, 0.003, 0) {
				t.Fatalf("sky kind %d facing %v: %v, want %v", sky.Kind, s.normal, got, want)
			}
		}
	}
}

// The sky is the same from everywhere, also where a position's last place is larger than the way to
// the near plane.
func TestSkyFarFromTheOrigin(t *testing.T) {
	look := func(at vec3) *Picture {
		sc := stage()
		sc.Sky = gradientSky
		sc.Cameras[0].WorldFromCamera = mgl32.Translate3D(at[0], at[1], at[2]).Mul4(lookAt(vec3{}, vec3{1, 0.4, -1}))
		sc.Cameras[0].FovY = 0.3
		return render(t, sc, linear(24, 1))
	}
	want := look(vec3{})
	for _, at := range []vec3{{1e3, 10, 1e3}, {1e6, 100, -1e6}} {
		got := look(at)
		for i := range 24 * 24 {
			if x, y := i%24, i/24; far(got.at(x, y), want.at(x, y), 0.001, 0) {
				t.Fatalf("from %v pixel %d,%d is %v, from the origin %v", at, x, y, got.at(x, y), want.at(x, y))
			}
		}
	}
}

// The sun that was taken out of a picture is seen where it stood, and lights nothing a second time.
func TestDiscOfPictureSun(t *testing.T) {
	towards := vec3{0.36, 0.48, -0.8}
	sc := stage()
	sc.Sky = scene.Sky{Kind: scene.SkyHDRI, HDRI: smoothPanorama(64, 32), Scale: 700, Disc: true}
	sc.Sun = &scene.Sun{Direction: towards.Mul(-1), Illuminance: 2, Color: vec3{1.2, 1, 0.5}, Diameter: 0.02}
	sc.Cameras = []scene.Camera{looking(towards, vec3{0, 1, 0})}
	sc.Cameras[0].FovY = 0.04
	l := sc.LightingOf(&scene.Shot{})
	const size = 64
	disc := l.SunDisc(0.04 / size)
	inside, wrong := 0, 0
	for d, got := range around(t, sc, size, 1) {
		if disc.At(d) != (vec3{}) {
			inside++
		}
		if far(got, sc.Sky.Radiance(d).Add(disc.At(d)), 0.003, 0) {
			wrong++
		}
	}
	if wrong > 4 { // on the rim
		t.Errorf("%d pixels are wrong", wrong)
	}
	if want := math.Pi * 16 * 16; math.Abs(float64(inside)-want) > 30 {
		t.Errorf("the disc has %d pixels, want %v", inside, want)
	}
	// A mirror does not show it: the light's own highlight is its reflection.
	ball := ballStage(sc.Sky)
	ball.Materials[0].BaseColor, ball.Materials[0].Metallic, ball.Materials[0].Roughness = vec4{1, 1, 1, 1}, 1, 0.3
	without := ballStage(sc.Sky)
	without.Sky.Disc = false
	without.Materials = ball.Materials
	bright := *sc.Sun
	bright.Illuminance, bright.Direction = 1e5, vec3{0, 1, 0} // from below, where no camera is
	ball.Sun, without.Sun = &bright, &bright
	a, b := render(t, ball, linear(32, 1)), render(t, without, linear(32, 1))
	for y := range 32 {
		for x := range 32 {
			if where := a.at(x, y); y > 10 && y < 20 && x > 10 && x < 20 && where != b.at(x, y) {
				t.Fatalf("pixel %d,%d: %v, without a disc %v", x, y, where, b.at(x, y))
			}
		}
	}
}
