package scene

import "math"

// An Exposure says how a picture's exposure value is found. The zero value is EV100 0, fixed.
type Exposure struct {
	Metered      bool // by the light that falls on what the camera sees, which no albedo can move
	EV100        EV   // where it is not metered
	Compensation EV   // by how many stops the picture is brighter than that; negative: darker

	// What a meter's value stays between, before the compensation. Min ≤ Max.
	Min, Max EV

	// How long a window takes to get used to more and to less light: seconds in which the difference
	// in EV shrinks to 1/e. 0 is at once. Stills are settled and do not ask.
	LightAdaptation, DarkAdaptation float32

	// Source is how the scene came to it, for reports: `preset "sunny"`.
	Source string
}

// FixedExposure is an exposure value that no light moves.
func FixedExposure(ev EV) Exposure { return Exposure{EV100: ev} }

// MeteredExposure is the one that a scene gets which asks for a meter and says nothing more.
//
// The limits hold from 0.0006 lx, less than the stars give, to 650,000 lx, more than any sun.
// Eyes get used to light faster than to its lack. Getting lighter takes the 0.4 s of rods in Durand and
// Dorsey, "Interactive Tone Mapping", 2000, section 3.2; getting darker three times that, since
// minutes, as in nature, would be a window that shows nothing (chosen by eye).
func MeteredExposure() Exposure {
	return Exposure{Metered: true, Min: -12, Max: 18, LightAdaptation: 0.4, DarkAdaptation: 1.2}
}

// ExposureOf returns how a shot is exposed, which need not be one of the scene's own.
func (s *Scene) ExposureOf(shot *Shot) Exposure {
	if shot.Exposure != nil {
		return *shot.Exposure
	}
	return s.Exposure
}

// Fixed returns the exposure value of pictures, compensation included, and whether there is one
// without a look at the light.
func (x Exposure) Fixed() (EV, bool) { return x.EV100 - x.Compensation, !x.Metered }

// An incident-light meter with a flat receptor: N²/t = E·S/C at ISO S (ISO 2720:1974; C = 250 is what
// meters of that kind use, within its 240 to 400). A grey card of 0.18 then reads as 0.12, and white as 0.66.
const (
	meterSpeed    = 100
	meterConstant = 250
)

// MeterEV returns what an incident-light meter says at an illuminance: log2(E·100/250). Without light, or
// with what is no number, it is -Inf.
func MeterEV(illuminance Lux) EV {
	if !(illuminance > 0) {
		return EV(math.Inf(-1))
	}
	return EV(math.Log2(float64(illuminance) * meterSpeed / meterConstant))
}

// Settled returns the exposure value of a still, compensation included: of a meter in that much light,
// within the limits, or the one that is fixed. Without light, or with what is no number, the meter
// stays at its lower limit.
func (x Exposure) Settled(illuminance Lux) EV {
	if ev, fixed := x.Fixed(); fixed {
		return ev
	}
	return min(max(MeterEV(illuminance), x.Min), x.Max) - x.Compensation
}

// Adapt returns where an exposure value is that started at from, and goes to to, after some seconds:
// to + (from - to)·exp(-t/τ). Steps add up, so that the rate of frames does not matter.
func (x Exposure) Adapt(from, to EV, seconds float64) EV {
	constant := float64(x.DarkAdaptation)
	if to > from {
		constant = float64(x.LightAdaptation)
	}
	difference := float64(from) - float64(to)
	switch {
	case !(constant > 0) || math.IsNaN(difference) || math.IsInf(difference, 0):
		return to
	case !(seconds > 0):
		return from
	}
	return to + EV(difference*math.Exp(-seconds/constant))
}

// An ExposurePreset is an exposure value with a name.
type ExposurePreset struct {
	Name  string
	EV100 EV
}

// ExposurePresets are those of ANSI PH2.7-1986, "Photographic Exposure Guide" (in Sidney Ray, "Camera Exposure
// Determination", The Manual of Photography, 9th edition, 2000), the middle where it gives a range. It
// has neither candles nor stars: those are of Fred Parker, "The Ultimate Exposure Computer", and of
// photographs of the Milky Way (-11 to -9), which is about what a meter says in starlight
// of 0.001 lx. Brightest first.
//
// A photograph at night is not as dark as the night: at EV100 7 a street is its lamps and lit windows.
var ExposurePresets = []ExposurePreset{
	{"snow", 16},        // light sand or snow in the sun
	{"sunny", 15},       // the sunny 16 rule
	{"hazy", 14},        // sun that still casts soft shadows
	{"cloudy", 13},      // bright, without shadows
	{"overcast", 12},    // heavily
	{"shade", 12},       // open shade under a clear sky
	{"sunset", 12},      // of the sky itself, while the sun sets
	{"dusk", 10},        // of the sky, just after: 9 to 11
	{"stage", 8.5},      // shows and sports indoors: 8 to 9
	{"office", 7.5},     // 7 to 8
	{"street-night", 7}, // bright streets at night and shop windows: 7 to 8
	{"indoor", 7},       // the bright end of home interiors
	{"living-room", 6},  // home interiors: 5 to 7
	{"floodlit", 4},     // buildings and fountains at night: 3 to 5
	{"candle-light", 4}, // close to the candles
	{"moonlit", -2.5},   // by a full moon: -3 to -2
	{"starlit", -10},    // without a moon, away from all lamps
}
