package scene

import "github.com/go-gl/mathgl/mgl32"

// A Camera is where a picture is taken from.
type Camera struct {
	Name            string
	WorldFromCamera mgl32.Mat4 // rigid: no scale
	FovY            float32    // full vertical field of view; 0 for an orthographic camera
	Height          float32    // metres seen vertically by an orthographic camera
	Near            float32    // metres, > 0 for perspective
	Far             float32    // metres; 0 is infinite (perspective only)
}
