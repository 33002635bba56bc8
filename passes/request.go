package passes

import (
	"fmt"

	"scenerender/scene"
)

// A Request is one picture.
type Request struct {
	Shot   scene.Shot // camera, size, samples, time, tone curve and background
	Output Output
	Float  bool // Picture.Linear instead of Picture.Display
	Linear bool // with Float: cd/m² as before exposure, instead of exposed
	Deep   bool // Picture.Display16 instead of Picture.Display

	// LampFaces makes the picture one of many in a row: the lamps' shadow maps keep their places, and about so many of them
	// are brought up to date in a frame, those that have waited longest first. 0 is a still: all of them, and
	// nothing depends on the pictures before.
	LampFaces int

	// Camera is where the picture is taken from, in place of the shot's; nil: that one.
	Camera *scene.Camera
	// Sequence says that the picture is the next frame of a moving picture: with AATAA it is drawn once and goes on from
	// the sequence's last frame, motion is that since then, and groups with hysteresis remember what they drew. A request
	// without it ends the sequence.
	Sequence bool
	Seconds  float64 // of a sequence, since the frame before: for so long a metered exposure gets used to the light
	Cut      bool    // the frame is the first of a sequence, whatever was before
}

// samples is how many frames a request draws.
func (q *Request) samples() int {
	if q.Output != OutputColor || q.Sequence && q.Shot.AntiAliasing == scene.AATAA {
		return 1
	}
	return q.Shot.Frames()
}

// lit says whether a request needs light.
func (q *Request) lit() bool {
	return q.Output == OutputColor || q.Output == OutputShadow || q.Output == OutputLamps
}

// check says what is wrong with a request.
func (r *Renderer) check(q *Request) error {
	s, most := &q.Shot, r.dev.Limits()
	if s.Width < 1 || s.Height < 1 {
		return fmt.Errorf("passes: a picture of %d by %d pixels", s.Width, s.Height)
	}
	if n := max(s.Width, s.Height); n > most.MaxImageSize {
		return fmt.Errorf("passes: a picture of %d by %d pixels, the device allows %d along a side", s.Width, s.Height, most.MaxImageSize)
	}
	if n := len(r.world.scene.Cameras); s.Camera < 0 || s.Camera >= n {
		return fmt.Errorf("passes: camera %d of %d", s.Camera, n)
	}
	return nil
}

// camera is where a request's picture is taken from.
func (r *Renderer) camera(q *Request) scene.Camera {
	if q.Camera != nil {
		return *q.Camera
	}
	return r.world.scene.Cameras[q.Shot.Camera]
}
