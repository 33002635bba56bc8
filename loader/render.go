package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

// Limits of what shots may ask for, in a file and of whoever overrides it.
const (
	MaxSide    = 16384 // pixels, of a picture's width and height
	MaxSamples = 1024
	MaxTime    = 1e6 // seconds
)

// render holds what shots do not say themselves.
type render struct {
	size       [2]int
	samples    int
	smoothing  scene.AntiAliasing
	tonemap    scene.Tonemap
	background bool // transparent
	golden     *golden
}

func renderBlock(r *render) field.Block {
	d := scene.DefaultShot()
	*r = render{size: [2]int{d.Width, d.Height}, samples: d.Samples, smoothing: d.AntiAliasing, tonemap: d.Tonemap, background: d.Transparent}
	return field.Block{
		Name: "Render",
		Doc:  "How pictures are made, unless a shot says otherwise.",
		Fields: []*field.Field{
			sizeField(&r.size),
			samplesField(&r.samples),
			antiAliasingField(&r.smoothing),
			tonemapField(&r.tonemap),
			backgroundField(&r.background),
			goldenField(&r.golden),
		},
	}
}

func sizeField(to *[2]int) *field.Field {
	return field.Ints("size", []string{"width", "height"}, &to[0], &to[1]).Range(1, MaxSide).Unit("pixels").Doc("The picture's size.")
}

func samplesField(to *int) *field.Field {
	return field.Int("samples", to).Range(1, MaxSamples).Doc("Frames with shifted pixels that are averaged with `antialiasing = \"samples\"`.")
}

func antiAliasingField(to *scene.AntiAliasing) *field.Field {
	return field.Enum("antialiasing", to,
		field.Option[scene.AntiAliasing]{Name: "samples", Value: scene.AASamples},
		field.Option[scene.AntiAliasing]{Name: "fxaa", Value: scene.AAFXAA},
		field.Option[scene.AntiAliasing]{Name: "taa", Value: scene.AATAA},
		field.Option[scene.AntiAliasing]{Name: "none", Value: scene.AANone},
	).Doc("How edges are smoothed: by the mean of `samples` frames; by filtering one frame (`fxaa`: fast, for looking; float files stay rough); as moving pictures are, by frames that follow what moves (`taa`: a still is 16 of them, or `samples` if that is more); or not.")
}

func tonemapField(to *scene.Tonemap) *field.Field {
	return field.Enum("tonemap", to,
		field.Option[scene.Tonemap]{Name: "agx", Value: scene.TonemapAgX},
		field.Option[scene.Tonemap]{Name: "aces", Value: scene.TonemapACES},
		field.Option[scene.Tonemap]{Name: "khronos-neutral", Value: scene.TonemapKhronosNeutral},
		field.Option[scene.Tonemap]{Name: "reinhard", Value: scene.TonemapReinhard},
		field.Option[scene.Tonemap]{Name: "none", Value: scene.TonemapNone},
	).Doc("The curve from light to the display; `none` only clamps.")
}

func backgroundField(to *bool) *field.Field {
	return field.Enum("background", to,
		field.Option[bool]{Name: "sky", Value: false},
		field.Option[bool]{Name: "transparent", Value: true},
	).Doc("What is seen where nothing stands.")
}

func goldenField(to **golden) *field.Field {
	return field.Object("golden", to, goldenBlock).Doc("How far a picture may be from its golden.")
}

// golden is a tolerance.
type golden struct{ scene.Tolerance }

func goldenBlock(g *golden) field.Block {
	g.Tolerance = scene.DefaultShot().Golden
	return field.Block{
		Name: "Golden",
		Doc:  "How far a picture may be from its golden before it counts as changed.",
		Fields: []*field.Field{
			field.Int("max_diff", &g.MaxDiff).Range(0, 255).Unit("8-bit steps").Doc("What a channel may differ without being counted."),
			field.Float("pixel_share", &g.PixelShare).Range(0, 1).Doc("The share of pixels that may differ by more."),
			field.Float("drift", &g.Drift).Range(0, 255).Unit("8-bit steps").Doc("What the mean of a channel over any 16 × 16 pixels may move one way, without the pixels that differ by more than `max_diff`; 0 is no limit. Rounding moves pixels both ways and not their mean, a changed material moves it."),
			field.Float("flip_mean", &g.FLIPMean).Range(0, 1).Doc("The mean of FLIP up to which a picture passes though more pixels differ, with `flip_99`; 0 does not ask FLIP."),
			field.Float("flip_99", &g.FLIP99).Range(0, 1).Doc("The same for the 99th percentile of FLIP; given with `flip_mean`."),
			field.Text("reason", &g.Reason).Doc("Why this tolerance."),
		},
	}
}
