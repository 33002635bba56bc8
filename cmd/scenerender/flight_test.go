package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"scenerender/scene"
)

// turned is a camera at 1, 2, 3 with the axes of a file's rotation [pitch, yaw, roll], degrees.
func turned(pitch, yaw, roll float64) scene.Camera {
	rad := func(d float64) float32 { return float32(d * math.Pi / 180) }
	m := mgl32.Translate3D(1, 2, 3).Mul4(mgl32.HomogRotate3DY(rad(yaw))).Mul4(mgl32.HomogRotate3DX(rad(pitch))).Mul4(mgl32.HomogRotate3DZ(rad(roll)))
	return scene.Camera{Name: "main", WorldFromCamera: m, FovY: 1, Near: 0.1}
}

func flightAt(c scene.Camera) *flight {
	f := &flight{speed: 2}
	f.put(c)
	return f
}

func closeTo(t *testing.T, what string, got, want scene.Camera, within float32) {
	t.Helper()
	for i := range got.WorldFromCamera {
		if d := got.WorldFromCamera[i] - want.WorldFromCamera[i]; !(d < within && d > -within) {
			t.Errorf("%s: the camera is at\n%v, want\n%v", what, got.WorldFromCamera, want.WorldFromCamera)
			return
		}
	}
}

// A camera that nobody moves is the shot's, to the bit, and one whose angles were found again is so but for rounding.
func TestFlightKeepsTheShot(t *testing.T) {
	for _, pitch := range []float64{0, 10, -35, 89, 90, -90} {
		for _, yaw := range []float64{0, 30, 180, -120} {
			for _, roll := range []float64{0, 20, -170} {
				c := turned(pitch, yaw, roll)
				f := flightAt(c)
				if f.camera() != c {
					t.Fatalf("%g %g %g: it moved by itself", pitch, yaw, roll)
				}
				f.moved = true
				closeTo(t, "found again", f.camera(), c, 1e-5)
			}
		}
	}
}

// Flying is along the view and the world's up, at the speed, however many frames it takes.
func TestFlightFlies(t *testing.T) {
	f := flightAt(turned(0, 90, 0)) // ahead is -X, right is -Z
	f.fly(mgl64.Vec3{0, 0, 1}, 1, 3)
	if want := (mgl64.Vec3{1 - 6, 2, 3}); f.position.Sub(want).Len() > 1e-5 {
		t.Errorf("ahead: at %v, want %v", f.position, want)
	}
	f.fly(mgl64.Vec3{1, 0, 0}, 4, 0.5)
	if want := (mgl64.Vec3{-5, 2, 3 - 4}); f.position.Sub(want).Len() > 1e-5 {
		t.Errorf("right, faster: at %v, want %v", f.position, want)
	}
	down := flightAt(turned(-90, 0, 0))
	down.fly(mgl64.Vec3{0, 1, 0}, 1, 1)
	if want := (mgl64.Vec3{1, 4, 3}); down.position.Sub(want).Len() > 1e-5 {
		t.Errorf("up while looking down: at %v, want %v", down.position, want)
	}
	slant := mgl64.Vec3{1, -1, 1}
	once, often := flightAt(turned(20, 40, 0)), flightAt(turned(20, 40, 0))
	once.fly(slant, 1, 1)
	for range 240 {
		often.fly(slant, 1, 1.0/240)
	}
	if d := once.position.Sub(often.position).Len(); d > 1e-9 {
		t.Errorf("240 frames end %g m from one", d)
	}
	if d := once.position.Sub(mgl64.Vec3{1, 2, 3}).Len(); d > 2+1e-6 {
		t.Errorf("a slant is faster than the speed: %g m in a second", d)
	}
	for _, still := range []float64{0, -1} {
		f := flightAt(turned(0, 0, 0))
		if f.fly(slant, 1, still); f.moved {
			t.Errorf("moved in %g s", still)
		}
	}
}

// Looking stops at the zenith and at the nadir, and never moves or tilts the camera.
func TestFlightLooks(t *testing.T) {
	f := flightAt(turned(0, 0, 15))
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		f.look(r.Float64()*4-2, r.Float64()*4-2)
		if math.Abs(f.pitch) > math.Pi/2 || math.Abs(f.yaw) > math.Pi+1e-9 {
			t.Fatalf("yaw %g, pitch %g", f.yaw, f.pitch)
		}
	}
	if f.position != (mgl64.Vec3{1, 2, 3}) || math.Abs(f.roll-15*math.Pi/180) > 1e-6 {
		t.Errorf("at %v, roll %g", f.position, f.roll)
	}
	f.look(0, 100)
	if f.pitch != -math.Pi/2 {
		t.Errorf("far down: pitch %g", f.pitch)
	}
	f.look(0, -100)
	if f.pitch != math.Pi/2 {
		t.Errorf("far up: pitch %g", f.pitch)
	}
	// To the right means clockwise from above: the view along -Z turns towards +X.
	g := flightAt(turned(0, 0, 0))
	g.look(0.1, 0)
	if ahead := g.axes().Col(2).Mul(-1); ahead[0] <= 0 {
		t.Errorf("right: looks along %v", ahead)
	}
}

// The pivot of an orbit stays in its place of the picture, at its distance, the zenith included.
func TestFlightOrbits(t *testing.T) {
	pivot := mgl64.Vec3{-2, 0.5, -6}
	f := flightAt(turned(-20, 30, 5))
	before := f.axes().Transpose().Mul3x1(pivot.Sub(f.position))
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		f.orbit(pivot, r.Float64()-0.5, r.Float64()-0.5)
		after := f.axes().Transpose().Mul3x1(pivot.Sub(f.position))
		if after.Sub(before).Len() > 1e-6 {
			t.Fatalf("the pivot went from %v to %v", before, after)
		}
	}
	if !f.moved {
		t.Error("it did not move")
	}
	// Dragging to the right turns what is seen to the right: the camera goes to the left.
	g := flightAt(turned(0, 0, 0))
	g.orbit(mgl64.Vec3{1, 2, 0}, 0.1, 0)
	if g.position[0] >= 1 {
		t.Errorf("at %v", g.position)
	}
}

// What is panned follows the mouse: a picture height of it moves what is at the distance by what the picture shows there.
func TestFlightPans(t *testing.T) {
	f := flightAt(turned(0, 0, 0))
	f.pan(10, 0.25, 0.5)
	tall := 2 * 10 * math.Tan(0.5)
	if want := (mgl64.Vec3{1 - tall/4, 2 + tall/2, 3}); f.position.Sub(want).Len() > 1e-5 {
		t.Errorf("at %v, want %v", f.position, want)
	}
	c := turned(0, 0, 0)
	c.FovY, c.Height = 0, 8
	o := flightAt(c)
	o.pan(123, 0, 1)
	if want := (mgl64.Vec3{1, 10, 3}); o.position.Sub(want).Len() > 1e-5 {
		t.Errorf("orthographic: at %v, want %v", o.position, want)
	}
}

func TestFlightDollies(t *testing.T) {
	target := mgl64.Vec3{1, 2, -7}
	f := flightAt(turned(0, 0, 0))
	f.dolly(target, 2)
	if got, want := target.Sub(f.position).Len(), 10/(1.15*1.15); math.Abs(got-want) > 1e-5 {
		t.Errorf("two notches leave %g m, want %g", got, want)
	}
	f.dolly(target, -2)
	if got := target.Sub(f.position).Len(); math.Abs(got-10) > 1e-5 {
		t.Errorf("there and back: %g m", got)
	}
	f.dolly(target, 1000)
	if got := target.Sub(f.position).Len(); math.Abs(got-1) > 1e-5 {
		t.Errorf("a thousand notches leave %g m, want ten times the near plane", got)
	}
	f.dolly(f.position, 1) // nowhere
	f.dolly(mgl64.Vec3{}, -1e6)
	for _, x := range f.position {
		if math.IsNaN(x) || math.Abs(x) > farthest {
			t.Errorf("at %v", f.position)
		}
	}
	c := turned(0, 0, 0)
	c.FovY, c.Height = 0, 8
	o := flightAt(c)
	o.dolly(target, 1)
	if got := o.camera().Height; math.Abs(float64(got)-8/1.15) > 1e-5 {
		t.Errorf("orthographic: shows %g m", got)
	}
}

func TestFlightSpeed(t *testing.T) {
	for _, c := range []struct{ extent, want float64 }{{100, 10}, {10, 1.5}, {0.1, 0.05}, {1e6, 30}, {0, 2}, {math.NaN(), 2}} {
		if got := speedFor(c.extent); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g m: %g m/s, want %g", c.extent, got, c.want)
		}
	}
	f := flightAt(turned(0, 0, 0))
	f.hurry(3)
	f.hurry(-3)
	if math.Abs(f.speed-2) > 1e-9 {
		t.Errorf("faster and slower again: %g", f.speed)
	}
	if f.hurry(1e9); f.speed != 1e6 {
		t.Errorf("at most %g", f.speed)
	}
}
