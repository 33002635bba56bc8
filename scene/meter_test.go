package scene

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMeterIlluminance(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	even := func(n int, e float32) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = e
		}
		return s
	}
	for _, c := range []struct {
		name string
		lux  []float32
		want float64
	}{
		{"even light", even(100, 320), 320},
		{"one place", []float32{12}, 12},
		{"nothing stands there", even(10, -1), 7},
		{"no places", nil, 7},
		{"sky around", append(even(90, -1), even(10, 50)...), 50},
		{"dark", even(10, 0), 0},
		{"a quarter in the dark", append(even(25, 0), even(75, 80)...), 80},
		{"a lamp", append(even(4, 1e6), even(96, 80)...), 80},
		{"the mean of steps", append(even(65, 1), even(35, 16)...), math.Exp2(4 * 30.0 / 65)},
		{"not numbers", []float32{nan, inf, 5}, 5},
	} {
		got := float64(MeterIlluminance(c.lux, 7))
		if math.Abs(got-c.want) > 1e-4*c.want {
			t.Errorf("%s: %v lx, want %v", c.name, got, c.want)
		}
	}
}

// Twice the light is twice the reading, and no order of places changes a bit of it.
func TestMeterIlluminanceProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		lux := make([]float32, 1+random.IntN(300))
		twice := make([]float32, len(lux))
		for i := range lux {
			lux[i] = float32(math.Exp2(20*random.Float64() - 8))
			twice[i] = 2 * lux[i]
		}
		once := MeterIlluminance(lux, 0)
		if got := MeterIlluminance(twice, 0); math.Abs(float64(got/once)-2) > 1e-5 {
			t.Fatalf("twice the light: %v after %v", got, once)
		}
		random.Shuffle(len(lux), func(i, j int) { lux[i], lux[j] = lux[j], lux[i] })
		if got := MeterIlluminance(lux, 0); got != once {
			t.Fatalf("another order: %v after %v", got, once)
		}
	}
}
