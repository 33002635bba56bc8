package golden

import (
	"math"
	"sync"
)

// The colour spaces of FLIP. White is D65 with the 2 degree observer, in XYZ
// (0.950428545, 1, 1.088900371).
const (
	whiteX = 0.950428545
	whiteY = 1.0
	whiteZ = 1.088900371
)

// Linear Rec.709 to XYZ and back. The fractions follow from the primaries
// (0.64, 0.33), (0.30, 0.60), (0.15, 0.06) and the white (0.3127, 0.3290); the
// second matrix is the first one's inverse, rounded to float64.
var (
	xyzFromRGB = [9]float32{
		10135552.0 / 24577794, 8788810.0 / 24577794, 4435075.0 / 24577794,
		2613072.0 / 12288897, 8788810.0 / 12288897, 887015.0 / 12288897,
		1425312.0 / 73733382, 8788810.0 / 73733382, 70074185.0 / 73733382,
	}
	rgbFromXYZ = [9]float32{
		3.2410032329763587, -1.5373989694887855, -0.4986158819963629,
		-0.9692242522025166, 1.875929983695176, 0.041554226340084724,
		0.055639419851975444, -0.20401120612390997, 1.0571489771875335,
	}
)

// linearFrom16 decodes sRGB (IEC 61966-2-1) for all 65536 values.
var linearFrom16 = sync.OnceValue(func() []float32 {
	t := make([]float32, 65536)
	for i := range t {
		v := float64(i) / 65535
		if v <= 0.04045 {
			t[i] = float32(v / 12.92)
		} else {
			t[i] = float32(math.Pow((v+0.055)/1.055, 2.4))
		}
	}
	return t
})

// ycxcz is the opponent space in which the eye's sensitivity to detail is
// known (section 4.1.1), a linear form of Lab: lightness, red-green, blue-yellow.
func ycxcz(r, g, b float32) (y, cx, cz float32) {
	m := &xyzFromRGB
	xn := (m[0]*r + m[1]*g + m[2]*b) * (1 / whiteX)
	yn := m[3]*r + m[4]*g + m[5]*b
	zn := (m[6]*r + m[7]*g + m[8]*b) * (1 / whiteZ)
	return 116*yn - 16, 500 * (xn - yn), 200 * (yn - zn)
}

// rgbFromYCxCz is the inverse of ycxcz, clamped to the colours of a screen.
func rgbFromYCxCz(y, cx, cz float32) (r, g, b float32) {
	yn := (y + 16) / 116
	x, z := (yn+cx/500)*whiteX, (yn-cz/200)*whiteZ
	m := &rgbFromXYZ
	return clamp01(m[0]*x + m[1]*yn + m[2]*z), clamp01(m[3]*x + m[4]*yn + m[5]*z), clamp01(m[6]*x + m[7]*yn + m[8]*z)
}

func clamp01(x float32) float32 { return min(max(x, 0), 1) }

// labHunt is CIE Lab with chroma scaled by lightness, after Hunt: colours look
// more colourful when they are brighter (section 4.1.2).
func labHunt(r, g, b float32) [3]float32 {
	m := &xyzFromRGB
	fx := labF((m[0]*r + m[1]*g + m[2]*b) * (1 / whiteX))
	fy := labF(m[3]*r + m[4]*g + m[5]*b)
	fz := labF((m[6]*r + m[7]*g + m[8]*b) * (1 / whiteZ))
	l := 116*fy - 16
	return [3]float32{l, 0.01 * l * 500 * (fx - fy), 0.01 * l * 200 * (fy - fz)}
}

// labF is CIE 15:2004, equations 8.6 to 8.11.
func labF(t float32) float32 {
	const delta = 6.0 / 29
	if t > delta*delta*delta {
		return float32(math.Cbrt(float64(t)))
	}
	return t*(1/(3*delta*delta)) + 4.0/29
}

// hyab is the distance of Abasi, Tehran and Fairchild, "Distance metrics for
// very large color differences", 2020: it stays meaningful for unlike colours.
func hyab(p, q [3]float32) float64 {
	da, db := p[1]-q[1], p[2]-q[2]
	return float64(abs(p[0]-q[0]) + sqrt(da*da+db*db))
}
