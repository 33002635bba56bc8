package scene

import (
	"math"
	"testing"
)

// A smooth mirror reflects everything, and Schlick's term is exact there.
func TestDFGMirror(t *testing.T) {
	for _, nv := range []float64{0.05, 0.3, 0.7, 1} {
		scale, bias := DFG(nv, 0, 4096)
		if want := math.Pow(1-nv, 5); math.Abs(bias-want) > 2e-3 || math.Abs(scale+bias-1) > 2e-3 {
			t.Errorf("n·v %g: scale %g bias %g, want %g and %g", nv, scale, bias, 1-want, want)
		}
	}
}

// The albedo from importance sampling equals that of a plain integral over the hemisphere.
func TestDFGQuadrature(t *testing.T) {
	for _, c := range []struct{ nv, roughness float64 }{{0.2, 0.5}, {0.6, 0.7}, {0.9, 1}, {0.1, 1}} {
		scale, bias := DFG(c.nv, c.roughness, 8192)
		want := hemisphereAlbedo(c.nv, c.roughness)
		if got := scale + bias; math.Abs(got-want) > 3e-3 {
			t.Errorf("n·v %g roughness %g: albedo %.4f, quadrature %.4f", c.nv, c.roughness, got, want)
		}
	}
}

// hemisphereAlbedo integrates D·V·(n·l) over light directions with a midpoint rule.
func hemisphereAlbedo(nv, roughness float64) float64 {
	a2 := math.Pow(roughness, 4)
	v := [3]float64{math.Sqrt(1 - nv*nv), 0, nv}
	const polar, azimuth = 600, 1200
	sum := 0.0
	for i := range polar {
		nl := (float64(i) + 0.5) / polar
		s := math.Sqrt(1 - nl*nl)
		for j := range azimuth {
			phi := 2 * math.Pi * (float64(j) + 0.5) / azimuth
			h := [3]float64{v[0] + s*math.Cos(phi), s * math.Sin(phi), v[2] + nl}
			nh := h[2] / math.Sqrt(h[0]*h[0]+h[1]*h[1]+h[2]*h[2])
			d := nh*nh*(a2-1) + 1
			visibility := 0.5 / (nl*math.Sqrt(nv*nv*(1-a2)+a2) + nv*math.Sqrt(nl*nl*(1-a2)+a2))
			sum += a2 / (math.Pi * d * d) * visibility * nl
		}
	}
	return sum * 2 * math.Pi / (polar * azimuth)
}
