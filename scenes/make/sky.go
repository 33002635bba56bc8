package main

import (
	"bytes"
	"fmt"
	"math"
)

// The panorama's sun stands over its middle column.
const skySunElevation = 32 * math.Pi / 180

// sky is an afternoon's sky as Radiance pictures, 256 × 128. One unit is 1000 cd/m². The first has the glow
// around the sun and not its disc, which a scene adds as its `sun`; in the second it shines.
func sky() ([]file, error) {
	const width, height = 256, 128
	pix := make([][3]float64, 0, width*height)
	for y := range height {
		polar := math.Pi * (float64(y) + 0.5) / height
		for x := range width {
			turn := 2 * math.Pi * ((float64(x)+0.5)/width - 0.5) // from the middle to the right
			sin, cos := math.Sincos(polar)
			e, n := math.Sincos(turn)
			pix = append(pix, skyAt(vec3{sin * e, cos, -sin * n}))
		}
	}
	files := []file{{"textures/sky.hdr", radiance(width, height, pix)}}
	shine(pix, width, height)
	return append(files, file{"textures/sunny.hdr", radiance(width, height, pix)}), nil
}

// sunLight is what the sun gives a surface that faces it, in units of 1000 lx.
var sunLight = [3]float64{60, 55.8, 49.2}

// shine adds the sun's disc, half a degree across, each pixel the mean of what it has of it.
func shine(pix [][3]float64, width, height int) {
	const radius, steps = 0.53 / 2 * math.Pi / 180, 200
	sin, cos := math.Sincos(skySunElevation)
	for i := range steps {
		for j := range steps {
			a, b := (float64(i)+0.5)/steps*2-1, (float64(j)+0.5)/steps*2-1
			if a*a+b*b > 1 {
				continue
			}
			d := vec3{a * radius, sin + b*radius*cos, -cos + b*radius*sin}
			polar := math.Acos(d[1] / math.Sqrt(d.Dot(d)))
			x, y := int((math.Atan2(d[0], -d[2])/(2*math.Pi)+0.5)*float64(width)), int(polar/math.Pi*float64(height))
			step := math.Pi / float64(height)
			angle := 2 * math.Pi / float64(width) * (math.Cos(step*float64(y)) - math.Cos(step*float64(y+1)))
			for k := range 3 {
				pix[y*width+x][k] += sunLight[k] / (steps * steps * math.Pi / 4) / angle
			}
		}
	}
}

// skyAt is what the sky shows in a direction, in units of 1000 cd/m². All of it was found by eye.
func skyAt(d vec3) [3]float64 {
	sin, cos := math.Sincos(skySunElevation)
	near := clamp(d.Dot(vec3{0, sin, -cos})) // cosine of the angle to the sun
	up := d[1]
	if up < 0 {
		// Haze over a plain of dry grass, darker below.
		t := 1 - math.Pow(1+up, 8)
		return blend([3]float64{3.6, 3.9, 4.2}, [3]float64{1.35, 1.2, 0.8}, t)
	}
	blue := blend([3]float64{3.9, 4.7, 5.6}, [3]float64{0.75, 1.75, 4.1}, math.Pow(up, 0.55))
	glow := 1.2*math.Pow(near, 6) + 5*math.Pow(near, 60) + 60*math.Pow(near, 900)
	c := [3]float64{blue[0] + glow, blue[1] + 0.93*glow, blue[2] + 0.78*glow}
	// Fair-weather clouds in a layer overhead, seen in perspective and lost in the haze.
	x, z := 40+2.2*d[0]/(up+0.12), 40+2.2*d[2]/(up+0.12)
	const free = 1 << 20 // too long a period to matter
	cover := step(0.06, 0.38, clouds(101, x, z, free, 5)) * step(0.02, 0.22, up)
	lit := 6.5 + 3*math.Pow(near, 3) - 2.5*step(0.1, 0.6, clouds(107, x+0.25*d[0], z+0.4, free, 3))
	return blend(c, [3]float64{lit, 0.985 * lit, 0.97 * lit}, 0.85*cover)
}

func blend(a, b [3]float64, t float64) [3]float64 {
	for i := range a {
		a[i] = mix(a[i], b[i], t)
	}
	return a
}

// radiance encodes a picture as Radiance RGBE with run-length encoded rows (Ward, "Real Pixels",
// Graphics Gems II, 1991, and the format of Radiance's color.c).
func radiance(width, height int, pix [][3]float64) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", height, width)
	plane := make([]byte, width)
	for y := range height {
		out.Write([]byte{2, 2, byte(width >> 8), byte(width)})
		for channel := range 4 {
			for x := range width {
				plane[x] = rgbe(pix[y*width+x])[channel]
			}
			runs(&out, plane)
		}
	}
	return out.Bytes()
}

func rgbe(c [3]float64) [4]byte {
	most := max(c[0], c[1], c[2])
	if most < 1e-32 {
		return [4]byte{}
	}
	fraction, exponent := math.Frexp(most)
	scale := fraction * 256 / most
	return [4]byte{byte(c[0] * scale), byte(c[1] * scale), byte(c[2] * scale), byte(exponent + 128)}
}

// runs writes a row of one channel: 128 + n and a byte for n equal ones, or n ≤ 128 and n bytes.
func runs(out *bytes.Buffer, row []byte) {
	equal := func(at int) int {
		n := 1
		for at+n < len(row) && row[at+n] == row[at] && n < 127 {
			n++
		}
		return n
	}
	for at := 0; at < len(row); {
		if n := equal(at); n >= 4 {
			out.Write([]byte{byte(128 + n), row[at]})
			at += n
			continue
		}
		from := at
		for at < len(row) && at-from < 128 && equal(at) < 4 {
			at++
		}
		out.WriteByte(byte(at - from))
		out.Write(row[from:at])
	}
}
