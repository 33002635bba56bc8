package passes

import "scenerender/scene"

// settledEV is the exposure value of a still. A meter is told what sun and sky give level ground in the open.
func settledEV(sc *scene.Scene) scene.EV {
	if ev, fixed := sc.Exposure.Fixed(); fixed {
		return ev
	}
	return sc.Exposure.Settled(sc.OpenIlluminance())
}
