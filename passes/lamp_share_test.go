package passes

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// areaTruth is the luminance of a Lambert surface in the light of a lamp among casters, by rays to points of the lamp.
type areaTruth struct {
	lamp    scene.Entity
	casters []caster
	albedo  float64
}

const truthSide = 20 // rays are this many squared

// at integrates visibility times both cosines over a rectangle, or visibility times the cosine over the directions to a ball.
func (a *areaTruth) at(s surfel) float64 {
	self := owner(a.casters, s.position)
	sees := func(target vec3) bool {
		for k := range a.casters {
			if k != self && a.casters[k].between(s.position.Add(s.normal.Mul(1e-4)), target, 0) { // convex: no shadow on itself
				return false
			}
		}
		return true
	}
	m := a.lamp.ParentFromLocal
	sum := 0.0
	for i := range truthSide * truthSide {
		u, v := (float64(i%truthSide)+0.5)/truthSide, (float64(i/truthSide)+0.5)/truthSide
		if r := a.lamp.Rect; r != nil {
			p := mgl32.TransformCoordinate(vec3{r.Width * float32(u-0.5), r.Height * float32(v-0.5), 0}, m)
			d := p.Sub(s.position)
			d2 := float64(d.Dot(d))
			g := float64(max(s.normal.Dot(d), 0)*max(d.Dot(m.Col(2).Vec3()), 0)) / (d2 * d2)
			if g > 0 && sees(p) {
				sum += float64(r.Luminance) * g * float64(r.Width*r.Height) / (truthSide * truthSide)
			}
			continue
		}
		l, cone := a.lamp.Point, 1.0
		d := m.Col(3).Vec3().Sub(s.position)
		far := d.Len()
		d = d.Mul(1 / far)
		if s := a.lamp.Spot; s != nil {
			scale, offset := s.Cone()
			cone = math.Pow(float64(min(max(m.Col(2).Vec3().Dot(d)*scale+offset, 0), 1)), 2)
			l = &s.PointLight
		}
		right := d.Cross(vec3{0.3, 0.2, 1}).Normalize()
		up := d.Cross(right)
		full := 1 - math.Sqrt(1-math.Pow(float64(l.Radius/far), 2)) // of the sphere of directions, times two
		cos := 1 - u*full
		sin, turn := math.Sqrt(1-cos*cos), 2*math.Pi*v
		way := d.Mul(float32(cos)).Add(right.Mul(float32(sin * math.Cos(turn)))).Add(up.Mul(float32(sin * math.Sin(turn))))
		if c := float64(s.normal.Dot(way)); c > 0 && sees(s.position.Add(way.Mul(far))) {
			sum += cone * float64(l.Intensity.BallLuminance(l.Radius)) * c * 2 * math.Pi * full / (truthSide * truthSide)
		}
	}
	return sum * a.albedo / math.Pi
}

// An offness is how far a picture is from the truth, in shares of its brightest pixel: in the mean, and what one pixel in a hundred
// exceeds.
type offness struct{ mean, most float64 }

// compare draws pictures of so many samples. Pixels on outlines are left out.
func (a *areaTruth) compare(t *testing.T, camera scene.Camera, samples ...int) []offness {
	t.Helper()
	const size = 80
	sc := shadowStage(nil, vec2{14, 14}, a.casters)
	sc.Cameras[0] = camera
	sc.Entities = append(sc.Entities, a.lamp)
	sc.Exposure = scene.FixedExposure(8)
	r := newTestRenderer(t, sc)
	for i := range r.world.shadowLamps {
		r.world.shadowLamps[i].Size = 512 // the normal offset moves shadows by up to 3 texels
	}
	q := Request{Shot: scene.Shot{Width: size, Height: size}, Float: true, Linear: true}
	where := surfels(t, r, q)
	a.albedo = float64(sc.Materials[0].BaseColor[0])
	want, bright := make([]float64, len(where)), 0.0
	for i, s := range where {
		inside := s.hit && i%size > 0 && i%size < size-1
		for _, k := range []int{i - 1, i + 1, i - size, i + size} {
			inside = inside && k >= 0 && k < len(where) && where[k].hit && where[k].normal.Dot(s.normal) > 0.9 && where[k].position.Sub(s.position).Len() < 0.2
		}
		want[i] = -1
		if inside {
			want[i] = a.at(s)
			bright = max(bright, want[i])
		}
	}
	var out []offness
	for _, q.Shot.Samples = range samples {
		p := shoot(t, r, q)
		var off []float64
		sum := 0.0
		for i, w := range want {
			if w >= 0 {
				off = append(off, math.Abs(float64(p.Linear[4*i])-w)/bright)
				sum += off[len(off)-1]
			}
		}
		slices.Sort(off)
		out = append(out, offness{sum / float64(len(off)), off[len(off)*99/100]})
	}
	return out
}

// The light of large lamps among things that shade it is the integral over the lamp of what each of its points gives,
// the nearer the more samples there are: behind a box and a board, at the foot of a ball, and on a ball and a column near where
// the lamp goes below their horizon.
func TestSharesAreTheIntegral(t *testing.T) {
	white := vec3{1, 1, 1}
	eye := scene.Camera{Name: "eye", WorldFromCamera: lookAt(vec3{0.6, 2.4, 3.6}, vec3{0, 0.35, 0}), FovY: mgl32.DegToRad(36), Near: 0.1}
	things := []caster{
		{center: vec3{-0.5, 0.3, -0.2}, half: vec3{0.2, 0.3, 0.2}},
		{center: vec3{0.45, 0.25, 0.35}, radius: 0.25},
		{center: vec3{0.2, 0.7, -0.5}, half: vec3{0.35, 0.01, 0.25}},
	}
	spot := spotAt(vec3{-0.7, 1.5, 0.5}, vec3{0.1, 0.2, 0}, 0.4)
	spot.Spot.Radius, spot.Spot.Inner = 0.2, 0.3
	near := []caster{{center: vec3{0, 0.4, 0}, radius: 0.4}, {center: vec3{0.9, 0.5, -0.2}, half: vec3{0.06, 0.5, 0.06}}}
	for _, c := range []struct {
		name    string
		casters []caster
		lamp    scene.Entity
	}{
		{"panel", things, rectAt(lookAt(vec3{-1.2, 1.6, 0.6}, vec3{0, 0.2, 0}), scene.RectLight{Width: 1, Height: 0.7, Luminance: 1000, Color: white, Shadows: true})},
		{"strip that stands", things, rectAt(lookAt(vec3{1.3, 0.6, 0.2}, vec3{0, 0.6, 0}), scene.RectLight{Width: 0.2, Height: 1.2, Luminance: 1000, Color: white, Shadows: true})},
		{"panel at a ball", near, rectAt(lookAt(vec3{-0.9, 0.5, 0.2}, vec3{0, 0.4, 0}), scene.RectLight{Width: 0.8, Height: 0.8, Luminance: 1000, Color: white, Shadows: true})},
		{"globe", things, globe(vec3{-0.7, 1.3, 0.5}, 0.3)},
		{"spot", things, spot},
	} {
		a := areaTruth{lamp: c.lamp, casters: c.casters}
		samples, limits := []int{1, 16, 64}, []offness{{0.006, 0.08}, {0.002, 0.02}, {0.0015, 0.018}}
		for k, off := range a.compare(t, eye, samples...) {
			t.Logf("%s, %d samples: off by %.4f of the brightest in the mean, one pixel in a hundred by %.4f", c.name, samples[k], off.mean, off.most)
			if off.mean > limits[k].mean || off.most > limits[k].most {
				t.Errorf("%s, %d samples: off by %.4f in the mean and by %.4f, want %+v at most", c.name, samples[k], off.mean, off.most, limits[k])
			}
		}
	}
}

// Shares leave what nothing shades as it is, and a picture does not depend on those before.
func TestSharesLeaveTheLitAlone(t *testing.T) {
	sc := shadowStage(nil, vec2{14, 14}, []caster{{center: vec3{0, 0.4, 0}, radius: 0.4}})
	sc.Cameras[0] = scene.Camera{WorldFromCamera: lookAt(vec3{0, 3, 4}, vec3{}), FovY: 0.7, Near: 0.1}
	panel := rectAt(lookAt(vec3{-1.2, 1.6, 0.6}, vec3{0, 0.2, 0}), scene.RectLight{Width: 1, Height: 0.7, Luminance: 1000, Color: vec3{1, 1, 1}, Shadows: true})
	sc.Entities = append(sc.Entities, panel, globe(vec3{1, 1.5, 0.5}, 0.2))
	sc.Materials[0].Specular, sc.Materials[0].Roughness = 1, 0.2
	q := Request{Shot: scene.Shot{Width: 64, Height: 64, Samples: 16}, Float: true, Linear: true}
	r := newTestRenderer(t, sc)
	got, all := shoot(t, r, q), shoot(t, newTestRenderer(t, withoutShadows(sc)), q)
	one := q
	one.Shot.Samples = 1
	middle := shoot(t, r, one)
	if again := shoot(t, r, q); !slices.Equal(again.Linear, got.Linear) {
		t.Error("a picture of 16 samples differs after one of one sample")
	}
	if again := shoot(t, r, one); !slices.Equal(again.Linear, middle.Linear) {
		t.Error("a picture of one sample differs after one of 16")
	}
	same, dark := 0, 0
	for i := range all.Linear {
		g, w := got.Linear[i], all.Linear[i]
		if !(g >= 0) || g > 1.002*w+1e-3 {
			t.Fatalf("value %d is %v, without shadows %v", i, g, w)
		}
		if g > 0.998*w {
			same++
		} else if g < 0.5*w {
			dark++
		}
	}
	if same < 2*64*64 || dark < 100 {
		t.Errorf("%d values are lit and %d are dark", same, dark)
	}
}

// A moving picture keeps its maps, and pictures of one sample have those of the lamps' middles.
func TestSharesAreOfStills(t *testing.T) {
	sc := shadowStage(nil, vec2{14, 14}, []caster{{center: vec3{0, 0.4, 0}, radius: 0.4}})
	sc.Entities = append(sc.Entities, globe(vec3{1, 1.5, 0.5}, 0.3))
	r := newTestRenderer(t, sc)
	l := &r.world.shadowLamps[0]
	for _, c := range []struct {
		q    Request
		want bool
	}{
		{Request{Shot: scene.Shot{Samples: 1}}, false},
		{Request{Shot: scene.Shot{Samples: 4}}, true},
		{Request{Shot: scene.Shot{Samples: 4}, LampFaces: 6}, false},
		{Request{Shot: scene.Shot{Samples: 4, AntiAliasing: scene.AATAA}}, false},
	} {
		c.q.Shot.Width, c.q.Shot.Height = 48, 48
		p := shoot(t, r, c.q)
		if moved := l.share.Of > 0; moved != c.want {
			t.Errorf("%+v: in shares %v", c.q, moved)
		}
		if again := shoot(t, r, c.q); !bytes.Equal(p.Display, again.Display) {
			t.Errorf("%+v: another picture the second time", c.q)
		}
	}
}
