package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"scenerender/scene"
)

// A flight is a camera that keys and the mouse move. It stands where it was put, to the bit, until it is moved.
//
// The camera's axes in the world are Ry(yaw)·Rx(pitch)·Rz(roll), scene files' `rotation` = [pitch, yaw, roll]: turning
// changes yaw and pitch, the world's Y stays up, and a roll stays what it was.
type flight struct {
	start    scene.Camera
	moved    bool
	position mgl64.Vec3 // metres
	yaw      float64    // radians about the world's Y, 0 along -Z
	pitch    float64    // radians up, within ±π/2
	roll     float64
	height   float64 // metres that an orthographic camera shows, from bottom to top
	speed    float64 // metres a second
}

// turnPerPicture is by how much the camera turns around a pivot when the mouse crosses a picture's height, radians.
const turnPerPicture = math.Pi

// put stands the camera somewhere.
func (f *flight) put(c scene.Camera) {
	m := c.WorldFromCamera
	col := func(i int) mgl64.Vec3 {
		v := m.Col(i).Vec3()
		return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	right, back := col(0), col(2).Normalize()
	f.start, f.moved, f.position, f.height = c, false, col(3), float64(c.Height)
	f.pitch = math.Asin(min(max(-back[1], -1), 1))
	if math.Hypot(back[0], back[2]) < 1e-6 {
		// Straight up or down, where yaw and roll are one.
		f.yaw, f.roll = math.Atan2(-right[2], right[0]), 0
		return
	}
	f.yaw, f.roll = math.Atan2(back[0], back[2]), 0
	level := f.axes()
	f.roll = math.Atan2(right.Dot(level.Col(1)), right.Dot(level.Col(0)))
}

// resume makes a camera that was moved go on from where it is. What it shows is of its new kind: a height is one of
// orthographic cameras alone.
func (f *flight) resume(from *flight) {
	if !from.moved {
		return
	}
	f.moved, f.position, f.yaw, f.pitch, f.roll = true, from.position, from.yaw, from.pitch, from.roll
	if f.start.FovY == 0 && from.start.FovY == 0 {
		f.height = from.height
	}
}

// axes are the camera's right, up and back in the world.
func (f *flight) axes() mgl64.Mat3 {
	return mgl64.Rotate3DY(f.yaw).Mul3(mgl64.Rotate3DX(f.pitch)).Mul3(mgl64.Rotate3DZ(f.roll))
}

// camera is where the flight is.
func (f *flight) camera() scene.Camera {
	c := f.start
	if !f.moved {
		return c
	}
	axes := f.axes()
	for i := range 3 {
		v := axes.Col(i)
		c.WorldFromCamera.SetCol(i, mgl32.Vec4{float32(v[0]), float32(v[1]), float32(v[2]), 0})
	}
	c.WorldFromCamera.SetCol(3, mgl32.Vec4{float32(f.position[0]), float32(f.position[1]), float32(f.position[2]), 1})
	c.Height = float32(f.height)
	return c
}

// turn changes yaw and pitch.
func (f *flight) turn(yaw, pitch float64) {
	if yaw == 0 && pitch == 0 {
		return
	}
	f.moved = true
	f.yaw = math.Remainder(f.yaw+yaw, 2*math.Pi)
	f.pitch = min(max(f.pitch+pitch, -math.Pi/2), math.Pi/2)
}

// look turns the camera where it stands, by a move of the mouse in picture heights, right and down. It turns by twice the
// angle that the mouse crosses (chosen by feel), so that long lenses are as easy to aim as short ones.
func (f *flight) look(right, down float64) {
	perPicture := 2 * float64(f.start.FovY)
	if f.start.FovY == 0 {
		perPicture = turnPerPicture
	}
	f.turn(-right*perPicture, -down*perPicture)
}

// orbit turns the camera around a point, which keeps its place in the picture.
func (f *flight) orbit(pivot mgl64.Vec3, right, down float64) {
	seen := f.axes().Transpose().Mul3x1(f.position.Sub(pivot))
	f.turn(-right*turnPerPicture, -down*turnPerPicture)
	f.position = pivot.Add(f.axes().Mul3x1(seen))
}

// pan moves the camera so that what is at a distance along the view follows the mouse.
func (f *flight) pan(distance, right, down float64) {
	if right == 0 && down == 0 {
		return
	}
	tall := f.height // of the picture, in metres
	if f.start.FovY != 0 {
		tall = 2 * distance * math.Tan(float64(f.start.FovY)/2)
	}
	f.step(mgl64.Vec3{-right * tall, down * tall, 0})
}

// fly moves the camera for some seconds. Direction is right, up and ahead, each -1 to 1; up is the world's.
func (f *flight) fly(direction mgl64.Vec3, times, seconds float64) {
	if length := direction.Len(); length > 1 {
		direction = direction.Mul(1 / length)
	}
	way := direction.Mul(f.speed * times * max(seconds, 0))
	f.step(mgl64.Vec3{way[0], 0, -way[2]})
	f.shift(mgl64.Vec3{0, way[1], 0})
}

// step moves the camera along its own axes: right, up and back.
func (f *flight) step(way mgl64.Vec3) { f.shift(f.axes().Mul3x1(way)) }

// shift moves the camera in the world. It stays where scene files can put it.
func (f *flight) shift(way mgl64.Vec3) {
	if way == (mgl64.Vec3{}) {
		return
	}
	f.moved = true
	for i := range f.position {
		f.position[i] = min(max(f.position[i]+way[i], -farthest), farthest)
	}
}

// farthest is how far from the origin a camera may be, metres, in scene files too.
const farthest = 1e7

// dolly goes towards a point, or away from it: one notch closer leaves 1/dollyStep of the distance, but no less than ten
// times what is nearest to the camera. An orthographic camera shows as much less instead.
func (f *flight) dolly(target mgl64.Vec3, notches float64) {
	if notches == 0 {
		return
	}
	rest := math.Pow(dollyStep, -notches)
	if f.start.FovY == 0 {
		f.moved = true
		f.height = min(max(f.height*rest, 1e-6), farthest)
		return
	}
	way := target.Sub(f.position)
	distance := way.Len()
	if distance == 0 {
		return
	}
	goal := distance * rest
	if notches > 0 {
		goal = max(goal, min(distance, 10*float64(f.start.Near)))
	}
	f.shift(way.Mul(1 - goal/distance))
}

const dollyStep = 1.15

// hurry makes the camera faster or slower by some notches of the wheel.
func (f *flight) hurry(notches float64) {
	f.speed = min(max(f.speed*math.Pow(1.2, notches), 1e-4), 1e6)
}

// distance is how far a point is along the view, metres; at least a little.
func (f *flight) distance(p mgl64.Vec3) float64 {
	return max(-p.Sub(f.position).Dot(f.axes().Col(2)), 10*float64(f.start.Near), 1e-3)
}

// speedFor is a pace that suits a scene of some extent, metres: across it in ten seconds, but a walk at least in all that
// is not tiny, and not faster than a car in all that is large (chosen by feel).
func speedFor(extent float64) float64 {
	if !(extent > 0) {
		return 2
	}
	return min(max(extent/10, min(1.5, extent/2)), 30)
}
