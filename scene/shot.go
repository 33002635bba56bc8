package scene

// DefaultShot is the picture of a scene that defines none. Its tolerance lets rounding pass that differs
// between processors: with and without fused multiply-add, lavapipe's pictures differ in up to
// 0.15 % of their pixels. A material that changed by 2 % is found.
func DefaultShot() Shot {
	return Shot{
		Name: "main", Width: 1280, Height: 720, Samples: 4,
		Golden: Tolerance{MaxDiff: 2, PixelShare: 0.0005, TotalShare: 0.003},
	}
}
