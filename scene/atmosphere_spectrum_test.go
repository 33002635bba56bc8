package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// rec709 sums a spectrum in steps of 5 nm from 380 nm, as linear Rec.709 whose luminance is the sum over the eye's
// sensitivity. The observer is CIE 1931 by the fits of Wyman, Sloan and Shirley, "Simple Analytic
// Approximations to the CIE XYZ Color Matching Functions", JCGT 2013, section 2.2.
func rec709(spectrum func(nm float64) float64) (c mgl64.Vec3) {
	lobe := func(x, middle, left, right float64) float64 {
		s := right
		if x < middle {
			s = left
		}
		return math.Exp(-0.5 * (x - middle) * (x - middle) / (s * s))
	}
	var x, y, z float64
	for nm := 380.0; nm <= 780; nm += 5 {
		l := spectrum(nm)
		x += l * (1.056*lobe(nm, 599.8, 37.9, 31.0) + 0.362*lobe(nm, 442.0, 16.0, 26.7) - 0.065*lobe(nm, 501.1, 20.4, 26.2))
		y += l * (0.821*lobe(nm, 568.8, 46.9, 40.5) + 0.286*lobe(nm, 530.9, 16.3, 31.1))
		z += l * (1.217*lobe(nm, 437.0, 11.8, 36.0) + 0.681*lobe(nm, 459.0, 26.0, 13.8))
	}
	return mgl64.Vec3{ // IEC 61966-2-1
		3.2404542*x - 1.5371385*y - 0.4985314*z,
		-0.9692660*x + 1.8760108*y + 0.0415560*z,
		0.0556434*x - 0.2040259*y + 1.0572252*z,
	}
}

// sunSpectrum is that of a black body of 5772 K, in any unit.
func sunSpectrum(nm float64) float64 {
	return 1e14 / math.Pow(nm, 5) / (math.Exp(14387768.8/(nm*5772)) - 1)
}

// ozoneSection is the cross-section of ozone at 233 K by that at 550 nm, every 20 nm from 380
// (Serdyuchenko et al., "High spectral resolution ozone absorption cross-sections", 2014, averaged).
var ozoneSection = []float64{0.001, 0.004, 0.016, 0.045, 0.105, 0.221, 0.423, 0.611, 0.883, 1.219, 1.257, 1.434, 1.069, 0.761, 0.529, 0.345, 0.213, 0.146, 0.121, 0.070, 0.072}

func ozoneAt(nm float64) float64 {
	x := (nm - 380) / 20
	i := min(int(x), len(ozoneSection)-2)
	return ozoneSection[i] + (x-float64(i))*(ozoneSection[i+1]-ozoneSection[i])
}

// Three wavelengths stand for the spectrum: what comes of the sun's light through the air, as a share
// of each channel, is that of all wavelengths together, from the zenith to near the horizon, in
// pure and in hazy air. So is the colour of the air itself.
func TestThreeWavelengths(t *testing.T) {
	outside := rec709(sunSpectrum)
	luminance := 0.2126*outside[0] + 0.7152*outside[1] + 0.0722*outside[2]
	for k := range 3 {
		if math.Abs(outside[k]/luminance-sunColor[k]) > 0.01 {
			t.Errorf("the sun's colour is %v, want %v", sunColor, outside.Mul(1/luminance))
		}
	}
	rayleigh := func(nm float64) float64 { // Bodhaine et al. 1999, eq. 29, by the molecules of a cubic metre at 15 °C
		x := nm * nm / 1e6
		return (1.0455996 - 341.29061/x - 0.90230850*x) / (1 + 0.0027059889/x - 85.968563*x) * 1e-32 * 2.546899e25
	}
	for _, amount := range []float64{0, 1, 3} {
		a := DefaultAtmosphere()
		a.Haze = float32(amount)
		air := NewAir(a)
		for _, elevation := range []float64{90, 60, 30, 20, 10, 5, 3} {
			var molecules, haze, ozone float64 // metres of them at the densest, on the way to the sun
			p, dir := mgl64.Vec3{0, groundRadius + leastHeight, 0}, sunAt(elevation)
			const n = 5000
			end := planetHit(p, dir, groundRadius+airTop, true)
			for i := range n {
				h := p.Add(dir.Mul(end*(float64(i)+0.5)/n)).Len() - groundRadius
				molecules += airDensity(h) * end / n
				haze += math.Exp(-h/HazeScale) * end / n
				ozone += math.Max(0, 1-math.Abs(h-OzoneHeight)/OzoneHalf) * end / n
			}
			arrives := rec709(func(nm float64) float64 {
				return sunSpectrum(nm) * math.Exp(-rayleigh(nm)*molecules-1.881e-6*ozoneAt(nm)*ozone-
					amount*hazeDepth/HazeScale*math.Pow(nm/550, -hazeExponent)*haze)
			})
			got := air.Transmittance(leastHeight, dir[1])
			for k := range 3 {
				want := arrives[k] / outside[k]
				if math.Abs(got[k]-want) > 0.03*want+0.005 {
					t.Errorf("haze %g, sun at %g°, channel %d: %.4f, the spectrum says %.4f", amount, elevation, k, got[k], want)
				}
			}
		}
	}
	thin := rec709(func(nm float64) float64 { return sunSpectrum(nm) * rayleigh(nm) })
	for k := range 3 {
		if want := thin[k] / outside[k]; math.Abs(airScattering[k]-want) > 0.12*want {
			t.Errorf("channel %d scatters %v, the spectrum %v", k, airScattering[k], want)
		}
	}
}
