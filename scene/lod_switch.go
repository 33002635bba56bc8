package scene

import "math"

// Where a group goes from one level to the next, and whether an eye would see it pop.

// A LodSwitch is the end of a level in a view.
type LodSwitch struct {
	From, To int // To is LodNothing after the last level

	Threshold float32 // the level's ScreenHeight or Distance
	Height    float32 // share of the picture's height that the group fills there, without the bias
	Known     bool    // whether Pixels is; otherwise what follows is zero

	// Pixels is by how much the picture changes: how high the error of To is there. Where the group
	// vanishes it is how high all of it is.
	Pixels float32

	// OnePixel is the threshold at which Pixels would be 1; a file may have it in place of Threshold.
	// +Inf as a height and 0 as a distance: the error is no pixel anywhere. As a distance +Inf: it
	// is more than a pixel everywhere (orthographic views).
	OnePixel float32

	// Fade is the share of the distance over which the levels fade, from its near to its far
	// end; 0 is a hard switch.
	Fade float32

	// Step is by how many pixels the picture changes while the distance does by LodPopStep: Pixels for a
	// hard switch and for a fade that is narrower, and in proportion less for a wider one.
	Step float32
	Risk LodRisk
}

// LodPopStep is the share of a distance that counts as one step: a metre at twenty. By eye.
const LodPopStep = 0.05

// A LodRisk says whether a switch pops.
type LodRisk uint8

// The risks.
const (
	LodRiskNone LodRisk = iota // Step is at most LodPopNone
	LodRiskLow                 // at most LodPopLow
	LodRiskHigh
)

// Limits of risks in pixels: a change of a pixel is what anti-aliasing hides, one of four is plain to see.
const (
	LodPopNone = 1
	LodPopLow  = 4
)

func (r LodRisk) String() string { return [...]string{"none", "low", "high"}[min(r, LodRiskHigh)] }

// Switches returns those of a group in a view, in the order of its levels; ends that are never
// reached are left out. The errors are LodMeter.Errors of the group, and scale is the MaxScale of
// its transform to the world, of the largest where there are many. With a bias of 0 there are none.
func (g *LodGroup) Switches(errors []LodError, scale float32, v View, s LodSettings) []LodSwitch {
	if !(s.Bias > 0) {
		return nil
	}
	var out []LodSwitch
	for i, band := range g.Bands(s) {
		sw := LodSwitch{From: i, To: orNothing(i+1, len(g.Levels))}
		err, known := g.Size, true
		if sw.To != LodNothing {
			err, known = errors[sw.To].Metres, errors[sw.To].Known
		}
		one := HeightOfError(g.Size, err, 1, v.Height)
		switch {
		case g.ByDistance:
			sw.Threshold = g.Levels[i].Distance
			if math.IsInf(float64(sw.Threshold), 1) {
				continue
			}
			sw.Height = v.HeightAt(g.Size, scale, sw.Threshold*s.Bias)
			switch {
			case !v.Orthographic && err > 0:
				sw.OnePixel = DistanceOfHeight(g.Size, scale, one, v.HalfY) / s.Bias
			case sw.Height > one:
				sw.OnePixel = inf32
			}
			sw.Fade = 1 - band.Top/band.Lower
		default:
			sw.Threshold = g.Levels[i].ScreenHeight
			if sw.Threshold == 0 {
				continue
			}
			sw.Height = min(sw.Threshold/s.Bias, math.MaxFloat32)
			sw.OnePixel = one * s.Bias
			if sw.Fade = 1; band.Top > 0 {
				sw.Fade = 1 - band.Lower/band.Top
			}
		}
		if sw.Known = known; known {
			sw.Pixels = ErrorOfHeight(g.Size, err, sw.Height, v.Height)
			sw.Step = sw.Pixels * LodPopStep / max(sw.Fade, LodPopStep)
			sw.Risk = riskOf(sw.Step)
		} else {
			sw.OnePixel = 0
		}
		out = append(out, sw)
	}
	return out
}

func riskOf(step float32) LodRisk {
	switch {
	case step <= LodPopNone:
		return LodRiskNone
	case step <= LodPopLow:
		return LodRiskLow
	}
	return LodRiskHigh
}

// HeightAt is ScreenHeight in the view: in an orthographic one the distance does not matter.
func (v *View) HeightAt(size, scale, distance float32) float32 {
	if v.Orthographic {
		distance = 1
	}
	return ScreenHeight(size, scale, distance, v.HalfY)
}
