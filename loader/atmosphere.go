package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

type atmosphere struct{ scene.Atmosphere }

func atmosphereBlock(a *atmosphere) field.Block {
	a.Atmosphere = scene.DefaultAtmosphere()
	return field.Block{
		Name: "Atmosphere",
		Doc: "The Earth's air in the light of the scene's `sun` and `moon`: blue by day, red in the evening, twilight after. " +
			"Where the scene has no `sun` it gets one with that block's defaults.",
		Fields: []*field.Field{
			field.Float("haze", &a.Haze).Range(0, 100).Doc("Dust and droplets in the air: 0 none, 1 a clear day, on which objects fade over some 40 km, 10 a hazy one."),
			field.Float("air", &a.Air).Range(0, 100).Doc("Molecules, which make the sky blue; 1 is the Earth's."),
			field.Float("ozone", &a.Ozone).Range(0, 100).Doc("Ozone, which keeps twilight blue; 1 is the Earth's."),
			field.Float("anisotropy", &a.Anisotropy).Range(-0.95, 0.95).Doc("How much haze scatters forward, which is a glow around the sun: 0 evenly."),
			field.Color("ground_albedo", &a.GroundAlbedo).Range(0, 1).Doc("What the planet reflects; it is seen below the horizon where nothing stands before it."),
			field.Float("altitude", &a.Altitude).Range(0, 1e6).Unit("m").Doc("How far above the sea the scene's height 0 is."),
			field.Bool("aerial_perspective", &a.Aerial).Doc("Whether the air before things is seen, which makes what is far pale and blue."),
		},
	}
}
