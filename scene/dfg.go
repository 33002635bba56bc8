package scene

import "math"

// DFG integrates the GGX reflection of a white furnace in the direction whose cosine to the
// normal is nDotV, split so that the directional albedo is f0·scale + f90·bias for Schlick's
// Fresnel (Karis, "Real Shading in Unreal Engine 4", 2013, split-sum approximation; with Smith's
// height-correlated masking: Heitz, "Understanding the Masking-Shadowing Function", JCGT 2014,
// eq. 99). Roughness is perceptual, 0..1; both arguments are clamped away from zero. The
// estimate takes `samples` points of a Hammersley set; 1024 are good to 1e-3.
func DFG(nDotV, roughness float64, samples int) (scale, bias float64) {
	nv := math.Max(nDotV, 1e-4)
	alpha := math.Max(roughness*roughness, 1e-4)
	a2 := alpha * alpha
	sine := math.Sqrt(1 - nv*nv)
	for i := range samples {
		u, v := (float64(i)+0.5)/float64(samples), radicalInverse2(uint32(i))
		// A half vector distributed as D·(n·h).
		cos2 := (1 - u) / (1 + (a2-1)*u)
		nh := math.Sqrt(cos2)
		vh := math.Max(sine*math.Sqrt(1-cos2)*math.Cos(2*math.Pi*v)+nv*nh, 0)
		nl := 2*vh*nh - nv
		if nl <= 0 {
			continue
		}
		visibility := 0.5 / (nl*math.Sqrt(nv*nv*(1-a2)+a2) + nv*math.Sqrt(nl*nl*(1-a2)+a2))
		weight := 4 * visibility * nl * vh / nh
		f := math.Pow(1-vh, 5)
		scale += weight * (1 - f)
		bias += weight * f
	}
	return scale / float64(samples), bias / float64(samples)
}

// radicalInverse2 mirrors the bits of i about the binary point: van der Corput's sequence.
func radicalInverse2(i uint32) float64 {
	var r float64
	for f := 0.5; i > 0; i, f = i>>1, f/2 {
		if i&1 == 1 {
			r += f
		}
	}
	return r
}
