package scene

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the files that tests make")

// The tile is what the method below makes, and every number of it occurs once.
func TestBlueNoise(t *testing.T) {
	ranks := voidAndCluster(BlueNoiseSize)
	var want []byte
	for _, r := range ranks {
		want = binary.LittleEndian.AppendUint16(want, uint16(r))
	}
	if *update {
		if err := os.WriteFile("blue_noise.bin", want, 0o666); err != nil {
			t.Fatal(err)
		}
		blueNoiseFile = want
	}
	if !bytes.Equal(want, blueNoiseFile) {
		t.Error("blue_noise.bin is not what voidAndCluster makes; go test -run TestBlueNoise -update rewrites it")
	}
	seen := make([]bool, len(ranks))
	for _, r := range ranks {
		if seen[r] {
			t.Fatalf("number %d occurs twice", r)
		}
		seen[r] = true
	}
	for i, w := range BlueNoiseTile() {
		x, y := uint32(2*i%BlueNoiseSize), uint32(2*i/BlueNoiseSize)
		if w&0xffff != blueNoise(x, y) || w>>16 != blueNoise(x+1+BlueNoiseSize, y+7*BlueNoiseSize) {
			t.Fatalf("word %d of the tile is %#x", i, w)
		}
	}
}

// Blue noise has little power at low frequencies, for every share of the pixels: averages over
// 8 x 8 pixels vary far less than those of random pixels.
func TestBlueNoiseIsBlue(t *testing.T) {
	for _, share := range []float64{0.05, 0.1, 0.25, 0.5, 0.75, 0.9} {
		const block = 8
		sum := 0.0
		n := 0
		for by := 0; by < BlueNoiseSize; by += 3 {
			for bx := 0; bx < BlueNoiseSize; bx += 3 {
				count := 0
				for i := range block * block {
					if float64(blueNoise(uint32(bx+i%block), uint32(by+i/block)))/DitherSteps < share {
						count++
					}
				}
				d := float64(count)/(block*block) - share
				sum += d * d
				n++
			}
		}
		random := math.Sqrt(share * (1 - share) / (block * block))
		if got := math.Sqrt(sum / float64(n)); got > random/2 {
			t.Errorf("share %g: averages vary by %.4f, those of random pixels by %.4f", share, got, random)
		}
	}
}

// voidAndCluster makes a threshold tile (Ulichney, "The void-and-cluster method for dither array
// generation", 1993): pixels that would stand in the largest void come next. The Gaussian of 1.5 pixels
// is his; it is rounded to whole numbers so that sums are exact and the tile is the same everywhere.
func voidAndCluster(size int) []int {
	n := size * size
	kernel := make([]int64, n)
	for i := range kernel {
		x, y := min(i%size, size-i%size), min(i/size, size-i/size)
		kernel[i] = int64(math.Round(math.Exp2(40) * math.Exp(-float64(x*x+y*y)/(2*1.5*1.5))))
		kernel[i] &^= 1<<12 - 1 // what a processor's exp may differ in
	}
	set := make([]bool, n)
	energy := make([]int64, n)
	flip := func(p int) {
		set[p] = !set[p]
		sign := int64(-1)
		if set[p] {
			sign = 1
		}
		for i := range energy {
			dx, dy := (i%size-p%size+size)%size, (i/size-p/size+size)%size
			energy[i] += sign * kernel[dy*size+dx]
		}
	}
	// extreme finds the tightest cluster among the set pixels or the largest void among the others.
	extreme := func(cluster bool) int {
		best := -1
		for i, e := range energy {
			if set[i] == cluster && (best < 0 || cluster && e > energy[best] || !cluster && e < energy[best]) {
				best = i
			}
		}
		return best
	}
	r := random{state: 1}
	ones := n / 10
	for placed := 0; placed < ones; {
		if p := int(r.next() % uint64(n)); !set[p] {
			flip(p)
			placed++
		}
	}
	for {
		c := extreme(true)
		flip(c)
		v := extreme(false)
		flip(v)
		if v == c {
			break
		}
	}
	initial := append([]bool(nil), set...)
	ranks := make([]int, n)
	for rank := ones - 1; rank >= 0; rank-- {
		c := extreme(true)
		flip(c)
		ranks[c] = rank
	}
	for i, on := range initial {
		if on {
			flip(i)
		}
	}
	// Past the half, the largest void of the set pixels is the tightest cluster of the others: the same.
	for rank := ones; rank < n; rank++ {
		v := extreme(false)
		flip(v)
		ranks[v] = rank
	}
	return ranks
}
