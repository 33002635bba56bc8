package scene

import "math"

// MaxVignette is the strongest vignette, whose corners are black.
const MaxVignette = 100

// Vignette returns the share of light that a view's lens lets through to a point of the picture, x and
// y from -1 to 1, as strength times the natural falloff in stops: cos⁴θ, where θ is the angle
// between the point's ray and the lens's axis (the cosine-fourth law; Kingslake, "Optics in
// Photography", 1992, chapter 6). 0 is no falloff. It depends on the field of view: a long lens
// loses little, and an orthographic view, whose rays are all parallel, nothing. The tone shader repeats it.
func (v View) Vignette(strength, x, y float32) float32 {
	if strength == 0 || v.Orthographic {
		return 1
	}
	x, y = x*v.HalfX, y*v.HalfY
	return float32(math.Exp2(float64(-2 * strength * float32(math.Log2(float64(1+x*x+y*y))))))
}
