package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

// lod holds for all groups of levels.
type lod struct{ scene.LodSettings }

func lodBlock(l *lod) field.Block {
	l.LodSettings = scene.DefaultLodSettings()
	return field.Block{
		Name: "Lod",
		Doc:  "What holds for every `LodGroup` of the scene.",
		Fields: []*field.Field{
			field.Float("bias", &l.Bias).Min(0).Doc("Multiplies heights on screen and divides distances: 2 shows levels twice as far. 0 draws no group at all."),
			field.Bool("crossfade", &l.Crossfade).Doc("Whether levels fade into each other; otherwise every switch is hard."),
		},
	}
}

// settings are those of a scene that may say nothing.
func (l *lod) settings() scene.LodSettings {
	if l == nil {
		return scene.DefaultLodSettings()
	}
	return l.LodSettings
}
