package main

import (
	"fmt"

	"scenerender/vk"
)

// hover says where the mouse is.
func (v *viewer) hover(x, y float64) {
	v.under = [2]float64{x, y}
	v.follow()
}

// follow has the mouse point where it is, unless a drag or what waits for its pivot began elsewhere.
func (v *viewer) follow() {
	if v.drag == dragNothing && v.unaimed == dragNothing && v.mouse != v.under {
		v.mouse, v.aimed = v.under, v.pictures
	}
}

// knows says whether it is known what is under the mouse: a picture that was drawn since says it when it is done.
func (v *viewer) knows() bool { return v.pictures > v.aimed+vk.FramesInFlight }

// grab begins a drag, or ends one with dragNothing. Where the mouse points is what it turns around, as soon as that is known.
func (v *viewer) grab(d drag) {
	if d == dragNothing {
		v.drag = d
		v.follow()
		return
	}
	v.aim() // an earlier drag waits no longer
	v.drag = d
	if d != dragLook {
		v.unaimed = d
	}
	if v.knows() {
		v.aim()
	}
	v.still = 0
}

// aim gives what waits for it what is under the mouse.
func (v *viewer) aim() {
	there := v.middle
	if v.pointed {
		there = v.point
	}
	if d := v.unaimed; d != dragNothing {
		v.pivot, v.unaimed = there, dragNothing
		v.pull(d, v.owed[0], v.owed[1])
	}
	v.flight.dolly(there, v.notches)
	v.owed, v.notches = [2]float64{}, 0
	v.follow()
}

// move is the mouse's way in picture heights, right and down, during a drag.
func (v *viewer) move(right, down float64) {
	v.still = 0
	if v.unaimed != dragNothing {
		v.owed[0] += right
		v.owed[1] += down
		return
	}
	v.pull(v.drag, right, down)
}

func (v *viewer) pull(d drag, right, down float64) {
	switch d {
	case dragLook:
		v.flight.look(right, down)
	case dragOrbit:
		v.flight.orbit(v.pivot, right, down)
	case dragPan:
		v.flight.pan(v.flight.distance(v.pivot), right, down)
	}
}

// wheel turns by notches, up being positive.
func (v *viewer) wheel(notches float64) {
	v.still = 0
	if v.drag == dragLook {
		v.flight.hurry(notches)
		v.message = fmt.Sprintf("%.3g m/s", v.flight.speed)
		return
	}
	v.notches += notches
	if v.knows() {
		v.aim()
	}
}

// pixel is where the mouse points in a picture.
func (v *viewer) pixel(width, height int) [2]int {
	return [2]int{int(v.mouse[0] * float64(width)), int(v.mouse[1] * float64(height))}
}
