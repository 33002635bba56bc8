package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

type ditherFade struct{ scene.DitherFade }

func ditherFadeBlock(f *ditherFade) field.Block {
	f.DitherFade = scene.DefaultDitherFade()
	return field.Block{
		Name: "DitherFade",
		Doc: "Leaves out some of the pixels of the entity's `Model` or `LodGroup`, whatever its materials, evenly and without order. " +
			"`full` may be nearer than `gone`, for things that vanish far away, or farther, for things that would hide the view.",
		Fields: []*field.Field{
			field.Float("coverage", &f.Coverage).Range(0, 1).Doc("The share of the pixels that stays, at any distance."),
			field.Float("full", &f.Full).Range(0, 1e7).Unit("m").Optional().Doc("The distance from the camera at which nothing more is left out."),
			field.Float("gone", &f.Gone).Range(0, 1e7).Unit("m").Optional().Doc("The distance from the camera at which nothing stays."),
		},
		Rules: []field.Rule{field.Together("full", "gone")},
		Check: func(g *field.Given) {
			if g.Has("full") && g.Has("gone") && g.Sure("full", "gone") && f.Full == f.Gone {
				g.Errorf("gone", "want a distance other than full, which is %g, found the same", f.Full)
			}
		},
	}
}
