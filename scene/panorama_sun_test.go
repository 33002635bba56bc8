package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// sunnyPanorama is a sky with a horizon and the disc of a sun, each pixel the mean of what is in it.
func sunnyPanorama(width int, towards mgl64.Vec3, diameter float64, light mgl64.Vec3) *Panorama {
	p := &Panorama{Width: width, Height: width / 2}
	p.Pix = make([]float32, 3*width*width/2)
	for i := range width * width / 2 {
		d := p.directionOf(i)
		sky := mgl64.Vec3{0.1, 0.1, 0.1}
		if d[1] > 0 {
			sky = mgl64.Vec3{0.2, 0.4, 0.9}.Mul(1.2 - d[1])
			sky = sky.Add(mgl64.Vec3{1, 1, 1}.Mul(0.5 * math.Exp(-d.Sub(towards).Len()/0.2))) // around the sun
		}
		p.Pix[3*i], p.Pix[3*i+1], p.Pix[3*i+2] = float32(sky[0]), float32(sky[1]), float32(sky[2])
	}
	up := mgl64.Vec3{0, 1, 0}
	a := up.Cross(towards).Normalize()
	b := towards.Cross(a)
	const n = 300
	for i := range n {
		for j := range n {
			x, y := (float64(i)+0.5)/n*2-1, (float64(j)+0.5)/n*2-1
			if x*x+y*y > 1 {
				continue
			}
			d := towards.Add(a.Mul(x * diameter / 2)).Add(b.Mul(y * diameter / 2)).Normalize()
			u := math.Atan2(d[0], -d[2])/(2*math.Pi) + 0.5
			v := math.Acos(d[1]) / math.Pi
			k := min(int(v*float64(p.Height)), p.Height-1)*width + min(int(u*float64(width)), width-1)
			for c := range 3 {
				p.Pix[3*k+c] += float32(light[c] / (n * n * math.Pi / 4) / p.solidAngle(k))
			}
		}
	}
	return p
}

// What a panorama gives surfaces, by its pixels alone.
func panoramaLight(p *Panorama, normals []mgl64.Vec3) []mgl64.Vec3 {
	sums := make([]mgl64.Vec3, len(normals))
	for i := range p.Width * p.Height {
		d := p.directionOf(i)
		light := mgl64.Vec3{float64(p.Pix[3*i]), float64(p.Pix[3*i+1]), float64(p.Pix[3*i+2])}.Mul(p.solidAngle(i))
		for k, normal := range normals {
			if c := d.Dot(normal); c > 0 {
				sums[k] = sums[k].Add(light.Mul(c))
			}
		}
	}
	return sums
}

// A sun that is put into a picture comes out: its place, light and size, wherever it stands. Picture and sun give the light that
// was there within 1 %.
func TestExtractSun(t *testing.T) {
	light := mgl64.Vec3{9, 8, 6}
	for _, c := range []struct{ azimuth, elevation, diameter float64 }{
		{30, 45, 0.53}, {179.9, 20, 0.53}, {-90, 5, 1.2}, {10, 88.5, 0.53}, {77, 60, 2},
	} {
		for _, width := range []int{512, 1024} {
			pixel := 360 / float64(width)
			towards := mgl64.Vec3{cosd(c.elevation) * sind(c.azimuth), sind(c.elevation), -cosd(c.elevation) * cosd(c.azimuth)}
			p := sunnyPanorama(width, towards, c.diameter*degree, light)
			rest, sun, found := p.ExtractSun()
			if !found {
				t.Errorf("%+v: no sun in %d columns", c, width)
				continue
			}
			if off := math.Acos(min(vec64(sun.Towards).Dot(towards), 1)) / degree; off > 0.15*pixel {
				t.Errorf("%+v: %.3f° off in %d columns", c, off, width)
			}
			for k := range 3 {
				if q := float64(sun.Light[k]) / light[k]; math.Abs(q-1) > 0.01 {
					t.Errorf("%+v: channel %d has %v of its light", c, k, q)
				}
			}
			if d := float64(sun.Diameter) / degree; d < max(c.diameter-0.2*pixel, 0.53) || d > c.diameter+0.5*pixel {
				t.Errorf("%+v: a diameter of %.2f° in %d columns", c, d, width)
			}
			normals := []mgl64.Vec3{towards, {0, 1, 0}, {1, 0, 0}, {0, 0.6, -0.8}}
			before, after := panoramaLight(p, normals), panoramaLight(rest, normals)
			for k, normal := range normals {
				with := after[k].Add(vec64(sun.Light).Mul(max(vec64(sun.Towards).Dot(normal), 0)))
				if with.Sub(before[k]).Len() > 0.01*before[0].Len() {
					t.Errorf("%+v, normal %v: %v, was %v", c, normal, with, before[k])
				}
			}
			// What is left is smooth: no place is much brighter than the sky around the sun.
			if again, _, found := rest.ExtractSun(); found || again != rest {
				t.Errorf("%+v: a second sun", c)
			}
		}
	}
}

// What is no sun stays: even skies, windows, lamps that give little, wrong pixels, and what shines from below.
func TestNoSunToExtract(t *testing.T) {
	zenith := mgl64.Vec3{0.01, 1, 0}.Normalize()
	plain := func() *Panorama { return sunnyPanorama(256, zenith, 0.01, mgl64.Vec3{}) }
	window, pixel, below, black := plain(), plain(), plain(), &Panorama{Width: 8, Height: 4, Pix: make([]float32, 96)}
	for i := range window.Width * window.Height {
		d := window.directionOf(i)
		if d.Sub(mgl64.Vec3{0.8, 0.6, 0}).Len() < 15*degree {
			window.Pix[3*i], window.Pix[3*i+1], window.Pix[3*i+2] = 300, 300, 300
		}
		if d.Sub(mgl64.Vec3{0.8, -0.6, 0}).Len() < 1*degree {
			below.Pix[3*i], below.Pix[3*i+1], below.Pix[3*i+2] = 3000, 3000, 3000
		}
	}
	pixel.Pix[3*(20*256+100)] = 200
	one := &Panorama{Width: 1, Height: 1, Pix: []float32{1e30, 1e30, 1e30}}
	for name, p := range map[string]*Panorama{"sky": plain(), "window": window, "pixel": pixel, "below": below, "black": black, "one pixel": one} {
		if rest, sun, found := p.ExtractSun(); found || rest != p || sun != (PanoramaSun{}) {
			t.Errorf("%s: sun %+v", name, sun)
		}
	}
}

// The sky's rotation and scale are the sun's too.
func TestSunOfSky(t *testing.T) {
	s := Sky{Kind: SkyHDRI, Rotation: math.Pi / 2, Scale: 1000}
	// North, turned a quarter counter-clockwise seen from above, is west.
	sun := s.Sun(PanoramaSun{Towards: mgl32.Vec3{0, 0.6, -0.8}, Light: mgl32.Vec3{40, 40, 40}, Diameter: 0.01})
	if sun.Direction.Sub(mgl32.Vec3{0.8, -0.6, 0}).Len() > 1e-6 {
		t.Errorf("light travels %v", sun.Direction)
	}
	if math.Abs(float64(sun.Illuminance)-40_000) > 1 || sun.Color.Sub(mgl32.Vec3{1, 1, 1}).Len() > 1e-5 || !sun.Shadows || sun.Diameter != 0.01 {
		t.Errorf("%+v", sun)
	}
	l := Lighting{Sky: s, Sun: sun}
	l.Sky.Disc = true
	for _, pixel := range []float32{1e-5, 0.05} {
		disc := l.SunDisc(pixel)
		area := math.Pi * float64(disc.Radius) * float64(disc.Radius)
		if e := float64(disc.At(mgl32.Vec3{-0.8, 0.6, 0})[1]) * area; math.Abs(e-40_000) > 10 {
			t.Errorf("pixels of %v: the disc gives %v lx", pixel, e)
		}
		if x := disc.At(mgl32.Vec3{0.8, -0.6, 0}); x != (mgl32.Vec3{}) {
			t.Errorf("on the other side: %v", x)
		}
	}
	if disc := (&Lighting{Sun: sun}).SunDisc(0); disc != (SunDisc{}) {
		t.Errorf("a sun that no picture had: %+v", disc)
	}
	if dark := s.Sun(PanoramaSun{Towards: mgl32.Vec3{0, 1, 0}}); dark.Illuminance != 0 || dark.Color != (mgl32.Vec3{1, 1, 1}) {
		t.Errorf("%+v", dark)
	}
}
