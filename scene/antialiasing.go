package scene

// AntiAliasing is how the stairs of edges are smoothed.
type AntiAliasing uint8

// Ways to smooth.
const (
	AASamples AntiAliasing = iota // the mean of jittered frames
	AAFXAA                        // one frame, smoothed by what it shows (FXAA)
	AANone                        // one frame
)

// Frames is how many frames a picture is made of.
func (s *Shot) Frames() int {
	if s.AntiAliasing != AASamples {
		return 1
	}
	return max(1, s.Samples)
}
