package passes

import "scenerender/scene"

// planShares chooses the lamps that each sample of a still sees another share of. Of a moving picture, maps are kept.
func (s *lampShadowPass) planShares(f *frame) [][]scene.LampShare {
	if s == nil || f.summed < 2 || f.request.LampFaces > 0 || !f.world.softLamps {
		return nil
	}
	return scene.PlanLampShares(f.still, f.world.lampShadows(), f.samples)
}

// show moves lamps to the shares that a frame sees of them, and says whether any moved: their maps are to be drawn.
func (s *lampShadowPass) show(f *frame) (moved bool) {
	for i := range f.world.shadowLamps {
		l := &f.world.shadowLamps[i]
		share := l.Source.Whole()
		if f.lampShares != nil && f.lampShares[i] != nil && !f.metering {
			share = f.lampShares[i][f.sample]
		}
		if l.show(share) {
			s.held[i].frame, moved = 0, true
		}
	}
	return moved
}
