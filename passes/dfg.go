package passes

import (
	_ "embed"
	"encoding/binary"

	"scenerender/scene"
	"scenerender/scene/half"
)

// dfgSize is the side of the split-sum table.
const dfgSize = 64

// dfgBaked is scene.DFG as half floats: rows by roughness, columns by n·v, both from 0 at the first
// texel to 1 at the last, two channels. Integrating it takes longer than starting the program may; a test
// compares it with the rule, and with -update writes it.
//
//go:embed dfg.bin
var dfgBaked []byte

// bakeDFG computes the table from the rule.
func bakeDFG(samples int) []byte {
	out := make([]byte, 0, dfgSize*dfgSize*4)
	for y := range dfgSize {
		for x := range dfgSize {
			scale, bias := scene.DFG(float64(x)/(dfgSize-1), float64(y)/(dfgSize-1), samples)
			out = binary.LittleEndian.AppendUint16(out, half.FromFloat32(float32(scale)))
			out = binary.LittleEndian.AppendUint16(out, half.FromFloat32(float32(bias)))
		}
	}
	return out
}
