package scene

import "github.com/go-gl/mathgl/mgl32"

// AntiAliasing is how the stairs of edges are smoothed.
type AntiAliasing uint8

// Ways to smooth.
const (
	AASamples AntiAliasing = iota // the mean of jittered frames
	AAFXAA                        // one frame, smoothed by what it shows (FXAA)
	AATAA                         // the mean of jittered frames that follow what moves (TAAState)
	AANone                        // one frame
)

// Frames is how many frames a still is made of.
func (s *Shot) Frames() int {
	switch s.AntiAliasing {
	case AASamples:
		return max(1, s.Samples)
	case AATAA:
		return max(TAAFrames, s.Samples)
	}
	return 1
}

// Offsets returns the sub-pixel offsets that a picture's frames go through, again and again.
func (s *Shot) Offsets() []mgl32.Vec2 {
	if s.AntiAliasing == AATAA {
		return Jitter(TAAFrames)
	}
	return Jitter(s.Frames())
}
