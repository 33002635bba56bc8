package scene

import "github.com/go-gl/mathgl/mgl32"

// A Scene is everything a file describes, resolved: names are indices, units are this package's.
type Scene struct {
	Path  string   // as given on the command line
	Hash  [32]byte // of every file that was read, in a fixed order
	Files []string // those files, from where Path counts: the scene's own, then the others by name

	Images    []Image
	Textures  []Texture
	Materials []Material
	Meshes    []Mesh
	Entities  []Entity

	Cameras  []Camera  // at least one
	Sun      *Sun      // nil: none
	Moon     *MoonPlan // nil: none
	Night    *Night    // nil: none
	Sky      Sky
	Fog      *Fog // nil: none
	Exposure Exposure
	Lod      LodSettings
	Shots    []Shot // at least one
}

// An Entity stands somewhere and has components. A parent comes before its children.
type Entity struct {
	Name            string
	Parent          int        // index into Scene.Entities, or -1
	ParentFromLocal mgl32.Mat4 // to the world where there is no parent

	Model *Model
	Lod   *LodGroup   // instead of a Model
	Fade  *DitherFade // of the Model or the LodGroup
	Point *PointLight
	Spot  *SpotLight
	Rect  *RectLight

	// Scatter draws the Model or the LodGroup at each of Placements, which are relative to the entity,
	// in place of once where the entity stands. Children and lights stand where they would without it.
	// Entities may share both. Without Scatter there are no Placements.
	Scatter    *Scatter
	Placements []Placement
}

// A Model draws meshes.
type Model struct {
	Parts   []Part
	Color   mgl32.Vec4 // multiplies the base colour
	Shadows bool       // casts them
}

// A Part is one mesh of a Model.
type Part struct {
	Mesh           int // index into Scene.Meshes
	EntityFromPart mgl32.Mat4
	Material       int // index into Scene.Materials, in place of the mesh's own; or -1
}

// Tonemap is the curve from exposed linear light to the display.
type Tonemap uint8

// Tone curves.
const (
	TonemapAgX Tonemap = iota
	TonemapACES
	TonemapKhronosNeutral
	TonemapReinhard
	TonemapNone // clamp only
)

// A Shot is a picture the scene defines.
type Shot struct {
	Name          string
	Camera        int // index into Scene.Cameras
	Width, Height int // pixels
	Samples       int // 1..1024 jittered frames averaged, with AASamples
	AntiAliasing  AntiAliasing
	Time          float64   // seconds of scene time
	Sun           *Sun      // in place of the scene's; nil: that one
	Exposure      *Exposure // likewise
	Post          Post
	Tonemap       Tonemap
	Transparent   bool // background alpha 0 instead of the sky
	Golden        Tolerance
}

// A Tolerance is how far a picture may be from its golden, and why.
type Tolerance struct {
	MaxDiff    int     // 8-bit steps a channel may differ
	PixelShare float64 // share of pixels that may differ by more, 0..1
	Drift      float64 // 8-bit steps the mean of a channel over 16 x 16 pixels may move; 0: no limit
	FLIPMean   float64 // 0..1
	FLIP99     float64 // 0..1, 99th percentile
	Reason     string
}
