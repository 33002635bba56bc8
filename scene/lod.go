package scene

import "github.com/go-gl/mathgl/mgl32"

// Levels of detail: what a file says about them. The rule itself is in the files beside this one:
// lod_height.go measures how large a group is in a view, lod_band.go turns levels into bands of that
// measure, lod_pick.go finds the band, lod_dither.go shares the pixels between two levels, and
// lod_table.go is the same for a GPU.

// A LodGroup draws one of its levels, or two while it fades from one to the next.
type LodGroup struct {
	Levels []LodLevel // most detailed first; none: draws nothing

	Size   float32    // metres before the entity's scale, > 0: what the height on screen is the height of
	Center mgl32.Vec3 // entity space, metres: distances are measured to it

	ByDistance bool    // levels end at their Distance instead of at their ScreenHeight
	Transition float32 // metres over which levels by distance fade, centred on each end, ≥ 0

	// Hysteresis is a share 0..1: a level that is drawn alone is kept until its switch is passed
	// by this much more, outside the bands in which levels fade. DefaultHysteresis is for
	// levels by distance; levels by height have none unless it is asked for.
	Hysteresis float32

	Auto *LodAuto // what the levels with an Error were asked for with; nil: there are none
}

// A LodLevel is drawn from where the level before it ends to where it ends itself.
type LodLevel struct {
	ScreenHeight float32 // least share of the picture's height that the group fills, ≥ 0; falls from level to level
	FadeWidth    float32 // 0..1: share of the level's heights, from its least up, over which it fades into the next

	Distance float32 // metres, > 0, +Inf for a last level that never ends; grows from level to level

	// Auto says that the level, or the one after it, was made by simplification. Its end is then a fade
	// from AutoFade before the switch to AutoFade after it, and FadeWidth and Transition say nothing.
	Auto  bool
	Error float32 // metres of entity space from the level that it was made of, > 0; 0: a file gives the level

	Parts       []LodPart
	Shadow      LodShadow
	ShadowParts []LodPart // with LodShadowOwn
}

// A LodPart is a mesh of a level with its own colour.
type LodPart struct {
	Part
	Color mgl32.Vec4 // multiplies the base colour
}

// LodShadow says what throws the shadow of a level.
type LodShadow uint8

// The choices of a level's shadow.
const (
	LodShadowSame LodShadow = iota // the parts that are drawn
	LodShadowNone
	LodShadowOwn // ShadowParts
)

// Casters returns the parts that throw the level's shadow. They share its fade.
func (l *LodLevel) Casters() []LodPart {
	switch l.Shadow {
	case LodShadowSame:
		return l.Parts
	case LodShadowOwn:
		return l.ShadowParts
	default:
		return nil
	}
}

// LodSettings hold for all groups of a scene.
type LodSettings struct {
	Bias      float32 // multiplies heights and divides distances; 0 and less: all groups are culled
	Crossfade bool    // levels fade; otherwise every switch is hard
}

// DefaultLodSettings is what a scene has that says nothing.
func DefaultLodSettings() LodSettings { return LodSettings{Bias: 1, Crossfade: true} }

const (
	DefaultHysteresis = 0.1 // of levels by distance
	AutoFade          = 0.1 // share of a threshold on either side of it
	MaxLodLevels      = 16  // of a group
)

// LodOfModel returns the model as a group of one level that never ends.
func LodOfModel(m *Model) *LodGroup {
	level := LodLevel{Distance: inf32, Parts: make([]LodPart, len(m.Parts))}
	for i, p := range m.Parts {
		level.Parts[i] = LodPart{Part: p, Color: m.Color}
	}
	if !m.Shadows {
		level.Shadow = LodShadowNone
	}
	return &LodGroup{Levels: []LodLevel{level}, Size: 1, ByDistance: true}
}

// Bounds returns the box around the parts of all levels, shadow casters left out, in entity space.
// Where a file gives no size, the group's is the largest edge of it. Boxes are those of
// Scene.Meshes.
func (g *LodGroup) Bounds(meshes []Box) Box {
	box := EmptyBox()
	for i := range g.Levels {
		box = box.Union(boundsOfParts(g.Levels[i].Parts, meshes))
	}
	return box
}

func boundsOfParts(parts []LodPart, meshes []Box) Box {
	box := EmptyBox()
	for _, p := range parts {
		box = box.Union(meshes[p.Mesh].Transform(p.EntityFromPart))
	}
	return box
}
