package loader

import (
	"scenerender/loader/field"
)

// A file is a scene file as it is written: names are not looked up, files not opened.
type file struct {
	version   int
	meshes    []field.Entry[mesh]
	materials []field.Entry[material]
	cameras   []*camera
	sun       *sun
	moon      *moon
	sky       *sky
	fog       *fog
	exposure  *exposure
	lod       *lod
	post      *post
	render    *render
	shots     []*shot
	entities  []*entity
	at        *field.Given // nil for the scene of a model by itself
}

// fileBlock is the table of all blocks of a scene file, in reading order. A new one is a line
// here, or among the components below, and a file of its own.
func fileBlock(f *file) field.Block {
	*f = file{version: 1}
	return field.Block{
		Name: "Scene",
		Doc:  "The whole file.",
		Fields: []*field.Field{
			field.Constant("format", "scenerender").Required().Doc("Says what the file is."),
			field.Int("version", &f.version).Range(1, 1).Required().Doc("The version of the format."),
			field.Map("meshes", &f.meshes, meshBlock).Doc("Shapes by name, for `Model.mesh`."),
			field.Map("materials", &f.materials, materialBlock).Doc("Surfaces by name, for `Model.material`."),
			field.OneOrList("camera", &f.cameras, cameraBlock).Default("one that frames everything").Doc("Where pictures are taken from; a shot uses the first unless it names another."),
			field.Object("sun", &f.sun, sunBlock).Doc("A light at infinity."),
			field.Object("moon", &f.moon, moonBlock).Default("none; with `sun.date` and `sky.night` or `sky.atmosphere` where it stands then").Doc("The moon, with its phase."),
			field.Object("sky", &f.sky, skyBlock).Default("black").Doc("Light from everywhere, and what stands behind everything."),
			field.Object("fog", &f.fog, fogBlock).Doc("What lies between the camera and all that is far."),
			field.Object("exposure", &f.exposure, exposureBlock).Default("EV100 15 with a sun, 12 without").Doc("How bright a picture of that light is."),
			field.Object("lod", &f.lod, lodBlock).Doc("Levels of detail."),
			field.Object("post", &f.post, postBlock).Doc("What a lens and developing do to pictures."),
			field.Object("render", &f.render, renderBlock).Doc("What shots do not say themselves."),
			field.List("shots", &f.shots, shotBlock).Default("one, `main`").Doc("The pictures that the scene defines."),
			field.List("entities", &f.entities, entityBlock).Doc("The things in the scene."),
			field.Any("$schema").Doc("Where an editor finds the JSON Schema; it has no effect."),
		},
		Check: func(g *field.Given) { f.at = g },
	}
}

// An entity is a thing with components.
type entity struct {
	name   string
	parent field.Ref
	at     *field.Given

	transform *transform
	model     *model
	lod       *lodGroup
	fade      *ditherFade
	scatter   *scatter
	point     *pointLight
	spot      *spotLight
	rect      *rectLight
}

// entityBlock is the table of components.
func entityBlock(e *entity) field.Block {
	return field.Block{
		Name: "Entity",
		Doc:  "A thing in the scene: where it stands, and components that say what it is.",
		Fields: []*field.Field{
			field.Text("name", &e.name).Default("its place in the list").Doc("A name that no other entity has."),
			field.Name("parent", "an entity", &e.parent).Doc("The entity that this one moves with."),
			field.Object("Transform3D", &e.transform, transformBlock).Default("that of the parent").Doc("Where it stands."),
			field.Object("Model", &e.model, modelBlock).Doc("What is drawn there."),
			field.Object("LodGroup", &e.lod, lodGroupBlock).Doc("What is drawn there, in levels of detail."),
			field.Object("DitherFade", &e.fade, ditherFadeBlock).Doc("Leaves out some of its pixels, also by distance."),
			field.Object("Scatter", &e.scatter, scatterBlock).Doc("Draws it, and its lamps, many times."),
			field.Object("PointLight3D", &e.point, pointLightBlock).Doc("A lamp that shines to all sides."),
			field.Object("SpotLight3D", &e.spot, spotLightBlock).Doc("A lamp that shines along the entity's -Z."),
			field.Object("RectLight3D", &e.rect, rectLightBlock).Doc("A rectangle that shines along the entity's -Z."),
		},
		Rules: []field.Rule{field.AtMostOne("Model", "LodGroup")},
		Check: e.check,
	}
}

func (e *entity) check(g *field.Given) {
	e.at = g
	drawn, lamp := g.Has("Model") || g.Has("LodGroup"), g.Has("PointLight3D") || g.Has("SpotLight3D") || g.Has("RectLight3D")
	if g.Has("DitherFade") && !drawn {
		g.Errorf("DitherFade", `"DitherFade" needs "Model" or "LodGroup" beside it`)
	}
	if g.Has("Scatter") && !drawn && !lamp {
		g.Errorf("Scatter", `"Scatter" needs "Model", "LodGroup" or a lamp beside it`)
	}
}
