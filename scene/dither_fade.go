package scene

// A DitherFade leaves out some of an entity's pixels, whatever level they are of: a constant share, and
// another by distance. Materials keep their blend mode, and skinned and morphed meshes fade too.
type DitherFade struct {
	Coverage float32 // share of the pixels that stays, 0..1

	// The entity is whole at distance Full and gone at distance Gone, in metres from the camera to
	// the same point that distances of levels are measured to, and fades evenly between them. Gone may
	// be nearer than Full: things that would hide the view. Equal: distance does not matter.
	Full, Gone float32
}

// DefaultDitherFade leaves everything.
func DefaultDitherFade() DitherFade { return DitherFade{Coverage: 1} }

// At returns the share of the pixels that stays at a distance, 0..1. A nil fade leaves everything.
// A shader repeats it.
func (f *DitherFade) At(distance float32) float32 {
	if f == nil {
		return 1
	}
	c := min(max(f.Coverage, 0), 1)
	if f.Full != f.Gone {
		c *= min(max((f.Gone-distance)/(f.Gone-f.Full), 0), 1)
	}
	return c
}
