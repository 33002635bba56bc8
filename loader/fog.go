package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

type fog struct{ scene.Fog }

func fogBlock(f *fog) field.Block {
	f.Fog = scene.DefaultFog()
	return field.Block{
		Name: "Fog",
		Doc:  "Fog that lies on the ground and hides what is far. Sky and sun light it, and things cast their shadows into it, between which the sun shines in beams. The sky lights it from all sides alike, in closed rooms too; lamps do not light it.",
		Fields: []*field.Field{
			field.Float("density", &f.Density).Range(0, 1e3).Unit("1/m").Doc("The share of light that a metre of it takes: things fade over 1/density metres."),
			field.Float("height", &f.Height).Range(-1e6, 1e6).Unit("m").Doc("Up to where it is as dense as that."),
			field.Float("falloff", &f.Falloff).Range(0, 1e6).Unit("m").Doc("The height over which it thins to a third (1/e) above; 0: it ends sharply."),
			field.Color("color", &f.Color).Range(0, 1).Doc("The share of the light it takes that it scatters again: white for droplets, dark for smoke."),
			field.Float("anisotropy", &f.Anisotropy).Range(-0.95, 0.95).Doc("How much it scatters forward, which is a glow around the sun: 0 evenly."),
			field.Float("start", &f.Start).Range(0, 1e6).Unit("m").Doc("How far before the camera it begins."),
			field.Bool("shadows", &f.Shadows).Doc("Whether things keep the sun's light off it."),
			field.Float("opacity", &f.Opacity).Range(0, 1).Doc("The most that it hides of anything."),
		},
	}
}
