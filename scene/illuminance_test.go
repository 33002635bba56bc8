package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestOpenIlluminance(t *testing.T) {
	white := mgl32.Vec3{1, 1, 1}
	open := func(l *Lighting) Lux {
		sky := l.Irradiance()
		return l.OpenIlluminance(&sky)
	}
	s := &Lighting{Sky: Sky{Color: white.Mul(1000)}}
	if got := open(s); !near(float32(got), 1000*math.Pi, 1e-5) {
		t.Errorf("under 1000 cd/m²: %g lx, want π times that", got)
	}
	// 30 degrees above the horizon: half of what a surface gets that faces it.
	s.Light = Sun{Direction: mgl32.Vec3{float32(math.Sqrt(3)) / 2, -0.5, 0}, Illuminance: 80_000, Color: white}
	if got := open(s); !near(float32(got), 1000*math.Pi+40_000, 1e-5) {
		t.Errorf("with a sun: %g lx", got)
	}
	s.Light.Direction = mgl32.Vec3{0, 1, 0}
	if got := open(s); !near(float32(got), 1000*math.Pi, 1e-5) {
		t.Errorf("with a sun below the horizon: %g lx", got)
	}
	if got := open(&Lighting{}); got != 0 {
		t.Errorf("in the dark: %g lx", got)
	}
}
