package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"scenerender/passes"
	"scenerender/scene"
	"scenerender/vk"
)

// A viewer is a scene that someone walks around in: what keys and the mouse do, and which picture is next. It knows
// nothing of windows.
type viewer struct {
	*viewRun
	dev      *vk.Device
	scene    *scene.Scene
	renderer *passes.Renderer

	stops        []scene.Shot
	stop         int
	chosen       place // of the stop that has --camera's
	flight       flight
	compensation scene.EV
	middle       mgl64.Vec3 // of the scene

	under    [2]float64 // where the mouse is: shares of the window from its upper left corner
	mouse    [2]float64 // where it points: there, or where it was as a drag began
	aimed    int        // how many pictures had been drawn when it began to point there
	pictures int        // that have been drawn
	pointed  bool       // something is there, as far as is known
	point    mgl64.Vec3 // and here it is
	drag     drag
	pivot    mgl64.Vec3 // of the drag
	unaimed  drag       // one that waits for its pivot
	owed     [2]float64 // the mouse's way meanwhile
	notches  float64    // of the wheel, that wait as well

	cut     bool // the next picture has nothing to do with the last
	still   int  // pictures since something changed
	copied  string
	message string // for the title
	report  viewReport
}

// drag is what moving the mouse does.
type drag uint8

const (
	dragNothing drag = iota
	dragLook
	dragOrbit
	dragPan
)

// lampFaces is how many shadow maps of lamps are renewed in a frame.
const lampFaces = 8

// enough is how many pictures of what does not change are drawn; by then they are as smooth as they get.
const enough = 4 * scene.TAAFrames

// show takes a scene that was loaded. The camera stays where it was moved to.
func (v *viewer) show(sc *scene.Scene, r *passes.Renderer) error {
	stops := viewStops(sc)
	var stop int
	again := v.scene != nil
	if again {
		stop = v.resume(sc, stops)
	} else {
		var err error
		if stop, err = v.begin(sc, stops); err != nil {
			return err
		}
	}
	old, before, compensation := v.renderer, v.flight, v.compensation
	v.scene, v.renderer, v.stops = sc, r, stops
	v.survey()
	v.goTo(stop)
	v.compensation = compensation
	v.flight.resume(&before)
	if again {
		v.flight.speed = before.speed
	}
	if old != nil {
		old.Destroy()
	}
	v.report.Loads++
	return nil
}

// survey finds the middle of the scene, and a pace for it.
func (v *viewer) survey() {
	bounds := v.scene.Bounds()
	size := bounds.Max.Sub(bounds.Min)
	extent := float64(max(size[0], size[1], size[2]))
	v.flight.speed = speedFor(extent)
	v.middle = mgl64.Vec3{}
	if extent > 0 && !math.IsInf(extent, 0) {
		v.middle = wide(bounds.Min.Add(bounds.Max).Mul(0.5))
	}
}

// press does what a key does that is not held: its name is that of viewKeys, in small letters.
func (v *viewer) press(ctx context.Context, key string, shift bool, size [2]int) error {
	v.message = ""
	by := 1
	if shift {
		by = -1
	}
	switch key {
	case "tab":
		v.step(by)
	case "f":
		v.goTo(v.stop)
	case "v":
		n := len(passes.Outputs())
		v.output = passes.Output((int(v.output) + by + n) % n)
		v.still = 0
	case "[", "]":
		by := scene.EV(1.0 / 3)
		if key == "[" {
			by = -by
		}
		v.compensation = min(max(v.compensation+by, -20), 20)
		v.still = 0
	case "c":
		v.copied = v.cameraText()
		return v.print(v.copied)
	case "p", "f12":
		return v.save(ctx, size)
	default:
		if len(key) == 1 && key[0] >= '1' && key[0] <= '9' {
			if i := int(key[0] - '1'); i < len(v.stops) {
				v.goTo(i)
			}
		}
	}
	return nil
}

func (v *viewer) cameraText() string { return cameraText(v.stops[v.stop].Name+"-view", &v.flight) }

// request is the next picture, some seconds after the one before.
func (v *viewer) request(width, height int, seconds float64) passes.Request {
	shot := v.exposed()
	shot.Width, shot.Height = width, height
	shot.Transparent = false // what would a window show there?
	shot.AntiAliasing = scene.AATAA
	if v.smoothing != "" {
		shot.AntiAliasing = scene.AntiAliasing(slices.Index(smoothings, v.smoothing))
	}
	c := v.flight.camera()
	return passes.Request{Shot: shot, Output: v.output, Camera: &c, LampFaces: lampFaces, Sequence: true, Seconds: seconds, Cut: v.cut}
}

// exposed is the stop as it is drawn now.
func (v *viewer) exposed() scene.Shot {
	shot := v.stops[v.stop]
	if v.compensation != 0 {
		x := v.scene.ExposureOf(&shot)
		x.Compensation += v.compensation
		shot.Exposure = &x
	}
	return shot
}

// shown takes what came of a picture.
func (v *viewer) shown(s *passes.Shown) {
	if v.still++; s.Settling {
		v.still = 0
	}
	v.cut = false
	v.pictures++
	v.pointed, v.point = s.Pointed, wide(s.Point)
	if v.unaimed != dragNothing || v.notches != 0 {
		v.still = 0
		if v.knows() {
			v.aim()
		}
	}
	v.report.addFrame(s)
}

// idle says whether another picture would be as the last.
func (v *viewer) idle() bool { return v.still > enough }

// title is the window's.
func (v *viewer) title(rate float64) string {
	parts := []string{stem(v.scene.Path), v.stops[v.stop].Name}
	if v.output != passes.OutputColor {
		parts = append(parts, v.output.String())
	}
	if v.compensation != 0 {
		parts = append(parts, fmt.Sprintf("%+.1f EV", float64(v.compensation)))
	}
	if rate > 0 {
		parts = append(parts, fmt.Sprintf("%.0f fps", rate))
	}
	if v.message != "" {
		parts = append(parts, v.message)
	}
	return strings.Join(parts, " · ")
}

func wide(v mgl32.Vec3) mgl64.Vec3 { return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }
