package loader

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// A lodGroup is an entity with levels of detail.
type lodGroup struct {
	size       float32
	center     mgl32.Vec3
	levels     []*lodLevel
	transition float32
	hysteresis float32
	auto       *lodAuto
	byDistance bool
	at         *field.Given
}

type lodLevel struct {
	screenHeight float32
	fadeWidth    float32
	distance     float32
	renderers    []*lodRenderer
	ownShadow    bool
	shadow       []*lodRenderer
	at           *field.Given
}

type lodRenderer struct {
	mesh     field.Ref
	material field.Ref
	offset   *transform
	color    mgl32.Vec4
	at       *field.Given
}

type lodAuto struct{ scene.LodAuto }

func lodGroupBlock(l *lodGroup) field.Block {
	*l = lodGroup{hysteresis: scene.DefaultHysteresis}
	return field.Block{
		Name: "LodGroup",
		Doc: "An entity with levels of detail, in place of `Model`. The first level whose threshold is met is drawn, and nothing past the last. " +
			"Thresholds are heights on screen, size · scale / (2 · distance · tan(fov_y / 2)), or all of them distances.",
		Fields: []*field.Field{
			field.Float("size", &l.size).Range(scene.MinMeshSize, 1e9).Unit("m").Default("the largest edge of the box around all levels").Doc("What the height on screen is the height of, before the entity's scale."),
			field.XYZ("center", &l.center).Range(-1e7, 1e7).Unit("m").Doc("The point that distances are measured to, in the entity's space."),
			field.List("levels", &l.levels, lodLevelBlock).Default("none, which draws nothing").Doc(fmt.Sprintf("Most detailed first, at most %d with those of `auto`.", scene.MaxLodLevels)),
			field.Float("transition", &l.transition).Range(0, 1e7).Unit("m").Doc("The width over which levels by `distance` fade, half of it on either side of each; 0 switches hard."),
			field.Float("hysteresis", &l.hysteresis).Range(0, 1).Default("0.1 by `distance`, 0 by `screen_height`").Doc("How much farther than its switch, as a share, a level stays once it is drawn, from frame to frame of a moving picture. A still remembers nothing."),
			field.Object("auto", &l.auto, lodAutoBlock).Doc("Levels that are made of the last one by simplification; they take over the far part of its range."),
		},
		Check: l.check,
	}
}

func (l *lodGroup) check(g *field.Given) {
	l.at = g
	for _, level := range l.levels {
		if level != nil && level.at.Has("distance") {
			l.byDistance = true
		}
		if level != nil && (level.at.Has("distance") || level.at.Has("screen_height")) {
			break // the first that says it says it for all
		}
	}
	key, other := "screen_height", "distance"
	if l.byDistance {
		key, other = other, key
	}
	var before *lodLevel
	for i, level := range l.levels {
		if level == nil {
			continue // reported already
		}
		switch {
		case level.at.Has(key) && level.at.Has(other): // reported already
		case level.at.Has(other):
			level.at.Errorf(other, "want %q as in the levels before, since a group has one or the other, found %q", key, other)
		case !level.at.Has(key) && i < len(l.levels)-1:
			level.at.Errorf("", `want "screen_height" or "distance"; only the last level may have none, which never ends`)
		case level.at.Has(key) && level.at.Sure(key):
			if before != nil {
				level.follows(before, l.byDistance)
			}
			before = level
		}
		if l.byDistance && level.at.Has("fade_width") {
			level.at.Errorf("fade_width", `goes with "screen_height"; levels by distance fade over the group's "transition"`)
		}
	}
	if !l.byDistance {
		if g.Has("transition") {
			g.Errorf("transition", `goes with levels by "distance"; levels by screen height have a "fade_width" each`)
		}
		if !g.Has("hysteresis") {
			l.hysteresis = 0
		}
	}
	count := len(l.levels)
	if l.auto != nil && g.Sure("auto") {
		count += l.auto.Levels
		if len(l.levels) == 0 && g.Sure("levels") {
			g.Errorf("auto", "want a level in \"levels\" to make others of, found none")
		}
	}
	if count > scene.MaxLodLevels {
		g.Errorf("levels", "want at most %d levels together with those of auto, found %d", scene.MaxLodLevels, count)
	}
}

// follows reports a threshold on the wrong side of that of the level before.
func (l *lodLevel) follows(before *lodLevel, byDistance bool) {
	if byDistance && !(l.distance > before.distance) {
		l.at.Errorf("distance", "want a number above that of the level before, which is %g, found %g", before.distance, l.distance)
	}
	if !byDistance && !(l.screenHeight < before.screenHeight) {
		l.at.Errorf("screen_height", "want a number below that of the level before, which is %g, found %g", before.screenHeight, l.screenHeight)
	}
}

// eachMesh visits everything that the levels draw or cast, in the order of the file.
func (l *lodGroup) eachMesh(visit func(field.Ref)) {
	for _, level := range l.levels {
		if level == nil {
			continue
		}
		for _, list := range [2][]*lodRenderer{level.renderers, level.shadow} {
			for _, d := range list {
				if d != nil {
					visit(d.mesh)
				}
			}
		}
	}
}

func lodLevelBlock(l *lodLevel) field.Block {
	return field.Block{
		Name: "LodLevel",
		Doc:  "A level of detail. It ends where the next one begins, at its own threshold; a last one without threshold never ends.",
		Fields: []*field.Field{
			field.Float("screen_height", &l.screenHeight).Min(0).Optional().Doc("It is drawn while the group is at least this share of the picture's height; falls from level to level."),
			field.Float("distance", &l.distance).Range(1e-3, 1e9).Unit("m").Optional().Doc("It is drawn up to this distance from the camera; grows from level to level."),
			field.Float("fade_width", &l.fadeWidth).Range(0, 1).Doc("The share of its heights on screen, from the least up, over which it fades into the next level; the last one into nothing."),
			field.List("renderers", &l.renderers, lodRendererBlock).Required().Doc("What is drawn."),
			field.WordOrList("shadow", "same", &l.ownShadow, &l.shadow, lodRendererBlock).Doc("What casts the level's shadow in its place; an empty list casts none."),
		},
		Rules: []field.Rule{field.AtMostOne("screen_height", "distance")},
		Check: func(g *field.Given) {
			l.at = g
			if g.Has("renderers") && g.Sure("renderers") && len(l.renderers) == 0 {
				g.Errorf("renderers", "want at least one object with a mesh, found an empty list")
			}
		},
	}
}

func lodRendererBlock(d *lodRenderer) field.Block {
	*d = lodRenderer{color: mgl32.Vec4{1, 1, 1, 1}}
	return field.Block{
		Name: "LodRenderer",
		Doc:  "A mesh of a level. Lights and cameras of a glTF file stay behind.",
		Fields: []*field.Field{
			field.Name("mesh", "an entry of `meshes`, a built-in shape, or path of a glTF file", &d.mesh).Required().Doc("What is drawn."),
			field.ObjectOr("offset", "position", &d.offset, transformBlock).Default("none").Doc("Where it stands in the entity's space."),
			field.ColorAlpha("color", &d.color).Doc("Multiplies the base colour."),
			field.Name("material", "an entry of `materials`", &d.material).Default("the mesh's own").Doc("Replaces the materials of the whole mesh."),
		},
		Check: func(g *field.Given) { d.at = g },
	}
}

func lodAutoBlock(a *lodAuto) field.Block {
	a.LodAuto = scene.LodAuto{Levels: 3, Ratio: scene.DefaultLodRatio, ErrorPixels: scene.DefaultLodPixels}
	return field.Block{
		Name: "LodAuto",
		Doc: fmt.Sprintf("Levels by simplification. Each has fewer triangles than the one before and begins where its surface is off by so many pixels, "+
			"in a picture %d pixels high; where levels go by distance, with a field of view of 50 degrees.", scene.LodPictureHeight),
		Fields: []*field.Field{
			field.Int("levels", &a.Levels).Range(1, 8).Doc("How many at most; fewer where a mesh has nothing to lose or the range of the last level ends before."),
			field.Float("ratio", &a.Ratio).Range(0.01, 0.95).Optional().Doc("The share of triangles that each level keeps of the one before, 0.5 with `error_px`; its error is then 1 pixel."),
			field.Float("error_px", &a.ErrorPixels).Range(0.01, 1000).Unit("pixels").Optional().Doc("How far off a level may be where it begins."),
		},
		Rules: []field.Rule{field.ExactlyOne("ratio", "error_px")},
	}
}
