package scene

import (
	_ "embed"
	"encoding/binary"
)

// BlueNoiseSize is the width and height of the tile in pixels.
const BlueNoiseSize = 64

// blue_noise.bin holds a number of its own, 0..4095, for each pixel of the tile: 16 bits, little
// endian, top row first. TestBlueNoise makes it.
//
//go:embed blue_noise.bin
var blueNoiseFile []byte

// BlueNoiseTile returns the thresholds of DitherBlueNoise, which repeats them, row by row, as a shader
// needs them: two a word, the even column in the lower half.
func BlueNoiseTile() []uint32 {
	out := make([]uint32, BlueNoiseSize*BlueNoiseSize/2)
	for i := range out {
		x, y := uint32(2*i%BlueNoiseSize), uint32(2*i/BlueNoiseSize)
		out[i] = blueNoise(x, y) | blueNoise(x+1, y)<<16
	}
	return out
}

// blueNoise returns the middle of the step that belongs to the pixel's number.
func blueNoise(x, y uint32) uint32 {
	const step = DitherSteps / (BlueNoiseSize * BlueNoiseSize)
	i := y%BlueNoiseSize*BlueNoiseSize + x%BlueNoiseSize
	return uint32(binary.LittleEndian.Uint16(blueNoiseFile[2*i:]))*step + step/2
}
