package passes

import (
	"bytes"
	"flag"
	"math"
	"os"
	"testing"

	"scenerender/scene"
	"scenerender/scene/half"
)

var update = flag.Bool("update", false, "write what tests compare with")

// The baked table is what the rule says, to its edges.
func TestDFGTable(t *testing.T) {
	if *update {
		if err := os.WriteFile("dfg.bin", bakeDFG(4096), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(dfgBaked) != dfgSize*dfgSize*4 {
		t.Fatalf("%d bytes", len(dfgBaked))
	}
	for y := 0; y < dfgSize; y += 9 {
		for x := 0; x < dfgSize; x += 7 {
			scale, bias := scene.DFG(float64(x)/(dfgSize-1), float64(y)/(dfgSize-1), 4096)
			texel := dfgBaked[(y*dfgSize+x)*4:]
			for i, want := range []float64{scale, bias} {
				got := float64(half.ToFloat32(uint16(texel[2*i]) | uint16(texel[2*i+1])<<8))
				if math.Abs(got-want) > 5e-4 {
					t.Errorf("texel %d,%d channel %d: %g, rule %g", x, y, i, got, want)
				}
			}
		}
	}
	if bytes.Equal(dfgBaked[:4], make([]byte, 4)) {
		t.Error("empty table")
	}
}
