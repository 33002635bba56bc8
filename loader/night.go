package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

type night struct{ scene.Night }

func nightBlock(n *night) field.Block {
	n.Night = scene.DefaultNight()
	return field.Block{
		Name: "Night",
		Doc:  "What a sky shows without sun and moon, on top of its own light: stars, which turn with `sun.date` and `sun.time`, and a faint cool glow. It is seen while the sun is below the horizon.",
		Fields: []*field.Field{
			field.Float("luminance", &n.Glow).Range(0, 1e9).Unit("cd/m²").Doc("Straight up in a moonless night, with the stars in it."),
			field.Float("stars", &n.Stars).Range(0, 1e6).Doc("Multiplies the light of the stars; 0 is none."),
			field.Float("milky_way", &n.MilkyWay).Range(0, 1e6).Doc("Multiplies the light of the band; 0 is none."),
			field.Seed("seed", &n.Seed).Doc("Another one is another sky."),
		},
	}
}
