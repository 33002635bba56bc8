package scene

// DefaultShot is the picture of a scene that defines none. Its tolerance lets rounding pass that
// differs between drivers of one family, and nothing an eye would see.
func DefaultShot() Shot {
	return Shot{
		Name: "main", Width: 1280, Height: 720, Samples: 4,
		Golden: Tolerance{MaxDiff: 2, PixelShare: 0.0005, FLIPMean: 0.002, FLIP99: 0.02},
	}
}
