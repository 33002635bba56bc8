package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

// post is what a file says of scene.Post.
type post struct {
	bloom    *bloom
	white    *whiteBalance
	vignette float32
	contrast float32
	at       *field.Given
}

func postBlock(p *post) field.Block {
	return field.Block{
		Name: "Post",
		Doc: "What happens to a picture's light before the tone curve. Float files hold the light before it. " +
			"A block in a shot replaces single keys of the scene's, and a strength of 0 takes an effect away.",
		Fields: []*field.Field{
			field.ObjectOr("bloom", "strength", &p.bloom, bloomBlock).Doc("Light that a lens scatters; a number is its strength."),
			field.ObjectOr("white_balance", "temperature", &p.white, whiteBalanceBlock).Doc("Which light looks white; a number is its temperature. Without it white is D65, daylight of 6504 K."),
			field.Float("vignette", &p.vignette).Range(0, scene.MaxVignette).Doc("How much darker corners are: 1 is the natural falloff of a plain lens with the camera's field of view (cos⁴), 2 twice as many stops."),
			field.Float("local_contrast", &p.contrast).Range(0, 1).Doc("By how much details are strengthened against the large shapes."),
		},
		Check: func(g *field.Given) { p.at = g },
	}
}

type bloom struct{ scene.Bloom }

func bloomBlock(b *bloom) field.Block {
	b.Bloom = scene.DefaultBloom()
	return field.Block{
		Name: "Bloom",
		Doc:  "Light that a lens scatters around bright things. What it adds to one place it takes from another.",
		Fields: []*field.Field{
			field.Float("strength", &b.Strength).Range(0, 1).Doc("The share of the light that scatters."),
			field.Float("threshold", &b.Threshold).Range(0, 1e9).Unit("cd/m²").Doc("Only what a pixel's luminance has above this scatters; 0: all light does, as in a lens."),
			field.Float("radius", &b.Radius).Range(0, 1).Doc("How far it spreads, as a share of the picture's height: one standard deviation of the widest of six halos, each half as wide as the one before."),
		},
	}
}

type whiteBalance struct{ scene.WhiteBalance }

func whiteBalanceBlock(w *whiteBalance) field.Block {
	w.Temperature = 6504
	return field.Block{
		Name: "WhiteBalance",
		Doc:  "The light that looks white, as if an eye had got used to it.",
		Fields: []*field.Field{
			field.Float("temperature", &w.Temperature).Range(float64(scene.MinTemperature), float64(scene.MaxTemperature)).Unit("K").Doc("That of the light: a black body's up to 4000 K, so that lamps of that `temperature` are white, and daylight's above 5000 K. Less than in the scene makes pictures bluer."),
			field.Float("tint", &w.Tint).Range(-scene.MaxTint, scene.MaxTint).Unit("Duv").Doc("How much greener that light is than others of its temperature; more makes pictures more magenta. Below some 3200 K less is possible."),
		},
		Check: func(g *field.Given) {
			if w.Tint <= 0 || !g.Sure("temperature", "tint") {
				return
			}
			if limit := w.Temperature.TintLimit(); w.Tint > limit {
				g.Errorf("tint", "want at most %g Duv at %g K, since greener light of that temperature has no blue left and is no colour; found %g", limit, w.Temperature, w.Tint)
			}
		},
	}
}

// over replaces in what holds otherwise the keys that a block gives; there may be no block.
func (p *post) over(base scene.Post) scene.Post {
	if p == nil {
		return base
	}
	if p.at.Has("bloom") && p.bloom != nil {
		base.Bloom = p.bloom.Bloom
	}
	if p.at.Has("white_balance") && p.white != nil {
		base.WhiteBalance = p.white.WhiteBalance
	}
	if p.at.Has("vignette") {
		base.Vignette = p.vignette
	}
	if p.at.Has("local_contrast") {
		base.LocalContrast = p.contrast
	}
	return base
}
