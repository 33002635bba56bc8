package scene

// A LodAuto asks for levels that are made by simplification, below those that a file gives.
type LodAuto struct {
	Levels int // at most this many, 1..MaxLodLevels-1; fewer where a mesh has nothing more to lose

	// Ratio is how many of the triangles of the level before each one keeps, 0..1.
	Ratio float32
	// ErrorPixels is how many pixels a level may be off where it begins, > 0, in a picture of
	// LodPictureHeight.
	ErrorPixels float32
}

// Without a view to ask, pixels are those of a picture of this height, and fields of view are this.
const (
	LodPictureHeight = 1080
	LodTanHalfFovY   = 0.46630766 // of 50 degrees, a camera's default
)

// DefaultLodRatio is the ratio of a file that gives none, and DefaultLodPixels the error.
const (
	DefaultLodRatio  = 0.5
	DefaultLodPixels = 1
)
