package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// A PanoramaSun is the sun of a picture of the sky.
type PanoramaSun struct {
	Towards  mgl32.Vec3 // unit, in the picture's own space
	Light    mgl32.Vec3 // what it gives a surface that faces it, per channel: the picture's units times steradians
	Diameter float32    // angle that its disc spans, radians
}

// How a sun is told from a window, a lamp and a wrong pixel. Chosen by eye on pictures of the sky.
const (
	extractReach   = 3 * degree // from its brightest place to where it has ended, with what lens and haze spread
	extractRim     = 6 * degree // and to where the sky around it has ended
	extractPeak    = 30         // how many times as bright as that sky it is at least
	extractCore    = 8          // and how many times each of its pixels; what is darker is the glow around it
	extractShare   = 0.05       // what it adds at least to the light of a sky as bright as the picture's mean
	extractCompact = 0.8        // of its light is nearer than two thirds of its reach, which a window's is not
)

// ExtractSun parts a picture from its sun: where a small place above the horizon is far brighter than the sky around it, what it has
// more than its rim is taken out. The picture that is left is a copy; both together give the light that was there.
// Without a sun it returns the picture itself, and false.
func (p *Panorama) ExtractSun() (rest *Panorama, sun PanoramaSun, found bool) {
	peak := 0
	for i := 0; i < len(p.Pix); i += 3 {
		if p.luminanceAt(i) > p.luminanceAt(peak) {
			peak = i
		}
	}
	towards := p.directionOf(peak / 3)
	sky := p.ring(towards, extractReach, extractRim)
	around := p.mean(sky)
	if towards[1] <= 0 || len(sky) == 0 || float64(p.luminanceAt(peak)) <= extractPeak*around.luminance() {
		return p, PanoramaSun{}, false
	}
	core := p.core(towards, extractCore*around.luminance())
	pixel := math.Pi / float64(p.Height)
	rim := p.mean(p.ring(towards, core, core+1.25*pixel))
	if rim == (patch{}) {
		rim = around
	}
	disc := p.ring(towards, 0, core)
	light := p.above(disc, rim)
	mean := p.Mean()
	if all := p.above(p.ring(towards, 0, extractReach), around); light.luminance() < max(extractCompact*all.luminance(), extractShare*math.Pi*float64(Luminance(mean))) || core > extractReach*2/3+pixel {
		return p, PanoramaSun{}, false
	}
	rest = &Panorama{Name: p.Name, Width: p.Width, Height: p.Height, Pix: slices.Clone(p.Pix)}
	for _, i := range disc {
		for k := range 3 {
			rest.Pix[i+k] = min(rest.Pix[i+k], float32(rim[k]))
		}
	}
	middle, spread := p.spread(disc, rim)
	// A disc of radius r is spread by r²/2 on the mean, and a square pixel of side s spreads by s²/6 more.
	diameter := 2 * math.Sqrt(2*max(spread-pixel*pixel/6, 0))
	return rest, PanoramaSun{Towards: narrow(middle), Light: narrow(mgl64.Vec3(light)), Diameter: float32(max(diameter, sunDiameter))}, true
}

// A patch is the colour of a part of a picture, or its light.
type patch mgl64.Vec3

func (c patch) luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// ring returns the pixels whose middles are between two angles from a direction, by where they begin in Pix.
func (p *Panorama) ring(towards mgl64.Vec3, from, to float64) (pixels []int) {
	row := math.Acos(min(max(towards[1], -1), 1)) / math.Pi * float64(p.Height)
	reach := to/math.Pi*float64(p.Height) + 1
	for j := max(int(row-reach), 0); j < min(int(row+reach)+1, p.Height); j++ {
		for k := j * p.Width; k < (j+1)*p.Width; k++ {
			if away := p.directionOf(k).Sub(towards).Len(); away >= from && away < to {
				pixels = append(pixels, 3*k)
			}
		}
	}
	return pixels
}

// core returns the angle in which all pixels around a direction lie that are brighter than a luminance.
func (p *Panorama) core(towards mgl64.Vec3, luminance float64) (angle float64) {
	for _, i := range p.ring(towards, 0, extractReach) {
		if float64(p.luminanceAt(i)) > luminance {
			angle = max(angle, p.directionOf(i/3).Sub(towards).Len())
		}
	}
	return angle + 0.75*math.Pi/float64(p.Height)
}

// mean is the mean colour of pixels, 0 of none.
func (p *Panorama) mean(pixels []int) (sum patch) {
	var weights float64
	for _, i := range pixels {
		w := p.solidAngle(i / 3)
		weights += w
		for k := range 3 {
			sum[k] += w * float64(p.Pix[i+k])
		}
	}
	if weights > 0 {
		for k := range 3 {
			sum[k] /= weights
		}
	}
	return sum
}

// above is the light of pixels that is more than that of a colour.
func (p *Panorama) above(pixels []int, rim patch) (light patch) {
	for _, i := range pixels {
		for k := range 3 {
			light[k] += p.solidAngle(i/3) * max(float64(p.Pix[i+k])-rim[k], 0)
		}
	}
	return light
}

// spread returns where that light comes from on the mean, and the mean square of its angles from there.
func (p *Panorama) spread(pixels []int, rim patch) (middle mgl64.Vec3, square float64) {
	weights := make([]float64, len(pixels))
	var sum float64
	for n, i := range pixels {
		light := p.above(pixels[n:n+1], rim)
		weights[n] = light.luminance()
		sum += weights[n]
		middle = middle.Add(p.directionOf(i / 3).Mul(weights[n]))
	}
	middle = middle.Normalize()
	for n, i := range pixels {
		away := p.directionOf(i / 3).Sub(middle).Len()
		square += weights[n] / sum * away * away
	}
	return middle, square
}

func (p *Panorama) luminanceAt(i int) float32 {
	return Luminance(mgl32.Vec3{p.Pix[i], p.Pix[i+1], p.Pix[i+2]})
}

// directionOf is that of the middle of a pixel, which are counted from the top left.
func (p *Panorama) directionOf(pixel int) mgl64.Vec3 {
	sinP, cosP := math.Sincos(2 * math.Pi * ((float64(pixel%p.Width)+0.5)/float64(p.Width) - 0.5))
	sinT, cosT := math.Sincos(math.Pi * (float64(pixel/p.Width) + 0.5) / float64(p.Height))
	return mgl64.Vec3{sinT * sinP, cosT, -sinT * cosP}
}

// solidAngle is that of a pixel.
func (p *Panorama) solidAngle(pixel int) float64 {
	j := float64(pixel / p.Width)
	step := math.Pi / float64(p.Height)
	return 2 * math.Pi / float64(p.Width) * (math.Cos(step*j) - math.Cos(step*(j+1)))
}

// A SunDisc is the sun as a camera sees it.
type SunDisc struct {
	Towards  mgl32.Vec3 // unit
	Radius   float32    // radians; 0: there is none
	Radiance mgl32.Vec3 // cd/m² per channel
}

// SunDisc returns the disc of a sun that was taken out of the sky's picture, in a picture whose pixels are an angle apart: at
// least 1.5 of them across, and as much darker.
func (l *Lighting) SunDisc(pixel float32) SunDisc {
	s := &l.Sun
	if !l.Sky.Disc || !s.Shines() {
		return SunDisc{}
	}
	radius := max(s.Diameter, sunDiameter) / 2
	radius = max(radius, 0.75*pixel)
	return SunDisc{Towards: s.Direction.Mul(-1), Radius: radius, Radiance: s.Color.Mul(float32(s.Illuminance) / (math.Pi * radius * radius))}
}

// At returns what a direction (unit) shows of the disc.
func (s SunDisc) At(d mgl32.Vec3) mgl32.Vec3 {
	cosine := d.Dot(s.Towards)
	if p := d.Sub(s.Towards.Mul(cosine)); cosine > 0 && p.Dot(p) < s.Radius*s.Radius {
		return s.Radiance
	}
	return mgl32.Vec3{}
}

// Sun returns the light of a sun that was extracted from the sky's picture.
func (s *Sky) Sun(p PanoramaSun) Sun {
	sin, cos := math.Sincos(float64(s.Rotation))
	x, z := float64(p.Towards[0]), float64(p.Towards[2])
	const most = 1e18 // lux: what is beyond is no number soon
	light := p.Light
	for k := range light {
		light[k] = min(light[k], most/max(s.Scale, 1)) * s.Scale
	}
	out := Sun{Direction: vec3(-(x*cos + z*sin), -float64(p.Towards[1]), -(z*cos - x*sin)), Color: mgl32.Vec3{1, 1, 1}, Shadows: true, Diameter: p.Diameter}
	if l := Luminance(light); l > 0 {
		out.Illuminance, out.Color = Lux(l), light.Mul(1/l)
	}
	return out
}
