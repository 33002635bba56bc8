package main

import (
	"slices"

	"scenerender/scene"
)

// viewStops are the places that a window steps through: the shots, then the cameras that no shot uses.
func viewStops(sc *scene.Scene) []scene.Shot {
	stops := append([]scene.Shot(nil), sc.Shots...)
	used := map[int]bool{}
	for _, s := range stops {
		used[s.Camera] = true
	}
	for i, c := range sc.Cameras {
		if used[i] {
			continue
		}
		s := scene.DefaultShot()
		if len(sc.Shots) > 0 {
			s = sc.Shots[0]
		}
		s.Name, s.Camera = c.Name, i
		stops = append(stops, s)
	}
	return stops
}

// A place tells a stop from others, in a scene that has changed too. A camera may have a shot's name.
type place struct {
	name string
	shot bool
}

func placeOf(sc *scene.Scene, stops []scene.Shot, i int) place {
	return place{stops[i].Name, i < len(sc.Shots)}
}

// in returns the stop that is there, the first where none is.
func (p place) in(sc *scene.Scene, stops []scene.Shot) int {
	for i := range stops {
		if placeOf(sc, stops, i) == p {
			return i
		}
	}
	return 0
}

// begin is the stop that the flags ask for, with the camera that they ask for.
func (v *viewer) begin(sc *scene.Scene, stops []scene.Shot) (int, error) {
	if v.shot != "" {
		if _, err := selectShots(sc, []string{v.shot}); err != nil {
			return 0, err
		}
	}
	stop := max(slices.IndexFunc(stops, func(s scene.Shot) bool { return s.Name == v.shot }), 0)
	if v.camera != "" {
		camera, err := cameraNamed(sc, v.camera)
		if err != nil {
			return 0, err
		}
		v.chosen = placeOf(sc, stops, stop)
		stops[stop].Camera = camera
	}
	return stop, nil
}

// resume is the stop of a scene that has changed where the viewer is. It need not have what the flags asked for.
func (v *viewer) resume(sc *scene.Scene, stops []scene.Shot) int {
	if v.camera != "" {
		if camera, err := cameraNamed(sc, v.camera); err == nil {
			stops[v.chosen.in(sc, stops)].Camera = camera
		}
	}
	return placeOf(v.scene, v.stops, v.stop).in(sc, stops)
}

// goTo stands the camera at a stop.
func (v *viewer) goTo(stop int) {
	v.stop = stop
	v.flight.put(v.scene.Cameras[v.stops[stop].Camera])
	v.compensation, v.still, v.cut = 0, 0, true
	v.aimed, v.unaimed, v.owed, v.notches = v.pictures, dragNothing, [2]float64{}, 0 // what was seen is elsewhere
	v.follow()
}

// step goes to the next stop, or by -1 to the one before.
func (v *viewer) step(by int) {
	n := len(v.stops)
	v.goTo(((v.stop+by)%n + n) % n)
}
