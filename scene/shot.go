package scene

// DefaultShot is the picture of a scene that defines none. Its tolerance lets rounding pass that differs
// between processors: between AMD's and Intel's (whose approximate reciprocals choose a texture's level of
// detail), lavapipe's pictures differ in up to 3.1 % of their pixels, and no block drifts by more than
// 0.13 steps. A material that changed by 2 % moves a block that it fills by 0.4 to 1.7 steps and is
// found, unless it is nearly black or nowhere fills a third of a block (the bars in samples.json).
func DefaultShot() Shot {
	return Shot{
		Name: "main", Width: 1280, Height: 720, Samples: 4,
		Golden: Tolerance{MaxDiff: 2, PixelShare: 0.0005, Drift: 0.35},
	}
}
