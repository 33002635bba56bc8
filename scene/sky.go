package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Radiance returns what the sky shows in a direction of the world (unit), in cd/m² per channel.
// The shader's sky repeats this, names and order included.
//
// A gradient goes from Horizon to Zenith with the square root of the height above the horizon (the
// sine of the elevation), which is steep where real skies are, and from Horizon to Ground with
// 1 - (1 - depth)⁸, so that the ground's colour is reached after a narrow band of haze. Both
// curves were chosen by eye, and because their integrals are short.
func (s *Sky) Radiance(dir mgl32.Vec3) mgl32.Vec3 {
	switch s.Kind {
	case SkyGradient:
		end, t := s.Zenith, skyAbove(float64(dir[1]))
		if dir[1] < 0 {
			end, t = s.Ground, skyBelow(float64(-dir[1]))
		}
		return s.Horizon.Add(end.Sub(s.Horizon).Mul(float32(t)))
	case SkyHDRI:
		if s.HDRI == nil {
			return mgl32.Vec3{}
		}
		sin, cos := math.Sincos(float64(s.Rotation))
		x, z := float64(dir[0]), float64(dir[2])
		// The inverse turn: from the world into the picture.
		return s.HDRI.Sample(vec3(x*cos-z*sin, float64(dir[1]), x*sin+z*cos)).Mul(s.Scale)
	case SkyAtmosphere:
		var sum mgl32.Vec3
		for _, in := range s.Lights {
			if in.View != nil {
				l := in.View.at(vec64(dir))
				sum = sum.Add(mul3(vec3(l[0], l[1], l[2]), in.Outside))
			}
		}
		return sum
	}
	return s.Color
}

// Peak returns the sky's greatest radiance in any channel and direction (of a picture: Scale, so that
// its texels stay as they are), in cd/m².
func (s *Sky) Peak() float32 {
	peak := float32(0)
	switch s.Kind {
	case SkyHDRI:
		return s.Scale
	case SkyAtmosphere:
		for _, in := range s.Lights {
			if in.View != nil {
				in.View.once.Do(in.View.fill)
				peak += float32(in.View.peak) * max(in.Outside[0], in.Outside[1], in.Outside[2])
			}
		}
		return peak
	case SkyGradient:
		for _, c := range []mgl32.Vec3{s.Zenith, s.Horizon, s.Ground} {
			peak = max(peak, c[0], c[1], c[2])
		}
		return peak
	}
	return max(s.Color[0], s.Color[1], s.Color[2])
}

// Leading returns the light that makes an atmosphere brighter, straight up; of none, the first.
func (s *Sky) Leading() *SkyLight {
	best := &s.Lights[0]
	if b := &s.Lights[1]; b.zenith() > best.zenith() {
		best = b
	}
	return best
}

func (l *SkyLight) zenith() float32 {
	if l.View == nil {
		return 0
	}
	up := l.View.at(mgl64.Vec3{0, 1, 0})
	return Luminance(mul3(vec3(up[0], up[1], up[2]), l.Outside))
}

func skyAbove(height float64) float64 { return math.Sqrt(height) }

func skyBelow(depth float64) float64 {
	q := 1 - min(depth, 1)
	q *= q
	q *= q
	return 1 - q*q
}

// Sample returns the picture in a direction of its own space, with bilinear filtering that wraps
// around and stops at the poles.
func (p *Panorama) Sample(dir mgl32.Vec3) mgl32.Vec3 {
	u := math.Atan2(float64(dir[0]), -float64(dir[2]))/(2*math.Pi) + 0.5
	v := math.Acos(min(max(float64(dir[1]), -1), 1)) / math.Pi
	x, y := u*float64(p.Width)-0.5, v*float64(p.Height)-0.5
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := float32(x-x0), float32(y-y0)
	at := func(i, j int) mgl32.Vec3 {
		i = (i%p.Width + p.Width) % p.Width
		j = min(max(j, 0), p.Height-1)
		k := 3 * (j*p.Width + i)
		return mgl32.Vec3{p.Pix[k], p.Pix[k+1], p.Pix[k+2]}
	}
	i, j := int(x0), int(y0)
	top := at(i, j).Mul(1 - fx).Add(at(i+1, j).Mul(fx))
	bottom := at(i, j+1).Mul(1 - fx).Add(at(i+1, j+1).Mul(fx))
	return top.Mul(1 - fy).Add(bottom.Mul(fy))
}

// Luminance returns the luminance of a linear Rec.709 colour (ITU-R BT.709-6, item 3.2).
func Luminance(c mgl32.Vec3) float32 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }
