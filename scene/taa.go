package scene

import "github.com/go-gl/mathgl/mgl32"

// Temporal anti-aliasing: every frame is drawn once, each with another sub-pixel offset, and a pixel is the mean of what it
// showed over the last frames, fetched from where its surface was. A history that does not fit what is seen
// now is pulled towards it (Salvi, "An Excursion in Temporal Supersampling", 2016, variance clipping; Karis,
// "High Quality Temporal Supersampling", 2014). What deviates from theirs:
//
//   - The mean is that of linear light and counts its samples, so that a picture that stands still is the mean of
//     its first TAAFrames frames, as with AASamples.
//   - Beside it a pixel keeps by how much one sample differs from the next. A wire thinner than a pixel is hit by
//     some frames only, and where all neighbours miss it at once this spread keeps the history. A shadow's edge
//     that passes makes one difference, not many, and leaves nothing behind.

// TAAFrames is how many frames a pixel remembers, and how many sub-pixel offsets they go through.
const TAAFrames = 16

const (
	taaMoving = 10         // frames that what moves in the picture remembers: fetching from between pixels blurs a little each time
	taaSpread = 8          // frames that the spread remembers
	taaStill  = 1.5        // deviations of the neighbours that history may be away from their mean
	taaMoves  = 1.25       // the same for what moves in the picture
	taaSlack  = 1.0 / 1024 // a distance in taaSpace that is none: rounding of half floats
)

// A TAAState is what a pixel keeps from frame to frame.
type TAAState struct {
	Color  mgl32.Vec4 // mean of the samples: exposed light, premultiplied by coverage, which is in w
	Last   float32    // brightness of the last sample, as taaSpace has it
	Spread float32    // mean difference of one sample's brightness from the next, likewise
	Count  int        // samples in the mean, at most TAAFrames; 0: no history
}

// Next takes a frame into a state that was fetched from where the pixel's surface was. Around is the pixel
// and its neighbours, row by row; moves says that the surface was at another place in the picture. The
// shader repeats it.
func (h TAAState) Next(around *[9]mgl32.Vec4, moves bool) TAAState {
	current := around[4]
	last := taaSpace(current)[0]
	if h.Count == 0 {
		return TAAState{Color: current, Last: last, Count: 1}
	}
	var mean, square mgl32.Vec4
	for _, c := range around {
		s := taaSpace(c)
		mean = mean.Add(s.Mul(1.0 / 9))
		for i := range s {
			square[i] += s[i] * s[i] * (1.0 / 9)
		}
	}
	n, deviations := float32(min(h.Count, TAAFrames-1)), float32(taaStill)
	if moves {
		n, deviations = min(n, taaMoving-1), taaMoves
	}
	off := taaSpace(h.Color).Sub(mean)
	var beyond, excess float32
	for i := range off {
		reach := deviations*sqrt32(max(square[i]-mean[i]*mean[i], 0)) + taaSlack
		beyond, excess = max(beyond, abs32(off[i])/reach), max(excess, abs32(off[i])-reach)
	}
	color := h.Color
	if beyond > 1 {
		// As far as samples differ from each other, a mean of them may be away from what is around now.
		kept := float32(0)
		if h.Spread > 0 {
			kept = min(max(2-excess/h.Spread, 0), 1)
		}
		clipped := taaLight(mean.Add(off.Mul(1 / beyond)))
		color = clipped.Add(h.Color.Sub(clipped).Mul(kept))
	}
	return TAAState{
		Color:  color.Add(current.Sub(color).Mul(1 / (n + 1))),
		Last:   last,
		Spread: h.Spread + (abs32(last-h.Last)-h.Spread)/min(n, taaSpread),
		Count:  min(h.Count+1, TAAFrames),
	}
}

// taaSpace is where neighbours are compared: brightness, two differences of colours (YCoCg) and coverage, with the
// light compressed as an eye would, so that one bright pixel does not make room for everything.
func taaSpace(c mgl32.Vec4) mgl32.Vec4 {
	y := 0.25*c[0] + 0.5*c[1] + 0.25*c[2]
	k := 1 / (1 + y)
	return mgl32.Vec4{y * k, 0.5 * (c[0] - c[2]) * k, (0.5*c[1] - 0.25*c[0] - 0.25*c[2]) * k, c[3]}
}

// taaLight is its inverse.
func taaLight(s mgl32.Vec4) mgl32.Vec4 {
	k := 1 / max(1-s[0], 1.0/(2*DisplayMax))
	low := s[0] - s[2]
	return mgl32.Vec4{max(low+s[1], 0) * k, max(s[0]+s[2], 0) * k, max(low-s[1], 0) * k, s[3]}
}

// TAASeen says whether the history at a place is that of what is seen now, which moved by now, in pixels. The
// surface that was seen there moves by then in this frame, as far as one can tell: as the camera's motion
// moves it, and by own pixels more, as in the frame before. Apart by more than half a pixel, the one
// has uncovered the other.
func TAASeen(now, then, own mgl32.Vec2) bool {
	return now.Sub(then).Len() <= 0.5+0.1*own.Len()
}
